"""hexabomb over netorcai: the game logic, built-in bots as clients, and whole games hosted."""
