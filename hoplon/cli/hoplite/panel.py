"""The texts beside the board: the hero, the tile under the cursor, the turns."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from hoplon.cli.hoplite.palette import Palette
from hoplon.cli.hoplite.tiles import demon_name
from hoplon.core.choices import Choice, Choices
from hoplon.core.match import Match
from hoplon.core.text import Action, Turn
from hoplon.games.hoplite.foresight import foresee
from hoplon.games.hoplite.state import Do
from hoplon.games.hoplite.story import sentences
from hoplon.games.hoplite.view import Position

MODES = ("walk", "leap", "bash", "throw", "pray", "idle")
BAR = 14
STREAK = 3
TURNS_SHOWN = 40
LOUD = {
    "KILL": "footman", "HIT": "footman", "DIE": "footman", "EXPLODE": "demolitionist", "WIN": "wizard",
    "DESCEND": "hero", "SURGE": "wizard", "REGENERATE": "wizard",
}  # fmt: skip
Told = tuple[Action, str]  # an action and its sentence


def hero_text(p: Position, palette: Palette) -> Text:
    """Depth, hearts, energy, bash, spear, streak, prayers and the order of play."""
    text = Text()
    text.append(f"Depth {p.depth}", "bold")
    text.append(f"   turn {p.turn}   score {p.score}")
    if p.carries_fleece:
        text.append("   fleece *", f"bold {palette.demolitionist}")
    text.append("\n" + "♥" * p.health, f"bold {palette.footman}")
    text.append("♡" * (p.max_health - p.health), palette.footman)
    text.append(f" {p.health}/{p.max_health} hearts")
    full = BAR * p.energy // p.max_energy
    text.append("\n" + "█" * full, palette.hero)
    text.append("░" * (BAR - full), palette.ink)
    text.append(f" {p.energy}/{p.max_energy} energy\n")
    text.append(
        "bash ready" if p.cooldown == 0 else f"bash in {p.cooldown}", "bold" if not p.cooldown else ""
    )
    text.append("   spear in hand" if p.spear == "hand" else f"   spear at {p.spear}")
    text.append("   streak " + "●" * p.streak + "○" * (STREAK - p.streak))
    text.append("\nprayers ", palette.ink)
    text.append(", ".join(p.prayers) or "none")
    text.append("\norder   ", palette.ink)
    for demon in p.demons:
        text.append(demon_name(demon), f"bold {getattr(palette, demon.kind)}")
        text.append("z " if demon.stunned else " ")
    if not p.demons:
        text.append("nobody is left")
    return text


def modes_markup(mode: str, legal: Choices | Sequence[str]) -> str:
    """The line of modes, each a link."""
    possible = {choice.split(" ")[0] for choice in legal}
    words = []
    for name in MODES:
        style = "reverse bold" if name == mode else "" if name in possible else "dim"
        words.append(f"[@click=app.mode('{name}')][{style or 'none'}] [u]{name[0]}[/u]{name[1:]} [/][/]")
    return "".join(words)


def tree_lines(told: Sequence[Told]) -> list[tuple[str, str, str]]:
    """What is read of a log, each line under the nearest cause that is read: guides, sentence and kind."""
    shown: list[tuple[int, str, str]] = []
    depths = {-1: -1}
    for n, (action, says) in enumerate(told):
        above = depths[action.cause]
        depths[n] = above + 1 if says else above
        if says:
            shown.append((above + 1, says, Do(action.kind).name))
    levels = [depth for depth, _, _ in shown]
    return [
        ("".join(_guide(levels, i, level) for level in range(1, depth + 1)), says, kind)
        for i, (depth, says, kind) in enumerate(shown)
    ]


def _guide(depths: Sequence[int], i: int, level: int) -> str:
    """One level of the tree: does a later action hang on the same branch?"""
    more = False
    for depth in depths[i + 1 :]:
        if depth <= level:
            more = depth == level
            break
    if level == depths[i]:
        return "├ " if more else "└ "
    return "│ " if more else "  "


def told(turn: Turn) -> list[Told]:
    """A turn with its sentences."""
    return list(zip(turn.actions, sentences(turn, True), strict=True))


def foretold(match: Match, choice: str) -> list[Told]:
    """What a choice would lead to, with chances."""
    return [
        (line.action, f"{line.chance} {line.says}" if line.chance and line.says else line.says)
        for line in foresee(match, choice)
    ]


def tree_text(log: Sequence[Told], palette: Palette, most: int | None = None) -> Text:
    """A log as a tree; of more lines than fit, the last says how to see all."""
    lines = tree_lines(log)
    cut = most is not None and len(lines) > most
    text = Text()
    for guides, says, kind in lines[: most - 1] if cut and most is not None else lines:
        text.append("\n  " + guides, palette.ink)
        text.append(says, f"bold {getattr(palette, LOUD[kind])}" if kind in LOUD else "")
    if cut and most is not None:
        text.append(f"\n  … {len(lines) - most + 1} more: press v", palette.ink)
    return text


def turns_text(choices: Sequence[Choice], turns: Sequence[Turn], palette: Palette) -> Text:
    """The last turns, the latest at the end."""
    text = Text()
    first = max(0, len(turns) - TURNS_SHOWN)
    for number in range(first, len(turns)):
        if number > first:
            text.append("\n")
        text.append(f"{number + 1} ", palette.ink)
        text.append(choices[number], "bold")
        text.append_text(tree_text(told(turns[number]), palette))
    return text
