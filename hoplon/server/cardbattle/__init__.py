"""What the arena answers about the armies of Hoplites."""
