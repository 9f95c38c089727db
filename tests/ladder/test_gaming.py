"""Who tries to win the ladder without playing better moves nobody by more than the interval."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from statistics import fmean

import pytest

from ladder.bots.models import Version
from ladder.bots.submit import submit
from ladder.matches.duels import duels
from ladder.matches.lineup import Entrant, choose
from ladder.matches.seatings import SEATINGS
from ladder.ratings.fit import Duels, Ladder, fit

NEW = 20
LUCK = 7.0  # points; of a seat in one match
POINT = 45.0  # Elo: so much stronger is a point more
ANCHORS = range(4)
FRIEND = 50
Faults = Callable[[list[int], list[int]], list[bool]]


def nobody_fails(table: list[int], totals: list[int]) -> list[bool]:
    return [False] * len(table)


@dataclass
class Field:
    """Bots of known strength, by version; each has an owner of its own unless `owners` says otherwise."""

    strength: Mapping[int, float]
    owners: Mapping[int, int]

    def play(self, matches: int, seed: int, faults: Faults = nobody_fails, rows: list | None = None) -> list:
        """So many matches as the scheduler would make them; rows for the fit."""
        rng, rows = Random(seed), [] if rows is None else rows
        pool = {
            v: Entrant(version=v, owner=self.owners.get(v, v), house=v in ANCHORS, rating=1500 + s)
            for v, s in self.strength.items()
        }
        favours: Counter[int] = Counter()
        failed: dict[int, list[bool]] = {v: [] for v in pool}  # set by set
        played = 0
        while played < matches:
            line_up = choose(list(pool.values()), NEW, rng, favours=favours)
            assert line_up is not None
            favours[pool[line_up.made_for].owner] += line_up.favoured
            players = len(line_up.versions)
            seatings = SEATINGS[players][:1] if line_up.newcomers else SEATINGS[players]
            number = len(rows)
            faulty: set[int] = set()
            for seating in seatings:
                table = [line_up.versions[entrant] for entrant in seating]
                totals = [round(self.strength[v] / POINT + rng.gauss(0, LUCK)) for v in table]
                fails = faults(table, totals)
                faulty |= {v for v, fault in zip(table, fails, strict=True) if fault}
                rows += [(number, players, table[a], table[b], score, 1) for a, b, score in duels(totals, fails)]
            played += len(seatings)
            for v, entrant in pool.items():
                waited = 0.0 if v in line_up.versions else entrant.waited + 1
                more = Counter({players: len(seatings)}) if v in line_up.versions else Counter()
                pool[v] = replace(entrant, waited=waited, matches=Counter(entrant.matches) + more)
            for v in line_up.versions:
                failed[v].append(v in faulty)
                if sum(failed[v][-10:]) >= 3:
                    pool.pop(v)  # it rests
        return rows


STRENGTH = {v: 40.0 * (v % 7) - 120 for v in range(14)}


def ladder(rows: list, previous: Mapping[int, int] | None = None) -> Ladder:
    found = fit(Duels.of(rows), list(ANCHORS), previous)
    assert found is not None
    return found


def moved(honest: list[Ladder], gamed: list[Ladder], version: int) -> tuple[float, float]:
    """By how much a version was moved on average, and half its interval in the game."""
    apart = fmean(b.rating(version) - a.rating(version) for a, b in zip(honest, gamed, strict=True))
    return apart, fmean(b.error(version) for b in gamed)


def test_twenty_clones_of_one_owner_move_nobody_by_more_than_the_interval():
    clones = {100 + n: 60.0 for n in range(20)}
    alone = Field(STRENGTH | {100: 60.0}, {})
    crowd = Field(STRENGTH | clones, dict.fromkeys(clones, 100))
    honest = [ladder(alone.play(1000, seed)) for seed in range(3)]
    gamed = [ladder(crowd.play(1600, seed)) for seed in range(3)]
    for version in [*STRENGTH, 100]:
        apart, interval = moved(honest, gamed, version)
        assert abs(apart) <= interval, version
    # And by the number of its bots no owner gets more than a place at each table.
    tables = [{row[2], row[3]} & set(clones) for row in crowd.play(300, 9)]
    assert all(len(seated) <= 1 for seated in tables)


def behind_a_friend(helpers: range) -> Faults:
    """A helper that is ahead of the friend crashes, so that the friend beats it."""

    def faults(table: list[int], totals: list[int]) -> list[bool]:
        if FRIEND not in table:
            return [False] * len(table)
        friend = totals[table.index(FRIEND)]
        return [v in helpers and total >= friend for v, total in zip(table, totals, strict=True)]

    return faults


@pytest.mark.parametrize("helpers", [pytest.param(range(60, 61), id="one"), pytest.param(range(60, 63), id="three")])
def test_helpers_that_crash_when_a_friend_is_behind_help_nobody_by_more_than_the_interval(helpers):
    field = Field(STRENGTH | {FRIEND: 0.0} | dict.fromkeys(helpers, 0.0), {})
    honest = [ladder(field.play(800, seed)) for seed in range(4)]
    gamed = [ladder(field.play(800, seed, behind_a_friend(helpers))) for seed in range(4)]
    for version in [*STRENGTH, FRIEND]:
        apart, interval = moved(honest, gamed, version)
        assert abs(apart) <= interval, version
    # It costs the helpers dear: what they lose is theirs, and soon they rest.
    assert all(moved(honest, gamed, helper)[0] < -40 for helper in helpers)


def test_the_luckiest_of_ten_uploads_of_one_bot_gains_no_more_than_the_interval():
    gains, intervals = [], []
    for seed in range(2):
        rows: list = []
        previous: dict[int, int] = {}
        seen = []
        for upload in range(10):
            version = 200 + upload
            if upload:
                previous[version] = version - 1
            Field(STRENGTH | {version: 0.0}, {}).play(70, 100 * seed + upload, rows=rows)
            seen.append(ladder(rows, previous).rating(version))
        final = ladder(rows, previous)
        honest = ladder([*rows, *Field(STRENGTH | {199: 0.0}, {}).play(700, seed)], previous).rating(199)
        gains.append(max(seen) - honest)
        intervals.append(fmean(final.error(200 + upload) for upload in range(10)))
    assert fmean(gains) <= fmean(intervals)


@pytest.mark.django_db
def test_ten_uploads_of_one_file_are_one_version(ada, cast):
    made = {submit(ada, "mine", "bot.py", cast["patient"]).pk for _ in range(10)}
    assert len(made) == Version.objects.count() == 1
