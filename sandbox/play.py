"""Play a match: open the sandboxes, seat the bots, let the referee play, and hand back all there is to know."""

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from engine import BUILD, PLAYERS, Game
from sandbox.clock import Clock
from sandbox.faults import Fault
from sandbox.package import Package
from sandbox.processor import one_processor
from sandbox.referee import Referee, seat_seed
from sandbox.seat import ALIVE_EVERY, Seat, nobody_listens
from sandbox.shells import Sandbox, Shell, shell_for

STANDARD_CLOCK = Clock()

Seating = Sequence[int]  # for each seat the entrant that holds it


@dataclass(frozen=True)
class MatchResult:
    """How a match went. Per seat: `totals`, `places` (from 1, ties share one), `faults`, `think_us` (each decision's
    processor time in microseconds) and `logs`. `made` says what it was played with."""

    replay: dict[str, Any]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    places: tuple[int, ...]
    faults: tuple[Fault | None, ...]
    think_us: tuple[tuple[int, ...], ...]
    logs: tuple[str, ...]
    made: dict[str, Any]


class Table:
    """The entrants of a match set in their sandboxes, one each; it serves any number of seatings.

    Sandboxes open when they are first needed. One in which a bot failed is thrown away; with `strict` every one is
    after each match. To be used in a `with` statement, and by one thread.
    """

    def __init__(self, packages: Sequence[Package], shell: Shell, clock: Clock, *, strict: bool = False) -> None:
        self._packages, self._shell, self._clock, self._strict = packages, shell, clock, strict
        self._sandboxes: dict[int, Sandbox] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def play(
        self, seating: Seating, seed: str, match: str = "", alive: Callable[[], None] | None = None
    ) -> MatchResult:
        """One match; each entrant holds at most one seat.

        `match` makes the seats' own randomness differ between matches of one seed. `alive` is called about every second
        and may raise to abandon the match. Raises PlatformFailure, after which the table can be used again.
        """
        if len(set(seating)) < len(seating):
            raise ValueError("an entrant holds one seat; pass a package twice to have it play itself")
        referee = Referee(Game(len(seating), seed))
        alive = now_and_then(alive)
        try:
            self.open(seating, alive)
            for entrant in seating:
                referee.seats.append(self.seat(entrant, alive))
            infos = [self._info(len(seating), seat, seat_seed(seed, match, seat)) for seat in range(len(seating))]
            referee.start([self._packages[entrant] for entrant in seating], infos)
            # The number of one that failed may be another program's by now.
            at_play = [seat for seat, fault in zip(referee.seats, referee.faults, strict=True) if not fault]
            with one_processor([seat.process for seat in at_play if seat.process]):
                referee.play()
        except BaseException:
            for player in referee.seats:
                player.abandon()
            self.dismiss(seating)  # whatever it was, these sandboxes are in an unknown state
            raise
        for player in referee.seats:
            player.end()
        result = self._result(referee, seating)
        self.dismiss([e for e, fault in zip(seating, result.faults, strict=True) if fault or self._strict])
        return result

    def close(self) -> None:
        """Throw all sandboxes away."""
        self.dismiss(list(self._sandboxes))

    def open(self, entrants: Seating, alive: Callable[[], None] = nobody_listens) -> None:
        """Have a usable sandbox for each; they start side by side. A match does so by itself."""
        for entrant in entrants:
            if entrant not in self._sandboxes or not self._sandboxes[entrant].usable():
                self._sandboxes[entrant] = self._shell.open()
        for entrant in entrants:
            self._sandboxes[entrant].wait(alive)

    def seat(self, entrant: int, alive: Callable[[], None] = nobody_listens) -> Seat:
        """An entrant in its open sandbox, not started yet. Raises PlatformFailure."""
        return Seat(self._sandboxes[entrant], self._clock, alive)

    def dismiss(self, entrants: Sequence[int]) -> None:
        """Throw the sandboxes of these away."""
        for entrant in entrants:
            if sandbox := self._sandboxes.pop(entrant, None):
                sandbox.close()

    def _info(self, players: int, seat: int, seed: str) -> dict[str, Any]:
        """What a bot is told at its start: numbers, never names."""
        return {"players": players, "seat": seat, "clock": self._clock.told(), "seed": seed}

    def _result(self, referee: Referee, seating: Seating) -> MatchResult:
        totals, seats = referee.game.totals, referee.seats
        inside = self._sandboxes[seating[0]].made
        return MatchResult(
            replay=referee.replay(),
            totals=tuple(totals),
            winners=tuple(referee.game.winners),
            places=tuple(1 + sum(other > total for other in totals) for total in totals),
            faults=tuple(referee.faults),
            think_us=tuple(tuple(seat.used) for seat in seats),
            logs=tuple(seat.log for seat in seats),
            made={
                **inside,
                "referee": BUILD,
                "shell": self._shell.name,
                "image": self._shell.image,
                "clock": seats[0].clock_source,
                "speed": self._clock.speed,
            },
        )


def play(
    packages: Sequence[Package], seed: str = "", clock: Clock = STANDARD_CLOCK, shell: Shell | None = None
) -> MatchResult:
    """One match in which package number s holds seat s. Raises PlatformFailure, NoShell, or ValueError."""
    if len(packages) not in PLAYERS:
        raise ValueError(f"a match has {min(PLAYERS)} to {max(PLAYERS)} seats, not {len(packages)}")
    with Table(packages, shell or shell_for("auto"), clock) as table:
        return table.play(range(len(packages)), seed or secrets.token_hex(16))


def now_and_then(alive: Callable[[], None] | None) -> Callable[[], None]:
    """`alive`, but at most about once a second however often it is called."""
    if alive is None:
        return nobody_listens
    due = time.monotonic() + ALIVE_EVERY

    def rarely() -> None:
        nonlocal due
        if time.monotonic() >= due:
            due = time.monotonic() + ALIVE_EVERY
            alive()

    return rarely
