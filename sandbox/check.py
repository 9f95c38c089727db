"""Check an uploaded bot in four steps, so that its author knows what is wrong before it meets anybody.

Package, Start, Protocol (fixed positions of all player counts), Trial matches (one of each player count).
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from engine import MUST_SHOW, PLAYERS, EngineError, Game, IllegalAction, greedy
from sandbox.clock import Clock
from sandbox.faults import BotFailed, Fault
from sandbox.package import LIMIT_FILES, LIMIT_UNPACKED, Package
from sandbox.play import MatchResult, Table, now_and_then
from sandbox.referee import position, seat_seed, sentence
from sandbox.seat import Seat
from sandbox.shells import Shell

State = Literal["waiting", "passed", "failed", "skipped"]
STEPS = ("Package", "Start", "Protocol", "Trial matches")
_POSITIONS = "protocol"  # the seed of the fixed positions
_ASKED = (0, 1, 3)  # which decisions of the seat: turning the hand, its first and its third turn


@dataclass(frozen=True)
class Step:
    """One step: `measured` against `limit`, and for a failure what to mend and, in `detail`, where it happened."""

    name: str
    state: State = "waiting"
    seconds: float = 0.0
    measured: str = ""
    limit: str = ""
    message: str = ""
    detail: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Report:
    """How far a check came. `ok` once every step passed; `matches` holds (players, result) of each trial match."""

    steps: tuple[Step, ...] = tuple(map(Step, STEPS))
    matches: tuple[tuple[int, MatchResult], ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every step passed."""
        return all(step.state == "passed" for step in self.steps)

    def as_json(self) -> dict[str, Any]:
        """For the record; without the matches."""
        return {"ok": self.ok, "steps": [asdict(step) for step in self.steps]}


class _Failed(Exception):
    def __init__(self, message: str, measured: str = "", **detail: Any) -> None:
        super().__init__(message)
        self.message, self.measured = message, measured
        self.detail = {name: value for name, value in detail.items() if value not in (None, "")}


def check(
    package: Package,
    opponents: Sequence[Package],
    shell: Shell,
    clock: Clock,
    seed: str,
    progress: Callable[[Report], None] = lambda report: None,
) -> Report:
    """Check a package against opponents (itself, if there are none). Raises PlatformFailure.

    `progress` is called after every step and about every second; it may raise to abandon the check.
    """
    return _Check(package, opponents, shell, clock, seed, progress).run()


