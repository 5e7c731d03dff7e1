"""Tasks as PettingZoo knows environments: `env(task)` asks one agent after the other, `parallel_env(task)`
asks all at once.

Agents are the seats, `player_0` and so on, or whoever the encoding of the task says, such as the characters
of a team, `agent_0`. An observation is `{"observation": a row of bytes, "action_mask": ...}`; the mask of an
agent that is not asked is empty. All agents stay until the match ends; then `info["score"]` is what the rules
say.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Unpack

import numpy as np

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as missing:
    raise ImportError("hoplon.learn.zoo needs PettingZoo: pip install 'hoplon[zoo]'") from missing

from hoplon.core.encoding import Encoding
from hoplon.core.errors import HoplonError
from hoplon.core.kernel import rule
from hoplon.learn import Task, make
from hoplon.learn.settings import Settings, one_by_one
from hoplon.learn.vector import Vector
from hoplon.learn.wrapped import (
    MASK,
    MASK_TYPE,
    RENDER_MODES,
    ROW,
    mask_space,
    picture,
    read_render_mode,
    root,
    row_space,
)


def env(task: str | Task, **settings: Any) -> Any:
    """One agent after the other, in an environment that refuses calls in the wrong order."""
    return OrderEnforcingWrapper(OneByOne(task, **settings))


def parallel_env(task: str | Task, **settings: Any) -> AllAtOnce:
    """All agents at once."""
    return AllAtOnce(task, **settings)


@cache
def onlooker(encoding: Encoding) -> Any:
    """How an agent that is not asked sees a match."""
    observe = encoding.observe

    @rule
    def look(states, places, i, agent, row):
        observe(states[i], agent, places[i].memory[agent], row)

    return look


class Agents:
    """What both kinds of environments know of their agents: names, seats and spaces."""

    def _name(self, vector: Vector, render_mode: str | None) -> None:
        self.render_mode = read_render_mode(render_mode)
        self.vector, plan = vector, vector.plan
        self.metadata = {"name": plan.name, "render_modes": [*RENDER_MODES], "render_fps": 4}
        word = "player" if plan.encoding.count_agents is None else "agent"
        self.possible_agents = [f"{word}_{number}" for number in range(plan.agents)]
        self._numbers = {agent: number for number, agent in enumerate(self.possible_agents)}
        self._seen = {
            agent: spaces.Dict({ROW: row_space(plan.encoding), MASK: mask_space(plan.encoding)})
            for agent in self.possible_agents
        }
        self._done = {agent: spaces.Discrete(plan.encoding.actions) for agent in self.possible_agents}
        self.agents: list[str] = []
        self._begun = False

    def _begin(self, seed: int | None) -> None:
        """Begin the next match, and find out who plays in it."""
        self.vector.reset(root(seed, self._begun, np.random.default_rng()))
        self._begun = True
        plan, s = self.vector.plan, self.vector._states[0]
        count = plan.encoding.count_agents
        there = self.possible_agents[: plan.seats if count is None else int(count(s))]
        seat_of = plan.encoding.seat_of
        self._seats = {
            agent: number if count is None else int(seat_of(s, number)) for number, agent in enumerate(there)
        }
        self.agents = [agent for agent in there if self._seats[agent] in plan.learners]

    def _ending(self) -> tuple[dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Who has terminated, who was cut off, and what is to be said about it."""
        over, cut = bool(self.vector.terminated[0]), bool(self.vector.truncated[0])
        scores = self.vector.scores[0]
        infos = {
            agent: {"score": int(scores[self._seats[agent]])} if over or cut else {} for agent in self.agents
        }
        return dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut), infos

    def observation_space(self, agent: str) -> Any:
        """What an agent may be told; the same object every time."""
        return self._seen[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent may do; the same object every time."""
        return self._done[agent]

    def render(self) -> Any:
        """The match as text or as SVG, as whoever is asked may see it."""
        return None if self.render_mode is None else picture(self.vector, 0, self.render_mode)

    def close(self) -> None:
        """End the threads."""
        self.vector.close()


class OneByOne(Agents, AECEnv):
    """One agent after the other, as the rules ask them. Choices of one turn stay hidden until it happens."""

    def __init__(
        self,
        task: str | Task,
        *,
        render_mode: str | None = None,
        illegal: str = "raise",
        **settings: Unpack[Settings],
    ) -> None:
        AECEnv.__init__(self)
        self._name(one_by_one(task, settings, illegal), render_mode)
        self.metadata["is_parallelizable"] = False

    def reset(self, seed: int | None = None, options: Any = None) -> None:  # noqa: ARG002
        """Begin the next match; with a seed, the first one of those that follow from it."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations, self.infos = self._ending()
        self._skip_agent_selection = None
        self.agent_selection = self._asked()

    def step(self, action: Any) -> None:
        """Take the action of the agent that is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.vector.step([action])
        gained = np.atleast_1d(self.vector.reward[0])
        each = len(gained) > 1  # else there is only one seat that learns
        self.rewards = {agent: float(gained[self._seats[agent] if each else 0]) for agent in self.agents}
        self.terminations, self.truncations, self.infos = self._ending()
        self.agent_selection = self._asked()
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now."""
        vector, number = self.vector, self._numbers[agent]
        if agent == self._asked():
            return {ROW: vector.obs[0].copy(), MASK: vector.mask[0].astype(MASK_TYPE)}
        row = np.zeros(vector.obs.shape[1], np.uint8)
        onlooker(vector.plan.encoding)(vector._states, vector._places, 0, number, row)
        return {ROW: row, MASK: np.zeros(vector.mask.shape[1], MASK_TYPE)}

    def _asked(self) -> str:
        """The agent that the rules ask; after the end, the last one."""
        return self.possible_agents[int(self.vector._places["agent"][0])]


class AllAtOnce(Agents, ParallelEnv):
    """All agents act in one step: those of a simultaneous game, or the only one there is."""

    def __init__(
        self,
        task: str | Task,
        *,
        render_mode: str | None = None,
        illegal: str = "raise",
        **settings: Unpack[Settings],
    ) -> None:
        self._name(make(task, 1, autoreset="disabled", illegal=illegal, **settings), render_mode)
        plan = self.vector.plan
        if not plan.joint and plan.only_seat is None:
            raise HoplonError(
                f"in {plan.name} the seats act one after the other; expected a task in which all act "
                "at once, or opponents for all seats but one (hoplon.learn.zoo.env has them all)"
            )

    def reset(
        self,
        seed: int | None = None,
        options: Any = None,  # noqa: ARG002
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin the next match; with a seed, the first one of those that follow from it."""
        self._begin(seed)
        return self._observe(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Take the actions of all agents."""
        given = np.zeros(self.vector.rows, np.int64)
        for agent in self.agents:
            if agent not in actions:
                raise HoplonError(
                    f"there is no action for {agent}; expected one for {', '.join(self.agents)}"
                )
            given[self._row(agent)] = actions[agent]
        self.vector.step(given)
        rewards = {agent: float(self.vector.reward[self._row(agent)]) for agent in self.agents}
        terminations, truncations, infos = self._ending()
        seen = self._observe()
        if self.vector.terminated[0] or self.vector.truncated[0]:
            self.agents = []
        return seen, rewards, terminations, truncations, infos

    def _observe(self) -> dict[str, Any]:
        obs, mask = self.vector.obs, self.vector.mask
        return {
            agent: {ROW: obs[self._row(agent)].copy(), MASK: mask[self._row(agent)].astype(MASK_TYPE)}
            for agent in self.agents
        }

    def _row(self, agent: str) -> int:
        """The row of an agent; where one seat alone learns, it has the only one."""
        return self._numbers[agent] if self.vector.plan.joint else 0
