"""From duels to ratings: pure numbers."""

import math
import random
from dataclasses import replace
from pathlib import Path

import choix
import numpy as np
import pytest
from scipy.optimize import approx_fprime

import ladder.ratings
from ladder.matches.duels import duels
from ladder.ratings.fit import KAPPA, SCALE, SIZES, WEIGHT, Duels, expected, fit, rank_intervals, superiority
from ladder.ratings.fit.duels import sums
from ladder.ratings.fit.errors import covariances
from ladder.ratings.fit.hierarchy import Curvature, precision
from ladder.ratings.fit.mode import Point, best, climb, gradient, log_posterior

WHOLE = 10_000


def share(difference: float) -> float:
    return 1 / (1 + 10 ** (-difference / (400 * KAPPA)))


def exactly(strengths: dict[int, float], players: int = 2, count: int = 5000, first_set: int = 0) -> Duels:
    """Every pair scores just what its strengths say."""
    pairs = [(a, b) for a in strengths for b in strengths if a < b]
    return Duels.of(
        (first_set + number, players, a, b, round(WHOLE * count * share(strengths[a] - strengths[b])), count)
        for number, (a, b) in enumerate(pairs)
    )


def by_chance(seed: int, entrants: int = 8, sets: int = 60, spread: float = 150) -> Duels:
    """Match sets of all table sizes between bots of different strength."""
    rng = random.Random(seed)
    strength = [rng.gauss(0, spread) for _ in range(entrants)]
    rows = []
    for number in range(sets):
        players = SIZES[number % 4]
        table = rng.sample(range(entrants), players)
        for place, a in enumerate(table):
            for b in table[place + 1 :]:
                won = sum(rng.random() < share(strength[a] - strength[b]) for _ in range(players))
                rows.append((number, players, a, b, WHOLE * won, players))
    return Duels.of(rows)


def same(one, other) -> bool:
    return all(
        np.array_equal(one.ratings[size], other.ratings[size]) and np.array_equal(one.errors(size), other.errors(size))
        for size in (0, *SIZES)
    )


# What must come out


@pytest.mark.parametrize("players", SIZES)
def test_known_strengths_are_found_again(players):
    truth = {1: 1400.0, 2: 1500.0, 3: 1600.0, 4: 1720.0}
    ladder = fit(exactly(truth, players), anchors=[1, 2, 3])
    for entrant, strength in truth.items():
        assert ladder.rating(entrant, players) == pytest.approx(strength, abs=2)


def test_overall_is_the_mean_of_the_four_and_the_anchors_mean_is_1500_in_each():
    ladder = fit(by_chance(1), anchors=[2, 5])
    for entrant in range(8):
        assert ladder.rating(entrant) == pytest.approx(np.mean([ladder.rating(entrant, n) for n in SIZES]), abs=0.011)
    for size in (0, *SIZES):
        assert (ladder.rating(2, size) + ladder.rating(5, size)) / 2 == pytest.approx(1500, abs=0.011)


def test_all_equal_is_all_1500():
    ladder = fit(Duels.of([(1, 2, 1, 2, 50_000, 10), (2, 3, 1, 3, 50_000, 10)]))
    assert all((ladder.ratings[size] == 1500).all() for size in ladder.ratings)


def test_whoever_always_wins_gets_a_finite_rating():
    ladder = fit(Duels.of((number, 2, 1, 2, WHOLE, 1) for number in range(1000)))
    assert math.isfinite(ladder.rating(1))
    assert 400 < ladder.rating(1, 2) - ladder.rating(2, 2) < 3000


def test_bots_that_never_met_stand_around_the_same_mean():
    ladder = fit(Duels.of([(1, 2, 1, 2, 60_000, 10), (2, 2, 3, 4, 60_000, 10)]))
    assert ladder.rating(1) == ladder.rating(3) > 1500 > ladder.rating(2) == ladder.rating(4)
    assert ladder.superiority()[0, 2] == 0.5


