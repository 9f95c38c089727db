"""The sequential test: it errs as rarely as it says, and stops early where it can."""

import math
from random import Random

import pytest

from ladder.matches.sprt import LEAST, Bounds, judge, share

BOUNDS = Bounds(elo0=0, elo1=40, alpha=0.05, beta=0.05)
SPREAD = 0.15  # of a whole set's difference


def test_a_difference_in_elo_is_a_share_of_the_score():
    assert share(0) == 0
    assert share(100) == pytest.approx(1 / (1 + 10 ** (-100 / 460)) - 0.5)
    assert share(-40) == pytest.approx(-share(40))


def play(elo: float, seed: int, most: int = 400) -> tuple[bool | None, int]:
    """What it decided, and after how many sets."""
    rng, seen = Random(seed), []
    for number in range(1, most + 1):
        seen.append(max(-1.0, min(1.0, rng.gauss(share(elo), SPREAD))))
        verdict = judge(seen, BOUNDS)
        if verdict.better is not None:
            return verdict.better, number
    return None, most


@pytest.mark.parametrize(
    ("elo", "better", "least"),
    [
        pytest.param(-80, False, 1.0, id="much worse"),
        pytest.param(0, False, 0.92, id="equal"),
        pytest.param(40, True, 0.92, id="better"),
        pytest.param(120, True, 1.0, id="much better"),
    ],
)
def test_it_decides_rightly_as_often_as_it_says(elo, better, least):
    decided = [play(elo, seed) for seed in range(200)]
    assert sum(verdict is better for verdict, _ in decided) >= least * len(decided)


def test_it_stops_as_soon_as_it_can():
    far = [play(150, seed)[1] for seed in range(50)]
    close = [play(20, seed)[1] for seed in range(50)]
    assert sum(far) / len(far) < 15
    assert sum(close) / len(close) > 3 * sum(far) / len(far)
    # A test of fixed length with the same errors needs this many sets.
    fixed = (2 * 1.645 * SPREAD / share(40)) ** 2
    assert sum(play(0, seed)[1] for seed in range(50)) / 50 < 0.75 * fixed


def test_the_same_bot_twice_is_not_better():
    verdict = judge([0.0] * 60, BOUNDS)
    assert (verdict.better, verdict.difference) == (False, 0)


def test_luck_at_the_beginning_decides_nothing():
    assert judge([], BOUNDS).better is None
    assert judge([0.9] * (LEAST - 1), BOUNDS).better is None
    assert judge([0.9] * LEAST, BOUNDS).better is True


def test_it_is_the_ratio_of_likelihoods():
    seen = [0.1, -0.1] * 500
    mean, low, high = 0.0, 0.0, share(40)
    variance = sum((x - mean) ** 2 for x in seen) / len(seen)

    def log_likelihood(mu: float) -> float:
        return sum(-((x - mu) ** 2) / (2 * variance) for x in seen)

    assert judge(seen, BOUNDS).llr == pytest.approx(log_likelihood(high) - log_likelihood(low), rel=0.01)
    assert math.isfinite(judge([0.0], BOUNDS).llr)
