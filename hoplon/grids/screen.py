"""The screen of a small game: from a layout and a scene come text picture, SVG and the board of the page.

SCREEN = Screen(squares.layout(7, 6), scene, offer)
GAME = Game(…, draw=SCREEN.draw, picture=SCREEN.picture, board=SCREEN.board)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from hoplon.core.board import ALL, Board, Entry, Field, Json, Offer, entry_of, made_from_options
from hoplon.core.match import Match
from hoplon.core.sentences import Sentences
from hoplon.core.text import Action
from hoplon.grids.scene import Layout, Scene
from hoplon.grids.svg_picture import svg_picture
from hoplon.grids.text_picture import text_picture


@dataclass(frozen=True)
class Click:
    """Where people click for a choice; without a cell it is a button.

    Where a piece is taken up first and put down on the cell, `source` is the cell that it comes from; `also`
    are further cells that mean the same. Choices with and without a `source` may be mixed: while a piece is
    held, those without one can still be clicked, except on cells where the held piece has a choice itself.
    """

    cell: int | None = None
    source: int | None = None
    also: tuple[int, ...] = ()
    label: str = ""
    tool: str = ""


@dataclass(frozen=True)
class Screen:
    """How a game is shown, declared once.

    `layout` is the board, or makes it from `(states, i)` where a state knows its size. `scene(states, i,
    viewer)` says what lies on it; the viewer is a seat, SPECTATOR or ALL. In a game that hides something the
    state is concealed first, so it holds nothing that the viewer may not know; `conceal` takes SPECTATOR too.

    `offer(states, i, choice)` says where to click for a choice; by default each is a button. `says` are
    sentences by kind of action, with the words of the game's phrases in braces and `{player}` for who acts;
    people read nothing of a kind without one, and the phrases where `says` is not given. In a log, `src` and
    `dst` are cells. `seen(action, viewer)` is an action as a viewer may know it; None hides it. Unless it is
    given, a game that hides something shows a seat only its own turns.
    """

    layout: Layout | Callable[[Any, int], Layout]
    scene: Callable[[Any, int, int], Scene]
    offer: Callable[[Any, int, int], Click] | None = None
    says: Mapping[Any, str] | None = None
    seen: Callable[[Action, int], Action | None] | None = None
    form: Callable[[], tuple[Field, ...]] = made_from_options

    def layout_of(self, states: Any, i: int) -> Layout:
        """The board that a position is on."""
        return self.layout if isinstance(self.layout, Layout) else self.layout(states, i)

    def draw(self, states: Any, i: int) -> str:
        """A position as text, with all that the state holds."""
        return text_picture(self.layout_of(states, i), self.scene(states, i, ALL))

    def picture(self, states: Any, i: int) -> str:
        """The same as SVG."""
        scene = self.scene(states, i, ALL)
        return svg_picture(self.layout_of(states, i), scene, scene.note or "A position")

    @cached_property
    def board(self) -> Board:
        """The board of the page."""
        return Board(
            offers=self._offers,
            grid=self.layout.grid if isinstance(self.layout, Layout) else "",
            ground=lambda match: {"scene": self._layout(match).as_json()},
            position=self._position,
            log=self._log,
            told=self._told,
            form=self.form,
        )

    def _layout(self, match: Match) -> Layout:
        return self.layout_of(match.states_at(0), 0)

    def _position(self, match: Match, number: int, viewer: int) -> Json:
        states = match.states_at(number)
        if match.game.hides and viewer != ALL:
            states = match.game.concealed(states, 0, viewer)
        return {"turn": number, **self.scene(states, 0, viewer).as_json(self._layout(match))}

    def _offers(self, match: Match) -> tuple[Offer, ...]:
        if self.offer is None:
            return tuple(Offer(choice, "", None, choice.capitalize()) for choice in match.legal())
        states, layout = match.states_at(len(match.choices)), self._layout(match)
        found = []
        for choice in match.legal():
            click = self.offer(states, 0, choice.code)
            cell, source = (None if c is None else layout.name(c) for c in (click.cell, click.source))
            also = tuple(layout.cells[c].id for c in click.also)
            label = click.label or choice.capitalize()
            found.append(Offer(choice, click.tool, cell, label, source=source, also=also))
        return tuple(found)

    def _log(self, match: Match, number: int, viewer: int) -> tuple[Entry, ...]:
        """What happened, as far as the viewer may know; causes count only the entries that are shown."""
        name = self._layout(match).name
        found: list[Entry] = []
        place: dict[int, int] = {}
        for n, action in enumerate(match.turns[number - 1].actions):
            seen = self._seen(match, number, action, viewer)
            if seen is not None:
                place[n] = len(found)
                entry = entry_of(seen, match, name, self._sentence(match, seen))
                found.append(replace(entry, cause=place.get(action.cause, -1)))
        return tuple(found)

    def _seen(self, match: Match, number: int, action: Action, viewer: int) -> Action | None:
        if viewer == ALL:
            return action
        if self.seen is not None:
            return self.seen(action, viewer)
        return action if match.seats[number - 1] == viewer or not match.game.hides else None

    def _sentence(self, match: Match, action: Action) -> str:
        phrases = match.game.phrases
        if self.says is None:
            return phrases.write(action)
        names = match.game.seat_names(match.options)
        words = {name: word.write for name, word in phrases.words.items()}
        return Sentences(self.says, words | {"player": lambda action: names[action.who]}).say(action)

    def _told(self, match: Match, number: int, viewer: int) -> str | None:
        """The choice, unless what it began is hidden."""
        actions = match.turns[number - 1].actions
        hidden = bool(actions) and self._seen(match, number, actions[0], viewer) is None
        return None if hidden else str(match.choices[number - 1])
