"""Positions that are set up piece by piece, over HTTP."""

from __future__ import annotations

from random import Random

import pytest
from served import Server

import hoplon
from hoplon.core.errors import HoplonError
from hoplon.server.position_routes import EditGiven, edited

EDITED = [name for name in hoplon.game_names() if hoplon.game(name).editor is not None]


def test_a_position_is_set_up_step_by_step(server: Server) -> None:
    first = server.post("/api/positions", {"game": "hoplite"})
    assert first["position"].startswith("hoplite ")
    assert {"hero", "footman", "magma"} <= {spare["name"] for spare in first["spares"]}
    bare = server.post("/api/positions", {"position": first["position"], "act": "clear"})
    there = server.post(
        "/api/positions",
        {"position": bare["position"], "act": "put", "piece": "archer", "cell": "4,8"},
    )
    assert there["position"] == "hoplite demons=A4,8"
    assert there["drawn"]["demons"][0]["kind"] == "archer"
    assert there["standing"]["4,8"] == "archer"


def test_what_cannot_be_is_told_and_the_last_possible_position_kept(server: Server) -> None:
    body = {"position": "hoplite hero=4,5", "act": "put", "piece": "footman", "cell": "4,5"}
    told = server.post("/api/positions", body)
    assert told["position"] == "hoplite hero=4,5"
    assert told["problem"] == "the footman number 1 and the hero share the tile 4,5"
    told = server.post("/api/positions", {"position": "hoplite", "act": "read", "text": "hexabomb x"})
    assert told["problem"] == "the position begins with 'hexabomb'; expected hoplite"
    server.post("/api/positions", {"position": "nonsense"}, expect=400)
    server.post("/api/positions", {"position": "hoplite demons=Q4,5"}, expect=400)
    server.post("/api/positions", {"position": "hoplite", "act": "eat"}, expect=422)
    server.post("/api/positions", {"position": "hoplite " + "x" * 30_000}, expect=422)


@pytest.mark.parametrize("name", EDITED)
def test_whatever_is_done_to_a_position_leaves_one_that_can_be_played(name: str) -> None:
    dice = Random(7)
    told = edited(name, EditGiven(game=name))
    done = 0
    for _ in range(60):
        cells = [*told["standing"], *(slot.cell for slot in told["slots"])]
        cells += told["ground"].get("cells", []) if isinstance(told["ground"].get("cells"), list) else []
        piece = dice.choice(told["spares"]).name if told["spares"] else ""
        given = EditGiven(
            position=told["position"],
            act=dice.choice(("put", "move", "remove") if piece else ("move",)),
            piece=piece,
            cell=dice.choice(cells),
            to=dice.choice(cells),
        )
        told = edited(name, given)
        done += not told["problem"]
        assert "\n" not in told["problem"]
        assert edited(name, EditGiven(position=told["position"]))["position"] == told["position"]
    assert done > 5
    option = hoplon.game(name).position_option
    assert option is not None
    match = hoplon.new(name, seed=1, **{option: told["position"]})
    for _ in range(3):
        if not match.is_over:
            match.play(match.legal()[0])


def test_a_name_that_is_no_piece_is_no_edit() -> None:
    for name in EDITED:
        told = edited(name, EditGiven(game=name, act="put", piece="dragon", cell="nowhere"))
        assert told["problem"]
    with pytest.raises(HoplonError):
        edited("hoplite", EditGiven(position="hoplite hero=99,99"))
