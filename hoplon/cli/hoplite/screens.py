"""What opens over the board: help, the altar, questions, and the end."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from hoplon.core.outcome import Outcome
from hoplon.core.sentences import addressed, begin
from hoplon.games.hoplite.story import ended
from hoplon.games.hoplite.tables import PRAYER_HELP, PRAYER_NAMES, SACRIFICE
from hoplon.games.hoplite.view import Position

HELP = """\
Every attack is a reaction to movement: walk past a demon and you stab it, \
walk straight at it and you lunge. Reach the stairs [b]>[/b]; on depth 16 take \
the fleece [b]*[/b] to the portal [b]O[/b].

[b]Directions[/b]  7 8 9  =  nw n ne   (keypad or digits)
            1 2 3  =  sw s se
            They walk or bash at once; leaping and throwing, they point.
[b]Cursor[/b]      arrows move it, Enter acts there, Escape lets go.
            [b]v[/b] shows all that acting there would lead to.
[b]Mouse[/b]       a click walks to the next tile and leaps further away;
            on yourself it idles, on the altar it prays.

[b]w[/b] walk      [b]p[/b] pray      [b]x[/b] threats       [b]n[/b] new seed
[b]l[/b] leap      [b]i[/b] idle      [b]c[/b] colours       [b]N[/b] same seed again
[b]b[/b] bash      [b]u[/b] undo      [b]S[/b] save          [b]?[/b] this help
[b]t[/b] throw     [b]r[/b] redo      [b]o[/b] load          [b]Q[/b] quit

@ you  F footman  A archer  D demolitionist  W wizard  o bomb  ~ magma
P altar (p used up)  s spear  z stunned  small d and w: not charged
• you may go there  ! attacked next turn  ° a bomb thrown there
"""


class Help(ModalScreen[None]):
    """Keys and signs."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,enter,q,Q", "app.pop_screen", "Close")
    ]

    def compose(self) -> ComposeResult:
        """One scrolling page."""
        with VerticalScroll(classes="window wide") as window:
            window.border_title = "Help"
            window.border_subtitle = "Escape closes"
            yield Static(HELP)

    def on_click(self, _event: events.Click) -> None:
        """A click closes it."""
        self.dismiss(None)


class Ahead(ModalScreen[None]):
    """Everything that a choice would lead to."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,v,enter,q,Q", "app.pop_screen", "Close")]

    def __init__(self, choice: str, tree: Text) -> None:
        super().__init__()
        self.choice = choice
        self.tree_text = tree

    def compose(self) -> ComposeResult:
        """One scrolling page."""
        with VerticalScroll(classes="window wide") as window:
            window.border_title = f"What {self.choice} would lead to"
            window.border_subtitle = "Arrows scroll, Escape closes"
            yield Static(self.tree_text)

    def on_click(self, _event: events.Click) -> None:
        """A click closes it."""
        self.dismiss(None)


class Altar(ModalScreen[str | None]):
    """The offers of the altar; the answer is a prayer."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,p", "dismiss(None)", "Close")]

    def __init__(self, position: Position, prayable: set[str]) -> None:
        super().__init__()
        self.position = position
        self.prayable = prayable

    def compose(self) -> ComposeResult:
        """One line a prayer, those that cannot be said now greyed out."""
        with Vertical(classes="window wide") as window:
            window.border_title = "The altar offers"
            window.border_subtitle = "Enter prays, Escape closes"
            yield OptionList(*(self.option(name) for name in self.position.offers))

    def option(self, name: str) -> Option:
        """A prayer with what it does and costs."""
        prayer = PRAYER_NAMES.index(name)
        hearts = int(SACRIFICE[prayer])
        cost = f"  sacrifice {hearts} ♥" if hearts else ""
        text = Text.assemble((f"{name}{cost}\n", "bold"), f"  {PRAYER_HELP[prayer]}")
        return Option(text, id=name, disabled=name not in self.prayable)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Pray."""
        self.dismiss(event.option.id)


class AskName(ModalScreen[str | None]):
    """Asks for a file name."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(self, question: str, suggestion: str) -> None:
        super().__init__()
        self.question = question
        self.suggestion = suggestion

    def compose(self) -> ComposeResult:
        """A line to type on."""
        with Vertical(classes="window") as window:
            window.border_title = self.question
            window.border_subtitle = "Enter confirms, Escape cancels"
            yield Input(self.suggestion, select_on_focus=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The name as typed; an empty one cancels."""
        self.dismiss(event.value.strip() or None)


class Confirm(ModalScreen[bool]):
    """A question with yes and no."""

    AUTO_FOCUS = ""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "Yes"),
        Binding("n,escape", "dismiss(False)", "No"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        """The question and two buttons."""
        with Vertical(classes="window"):
            yield Label(self.question)
            with Horizontal(classes="buttons"):
                yield Button("yes (y)", id="yes", compact=True)
                yield Button("no (n)", id="no", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer."""
        self.dismiss(event.button.id == "yes")


class Ending(ModalScreen[str | None]):
    """How the run ended; the answer is what to do next."""

    AUTO_FOCUS = ""

    NEXT: ClassVar[dict[str, tuple[str, str]]] = {
        "new": ("n", "new (n)"),
        "again": ("N", "again (N)"),
        "undo": ("u", "undo (u)"),
        "save": ("S", "save (S)"),
        "quit": ("Q", "quit (Q)"),
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter", "dismiss(None)", "Look at the board"),
        *(Binding(key, f"dismiss('{name}')", label) for name, (key, label) in NEXT.items()),
    ]

    def __init__(self, outcome: Outcome, position: Position) -> None:
        super().__init__()
        self.outcome = outcome
        self.position = position

    def compose(self) -> ComposeResult:
        """Cause, score, and the ways on."""
        p = self.position
        title = {"won": "Victory", "lost": "You died", "resigned": "Resigned"}[p.ended or "resigned"]
        reason = addressed(ended(self.outcome.reason), True)
        with Vertical(classes="window"):
            yield Label(title, classes=f"title {p.ended}")
            yield Label(f"{begin(reason)} on depth {p.depth}, turn {p.turn}")
            yield Label(f"score {p.score}", classes="score")
            with Horizontal(classes="buttons"):
                for name, (_, label) in self.NEXT.items():
                    yield Button(label, id=name, compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Go on."""
        self.dismiss(event.button.id)
