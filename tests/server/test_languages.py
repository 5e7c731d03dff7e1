"""The server answers everybody in their language."""

from __future__ import annotations

import pytest
from starlette.types import Scope
from tables import ME, Listener, Waiting, room_of

from hoplon.server.languages import language_of
from hoplon.server.rights import Viewer
from hoplon.server.store import Store


def asked(**headers: str) -> Scope:
    return {
        "headers": [
            (name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()
        ]
    }


@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ({}, "en"),
        ({"accept_language": "fr-CH, fr;q=0.9, en;q=0.8"}, "fr"),
        ({"accept_language": "de, en;q=0.8, fr;q=0.5"}, "en"),
        ({"accept_language": "fr", "cookie": "language=en"}, "en"),
        ({"accept_language": "en", "cookie": "a=b; language=fr; c=d"}, "fr"),
        ({"accept_language": "fr", "cookie": 'language="\x00;;=,'}, "fr"),
        ({"accept_language": "\xff" * 100, "cookie": "language=../../etc"}, "en"),
    ],
)
def test_what_the_page_has_chosen_counts_then_what_the_browser_asks_for(
    headers: dict[str, str], language: str
) -> None:
    assert language_of(asked(**headers)) == language


async def test_each_board_of_a_match_is_told_in_its_own_language(store: Store) -> None:
    room = await room_of(store, Waiting())
    english, french = Listener(ME), Listener(ME)
    french.language = "fr"
    room.sit_down(english)
    room.sit_down(french)
    for number in range(4):
        legal = list(room.match.legal())
        choice = next((one for one in legal if one.startswith("move")), legal[0])
        await room.choose(choice, number, Viewer((room.match.to_move,)))
    for listener, move, told in ((english, "Move", " moves to "), (french, "Aller", " avance en ")):
        turns = [message for message in listener.heard if message["type"] == "turn"]
        assert any(told in entry["says"] for turn in turns for entry in turn["log"])
        offers = [offer for turn in turns for offer in turn["state"]["choices"] if offer["tool"] == "move"]
        assert {offer["label"] for offer in offers} <= {move}
    room.close()
