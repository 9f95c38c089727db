"""Is the new version better? A sequential test that stops as soon as it can tell.

A generalised sequential probability ratio test (Wald 1945; Michel Van den Bergh,
“The generalized SPRT”, as fishtest does it over pairs of games), here over whole match
sets: x is the mean score of the new version less that of the old one on the same deals
against the same field. Sets are independent of each other; duels of one set are not.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

KAPPA = 1.15  # the scale of the ladder, see rating
LEAST = 8  # sets; a variance from fewer says little
# As if so much had been seen before: no variance is nought.
PRIOR_SETS, PRIOR_VARIANCE = 2, 0.02


@dataclass(frozen=True)
class Bounds:
    """What counts as no difference and as a real one (Elo), and how often the test may err."""

    elo0: float
    elo1: float
    alpha: float
    beta: float

    @property
    def better(self) -> float:
        """From this log-likelihood ratio on the new version is better."""
        return math.log((1 - self.beta) / self.alpha)

    @property
    def not_better(self) -> float:
        """Down from this one it is not."""
        return math.log(self.beta / (1 - self.alpha))


@dataclass(frozen=True)
class Verdict:
    """`better` is None as long as it is not decided."""

    better: bool | None
    llr: float
    difference: float


def judge(differences: Sequence[float], bounds: Bounds) -> Verdict:
    """What the sets so far say. Each difference is between -1 and 1."""
    number = len(differences)
    if not number:
        return Verdict(None, 0.0, 0.0)
    mean = math.fsum(differences) / number
    spread = math.fsum((x - mean) ** 2 for x in differences) + PRIOR_SETS * PRIOR_VARIANCE
    variance = spread / (number + PRIOR_SETS)
    low, high = share(bounds.elo0), share(bounds.elo1)
    llr = number * (high - low) * (2 * mean - low - high) / (2 * variance)
    better = None
    if number >= LEAST:
        if llr >= bounds.better:
            better = True
        elif llr <= bounds.not_better:
            better = False
    return Verdict(better, llr, mean)


def share(elo: float) -> float:
    """So much more of the score than half goes to whoever is so much stronger."""
    return 1 / (1 + 10 ** (-elo / (400 * KAPPA))) - 0.5
