"""The timekeeper of one bot: reads from outside what it uses, and says when its clock has run out."""

import time

from sandbox.clock import Budget, Clock
from sandbox.faults import PlatformFailure
from sandbox.meter import Meter
from sandbox.sentence import Sentence

_SHORTEST_WAIT = 0.002  # seconds


class Timekeeper:
    """All that a bot used since its last answer counts, so that thinking while others play is in the record too."""

    def __init__(self, meter: Meter, clock: Clock) -> None:
        self._meter, self._budget = meter, Budget(clock)
        self._charged = self._now = 0.0
        self._asked = 0.0
        self._starved = meter.starved()
        self.forgive()

    @property
    def source(self) -> str:
        """Where processor time is read."""
        return self._meter.source

    @property
    def used_us(self) -> int:
        """Microseconds of processor time, when last read, since what was charged."""
        return round((self._now - self._charged) * 1e6)

    def forgive(self) -> None:
        """What was used so far was not the bot's doing."""
        self.read()
        self._charged = self._now

    def fill(self) -> None:
        """The bot has started: it gets its bank."""
        self._budget.begin()

    def add_increment(self) -> None:
        """Another decision is wanted."""
        self._budget.add_increment()

    def ask(self) -> None:
        """A question is on its way."""
        self._asked, self._now = time.monotonic(), self._charged

    def read(self) -> None:
        """Look at the processor clock. Raises PlatformFailure when the sandbox is gone with it."""
        try:
            self._now = self._meter.cpu()
        except OSError as error:
            raise PlatformFailure(f"A sandbox's clock is gone: {error}") from error

    def patience(self) -> float:
        """How long to wait before looking again: no bot can be out of time before that."""
        left = min(self._budget.cpu - (self._now - self._charged), self._budget.wall - (time.monotonic() - self._asked))
        return max(left, _SHORTEST_WAIT)

    def out_of_time(self) -> Sentence | None:
        """What to say if either clock has run out; time spent waiting for a busy host does not count."""
        used, waited = self._now - self._charged, time.monotonic() - self._asked
        if used > self._budget.cpu:
            had = round(max(self._budget.cpu, 0), 2)
            return Sentence("The bot used up the %(had)s s of processor time that it had left.", had=had)
        if waited > self._budget.wall and waited - (self._meter.starved() - self._starved) > self._budget.wall:
            return Sentence(
                "No answer came for %(waited)s s (limit %(limit)s s); the bot used %(used)s s of processor time.",
                waited=round(waited, 1),
                limit=round(self._budget.wall, 1),
                used=round(used, 2),
            )
        return None

    def charge(self) -> None:
        """The bot answered: take off what it used."""
        self._budget.charge(self._now - self._charged, time.monotonic() - self._asked)
        self._charged = self._now
