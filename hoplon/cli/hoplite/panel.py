"""The texts beside the board: the hero, the tile under the cursor, the turns."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from hoplon.cli.hoplite.palette import Palette
from hoplon.cli.hoplite.tiles import demon_name
from hoplon.core.choices import Choice, Choices
from hoplon.core.text import Turn
from hoplon.games.hoplite.view import Position

MODES = ("walk", "leap", "bash", "throw", "pray", "idle")
BAR = 14
STREAK = 3
TURNS_SHOWN = 40
LOUD = {
    "kill": "footman", "hit": "footman", "die": "footman", "explode": "demolitionist", "win": "wizard",
    "descend": "hero", "surge": "wizard", "regenerate": "wizard",
}  # fmt: skip


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


def tree_lines(turn: Turn) -> list[tuple[str, str]]:
    """Each action with the guides that lead to it from its cause."""
    depths = [action.depth for action in turn.actions]
    lines = []
    for i, phrase in enumerate(turn.lines()):
        guides = "".join(_guide(depths, i, level) for level in range(1, depths[i] + 1))
        lines.append((guides, phrase))
    if not turn.is_complete:
        lines.append(("", "… then dice decide"))
    return lines


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


def turn_text(turn: Turn, palette: Palette, most: int | None = None) -> Text:
    """A turn as a tree, cut off after so many lines."""
    lines = tree_lines(turn)
    cut = most is not None and len(lines) > most
    text = Text()
    for guides, phrase in lines[: most - 1] if cut and most is not None else lines:
        word = phrase.split(" ")[0]
        text.append("\n  " + guides, palette.ink)
        text.append(phrase, f"bold {getattr(palette, LOUD[word])}" if word in LOUD else "")
    if cut and most is not None:
        text.append(f"\n  … {len(lines) - most + 1} more", palette.ink)
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
        text.append_text(turn_text(turns[number], palette))
    return text
