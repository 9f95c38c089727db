"""Bots on the machine of their author: a match, a check like that of an upload, or the sandbox's image.

    python -m sandbox BOT BOT …          plays a match and says what happened
    python -m sandbox check BOT …        checks a bot, against the others or itself
    python -m sandbox image              builds the Docker image

A bot is a folder with bot.py, a bot.py, or a zip.
"""

import argparse
import os
import secrets
import sys

from engine import EngineError
from sandbox import (
    Clock,
    MatchResult,
    NoShell,
    PackageError,
    PlatformFailure,
    Shell,
    Step,
    Table,
    check,
    open_folder,
    shell_for,
    speed,
)
from sandbox.repeat import command
from sandbox.shells import image
from sandbox.shells.choose import CHOICES

SIGNS = {"passed": "✓", "failed": "✗"}
ENDS = {"i": "a hand is empty", "ii": "nobody beats the set", "limit": "too many turns"}
LOG_LINES = 12


def main(arguments: list[str]) -> int:
    """0 for a match that was played, faults or not, and for a check that was passed; else 1, with a sentence."""
    try:
        if arguments[:1] == ["image"]:
            _build(arguments[1:])
        elif arguments[:1] == ["check"]:
            return _check(arguments[1:])
        else:
            _play(arguments)
    except (NoShell, PackageError, PlatformFailure, EngineError, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _play(arguments: list[str]) -> None:
    parser = _parser("python -m sandbox", __doc__)
    parser.add_argument("bots", nargs="+", metavar="BOT", help="in the order of their seats")
    parser.add_argument("--players", type=int, help="seats; the bots take them in turn (default: one seat per bot)")
    parser.add_argument("--match", default="", help="any text; the bots' own randomness differs with it")
    options = parser.parse_args(arguments)
    players = options.players or len(options.bots)
    if not 2 <= players <= 5 or len(options.bots) > players:
        bots = f"{len(options.bots)} bot{'s' * (len(options.bots) != 1)}"
        seats = f"{players} seat{'s' * (players != 1)}"
        raise ValueError(f"{bots} cannot take {seats}: a match has 2 to 5, each bot at least one")
    seated = [options.bots[seat % len(options.bots)] for seat in range(players)]
    shell, clock, seed = _conditions(options)
    with Table([open_folder(path) for path in seated], shell, clock) as table:
        result = table.play(range(players), seed, options.match)
    print(f"seed {seed}, {shell.describe()}, clock: {result.made['clock']}, engine {result.made['engine']}")
    _print(result, seated)


def _check(arguments: list[str]) -> int:
    parser = _parser("python -m sandbox check", "Check a bot as its upload will be.")
    parser.add_argument("bot", metavar="BOT")
    parser.add_argument("opponents", nargs="*", metavar="OPPONENT", help="of its trial matches (default: itself)")
    options = parser.parse_args(arguments)
    shell, clock, seed = _conditions(options)
    bots = [open_folder(path) for path in (options.bot, *options.opponents)]
    report = check(bots[0], bots[1:], shell, clock, seed)
    for step in report.steps:
        _print_step(step)
    if not report.ok:
        print(f"\nAgain: {command(report, options.bot, options.opponents)}")
    return 0 if report.ok else 1


def _parser(program: str, description: str | None) -> argparse.ArgumentParser:
    """With the options that a match and a check have in common."""
    parser = argparse.ArgumentParser(
        prog=program, description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", default="", help="any text; the same seed deals the same cards")
    parser.add_argument(
        "--clock", default=Clock().written, help="start, bank and increment, seconds of processor time (%(default)s)"
    )
    parser.add_argument("--sandbox", default=os.environ.get("SANDBOX", "auto"), help=", ".join(CHOICES))
    return parser


def _conditions(options: argparse.Namespace) -> tuple[Shell, Clock, str]:
    """Shell, clock and seed; the bots are those of who calls, so they are trusted."""
    clock = Clock.read(options.clock, speed())
    return shell_for(options.sandbox, trusted=True), clock, options.seed or secrets.token_hex(16)


def _print(result: MatchResult, names: list[str]) -> None:
    for number, record in enumerate(result.replay["rounds"], 1):
        scores = " ".join(f"{score:+4}" for score in record["scores"])
        print(f"round {number}: {len(record['think']):3} turns, {ENDS[record['end']]:20}  {scores}")
    width = max(map(len, names))
    for seat, name in enumerate(names):
        think = sorted(result.think_us[seat]) or [0]
        print(
            f"{result.places[seat]}. seat {seat}  {name:{width}}  {result.totals[seat]:+4} points"
            f"  {len(think)} decisions, median {think[len(think) // 2]} µs, longest {think[-1]} µs"
        )
        if fault := result.faults[seat]:
            where = "before the first round"
            if fault.round is not None and fault.turn is not None:
                where = f"round {fault.round + 1}, move {fault.turn + 1}"
            print(f"   {fault.kind}, {where}: {fault.message}")
            _print_evidence(fault.position, fault.reply, fault.log)


def _print_step(step: Step) -> None:
    limit = f" (limit {step.limit})" if step.measured and step.limit else ""
    print(f"{SIGNS.get(step.state, '–')} {step.name}: {step.state}  {step.measured}{limit}".rstrip())
    if step.state == "failed":
        detail = step.detail
        places = [f"{word} {detail[word]}" for word in ("round", "move") if detail.get(word)]
        where = ", ".join(str(part) for part in (detail.get("kind"), detail.get("match"), *places) if part)
        print(f"   {where}: {step.message}")
        _print_evidence(detail.get("position", ""), detail.get("reply", ""), detail.get("log", ""))


def _print_evidence(position: str, reply: str, log: str) -> None:
    answered = [f"reply: {reply}"] if reply else []
    for line in [*position.splitlines(), *answered, *log.splitlines()[-LOG_LINES:]]:
        print(f"   | {line}")


def _build(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m sandbox image", description="Build the sandbox's Docker image.")
    parser.add_argument("--base", default=image.BASE, help="an image with Python and pip (default: %(default)s)")
    print(image.build(parser.parse_args(arguments).base))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
