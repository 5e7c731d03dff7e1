"""Armies as texts (22.2): their lines, in one line, and as files that are written."""

from __future__ import annotations

import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoplon.games.cardbattle import armies
from hoplon.games.cardbattle.armies import BadArmy, find, from_inline, inline, read, supplied
from hoplon.games.cardbattle.army_text import as_toml, toml, without_totals
from hoplon.games.cardbattle.toml_lines import TomlLines
from tests.games.cardbattle.army_texts import FANTASY, GOOD, SAMURAI
from tests.games.rulebook import section


@section("22.1")
def test_lines_are_found_in_all_of_toml() -> None:
    text = '''# nothing
a.b = 1
"c d" = { e = 2, f = [3,
  4] }
g = """
[no] # table
x = 1 \\"""" # end
[h.i]
j = [ # comment ]
  'k]',
  { l = 1 },
]
[[m]]
n = 1
[[m]]
[m.o]
p = 2
[[m.q]]
r = '''
    text += "'''\n'''\n"
    tomllib.loads(text)
    lines = TomlLines(text)
    expected = {
        ("a", "b"): 2,
        ("c d", "e"): 3,
        ("c d", "f", 1): 4,
        ("g",): 5,
        ("h", "i"): 8,
        ("h", "i", "j"): 9,
        ("h", "i", "j", 0): 10,
        ("h", "i", "j", 1, "l"): 11,
        ("m", 0, "n"): 14,
        ("m", 1): 15,
        ("m", 1, "o", "p"): 17,
        ("m", 1, "q", 0, "r"): 19,
        ("m", 1, "q", 0, "missing"): 18,
        ("nothing",): 1,
    }
    assert {path: lines.line(path) for path in expected} == expected


@pytest.mark.parametrize("name", sorted(armies.supplied_files()))
@section("22.1")
def test_an_army_in_one_line_loses_nothing(name: str) -> None:
    army = armies.supplied_army(name)
    text = inline(army)
    assert text.isascii()
    assert text.isprintable()
    assert from_inline(text) == army
    assert armies.as_option(army) == name


@section("22.1")
def test_an_army_of_the_user_goes_along_in_one_line() -> None:
    army = read(GOOD)
    assert from_inline(armies.as_option(army)) == army
    assert armies.of_option(armies.as_option(army)) == army


@section("22.1")
def test_bad_lines_are_refused() -> None:
    for text in ("{", "[]", "{}", "3", "[" * 100_000, '{"army":1}', "x" * 300_000, '{"schema":1e999}'):
        with pytest.raises(BadArmy, match=r"^army:1: "):
            from_inline(text)


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@given(st.data())
@section("22.1")
def test_any_value_anywhere_is_taken_or_refused(data: st.DataObject) -> None:
    table = json.loads(inline(data.draw(st.sampled_from([read(GOOD), read(SAMURAI), read(FANTASY)]))))
    place = table
    while True:
        key = data.draw(st.sampled_from(list(place) if isinstance(place, dict) else list(range(len(place)))))
        if not place[key] or not isinstance(place[key], dict | list) or data.draw(st.booleans()):
            break
        place = place[key]
    place[key] = data.draw(values)
    try:
        army = from_inline(json.dumps(table))
    except BadArmy:
        return
    assert army == from_inline(inline(army))


@section("22.1")
def test_every_army_is_written_as_a_file_that_reads_back_the_same() -> None:
    for army in supplied():
        assert read(as_toml(army)) == army
    assert "\n[army.totals]\n" not in as_toml(find("carthage"))


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
TOML_VALUES = st.recursive(
    st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


@given(
    st.dictionaries(TEXTS | st.sampled_from(["army", "unit", "leader", "schema"]), TOML_VALUES, max_size=4)
)
@section("22.1")
def test_whatever_a_table_holds_is_written_and_read_back(table: dict[str, object]) -> None:
    text = toml(table)
    assert tomllib.loads(text) == table
    TomlLines(text)


@section("22.1")
def test_what_follows_from_the_rest_can_be_left_out() -> None:
    text = GOOD.replace("[leader]", "[army.totals]\nunits = 99\n[leader]").replace("value = 6", "points = 1")
    table = without_totals(tomllib.loads(text))
    assert read(toml(table)) == read(GOOD)
