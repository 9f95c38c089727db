"""What is believed before anything happened, and how all that is known bends the ratings.

Each entrant i has a strength μ_i, and at each table size n the rating r_in = μ_i + δ_in:

    μ_i ~ N(0, σ_μ²)          whoever has no predecessor among the entrants
    μ_i ~ N(μ_j, 80²)         a new version of j: linked to what j is, not to what was shown of it
    δ_in ~ N(0, σ_δ²)

(a normal hierarchy as in Gelman et al., Bayesian Data Analysis, ch. 5). With Q the
precision of μ, s = σ_δ² and L_n what the duels of n players say about r_n, minus the
Hessian of the log posterior in (μ, r_2, …, r_5) is

    μ: Q + 4 I/s      r_n: A_n = L_n + I/s      between them: -I/s

so it is never inverted whole: one N × N inverse per table size, and the Schur
complement S = Q + Σ_n (I/s - A_n⁻¹/s²) of the strengths.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.linalg import lapack

from ladder.ratings.fit.duels import SIZES, Floats, Ints

LINK = 80.0  # Elo; how far a new version may be from the one before


def precision(entrants: Ints, previous: Mapping[int, int], sigma: float) -> tuple[Floats, Ints]:
    """Q, and the places of those who have no predecessor among the entrants."""
    place = {int(entrant): index for index, entrant in enumerate(entrants)}
    parents = [place.get(previous.get(int(entrant), -1), -1) for entrant in entrants]
    parent: Ints = np.array(parents, dtype=np.int64)
    q = np.zeros((len(entrants), len(entrants)))
    roots, linked = np.flatnonzero(parent < 0), np.flatnonzero(parent >= 0)
    q[roots, roots] = 1 / sigma**2
    for child in linked:
        old = parent[child]
        q[[child, old], [child, old]] += 1 / LINK**2
        q[[child, old], [old, child]] -= 1 / LINK**2
    return q, roots


@dataclass(frozen=True)
class Curvature:
    """The inverse of the Hessian, in blocks."""

    s: float
    inverse: Mapping[int, Floats]  # A_n⁻¹ by table size
    mu: Floats  # S⁻¹, which is the covariance of the strengths

    @classmethod
    def of(cls, laplacian: Mapping[int, Floats], q: Floats, s: float) -> "Curvature":
        eye = np.eye(len(q))
        inverse = {size: inverted(laplacian[size] + eye / s) for size in SIZES}
        schur = q + len(SIZES) * eye / s
        for size in SIZES:
            schur -= inverse[size] / s**2
        return cls(s, inverse, inverted(schur))

    def solve(self, mu: Floats, r: Mapping[int, Floats]) -> tuple[Floats, dict[int, Floats]]:
        """H⁻¹ times a vector: Newton's step, from a gradient."""
        own = {size: self.inverse[size] @ r[size] for size in SIZES}
        shared = self.mu @ (mu + sum(own.values()) / self.s)
        return shared, {size: own[size] + self.inverse[size] @ shared / self.s for size in SIZES}

    def spread(self) -> tuple[Floats, dict[int, Floats]]:
        """The posterior variances of μ and of δ_n, by entrant."""
        deltas = {}
        for size in SIZES:
            # δ_n = (A⁻¹/s - I) μ + what the duels of this size alone leave open
            follow = self.inverse[size] / self.s - np.eye(len(self.mu))
            deltas[size] = np.diag(self.inverse[size]) + ((follow @ self.mu) * follow).sum(axis=1)
        return np.diag(self.mu), deltas


def inverted(matrix: Floats) -> Floats:
    """The inverse of a symmetric positive definite matrix (Cholesky: a third of the work)."""
    factor, bad = lapack.dpotrf(matrix, lower=1)
    if bad:
        raise np.linalg.LinAlgError("not positive definite")
    half, _ = lapack.dpotri(factor, lower=1)
    return np.tril(half) + np.tril(half, -1).T
