"""A study: a match, or a position, with variations, in which one viewer plays all sides.

It is held in memory as long as its board is open, and nowhere else: what is worth keeping is in its match
file, or in a link.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from hoplon.core import replay
from hoplon.core.board import ALL, Json
from hoplon.core.errors import HoplonError
from hoplon.core.kernel import copied
from hoplon.core.likely import percent
from hoplon.core.match import Match
from hoplon.core.outcomes import outcomes
from hoplon.core.variations import Move, Variations, match_at
from hoplon.server.asked_match import AskedMatch
from hoplon.server.boards import board_of
from hoplon.server.headings import name_all
from hoplon.server.refusals import Refused
from hoplon.server.rights import Viewer
from hoplon.server.stored_match import Seat, StoredMatch

LOOKING = ("watch", "own view", "all", "threats", "explain", "seed")
PLAYING = ("choose", "preview")
FALLS = 400  # results of the dice that are looked for
SHOWN = 24  # of them are told
SAMPLES = 60  # falls of the dice where they cannot be listed
TRIES = 4000  # seeds that are tried to find dice that fall so


@dataclass(frozen=True)
class Origin:
    """Where a study comes from: what it is called in a link, and whether everything in it is known."""

    match: str = ""  # a match of this server
    position: str = ""  # or a position in one line
    seat: int | None = None  # of a running match: who asks; all that is hidden from them is a guess
    names: tuple[str, ...] = ()


class Study(AskedMatch):
    """One match with its variations; `match` is how it stands at the place that is looked at."""

    def __init__(self, main: Match, origin: Origin) -> None:
        found = main.game
        titles = found.seat_names(main.options)
        players = [Seat("nobody", _name(main, origin, n), title=title) for n, title in enumerate(titles)]
        name_all(players)
        options = main.options.as_text()
        if origin.seat is not None:  # they would tell what is hidden
            options = {name: text for name, text in options.items() if name not in found.telling_options}
        card = StoredMatch(origin.match or "study", found.name, found.version, 0, 0, options, players)
        super().__init__(card, main, board_of(found.name))
        self.main = main
        self.origin = origin
        self.variations: Variations = deepcopy(main.variations)
        self.line, self.at = 0, len(main.choices)
        self.viewer = Viewer(tuple(range(len(titles))))
        _ = main.checks  # once: every copy with other dice needs them
        self.note_standing()

    def may(self, viewer: Viewer, right: str) -> bool:
        """May this be done? Whoever opened a study looks at everything and plays all sides."""
        if right in PLAYING:
            return viewer == self.viewer and not self.match.is_over
        return right in LOOKING and viewer == self.viewer

    def welcome(self, viewer: Viewer, wants_all: bool = False) -> Json:
        """What the viewer is told first: with the choices of the match, which do not change."""
        main = self.main
        origin = {"match": self.origin.match, "position": self.origin.position, "seat": self.origin.seat}
        told = [
            {"seat": seat, "text": str(choice)} for seat, choice in zip(main.seats, main.choices, strict=True)
        ]
        more: Json = {"hides": False, "presence": [], "main": told, "origin": origin}
        more |= {"edits": main.game.editor is not None, "passes": main.game.passing is not None}
        return super().welcome(viewer, wants_all) | more

    def state(self, viewer: Viewer, wants_all: bool) -> Json:  # noqa: ARG002  everything is shown
        """How it stands at the place that is looked at, and all variations."""
        match = self.match
        number = len(match.choices)
        log = self.turn_at(number, viewer, True, brief=True)["log"] if number else []
        tree: Json = {
            "line": self.line,
            "at": self.at,
            "variations": [
                {
                    "parent": line.parent,
                    "at": line.at,
                    "name": line.name,
                    "moves": [{"text": move.choice, "rolled": move.dice is not None} for move in line.moves],
                }
                for line in self.variations.lines
            ],
            "comments": [
                {"line": line, "at": at, "text": text}
                for (line, at), text in self.variations.comments.items()
            ],
            "text": "\n".join(self.variations.written(replay.written_seed)),
            "log": log,
            "notation": self.notation(),
        }
        return super().state(viewer, True) | {"tree": tree}

    def named(self, text: str) -> str:
        """A sentence with the names of who plays."""
        return self._by_name(text)

    def notation(self) -> str:
        """The position in one line, where the game has such a line that can be typed back."""
        match = self.match
        return match.game.notation(match.states_at(len(match.choices)), 0)

    def check_place(self, line: int, at: int) -> None:
        """Refuse a place that there is not."""
        count, _ = self.variations.moves_to(line, at)
        if count > len(self.main.choices):
            raise Refused("malformed", f"there is no choice {at}; the match has {len(self.main.choices)}")

    def go(self, line: int, at: int) -> None:
        """Look at a place of a line."""
        line, at = self.variations.origin(line, max(at, 0))
        self.match = match_at(self.main, self.variations, line, at)
        self.line, self.at = line, at
        self.note_standing()

    def play(self, text: str, number: int, dice: int | None) -> None:
        """Play a choice at the place that is looked at: a new variation, unless it is there already."""
        self.check_number(number)
        here, at = self.variations.origin(self.line, self.at)
        move = Move(str(self.match.read(text)), dice)
        place = self._follow(here, at, move)
        if place is None:
            after = self.match.copy()
            if dice is not None:
                after.use_dice(dice)
            after.play(move.choice)  # before anything is noted: it may fail
            if here and at == self.variations.line(here).end:
                self.variations.extend(here, move)
                place = here, at + 1
            else:
                place = self.variations.begin(here, at, move), at + 1
        self.go(*place)

    def _follow(self, line: int, at: int, move: Move) -> tuple[int, int] | None:
        main = self.main
        if not line and at < len(main.choices) and move.dice is None and move.choice == main.choices[at]:
            return 0, at + 1
        return self.variations.follow(line, at, move)

    def outcomes(self, text: str) -> Json:
        """What can follow a choice, the likeliest first: chance, sentences, and dice that fall so."""
        match = self.match
        choice = match.read(text)
        found = outcomes(match, choice, limit=FALLS, samples=SAMPLES)
        wanted = found.results[:SHOWN]
        seeds = self._dice_for(match, choice.code, [result.state.array.tobytes() for result in wanted])
        told = []
        for result, seed in zip(wanted, seeds, strict=True):
            if seed is not None:
                chance = percent(result.probability, found.exact)
                told.append({"chance": chance, "says": self._fall(match, str(choice), seed), "dice": seed})
        return {
            "choice": str(choice),
            "exact": found.exact,
            "of": len(found.results),
            "results": _without_common(told),
        }

    def _dice_for(self, match: Match, code: int, wanted: Sequence[bytes]) -> list[int | None]:
        """For each position a seed by which it follows, if one of the first is enough."""
        found: dict[bytes, int] = {}
        missing = set(wanted)
        game = match.game
        for seed in range(TRIES):
            if not missing:
                break
            states = copied(match._states)
            game.entries.forget_dice(states, 0, seed)
            match._run(states, code)
            game.entries.forget_dice(states, 0, 0)
            content = states.tobytes()
            if content in missing:
                missing.discard(content)
                found[content] = seed
        return [found.get(content) for content in wanted]

    def _fall(self, match: Match, choice: str, seed: int) -> list[str]:
        """The sentences of a turn with these dice."""
        after = match.copy()
        after.use_dice(seed)
        after.play(choice)
        log = self.board.log(after, len(after.choices), ALL)
        return [self._by_name(entry.says) for entry in log if entry.says]

    def file(self) -> str:
        """The match file with all variations."""
        if self.origin.seat is not None:
            raise Refused("forbidden", "the match goes on, so its file is not given away here")
        match = self.main.copy()
        match.variations = self.variations
        return replay.write(match)


def _name(main: Match, origin: Origin, seat: int) -> str:
    return (origin.names[seat] if seat < len(origin.names) else "") or main.names.get(seat, "")


def _without_common(told: list[Any]) -> list[Any]:
    """What happens in any case is not told again and again."""
    if len(told) < 2:
        return told
    common = set.intersection(*(set(each["says"]) for each in told))
    for each in told:
        each["says"] = [says for says in each["says"] if says not in common] or ["Nothing else happens."]
    return told


def guessed(match: Match, seat: int, seed: int) -> Match:
    """A match from a position that a seat thinks possible, without its past and with other dice."""
    states = copied(match._states)
    match.game.entries.redeal(states, 0, seat, seed)
    guess = Match(match.game, 0, match.options)
    guess._place(states)
    guess.names = dict(match.names)
    if guess.is_over:
        raise HoplonError("there is nothing to analyse after the end")
    return guess
