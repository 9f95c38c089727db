"""How far a rating may be off: the scatter of whole match sets, and what the prior leaves open.

The sandwich (Huber 1967; Varin, Reid & Firth 2011 for composite likelihoods):

    Cov = H⁻¹ (B + P) H⁻¹,    B = Σ over match sets g g'

g is a set's part of the gradient, P the prior's precision, H = L + P with the duels' L.
A set is the unit because its matches share a deal and its duels share a table: what is
correlated within it is counted as it is. Since P = H - L,

    Cov = H⁻¹ + H⁻¹ (B - L) H⁻¹

the model's covariance, corrected by how the sets scatter differently from a fair coin.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from ladder.ratings.fit.duels import SIZES, WEIGHT, WHOLE, Duels, Floats, Ints
from ladder.ratings.fit.mode import SCALE, Mode, chance

Z95 = 1.959964


@dataclass(frozen=True)
class Covariance:
    """Of the anchored ratings of one ladder."""

    matrix: Floats

    @property
    def errors(self) -> Floats:
        """Half the widths of the 95 % intervals."""
        return Z95 * np.sqrt(np.maximum(0.0, np.diag(self.matrix)))

    def of_differences(self) -> Floats:
        """The variance of r_i - r_j."""
        own = np.diag(self.matrix)
        return np.maximum(0.0, own[:, None] + own[None, :] - 2 * self.matrix)


def covariances(duels: Duels, entrants: Ints, mode: Mode, held: Ints) -> dict[int, Covariance]:
    """By table size, 0 being their mean; what varies is the distance from the mean of `held`."""
    curvature, everybody = mode.curvature, len(entrants)
    excess = {size: _scatter(duels, entrants, mode, size) - mode.laplacian[size] for size in SIZES}
    follow = {size: curvature.inverse[size] / curvature.s for size in SIZES}
    found: dict[int, Floats] = {}
    overall = {size: np.zeros((everybody, everybody)) for size in SIZES}
    model = np.zeros((everybody, everybody))
    for size in SIZES:
        # The rows of H⁻¹ that belong to this table size, block by block.
        shared = follow[size] @ curvature.mu
        rows = {other: shared @ follow[other] for other in SIZES}
        rows[size] += curvature.inverse[size]
        found[size] = _sandwich(rows[size], rows, excess)
        for other in SIZES:
            overall[other] += rows[other] / len(SIZES)
            model += rows[other] / len(SIZES) ** 2
    found[0] = _sandwich(model, overall, excess)
    return {size: Covariance(_centred(matrix, held)) for size, matrix in found.items()}


def _sandwich(model: Floats, rows: Mapping[int, Floats], excess: Mapping[int, Floats]) -> Floats:
    total = model.copy()
    for size in SIZES:
        total += rows[size] @ excess[size] @ rows[size].T
    return total


def _centred(matrix: Floats, held: Ints) -> Floats:
    """The covariance of r - mean(r[held])."""
    with_anchors = matrix[:, held].mean(axis=1)
    return matrix - with_anchors[:, None] - with_anchors[None, :] + with_anchors[held].mean()


def _scatter(duels: Duels, entrants: Ints, mode: Mode, size: int) -> Floats:
    """B of one table size."""
    own = duels.pick((duels.players == size) & (duels.a != duels.b))
    a, b = np.searchsorted(entrants, own.a), np.searchsorted(entrants, own.b)
    surplus = own.score / WHOLE - own.count * chance(mode.at.r[size], a, b)
    surplus *= WEIGHT[size] / SCALE
    sets, which = np.unique(own.set, return_inverse=True)
    shape = (len(sets), len(entrants))
    slopes = sparse.coo_array(
        (np.concatenate([surplus, -surplus]), (np.concatenate([which, which]), np.concatenate([a, b]))), shape
    ).tocsr()
    return (slopes.T @ slopes).toarray()
