"""A game in a file of its own, such as `hoplon play ledge.py`: for trying things out without a package."""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING

from hoplon.core.errors import UnknownGame
from hoplon.core.packages import in_words

if TYPE_CHECKING:
    from hoplon.core.game import Game

SUFFIX = ".py"


@cache
def game_in(path: str) -> Game:
    """The object GAME of a Python file; UnknownGame says in one sentence why there is none."""
    from hoplon.core.game import Game

    file = Path(path).resolve()
    if not file.is_file():
        raise UnknownGame(f"there is no file {path}; expected a Python file that holds GAME")
    spec = spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None or file.stem in sys.modules:
        raise UnknownGame(
            f"{path} cannot be loaded: a module {file.stem} is there already; give it another name"
        )
    module = sys.modules[file.stem] = module_from_spec(spec)
    sys.path.insert(0, str(file.parent))  # as if the file were run
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # whatever somebody's file does
        del sys.modules[file.stem]
        raise UnknownGame(f"{path} cannot be loaded ({in_words(error)})") from None
    found = getattr(module, "GAME", None)
    if not isinstance(found, Game):
        what = "holds no GAME" if found is None else f"has a GAME that is {type(found).__name__}"
        raise UnknownGame(f"{path} {what}; expected a hoplon.Game")
    return found
