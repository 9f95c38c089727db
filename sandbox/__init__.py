"""Plays matches between bots that nobody trusts: opens their packages, holds them in sandboxes, referees and keeps time.

Knows nothing of Django, Celery, owners, names or ratings: packages and a seed go in, a `MatchResult` comes out.
"""

from sandbox.clock import Clock
from sandbox.faults import Fault, NoShell, PlatformFailure
from sandbox.package import Package, PackageError, open_folder, open_package
from sandbox.play import MatchResult, Seating, Table, play
from sandbox.shells import Shell, shell_for

__all__ = [
    "Clock",
    "Fault",
    "MatchResult",
    "NoShell",
    "Package",
    "PackageError",
    "PlatformFailure",
    "Seating",
    "Shell",
    "Table",
    "open_folder",
    "open_package",
    "play",
    "shell_for",
]
