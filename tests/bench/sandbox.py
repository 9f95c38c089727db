"""What the sandbox costs: matches beside plain processes and new containers, and the price of one decision.

`uv run tests/bench/sandbox.py` (SANDBOX_BASE names another base for the image). Four seats, about 100 decisions each,
by bots that think nothing; everything is taken in turn in every repetition, and the figures are medians.
Matches are played one at a time, and every kind until all is cleared away: plain processes have ended, containers are
gone, zygotes are ready for the next match. Zygotes play `IN_A_ROW`, as they do for a match set.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parents[1])]
sys.path.remove(str(HERE))  # where this file would pass for the package it measures
sys.path.append(str(HERE))

from table import Row, arguments, report

from engine import TURN_HAND, Game
from sandbox import Clock, NoShell, Package, PlatformFailure, Shell, Table, open_folder, open_package, shell_for
from sandbox.processor import one_processor
from sandbox.referee import Referee
from sandbox.seat import Seat
from sandbox.shells import Sandbox, image
from sandbox.shells.daemon import client
from sandbox.shells.docker import WORKER, worker

TRIVIAL = b"""
class Bot:
    def turn_hand(self, view):
        return False

    def act(self, view):
        legal = view.legal_actions
        return legal[len(legal) // 2]
"""
SEATS = range(4)
CLOCK = Clock()
IN_A_ROW = 5

ZYGOTES: dict[str, Sandbox] = {}


def main() -> int:
    parser = arguments(__doc__)
    parser.add_argument("--repetitions", type=int, default=7)
    words = parser.parse_args()
    trivial = open_package(TRIVIAL, "bot.py")
    greedy = open_folder(HERE.parents[1] / "bots" / "greedy")
    shells = available()
    taken: dict[str, list[float]] = {}

    def take(name: str, figure: float) -> None:
        taken.setdefault(name, []).append(figure)

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trivial.py"
        path.write_bytes(TRIVIAL)
        tables = {shell.name: Table([trivial] * 4, shell, CLOCK) for shell in shells}
        real = Table([greedy] * 4, shells[0], CLOCK)
        for table in (*tables.values(), real):
            table.open(SEATS)
            table.play(SEATS, "warm")
        try:
            for _ in range(words.repetitions):
                seed = "the same match every time"
                take("plain", seconds(plain, path, seed))
                for shell in shells:
                    table = tables[shell.name]
                    take(shell.name, seconds(in_a_row, table, seed) / IN_A_ROW)
                    for _ in range(5):
                        take(f"{shell.name} fork", first_answer(shell, trivial, seed))
                    for name, figure in watched(table, seed).items():
                        take(f"{shell.name} {name}", figure)
                if "docker" in tables:
                    take("container", seconds(contained, trivial, shells[1], seed))
                take("greedy referee", watched(real, seed)["referee"])
        finally:
            for opened in (*tables.values(), real, *ZYGOTES.values()):
                opened.close()
    return report(rows(taken, [shell.name for shell in shells]), words.json)


def available() -> list[Shell]:
    """bubblewrap, and Docker where an engine answers."""
    shells = [shell_for("bubblewrap")]
    try:
        image.build()
        shells.append(shell_for("docker"))
    except (NoShell, PlatformFailure) as error:
        print(f"Without Docker: {error}", file=sys.stderr)
    return shells


def seconds(work: Callable[..., object], *arguments: object) -> float:
    """On the wall."""
    began = time.perf_counter()
    work(*arguments)
    return time.perf_counter() - began


def plain(path: Path, seed: str) -> None:
    """A match of four plain subprocesses, new for it."""
    command = [sys.executable, "-S", "-P", "-c", f"import sys; sys.path[:0] = {sys.path!r}; import plain; plain.main()"]
    players = [subprocess.Popen([*command, path], stdin=-1, stdout=-1, text=True, bufsize=1) for _ in SEATS]
    game, seen = Game(4, seed), [(-1, 0)] * 4
    while not game.over:
        seat, number = game.current, len(game.rounds) - 1
        told = seen[seat][1] if seen[seat][0] == number else 0
        request = {"ask": "turn_hand" if game.round.phase == TURN_HAND else "act", "events": game.events(seat, told)}
        if seen[seat][0] != number:
            request["opening"] = game.opening(seat)
        seen[seat] = (number, told + len(request["events"]))
        players[seat].stdin.write(json.dumps(request) + "\n")
        game.apply(json.loads(players[seat].stdout.readline())["answer"])
    for player in players:
        player.stdin.close()
        player.stdout.close()
        player.wait()


def in_a_row(table: Table, seed: str) -> None:
    """Matches of the same four zygotes, which are ready for another in the end."""
    for _ in range(IN_A_ROW):
        table.play(SEATS, seed)
    table.open(SEATS)


def contained(package: Package, shell: Shell, seed: str) -> None:
    """A match of four new containers, started one after the other: side by side they would use other cores too."""
    before = containers()
    with Table([package] * 4, shell, CLOCK) as table:
        for seat in SEATS:
            table.open((seat,))
        table.play(SEATS, seed)
    while containers() - before:
        time.sleep(0.005)


def containers() -> set[str]:
    """Ours, also those on their way out."""
    return {c["Id"] for c in client().api.containers(all=True, filters={"label": f"{WORKER}={worker()}"})}


def first_answer(shell: Shell, package: Package, seed: str) -> float:
    """Seconds from asking a zygote for a child until that is locked down and its bot has answered a question.

    A match finds its child forked already; here that one is sent away.
    """
    if shell.name not in ZYGOTES:
        ZYGOTES[shell.name] = shell.open()
    sandbox = ZYGOTES[shell.name]
    sandbox.begin()[0].close()
    game = Game(4, seed)
    began = time.perf_counter()
    sandbox._order({"match": 1})
    seat = Seat(sandbox, CLOCK)
    seat.start(package, {"players": 4, "seat": 0, "clock": CLOCK.told(), "seed": seed})
    seat.decide(game, 0)
    taken = time.perf_counter() - began
    seat.end()
    return taken


def watched(table: Table, seed: str) -> dict[str, float]:
    """One match: the median round trip of a decision, the host's processor time for one, both in seconds; and the part
    of the match in which no bot was asked anything, in percent."""
    asked: list[float] = []
    ask = Seat._ask

    def timed(seat: Seat, *request: dict) -> dict:
        began = time.perf_counter()
        reply = ask(seat, *request)
        asked.append(time.perf_counter() - began)
        return reply

    Seat._ask = timed
    try:
        referee = Referee(Game(4, seed))
        referee.seats += [Seat(table._sandboxes[seat], CLOCK) for seat in SEATS]
        infos = [{"players": 4, "seat": seat, "clock": CLOCK.told(), "seed": seed} for seat in SEATS]
        referee.start(table._packages, infos)
        asked.clear()
        began, used = time.perf_counter(), time.process_time()
        with one_processor([player.process for player in referee.seats]):
            referee.play()
        whole, used = time.perf_counter() - began, time.process_time() - used
        for player in referee.seats:
            player.end()
        table.open(SEATS)
    finally:
        Seat._ask = ask
    return {"round trip": median(asked), "host": used / len(asked), "referee": 100 * (1 - sum(asked) / whole)}


def rows(taken: dict[str, list[float]], shells: list[str]) -> list[Row]:
    """Ratios beside their targets, then what they are made of."""
    middle = {name: median(figures) for name, figures in taken.items()}

    def times(slow: str, fast: str) -> float:
        return middle[slow] / middle[fast]

    table = [
        Row(f"{shell} ÷ plain subprocess per match", times("plain", shell), 2.0, at_least=True) for shell in shells
    ]
    if "container" in taken:
        table.append(Row("docker ÷ new container per match", times("container", "docker"), 20, at_least=True))
    for shell in shells:
        table += [
            Row(f"{shell}: fork to first answer, ms", middle[f"{shell} fork"] * 1e3, 5.0),
            Row(f"{shell}: one decision, round trip, µs", middle[f"{shell} round trip"] * 1e6, 100),
            Row(f"{shell}: the host's processor time for one, µs", middle[f"{shell} host"] * 1e6),
        ]
    table.append(Row("greedy bots: the match beyond their own time, %", middle["greedy referee"], 15))
    return table + [
        Row(f"{name}: matches per second", 1 / middle[name])
        for name in ("plain", "container", *shells)
        if name in middle
    ]


if __name__ == "__main__":
    sys.exit(main())
