"""Programs of others, started, limited, timed and ended safely."""
