"""A whole game as a PettingZoo environment: seats act in turn, each sees its own view (the extra `learning`)."""

from typing import Any

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError("engine.aec needs PettingZoo and numpy: install scout-ladder[learning]") from error

from engine.actions import ACTIONS
from engine.core import OBSERVATION
from engine.game import Game


class ScoutEnv(AECEnv):
    """SCOUT for 2 to 5 players, agents `seat_0`, `seat_1`, …

    Action: an id from 0 to 819 (`Discrete(820)`). Observation: a dict of `observation`, 328 bytes laid out as in
    `engine.vector`, and `action_mask`, 820 int8, 1 for each legal id (all 0 while another seat acts). Reward: the
    points of a round, for every seat in the step that ends it. An episode is a game, `players` rounds.
    """

    metadata = {"name": "scout_v0", "is_parallelizable": False, "render_modes": []}
    render_mode = None

    def __init__(self, players: int = 4) -> None:
        super().__init__()
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (OBSERVATION,), np.uint8),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What `observe` returns for this agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The ids; which of them are legal, the observation's `action_mask` says."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; the same seed gives the same deals."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        players = len(self.possible_agents)
        self.game = Game(players, self._random.bytes(16).hex())
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.game.current]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent knows, and what it may do."""
        seat = self.possible_agents.index(agent)
        current, mask = self.game.round, bytearray(ACTIONS)
        if seat == current.current:
            current.legal_mask(mask)
        return {
            "observation": np.frombuffer(current.observation(seat), np.uint8),
            "action_mask": np.frombuffer(mask, np.int8),
        }

    def step(self, action: int | None) -> None:
        """Play an id for the selected agent. Raises IllegalAction where it is not legal."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        played = self.game.round
        assert action is not None
        self.game.apply(int(action))
        self._cumulative_rewards[self.agent_selection] = 0
        scores = played.scores() if played.end else [0] * len(self.possible_agents)
        self.rewards = dict(zip(self.possible_agents, scores, strict=True))
        self._accumulate_rewards()
        if self.game.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.game.current]
