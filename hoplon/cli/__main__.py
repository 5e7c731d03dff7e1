"""`python -m hoplon.cli` is `hoplon`."""

from hoplon.cli import main

main()
