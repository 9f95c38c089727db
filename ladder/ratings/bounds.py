"""A mean and bounds that hold at any time: people look again and again, and may.

Of values between 0 and 1, independent and with one mean, the confidence sequence by
betting (Waudby-Smith & Ramdas 2024, “Estimating means of bounded random variables by
betting”, theorem 3, the hedged capital with predictable plug-in bets). Somebody bets that
the mean is more than m, and somebody that it is less; whoever makes 1 into 2/α has refuted
m. With probability 1 - α that never befalls the true mean, so it may be looked at after
every match. What is refuted once stays so: bounds only draw nearer.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

ALPHA = 0.05
LARGEST_BET = 0.5  # of what one has
EVEN = 0.5
HALVINGS = 16  # to find a bound: it is exact to 0.00002
TOO_CLOSE = 0.005  # of a score: nobody would wait for that to be decided


@dataclass(frozen=True)
class Bounds:
    """The mean of so many values, and the interval for the true one."""

    number: int
    mean: float
    low: float
    high: float

    @property
    def decided(self) -> bool:
        """Whether the better one is known: half is outside."""
        return not self.low <= EVEN <= self.high


def bounds(values: Sequence[float], alpha: float = ALPHA) -> Bounds:
    """What is known of the mean after these values, in the order in which they came."""
    x = np.asarray(values, dtype=float)
    if not len(x):
        return Bounds(0, EVEN, 0.0, 1.0)
    t = np.arange(1, len(x) + 1)
    mean = (EVEN + np.cumsum(x)) / (t + 1)
    variance = (0.25 + np.cumsum((x - mean) ** 2)) / (t + 1)
    # What is staked on a value must not know it: the variance is from the step before.
    before = np.concatenate(([0.25], variance[:-1]))
    bets = np.sqrt(2 * math.log(2 / alpha) / (before * t * np.log(t + 1)))
    won = math.log(2 / alpha)
    return Bounds(len(x), float(x.mean()), _refuted(x, bets, won), 1 - _refuted(1 - x, bets, won))


def _refuted(x: Floats, bets: Floats, won: float) -> float:
    """Up to where those who bet on more than that have ever won so much."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        m = (low + high) / 2
        if np.cumsum(np.log1p(np.minimum(bets, LARGEST_BET / m) * (x - m))).max() >= won:
            low = m
        else:
            high = m
    return low


def needed(known: Bounds) -> int | None:
    """About so many more values decide it; None if they are too close, or too few to guess from.

    The interval narrows about with the root of the number of values.
    """
    away = abs(known.mean - EVEN)
    if known.decided:
        return 0
    if known.number < 4 or away < TOO_CLOSE:
        return None
    return max(1, math.ceil(known.number * (((known.high - known.low) / 2 / away) ** 2 - 1)))
