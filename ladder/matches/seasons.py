"""A season is opened, frozen, closed and archived: by hand, or by the dates it was given."""

from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ladder.matches.models import Season, table_sizes
from ladder.refused import Refused

State = Season.State
# From where a season may come to each state.
BEFORE = {
    State.OPEN: (State.PLANNED, State.FROZEN),
    State.FROZEN: (State.OPEN,),
    State.CLOSED: (State.OPEN, State.FROZEN),
    State.ARCHIVED: (State.CLOSED,),
}


def plan(
    name: str,
    *,
    players: Sequence[int] = (),
    clock: tuple[float, float, float] | None = None,
    opens_at: datetime | None = None,
    closes_at: datetime | None = None,
) -> Season:
    """A new season with its settings, not open yet. Raises Refused if they make no sense."""
    sizes = sorted(set(players)) or table_sizes()
    if not set(sizes) <= set(table_sizes()):
        raise Refused(_("Tables have two to five seats."), "bad-sizes", "players")
    if opens_at and closes_at and opens_at >= closes_at:
        raise Refused(_("A season must open before it closes."), "bad-dates", "closes_at")
    if not name.strip() or Season.objects.filter(name=name.strip()).exists():
        raise Refused(_("A season needs a name that no other has."), "bad-name", "name")
    start, bank, increment = clock or (None, None, None)
    return Season.objects.create(
        name=name.strip(),
        players=sizes,
        clock_start=start,
        clock_bank=bank,
        clock_increment=increment,
        opens_at=opens_at,
        closes_at=closes_at,
    )


def move(season: Season, state: str) -> None:
    """To the next state. Sets already made are played to their end. Raises Refused where there is no way."""
    to = State(state)
    if season.state not in BEFORE.get(to, ()):
        sentence = _("%(season)s is %(state)s: it cannot become %(next)s.")
        raise Refused(sentence % {"season": season, "state": season.state, "next": to.value}, "bad-state")
    current = Season.objects.current()
    if to == State.OPEN and current not in (None, season):
        sentence = _("%(season)s is %(state)s: close it first.")
        raise Refused(sentence % {"season": current, "state": current.state if current else ""}, "one-season-at-a-time")
    changed = {"state": to} | ({"ended_at": timezone.now()} if to == State.CLOSED else {})
    try:
        with transaction.atomic():
            moved = Season.objects.filter(pk=season.pk, state=season.state).update(**changed)
    except IntegrityError:
        moved = 0
    if not moved:
        raise Refused(_("Somebody else moved a season at this moment. Look again."), "try-again")
    season.refresh_from_db()


def keep_dates(now: datetime) -> None:
    """Close what has come to its end and open what was planned for now."""
    for season in Season.objects.filter(state__in=Season.CURRENT, closes_at__lte=now):
        move(season, State.CLOSED)
    if Season.objects.current() is None:
        due = Season.objects.filter(state=State.PLANNED, opens_at__lte=now).order_by("opens_at", "pk").first()
        if due is not None:
            move(due, State.OPEN)
