"""Who meets whom: the pure choice, and its properties over many sets."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from ladder.matches.lineup import SIZES, Entrant, choose
from ladder.matches.seatings import SEATINGS

HOUSE = [Entrant(version=n, owner=0, house=True, rating=1300 + 100 * n) for n in range(6)]


def run(entrants: list[Entrant], sets: int, seed: int = 1) -> tuple[list[Entrant], list]:
    """Schedule so many sets, counting matches as they are made."""
    rng = Random(seed)
    pool = {entrant.version: entrant for entrant in entrants}
    made = []
    for _ in range(sets):
        line_up = choose(list(pool.values()), 20, rng)
        assert line_up is not None
        players = len(line_up.versions)
        number = 1 if line_up.newcomers else len(SEATINGS[players])
        for version in line_up.versions:
            before = pool[version]
            matches = Counter(before.matches)
            matches[players] += number
            pool[version] = replace(before, matches=matches)
        made.append((line_up, number))
    return list(pool.values()), made


def test_equal_numbers_of_matches_for_all_table_sizes():
    _, made = run(HOUSE, 600)
    by_size: Counter[int] = Counter()
    for line_up, number in made:
        by_size[len(line_up.versions)] += number
    mean = sum(by_size.values()) / 4
    assert all(abs(by_size[n] - mean) < 0.1 * mean for n in SIZES)


def test_a_newcomer_plays_at_once_and_at_every_table_size():
    veterans, _ = run(HOUSE, 400)
    newcomer = Entrant(version=99, owner=7)
    pool, made = run([*veterans, newcomer], 20)
    assert all(99 in line_up.versions and number == 1 for line_up, number in made)
    played = next(entrant for entrant in pool if entrant.version == 99).matches
    assert {played[n] for n in SIZES} == {5}


def test_nobody_is_left_out():
    pool, _ = run([*HOUSE, *(Entrant(version=10 + n, owner=n) for n in range(8))], 500)
    counts = [entrant.total for entrant in pool]
    assert min(counts) > 0.5 * max(counts)


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
