"""Head to head: an interval that may be looked at after every match, and what is still needed."""

import numpy as np
import pytest

from ladder import claims
from ladder.matches.models import Match
from ladder.matches.record import record
from ladder.matches.schedule import create_set
from ladder.matches.seatings import SEATINGS
from ladder.ratings.bounds import bounds, needed
from ladder.ratings.head_to_head import head_to_head


def scores(mean: float, number: int, seed: int) -> np.ndarray:
    """Scores of sets: half the result, half a margin; they spread about so."""
    return np.clip(np.random.default_rng(seed).normal(mean, 0.25, number), 0, 1)


def test_of_two_hundred_who_look_after_every_match_hardly_one_is_ever_misled():
    misled = 0
    for seed in range(200):
        seen = np.random.default_rng(seed).beta(2, 2, 500)  # mean ½ exactly
        misled += bounds(seen).decided  # once outside it stays outside: this looks at all 500 moments
    assert misled <= 10
    # The usual interval, looked at as often, misleads far more.
    usual = 0
    for seed in range(200):
        seen = np.random.default_rng(seed).beta(2, 2, 500)
        t = np.arange(1, 501)
        mean = np.cumsum(seen) / t
        usual += bool(np.any(np.abs(mean - 0.5)[10:] > 1.96 * 0.2236 / np.sqrt(t)[10:]))
    assert usual > 40


@pytest.mark.parametrize(
    "values", [pytest.param([0, 1] * 300, id="whole wins"), pytest.param([1] * 30, id="one-sided")]
)
def test_the_bounds_hold_the_mean_and_draw_nearer(values):
    widths = [bounds(values[:n]).high - bounds(values[:n]).low for n in range(1, len(values), 7)]
    assert widths == sorted(widths, reverse=True)
    known = bounds(values)
    assert known.low <= np.mean(values) <= known.high or known.high == 1
    assert known.decided == (np.mean(values) == 1)


def test_a_clear_pair_is_decided_soon():
    assert not bounds([1] * 9).decided
    assert bounds([1] * 10).decided
    firsts = []
    for seed in range(40):
        seen = scores(0.7, 200, seed)
        firsts.append(next(n for n in range(1, 200) if bounds(seen[:n]).decided))
    assert np.median(firsts) <= 30


def test_nothing_is_known_of_nothing():
    assert (bounds([]).low, bounds([]).high, bounds([]).decided) == (0, 1, False)
    assert needed(bounds([])) is None


def test_how_many_more_it_needs_is_about_right():
    guesses, facts = [], []
    for seed in range(40):
        seen = scores(0.6, 3000, seed)
        guesses.append(60 + (needed(bounds(seen[:60])) or 0))
        facts.append(next(n for n in range(1, 3000) if bounds(seen[:n]).decided))
    assert 0.5 < np.median(guesses) / np.median(facts) < 2
    assert needed(bounds(scores(0.6, 2000, 1))) == 0
    assert needed(bounds([0.5, 0.5, 0.5, 0.5, 0.5])) is None


@pytest.fixture
def meet(house_bots, played):
    """A function: so many sets of these versions, in which whoever sits on a seat has its luck."""

    def meet(line_up, sets: int = 1) -> None:
        for _ in range(sets):
            made = create_set(line_up, SEATINGS[len(line_up)])
            for match in made.matches.all():
                claim = claims.take(Match, match.pk, waiting="queued", working="playing", seconds=30)
                assert record(claim, played(len(line_up), match.public_id))

    return meet


@pytest.mark.django_db
def test_each_pair_is_seen_from_both_sides(meet, house_bots, api, django_assert_num_queries):
    first, second, third = house_bots[:3]
    meet([first, second], 2)
    meet([second, first, third])
    with django_assert_num_queries(2):
        rows = head_to_head(first)
    assert [(row.against, row.sets, row.matches) for row in rows] == [(second, 3, 10), (third, 1, 6)]
    (back, *_) = [row for row in head_to_head(second) if row.against == first]
    assert back.score == pytest.approx(1 - rows[0].score, abs=1e-3)
    assert back.low == pytest.approx(1 - rows[0].high, abs=0.02)
    assert [row.sets for row in head_to_head(first, players=2)] == [2]
    shown = api.get(f"/api/v1/head-to-head/?bot={first.bot.public_id}").json()["results"]
    assert [row["against_bot"]["name"] for row in shown] == [second.bot.name, third.bot.name]
    assert shown[0]["decided"] is False
    one = api.get(f"/api/v1/head-to-head/?version={first.public_id}&against={third.public_id}").json()["results"]
    assert [row["against"]["id"] for row in one] == [third.public_id]
    assert one[0] == shown[1]
    assert api.get("/api/v1/head-to-head/").status_code == 400


@pytest.mark.django_db
def test_a_set_counts_once_and_when_it_is_over(meet, house_bots, played):
    first, second = house_bots[:2]
    meet([first, second], 3)
    running = create_set([first, second], SEATINGS[2])
    match = running.matches.first()
    claim = claims.take(Match, match.pk, waiting="queued", working="playing", seconds=30)
    assert record(claim, played(2, match.public_id))
    (pair,) = head_to_head(first)
    assert (pair.sets, pair.matches) == (3, 6)
    assert pair.won + pair.lost <= 6
