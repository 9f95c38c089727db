"""How soon the ladder is right, how honest its errors are, and what a refit costs, beside other rating systems.

    uv run --group bench tests/bench/rating.py [--bank FILE] [--replicates N] [--first N] [--json FILE]

Every replicate is a stream of matches that the ladder's scheduler makes of a bank (`pool.py`), rated by the ladder's
fit and by running Elo, Glicko-2 and openskill. A figure "until RMSE <= 20" is the number of matches after which the
mean RMSE of the replicates is at most there for the first time; Elo's best K is chosen in hindsight for each goal. The
rivals are measured twice: with a deal of its own for every match, as they are run elsewhere (the targets are about
these), and on the very same matches as ours, with all the luck that the ladder's match sets have taken out already.

Streams differ: with 64 of them a ratio is uncertain by a sixth and the matches until tau by a quarter. So the intervals
of those with a target are given too (bootstrap over the streams), and `--first` measures on other streams.
"""

import json
import math
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random

import numpy as np

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parent)]

from pool import DATA, Played, Pool, duels_of
from scipy.stats import kendalltau
from table import Row, arguments, report

from ladder.ratings.fit import SIZES, Duels, Ladder, expected, fit

LAST = 2500
ASKED = (*range(100, 1000, 50), *range(1000, LAST + 1, 100))
KS = (2, 4, 8, 16, 32)
COVERED = (400, 600, 800, 1000, 1500, 2000)
AGAIN = 400  # draws of a bootstrap
LEARNT = 1000  # matches before the prediction of the rest


@dataclass
class Track:
    """A rating system's RMSE and Kendall's tau after each asked number of matches, by replicate."""

    rmse: np.ndarray
    tau: np.ndarray

    def pick(self, streams: np.ndarray) -> "Track":
        """The same system on some of the streams, or on some more than once."""
        return Track(self.rmse[streams], self.tau[streams])

    def until(self, goal: float) -> float:
        """Matches until the mean RMSE is at most `goal`."""
        return _first(np.mean(self.rmse, axis=0) <= goal, np.mean(self.rmse, axis=0), goal)

    def until_tau(self, goal: float) -> float:
        return _first(np.mean(self.tau, axis=0) >= goal, np.mean(self.tau, axis=0), goal)

    @property
    def last(self) -> float:
        return float(np.mean(self.rmse, axis=0)[-1])


def _first(reached: np.ndarray, values: np.ndarray, goal: float) -> float:
    """On a straight line between the checkpoint that first reached the goal and the one before."""
    if not reached.any():
        return math.inf
    now = int(np.argmax(reached))
    if now == 0:
        return ASKED[0]
    share = (goal - values[now - 1]) / (values[now] - values[now - 1])
    return ASKED[now - 1] + share * (ASKED[now] - ASKED[now - 1])


def track(streams: Sequence[Sequence[Played]], system: Callable, truth: np.ndarray, scaled: bool = False) -> Track:
    """One system on all streams; `scaled`: its unit is not Elo, so the best scale in hindsight is."""
    rmse, tau = [], []
    for stream in streams:
        around = [ratings - ratings.mean() for ratings in system(stream, len(truth), ASKED)]
        if scaled:
            around = [ratings * (ratings @ truth) / (ratings @ ratings) for ratings in around]
        rmse.append([float(np.sqrt(np.mean((ratings - truth) ** 2))) for ratings in around])
        tau.append([kendalltau(ratings, truth)[0] for ratings in around])
    return Track(np.array(rmse), np.array(tau))


def interval(what: Callable[[np.ndarray], float], streams: int) -> list[Row]:
    """Where `what`, a figure of some streams, lies with 95 % probability if others are drawn (Efron 1979)."""
    rng = np.random.default_rng(1979)
    drawn = [what(rng.integers(streams, size=streams)) for _ in range(AGAIN)]
    low, high = np.percentile(drawn, (2.5, 97.5), method="nearest")
    return [Row("  other streams: from", low), Row("  other streams: to", high)]


