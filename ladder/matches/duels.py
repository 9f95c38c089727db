"""From a match to duels: every pair at the table is compared.

A duel's score is half the result, half a bounded margin, as an integer times
10,000, so that sums do not depend on the order in which results come in.
"""

import math
from collections.abc import Sequence
from itertools import combinations

WHOLE = 10_000
# How many points of difference are worth as much as at the other table sizes.
SPREAD = {2: 4.0, 3: 8.0, 4: 7.0, 5: 7.0}


def duels(totals: Sequence[int], faulty: Sequence[bool]) -> list[tuple[int, int, int]]:
    """(seat a, seat b, score of a against b) for each pair of seats.

    A seat at fault loses all its duels, without a margin; two such seats draw.
    """
    return [
        (a, b, _score(totals[a], totals[b], faulty[a], faulty[b], SPREAD[len(totals)]))
        for a, b in combinations(range(len(totals)), 2)
    ]


def _score(mine: int, theirs: int, my_fault: bool, their_fault: bool, spread: float) -> int:
    if my_fault or their_fault:
        return round(WHOLE * (1 + their_fault - my_fault) / 2)
    won = (1 + (mine > theirs) - (mine < theirs)) / 2
    margin = 1 / (1 + math.exp(-(mine - theirs) / spread))
    return round(WHOLE * (won + margin) / 2)
