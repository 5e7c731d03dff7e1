"""Armies over HTTP: what there is, what may be chosen, and what is wrong with a draft."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from served import Server

from hoplon.games.cardbattle.armies import find, inline, read, supplied
from hoplon.games.cardbattle.army_text import as_toml
from hoplon.server.cardbattle import armies

CHECK = "/api/armies/check"


def mine(**changes: Any) -> dict[str, Any]:
    """A good army that is not supplied."""
    table = tomllib.loads(as_toml(find("sparta")))
    table["army"] |= {"id": "mine", "name": "Mine"} | changes
    return table


def test_every_supplied_army_is_listed_and_shown(server: Server) -> None:
    rows = server.get("/api/armies")
    assert [row["id"] for row in rows if row["supplied"]] == [army.id for army in supplied()]
    shown = server.get("/api/armies/carthage")
    assert (shown["totals"]["points"], shown["option"], shown["faults"]) == (410, "carthage", [])
    assert read(shown["text"]) == find("carthage")


def test_a_new_army_of_every_module_lacks_nothing_but_units(server: Server) -> None:
    for module in server.get("/api/modules"):
        found = server.post(CHECK, {"table": module["blank"]})
        assert [fault["path"] for fault in found["faults"]] == [["unit"]], module["module"]
        assert found["option"] is None
        module["blank"]["unit"][0]["count"] = module["units"][0]
        assert server.post(CHECK, {"table": module["blank"]})["faults"] == []


def test_whatever_is_offered_is_accepted(server: Server) -> None:
    for module in server.get("/api/modules"):
        for kind in module["kinds"]:
            table = module["blank"]
            unit = {
                "count": 15,
                "type": kind["type"],
                "class": kind["class"],
                "tq": 5,
                "size": kind["size"][0],
            }
            unit |= {
                "name": kind["name"],
                "missile": kind["missile"],
                "clan": table["unit"][0].get("clan", ""),
            }
            if kind["traits"]:
                unit["traits"] = [trait["id"] for trait in module["traits"]]
            assert armies.look(table | {"unit": [unit]})["faults"] == [], kind["code"]


def test_a_good_army_is_an_option_and_a_file(server: Server) -> None:
    found = server.post(CHECK, {"table": mine()})
    army = read(found["text"])
    assert found["option"] == inline(army)
    assert found["totals"]["points"] == army.points == sum(found["totals"]["prices"].values())
    assert found["totals"]["rows"][0] == {"value": 16, "points": 18}
    again = server.post(CHECK, {"text": found["text"]})
    assert again == found
    match = server.begin("cardbattle", options={"army_a": found["option"]}, seats=[{"player": "me"}] * 2)
    assert server.get(match.path)["seats"][0]["seat"] == 0
    assert (
        server.post("/api/games/cardbattle/seats", {"options": {"army_a": found["option"]}})[0]["title"]
        == "Mine"
    )


def test_faults_name_line_and_field(server: Server) -> None:
    table = mine(id="carthage", name="")
    table["unit"][2]["tq"] = 11
    table["leader"]["initiative"] = None  # as if it were not there
    found = server.post(CHECK, {"table": table})
    assert [fault["path"] for fault in found["faults"]] == [
        ["army", "name"],
        ["leader", "initiative"],
        ["unit", 2, "tq"],
    ]
    lines = found["text"].splitlines()
    assert lines[found["faults"][2]["line"] - 1] == "tq = 11"
    assert found["totals"]["rows"][2] is None
    assert found["totals"]["allowance"] is None
    noted = server.post(CHECK, {"table": mine(id="carthage")})["notes"]
    assert noted == ["A supplied army is called carthage too; as a file in a folder it needs another id."]


def test_what_follows_from_the_rest_is_computed_again_for_a_table_and_compared_in_a_text(
    server: Server,
) -> None:
    table = mine()
    table["unit"][0]["points"] = 99
    found = server.post(CHECK, {"table": table})
    assert found["faults"] == []
    assert "points" not in found["table"]["unit"][0]
    text = found["text"].replace("size = 10", "size = 10\npoints = 99", 1)
    assert server.post(CHECK, {"text": text})["faults"][0]["text"] == "points is 99; expected 18"


def test_text_that_is_no_toml_has_its_line(server: Server) -> None:
    found = server.post(CHECK, {"text": "schema = 1\n[army\n"})
    assert found["table"] is None
    assert found["faults"][0]["line"] == 2
    odd = server.post(CHECK, {"text": f"a = 2020-01-01\nb = inf\nc = {2**70}\nunit = [nan]"})
    assert odd["table"]["a"] == "2020-01-01"
    assert odd["faults"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422),
        (b"{}", 422),
        (b'{"text": "", "table": {}}', 422),
        (b'{"text": 3}', 422),
        (b'{"table": []}', 422),
        (b'{"text": "\\ud800"}', 422),
        (b'{"table": {"army": {"name": "\\ud800"}}}', 400),
        (b'{"table": {"a": ' + b"[" * 40 + b"]" * 40 + b"}}", 400),
        (b'{"table": {"a": ' + b"[" * 20_000 + b"]" * 20_000 + b"}}", 400),
        (b'{"table": {"unit": [' + b"{}," * 300 + b"{}]}}", 400),
        (b'{"text": "schema = 0x' + b"f" * 90_000 + b'"}', 400),
        (b'{"text": "' + b"a." * 40_000 + b'a = 1"}', 400),
        (b'{"text": "' + b"x" * 100_001 + b'"}', 422),
        (b'{"table": {"a": "' + b"x" * 100_001 + b'"}}', 413),
        (b'{"text": "' + b"x" * (1 << 20) + b'"}', 413),
    ],
)
def test_bodies_that_are_no_army_are_refused(server: Server, body: bytes, status: int) -> None:
    answer = httpx.post(
        f"http://{server.base}{CHECK}", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]["text"]


PLACES = [
    *(
        ("army", key)
        for key in ("id", "name", "module", "special_rules", "rout_percent", "clans", "roman", "turn_limit")
    ),
    *(("leader", key) for key in ("name", "initiative", "command", "clans")),
    *(("special_cards", key) for key in ("FLANK", "RALLY", "CHALLENGE", "source")),
    *(("defensive_terrain", 0, key) for key in ("column", "terrain")),
    *(
        ("unit", 0, key)
        for key in ("name", "count", "type", "class", "tq", "size", "missile", "traits", "clan")
    ),
    *(
        ("army",),
        ("leader",),
        ("special_cards",),
        ("defensive_terrain",),
        ("unit",),
        ("unit", 1),
        ("schema",),
    ),
]
WORDS = ["samurai", "300", "castle", "tribal_command", "KB", "LM", "SK", "FEAR", "Oda", ""]
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 70)
    | st.floats()
    | st.sampled_from(WORDS)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=4,
)


@given(st.dictionaries(st.sampled_from(PLACES), VALUES, max_size=4))
def test_any_draft_is_looked_at(changes: dict[tuple[Any, ...], Any]) -> None:
    table: Any = mine() | {"defensive_terrain": [{"column": 5, "terrain": "camp"}]}
    for path, value in sorted(changes.items(), key=lambda change: -len(change[0])):
        part = table
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = value
    found = armies.look(table)
    assert (found["option"] is None) == bool(found["faults"])
    assert armies.look_at_text(found["text"]) == found
    json.dumps(found, allow_nan=False)


def test_an_unknown_army_is_not_found(server: Server) -> None:
    for name in ("cartage", "%2e%2e%5cpasswd", "x" * 90):
        assert "there is no army" in server.get(f"/api/armies/{name}", expect=404)["error"]["text"]


def test_the_servers_own_folder_is_read_and_never_written(tmp_path: Any) -> None:
    (tmp_path / "mine.toml").write_text(
        as_toml(find("sparta")).replace('"sparta"', '"mine"'), encoding="utf-8"
    )
    (tmp_path / "bad.toml").write_text("schema = 1", encoding="utf-8")
    (tmp_path / "carthage.toml").write_text(as_toml(find("carthage")), encoding="utf-8")
    rows = [row["id"] for row in armies.listed(tmp_path) if not row["supplied"]]
    assert rows == ["mine"]
    assert armies.one("mine", tmp_path)["option"].startswith("{")
    with pytest.raises(Exception, match="has faults"):
        armies.one("bad", tmp_path)
