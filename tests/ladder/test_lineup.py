"""Who meets whom: the pure choice, and its properties over many sets."""

from collections import Counter, defaultdict
from dataclasses import replace
from random import Random
from statistics import fmean, pstdev

import pytest

from ladder.matches.lineup import SIZES, Entrant, LineUp, choose
from ladder.matches.seatings import SEATINGS

HOUSE = [Entrant(version=n, owner=0, house=True, rating=1300 + 100 * n) for n in range(6)]


NEW = 20


class Scheduler:
    """The choice, set after set, with everything it looks at kept up to date. A set takes a unit of time."""

    def __init__(self, entrants: list[Entrant], seed: int = 1, pace: dict[int, float] | None = None) -> None:
        self.pool = {entrant.version: entrant for entrant in entrants}
        self.rng, self.pace = Random(seed), pace or {}
        self.favours: Counter[int] = Counter()
        self.made: list[tuple[LineUp, int]] = []
        self.seats: dict[int, Counter[int]] = defaultdict(Counter)  # by version: how often which seat

    def run(self, sets: int) -> "Scheduler":
        for _ in range(sets):
            self.step()
        return self

    def step(self) -> LineUp:
        line_up = choose(list(self.pool.values()), NEW, self.rng, favours=self.favours)
        assert line_up is not None
        players = len(line_up.versions)
        seatings = SEATINGS[players][:1] if line_up.newcomers else SEATINGS[players]
        self.favours[self.pool[line_up.made_for].owner] += line_up.favoured
        for version, entrant in self.pool.items():
            self.pool[version] = replace(entrant, waited=entrant.waited + 1)
        for place, version in enumerate(line_up.versions):
            entrant = self.pool[version]
            self.seats[version].update(seating.index(place) for seating in seatings)
            self.pool[version] = replace(
                entrant,
                matches=Counter(entrant.matches) + Counter({players: len(seatings)}),
                waited=0.0,
                seconds=entrant.seconds + len(seatings) * self.pace.get(version, 1.0),
                pace=self.pace.get(version, 1.0),
            )
        self.made.append((line_up, len(seatings)))
        return line_up

    def matches(self, version: int) -> int:
        return self.pool[version].total


def run(entrants: list[Entrant], sets: int, seed: int = 1) -> tuple[list[Entrant], list[tuple[LineUp, int]]]:
    """Schedule so many sets, counting matches as they are made."""
    scheduler = Scheduler(entrants, seed).run(sets)
    return list(scheduler.pool.values()), scheduler.made


def test_equal_numbers_of_matches_for_all_table_sizes():
    _, made = run(HOUSE, 600)
    by_size: Counter[int] = Counter()
    for line_up, number in made:
        by_size[len(line_up.versions)] += number
    mean = sum(by_size.values()) / 4
    assert all(abs(by_size[n] - mean) < 0.1 * mean for n in SIZES)


@pytest.mark.parametrize("seed", range(3))
def test_every_bot_has_every_seat_and_table_size_in_equal_shares(seed):
    people = [Entrant(version=100 + n, owner=n, rating=1300 + 30 * n) for n in range(12)]
    scheduler = Scheduler([*HOUSE, *people], seed).run(3000)
    for version, entrant in scheduler.pool.items():
        for n in SIZES:  # as many matches of five as of two have five seats for two
            assert entrant.matches[n] == pytest.approx(entrant.total * n / sum(SIZES), rel=0.1)
        for seat in range(5):  # seats 0 and 1 are at every table, seat 4 only where five sit
            expected = sum(entrant.matches[n] / n for n in SIZES if seat < n)
            assert scheduler.seats[version][seat] == pytest.approx(expected, rel=0.1)


def test_a_newcomer_plays_at_once_and_at_every_table_size():
    veterans, _ = run(HOUSE, 400)
    newcomer = Entrant(version=99, owner=7)
    pool, made = run([*veterans, newcomer], 25)
    assert any(99 in line_up.versions for line_up, _ in made[:3])
    assert sum(99 in line_up.versions and number == 1 for line_up, number in made) >= 20
    played = next(entrant for entrant in pool if entrant.version == 99).matches
    assert all(played[n] >= 4 for n in SIZES)


@pytest.mark.parametrize("newcomers", [1, 5, 20])
def test_every_newcomer_plays_within_the_next_thirty_matches(newcomers):
    scheduler = Scheduler([Entrant(version=n, owner=n) for n in range(40)]).run(600)
    for n in range(newcomers):
        scheduler.pool[100 + n] = Entrant(version=100 + n, owner=100 + n)
    before, waiting, matches = len(scheduler.made), set(range(100, 100 + newcomers)), 0
    while waiting:
        line_up = scheduler.step()
        matches += scheduler.made[-1][1]
        waiting -= set(line_up.versions)
        assert matches <= 30 or not waiting
    assert len(scheduler.made) > before


