"""The clocks of programs: whose fault it is that an answer is late, by numbers alone."""

from __future__ import annotations

from typing import Any

import pytest

from hoplon.sandbox import lateness
from hoplon.sandbox.clock import (
    ENDURANCE,
    EXCUSED,
    GRACE,
    IN_TIME,
    LATE,
    PATIENCE,
    SAVED,
    SLACK,
    STRIKE,
    Clock,
    Reading,
    Spent,
)
from hoplon.sandbox.lateness import LOOK, Lateness
from hoplon.sandbox.machine import Machine, look_at_machine, machine_before

IDLE = Machine(0.0, 0.0, 0)


@pytest.mark.parametrize(
    ("spent", "verdict"),
    [
        (Spent(0.09, 0.01, 0.0), IN_TIME),
        (Spent(0.09, 0.12, 0.0), LATE),  # two threads side by side, or work between two turns
        (Spent(0.101, 0.101, 0.0), LATE),
        (Spent(0.101, 0.0, 0.0), LATE),
        (Spent(0.15, 0.05, 0.06), EXCUSED),
        (Spent(0.15, 0.10, 0.03), STRIKE),
        (Spent(0.15, 0.10, 0.001), LATE),
        (Spent(5.0, 0.12, 4.95), LATE),  # however long it waited, it has had its processor time
        (Spent(PATIENCE * 0.1 + GRACE + 1, 0.01, PATIENCE * 0.1 + GRACE + 1), EXCUSED),
        (Spent(PATIENCE * 0.1 + GRACE + 1, 0.1, PATIENCE * 0.1 + GRACE + 0.85), LATE),
    ],
)
def test_only_the_machine_excuses(spent: Spent, verdict: str) -> None:
    assert Clock(0.1, 0.1).judge(spent) == verdict
    assert Clock(0.1, 0.1, strict=True).judge(spent) == (IN_TIME if spent.wall <= 0.1 else LATE)


def test_the_second_strike_is_a_loss() -> None:
    clock = Clock(0.1, 0.1)
    assert clock.stop(Spent(0.15, 0.10, 0.03)) == STRIKE
    assert clock.stop(Spent(0.15, 0.05, 0.06)) == EXCUSED
    assert clock.stop(Spent(0.15, 0.10, 0.03)) == LATE
    assert (clock.strikes, clock.excused) == (1, 1)


def test_who_was_ready_at_every_look_has_one_strike_whatever_was_counted() -> None:
    clock = Clock(0.1, 0.1)
    assert clock.stop(Spent(0.5, 0.01, 0.0), was_ready=True) == STRIKE
    assert clock.stop(Spent(0.5, 0.01, 0.0), was_ready=True) == LATE
    assert Clock(0.1, 0.1).judge(Spent(0.5, 0.2, 0.0), was_ready=True) == LATE


def test_the_first_choice_has_its_own_limit() -> None:
    clock = Clock(1.0, 0.05)
    assert clock.limit == 1.0
    clock.stop(Spent(0.5, 0.1, 0.0))
    assert clock.limit == 0.05


def test_what_choices_left_over_pays_for_what_is_done_after_an_answer() -> None:
    """Nobody who answers at once loses because a runtime compiles or tidies up on a thread of its own."""
    clock = Clock(1.0, 0.05)
    clock.stop(Spent(0.0, 0.0, 0.0))
    assert clock.pay(0.1) == 0.0  # the first choice leaves nothing: its limit is for getting ready
    for _ in range(10):
        clock.stop(Spent(0.0002, 0.01, 0.0))
    assert clock.spare == pytest.approx(SAVED * 0.05)
    assert clock.pay(0.11) == 0.11
    assert clock.stop(Spent(0.0002, 0.01, 0.0)) == IN_TIME
    assert clock.taken[-1].cpu == pytest.approx(0.12)  # the record has all of it
    assert clock.pay(1.0) == pytest.approx(0.08)


