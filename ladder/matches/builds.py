"""One ladder, one engine: a worker with another build of it leaves ladder matches alone, and says so.

The build that came with the newest start of the site is the expected one (`seed` runs then), so an update cannot stop
the ladder: what the site's machine runs is always welcome, and other machines join when they are updated too.
"""

import logging
import socket
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from engine import BUILD
from ladder.matches.models import EngineBuild

LATELY = timedelta(hours=1)  # later a worker that stood aside was updated, or is gone

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Stray:
    """A worker that stands aside. `source`: its engine is the ladder's, but one of the two is not compiled."""

    worker: str
    build: str
    ladder: str
    seen_at: datetime
    source: bool


def expect(build: str = BUILD) -> None:
    """From now on ladder matches are played with this build."""
    with transaction.atomic():
        EngineBuild.objects.filter(expected=True).exclude(build=build).update(expected=False)
        EngineBuild.objects.update_or_create(build=build, defaults={"expected": True})


def welcome() -> bool:
    """Whether this worker may play ladder matches; the first one of a new ladder always may."""
    expected = EngineBuild.objects.filter(expected=True).values_list("build", flat=True).first()
    if expected is None:
        # Two first workers may meet here: the constraint lets one through, the other looks again.
        try:
            expect()
        except IntegrityError:
            return welcome()
        return True
    if expected != BUILD:
        EngineBuild.objects.update_or_create(build=BUILD, defaults={"worker": socket.gethostname()})
        logger.warning("ladder matches are left alone: the engine here is %s, the ladder's is %s", BUILD, expected)
    return expected == BUILD


def strays() -> tuple[Stray, ...]:
    """Who stood aside lately, for each other build the worker that came last. One query."""
    known = EngineBuild.objects.filter(Q(expected=True) | Q(seen_at__gte=timezone.now() - LATELY)).order_by("-seen_at")
    ladder = next((row.build for row in known if row.expected), "")
    return tuple(
        Stray(row.worker, row.build, ladder, row.seen_at, _hash(row.build) == _hash(ladder))
        for row in known
        if row.worker and not row.expected
    )


def _hash(build: str) -> str:
    return build.partition("-")[0]