def test_whoever_uploads_again_and_again_shares_one_place_in_the_line():
    veterans = [Entrant(version=n, owner=n, matches={2: 99, 3: 99, 4: 99, 5: 99}) for n in range(20)]
    many = [Entrant(version=100 + n, owner=50) for n in range(3)]
    one = Entrant(version=200, owner=60)
    scheduler = Scheduler([*veterans, *many, one]).run(30)
    made_for = Counter(scheduler.pool[line_up.made_for].owner for line_up, _ in scheduler.made)
    assert abs(made_for[50] - made_for[60]) <= 2


@pytest.mark.parametrize(("had", "first"), [(0, True), (3 * NEW - 1, True), (3 * NEW, False)])
def test_after_as_many_sets_as_three_newcomers_need_an_owner_waits_like_all_others(had, first):
    veterans = [Entrant(version=n, owner=n, matches={2: 99, 3: 99, 4: 99, 5: 99}) for n in range(20)]
    pool = [*veterans, *(Entrant(version=100 + n, owner=50) for n in range(3))]
    made = [choose(pool, NEW, Random(seed), favours={50: had}) for seed in range(40)]
    assert all(line_up.favoured for line_up in made) == first
    assert any(line_up.favoured for line_up in made) == first


def test_veterans_are_not_starved_by_a_stream_of_newcomers():
    scheduler = Scheduler([Entrant(version=n, owner=n) for n in range(20)]).run(500)
    before = {version: entrant.total for version, entrant in scheduler.pool.items()}
    longest = 0.0
    for n in range(400):
        if n % 4 == 0:
            scheduler.pool[1000 + n] = Entrant(version=1000 + n, owner=1000 + n)
            scheduler.pool.pop(1000 + n - 200, None)
        scheduler.step()
        longest = max(longest, *(scheduler.pool[version].waited for version in before))
    assert all(scheduler.matches(version) > before[version] for version in before)
    assert longest < 120


def test_nobody_starves():
    pool = [*HOUSE, *(Entrant(version=100 + n, owner=n, rating=600 + 100 * n) for n in range(40))]
    scheduler = Scheduler(pool)
    gaps: list[float] = []
    for _ in range(1500):
        scheduler.step()
        gaps.append(max(entrant.waited for entrant in scheduler.pool.values()))
    mean = len(pool) / 3.1
    assert max(gaps[200:]) < 6 * mean
    counts = [entrant.total for entrant in scheduler.pool.values()]
    assert min(counts) > 0.5 * max(counts)


@pytest.mark.parametrize("slower", [5, 20, 100])
def test_a_slow_bot_holds_at_most_twice_its_fair_share_of_the_workers(slower):
    pool = [Entrant(version=n, owner=n) for n in range(15)]
    scheduler = Scheduler(pool, pace={0: float(slower)}).run(3000)
    whole = sum(entrant.seconds for entrant in scheduler.pool.values())
    assert scheduler.pool[0].seconds / whole <= 2 / len(pool)
    assert scheduler.matches(0) > 0  # and it plays
    # Without the rule it would hold much more: the pace is what it was.
    assert scheduler.pool[0].seconds / scheduler.matches(0) == slower
    assert scheduler.pool[0].waited < 1500


def test_two_slow_bots_alone_still_play():
    both = [Entrant(version=1, owner=1, seconds=100.0), Entrant(version=2, owner=2, seconds=1.0)]
    assert choose(both, NEW, Random(1)) is not None


def test_whoever_waits_much_longer_than_others_goes_first():
    pool = [Entrant(version=n, owner=n, matches={2: 50}, waited=float(n % 3)) for n in range(20)]
    left = replace(pool[7], waited=50.0)
    pool[7] = left
    fresh = Entrant(version=99, owner=99)
    for seed in range(10):
        line_up = choose([*pool, fresh], NEW, Random(seed))
        assert line_up.made_for == 7


def test_the_least_exactly_known_play_most_but_a_hopeless_one_not_always():
    usual = [Entrant(version=n, owner=n, matches={2: 100}, error=40.0) for n in range(10)]
    unsure = Entrant(version=50, owner=50, matches={2: 100}, error=80.0)
    hopeless = Entrant(version=60, owner=60, matches={2: 100}, error=4000.0)
    rng = Random(5)
    made_for = Counter(choose([*usual, unsure, hopeless], NEW, rng).made_for for _ in range(1400))
    assert 150 < made_for[50] < 260
    assert 150 < made_for[60] < 260
    assert all(60 < made_for[n] < 150 for n in range(10))