def test_what_may_have_come_after_the_answer_is_paid_if_that_is_enough() -> None:
    clock = Clock(1.0, 0.05, spare=0.1)
    for spent, doubt, counted in (
        (Spent(0.0002, 0.1126, 0.0), 0.2, SLACK * 0.05),
        (Spent(0.0002, 0.1126, 0.0), 0.02, 0.1126),  # the referee was not blind for so long
        (Spent(0.0002, 0.1626, 0.0), 0.2, 0.1626),  # more than is left over
        (Spent(0.0002, 0.03, 0.0), 0.2, 0.03),
    ):
        clock.taken, clock.spare, clock.paid = [spent], 0.1, 0.0
        assert clock.pay_if_enough(spent, doubt).cpu == pytest.approx(counted)


@pytest.mark.parametrize("after", [0.0, 0.02, 0.3])
@pytest.mark.parametrize("within", [0.001, 0.05, 0.2])
def test_nobody_has_more_processor_time_than_all_limits_together(after: float, within: float) -> None:
    """Whatever is done after the answers, and however blind the referee is."""
    clock = Clock(1.0, 0.05)
    clock.stop(Spent(0.0, 0.0, 0.0))
    for _ in range(40):
        counted = after - clock.pay(after) + within
        spent = clock.pay_if_enough(Spent(0.04, counted, 0.0), 9.0)
        if clock.stop(spent) == LATE:
            break
        had = sum(spent.cpu for spent in clock.taken)
        assert had <= SLACK * 0.05 * (len(clock.taken) - 1) + 1e-9


def test_waits_are_added_and_never_more_than_passed() -> None:
    began = Reading(10.0, 1.0, {1: 5, 2: 5})
    spent = began.until(Reading(11.0, 1.5, {1: 200_000_005, 2: 300_000_005}), 11.0, 0.1)
    assert spent == pytest.approx(Spent(1.0, 0.5, 0.6))
    assert began.until(Reading(10.1, 1.0, {3: 10**9}), 10.1).waited == pytest.approx(0.1)


def test_a_herd_that_waits_at_once_is_not_excused_for_each_thread() -> None:
    began = Reading(10.0, 1.0, {})
    herd = Reading(11.0, 1.01, dict.fromkeys(range(100), 5_000_000))
    assert began.until(herd, 11.0).waited < 0.02


class Looks:
    """A meter that shows what a test wants it to show, look by look."""

    counts_waiting = True

    def __init__(self, *looks: tuple[float, float, float, str]) -> None:
        self.looks = list(looks)

    def read_all(self, excuses: str) -> tuple[Reading, bool]:
        at, cpu, waited, states = self.looks.pop(0)
        return Reading(at, cpu, {1: round(waited * 1e9)}), any(state in excuses for state in states)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> list[Machine]:
    """The machine as `lateness` sees it; the last entry counts."""
    seen = [IDLE]
    monkeypatch.setattr(lateness, "look_at_machine", lambda: seen[-1])
    return seen


def late(*looks: tuple[float, float, float, str], **more: Any) -> Lateness:
    meter: Any = Looks(*looks)
    for name, value in more.items():
        setattr(meter, name, value)
    return Lateness(Clock(0.05, 0.05), meter, Reading(0.0, 0.0, {1: 0}), IDLE)


def test_who_sleeps_is_to_blame_at_the_second_look(machine: list[Machine]) -> None:
    turn = late((0.0501, 0.0, 0.0, "SS"), (0.054, 0.0, 0.0, "ST"))
    assert turn.wait() == LOOK
    assert turn.wait() is None


def test_who_is_woken_too_late_is_not_to_blame(machine: list[Machine]) -> None:
    """The kernel counts its waiting only when that is over: until then it is seen."""
    turn = late((0.0501, 0.0, 0.0, "R"), (0.08, 0.0, 0.0, "R"), (0.088, 0.0004, 0.0876, "S"))
    assert turn.wait() == LOOK
    assert turn.wait() == LOOK
    spent = turn.look(0.088)
    assert Clock(0.05, 0.05).judge(spent, turn.was_ready) == EXCUSED


