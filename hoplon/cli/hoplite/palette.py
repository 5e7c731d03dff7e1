"""Colours of the board, for dark and for light terminals with many colours, 256 or 16.

Where there are many, marks are mixed into what they mark. A terminal with fewer takes the nearest of its own
for each mixture, so that one mark would show in several hues; there every colour is one that it has.
"""

from __future__ import annotations

from dataclasses import dataclass

from textual.color import Color
from textual.theme import Theme

Shades = tuple[str, str, str]


@dataclass(frozen=True)
class Palette:
    """Ground and marks come in three shades, so that neighbours differ and no outline is needed."""

    background: str
    ground: Shades
    ink: str
    magma: Shades
    magma_ink: str
    place: str  # stairs, altar, fleece, portal, spear
    place_ink: str
    reach: Shades  # where the chosen action may go
    further: Shades  # where the other way of moving may go
    danger: Shades
    bombed: Shades  # where a bomb may be thrown
    cursor: str
    hero: str
    footman: str
    archer: str
    demolitionist: str
    wizard: str
    bomb: str
    piece_ink: str = "#ffffff"
    bomb_ink: str = "#ffffff"
    mixes: bool = False
    dots: bool = False  # bare ground has a dot, where shades cannot tell tiles apart

    def tint(self, fill: str, mark: Shades, shade: int, share: float, is_ground: bool) -> str:
        """The colour of a tile that is marked: mixed, or else the mark's own where nothing stands."""
        if self.mixes:
            return blend(fill, mark[shade], share)
        return mark[shade] if is_ground else fill


def same(colour: str) -> Shades:
    """One colour for all shades."""
    return colour, colour, colour


def darker(colour: str, background: str) -> Shades:
    """Shades that go a little towards the background."""
    return colour, blend(colour, background, 0.07), blend(colour, background, 0.14)


def blend(base: str, other: str, share: float) -> str:
    """A colour with a share of another."""
    return Color.parse(base).blend(Color.parse(other), share).hex


DARK = Palette(
    background="#15151b",
    ground=("#34343e", "#3a3a45", "#2f2f38"),
    ink="#9c9caa",
    magma=darker("#8f3413", "#15151b"),
    magma_ink="#f0a070",
    place="#4a5a4e",
    place_ink="#e8f0d8",
    reach=same("#2f5f86"),
    further=same("#33475c"),
    danger=same("#a0283a"),
    bombed=same("#ad7412"),
    cursor="#ffe27a",
    hero="#2b86dd",
    footman="#bd3a40",
    archer="#8a58c4",
    demolitionist="#ad7412",
    wizard="#2e8f52",
    bomb="#0c0c10",
    mixes=True,
)
LIGHT = Palette(
    background="#f6f3ea",
    ground=("#e2dccb", "#dad3c0", "#e9e4d6"),
    ink="#6b6455",
    magma=darker("#f0a070", "#f6f3ea"),
    magma_ink="#8a3208",
    place="#c3cfae",
    place_ink="#2c3a1c",
    reach=same("#9cc4e6"),
    further=same("#c9d8e2"),
    danger=same("#e2788a"),
    bombed=same("#8c5a06"),
    cursor="#7a3d00",
    hero="#1768b4",
    footman="#b02a32",
    archer="#71409f",
    demolitionist="#8c5a06",
    wizard="#1d7440",
    bomb="#2a2824",
    mixes=True,
)
DARK_256 = Palette(
    background="#121212",
    ground=("#303030", "#3a3a3a", "#262626"),
    ink="#9e9e9e",
    magma=("#870000", "#5f0000", "#870000"),
    magma_ink="#ffaf5f",
    place="#005f00",
    place_ink="#d7ffd7",
    reach=("#005f87", "#005faf", "#0087af"),
    further=("#00005f", "#000087", "#00005f"),
    danger=("#5f005f", "#870087", "#87005f"),
    bombed=("#5f5f00", "#878700", "#875f00"),
    cursor="#ffff87",
    hero="#0087ff",
    footman="#d70000",
    archer="#875fd7",
    demolitionist="#d78700",
    wizard="#00875f",
    bomb="#000000",
)
LIGHT_256 = Palette(
    background="#eeeeee",
    ground=("#dadada", "#d0d0d0", "#e4e4e4"),
    ink="#585858",
    magma=("#ffaf87", "#ff875f", "#ffaf87"),
    magma_ink="#870000",
    place="#afd787",
    place_ink="#005f00",
    reach=("#87afd7", "#87afff", "#87d7ff"),
    further=("#afd7ff", "#d7d7ff", "#d7ffff"),
    danger=("#d787d7", "#d75fd7", "#ff87ff"),
    bombed=("#d7d787", "#ffff87", "#d7d75f"),
    cursor="#870000",
    hero="#005faf",
    footman="#af0000",
    archer="#5f00af",
    demolitionist="#875f00",
    wizard="#00875f",
    bomb="#000000",
)
DARK_16 = Palette(
    background="#000000",
    ground=same("#555555"),
    ink="#ffffff",
    magma=same("#aa0000"),
    magma_ink="#ffff55",
    place="#aaaaaa",
    place_ink="#000000",
    reach=same("#0000aa"),
    further=same("#00aaaa"),
    danger=same("#aa00aa"),
    bombed=same("#aa5500"),
    cursor="#ffff55",
    hero="#5555ff",
    footman="#ff5555",
    archer="#ff55ff",
    demolitionist="#ffff55",
    wizard="#55ff55",
    bomb="#000000",
    piece_ink="#000000",
    dots=True,
)
LIGHT_16 = Palette(
    background="#ffffff",
    ground=same("#aaaaaa"),
    ink="#000000",
    magma=same("#ff5555"),
    magma_ink="#000000",
    place="#55ff55",
    place_ink="#000000",
    reach=same("#55ffff"),
    further=same("#00aaaa"),
    danger=same("#ff55ff"),
    bombed=same("#ffff55"),
    cursor="#0000aa",
    hero="#5555ff",
    footman="#aa0000",
    archer="#aa00aa",
    demolitionist="#aa5500",
    wizard="#00aa00",
    bomb="#000000",
    dots=True,
)
# Without colour, letters tell: pieces are bright with dark letters, all else is dark.
GREY = Palette(
    background="#101010",
    ground=("#303030", "#383838", "#2a2a2a"),
    ink="#b0b0b0",
    magma=darker("#181818", "#101010"),
    magma_ink="#e0e0e0",
    place="#585858",
    place_ink="#ffffff",
    reach=same("#606060"),
    further=same("#484848"),
    danger=same("#303030"),
    bombed=same("#d0d0d0"),
    cursor="#ffffff",
    hero="#ffffff",
    footman="#d0d0d0",
    archer="#d0d0d0",
    demolitionist="#d0d0d0",
    wizard="#d0d0d0",
    bomb="#000000",
    piece_ink="#000000",
    bomb_ink="#ffffff",
    mixes=True,
    dots=True,
)
PALETTES = {"dark": DARK, "light": LIGHT, "grey": GREY}
FEWER = {
    "256": {"dark": DARK_256, "light": LIGHT_256},
    "standard": {"dark": DARK_16, "light": LIGHT_16},
    "windows": {"dark": DARK_16, "light": LIGHT_16},
}


def palette_for(name: str, colours: str | None) -> Palette:
    """The palette for a terminal with so many colours, as Rich calls them."""
    return FEWER.get(colours or "", {}).get(name, PALETTES[name])


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