class _Check:
    def __init__(
        self,
        package: Package,
        opponents: Sequence[Package],
        shell: Shell,
        clock: Clock,
        seed: str,
        progress: Callable[[Report], None],
    ) -> None:
        self.package, self.shell, self.clock, self.seed, self.progress = package, shell, clock, seed, progress
        others = list(opponents) or [package]
        self.entrants = [package, *(others[n % len(others)] for n in range(max(PLAYERS) - 1))]
        self.report = Report()
        self.alive = now_and_then(lambda: progress(self.report))

    def run(self) -> Report:
        for number, step in enumerate((self._package, self._start, self._protocol, self._trials)):
            began = time.monotonic()
            limit = self._limits()[number]
            try:
                done = Step(STEPS[number], "passed", measured=step(), limit=limit)
            except _Failed as failure:
                message = sentence(failure.message)
                done = Step(STEPS[number], "failed", 0, failure.measured, limit, message, failure.detail)
            self._keep(number, replace(done, seconds=round(time.monotonic() - began, 3)))
            if done.state == "failed":
                for later in range(number + 1, len(STEPS)):
                    self._keep(later, Step(STEPS[later], "skipped"))
                break
            self.progress(self.report)
        else:
            return self.report
        self.progress(self.report)
        return self.report

    def _keep(self, number: int, step: Step) -> None:
        steps = self.report.steps
        self.report = replace(self.report, steps=(*steps[:number], step, *steps[number + 1 :]))

    def _limits(self) -> tuple[str, ...]:
        clock = self.clock
        return (
            f"{LIMIT_FILES} files, {LIMIT_UNPACKED >> 20} MiB",
            f"{clock.start:g} s",
            "every answer legal",
            f"{clock.bank:g} s + {clock.increment:g} s per decision",
        )

    def _package(self) -> str:
        size = sum(map(len, self.package.files.values()))
        return f"{len(self.package.files)} files, {size / 1024:.1f} KiB"

    def _start(self) -> str:
        sandbox = self.shell.open()
        try:
            return f"{self._begin(Seat(sandbox, self.clock, self.alive), 2, 0).start_us / 1e6:.3f} s"
        finally:
            sandbox.close()

    def _protocol(self) -> str:
        """The bot answers fixed positions; what it answers is checked and not played."""
        answered = 0
        sandbox = self.shell.open()
        try:
            for players in PLAYERS:
                player = self._begin(Seat(sandbox, self.clock, self.alive), players, players - 1)
                for game in _positions(players):
                    player.forget()
                    self._ask(player, game, f"{answered} answers legal")
                    answered += 1
                player.end()
        finally:
            sandbox.close()
        return f"{answered} answers legal"

    def _begin(self, player: Seat, players: int, seat: int) -> Seat:
        info = {
            "players": players,
            "seat": seat,
            "clock": self.clock.told(),
            "seed": seat_seed(self.seed, "check", seat),
        }
        try:
            player.start(self.package, info)
        except BotFailed as failure:
            player.end()
            raise _Failed(failure.message, kind=failure.kind, exit=failure.exit, log=player.log) from failure
        return player

    def _ask(self, player: Seat, game: Game, measured: str) -> None:
        where = {"match": f"fixed position, {game.players} players", "position": position(game.round, game.current)}
        try:
            answer = player.decide(game, game.current)
            game.round.check(answer)
        except BotFailed as failure:
            player.end()
            detail = {"kind": failure.kind, "reply": failure.reply, "exit": failure.exit, "log": player.log}
            raise _Failed(failure.message, measured, **where, **detail) from failure
        except EngineError as error:
            player.end()
            kind = "illegal-action" if isinstance(error, IllegalAction) else "unreadable-action"
            raise _Failed(str(error), measured, kind=kind, **where, reply=player.reply, log=player.log) from error

    def _trials(self) -> str:
        longest = 0
        with Table(self.entrants, self.shell, self.clock) as table:
            for players in PLAYERS:
                seat = players - 2
                seating = list(range(1, players))
                seating.insert(seat, 0)
                result = table.play(seating, self.seed, f"trial {players}", self.alive)
                self.report = replace(self.report, matches=(*self.report.matches, (players, result)))
                if fault := result.faults[seat]:
                    raise _Failed(
                        fault.message, f"{len(self.report.matches) - 1} matches", **_detail(fault, players, seat)
                    )
                longest = max(longest, *result.think_us[seat])
                self.progress(self.report)
        return f"{len(self.report.matches)} matches, longest decision {longest / 1000:.1f} ms"


def _detail(fault: Fault, players: int, seat: int) -> dict[str, Any]:
    """Where in a trial match it happened; rounds and moves counted from 1, as people do."""
    return {
        "match": f"{players} players, seat {seat}",
        "kind": fault.kind,
        "round": None if fault.round is None else fault.round + 1,
        "move": None if fault.turn is None else fault.turn + 1,
        "position": fault.position,
        "reply": fault.reply,
        "exit": fault.exit,
        "log": fault.log,
    }


def _positions(players: int) -> Iterator[Game]:
    """Positions of one fixed game in which the last seat is to act: some of its decisions, and a show after a scout."""
    game, decisions, shown = Game(players, _POSITIONS), 0, players == 2
    while not (game.over or (shown and decisions > max(_ASKED))):
        if game.current == players - 1:
            must_show = game.round.phase == MUST_SHOW
            if must_show and not shown:
                shown = True
                yield game
            elif not must_show:
                if decisions in _ASKED:
                    yield game
                decisions += 1
        game.apply(greedy(game.round))
