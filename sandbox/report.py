"""What a check found: its steps, each with what was measured against which limit, and its trial matches."""

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from sandbox.clock import Clock
from sandbox.play import MatchResult
from sandbox.sentence import made_of

State = Literal["waiting", "passed", "failed", "skipped"]
STEPS = ("Package", "Start", "Protocol", "Trial matches")


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
class Trial:
    """A trial match. `seating` says who held each seat: 0 for the checked bot, k for the k-th opponent (from 1).

    With fewer than four opponents they take turns; without any the bot plays itself, and every seat is 0.
    """

    players: int
    seating: tuple[int, ...]
    result: MatchResult

    @property
    def match(self) -> str:
        """What makes its seats' randomness differ from that of the other trial matches."""
        return trial_match(self.players)


@dataclass(frozen=True)
class Report:
    """How far a check with this seed and clock came. `ok` once every step passed."""

    steps: tuple[Step, ...] = tuple(map(Step, STEPS))
    matches: tuple[Trial, ...] = ()
    seed: str = ""
    clock: Clock = field(default_factory=Clock)

    @property
    def ok(self) -> bool:
        """Whether every step passed."""
        return all(step.state == "passed" for step in self.steps)

    @property
    def failed(self) -> Step | None:
        """The step that failed."""
        return next((step for step in self.steps if step.state == "failed"), None)

    def as_json(self) -> dict[str, Any]:
        """For the record, without the matches; `words` says how its sentences were made."""
        return {"ok": self.ok, "steps": [asdict(step) for step in self.steps], "words": made_of(self.steps)}


def trial_match(players: int) -> str:
    """The name of a trial match."""
    return f"trial-{players}"
