"""What can go wrong, by name: a fault is a bot's, a platform failure is ours, and they are never confused."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

from sandbox.sentence import Sentence, made_of

FaultKind = Literal[
    "start-failed", "crashed", "timed-out", "out-of-memory", "unreadable-action", "illegal-action", "flooded"
]


@dataclass(frozen=True)
class Fault:
    """Why a bot lost its seat to the stand-in, told to its author.

    `round` and `turn` count from 0 and are `None` before the first round; `decision` counts from 1.
    """

    kind: FaultKind
    message: str
    round: int | None = None
    turn: int | None = None
    decision: int | None = None
    position: str = ""
    reply: str = ""
    exit: str = ""
    log: str = ""

    def as_json(self) -> dict[str, Any]:
        """For the record; `words` says how its sentences were made."""
        return asdict(self) | {"words": made_of(self)}


class BotFailed(Exception):
    """A bot's fault where it happens; the referee adds where in the game that was."""

    def __init__(self, kind: FaultKind, message: Sentence, reply: str = "", exit: str = "") -> None:
        super().__init__(message)
        self.kind, self.message, self.reply, self.exit = kind, message, reply, exit


class PlatformFailure(Exception):
    """Our failure, nobody's fault: the match is void and will be played again."""


class NoShell(Exception):
    """No sandbox can be had here; the message says what to install."""
