"""The server answers everybody in their language."""

from __future__ import annotations

import pytest
from starlette.types import Scope

from hoplon.server.languages import language_of


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
