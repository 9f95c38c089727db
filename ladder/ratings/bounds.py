"""A mean and bounds that hold at any time: people look again and again, and may.

Of values between 0 and 1, independent and with one mean, the confidence sequence
with predictable plug-in empirical-Bernstein bounds (Waudby-Smith & Ramdas 2023,
“Estimating means of bounded random variables by betting”, theorem 2). With
probability 1 - α it holds the mean at all times at once, so it may be looked at
after every match. What it held once it holds for good: bounds only draw nearer.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

ALPHA = 0.05
LARGEST_BET = 0.5
EVEN = 0.5
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
    number = len(x)
    if not number:
        return Bounds(0, EVEN, 0.0, 1.0)
    t = np.arange(1, number + 1)
    mean = (EVEN + np.cumsum(x)) / (t + 1)
    variance = (0.25 + np.cumsum((x - mean) ** 2)) / (t + 1)
    # What is staked on a value must not know it: everything is from the step before.
    mean_before = np.concatenate(([EVEN], mean[:-1]))
    variance_before = np.concatenate(([0.25], variance[:-1]))
    bet = np.minimum(np.sqrt(2 * math.log(2 / alpha) / (variance_before * t * np.log(t + 1))), LARGEST_BET)
    staked = np.cumsum(bet)
    centre = np.cumsum(bet * x) / staked
    penalty = np.cumsum(4 * (x - mean_before) ** 2 * (-np.log1p(-bet) - bet) / 4)
    radius = (math.log(2 / alpha) + penalty) / staked
    low, high = max(0.0, float(np.max(centre - radius))), min(1.0, float(np.min(centre + radius)))
    return Bounds(number, float(x.mean()), low, high)


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
