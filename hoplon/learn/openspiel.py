"""A match of a task as users of OpenSpiel step it: `load_game(task).new_initial_state()` makes a state with
`legal_actions`, `apply_action`, `child`, `clone`, `returns` and so on.

Dice are rolled and cards are dealt by the rules when an action is applied, so no state is a chance node. A
clone falls as its original will. A search that should not know how that is takes
`state.resample_from_infostate(player, seed)`: a state that the player cannot tell from this one, with what it
does not know dealt anew. Players are seats; observations are those of the player to act. OpenSpiel itself is
not needed.
"""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np

from hoplon.core.errors import HoplonError
from hoplon.learn import Task
from hoplon.learn.plan import Plan
from hoplon.learn.redeal import redeal
from hoplon.learn.settings import Settings, one_by_one
from hoplon.learn.vector import Vector

TERMINAL = -4  # the player of a state after the end, as OpenSpiel numbers it


class Game:
    """What is fixed about the matches of a task."""

    def __init__(self, task: str | Task, **settings: Unpack[Settings]) -> None:
        self._first = one_by_one(task, settings)
        self.plan: Plan = self._first.plan

    def new_initial_state(self, seed: int | None = None) -> State:
        """A new match; without a seed, the one after the last."""
        self._first.reset(seed)
        return State(self, self._first.clone([0]), [])

    def num_players(self) -> int:
        """How many seats there are."""
        return self.plan.seats

    def num_distinct_actions(self) -> int:
        """Actions are the numbers below this."""
        return self.plan.encoding.actions

    def max_game_length(self) -> int:
        """After so many actions a match is cut off."""
        return self.plan.longest

    def observation_tensor_shape(self) -> list[int]:
        """An observation is one row."""
        return [self.plan.encoding.width]


class State:
    """A position of one match, which `apply_action` changes."""

    def __init__(self, game: Game, vector: Vector, history: list[int]) -> None:
        self._game, self._vector, self._history = game, vector, history

    def get_game(self) -> Game:
        """What it is a match of."""
        return self._game

    def current_player(self) -> int:
        """The seat that acts; TERMINAL after the end."""
        return TERMINAL if self.is_terminal() else int(self._vector.to_move[0])

    def is_terminal(self) -> bool:
        """Has it ended, by the rules or because it was cut off?"""
        return bool(self._vector.terminated[0] or self._vector.truncated[0])

    def is_chance_node(self) -> bool:
        """Never: the rules roll their dice."""
        return False

    def is_simultaneous_node(self) -> bool:
        """Never: who acts at the same time is asked one after the other, and knows nothing of the others."""
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What the player to act may do; nothing for others, and nothing after the end."""
        if self.is_terminal() or player not in (None, self.current_player()):
            return []
        return [int(action) for action in np.flatnonzero(self._vector.mask[0])]

    def legal_actions_mask(self) -> list[int]:
        """The same as zeros and ones."""
        return (
            [0] * self._game.num_distinct_actions() if self.is_terminal() else self._vector.mask[0].tolist()
        )

    def apply_action(self, action: int) -> None:
        """Go on."""
        if self.is_terminal():
            raise HoplonError(f"action {action} comes after the end of the match")
        self._vector.step([action])
        self._history.append(int(action))

    def child(self, action: int) -> State:
        """A state further on."""
        found = self.clone()
        found.apply_action(action)
        return found

    def clone(self) -> State:
        """An independent copy."""
        return State(self._game, self._vector.clone([0]), list(self._history))

    def history(self) -> list[int]:
        """The actions so far."""
        return list(self._history)

    def rewards(self) -> list[float]:
        """What each player gained by the last action."""
        return self._of_players(self._vector.reward)

    def returns(self) -> list[float]:
        """What each player has gained so far."""
        total = self._vector._places["total"][0] * np.float32(self._game.plan.unit)
        return [float(gained) for gained in total]

    def player_return(self, player: int) -> float:
        """What a player has gained so far."""
        return self.returns()[player]

    def _of_players(self, gained: Any) -> list[float]:
        """An array of rewards as numbers; seats that a bot plays gain nothing that counts."""
        found = np.zeros(self._game.num_players(), np.float32)
        found[list(self._game.plan.learners)] = np.atleast_1d(gained[0])
        return [float(each) for each in found]

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """What the player to act is told, each number between 0 and 1."""
        if player not in (None, self.current_player()) and not self.is_terminal():
            raise HoplonError(
                f"player {player} is not asked now; expected {self.current_player()}, who is to act"
            )
        return list((self._vector.obs[0] / self._game.plan.encoding.most).tolist())

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """The same: what an agent remembers is in its observation."""
        return self.observation_tensor(player)

    def observation_string(self, player: int) -> str:
        """The position as a player may see it."""
        game, states = self._game.plan.game, self._vector._states
        return game.draw(game.concealed(states, 0, player), 0)

    def action_to_string(self, player_or_action: int, action: int | None = None) -> str:
        """An action as it is typed; the player may be left out."""
        plan, states = self._game.plan, self._vector._states
        number = player_or_action if action is None else action
        return plan.game.write_choice(states, 0, int(plan.encoding.choice_of(states[0], number)))

    def string_to_action(self, text: str) -> int:
        """The same back."""
        plan, states = self._game.plan, self._vector._states
        found = int(plan.encoding.action_of(states[0], plan.game.read_choice(states, 0, text)))
        if found < 0:
            raise HoplonError(f"the encoding {plan.encoding} has no action for {text!r}")
        return found

    def resample_from_infostate(self, player: int, seed: int) -> State:
        """A state that the player cannot tell from this one: what it does not know is dealt anew."""
        found = self.clone()
        redeal(found._vector, seed, player)
        return found

    def __str__(self) -> str:
        return self._game.plan.game.draw(self._vector._states, 0)


def load_game(task: str | Task, **settings: Unpack[Settings]) -> Game:
    """The matches of a task."""
    return Game(task, **settings)
