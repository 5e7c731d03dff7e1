"""Pairings as work: leases, results that are taken once, trials, bots that are set aside."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import func, select, update

from hoplon.core.errors import BadOption
from hoplon.league.counted import counted, rated
from hoplon.league.entries import ASIDE, DONE, PLAYING, REPLACED, TRIAL, VOID, League
from hoplon.league.places import has_ended, here, started
from hoplon.league.queue import MOST_AGAIN, Queue
from hoplon.league.store import Entrant, Store
from hoplon.league.tables import attempts, pairings, results
from hoplon.league.task import Task
from hoplon.referee.run import ANNULLED
from tests.league.leagues import (
    MORE_SEATS,
    ONE_SEAT,
    TWO_SEATS,
    entrant,
    join,
    league_in,
    play_on,
    played,
    rows_of,
)
from tests.processes import end, start


def count(store: Store, table: object) -> int:
    """How many rows a table has."""
    with store.reading() as connection:
        return int(connection.execute(select(func.count()).select_from(table)).scalar_one())  # type: ignore[arg-type]


def test_every_pairing_is_given_out_once_and_decided_once(either: Store) -> None:
    queue = Queue(either, league_in(either, 4, seeds="1-3", trial=0))
    one, other = queue.join("one", 1), queue.join("other", 1)
    given = []
    while tasks := queue.lease(one, 3) + queue.lease(other, 2):
        given += tasks
    assert len({task.pairing for task in given}) == len(given) == 18
    assert not queue.progress().over
    assert queue.finish(one, [played(queue.league, task) for task in given]) == 18
    assert queue.progress().over
    assert queue.progress().done == 18
    assert count(either, results) == 36


def test_handing_in_twice_or_after_somebody_else_changes_nothing(either: Store) -> None:
    queue = Queue(either, league_in(either, 2, seeds="1", trial=0))
    worker = queue.join("one", 1)
    (task,) = queue.lease(worker, 9)
    queue.leave(worker)  # it has only seemed to be gone
    (again,) = queue.lease(queue.join("other", 1), 9)
    assert (again.pairing, again.attempt) == (task.pairing, 2)
    assert queue.finish(worker, [played(queue.league, task, [2, 1])]) == 1
    before = rows_of(either, queue.league)
    assert queue.finish(worker, [played(queue.league, task, [1, 2])]) == 0
    assert queue.finish("other", [played(queue.league, again, [1, 2])]) == 0
    assert rows_of(either, queue.league) == before
    with either.reading() as connection:
        kept = connection.execute(select(attempts.c.attempt, attempts.c.counts).order_by("attempt")).all()
    assert [tuple(row) for row in kept] == [(1, True), (2, False)]


def test_what_was_not_given_out_is_refused(store: Store) -> None:
    queue = Queue(store, league_in(store, 2, seeds="1", trial=0))
    worker = queue.join("one", 1)
    (task,) = queue.lease(worker, 9)
    with pytest.raises(BadOption, match="was not given out"):
        queue.finish(worker, [played(queue.league, task, attempt=2)])
    with pytest.raises(BadOption, match="was not given out"):
        queue.finish(worker, [played(queue.league, task, pairing=999)])
    with pytest.raises(BadOption, match="other seats"):
        queue.finish(worker, [played(queue.league, task, seats=())])
    assert count(store, attempts) == 0


def test_a_silent_worker_loses_its_leases_and_a_living_one_keeps_them(either: Store) -> None:
    queue = Queue(either, league_in(either, 2, seeds="1-2", trial=0))
    silent, living = queue.join("silent", 1), queue.join("living", 1)
    queue.lease(silent, 1), queue.lease(living, 1)
    with either.changing() as connection:
        connection.execute(update(pairings).values(until=1.0))
    assert queue.renew(living)
    assert not queue.renew("stranger")
    (task,) = queue.lease(queue.join("next", 1), 9)
    assert (task.number, task.attempt) == (1, 2)


def test_the_leases_of_a_process_that_has_ended_are_free_at_once(store: Store) -> None:
    queue = Queue(store, league_in(store, 2, seeds="1", trial=0))
    process = start(["sleep", "1000"])
    begin, _, _ = here().rpartition("/")
    place = f"{begin.rpartition('/')[0]}/{process.pid}"
    worker = queue.join("killed", 1, f"{place}/{started(process.pid)}")
    assert len(queue.lease(worker, 9)) == 1
    assert queue.lease(queue.join("early", 1), 9) == []
    end(process)
    assert has_ended(f"{place}/1")
    assert not has_ended(here())
    assert len(queue.lease(queue.join("late", 1), 9)) == 1


def test_a_new_bot_plays_a_trial_before_it_meets_others(store: Store) -> None:
    queue = Queue(store, league_in(store, 3, seeds="1-2", trial=2))
    worker = queue.join("one", 1)
    trial = [queue.lease(worker, 1)[0] for _ in range(6)]
    assert all(task.stage == 0 and len(set(task.versions)) == 1 for task in trial)
    assert queue.lease(worker, 9) == []  # it waits for the trials
    queue.finish(worker, [played(queue.league, task) for task in trial])
    assert {version.state for version in store.versions(queue.league)} == {TRIAL}
    assert len(play_on(queue, worker)) == 6
    assert {version.state for version in store.versions(queue.league)} == {PLAYING}


def test_a_bot_that_fails_in_its_trial_meets_nobody(store: Store) -> None:
    league = league_in(store, 3, seeds="1-2", trial=2)
    queue = Queue(store, league)
    bad = store.versions(league)[1]
    done = play_on(queue, queue.join("one", 1), failed=[bad.id])
    assert {task.stage for task in done if bad.id in task.versions} == {0}
    found = store.versions(league)[1]
    assert (found.state, found.faults) == (ASIDE, 2)
    assert "2 of its 2 matches" in found.reason
    assert store.events(league)[0].kind == ASIDE
    assert len(done) == 6 + 2


def test_a_bot_that_fails_too_often_later_is_set_aside_and_counts_for_nobody(either: Store) -> None:
    store = either
    league = league_in(store, 4, seeds="1-20", trial=0)
    queue = Queue(store, league)
    bad = store.versions(league)[2]
    done = play_on(queue, queue.join("one", 1), many=1, failed=[bad.id])
    mine = [task for task in done if bad.id in task.versions]
    assert len(mine) == 10  # enough to judge it by
    versions = store.versions(league)
    assert [version.state for version in versions] == [PLAYING, PLAYING, ASIDE, PLAYING]
    with store.reading() as connection:
        left = counted(connection, league, versions)
        void = connection.execute(select(func.count()).where(pairings.c.state == VOID)).scalar()
    assert all(bad.id not in result.players for result in left)
    assert len(left) == 3 * 20
    assert void == 3 * 20 - 10


@pytest.mark.parametrize(("game", "bots"), [(TWO_SEATS, 5), (MORE_SEATS, 9)])
def test_who_is_set_aside_when_does_not_depend_on_who_is_quicker(
    tmp_path: Path, game: str, bots: int
) -> None:
    found = []
    for many, chance in ((1, None), (7, None), (5, Random(1)), (12, Random(2))):
        with Store(str(tmp_path / f"cup{many}.db"), is_new=True) as store:
            league = league_in(store, bots, game, seeds="1-8", trial=1)
            ids = [version.id for version in store.versions(league)]
            queue, bad, held = Queue(store, league), {ids[1], ids[3]}, list[Task]()
            worker = queue.join("one", many)
            while held := held + queue.lease(worker, many - len(held)):
                task = held.pop(chance.randrange(len(held)) if chance else 0)
                failed = [v for v in task.versions if task.stage and v in bad and task.seed % 3]
                queue.finish(worker, [played(league, task, failed=failed)])
            found.append(rows_of(store, league))
    assert found[0] == found[1] == found[2] == found[3]
    assert {row[3] for row in found[0]} == {DONE, VOID}


def test_a_match_on_a_busy_machine_is_played_again_and_both_are_kept(either: Store) -> None:
    queue = Queue(either, league_in(either, 2, seeds="1", trial=0))
    one, other = queue.join("one", 1), queue.join("other", 1)
    (task,) = queue.lease(one, 9)
    busy = {"reason": ANNULLED, "again": "the machine was too busy"}
    assert queue.finish(one, [played(queue.league, task, **busy)]) == 0
    assert queue.lease(one, 9) == []  # elsewhere first
    (again,) = queue.lease(other, 9)
    assert queue.finish(other, [played(queue.league, again)]) == 1
    assert count(either, attempts) == 2
    assert count(either, results) == 2
    assert queue.progress().over


def test_a_machine_that_is_always_too_busy_gives_up_in_the_end(store: Store) -> None:
    queue = Queue(store, league_in(store, 2, seeds="1", trial=1))
    tries = 0
    while not queue.progress().over:
        worker = queue.join(f"worker {tries}", 1)
        for task in queue.lease(worker, 1):
            tries += 1
            busy = {"reason": ANNULLED, "again": "the machine was too busy"}
            queue.finish(worker, [played(queue.league, task, **busy)])
    assert tries == 3 * (MOST_AGAIN[True] + 1)
    assert count(store, results) == 0
    assert queue.progress().done == 3


def test_a_timeout_without_processor_time_is_played_once_more_then_it_counts(store: Store) -> None:
    queue = Queue(store, league_in(store, 2, seeds="1", trial=0))
    for attempt in (1, 2):
        worker = queue.join(f"worker {attempt}", 1)
        (task,) = queue.lease(worker, 9)
        assert task.attempt == attempt
        queue.finish(worker, [played(queue.league, task, again="it slept")])
    assert queue.progress().over
    assert count(store, results) == 2
    assert [event.kind for event in store.events(queue.league)].count("again") == 1


def test_a_new_version_starts_clean_and_the_old_one_plays_no_more(either: Store) -> None:
    store = either
    league = league_in(store, 3, seeds="1-4", trial=1)
    queue = Queue(store, league)
    worker = queue.join("one", 1)
    play_on(queue, worker, many=1, most=9)
    assert store.add_version(league, "a", entrant("digest of a")) is None  # nothing has changed
    new = store.add_version(league, "a", entrant("another"), keeps_prior=True)
    assert new is not None
    assert (new.number, new.label, new.played) == (2, "a 2", 0)
    old = next(version for version in store.versions(league) if version.name == "a" and version.number == 1)
    assert old.state == REPLACED
    assert new.prior == old.id
    done = play_on(queue, worker)
    assert all(old.id not in task.versions for task in done)
    met = Counter(
        version for task in done if new.id in task.versions and task.stage for version in task.versions
    )
    assert met[new.id] == 8  # everything from the beginning


def test_disqualified_and_withdrawn_bots_play_no_more(store: Store) -> None:
    league = league_in(store, 4, seeds="1-2", trial=0)
    queue = Queue(store, league)
    worker = queue.join("one", 1)
    play_on(queue, worker, most=5, many=1)
    store.disqualify(league, "b", "it read the others' files")
    store.withdraw(league, "c")
    with pytest.raises(BadOption, match="disqualified already: it read"):
        store.disqualify(league, "b", "again")
    with pytest.raises(BadOption, match="did you mean"):
        store.disqualify(league, "bb", "misspelt")
    with pytest.raises(BadOption, match="is disqualified"):
        join(store, league, "b", "another digest")
    ids = {version.name: version.id for version in store.versions(league)}
    done = play_on(queue, worker)
    assert {version for task in done for version in task.versions} == {ids["a"], ids["d"]}
    with store.reading() as connection:
        kept = counted(connection, league, store.versions(league))
    assert any(ids["c"] in result.players for result in kept)
    assert not any(ids["b"] in result.players for result in kept)


def test_a_bot_that_joins_later_gets_its_matches(store: Store) -> None:
    league = league_in(store, 3, game=ONE_SEAT, seeds="1-5", trial=1)
    queue = Queue(store, league)
    worker = queue.join("one", 1)
    assert len(play_on(queue, worker)) == 3 + 15
    late = join(store, league, "late")
    assert not queue.progress().over
    assert [task.versions for task in play_on(queue, worker)] == [(late,)] * 6


def test_a_closed_league_pairs_no_more(store: Store) -> None:
    league = league_in(store, 3, format="ladder", trial=0)
    queue = Queue(store, league)
    worker = queue.join("one", 1)
    assert len(play_on(queue, worker, most=40)) == 40
    store.close_league(league)
    assert len(play_on(queue, worker)) < 40
    assert queue.progress().over


def test_what_needs_an_arena_is_left_to_one(store: Store) -> None:
    league = league_in(store, 2, seeds="1-2", trial=0)
    store.add_version(league, "far", Entrant("remote", "", ""))
    queue = Queue(store, league)
    here_ = play_on(queue, queue.join("one", 1))
    assert len(here_) == 2
    assert queue.progress().remote == 4
    assert not queue.progress().over
    assert len(queue.lease(queue.join("arena", 1), 9, "remote")) == 4


def test_a_swiss_tournament_goes_round_by_round_and_says_byes(either: Store) -> None:
    store = either
    league = league_in(store, 5, format="swiss:3", trial=0)
    queue = Queue(store, league)
    done = play_on(queue, queue.join("one", 1))
    assert Counter(task.stage for task in done) == {1: 2, 2: 2, 3: 2}
    byes = [event.text for event in store.events(league) if event.kind == "bye"]
    assert len(byes) == 3
    assert "has a bye in round 3" in byes[0]


def test_a_crasher_takes_no_more_games_than_others(store: Store) -> None:
    league = league_in(store, 6, seeds="1-6", trial=2)
    queue = Queue(store, league)
    worker, played_by = queue.join("one", 1), Counter[int]()
    bad, number = store.versions(league)[0].id, 0
    while tasks := queue.lease(worker, 1):
        number += bad in tasks[0].versions
        failed = [bad] if number % 3 == 0 else []
        queue.finish(worker, [played(league, tasks[0], failed=failed)])
        played_by.update({version for version in tasks[0].versions if tasks[0].stage})
    assert set(played_by.values()) == {30}


def ratings_of(store: Store, league: League) -> dict[str, tuple[float, float]]:
    """The rating of each bot and half the width of its interval."""
    versions = store.versions(league)
    names = {version.id: version.name for version in versions}
    with store.reading() as connection:
        found = rated(connection, league, versions)
    return {names[one.player]: (one.rating, (one.high - one.low) / 2) for one in found}


def test_a_crasher_moves_nobody_by_more_than_the_interval(tmp_path: Path) -> None:
    found = []
    for crashes in (False, True):
        with Store(str(tmp_path / f"{crashes}.db"), is_new=True) as store:
            league = league_in(store, 8, seeds="1-20", trial=2)
            queue = Queue(store, league)
            worker, number = queue.join("one", 1), 0
            versions = [version.id for version in store.versions(league)]
            while tasks := queue.lease(worker, 8):
                for task in tasks:
                    first, second = (versions.index(version) for version in task.versions)
                    dice = Random(f"{task.seed} {sorted(task.versions)}").random()
                    ranks = [1, 2] if dice < 1 / (1 + 10 ** ((second - first) / 6)) else [2, 1]
                    number += versions[3] in task.versions
                    failed = (
                        [versions[3]] if crashes and versions[3] in task.versions and number % 3 == 0 else []
                    )
                    if failed:
                        ranks = [2, 1] if task.versions[0] == versions[3] else [1, 2]
                    queue.finish(worker, [played(league, task, ranks, failed)])
            assert store.versions(league)[3].state == PLAYING
            found.append(ratings_of(store, league))
    usual, with_crasher = found
    others = [name for name in usual if name != "d"]
    for name in others:
        shift = with_crasher[name][0] - usual[name][0]
        common = sum(with_crasher[other][0] - usual[other][0] for other in others) / len(others)
        assert abs(shift - common) < usual[name][1]