def test_a_table_size_without_matches_follows_the_others_with_a_wider_error():
    ladder = fit(exactly({1: 1400, 2: 1600}, 2, 300), anchors=[1])
    assert 1500 < ladder.rating(2, 5) < ladder.rating(2, 2)
    assert ladder.error(2, 5) > ladder.error(2, 2)


def test_more_matches_make_smaller_errors():
    few, many = (fit(by_chance(3, sets=sets), anchors=[1, 2]) for sets in (40, 4000))
    assert many.error(3) < few.error(3) / 5


def test_against_itself_a_version_shows_nothing():
    twice = Duels.of([(1, 3, 1, 2, 9_000, 1), (1, 3, 1, 1, 3_000, 1), (1, 3, 1, 2, 9_000, 1)])
    once = Duels.of([(1, 3, 1, 2, 18_000, 2)])
    assert same(fit(twice), fit(once))


def test_nothing_played_nothing_rated():
    assert fit(Duels.of([])) is None


# Order and start


def test_order_does_not_matter_at_all():
    duels = by_chance(4)
    first = fit(duels, anchors=[0, 1])
    rng = np.random.default_rng(5)
    for _ in range(5):
        shuffled = duels.pick(rng.permutation(len(duels)))
        turned = rng.random(len(duels)) < 0.5
        shuffled = replace(
            shuffled,
            a=np.where(turned, shuffled.b, shuffled.a),
            b=np.where(turned, shuffled.a, shuffled.b),
            score=np.where(turned, WHOLE * shuffled.count - shuffled.score, shuffled.score),
            set=rng.permutation(1000)[shuffled.set],
        )
        assert same(fit(shuffled, anchors=[1, 0]), first)


@pytest.mark.parametrize("seed", range(3))
def test_where_the_search_starts_does_not_matter(seed):
    duels = by_chance(6)
    rng = random.Random(seed)
    start = {(entrant, size): rng.gauss(1500, 600) for entrant in range(8) for size in SIZES}
    assert same(fit(duels, start=start), fit(duels))


def test_parts_add_up():
    duels = by_chance(7)
    halves = [duels.pick(np.arange(len(duels)) % 2 == rest) for rest in (0, 1)]
    assert same(fit(Duels.join(halves)), fit(duels))


# Against other ways to the same numbers


def test_choix_finds_the_same_on_the_special_case_it_covers():
    """One table size and nothing but a normal prior: choix's maximum a posteriori Bradley-Terry."""
    rng = random.Random(8)
    won = [tuple(rng.sample(range(6), 2)) for _ in range(300)]
    duels = Duels.of((number, 2, winner, loser, WHOLE, 1) for number, (winner, loser) in enumerate(won))
    sigma_mu, sigma_delta = 100.0, 60.0
    q, _ = precision(np.arange(6), {}, sigma_mu)
    zero = Point(np.zeros(6), {size: np.zeros(6) for size in SIZES})
    found = climb(sums(duels, np.arange(6)), q, sigma_delta**2, zero)
    # r_2 = μ + δ_2 alone has duels, so its prior is N(0, σ_μ² + σ_δ²); choix's penalty is alpha |x|².
    ours = found.r[2] / SCALE
    spread = (sigma_mu**2 + sigma_delta**2) / SCALE**2
    theirs = choix.opt_pairwise(6, won, alpha=1 / (2 * spread * WEIGHT[2]), tol=1e-12)
    assert ours == pytest.approx(theirs, abs=1e-5)


