"""How fast this machine is, so that a bot gets as far on a slow one as on a fast one."""

import time
from functools import cache

from engine import Game, View, greedy

REFERENCE = 0.013  # seconds of processor time that `_work` takes on a machine of speed 1
SLOWEST, FASTEST = 0.2, 5.0  # beyond that something else is wrong
_TIMES = 7


@cache
def speed() -> float:
    """This machine's speed; 2 for one that is twice as fast as the reference. Measured once, in about 0.1 s."""
    return round(min(max(REFERENCE / min(_work() for _ in range(_TIMES)), SLOWEST), FASTEST), 2)


def _work() -> float:
    """Seconds of processor time for a fixed game, seen by its four seats as bots see it."""
    began, game = time.thread_time(), Game(4, "speed")
    number, views = -1, list[View]()
    while not game.over:
        if number != len(game.rounds) - 1:
            number = len(game.rounds) - 1
            views = [View.open(game.opening(seat)) for seat in range(4)]
            told = [0] * 4
        seat, view = game.current, views[game.current]
        for event in game.events(seat, told[seat]):
            view.observe(event)
            told[seat] += 1
        sorted((len(str(turn)), str(turn)) for turn in view.turns())
        game.apply(greedy(view))
    return time.thread_time() - began
