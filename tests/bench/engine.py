"""How fast the engine is: ratios to a plain C engine and to other libraries, from one interleaved run.

`uv run --group bench tests/bench/engine.py` (a C compiler makes the limit; OpenSpiel and RLCard come with the group).
Every figure is CPU time; each is taken in turn in every repetition, and ratios are medians of the repetitions.
"""

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from types import ModuleType

import numpy as np
import pyspiel
import rlcard

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1] / "engine"), str(Path(__file__).parent)]

from source import core_from_source
from table import Row, arguments, report

import engine
from engine import core
from engine.vector import VectorRound, buffers

PLAYERS = (2, 3, 4, 5)
PICKS = [random.Random(1).getrandbits(16) for _ in range(5000)]


def seconds(work: Callable[[], int]) -> float:
    """CPU seconds per unit of what `work` says it did."""
    start = time.process_time()
    units = work()
    return (time.process_time() - start) / units


def limit(program: Path, players: int) -> float:
    """Seconds per action of the plain C engine."""
    run = subprocess.run([program, str(players), "3000"], capture_output=True, text=True, check=True)
    return float(run.stdout.split()[0]) / 1e9


def python_loop(which: ModuleType, players: int, rounds: int) -> Callable[[], int]:
    """`legal_actions()` and `apply_unchecked()` in a Python loop, to the end of each round."""
    dealt = [which.Round(engine.deal(players, f"loop {n}")) for n in range(rounds)]

    def work() -> int:
        actions = 0
        for r in [r.clone() for r in dealt]:
            for pick in PICKS:
                legal = r.legal_actions()
                if not legal:
                    break
                r.apply_unchecked(legal[pick % len(legal)])
                actions += 1
        return actions

    return work


def playouts(which: ModuleType, players: int, k: int) -> Callable[[], int]:
    """Playouts inside the core, in actions: their number is counted once, by the C engine's average."""
    dealt = [which.Round(engine.deal(players, f"out {n}")) for n in range(20)]

    def work() -> int:
        for n, r in enumerate(dealt):
            r.rollouts(k, n)
        return k * len(dealt)

    return work


def actions_per_round(program: Path, players: int) -> float:
    """How many actions a random round has on average."""
    run = subprocess.run([program, str(players), "20000"], capture_output=True, text=True, check=True)
    return int(run.stdout.split()[1]) / 20000


def vector_steps(players: int) -> Callable[[], int]:
    """`VectorRound.step` over recorded actions, in actions."""
    count, steps = 256, 400  # several rounds each, so that every part of a round counts as in the limit
    b, rng = buffers(players, count), np.random.default_rng(1)
    vector, played = VectorRound(players, count, 1), []
    vector.look(b.mask, b.observation, b.seat)
    for _ in range(steps):
        b.action[:] = (rng.random(b.mask.shape, np.float32) * b.mask).argmax(1)
        played.append(b.action.copy())
        vector.step(b.action, b.mask, b.observation, b.seat, b.reward, b.done)

    def work() -> int:
        again = VectorRound(players, count, 1)
        for action in played:
            again.step(action, b.mask, b.observation, b.seat, b.reward, b.done)
        return count * steps

    return work


def positions(players: int) -> list[core.Round]:
    """Rounds in the middle of play."""
    found = []
    for n in range(40):
        r = engine.Round.deal(players, f"mid {n}")
        for pick in PICKS[: players + 4]:
            legal = r.legal_actions()
            if legal:
                r.apply(legal[pick % len(legal)])
        if r.end is None:
            found.append(r)
    return found


def each(players: int, does: Callable[[core.Round, int], object], repeat: int = 1) -> Callable[[], int]:
    """`does(round, action)` for every legal action of every position."""
    pairs = [(r, a) for r in positions(players) for a in r.legal_actions()]

    def work() -> int:
        for _ in range(repeat):
            for r, a in pairs:
                does(r, a)
        return repeat * len(pairs)

    return work


def clone_and_apply(r: core.Round, action: int) -> None:
    r.clone().apply_unchecked(action)


def clone_and_checked_apply(r: core.Round, action: int) -> None:
    r.clone().apply(action)


def hearts() -> int:
    """OpenSpiel's hearts through its Python API, in events."""
    game, events = pyspiel.load_game("hearts"), 0
    for _ in range(6):
        state = game.new_initial_state()
        for pick in PICKS:
            if state.is_terminal():
                break
            legal = state.legal_actions()
            state.apply_action(legal[pick % len(legal)])
            events += 1
    return events


