"""A table with its sandboxes, as the settings want it; the one door to the sandbox package."""

from collections.abc import Sequence
from functools import cache

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings

from ladder.bots.models import Version
from ladder.matches.models import Season
from sandbox import (
    Clock,
    NoShell,
    Package,
    PackageError,
    PlatformFailure,
    Shell,
    Table,
    open_package,
    shell_for,
    speed,
)

OUR_FAILURES = (PlatformFailure, NoShell, SoftTimeLimitExceeded)  # nobody's fault: somebody tries again


def said(failure: Exception) -> str:
    """What is written down of one of these."""
    return f"The platform failed: {'out of time' if isinstance(failure, SoftTimeLimitExceeded) else failure}"


def clock(season: Season | None = None) -> Clock:
    """How long a bot may think on this machine: as the season says, or else the settings."""
    start, bank, increment = (season or Season()).clock
    return Clock(start=start, bank=bank, increment=increment, speed=speed())


@cache
def shell(*, trusted: bool = False) -> Shell:
    """What holds the bots captive on this worker. Raises NoShell, with what to install.

    Only the house's own bots are trusted; plain processes are for them alone.
    """
    return shell_for(settings.SANDBOX, trusted=trusted)


def package(version: Version) -> Package:
    """The files of a version, as they were uploaded. Raises PlatformFailure if we cannot read them any more."""
    try:
        return open_package(bytes(version.package.data), "package.zip")
    except PackageError as error:
        raise PlatformFailure(f"the package of {version} cannot be opened: {error}") from error


def table(line_up: Sequence[Version], season: Season | None = None) -> Table:
    """A table for this line-up; its sandboxes serve all seatings of a set."""
    trusted = all(version.bot.reference for version in line_up)
    return Table([package(version) for version in line_up], shell=shell(trusted=trusted), clock=clock(season))
