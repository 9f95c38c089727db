"""Many rounds at once, for learning: the caller owns the buffers, the core fills them.

    vector = VectorRound(players=4, count=256, seed=7)
    b = buffers(4, 256)                                 # numpy arrays of the shapes below
    vector.look(b.mask, b.observation, b.seat)
    while True:
        b.action[:] = choose(b.observation, b.mask)     # one legal id for each round
        vector.step(b.action, b.mask, b.observation, b.seat, b.reward, b.done)

| buffer | shape | type | what |
|---|---|---|---|
| `action` | (count,) | int32 | the id to play, 0 to 819 (see `engine.actions`) |
| `mask` | (count, 820) | uint8 | 1 for each legal id |
| `observation` | (count, 328) | uint8 | what the seat to act knows, below |
| `seat` | (count,) | int32 | the seat to act |
| `reward` | (count, players) | float32 | points of each seat where the step ended a round, else 0 |
| `done` | (count,) | uint8 | 1 where the step ended a round; the next one is dealt already |

An observation counts seats from the one that observes, 0, clockwise. A card is one byte, 16 · upper + lower number;
0 is no card or one that the seat does not know.

| bytes | what |
|---|---|
| 0, 1 | players; phase: 0 turn hand, 1 play, 2 must show, 3 over |
| 2, 3, 4 | seat to act, starter, owner of the active set (255: none yet) |
| 5, 6–7 | scouts since the last show; turns played, low byte first |
| 8–12, 13–17 | cards in each hand, cards in each pile |
| 18–22, 23–27 | scout chips of each seat; 1 where the Scout & Show chip is left |
| 28–37 | the active set |
| 40–279 | the hands, 48 places for each seat; of others only cards that lay on the table |
| 280–327 | all captured cards, in the order in which they were won |
"""

from dataclasses import dataclass
from typing import Any

try:
    import numpy as np
except ImportError as error:
    raise ImportError("engine.vector needs numpy: install scout-ladder[vector]") from error

from engine.actions import ACTIONS
from engine.core import OBSERVATION, VectorRound

__all__ = ["OBSERVATION", "Buffers", "VectorRound", "buffers"]


@dataclass(frozen=True)
class Buffers:
    """The arrays of the table above."""

    action: "np.ndarray[Any, Any]"
    mask: "np.ndarray[Any, Any]"
    observation: "np.ndarray[Any, Any]"
    seat: "np.ndarray[Any, Any]"
    reward: "np.ndarray[Any, Any]"
    done: "np.ndarray[Any, Any]"


def buffers(players: int, count: int) -> Buffers:
    """Zeroed buffers for `count` rounds of `players`."""
    return Buffers(
        action=np.zeros(count, np.int32),
        mask=np.zeros((count, ACTIONS), np.uint8),
        observation=np.zeros((count, OBSERVATION), np.uint8),
        seat=np.zeros(count, np.int32),
        reward=np.zeros((count, players), np.float32),
        done=np.zeros(count, np.uint8),
    )