def test_gradient_and_curvature_agree_with_numerical_ones():
    duels, entrants = by_chance(9, entrants=5, sets=30), np.arange(5)
    pairs, s = sums(duels, entrants), 45.0**2
    q, _ = precision(entrants, {1: 0, 4: 1}, 130.0)
    rng = np.random.default_rng(1)

    def point(flat):
        parts = np.split(flat, 5)
        return Point(parts[0], dict(zip(SIZES, parts[1:], strict=True)))

    def flat(at):
        return np.concatenate([at.mu, *(at.r[size] for size in SIZES)])

    somewhere = rng.normal(0, 120, 25)
    ours = flat(gradient(pairs, q, s, point(somewhere)))
    assert ours == pytest.approx(
        approx_fprime(somewhere, lambda x: log_posterior(pairs, q, s, point(x)), 1e-4), abs=1e-5
    )

    mode = best(pairs, entrants, {1: 0, 4: 1}, point(somewhere))
    q, _ = precision(entrants, {1: 0, 4: 1}, mode.sigma_mu)
    s, top = mode.sigma_delta**2, flat(mode.at)
    assert np.abs(flat(gradient(pairs, q, s, mode.at))).max() < 1e-9
    hessian = -np.stack(
        [
            (flat(gradient(pairs, q, s, point(top + bump))) - flat(gradient(pairs, q, s, point(top - bump)))) / 2e-3
            for bump in 1e-3 * np.eye(25)
        ]
    )
    inverse = np.linalg.inv(hessian)
    blocks = np.stack([flat(Point(*mode.curvature.solve(v.mu, v.r))) for v in map(point, np.eye(25))])
    assert blocks == pytest.approx(inverse, rel=1e-4, abs=1e-3)

    # EM's variances, and the sandwich, the long way.
    mu, delta = mode.curvature.spread()
    assert mu == pytest.approx(np.diag(inverse)[:5], rel=1e-4)
    pick = np.hstack([-np.eye(5), np.eye(5), np.zeros((5, 15))])
    assert delta[2] == pytest.approx(np.diag(pick @ inverse @ pick.T), rel=1e-4)
    held = np.array([0, 3])
    found = covariances(duels, entrants, mode, held)
    assert found[0].matrix == pytest.approx(_long_way(duels, mode, hessian, inverse, held), rel=1e-3, abs=0.05)


def _long_way(duels, mode, hessian, inverse, held):
    """H⁻¹ (Σ g g' + P) H⁻¹ of the overall ratings, set by set."""
    meat = hessian.copy()
    for place, size in enumerate(SIZES, 1):
        block = slice(5 * place, 5 * place + 5)
        meat[block, block] -= mode.laplacian[size]
        ratings = mode.at.r[size]
        for number in np.unique(duels.set[duels.players == size]):
            slope = np.zeros(5)
            own = duels.pick(duels.set == number)
            for a, b, score, count in zip(own.a, own.b, own.score, own.count, strict=True):
                surplus = WEIGHT[size] * (score / WHOLE - count * share(ratings[a] - ratings[b])) / SCALE
                slope[a] += surplus
                slope[b] -= surplus
            meat[block, block] += np.outer(slope, slope)
    overall = np.hstack([np.zeros((5, 5)), *[np.eye(5) / 4] * 4])
    centre = np.eye(5) - np.isin(np.arange(5), held)[None, :] / len(held)
    rows = centre @ overall @ inverse
    return rows @ meat @ rows.T


# Versions


def test_a_new_version_starts_near_the_one_before():
    old = exactly({1: 1300, 2: 1500, 3: 1500, 4: 1700}, 4, 400)
    one_duel = Duels.of([(900, 4, 5, 2, 5_000, 1)])
    ladder = fit(Duels.join([old, one_duel]), anchors=[2, 3], previous={5: 4})
    stranger = fit(Duels.join([old, one_duel]), anchors=[2, 3])
    assert ladder.rating(5) > stranger.rating(5) + 100
    assert ladder.rating(5) < ladder.rating(4)
    assert ladder.error(5) < stranger.error(5)


def test_a_new_version_that_plays_differently_leaves_the_old_one_behind():
    old = exactly({1: 1400, 2: 1500, 3: 1600}, 2, 2000)
    new = exactly({1: 1400, 2: 1500, 4: 1800}, 2, 2000, first_set=100)
    ladder = fit(Duels.join([old, new]), anchors=[2], previous={4: 3})
    assert ladder.rating(4, 2) == pytest.approx(1800, abs=12)
    assert ladder.rating(3, 2) == pytest.approx(1600, abs=12)


