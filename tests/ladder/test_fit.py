"""From duels to ratings: pure numbers."""

import math
import random

import pytest

from ladder.ratings.fit import KAPPA, DuelSum, fit


def share(difference: float) -> float:
    return 1 / (1 + 10 ** (-difference / (400 * KAPPA)))


def duels_between(strengths: dict[int, float], players: int = 2, count: int = 5000) -> list[DuelSum]:
    return [
        DuelSum(players, a, b, round(10_000 * count * share(strengths[a] - strengths[b])), count)
        for a in strengths
        for b in strengths
        if a < b
    ]


def test_known_strengths_are_found_again():
    truth = {1: 1400.0, 2: 1500.0, 3: 1600.0, 4: 1720.0}
    found = fit(duels_between(truth), anchors=[1, 2, 3])
    for entrant, strength in truth.items():
        assert found[entrant, 0].rating == pytest.approx(strength, abs=2)


def test_the_anchors_mean_is_1500_at_every_table_size():
    sums = duels_between({1: 900, 2: 1100, 3: 2000}, 2, 40) + duels_between({1: 1200, 2: 1000, 4: 1500}, 5, 30)
    found = fit(sums, anchors=[1, 2])
    for size in (0, 2, 3, 4, 5):
        assert (found[1, size].rating + found[2, size].rating) / 2 == pytest.approx(1500, abs=0.01)


def test_order_does_not_matter_at_all():
    sums = [DuelSum(n, a, b, 3333 * a + 17 * b, 5 + a) for n in (2, 3, 4, 5) for a in range(6) for b in range(a + 1, 9)]
    first = fit(sums, anchors=[0, 1])
    for seed in range(5):
        shuffled = random.Random(seed).sample(sums, len(sums))
        assert fit(shuffled, anchors=[1, 0]) == first


def test_all_equal_is_all_1500():
    found = fit([DuelSum(2, 1, 2, 50_000, 10), DuelSum(3, 1, 3, 50_000, 10)])
    assert {strength.rating for strength in found.values()} == {1500.0}


def test_whoever_always_wins_gets_a_finite_rating():
    found = fit([DuelSum(2, 1, 2, 10_000_000, 1000)])
    assert math.isfinite(found[1, 0].rating)
    assert found[1, 0].rating - found[2, 0].rating > 500


def test_more_matches_make_smaller_errors():
    few = fit(duels_between({1: 1500, 2: 1500, 3: 1500, 4: 1500}, 4, 10), anchors=[1, 2])
    many = fit(duels_between({1: 1500, 2: 1500, 3: 1500, 4: 1500}, 4, 1000), anchors=[1, 2])
    assert many[3, 0].error < few[3, 0].error / 5
    assert many[3, 0].error < 20


def test_bots_that_never_met_are_still_comparable():
    found = fit([DuelSum(2, 1, 2, 60_000, 10), DuelSum(2, 3, 4, 60_000, 10)], anchors=[1, 2])
    assert set(found) == {(entrant, size) for entrant in (1, 2, 3, 4) for size in (0, 2, 3, 4, 5)}


def test_without_matches_of_a_size_the_overall_rating_stands_in_with_a_wider_error():
    found = fit(duels_between({1: 1400, 2: 1600}, 2, 300), anchors=[1])
    assert found[2, 5].rating == pytest.approx(found[2, 0].rating, abs=0.01)
    assert found[2, 5].error > found[2, 0].error


def test_nothing_played_nothing_rated():
    assert fit([]) == {}
