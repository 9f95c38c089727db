"""Streams of matches drawn from a bank of recorded ones, as a ladder would play them.

The bank (`data/pool_close_small.npz`): twelve bots of close strength, every line-up of 2 to 5 of
them, many deals, each deal in every rotation of one seating. `data/pool_close_truth.json` tells
how strong they are: the Bradley-Terry ratings of the full bank, won, drawn or lost.
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from random import Random

import numpy as np

from ladder.matches.duels import duels
from ladder.matches.lineup import Entrant, choose
from ladder.ratings.fit import SIZES, Duels, fit

DATA = Path(__file__).parent / "data"
NEW = 20  # until a bot has played so often, deals are independent
RANKED = 100  # matches between two rankings that the scheduler learns of


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
        """So many matches as the ladder's own scheduler makes them: everybody begins as a newcomer, each bot has
        an owner of its own, and a new ranking comes every hundred matches.

        Without `sets` every match has a deal of its own.
        """
        rng = Random(f"stream {seed}")
        entrants = [Entrant(version=bot, owner=bot) for bot in range(self.bots)]
        favours: Counter[int] = Counter()
        played: list[Played] = []
        rated: list[Duels] = []
        for number in count():
            if len(played) >= matches:
                break
            since = RANKED * len(rated)
            if len(played) >= since + RANKED:
                rated.append(duels_of(played[since : since + RANKED]))
                entrants = _ranked(entrants, rated)
            line_up = choose(entrants, NEW, rng, favours=favours)
            assert line_up is not None
            favours[line_up.made_for] += line_up.favoured
            n = len(line_up.versions)
            which = self.where[n][frozenset(line_up.versions)]
            bots = tuple(map(int, self.line_ups[n][which]))
            deal = rng.randrange(self.scores[n].shape[1])
            rotations = range(n) if sets and not line_up.newcomers else [rng.randrange(n)]
            played += [Played(number, bots, tuple(map(int, self.scores[n][which, deal, r]))) for r in rotations]
            entrants = [_after(entrant, n, len(rotations) * (entrant.version in bots)) for entrant in entrants]
        return played[:matches]


def _after(entrant: Entrant, players: int, matches: int) -> Entrant:
    """An entrant after a set in which it had so many matches; 0: it sat out."""
    if not matches:
        return replace(entrant, waited=entrant.waited + 1)
    counted = {**entrant.matches, players: entrant.matches.get(players, 0) + matches}
    return replace(entrant, matches=counted, waited=0.0)


def _ranked(entrants: Sequence[Entrant], rated: Sequence[Duels]) -> list[Entrant]:
    """With the rating and the error that the ladder shows of each by now."""
    ladder = fit(Duels.join(rated))
    assert ladder is not None
    assert ladder.entrants.tolist() == [bot.version for bot in entrants]  # a hundred matches seat everybody
    shown = zip(entrants, ladder.ratings[0].tolist(), ladder.errors().tolist(), strict=True)
    return [replace(bot, rating=rating, error=error) for bot, rating, error in shown]


def duels_of(played: Sequence[Played]) -> Duels:
    """What the estimator reads."""
    return Duels.of(
        (match.set, len(match.bots), match.bots[a], match.bots[b], score, 1)
        for match in played
        for a, b, score in duels(match.totals, [False] * len(match.bots))
    )
