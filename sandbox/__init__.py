"""Matches between bots that nobody trusts: their packages are opened, they are held in sandboxes, refereed and timed.

Knows nothing of Django, Celery, owners, names or ratings: packages and a seed go in, a `MatchResult` comes out.
"""

from sandbox.check import check
from sandbox.clock import Clock
from sandbox.faults import Fault, NoShell, PlatformFailure
from sandbox.package import Package, PackageError, open_folder, open_package
from sandbox.play import MatchResult, Seating, Table, play
from sandbox.report import Report, Step, Trial
from sandbox.shells import Shell, shell_for
from sandbox.speed import speed
from sandbox.sweep import sweep

__all__ = [
    "Clock",
    "Fault",
    "MatchResult",
    "NoShell",
    "Package",
    "PackageError",
    "PlatformFailure",
    "Report",
    "Seating",
    "Shell",
    "Step",
    "Table",
    "Trial",
    "check",
    "open_folder",
    "open_package",
    "play",
    "shell_for",
    "speed",
    "sweep",
]
