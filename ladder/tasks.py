"""What workers do, one line each; the work itself is a plain function elsewhere."""

from typing import Any

from celery import shared_task
from celery.signals import beat_embedded_init, worker_process_init, worker_shutting_down
from django.utils import timezone

from ladder.matches import check, closing, opinion, play, promotion, seasons
from ladder.matches import schedule as scheduler
from ladder.matches import sweep as sweeper
from ladder.ratings import recompute
from ladder.ratings.standings import standings
from ladder.supervisor import die_with_parent


@shared_task
def check_version(version_id: int) -> None:
    """Check one uploaded version."""
    check.check_version(version_id)


@shared_task
def promote(version_id: int) -> None:
    """Let an accepted version play if it is better than the one that plays."""
    check.promote_version(version_id)


@shared_task
def play_set(set_id: int) -> None:
    """Play what is left of one match set."""
    play.play_set(set_id)


@shared_task
def second_opinion(opinion_id: int) -> None:
    """Ask a version what it would have done."""
    opinion.give(opinion_id)


@shared_task
def schedule() -> None:
    """Keep the queue filled, for the ladder and for comparisons."""
    seasons.keep_dates(timezone.now())
    scheduler.fill(standings())
    promotion.go_on()


@shared_task
def rate() -> None:
    """Make a new ranking, if there are new results."""
    recompute.recompute()


@shared_task
def sweep() -> None:
    """Bring back what was left behind."""
    sweeper.sweep()
    opinion.bring_back()


@shared_task
def sweep_sandboxes() -> None:
    """Remove what dead workers left on this machine."""
    sweeper.sweep_sandboxes()


@worker_shutting_down.connect
def _close(**kwargs: Any) -> None:
    closing.close()


@worker_process_init.connect
@beat_embedded_init.connect
def _follow(**kwargs: Any) -> None:
    # A worker that is killed must not leave children that play on.
    die_with_parent()
