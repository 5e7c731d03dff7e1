"""Programs that play on their stdin and stdout."""
