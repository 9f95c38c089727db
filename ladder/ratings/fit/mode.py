"""The ratings that fit all results best: hierarchical Bradley-Terry, by Newton's method.

    P(i beats j | n) = 1 / (1 + 10^(-(r_in - r_jn) / (400 κ)))

(Bradley & Terry 1952, on Elo's scale of 400 points per factor of ten in odds). The
ratings maximise

    Σ w_n [ y ln P + (1 - y) ln(1 - P) ]  -  ½ μ'Qμ  -  Σ_n |r_n - μ|² / 2 σ_δ²

which is concave, so there is one answer, wherever the search starts. The spreads σ_μ and
σ_δ come from six rounds of EM (Dempster, Laird & Rubin 1977): each is the root of the
mean of what is expected of its squares. The rounds always begin at 200 and 60 and
each runs to the end, so they too are the same for every start.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ladder.ratings.fit.duels import SIZES, Floats, Ints, Pairs
from ladder.ratings.fit.hierarchy import Curvature, precision

KAPPA = 1.15  # half the score is margin; this keeps the scale that of win odds
SCALE = 400 * KAPPA / math.log(10)
ROUNDS = 6
SIGMA_MU, LEAST_MU = 200.0, 100.0  # Elo; the first guess and the floor
SIGMA_DELTA, LEAST_DELTA = 60.0, 20.0
STEP = 1e-9  # Elo; Newton is done when it moves nobody further
FLOOR = 1e-6  # Elo; below this a step may be mere rounding
FURTHEST = 400.0  # Elo; a longer step from a bad start is cut


@dataclass(frozen=True)
class Point:
    """Strengths, and ratings by table size, around 0; places are those of the entrants."""

    mu: Floats
    r: Mapping[int, Floats]

    def moved(self, step: "Point", share: float) -> "Point":
        return Point(self.mu + share * step.mu, {size: self.r[size] + share * step.r[size] for size in SIZES})

    @property
    def furthest(self) -> float:
        return max(float(np.abs(part).max()) for part in (self.mu, *self.r.values()))


@dataclass(frozen=True)
class Mode:
    """The best ratings and how the posterior bends there."""

    at: Point
    sigma_mu: float
    sigma_delta: float
    laplacian: Mapping[int, Floats]
    curvature: Curvature


def best(pairs: Mapping[int, Pairs], entrants: Ints, previous: Mapping[int, int], start: Point) -> Mode:
    """The mode of the posterior, with the spreads that EM finds."""
    sigma_mu, sigma_delta = SIGMA_MU, SIGMA_DELTA
    at = start
    for rounds_left in range(ROUNDS, -1, -1):
        q, roots = precision(entrants, previous, sigma_mu)
        at = climb(pairs, q, sigma_delta**2, at)
        laplacian = {size: _laplacian(pairs[size], at.r[size]) for size in SIZES}
        curvature = Curvature.of(laplacian, q, sigma_delta**2)
        if rounds_left:
            mu, delta = curvature.spread()
            squares = [(at.r[size] - at.mu) ** 2 + delta[size] for size in SIZES]
            sigma_mu = max(LEAST_MU, math.sqrt(np.mean((at.mu**2 + mu)[roots])))
            sigma_delta = max(LEAST_DELTA, math.sqrt(np.mean(squares)))
    return Mode(at, sigma_mu, sigma_delta, laplacian, curvature)


def climb(pairs: Mapping[int, Pairs], q: Floats, s: float, at: Point) -> Point:
    """Newton's method to the top; `s` is σ_δ²."""
    height, last = log_posterior(pairs, q, s, at), math.inf
    while True:
        uphill = gradient(pairs, q, s, at)
        laplacian = {size: _laplacian(pairs[size], at.r[size]) for size in SIZES}
        step = Point(*Curvature.of(laplacian, q, s).solve(uphill.mu, uphill.r))
        far = step.furthest
        if far < STEP or last <= far < FLOOR:
            return at.moved(step, 1.0)
        share = min(1.0, FURTHEST / far)
        # Near the top heights differ by less than rounding; there Newton is safe.
        while far > 1e-3 and log_posterior(pairs, q, s, at.moved(step, share)) < height:
            share /= 2
        at, last = at.moved(step, share), far
        height = log_posterior(pairs, q, s, at)


def log_posterior(pairs: Mapping[int, Pairs], q: Floats, s: float, at: Point) -> float:
    """What is maximised, up to a constant."""
    total = -0.5 * float(at.mu @ q @ at.mu)
    for size in SIZES:
        pair, apart = pairs[size], at.r[size] - at.mu
        ahead = (at.r[size][pair.a] - at.r[size][pair.b]) / SCALE
        # y ln P + (1 - y) ln(1 - P) = y x - ln(1 + e^x)
        total += float(pair.score @ ahead - pair.number @ np.logaddexp(0, ahead)) - float(apart @ apart) / (2 * s)
    return total


def gradient(pairs: Mapping[int, Pairs], q: Floats, s: float, at: Point) -> Point:
    """The slope of the log posterior, per Elo."""
    mu, r = -q @ at.mu, {}
    for size in SIZES:
        pair, apart = pairs[size], (at.r[size] - at.mu) / s
        surplus = (pair.score - pair.number * chance(at.r[size], pair.a, pair.b)) / SCALE
        r[size] = _by_entrant(pair.a, surplus, mu) - _by_entrant(pair.b, surplus, mu) - apart
        mu = mu + apart
    return Point(mu, r)


def chance(ratings: Floats, a: Ints, b: Ints) -> Floats:
    """P(a beats b)."""
    return 1 / (1 + np.exp((ratings[b] - ratings[a]) / SCALE))


def _laplacian(pair: Pairs, ratings: Floats) -> Floats:
    """Minus the Hessian of the log likelihood: a weighted graph of who met whom."""
    expected = chance(ratings, pair.a, pair.b)
    stiff = pair.number * expected * (1 - expected) / SCALE**2
    matrix = np.zeros((len(ratings), len(ratings)))
    matrix[pair.a, pair.b] = matrix[pair.b, pair.a] = -stiff
    np.fill_diagonal(matrix, _by_entrant(pair.a, stiff, ratings) + _by_entrant(pair.b, stiff, ratings))
    return matrix


def _by_entrant(places: Ints, values: Floats, like: Floats) -> Floats:
    return np.bincount(places, weights=values, minlength=len(like)).astype(np.float64)
