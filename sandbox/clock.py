"""The clock: processor time like in chess, a bank for the match and an increment for each decision."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Clock:
    """What every seat gets, in seconds of processor time.

    `start` is for importing and starting the bot. A seat may also take `wall_factor` times its processor time by the
    clock on the wall, which only catches those that sleep.
    """

    start: float = 3.0
    bank: float = 2.0
    increment: float = 0.05
    wall_factor: float = 5.0

    def told(self) -> dict[str, float]:
        """What a bot learns of it."""
        return {"start": self.start, "bank": self.bank, "increment": self.increment}

    def __post_init__(self) -> None:
        if min(self.start, self.bank, self.increment) < 0 or self.start == 0 or self.wall_factor < 1:
            raise ValueError("a clock needs time to start, no negative times, and a wall factor of 1 or more")


class Budget:
    """The processor and wall time one seat has left, in seconds."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.cpu = clock.start
        self.wall = clock.start * clock.wall_factor

    def begin(self) -> None:
        """The bot has started: what was left of that is gone, the bank is filled."""
        self.cpu = self._clock.bank
        self.wall = self._clock.bank * self._clock.wall_factor

    def add_increment(self) -> None:
        """Another question is asked."""
        self.cpu += self._clock.increment
        self.wall += self._clock.increment * self._clock.wall_factor

    def charge(self, cpu: float, wall: float) -> None:
        """Take off what was used; both may fall below zero, which is the caller's to judge."""
        self.cpu -= cpu
        self.wall -= wall
