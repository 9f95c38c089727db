"""Streams of matches drawn from a bank of recorded ones, as a ladder would play them.

The bank (`data/pool_close_small.npz`): twelve bots of close strength, every line-up of 2 to 5 of
them, many deals, each deal in every rotation of one seating. `data/pool_close_truth.json` tells
how strong they are: the Bradley-Terry ratings of the full bank, won, drawn or lost.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np

from ladder.matches.duels import duels
from ladder.ratings.fit import SIZES, Duels

DATA = Path(__file__).parent / "data"
NEW = 20  # until a bot has played so often, deals are independent


@dataclass(frozen=True)
class Played:
    """One match: which set it belongs to, who played, and their totals."""

    set: int
    bots: tuple[int, ...]
    totals: tuple[int, ...]


class Pool:
    """The bank, and the truth around 0: by table size, 0 being the mean."""

    def __init__(self, bank: Path, truth: Path) -> None:
        with np.load(bank) as data:
            self.line_ups = {n: data[f"lineups_{n}"] for n in SIZES}
            self.scores = {n: data[f"scores_{n}"] for n in SIZES}
        self.where = {n: {frozenset(map(int, row)): i for i, row in enumerate(self.line_ups[n])} for n in SIZES}
        told = json.loads(truth.read_text())
        self.truth = {n: np.array(told["elo_by_players"][str(n)]) for n in SIZES} | {0: np.array(told["overall"])}
        self.truth = {n: elo - elo.mean() for n, elo in self.truth.items()}
        self.bots = len(self.truth[0])

    def stream(self, matches: int, seed: object, *, sets: bool = True) -> list[Played]:
        """So many matches as a ladder makes them: equally many of every table size, each set for whoever
        played fewest of that size, against anybody; newcomers on deals of their own, then whole sets.

        Without `sets` every match has a deal of its own.
        """
        rng = Random(f"stream {seed}")
        played: list[Played] = []
        seen = {n: [0] * self.bots for n in SIZES}
        number = 0
        while len(played) < matches:
            n = min(SIZES, key=lambda size: (sum(seen[size]) / size, rng.random()))
            first = min(range(self.bots), key=lambda bot: (seen[n][bot], rng.random()))
            others = rng.sample([bot for bot in range(self.bots) if bot != first], n - 1)
            which = self.where[n][frozenset([first, *others])]
            bots = tuple(map(int, self.line_ups[n][which]))
            deal = rng.randrange(self.scores[n].shape[1])
            whole = sets and all(sum(seen[size][bot] for size in SIZES) >= NEW for bot in bots)
            for rotation in range(n) if whole else [rng.randrange(n)]:
                played.append(Played(number, bots, tuple(map(int, self.scores[n][which, deal, rotation]))))
                for bot in bots:
                    seen[n][bot] += 1
            number += 1
        return played[:matches]


def duels_of(played: Sequence[Played]) -> Duels:
    """What the estimator reads."""
    return Duels.of(
        (match.set, len(match.bots), match.bots[a], match.bots[b], score, 1)
        for match in played
        for a, b, score in duels(match.totals, [False] * len(match.bots))
    )