def test_a_link_to_somebody_who_never_played_is_none():
    duels = by_chance(10)
    assert same(fit(duels, previous={3: 77}), fit(duels))


# Spreads


def test_spreads_keep_their_floors_and_grow_with_the_field():
    equal = Duels.join(exactly(dict.fromkeys(range(6), 1500.0), size) for size in SIZES)
    assert fit(equal).spreads == (100.0, 20.0)
    assert fit(by_chance(11, sets=400, spread=300)).spreads[0] > 200


def test_the_curvature_knows_what_the_prior_leaves_open():
    """With no duels at all: Var μ = σ_μ², and Var δ = σ_δ²."""
    q, _ = precision(np.arange(3), {}, 150.0)
    mu, delta = Curvature.of({size: np.zeros((3, 3)) for size in SIZES}, q, 40.0**2).spread()
    assert mu == pytest.approx(150.0**2)
    assert delta[4] == pytest.approx(40.0**2)


# Ranks


def test_plus_100_is_64_percent():
    assert expected(100) == pytest.approx(0.64, abs=0.001)
    assert expected(-100) + expected(100) == pytest.approx(1)


def test_superiority_is_a_matter_of_distance_and_error():
    ratings, variances = np.array([1500.0, 1519.6, 1500.0]), np.full((3, 3), 100.0)
    stronger = superiority(ratings, variances)
    assert stronger[1, 0] == pytest.approx(0.975, abs=1e-4)
    assert stronger[0, 1] == pytest.approx(0.025, abs=1e-4)
    assert stronger[0, 2] == stronger[0, 0] == 0.5
    assert (superiority(ratings, np.zeros((3, 3)))[1] == [1, 0.5, 1]).all()


def test_a_rank_interval_counts_who_is_surely_ahead_and_behind():
    stronger = superiority(np.array([1600.0, 1590, 1500, 900]), np.full((4, 4), 400.0))
    best_rank, worst_rank = rank_intervals(stronger, np.array([True, True, True, True]))
    assert list(zip(best_rank.tolist(), worst_rank.tolist(), strict=True)) == [(1, 2), (1, 2), (3, 3), (4, 4)]
    # Whoever has no rank takes none from the others.
    best_rank, worst_rank = rank_intervals(stronger, np.array([False, True, True, True]))
    assert list(zip(best_rank.tolist(), worst_rank.tolist(), strict=True))[1:] == [(1, 1), (2, 2), (3, 3)]


def test_the_example_that_explains_it_to_people_is_true():
    readme = (Path(ladder.ratings.__file__).parent / "README.md").read_text()
    matches = [
        (1, (14, 9, 3, 9)),
        (1, (11, 16, 5, 2)),
        (1, (8, 7, 12, 1)),
        (1, (15, 6, 4, 10)),
        (2, (22, 17)),
        (2, (18, 18)),
    ]
    found = fit(
        Duels.of(
            (number, len(totals), a, b, score, 1)
            for number, totals in matches
            for a, b, score in duels(totals, [False] * len(totals))
        )
    )
    assert "".join(f"| {total} " for total in matches[2][1]) in readme.replace("*", "")
    for score in (8357, 9140, 5000):
        assert f"**{score / WHOLE:.4f}**" in readme
        assert score in [score for _, _, score in duels(matches[0][1], [False] * 4)]
    for entrant, name in enumerate(("Ada", "Bob", "Cleo", "Dan")):
        by_size = " | ".join(f"{found.rating(entrant, size):.0f}" for size in SIZES)
        assert f"| {name} | {found.rating(entrant):.0f} ± {found.error(entrant):.0f} | {by_size} |" in readme
    assert f"probability of {found.superiority()[0, 3]:.0%}".replace("%", " %") in readme
    assert [ranks.tolist() for ranks in rank_intervals(found.superiority(), np.ones(4, bool))] == [[1] * 4, [4] * 4]
