"""Games are made ready in the background; whoever waits hears of it also when that fails."""

from __future__ import annotations

import pytest

from hoplon.server import preparations
from hoplon.server.preparations import Preparations
from hoplon.server.refusals import Refused


async def test_rules_that_cannot_be_made_ready_are_refused_and_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tries = []

    def make_ready(found: object, part: str) -> None:
        tries.append(part)
        if len(tries) == 1:
            raise OSError("no space left")

    monkeypatch.setattr(preparations, "is_ready", lambda *_: True)
    monkeypatch.setattr(preparations, "make_ready", make_ready)
    waiting = Preparations(["hoplite"])
    with pytest.raises(Refused, match="the rules of Hoplite could not be made ready: no space left"):
        await waiting.rules("hoplite")
    assert not waiting.is_ready("hoplite")
    await waiting.rules("hoplite")
    assert waiting.is_ready("hoplite")
    await waiting.close()
