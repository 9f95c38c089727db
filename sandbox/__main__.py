"""`python -m sandbox BOT BOT … [--seed S]` plays a match here; `python -m sandbox image` builds the Docker image."""

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
    open_folder,
    play,
    shell_for,
)
from sandbox.shells import image
from sandbox.shells.choose import CHOICES


def main(arguments: list[str]) -> int:
    """0 for a match that was played, faults or not; 1 with a sentence for what could not be done."""
    try:
        if arguments[:1] == ["image"]:
            _build(arguments[1:])
        else:
            _play(arguments)
    except (NoShell, PackageError, PlatformFailure, EngineError, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _play(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=__doc__)
    parser.add_argument("bots", nargs="+", metavar="BOT", help="a folder with bot.py, a bot.py, or a zip")
    parser.add_argument("--players", type=int, help="seats; the bots take them in turn (default: one seat per bot)")
    parser.add_argument("--seed", default="", help="any text; the same seed deals the same cards")
    parser.add_argument("--sandbox", default=os.environ.get("SANDBOX", "auto"), help=", ".join(CHOICES))
    options = parser.parse_args(arguments)
    players = options.players or len(options.bots)
    if not 2 <= players <= 5 or len(options.bots) > players:
        bots = f"{len(options.bots)} bot{'s' * (len(options.bots) != 1)}"
        seats = f"{players} seat{'s' * (players != 1)}"
        raise ValueError(f"{bots} cannot take {seats}: a match has 2 to 5, each bot at least one")
    seated = [options.bots[seat % len(options.bots)] for seat in range(players)]
    shell = shell_for(options.sandbox, trusted=True)  # the bots of who calls
    seed = options.seed or secrets.token_hex(16)
    result = play([open_folder(path) for path in seated], seed, Clock(), shell)
    print(f"seed {seed}, {shell.describe()}, clock: {result.made['clock']}, engine {result.made['engine']}")
    _print(result, seated)


def _print(result: MatchResult, names: list[str]) -> None:
    for number, record in enumerate(result.replay["rounds"], 1):
        scores = " ".join(f"{score:+4}" for score in record["scores"])
        print(f"round {number}: {len(record['think']):3} turns, end {record['end']:5}  {scores}")
    width = max(map(len, names))
    for seat, name in enumerate(names):
        think = sorted(result.think_us[seat]) or [0]
        print(
            f"{result.places[seat]}. seat {seat}  {name:{width}}  {result.totals[seat]:+4} points"
            f"  {len(think)} decisions, median {think[len(think) // 2]} µs, longest {think[-1]} µs"
        )
        if fault := result.faults[seat]:
            where = "before the first round" if fault.round is None else f"round {fault.round + 1}, turn {fault.turn}"
            print(f"   {fault.kind}, {where}: {fault.message}")
            for line in [*fault.position.splitlines(), *fault.log.splitlines()[-5:]]:
                print(f"   | {line}")


def _build(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m sandbox image", description="Build the sandbox's Docker image.")
    parser.add_argument("--base", default=image.BASE, help="an image with Python and pip (default: %(default)s)")
    print(image.build(parser.parse_args(arguments).base))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
