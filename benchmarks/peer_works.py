"""What benchmarks/peers.py measures: one function for each player and each kind of work."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

MATCHES = 1024
STEPS = 100  # moves of each match in a round
LONGEST = 100_000
LENGTH_SAMPLE = 5_000  # matches
SIMULATIONS = 10_000
EXPLORATION = 1.4
ROOM_MB = 1_000
SEED = 7
SEEDS = range(SEED, SEED + 20)

Work = Callable[[], int]  # does some, and says how much


class Contest(NamedTuple):
    """A game, and what it is called by each."""

    name: str
    hoplon: str
    spiel: str
    pgx: str
    options: Mapping[str, Any]


CONTESTS = (
    Contest("Four in a Row", "four-in-a-row", "connect_four", "connect_four", {}),
    Contest("Hex 11 x 11", "hex", "hex(board_size=11)", "hex", {"swap": False}),
    Contest("Breakthrough", "breakthrough", "breakthrough(rows=8,columns=8)", "", {}),
    Contest("Leduc poker", "leduc-poker", "leduc_poker", "leduc_holdem", {}),
)


def hoplon_random(contest: Contest) -> Work:
    """Random turns of a batch on one thread."""
    from hoplon.core.batch import Batch
    from hoplon.games import game

    found = game(contest.hoplon)
    batch = Batch(found, MATCHES, seed=SEED, options=found.options(**contest.options), threads=1)

    def work() -> int:
        batch.play_randomly(STEPS, LONGEST)
        return MATCHES * STEPS

    return work


def spiel_random(contest: Contest) -> Work:
    """Rollouts in C++, from the first position in which somebody moves."""
    import pyspiel

    found = pyspiel.load_game(contest.spiel)
    length = mean_length(found)
    rollouts = max(1, round(MATCHES * STEPS / length))
    start = dealt(found)

    def work() -> int:
        spiel_bot(found, rollouts, simulations=1).mcts_search(start)
        return round(rollouts * length)

    return work


def pgx_random(contest: Contest) -> Work | None:
    """Random moves of a batch, compiled by XLA; None for a game that Pgx lacks."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    if not contest.pgx:
        return None
    found = pgx.make(contest.pgx)
    step = jax.vmap(auto_reset(found.step, found.init))

    def choose(share: Any, mask: Any) -> Any:
        """One of the legal moves: quicker than jax.random.categorical, which draws for every move."""
        count = jnp.cumsum(mask)
        wanted = jnp.minimum((share * count[-1]).astype(jnp.int32), count[-1] - 1)
        return jnp.argmax(count > wanted)

    def advance(carried: Any, _: Any) -> Any:
        states, key = carried
        key, of_moves, of_steps = jax.random.split(key, 3)
        moves = jax.vmap(choose)(jax.random.uniform(of_moves, (MATCHES,)), states.legal_action_mask)
        return (step(states, moves, jax.random.split(of_steps, MATCHES)), key), None

    play = jax.jit(lambda carried: jax.lax.scan(advance, carried, None, length=STEPS)[0])
    first, key = jax.random.split(jax.random.PRNGKey(SEED))
    carried = jax.vmap(found.init)(jax.random.split(first, MATCHES)), key

    def work() -> int:
        nonlocal carried
        carried = jax.block_until_ready(play(carried))
        return MATCHES * STEPS

    return work


def mean_length(found: Any) -> float:
    """The moves of a match between random players, on average."""
    from random import Random

    dice, moves = Random(SEED), 0
    for _ in range(LENGTH_SAMPLE):
        state = found.new_initial_state()
        while not state.is_terminal():
            moves += not state.is_chance_node()
            state.apply_action(dice.choice(state.legal_actions()))
    return moves / LENGTH_SAMPLE


def dealt(found: Any) -> Any:
    """The first position in which a player moves."""
    state = found.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def spiel_bot(found: Any, rollouts: int, simulations: int) -> Any:
    """The tree search in C++ with random rollouts, without its solver."""
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, SEED)
    return pyspiel.MCTSBot(found, evaluator, EXPLORATION, simulations, ROOM_MB, False, SEED, False)


def hoplon_python(contest: Contest) -> Work:
    """Matches through `Match`."""
    from hoplon.core.match import Match
    from hoplon.games import game

    found = game(contest.hoplon)
    options = found.options(**contest.options)

    def work() -> int:
        moves = 0
        for seed in SEEDS:
            match, n = Match(found, seed, options), seed
            while not match.is_over:
                legal = match.legal()
                match.play(legal[n % len(legal)])
                n += 7
                moves += 1
        return moves

    return work


def spiel_python(contest: Contest) -> Work:
    """Matches through the states of pyspiel; the same formula deals the cards."""
    import pyspiel

    found = pyspiel.load_game(contest.spiel)

    def work() -> int:
        moves = 0
        for seed in SEEDS:
            state, n = found.new_initial_state(), seed
            while not state.is_terminal():
                legal = state.legal_actions()
                moves += not state.is_chance_node()
                state.apply_action(legal[n % len(legal)])
                n += 7
        return moves

    return work


def hoplon_mcts(contest: Contest) -> Work | None:
    """Simulations of the bot `mcts` in one choice; None if there is no such bot."""
    from hoplon.bots import bot, bots_for
    from hoplon.bots.dice import SeatDice
    from hoplon.core.match import Match
    from hoplon.games import game

    if "mcts" not in bots_for(contest.hoplon):
        return None
    found = game(contest.hoplon)
    match = Match(found, SEED, found.options(**contest.options))
    player = bot(f"mcts:nodes={SIMULATIONS}", contest.hoplon)

    def work() -> int:
        player.choose(match.view(0), match.legal(), SeatDice(SEED, 0), LONGEST)
        return SIMULATIONS

    return work


def spiel_mcts(contest: Contest) -> Work:
    """Simulations of OpenSpiel's search."""
    import pyspiel

    found = pyspiel.load_game(contest.spiel)
    start = dealt(found)

    def work() -> int:
        spiel_bot(found, 1, SIMULATIONS).mcts_search(start)
        return SIMULATIONS

    return work


Maker = Callable[[Contest], Work | None]

KINDS: dict[str, dict[str, Maker]] = {
    "random play, moves/s": {"Hoplon": hoplon_random, "OpenSpiel": spiel_random, "Pgx": pgx_random},
    "from Python, moves/s": {"Hoplon": hoplon_python, "OpenSpiel": spiel_python},
    "mcts, simulations/s": {"Hoplon": hoplon_mcts, "OpenSpiel": spiel_mcts},
}
