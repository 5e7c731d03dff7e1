"""The rulebook itself: its tables are those of the rules, its lists are complete."""

from __future__ import annotations

import re

from hoplon.games.cardbattle.charts import chart
from hoplon.games.cardbattle.choices import VERBS
from hoplon.games.cardbattle.observe import ENCODINGS
from tests.games.rulebook import Rulebook, section

BOOK = Rulebook("cardbattle")

IN_BOOK = ("crt", "shock", "superiority", "missile", "terrain", "checks", "abbreviations", "withdrawal")


@section("23")
def test_the_rulebook_prints_the_tables_of_the_rules():
    for name in IN_BOOK:
        assert chart(name, "fantasy") in BOOK.text
    for name in ("shock", "superiority", "missile", "withdrawal"):
        assert chart(name, "samurai") in BOOK.text
    for name in ("rally", "rampage"):
        assert chart(name) in BOOK.text


@section("20", "26")
def test_the_rulebook_lists_every_choice_and_decision():
    for verb in VERBS.values():
        assert f"| `{verb.example}` | {verb.does} |" in BOOK.text
    assert re.findall(r"^\| (Q\d+) \|", BOOK.text, re.M) == [f"Q{n}" for n in range(1, 97)]
    cited = set(re.findall(r"Q\d+", BOOK.text.partition("## 26")[0]))
    assert cited <= {f"Q{n}" for n in range(1, 97)}


@section("24")
def test_the_rulebook_says_what_learners_are_told():
    told = BOOK.text.partition("## 24 ")[2].partition("## 25 ")[0]
    for encoding in ENCODINGS:
        assert f"`{encoding.name}` has {encoding.width}" in told
        for part in encoding.parts:
            shape = " × ".join(map(str, part.shape))
            assert f"| `{part.name}` | {shape} | {part.most} | {part.words} |" in told
    assert f"all {ENCODINGS[0].actions} choices" in told


def test_the_rulebook_has_the_chapters_in_order():
    chapters = [int(n) for n in re.findall(r"^## (\d+) ", BOOK.text, re.M)]
    assert chapters == [*range(27)]