class Picks:
    """An RLCard agent that plays any legal action."""

    use_raw = False
    decisions = 0

    def step(self, state: dict) -> int:
        Picks.decisions += 1
        legal = list(state["legal_actions"])
        return legal[PICKS[Picks.decisions % 5000] % len(legal)]

    def eval_step(self, state: dict) -> tuple[int, dict]:
        return self.step(state), {}


def uno() -> int:
    """RLCard's uno through its Python API, in decisions."""
    table = rlcard.make("uno")
    table.set_agents([Picks(), Picks()])
    before = Picks.decisions
    for _ in range(8):
        table.run(is_training=False)
    return Picks.decisions - before


def main() -> int:
    parser = arguments(__doc__)
    parser.add_argument("--repetitions", type=int, default=9)
    words = parser.parse_args()
    if not engine.COMPILED:
        sys.exit("The engine is not compiled here; there is nothing to measure.")
    plain = core_from_source()
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "limit"
        subprocess.run(["cc", "-O3", "-o", program, Path(__file__).parent / "limit.c"], check=True)
        length = {p: actions_per_round(program, p) for p in PLAYERS}
        works: dict[tuple[str, int], Callable[[], float]] = {}
        for p in PLAYERS:
            works["limit", p] = lambda p=p: limit(program, p)
            for name, work in {
                "loop": python_loop(core, p, 60),
                "plain loop": python_loop(plain, p, 3),
                "vector": vector_steps(p),
                "clone": each(p, lambda r, _: r.clone()),
                "clone + apply": each(p, clone_and_apply),
                "clone + checked apply": each(p, clone_and_checked_apply),
                "view": each(p, lambda r, _: r.view(0)),
            }.items():
                works[name, p] = lambda work=work: seconds(work)
            rng, views = random.Random(1), [r.view(0) for r in positions(p)]
            works["determinize", p] = lambda views=views, rng=rng: seconds(
                lambda: len([v.determinize(rng) for v in views])
            )
            out, plain_out = playouts(core, p, 100), playouts(plain, p, 1)
            works["playouts", p] = lambda p=p, out=out: seconds(out) / length[p]
            works["plain playouts", p] = lambda p=p, out=plain_out: seconds(out) / length[p]
        works["hearts", 0] = lambda: seconds(hearts)
        works["uno", 0] = lambda: seconds(uno)
        taken: dict[tuple[str, int], list[float]] = {key: [] for key in works}
        for _ in range(words.repetitions):
            for key, work in works.items():
                taken[key].append(work())
    return report(rows(taken), words.json)


def rows(taken: dict[tuple[str, int], list[float]]) -> list[Row]:
    """Ratios for the worst number of players, then nanoseconds for each."""

    def ratio(above: str, below: str, worst: Callable[[list[float]], float]) -> float:
        return worst([middle(taken[of(above, p)], taken[of(below, p)]) for p in PLAYERS])

    def of(name: str, p: int) -> tuple[str, int]:
        return (name, 0 if name in ("hearts", "uno") else p)

    def middle(above: list[float], below: list[float]) -> float:
        return median(a / b for a, b in zip(above, below, strict=True))

    def ns(name: str, p: int) -> float:
        return median(taken[name, p]) * 1e9

    checked = max(ns("clone + checked apply", p) - ns("clone + apply", p) for p in PLAYERS)
    table = [
        Row("loop (abi3) ÷ C limit, per action", ratio("loop", "limit", max), 5.0),
        Row("playouts ÷ C limit, per action", ratio("playouts", "limit", max), 1.4),
        Row("OpenSpiel hearts per event ÷ our loop per action", ratio("hearts", "loop", min), 1.0, at_least=True),
        Row("RLCard uno per decision ÷ our loop per action", ratio("uno", "loop", min), 25, at_least=True),
        Row("VectorRound step (mask + observation) ÷ C limit", ratio("vector", "limit", max), 2.0),
        Row("checked apply − unchecked, ns", checked, 150),
        Row("clone + apply, ns", max(ns("clone + apply", p) for p in PLAYERS), 200),
        Row("uncompiled loop ÷ compiled loop", ratio("plain loop", "loop", max)),
        Row("uncompiled playouts ÷ compiled playouts", ratio("plain playouts", "playouts", max)),
    ]
    names = ("limit", "loop", "playouts", "vector", "clone", "view", "determinize")
    return table + [Row(f"{p} players: {name}, ns", ns(name, p)) for p in PLAYERS for name in names]


if __name__ == "__main__":
    sys.exit(main())
