"""The command that repeats on an author's own machine what went wrong in a check: the same seats, seed and clock."""

import shlex
from collections.abc import Sequence

from sandbox.report import STEPS, Report

_PROGRAM = ("uv", "run", "python", "-m", "sandbox")


def command(report: Report, file: str, opponents: Sequence[str]) -> str:
    """For a shell: the trial match in which the bot failed, or else the check. Paths of bots as the author has them.

    Empty for a check in which nothing failed.
    """
    if report.failed is None:
        return ""
    file = f"./{file}" if file.startswith("-") else file
    bots = (file, *opponents)
    said = ["--seed", report.seed, "--clock", report.clock.written]
    if report.failed.name == STEPS[-1]:
        trial = report.matches[-1]
        return shlex.join([*_PROGRAM, *(bots[number] for number in trial.seating), *said, "--match", trial.match])
    return shlex.join([*_PROGRAM, "check", *bots, *said])
