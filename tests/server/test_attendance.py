"""Who is here, away or gone: told without flickering, and gone is only who played live."""

from __future__ import annotations

from hoplon.server.attendance import AWAITED, AWAY, GONE, GRACE, HERE, Attendance

LIMIT = 300.0
ME, FRIEND = 0, 1


class Watch:
    """A table of two, and a clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.table = Attendance(lambda: LIMIT, lambda: self.now)

    def pass_by(self, seconds: float) -> None:
        self.now += seconds

    def where(self, seat: int) -> str:
        return self.table.standing(seat, [1 - seat])

    def play_live(self) -> None:
        """Both come and choose."""
        self.table.note([ME, FRIEND])
        for seat in (ME, FRIEND):
            self.table.note_choice(seat, [1 - seat])


def test_a_page_that_is_loaded_again_is_here_all_the_time() -> None:
    watch = Watch()
    assert watch.where(FRIEND) == AWAITED
    watch.table.note([ME, FRIEND])
    watch.table.note([ME])
    watch.pass_by(GRACE / 2)
    assert watch.where(FRIEND) == HERE
    assert watch.table.until_change() == GRACE / 2
    watch.table.note([ME, FRIEND])
    watch.pass_by(GRACE)
    assert watch.where(FRIEND) == HERE
    assert watch.table.until_change() is None


def test_who_played_live_is_away_and_then_gone_and_comes_back() -> None:
    watch = Watch()
    watch.play_live()
    watch.table.note([ME])
    watch.pass_by(GRACE)
    assert watch.where(FRIEND) == AWAY
    assert watch.table.is_live(FRIEND, [ME])
    watch.pass_by(LIMIT - GRACE)
    assert watch.where(FRIEND) == GONE
    watch.table.note([ME, FRIEND])
    assert watch.where(FRIEND) == HERE
    watch.table.note([ME])  # a short look in is no play
    watch.pass_by(LIMIT)
    assert watch.where(FRIEND) == AWAY


def test_who_takes_days_is_never_gone() -> None:
    watch = Watch()
    for seat in (ME, FRIEND, ME, FRIEND):  # one after the other, never both
        watch.table.note([seat])
        watch.table.note_choice(seat, [1 - seat])
        watch.table.note([])
        watch.pass_by(10 * LIMIT)
    watch.table.note([ME])
    assert watch.where(FRIEND) == AWAY
    assert not watch.table.is_live(FRIEND, [ME])


def test_one_choice_while_the_other_looks_on_is_not_yet_playing_live() -> None:
    watch = Watch()
    watch.table.note([ME, FRIEND])
    watch.table.note_choice(FRIEND, [ME])
    watch.table.note([ME])
    watch.pass_by(LIMIT)
    assert watch.where(FRIEND) == AWAY


def test_where_both_have_left_for_long_nobody_claims_on_coming_back() -> None:
    watch = Watch()
    watch.play_live()
    watch.table.note([ME])
    watch.table.note([])
    watch.pass_by(LIMIT + GRACE)
    watch.table.note([ME])
    assert watch.where(FRIEND) == AWAY


def test_who_waits_may_load_the_page_again_meanwhile() -> None:
    watch = Watch()
    watch.play_live()
    watch.table.note([ME])
    watch.pass_by(LIMIT / 2)
    watch.table.note([])
    watch.pass_by(2 * GRACE)
    watch.table.note([ME])
    watch.pass_by(LIMIT / 2)
    assert watch.where(FRIEND) == GONE


def test_who_closes_the_board_and_goes_on_choosing_is_not_gone() -> None:
    """As a program does that chooses over HTTP, in a turn of many choices."""
    watch = Watch()
    watch.play_live()
    watch.table.note([ME])
    for _ in range(3):
        watch.pass_by(LIMIT / 2)
        watch.table.note_choice(FRIEND, [ME])
        assert watch.where(FRIEND) == HERE
    watch.pass_by(LIMIT / 2)
    assert watch.where(FRIEND) == AWAY
    watch.pass_by(LIMIT / 2)
    assert watch.where(FRIEND) == GONE
