"""Drawings that the page and Python share: one file, and the colours of the page."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import hoplon
from hoplon.games import own_names
from hoplon.grids.figures import PALETTE, Figures, painted

CHECKOUT = Path(__file__).parents[2]
FILES = sorted((CHECKOUT / "hoplon" / "games").glob("*/figures.svg"))


def test_the_colours_are_those_of_the_page_in_light() -> None:
    style = (CHECKOUT / "web" / "src" / "app.css").read_text(encoding="utf-8").partition("}")[0]
    said = dict(re.findall(r"--([\w-]+): (#\w+);", style))
    assert {name: said.get(name) for name in PALETTE} == PALETTE


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_the_page_reads_the_file_that_python_reads(path: Path) -> None:
    figure = CHECKOUT / "web" / "src" / "games" / path.parent.name / "Figure.svelte"
    assert f"hoplon/games/{path.parent.name}/figures.svg?raw" in figure.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name)
def test_every_group_of_a_file_is_a_drawing_whose_classes_have_a_style(path: Path) -> None:
    figures = Figures(path)
    whole = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    groups = [one.get("id") for one in whole.iter() if one.tag.endswith("}g")]
    assert list(figures.shapes) == groups
    used = {name for one in whole.iter() for name in one.get("class", "").split()}
    assert used == set(re.findall(r"\.([\w-]+)(?=[.{])", figures.style))
    assert "var(" not in figures.style


def test_a_colour_that_the_page_does_not_have_is_an_error() -> None:
    with pytest.raises(KeyError, match="mauve"):
        painted(".a{fill:var(--mauve)}")


@pytest.mark.parametrize("name", own_names())
def test_a_picture_has_a_ground_of_its_own_so_that_it_can_be_read_on_any_page(name: str) -> None:
    root = ElementTree.fromstring(hoplon.new(name, seed=3)._repr_svg_())
    ground = next(one for one in root if one.tag.endswith("}rect"))
    _, _, width, height = root.attrib["viewBox"].split()
    assert (ground.get("width"), ground.get("height")) == (width, height)
    assert ground.get("fill") == PALETTE["page"]
    assert "prefers-color-scheme" not in ElementTree.tostring(root, "unicode")


@pytest.mark.parametrize(("name", "cell"), [("hoplite", "4,6"), ("hexabomb", "0,0"), ("codekeeper", "15")])
def test_a_picture_says_what_cells_are_called(name: str, cell: str) -> None:
    root = ElementTree.fromstring(hoplon.new(name, seed=3)._repr_svg_())
    assert cell in [one.text for one in root.iter() if one.tag.endswith("}text")]
