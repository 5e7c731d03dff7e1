"""Colours of the board, for dark and for light terminals."""

from __future__ import annotations

from dataclasses import dataclass

from textual.color import Color
from textual.theme import Theme


@dataclass(frozen=True)
class Palette:
    """Ground comes in three shades, so that neighbours differ and no outline is needed."""

    background: str
    ground: tuple[str, str, str]
    ink: str
    magma: str
    magma_ink: str
    place: str  # stairs, altar, fleece, portal, spear
    place_ink: str
    reach: str  # where the chosen action may go
    further: str  # where the other way of moving may go
    danger: str
    cursor: str
    hero: str
    footman: str
    archer: str
    demolitionist: str
    wizard: str
    bomb: str
    piece_ink: str = "#ffffff"
    bomb_ink: str = "#ffffff"


DARK = Palette(
    background="#15151b",
    ground=("#34343e", "#3a3a45", "#2f2f38"),
    ink="#9c9caa",
    magma="#8f3413",
    magma_ink="#f0a070",
    place="#4a5a4e",
    place_ink="#e8f0d8",
    reach="#2f5f86",
    further="#33475c",
    danger="#a0283a",
    cursor="#ffe27a",
    hero="#2b86dd",
    footman="#bd3a40",
    archer="#8a58c4",
    demolitionist="#ad7412",
    wizard="#2e8f52",
    bomb="#0c0c10",
)
LIGHT = Palette(
    background="#f6f3ea",
    ground=("#e2dccb", "#dad3c0", "#e9e4d6"),
    ink="#6b6455",
    magma="#f0a070",
    magma_ink="#8a3208",
    place="#c3cfae",
    place_ink="#2c3a1c",
    reach="#9cc4e6",
    further="#c9d8e2",
    danger="#e2788a",
    cursor="#7a3d00",
    hero="#1768b4",
    footman="#b02a32",
    archer="#71409f",
    demolitionist="#8c5a06",
    wizard="#1d7440",
    bomb="#2a2824",
)
# Without colour, letters tell: pieces are bright with dark letters, all else is dark.
GREY = Palette(
    background="#101010",
    ground=("#303030", "#383838", "#2a2a2a"),
    ink="#b0b0b0",
    magma="#181818",
    magma_ink="#e0e0e0",
    place="#585858",
    place_ink="#ffffff",
    reach="#606060",
    further="#484848",
    danger="#303030",
    cursor="#ffffff",
    hero="#ffffff",
    footman="#d0d0d0",
    archer="#d0d0d0",
    demolitionist="#d0d0d0",
    wizard="#d0d0d0",
    bomb="#000000",
    piece_ink="#000000",
    bomb_ink="#ffffff",
)
PALETTES = {"dark": DARK, "light": LIGHT, "grey": GREY}


def theme(name: str) -> Theme:
    """Textual's colours to go with the board's."""
    palette = PALETTES[name]
    return Theme(
        name=f"hoplon-{name}",
        dark=palette is not LIGHT,
        primary=palette.hero,
        success=palette.wizard,
        error=palette.footman,
        warning=palette.demolitionist,
        background=palette.background,
        surface=palette.ground[0],
        panel=palette.ground[1],
        variables={"board": palette.background, "footer-background": palette.background},
    )


def blend(base: str, other: str, share: float) -> str:
    """A colour with a share of another."""
    return Color.parse(base).blend(Color.parse(other), share).hex
