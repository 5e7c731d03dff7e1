"""The command line with the duel of the engine's tests installed: `python hoplon_with_duel.py pbem …`."""

from hoplon.cli import main
from hoplon.games import GAMES

GAMES["duel"] = "tests.protocols.pbem.bout"

if __name__ == "__main__":
    main()
