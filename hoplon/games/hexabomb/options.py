"""What may be chosen before a match of hexabomb."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from hoplon.core.errors import BadOption
from hoplon.core.options import Options, shown
from hoplon.games.hexabomb import maps
from hoplon.games.hexabomb.maps import BadMap, HexMap
from hoplon.games.hexabomb.state import SIZES, Size
from hoplon.games.hexabomb.tables import DEFAULT_TURNS, MOST_TURNS

EVERYBODY = -1
DEFAULT_MAP = "duel"


@dataclass(frozen=True)
class HexabombOptions(Options):
    """A match on `map` by `players` for so many `turns`; with `special`, sudden death.

    `map` is the name of a map that comes with the game, a file (.json, .tmx or .tmj), or a map in its
    one-line form; a match file holds it in that form, so that it stands alone. `players` is -1 for as many as
    the map has room for. `position` begins from a line of the position notation, which holds the board too.
    """

    map: str = DEFAULT_MAP
    players: int = EVERYBODY
    special: bool = False
    turns: int = DEFAULT_TURNS
    position: str = ""

    def check(self) -> None:
        """Refuse what cannot be played."""
        if self.position:
            from hoplon.games.hexabomb.notation import read

            read(self.position)
            return
        for name, value, least, most in (
            ("players", self.players, EVERYBODY, SIZES[-1].seats),
            ("turns", self.turns, 1, MOST_TURNS),
        ):
            if type(value) is not int or not least <= value <= most:
                expected = f"a whole number from {least} to {most}"
                raise BadOption(f"option {name} is {shown(value)}; expected {expected}")
        try:
            self.board.check_players(self.player_count, int(self.special))
        except BadMap as error:
            raise BadOption(f"option map: {error}") from None
        self.size()

    @cached_property
    def board(self) -> HexMap:
        """The map played on; a file is read once."""
        return maps.find(self.map)

    def as_text(self) -> dict[str, str]:
        """Only the options that differ from their defaults; the map of a file in its one-line form."""
        found = super().as_text()
        if "map" in found and self.map not in maps.names():
            found["map"] = self.board.to_text()
        return found

    @property
    def player_count(self) -> int:
        """The number of ordinary players."""
        return len(self.board.starts) if self.players == EVERYBODY else self.players

    @property
    def seat_count(self) -> int:
        """The number of all who play."""
        if self.position:
            from hoplon.games.hexabomb.notation import read

            return read(self.position).seats
        return self.player_count + self.special

    def size(self) -> Size:
        """The smallest record that holds the match."""
        if self.position:
            from hoplon.games.hexabomb.notation import read

            return read(self.position).size()
        return size_for(self.board, self.player_count, int(self.special))


def size_for(board: HexMap, players: int, special: int) -> Size:
    """The smallest record for so many players on a map."""
    characters = players * board.characters + special * len(board.special)
    return fitting(len(board.cells), players + special, characters)


def fitting(cells: int, seats: int, characters: int) -> Size:
    """The smallest record with so much room."""
    for size in SIZES:
        if cells <= size.cells and seats <= size.seats and characters <= size.characters:
            return size
    raise BadOption(
        f"the match has {cells} cells, {seats} players and {characters} characters; "
        f"there is room for {SIZES[-1]}"
    )


def write_options(options: Any, i: int, given: HexabombOptions) -> None:
    """Fill the record that the rules read."""
    fill(options, i, given.board, given.player_count, int(given.special), given.turns)


def fill(options: Any, i: int, board: HexMap, players: int, special: int, turns: int) -> None:
    """Fill the record from its parts: the special player is seat 0, start group g then seat g + 1 (2.3)."""
    groups = [board.special] * special + list(board.starts[:players])
    characters = [(seat, board.number[cell]) for seat, group in enumerate(groups) for cell in group]
    n = len(board.cells)
    options["turns"][i] = turns
    options["cells"][i] = n
    options["seats"][i] = players + special
    options["special"][i] = special
    options["characters"][i] = len(characters)
    lay(options, i, board)
    for c, (seat, cell) in enumerate(characters):
        options["seat"][i, c] = seat
        options["at"][i, c] = cell


def lay(into: Any, i: int, board: HexMap) -> None:
    """Write the cells and their neighbours into a record that has them."""
    n = len(board.cells)
    into["near"][i] = -1
    if n:
        into["q"][i, :n] = [q for q, _ in board.cells]
        into["r"][i, :n] = [r for _, r in board.cells]
        into["near"][i, :n] = board.near


@lru_cache(maxsize=64)
def board_of(cells: tuple[tuple[int, int], ...]) -> HexMap:
    """The board alone, of cells in canonical order; kept, because every view of a match asks for it."""
    return HexMap(cells, ())
