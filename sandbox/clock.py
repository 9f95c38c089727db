"""The clock: processor time like in chess, a bank for the match and an increment for each decision."""

from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True)
class Clock:
    """What every seat gets, in seconds of processor time.

    `start` is for importing and starting the bot. A seat may also take `wall_factor` times its processor time by the
    clock on the wall, which only catches those that sleep. On a machine of another `speed` than 1 all times are divided
    by it.
    """

    start: float = 3.0
    bank: float = 2.0
    increment: float = 0.05
    wall_factor: float = 5.0
    speed: float = 1.0

    @classmethod
    def read(cls, text: str, speed: float) -> Self:
        """The clock that was `written` so, on a machine of this speed. Raises ValueError."""
        try:
            start, bank, increment = map(float, text.split(","))
        except ValueError:
            example = cls().written
            raise ValueError(
                f"{text!r} is no clock: write start, bank and increment in seconds, as in {example}"
            ) from None
        return cls(start, bank, increment, speed=speed)

    @property
    def written(self) -> str:
        """Its times in one word, whatever machine it is for."""
        return f"{self.start:g},{self.bank:g},{self.increment:g}"

    def told(self) -> dict[str, float]:
        """What a bot learns of it: what it has on this machine."""
        given = {"start": self.start, "bank": self.bank, "increment": self.increment}
        return {name: seconds / self.speed for name, seconds in given.items()}

    def __post_init__(self) -> None:
        if self.speed <= 0 or min(self.start, self.bank, self.increment) < 0 or self.start == 0 or self.wall_factor < 1:
            raise ValueError("a clock needs time to start, no negative times, and a wall factor of 1 or more")


class Budget:
    """The processor and wall time one seat has left, in seconds."""

    def __init__(self, clock: Clock) -> None:
        self._told, self._wall_factor = clock.told(), clock.wall_factor
        self.cpu = self._told["start"]
        self.wall = self.cpu * self._wall_factor

    def begin(self) -> None:
        """The bot has started: what was left of that is gone, the bank is filled."""
        self.cpu = self._told["bank"]
        self.wall = self.cpu * self._wall_factor

    def add_increment(self) -> None:
        """Another question is asked."""
        self.cpu += self._told["increment"]
        self.wall += self._told["increment"] * self._wall_factor

    def charge(self, cpu: float, wall: float) -> None:
        """Take off what was used; both may fall below zero, which is the caller's to judge."""
        self.cpu -= cpu
        self.wall -= wall