def ladders(stream: Sequence[Played], asked: Sequence[int]) -> Iterator[Ladder]:
    """Ours after each number of matches, each fit from the one before."""
    duels = duels_of(stream)
    ends = np.cumsum([len(match.bots) * (len(match.bots) - 1) // 2 for match in stream])
    start: dict[tuple[int, int], float] = {}
    for number in asked:
        ladder = fit(duels.pick(np.arange(ends[number - 1])), start=start)
        assert ladder is not None
        start = as_start(ladder)
        yield ladder


def as_start(ladder: Ladder) -> dict[tuple[int, int], float]:
    places = enumerate(ladder.entrants.tolist())
    return {(entrant, size): float(ladder.ratings[size][i]) for i, entrant in places for size in SIZES}


def ours(stream: Sequence[Played], bots: int, asked: Sequence[int]) -> Iterator[np.ndarray]:
    """The overall rating."""
    for ladder in ladders(stream, asked):
        yield ladder.ratings[0]


def soon_right(pool: Pool, sets: list[list[Played]], single: list[list[Played]]) -> list[Row]:
    """Matches until each goal, ours and the others'."""
    import rivals  # what it needs comes with the bench group; `--measure` does without

    truth, own = pool.truth[0], track(sets, ours, pool.truth[0])
    rows = [
        Row("ours: matches until RMSE <= 20", own.until(20)),
        Row("ours: matches until RMSE <= 15", own.until(15)),
        Row("ours: matches until tau >= 0.95", own.until_tau(0.95), 1100),
        *interval(lambda some: own.pick(some).until_tau(0.95), len(sets)),
    ]
    for streams, where in ((single, "own deals"), (sets, "same matches")):
        elo = {k: track(streams, rivals.elo(k), truth) for k in KS}
        for k, found in elo.items():
            rows += _goals(f"Elo K={k}, {where}", found)
        rows += _goals(f"Glicko-2, {where}", track(streams, rivals.glicko2, truth))
        rows += _goals(f"openskill, {where}", track(streams, rivals.openskill, truth, scaled=True))
        for goal, least in ((20, 2.0), (15, 2.2)):
            ratio = partial(sooner, own, list(elo.values()), goal)
            target = least if streams is single else None
            rows.append(
                Row(f"RMSE <= {goal}: best Elo / ours, {where}", ratio(np.arange(len(sets))), target, at_least=True)
            )
            rows += interval(ratio, len(sets))
        best = min(found.until_tau(0.95) for found in elo.values())
        rows.append(Row(f"tau >= 0.95: best Elo / ours, {where}", best / own.until_tau(0.95)))
    return rows


def sooner(own: Track, others: Sequence[Track], goal: float, streams: np.ndarray) -> float:
    """How many times our matches the best of the others needs on these streams."""
    return min(other.pick(streams).until(goal) for other in others) / own.pick(streams).until(goal)


def _goals(name: str, found: Track) -> list[Row]:
    """The goals it reached, and how far off it is in the end."""
    figures = (("RMSE <= 20", found.until(20)), ("RMSE <= 15", found.until(15)), ("tau >= 0.95", found.until_tau(0.95)))
    reached = [Row(f"{name}: until {what}", figure) for what, figure in figures if figure < math.inf]
    return [*reached, Row(f"{name}: RMSE after {LAST}", found.last)]


def honest(pool: Pool, sets: list[list[Played]]) -> list[Row]:
    """Coverage of the 95 % intervals, and whether what is predicted comes true."""
    inside: dict[int, list[np.ndarray]] = {size: [] for size in pool.truth}
    predicted, came = [], []
    for stream in sets:
        found = list(ladders(stream, COVERED))
        for size, truth in pool.truth.items():
            hits = [np.abs(ladder.ratings[size] - 1500 - truth) <= ladder.errors(size) for ladder in found]
            inside[size].append(np.mean(hits, axis=1))
        learnt = found[COVERED.index(LEARNT)]
        for match in stream[LEARNT:]:
            ratings = learnt.ratings[len(match.bots)]
            for a, bot in enumerate(match.bots):
                for b, other in enumerate(match.bots[:a]):
                    predicted.append(expected(ratings[bot] - ratings[other]))
                    came.append((1 + np.sign(match.totals[a] - match.totals[b])) / 2)
    by_time = 100 * np.mean(inside[0], axis=0)
    rows = [Row(f"coverage after {number}, %", share) for number, share in zip(COVERED, by_time, strict=True)]
    rows += [
        Row("coverage, least from 400 on, %", by_time.min(), 93, at_least=True),
        Row("coverage, most from 400 on, %", by_time.max(), 97),
    ]
    rows += [Row(f"coverage at {size} players, mean, %", 100 * np.mean(inside[size])) for size in SIZES]
    return rows + _calibration(np.array(predicted), np.array(came))


def _calibration(predicted: np.ndarray, came: np.ndarray) -> list[Row]:
    # Each duel from both sides, so that ½ is the middle.
    predicted, came = np.concatenate([predicted, 1 - predicted]), np.concatenate([came, 1 - came])
    tenth = np.minimum((predicted * 10).astype(int), 9)
    bins = [tenth == n for n in range(10) if (tenth == n).sum() >= 1000]
    off = max(abs(predicted[chosen].mean() - came[chosen].mean()) for chosen in bins)
    hundred = np.abs(predicted - expected(100)) < 0.02
    return [
        Row("predicted - observed share of duels, most of any tenth, %", 100 * off),
        Row("+100 Elo: observed share of duels, % (64 is said)", 100 * came[hundred].mean()),
    ]


def ordered(pool: Pool, shuffles: int = 20) -> list[Row]:
    """The same 3,000 matches in other orders."""
    import rivals

    stream = pool.stream(3000, "order")
    orders = [Random(f"order {n}").sample(stream, len(stream)) for n in range(shuffles)]
    found = [fit(duels_of(order)) for order in orders]
    differ = max(
        np.abs(ladder.ratings[size] - found[0].ratings[size]).max() for ladder in found for size in (0, *SIZES)
    )
    errors = max(np.abs(ladder.errors(size) - found[0].errors(size)).max() for ladder in found for size in (0, *SIZES))
    rows = [Row("order: ours, largest change of a rating or error", max(differ, errors), 0)]
    for k in KS:
        last = [next(rivals.elo(k)(order, pool.bots, [len(order)])) for order in orders]
        rows.append(Row(f"order: Elo K={k}, standard deviation", float(np.std(last, axis=0).mean())))
    return rows


def measure(versions: int, matches: int) -> dict[str, float]:
    """CPU seconds of one refit after 1,000 more matches, and the memory of the whole process."""
    duels = synthetic(versions, matches)
    before = fit(duels.pick(duels.set < duels.set.max() * (1 - 1000 / matches)))
    assert before is not None
    start = as_start(before)
    begin = time.process_time()
    ladder = fit(duels, start=start)
    fitted = time.process_time()
    assert ladder is not None
    ladder.errors()
    done = time.process_time()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2
    return {"fit": fitted - begin, "errors": done - fitted, "memory": memory}


def synthetic(versions: int, matches: int) -> Duels:
    """Whole match sets between random versions, in the order in which they were made."""
    rng = np.random.default_rng(7)
    strength = rng.normal(0, 150, versions)
    parts = []
    for size, seatings in zip(SIZES, (2, 6, 4, 5), strict=True):
        sets = matches // len(SIZES) // seatings
        when = rng.permutation(sets) * 10 + size
        table = rng.integers(versions, size=(sets, size))
        while len(twice := np.flatnonzero((np.diff(np.sort(table, axis=1)) == 0).any(axis=1))):
            table[twice] = rng.integers(versions, size=(len(twice), size))
        for a in range(size):
            for b in range(a):
                chance = 1 / (1 + 10 ** ((strength[table[:, b]] - strength[table[:, a]]) / 400))
                score = rng.binomial(4 * seatings, chance) * 2500
                columns = (when, np.full(sets, size), table[:, a], table[:, b], score, np.full(sets, seatings))
                parts.append(Duels(*columns))
    return Duels.join(parts)


def cost() -> list[Row]:
    """Refits on one core, each in a process of its own; a refit is timed without errors, which are due less often."""
    found = {
        size: _in_a_process(*size) for size in ((1000, 10_000), (1000, 100_000), (1000, 1_000_000), (200, 200_000))
    }
    big, small, few = found[1000, 1_000_000], found[1000, 10_000], found[200, 200_000]
    return [
        Row("refit, warm, 1,000 versions, 1,000,000 matches, s", big["fit"], 20),
        Row("  its errors, s", big["errors"]),
        Row("  memory of the whole process, GB", big["memory"], 2),
        Row("refit, warm, 1,000 versions, 100,000 matches, s", found[1000, 100_000]["fit"]),
        Row("refit, warm, 1,000 versions, 10,000 matches, s", small["fit"]),
        Row("time of 1,000,000 matches / of 10,000", (big["fit"] + big["errors"]) / (small["fit"] + small["errors"])),
        Row("refit, warm, 200 versions, 200,000 matches, s", few["fit"], 1),
        Row("  its errors, s", few["errors"]),
    ]


def _in_a_process(versions: int, matches: int) -> dict[str, float]:
    one_core = os.environ | {f"{library}_NUM_THREADS": "1" for library in ("OPENBLAS", "OMP", "MKL")}
    command = [sys.executable, __file__, "--measure", str(versions), str(matches)]
    done = subprocess.run(command, env=one_core, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def main() -> int:
    parser = arguments(__doc__.splitlines()[0] if __doc__ else None)
    small = Path(os.environ.get("RATING_BANK", DATA / "pool_close_small.npz"))
    parser.add_argument("--bank", type=Path, default=small, help="recorded matches (RATING_BANK)")
    parser.add_argument("--replicates", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first stream")
    parser.add_argument("--measure", type=int, nargs=2, metavar=("VERSIONS", "MATCHES"), help="one refit, as JSON")
    asked = parser.parse_args()
    if asked.measure:
        print(json.dumps(measure(*asked.measure)))
        return 0
    pool = Pool(asked.bank, DATA / "pool_close_truth.json")
    seeds = range(asked.first, asked.first + asked.replicates)
    sets = [pool.stream(LAST, seed) for seed in seeds]
    single = [pool.stream(LAST, seed, sets=False) for seed in seeds]
    rows = [*soon_right(pool, sets, single), *honest(pool, sets), *ordered(pool), *cost()]
    return report([replace(row, figure=float(row.figure)) for row in rows], asked.json)


if __name__ == "__main__":
    sys.exit(main())
