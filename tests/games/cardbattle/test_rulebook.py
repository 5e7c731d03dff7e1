"""The rulebook itself: its tables are those of the rules, its lists are complete."""

from __future__ import annotations

import re
from pathlib import Path

import hoplon.games.cardbattle
from hoplon.games.cardbattle.charts import chart
from hoplon.games.cardbattle.choices import VERBS
from tests.games.rulebook import section

README = (Path(hoplon.games.cardbattle.__file__).parent / "README.md").read_text(encoding="utf-8")

IN_BOOK = ("crt", "shock", "superiority", "missile", "terrain", "checks", "abbreviations", "withdrawal")


@section("23")
def test_the_rulebook_prints_the_tables_of_the_rules():
    for name in IN_BOOK:
        assert chart(name, "fantasy") in README
    for name in ("shock", "superiority", "missile", "withdrawal"):
        assert chart(name, "samurai") in README
    for name in ("rally", "rampage"):
        assert chart(name) in README


@section("20", "26")
def test_the_rulebook_lists_every_choice_and_decision():
    for verb in VERBS.values():
        assert f"| `{verb.example}` | {verb.does} |" in README
    assert re.findall(r"^\| (Q\d+) \|", README, re.M) == [f"Q{n}" for n in range(1, 97)]
    cited = set(re.findall(r"Q\d+", README.partition("## 26")[0]))
    assert cited <= {f"Q{n}" for n in range(1, 97)}


@section("20")
def test_the_rulebook_has_the_chapters_in_order():
    chapters = [int(n) for n in re.findall(r"^## (\d+) ", README, re.M)]
    assert chapters == [*range(24), 25, 26]
