"""Check an uploaded bot in four steps, so that its author knows what is wrong before it meets anybody.

Package, Start, Protocol (fixed positions of all player counts), Trial matches (one of each player count).
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import cycle, islice
from typing import Any

from engine import MUST_SHOW, PLAYERS, Game, IllegalAction, UnreadableAction, greedy
from sandbox.clock import Clock
from sandbox.faults import BotFailed, Fault
from sandbox.package import LIMIT_FILES, LIMIT_UNPACKED, Package
from sandbox.play import Table, now_and_then
from sandbox.referee import position, rule, seat_seed
from sandbox.report import STEPS, Report, Step, Trial, trial_match
from sandbox.seat import Seat
from sandbox.sentence import Sentence, counted
from sandbox.shells import Shell

_POSITIONS = "protocol"  # the seed of the fixed positions
_ASKED = (0, 1, 3)  # which decisions of the seat: turning the hand, its first and its third turn


class _Failed(Exception):
    """The step fails: what to mend, and where it happened."""

    def __init__(self, message: str, detail: dict[str, Any]) -> None:
        super().__init__(message)
        self.message = message
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
    checking = _Check(package, opponents, shell, clock, seed, progress)
    with checking.table:
        return checking.run()


class _Check:
    """A check in progress; each step says in `measured` how far it came."""

    def __init__(
        self,
        package: Package,
        opponents: Sequence[Package],
        shell: Shell,
        clock: Clock,
        seed: str,
        progress: Callable[[Report], None],
    ) -> None:
        self.package, self.clock, self.seed, self.progress = package, clock, seed, progress
        others = range(1, len(opponents) + 1) or (0,)
        self.who = [0, *islice(cycle(others), max(PLAYERS) - 1)]  # entrant → its number in `Trial.seating`
        self.table = Table([(package, *opponents)[number] for number in self.who], shell, clock)
        self.report = Report(seed=seed, clock=clock)
        self.measured = ""
        self.alive = now_and_then(lambda: progress(self.report))

    def run(self) -> Report:
        """Take the steps in order, up to the first that fails."""
        steps = (self._package, self._start, self._protocol, self._trials)
        bank, more = self.clock.bank, self.clock.increment
        limits = (
            Sentence("%(files)s files, %(size)s MiB", files=LIMIT_FILES, size=LIMIT_UNPACKED >> 20),
            _seconds(self.clock.start),
            Sentence("every answer legal, %(bank)s s + %(more)s s per decision", bank=bank, more=more),
            Sentence("%(bank)s s + %(more)s s per decision", bank=bank, more=more),
        )
        for number, (take, limit) in enumerate(zip(steps, limits, strict=True)):
            began, step = time.monotonic(), Step(STEPS[number], "passed", limit=limit)
            try:
                take()
            except _Failed as failure:
                step = replace(step, state="failed", message=failure.message, detail=failure.detail)
            step = replace(step, seconds=round(time.monotonic() - began, 3), measured=self.measured)
            rest = self.report.steps[number + 1 :]
            if step.state == "failed":
                rest = tuple(replace(later, state="skipped") for later in rest)
            self.report = replace(self.report, steps=(*self.report.steps[:number], step, *rest))
            self.progress(self.report)
            if step.state == "failed":
                break
        return self.report

    def _package(self) -> None:
        size = sum(map(len, self.package.files.values()))
        self.measured = counted(
            "%(number)s file, %(size)s KiB",
            "%(number)s files, %(size)s KiB",
            len(self.package.files),
            size=max(round(size / 1024, 1), 0.1),
        )

    def _start(self) -> None:
        self.measured = ""
        with self._seated(2, 0, {}) as player:
            self.measured = _seconds(round(player.start_us / 1e6, 3))

    def _protocol(self) -> None:
        """The bot answers fixed positions; what it answers is checked and not played."""
        answered, where = 0, dict[str, Any]()
        for players in PLAYERS:
            with self._seated(players, players - 1, where) as player:
                for game in _positions(players):
                    self.measured = _answers(answered)
                    where["match"] = Sentence("fixed position, %(players)s players", players=players)
                    where["position"] = position(game.round, game.current)
                    player.forget()
                    _answer(player, game)
                    answered += 1
        self.measured = _answers(answered)

    def _trials(self) -> None:
        longest = 0
        for players in PLAYERS:
            self.measured = counted("%(number)s match", "%(number)s matches", len(self.report.matches))
            seat = players - 2
            seating = list(range(1, players))
            seating.insert(seat, 0)
            result = self.table.play(seating, self.seed, trial_match(players), self.alive)
            trial = Trial(players, tuple(self.who[entrant] for entrant in seating), result)
            self.report = replace(self.report, matches=(*self.report.matches, trial))
            if fault := result.faults[seat]:
                raise _Failed(fault.message, _detail(fault, players, seat))
            longest = max(longest, *result.think_us[seat])
            self.progress(self.report)
        self.measured = counted(
            "%(number)s match, longest decision %(longest)s ms",
            "%(number)s matches, longest decision %(longest)s ms",
            len(self.report.matches),
            longest=round(longest / 1000, 1),
        )

    @contextmanager
    def _seated(self, players: int, seat: int, where: dict[str, Any]) -> Iterator[Seat]:
        """The bot, started at a seat; what it does wrong from then on fails the step, with `where` in the detail."""
        seed = seat_seed(self.seed, "check", seat)
        self.table.open((0,), self.alive)
        player = self.table.seat(0, self.alive)
        try:
            player.start(self.package, {"players": players, "seat": seat, "clock": self.clock.told(), "seed": seed})
            yield player
            player.end()
        except BotFailed as failure:
            player.end()
            told = {"kind": failure.kind, "reply": failure.reply, "exit": failure.exit, "log": player.log}
            raise _Failed(failure.message, where | told) from failure
        finally:
            player.abandon()


def _seconds(seconds: float) -> Sentence:
    return Sentence("%(seconds)s s", seconds=seconds)


def _answers(number: int) -> Sentence:
    return counted("%(number)s legal answer", "%(number)s legal answers", number)


def _answer(player: Seat, game: Game) -> None:
    """Ask, and check the answer by the rules. Raises BotFailed."""
    answer = player.decide(game, game.current)
    try:
        game.round.check(answer)
    except IllegalAction as error:
        raise BotFailed("illegal-action", rule(error), player.reply) from error
    except UnreadableAction as error:
        raise BotFailed("unreadable-action", rule(error), player.reply) from error


def _detail(fault: Fault, players: int, seat: int) -> dict[str, Any]:
    """Where in a trial match it happened; rounds and moves counted from 1, as people do."""
    return {
        "match": Sentence("%(players)s players, seat %(seat)s", players=players, seat=seat),
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