def test_a_set_is_made_for_one_of_the_half_that_played_least_at_its_table_size():
    pool = [Entrant(version=n, owner=n, error=40.0, matches={2: 100 - n, 3: 90 + n}) for n in range(11)]
    rng = Random(6)
    for sizes, behind in [((2,), range(5, 11)), ((3,), range(6))]:
        made_for = Counter(choose(pool, NEW, rng, sizes=sizes).made_for for _ in range(600))
        assert set(made_for) == set(behind)
        assert min(made_for.values()) > 60


def test_whoever_has_hardly_played_catches_up_but_does_not_take_every_set():
    veterans = [Entrant(version=n, owner=n, matches=dict.fromkeys(SIZES, 300)) for n in range(20)]
    young = [Entrant(version=100 + n, owner=50, matches=dict.fromkeys(SIZES, 6)) for n in range(3)]
    scheduler = Scheduler([*veterans, *young]).run(200)
    made_for_young = sum(line_up.made_for >= 100 for line_up, _ in scheduler.made)
    assert 2 * 3 / 23 < made_for_young / 200 < 4 * 3 / 23


def test_at_every_table_size_all_play_about_as_often():
    spreads = []
    for seed in range(4):
        scheduler = Scheduler([Entrant(version=n, owner=n, rating=1300 + 40 * n) for n in range(12)], seed).run(1200)
        for n in SIZES:
            played = [entrant.matches[n] for entrant in scheduler.pool.values()]
            spreads.append(pstdev(played) / fmean(played))
    assert fmean(spreads) < 0.055


def test_a_season_plays_its_own_table_sizes():
    rng = Random(1)
    assert {len(choose(HOUSE, NEW, rng, sizes=(3, 4)).versions) for _ in range(60)} == {3, 4}


def test_at_most_one_bot_of_an_owner_sits_at_a_table():
    crowd = [Entrant(version=100 + n, owner=1) for n in range(5)]
    others = [Entrant(version=200 + n, owner=2 + n) for n in range(4)]
    _, made = run([*crowd, *others], 200)
    for line_up, _ in made:
        assert sum(version < 200 for version in line_up.versions) <= 1


def test_the_house_may_fill_a_table():
    _, made = run(HOUSE, 40)
    assert any(len(line_up.versions) == 5 for line_up, _ in made)


def test_opponents_are_drawn_by_owner_not_by_number_of_bots():
    first = Entrant(version=1, owner=1)
    many = [Entrant(version=10 + n, owner=2) for n in range(3)]
    one = Entrant(version=20, owner=3)
    rng = Random(3)
    met = Counter()
    for _ in range(600):
        line_up = choose([first, *many, one], 20, rng, first=replace(first, matches={3: 9, 4: 9, 5: 9}))
        met.update(version >= 20 for version in line_up.versions if version != 1)
    assert 0.4 < met[True] / sum(met.values()) < 0.6


def test_close_and_distant_opponents_are_mixed():
    first = Entrant(version=1, owner=1, rating=1500, matches={3: 9, 4: 9, 5: 9})
    near = [Entrant(version=10 + n, owner=10 + n, rating=1500 + n) for n in range(5)]
    far = [Entrant(version=20 + n, owner=20 + n, rating=2500) for n in range(5)]
    rng = Random(4)
    met = Counter()
    for _ in range(600):
        line_up = choose([first, *near, *far], 20, rng, first=first)
        met.update("far" if version >= 20 else "near" for version in line_up.versions if version != 1)
    assert 0.18 < met["far"] / 600 < 0.32
    assert met["near"] + met["far"] == 600


@pytest.mark.parametrize(
    "entrants",
    [
        pytest.param([], id="nobody"),
        pytest.param([Entrant(version=1, owner=1)], id="one alone"),
        pytest.param([Entrant(version=1, owner=1), Entrant(version=2, owner=1)], id="one owner only"),
    ],
)
def test_where_no_two_may_meet_there_is_no_match(entrants):
    assert choose(entrants, 20, Random(1)) is None


def test_two_who_may_meet_play_with_two():
    line_up = choose([Entrant(version=1, owner=1), Entrant(version=2, owner=2)], 20, Random(1))
    assert sorted(line_up.versions) == [1, 2]


@pytest.mark.parametrize("players", SIZES)
def test_seatings_give_everybody_every_seat_equally_often(players):
    for seat in range(players):
        held = Counter(seating[seat] for seating in SEATINGS[players])
        assert len(held) == players
        assert len(set(held.values())) == 1
