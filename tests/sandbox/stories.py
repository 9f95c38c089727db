"""Bots written in a test, and the match they meet the house's greedy bot in."""

import io
import textwrap
import zipfile

from sandbox import Clock, MatchResult, Package, Shell, open_package, play

# The Docker SDK keeps a connection for each of so many addresses that it asked.
KEPT = 25

HURRIED = Clock(start=0.5, bank=0.3, increment=0.02, wall_factor=3)


def bot(source: str) -> Package:
    """A bot from its source."""
    return open_package(textwrap.dedent(source).encode(), "bot.py")


def archive(files: dict[str, str]) -> Package:
    """A bot of several files."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return open_package(data.getvalue(), "bot.zip")


def acting(body: str, before: str = "") -> Package:
    """A bot whose `act` has this body, after these lines at the top of its module."""
    body = textwrap.indent(textwrap.dedent(body), " " * 8)
    return bot(f"{textwrap.dedent(before)}\nclass Bot:\n    def act(self, view):\n{body}\n")


def against(greedy: Package, package: Package, shell: Shell, seed: str = "7", clock: Clock = HURRIED) -> MatchResult:
    """The bot at seat 0, greedy at seat 1."""
    return play([package, greedy], seed, clock, shell)