def test_what_the_kernel_does_not_count_is_seen(machine: list[Machine]) -> None:
    turn = late((0.0501, 0.0004, 0.0, "R"), (0.2, 0.0004, 0.0, "R"), (0.3, 0.0008, 0.0, "S"))
    turn.wait()
    turn.wait()
    spent = turn.look(0.3)
    assert spent.own < 0.051
    assert Clock(0.05, 0.05).judge(spent, turn.was_ready) == STRIKE
    hidden = late((0.0501, 0.0004, 0.0, "R"), (0.3, 0.0008, 0.0, "S"), counts_waiting=False)
    hidden.wait()
    assert Clock(0.05, 0.05).judge(hidden.look(0.3), hidden.was_ready) == EXCUSED


def test_who_has_had_its_processor_time_is_to_blame_on_a_busy_machine_too(
    machine: list[Machine],
) -> None:
    turn = late((0.05, 0.02, 0.03, "R"), (0.2, 0.04, 0.16, "R"), (0.4, 0.053, 0.34, "R"))
    assert turn.wait() is not None
    assert turn.wait() is not None
    assert turn.wait() is None


def test_nobody_loses_because_the_referee_can_wait_no_longer(machine: list[Machine]) -> None:
    patience = PATIENCE * 0.05 + GRACE
    times = 0.0501, patience + 1, ENDURANCE * patience + 1
    turn = late(*((at, 0.0004, at - 0.0004, "R") for at in times))
    assert [turn.wait() is None for _ in times] == [False, False, True]
    assert Clock(0.05, 0.05).is_machine_to_blame(turn.spent)
    slow = late((patience + 1, 0.0004, patience, "R"))  # over its limit all the same
    assert slow.wait() is None
    assert not Clock(0.05, 0.05).is_machine_to_blame(slow.spent)


def test_what_a_hypervisor_has_taken_is_not_its_fault(machine: list[Machine]) -> None:
    for cpu in (0.001, 0.08):  # while a processor is taken away, whoever was on it seems to run
        turn = late((0.09, cpu, 0.0, "S"))
        machine.append(Machine(0.09, 0.06, 0))
        assert turn.wait() is not None
        assert turn.spent.own < 0.05


def test_a_disk_excuses_only_if_somebody_waits_for_one(machine: list[Machine]) -> None:
    looks = ((0.0501, 0.0, 0.0, "D"), (0.06, 0.0, 0.0, "D"))
    turn = late(*looks)
    assert [turn.wait(), turn.wait()] == [LOOK, None]
    turn = late(*looks)
    machine.append(Machine(0.0, 0.0, 1))
    assert None not in [turn.wait(), turn.wait()]


def test_a_referee_that_looks_too_late_is_to_blame_itself(machine: list[Machine]) -> None:
    turn = late((0.088, 0.0004, 0.0, "S"))
    assert Clock(0.05, 0.05).judge(turn.look(0.088, late=0.038)) == EXCUSED
    # The first look takes so long that the answer has come meanwhile.
    turn = late((0.088, 0.0004, 0.0, "S"), (0.0881, 0.0004, 0.0, "S"))
    turn.wait()
    assert Clock(0.05, 0.05).judge(turn.look(0.0881, late=0.0385), turn.was_ready) == EXCUSED


def test_who_ran_until_the_referee_looked_had_not_answered_yet(machine: list[Machine]) -> None:
    turn = late((0.0501, 0.001, 0.0, "R"), (0.0541, 0.001, 0.0, "R"), (0.15, 0.041, 0.0591, "S"))
    turn.wait()
    turn.wait()
    assert turn.look(0.15, late=0.09).own == pytest.approx(0.0901, abs=0.001)


def test_the_machine_can_be_looked_at() -> None:
    now = look_at_machine()
    assert now.stolen >= 0
    assert now.blocked >= 0
    assert machine_before().stolen <= look_at_machine().stolen
