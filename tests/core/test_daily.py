"""Days, streaks, and what the games play on a day."""

from __future__ import annotations

import pytest

from hoplon.bots import bots_for
from hoplon.core.daily import challenge_of, day_at, ends_at, is_over, practice_seed, read_day, streaks
from hoplon.core.dice import secret_seed
from hoplon.core.errors import HoplonError
from hoplon.core.match import Match
from hoplon.games import game, game_names

MIDNIGHT = 1_800_057_600.0


def test_a_day_lasts_from_midnight_to_midnight() -> None:
    day = day_at(MIDNIGHT)
    assert day_at(MIDNIGHT - 0.001) != day == day_at(MIDNIGHT + 86_399.999)
    assert ends_at(day) == MIDNIGHT + 86_400
    assert not is_over(day, ends_at(day) - 0.001)
    assert is_over(day, ends_at(day))
    assert not is_over("", MIDNIGHT)


@pytest.mark.parametrize(
    "text", ["", "today", "2026-2-3", "2026-02-30", "20261118", "2026-11-18T00:00", "2026-W47-3"]
)
def test_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(HoplonError, match="is no day; expected one such as 2026-11-18"):
        read_day(text)


@pytest.mark.parametrize(
    ("days", "now", "best"),
    [
        ([], 0, 0),
        (["2026-11-18"], 1, 1),
        (["2026-11-17"], 1, 1),
        (["2026-11-16"], 0, 1),
        (["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-18"], 3, 3),
        (["2026-11-18", "2026-11-14", "2026-11-13", "2026-11-12"], 1, 3),
        (["2026-02-28", "2026-03-01"], 0, 2),
        (["2028-02-28", "2028-03-01"], 0, 1),
    ],
)
def test_streaks(days: list[str], now: int, best: int) -> None:
    today = "2028-06-01" if days and days[0].startswith("2028") else "2026-11-18"
    assert streaks(days, today) == (now, best)


@pytest.mark.parametrize("name", game_names())
def test_what_a_game_plays_on_a_day_can_be_played(name: str) -> None:
    found = game(name)
    if found.daily is None:
        pytest.skip("it has no challenges")
    for n in range(28):
        day = day_at(MIDNIGHT + 86_400 * n)
        challenge = challenge_of(found, day, secret_seed())
        options = found.options.from_text(challenge.options)
        options.check()
        assert challenge.seat < len(found.seat_names(options))
        assert challenge.bot.partition(":")[0] in [*bots_for(name), ""]
        assert bool(challenge.bot) == (len(found.seat_names(options)) > 1)
        assert challenge.says.endswith((".", "?"))


def test_the_seed_makes_every_start_another_one() -> None:
    """Of games without dice, the seed makes the options."""
    for name in game_names():
        found = game(name)
        if found.daily is None:
            continue
        starts = set()
        for seed in (practice_seed("2026-11-18", name), secret_seed(), secret_seed()):
            options = found.options.from_text(challenge_of(found, "2026-11-18", seed).options)
            starts.add(Match(found, seed, options).state.array.tobytes())
        assert len(starts) == 3, name
