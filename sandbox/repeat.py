"""The command that repeats on an author's own machine what went wrong in a check: the same seats, seed and clock."""

import shlex
from collections.abc import Sequence

from sandbox.check import STEPS, Report
from sandbox.clock import Clock

_PROGRAM = ("uv", "run", "python", "-m", "sandbox")


def command(report: Report, file: str, opponents: Sequence[str]) -> str:
    """For a shell: the trial match in which the bot failed, or else the check. Paths of bots as the author has them.

    Empty for a check in which nothing failed.
    """
    if report.failed is None:
        return ""
    file = f"./{file}" if file.startswith("-") else file
    bots = (file, *opponents)
    said = ["--seed", report.seed, "--clock", write(report.clock)]
    if report.failed.name == STEPS[-1]:
        trial = report.matches[-1]
        return shlex.join([*_PROGRAM, *(bots[number] for number in trial.seating), *said, "--match", trial.match])
    return shlex.join([*_PROGRAM, "check", *bots, *said])


def write(clock: Clock) -> str:
    """As `--clock` takes it."""
    return f"{clock.start:g},{clock.bank:g},{clock.increment:g}"


def read(text: str, speed: float) -> Clock:
    """What `write` wrote, on a machine of this speed. Raises ValueError."""
    try:
        start, bank, increment = map(float, text.split(","))
    except ValueError:
        raise ValueError(
            f"{text!r} is no clock: write start, bank and increment in seconds, as in {write(Clock())}"
        ) from None
    return Clock(start, bank, increment, speed=speed)
