"""What a snapshot says of each version: rating, error, ranks, and its plain record."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ladder.bots.models import Version
from ladder.ratings.fit import OVERALL, Ladder, rank_intervals
from ladder.ratings.fit.duels import Ints
from ladder.ratings.models import Rating, Snapshot, settled
from ladder.ratings.tally import SHARES

Known = Mapping[tuple[int, int], Rating]  # by (version, table size)


def rows(snapshot: Snapshot, ladder: Ladder, numbers: Ints, known: Known | None) -> list[Rating]:
    """A row for each version and table size.

    `numbers` are the records as the tally has them. Errors and rank intervals are those
    of the rows `known`, or else worked out anew.
    """
    records = _records(numbers)
    playing = set(Version.objects.playing().values_list("pk", flat=True))
    made: list[Rating] = []
    for players in sorted(ladder.ratings):
        own = [
            _row(snapshot, version, players, rating, records[version, players])
            for version, rating in zip(ladder.entrants.tolist(), ladder.ratings[players].tolist(), strict=True)
        ]
        if known is None:
            _judge(own, ladder, players, playing)
        else:
            for row in own:
                old = known[row.version_id, players]
                row.error, row.best_rank, row.worst_rank = old.error, old.best_rank, old.worst_rank
        made += own
    return made


def _judge(own: list[Rating], ladder: Ladder, players: int, playing: set[int]) -> None:
    """Errors, and the ranks that are possible among those who have a rank."""
    for row, error in zip(own, ladder.errors(players).tolist(), strict=True):
        row.error = error
    ranked = np.array([row.version_id in playing and settled(row.error, row.matches) for row in own])
    best, worst = rank_intervals(ladder.superiority(players), ranked)
    for place in np.flatnonzero(ranked):
        own[place].best_rank, own[place].worst_rank = int(best[place]), int(worst[place])


@dataclass
class Record:
    """What a version did at one table size, beside its duels."""

    matches: int = 0
    wins: int = 0  # in sixtieths
    places: int = 0
    faults: int = 0
    think: int = 0

    def add(self, matches: int, wins: int, places: int, faults: int, think: int) -> None:
        self.matches += matches
        self.wins += wins
        self.places += places
        self.faults += faults
        self.think += think


def _records(numbers: Ints) -> dict[tuple[int, int], Record]:
    """Matches, wins, places and faults by (version, table size)."""
    found: dict[tuple[int, int], Record] = defaultdict(Record)
    for version, players, *counts in numbers.tolist():
        found[version, players].add(*counts)
        found[version, OVERALL].add(*counts)
    return found


def _row(snapshot: Snapshot, version: int, players: int, rating: float, record: Record) -> Rating:
    return Rating(
        snapshot=snapshot,
        version_id=version,
        players=players,
        rating=rating,
        matches=record.matches,
        wins=round(record.wins / SHARES, 4),
        mean_place=round(record.places / record.matches, 4) if record.matches else 0,
        faults=record.faults,
        think_p95_us=record.think // record.matches if record.matches else 0,
    )
