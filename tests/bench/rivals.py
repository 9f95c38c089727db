"""Other ways to turn the same matches into ratings: running Elo, Glicko-2, openskill.

Each is a function of a stream of matches that gives the ratings, around 0, after each of the
asked numbers of matches. Nobody here is told the truth, except openskill's scale (see there).
"""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import numpy as np
from openskill.models import PlackettLuce
from pool import Played

Ratings = np.ndarray
Rival = Callable[[Sequence[Played], int, Sequence[int]], Iterator[Ratings]]


def won(match: Played, a: int, b: int) -> float:
    """1, ½ or 0."""
    return (1 + (match.totals[a] > match.totals[b]) - (match.totals[a] < match.totals[b])) / 2


def elo(k: float) -> Rival:
    """Every duel of a match of n moves both by K/(n-1) (won - expected), all from the ratings before the match."""

    def run(played: Sequence[Played], bots: int, asked: Sequence[int]) -> Iterator[Ratings]:
        ratings = [0.0] * bots
        for number, match in enumerate(played, 1):
            before = [ratings[bot] for bot in match.bots]
            for a, b in combinations(range(len(match.bots)), 2):
                surplus = won(match, a, b) - 1 / (1 + 10 ** ((before[b] - before[a]) / 400))
                ratings[match.bots[a]] += k * surplus / (len(match.bots) - 1)
                ratings[match.bots[b]] -= k * surplus / (len(match.bots) - 1)
            if number in asked:
                yield np.array(ratings)

    return run


GLICKO_SCALE = 400 / math.log(10)
TAU = 0.5


def glicko2(played: Sequence[Played], bots: int, asked: Sequence[int]) -> Iterator[Ratings]:
    """Glickman, Example of the Glicko-2 system (2013); every match is a rating period of those who play."""
    mu, phi, sigma = [0.0] * bots, [350 / GLICKO_SCALE] * bots, [0.06] * bots
    for number, match in enumerate(played, 1):
        known = [(mu[bot], phi[bot]) for bot in match.bots]
        for seat, bot in enumerate(match.bots):
            duels = [(*known[other], won(match, seat, other)) for other in range(len(match.bots)) if other != seat]
            mu[bot], phi[bot], sigma[bot] = glicko2_period(*known[seat], sigma[bot], duels)
        if number in asked:
            yield np.array(mu) * GLICKO_SCALE


def glicko2_period(
    mu: float, phi: float, sigma: float, duels: Sequence[tuple[float, float, float]]
) -> tuple[float, float, float]:
    """Steps 3 to 8 of the paper; a duel is (μ, φ, score)."""
    information = slope = 0.0
    for other, doubt, score in duels:
        g = 1 / math.sqrt(1 + 3 * doubt**2 / math.pi**2)
        expected = 1 / (1 + math.exp(-g * (mu - other)))
        information += g**2 * expected * (1 - expected)
        slope += g * (score - expected)
    variance = 1 / information
    sigma = _volatility(variance * slope, phi, variance, sigma)
    phi = 1 / math.sqrt(1 / (phi**2 + sigma**2) + information)
    return mu + phi**2 * slope, phi, sigma


def _volatility(delta: float, phi: float, variance: float, sigma: float) -> float:
    """Step 5: the root of f by the Illinois method."""
    start = math.log(sigma**2)

    def f(x: float) -> float:
        e = math.exp(x)
        return e * (delta**2 - phi**2 - variance - e) / (2 * (phi**2 + variance + e) ** 2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        high = start - TAU
        while f(high) < 0:
            high -= TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > 1e-6:
        new = low + (low - high) * at_low / (at_high - at_low)
        at_new = f(new)
        if at_new * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = new, at_new
    return math.exp(low / 2)


def openskill(played: Sequence[Played], bots: int, asked: Sequence[int]) -> Iterator[Ratings]:
    """Plackett-Luce with openskill's defaults, in its own units: the benchmark fits its scale to the truth."""
    model = PlackettLuce()
    ratings = [model.rating() for _ in range(bots)]
    for number, match in enumerate(played, 1):
        teams = [[ratings[bot]] for bot in match.bots]
        for bot, (new,) in zip(match.bots, model.rate(teams, scores=list(match.totals)), strict=True):
            ratings[bot] = new
        if number in asked:
            yield np.array([rating.mu for rating in ratings])
