"""How the site does: what waits and for how long, what is played, what fails, what fills up."""

import shutil
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from celery import current_app
from django.conf import settings
from django.db import connection
from django.db.models import Count, Min
from django.utils import timezone
from kombu.exceptions import OperationalError

from ladder.bots.models import Version
from ladder.claims import abandoned
from ladder.matches.builds import Stray, strays
from ladder.matches.models import Match, Seat

ANSWER_WITHIN = 0.7  # seconds a worker has to answer
LATELY = timedelta(minutes=5)
LONGER = timedelta(hours=1)
SANDBOXES_OF = 50  # newest matches


@dataclass(frozen=True)
class Queue:
    """So many wait, the first of them since."""

    waiting: int
    since: datetime | None


@dataclass(frozen=True)
class Pulse:
    """The numbers of one moment."""

    matches: Queue
    checks: Queue
    playing: int
    stuck: int
    workers: tuple[str, ...] | None  # None: the broker does not answer
    strays: tuple[Stray, ...]
    per_minute: float
    seats: int  # in the last hour, and which of them failed
    faults: tuple[tuple[str, int], ...]
    sandboxes: tuple[tuple[str, int], ...]
    free: int
    disk: int
    database: int

    @property
    def fault_rate(self) -> float:
        """Percent of the seats."""
        return 100 * sum(count for _, count in self.faults) / self.seats if self.seats else 0.0


def pulse() -> Pulse:
    """Measured now; ten queries, and one question to all workers."""
    now = timezone.now()
    lately = Match.objects.filter(finished_at__gte=now - LATELY, state=Match.State.FINISHED)
    seats = Seat.objects.filter(match__finished_at__gte=now - LONGER, match__state=Match.State.FINISHED)
    faults = seats.exclude(fault_kind="").values_list("fault_kind").annotate(count=Count("pk"))
    room = shutil.disk_usage(settings.SCOUT_DATA)
    return Pulse(
        matches=Queue(
            *_waiting(Match.objects.filter(state=Match.State.QUEUED).aggregate(n=Count("pk"), at=Min("queued_at")))
        ),
        checks=Queue(
            *_waiting(
                Version.objects.filter(state=Version.State.UPLOADED).aggregate(n=Count("pk"), at=Min("created_at"))
            )
        ),
        playing=Match.objects.filter(state=Match.State.PLAYING).count(),
        stuck=abandoned(Match, Match.State.PLAYING).count(),
        workers=workers(),
        strays=strays(),
        per_minute=lately.count() / (LATELY.total_seconds() / 60),
        seats=seats.count(),
        faults=tuple(faults.order_by("-count", "fault_kind")),
        sandboxes=_sandboxes(),
        free=room.free,
        disk=room.total,
        database=_database(),
    )


def workers() -> tuple[str, ...] | None:
    """The workers that answer a call at once. None when no broker carries it."""
    try:
        answers = current_app.control.ping(timeout=ANSWER_WITHIN)
    except (OperationalError, OSError):
        return None
    return tuple(sorted(name for answer in answers or () for name in answer))


def _waiting(found: dict) -> tuple[int, datetime | None]:
    return found["n"], found["at"]


def _sandboxes() -> tuple[tuple[str, int], ...]:
    """What held the bots of the newest matches captive."""
    newest = Match.objects.filter(state=Match.State.FINISHED).order_by("-finished_at")
    made = newest.values_list("made", flat=True)[:SANDBOXES_OF]
    return tuple(Counter(str(facts.get("shell", "?")) for facts in made).most_common())


def _database() -> int:
    """Its size in bytes."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_database_size(current_database())")
        else:
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        return int(cursor.fetchone()[0])
