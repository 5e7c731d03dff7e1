"""The terminal game: modes, cursor, keys and mouse. Legality, previews and threats are the match's own."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Label, ProgressBar, Static

from hoplon.cli.autosave import Autosave, default_name, kept
from hoplon.cli.hoplite import panel
from hoplon.cli.hoplite.board import Board
from hoplon.cli.hoplite.hexes import SMALL, fitting
from hoplon.cli.hoplite.palette import PALETTES, palette_for, theme
from hoplon.cli.hoplite.scene import Scene
from hoplon.cli.hoplite.screens import Ahead, Altar, AskName, Confirm, Ending, Help
from hoplon.cli.hoplite.tiles import Marks, describe, describe_threat
from hoplon.cli.inputs import load
from hoplon.core.actions import NOWHERE
from hoplon.core.errors import HoplonError, IllegalChoice
from hoplon.core.match import Match
from hoplon.games.hoplite.cells import START, cell_at, column_row, distance, neighbour
from hoplon.games.hoplite.foresight import foresee
from hoplon.games.hoplite.threats import Threat, threats
from hoplon.games.hoplite.words import WAY_NAMES, write_cell
from hoplon.protocols.compiling import COMPILING, PATIENCE

COMPILE_SECONDS = 30
WAY_KEYS = {"8": "n", "9": "ne", "3": "se", "2": "s", "1": "sw", "7": "nw"}
ARROWS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


class HopliteApp(App[int]):
    """One match after another, until the player leaves."""

    CSS_PATH = "game.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(name[0], f"mode('{name}')", name, show=False) for name in panel.MODES),
        *(Binding(key, f"way('{way}')", way, show=False) for key, way in WAY_KEYS.items()),
        *(Binding(key, f"arrow('{key}')", key, show=False) for key in ARROWS),
        Binding("enter", "act", "act", show=False),
        Binding("escape", "let_go", "let go", show=False),
        Binding("x", "threats", "threats"),
        Binding("v", "whole", "all that follows", show=False),
        Binding("u", "undo", "undo"),
        Binding("r", "redo", "redo"),
        Binding("n", "new", "new"),
        Binding("N", "again", "again"),
        Binding("S", "save", "save"),
        Binding("o", "load", "load"),
        Binding("c", "colours", "colours"),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("Q", "leave", "quit"),
        Binding("ctrl+q", "leave", "quit", show=False),
        Binding("ctrl+c", "interrupt", "quit", show=False),
    ]

    def __init__(self, start: Callable[[], Match], light: bool = False) -> None:
        super().__init__()
        self.start = start
        self.failure: HoplonError | None = None
        self.match: Match | None = None
        self.scene: Scene | None = None
        self.ready = False
        self.wanted: str | None = None
        self.hexes = SMALL
        self.mode = "walk"
        self.cursor: int | None = None
        self.message = ""
        self.shows_threats = False
        self.threats_of: Scene | None = None
        self.threatened: dict[str, Threat] = {}
        self.autosave = Autosave()
        self.saved_at = 0
        for name in PALETTES:
            self.register_theme(theme(name))
        self.wear("grey" if self.no_color else "light" if light else "dark")

    def compose(self) -> ComposeResult:
        """The board, and beside it the hero, the modes, the tile, the log."""
        with Vertical(id="field"):
            yield Board()
        with Vertical(id="side"):
            yield Static(id="hero", classes="section")
            yield Static(id="modes")
            yield Static(id="tile", classes="section")
            with VerticalScroll(id="log", classes="section", can_focus=False):
                yield Static(id="turns")
            with Vertical(id="loading"):
                yield Label("loading the rules", id="what")
                yield ProgressBar(total=COMPILE_SECONDS, show_percentage=False, show_eta=False)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Show bare ground while the rules are loaded."""
        self.table.query_one("#tile").border_title = "Tile"
        self.table.query_one("#log").border_title = "Turns"
        self.began = time.monotonic()
        self.clock = self.set_interval(0.25, self.tick)
        self.hexes = fitting(*self.size)
        self.draw()
        # A thread that the exit does not wait for, because nobody can interrupt the compiler.
        Thread(target=self.prepare, daemon=True).start()

    def on_resize(self, event: events.Resize) -> None:
        """Choose the size of the hexes anew."""
        self.hexes = fitting(*event.size)
        self.draw()

    # Starting: rules may have to be compiled, so that happens in a thread.

    def prepare(self) -> None:
        """Begin the match, then load all that playing needs."""
        try:
            match = self.start()
            scene = Scene.of(match)
        except HoplonError as error:
            self.tell(self.fail, error)
            return
        self.tell(self.open, match, scene)
        twin = match.copy()
        if scene.legal:
            foresee(twin, scene.legal[0])
        threats(twin.state.array, 0)
        self.tell(self.rules_ready)

    def tell(self, what: Callable[..., None], *args: object) -> None:
        """Have something done by the screen's own thread, unless the player has left."""
        if self.is_running:
            self.call_from_thread(what, *args)

    def fail(self, error: HoplonError) -> None:
        """Leave with the error, for the command line to say."""
        self.failure = error
        self.exit(2)

    def tick(self) -> None:
        """Move the progress bar."""
        waited = time.monotonic() - self.began
        if waited > PATIENCE:
            self.table.query_one("#what", Label).update(COMPILING)
        self.table.query_one(ProgressBar).update(progress=min(waited, COMPILE_SECONDS * 0.97))

    def rules_ready(self) -> None:
        """Everything can be asked now; do what the player wanted meanwhile."""
        self.ready = True
        self.clock.stop()
        self.table.query_one("#loading").display = False
        wanted, self.wanted = self.wanted, None
        if wanted:
            self.play(wanted)
        else:
            self.draw()

    def open(self, match: Match, scene: Scene) -> None:
        """Show another match."""
        self.match, self.scene = match, scene
        self.autosave = Autosave()
        self.saved_at = len(match.choices)
        self.mode, self.cursor = "walk", None
        self.draw()
        self.show_ending()

    # Drawing.

    @property
    def table(self) -> Screen[Any]:
        """The screen with the board, whatever lies over it."""
        return self.screen_stack[0]

    def draw(self) -> None:
        """Bring the whole screen up to date."""
        self.table.set_class(self.hexes is not SMALL, "roomy")
        scene = self.scene
        marks = Marks(cursor=self.cursor)
        if scene:
            further = scene.targets("leap") if self.mode == "walk" else set()
            marks = Marks(scene.targets(self.mode), further, self.cursor, self.threats_now())
        board = self.table.query_one(Board)
        board.show(self.hexes, scene.position if scene else None, marks, self.palette)
        if scene is None or self.match is None:
            return
        hero = self.table.query_one("#hero", Static)
        hero.border_title = f"Hoplite, seed {self.match.seed}"
        hero.update(panel.hero_text(scene.position, self.palette))
        self.table.query_one("#modes", Static).update(panel.modes_markup(self.mode, scene.legal))
        self.table.query_one("#tile", Static).update(self.tile_text(scene))
        self.table.query_one("#turns", Static).update(
            panel.turns_text(self.match.choices, self.match.turns, self.palette)
        )
        self.table.query_one("#log", VerticalScroll).scroll_end(animate=False)

    def threats_now(self) -> dict[str, Threat]:
        """The threatened tiles, if they are to be seen; asked once for a scene."""
        if not (self.shows_threats and self.ready and self.match):
            return {}
        if self.threats_of is not self.scene:
            self.threats_of, self.threatened = self.scene, threats(self.match.state.array, 0)
        return self.threatened

    def tile_text(self, scene: Scene) -> Text:
        """The message, or the tile under the cursor with what acting there would do."""
        text = Text()
        if self.message:
            text.append(self.message + "\n", f"bold {self.palette.demolitionist}")
        if scene.outcome:
            text.append(f"{scene.outcome}\n", "bold")
        if self.cursor is None:
            if not self.message:
                text.append(
                    "Click a tile, or move the cursor by the arrow keys. ? is help.", self.palette.ink
                )
            return text
        text.append(f"{write_cell(self.cursor)}  ", self.palette.ink)
        text.append(describe(scene.position, self.cursor))
        threat = self.threats_now().get(write_cell(self.cursor))
        if threat:
            text.append(f"\n! {describe_threat(threat)}", f"bold {self.palette.footman}")
        choice = scene.choice_at(self.mode, self.cursor)
        if choice and choice in scene.legal and self.ready and self.match:
            text.append("\n⏎ ", self.palette.ink)
            text.append(choice, "bold")
            room = self.table.query_one("#tile").size.height - len(text.plain.splitlines())
            text.append_text(panel.tree_text(panel.foretold(self.match, choice), self.palette, max(1, room)))
        return text

    def action_whole(self) -> None:
        """Everything that acting at the cursor would lead to."""
        if self.match is None or self.scene is None or not self.ready:
            return
        choice = self.scene.choice_at(self.mode, self.cursor) if self.cursor is not None else None
        if choice is None or choice not in self.scene.legal:
            self.say("point at a tile where you can act, to see all that would follow")
            return
        self.push_screen(Ahead(choice, panel.tree_text(panel.foretold(self.match, choice), self.palette)))

    # Acting.

    def play(self, text: str) -> None:
        """Play a choice, or say why it cannot be."""
        if self.match is None or not self.ready:
            self.wanted = text
            return
        try:
            self.match.play(text)
        except IllegalChoice as error:
            self.message = self.why(text) or str(error)
        else:
            self.advance()
        self.draw()
        self.show_ending()

    def why(self, text: str) -> str:
        """Why a choice is not legal, without the list of those that are."""
        if self.match is None or self.match.is_over:
            return ""
        array = self.match.state.array
        return self.match.game.why_illegal(array, 0, self.match.game.read_choice(array, 0, text))

    def advance(self) -> None:
        """Look at the match anew after it changed, and keep it."""
        if self.match is None:
            return
        self.scene = Scene.of(self.match)
        self.mode, self.message = "walk", ""
        if not self.autosave.keep(self.match):
            self.message = "The match cannot be kept by itself: the state folder is not writable."

    def show_ending(self) -> None:
        """Death or victory."""
        if self.scene and self.scene.outcome:
            self.push_screen(Ending(self.scene.outcome, self.scene.position), self.after_ending)

    async def after_ending(self, wish: str | None) -> None:
        """Go on as the player wished."""
        if wish:
            await self.run_action(wish if wish != "quit" else "leave")

    def on_board_pointed(self, message: Board.Pointed) -> None:
        """The cursor follows the mouse."""
        self.cursor = message.cell
        self.draw()

    def on_board_clicked(self, message: Board.Clicked) -> None:
        """Act on a tile."""
        self.cursor = message.cell
        self.action_act()

    def action_act(self) -> None:
        """Do the natural thing at the cursor."""
        if self.cursor is None or self.scene is None:
            return
        if self.mode == "walk" and self.cursor in self.scene.targets("pray"):
            self.action_mode("pray")
        elif choice := self.scene.choice_at(self.mode, self.cursor):
            self.play(choice)
        else:
            self.say("a bash aims at a tile next to you")

    def say(self, message: str) -> None:
        """Put a message above the tile."""
        self.message = message
        self.draw()

    def action_mode(self, mode: str) -> None:
        """Choose what to do; idling is done at once, praying opens the altar."""
        if self.scene is None:
            return
        if mode == "idle":
            self.play("idle")
        elif mode == "pray":
            if self.scene.prayable:
                self.push_screen(Altar(self.scene.position, self.scene.prayable), self.after_altar)
            else:
                self.play("pray fortitude")  # is refused, with the reason
        else:
            self.mode, self.message = mode, ""
            self.draw()

    def after_altar(self, prayer: str | None) -> None:
        """Say the prayer that was chosen."""
        if prayer:
            self.play(f"pray {prayer}")

    def action_way(self, way: str) -> None:
        """A direction: walk or bash that way, or move the cursor."""
        if self.scene is None or self.mode == "walk":
            self.play(f"walk {way}")
        elif self.mode == "bash":
            self.play(self.scene.bash_towards(way))
        else:
            self.move_cursor(int(neighbour(self.from_cursor(), WAY_NAMES.index(way))))

    def action_arrow(self, key: str) -> None:
        """Move the cursor by column and row."""
        right, up = ARROWS[key]
        column, row = column_row(self.from_cursor())
        for other in (row + up, row + up + 1, row + up - 1):
            cell = cell_at(column + right, other)
            if cell != NOWHERE and distance(cell, self.from_cursor()) == 1:
                self.move_cursor(cell)
                return

    def from_cursor(self) -> int:
        """Where the cursor is, or sets out from."""
        hero = self.scene.hero if self.scene else START
        return hero if self.cursor is None else self.cursor

    def move_cursor(self, cell: int) -> None:
        """Point at a tile, unless it is off the map."""
        if cell != NOWHERE and self.scene:
            self.cursor, self.message = cell, ""
            self.draw()

    def action_let_go(self) -> None:
        """Back to walking, without a cursor."""
        self.mode, self.cursor, self.message = "walk", None, ""
        self.draw()

    def action_threats(self) -> None:
        """Show or hide threatened tiles."""
        self.shows_threats = not self.shows_threats
        self.draw()

    # The match as a whole.

    def action_undo(self) -> None:
        """Take the last turn back."""
        self.try_to(lambda match: match.undo())

    def action_redo(self) -> None:
        """Play it again."""
        self.try_to(lambda match: match.redo())

    def try_to(self, change: Callable[[Match], object]) -> None:
        """Change the match, or say why not."""
        if self.match is None or not self.ready:
            return
        try:
            change(self.match)
        except HoplonError as error:
            self.say(str(error))
        else:
            self.advance()
            self.draw()
            self.show_ending()

    def action_new(self) -> None:
        """Another seed, the same options."""
        self.begin(None)

    def action_again(self) -> None:
        """The same seed from the start."""
        self.begin(self.match.seed if self.match else None)

    def begin(self, seed: int | None) -> None:
        """A new match; the one so far is kept."""
        if self.match and self.ready:
            match = Match(self.match.game, seed, self.match.options)
            self.message = ""
            self.open(match, Scene.of(match))

    def action_save(self) -> None:
        """Ask for a name and write the match file."""
        if self.match:
            self.push_screen(AskName("Save as", default_name(self.match)), self.after_name)

    def after_name(self, name: str | None) -> None:
        """Never overwrite silently."""
        if name is None:
            return
        path = Path(name).expanduser()
        if path.exists():
            question = f"{path} exists. Overwrite it?"
            self.push_screen(Confirm(question), lambda yes: self.write(path) if yes else None)
        else:
            self.write(path)

    def write(self, path: Path) -> None:
        """Save the match."""
        if self.match is None:
            return
        try:
            self.match.save(path)
        except OSError as error:
            self.say(f"{path} cannot be written: {error.strerror}")
        else:
            self.saved_at = len(self.match.choices)
            self.say(f"saved as {path}")

    def action_load(self) -> None:
        """Ask for a match file."""
        if self.match and self.ready:
            last = kept(self.match.game.name)
            self.push_screen(AskName("Load", str(last[0]) if last else ""), self.after_load)

    def after_load(self, name: str | None) -> None:
        """Open it, or say what is wrong with it."""
        if name is None or self.match is None:
            return
        try:
            match = load(Path(name).expanduser())
            if match.game is not self.match.game:
                raise HoplonError(f"{name} is a match of {match.game.title}")
        except HoplonError as error:
            self.say(str(error))
        else:
            self.message = ""
            self.open(match, Scene.of(match))

    def action_colours(self) -> None:
        """Dark or light, if there are colours."""
        if not self.no_color:
            self.wear("light" if self.theme == "hoplon-dark" else "dark")
            self.draw()

    def wear(self, name: str) -> None:
        """Take other colours."""
        self.palette = palette_for(name, self.console.color_system)
        self.theme = f"hoplon-{name}"

    def action_help(self) -> None:
        """Keys and signs."""
        self.push_screen(Help())

    def action_leave(self) -> None:
        """Quit; ask first if a match is under way."""
        running = self.match and self.scene and not self.scene.outcome
        if running and self.match and len(self.match.choices) != self.saved_at:
            question = "Quit? The match is kept: hoplon play hoplite --resume goes on with it."
            self.push_screen(Confirm(question), lambda yes: self.exit(0) if yes else None)
        else:
            self.exit(0)

    def action_interrupt(self) -> None:
        """Leave at once, as Ctrl-C does everywhere; nothing is lost."""
        self.exit(130)
