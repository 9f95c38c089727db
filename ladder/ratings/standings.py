"""What the scheduler may know of the ranking."""

from ladder.matches.models import Season
from ladder.matches.schedule import Standings
from ladder.ratings.models import OVERALL, Rating, Snapshot


def standings() -> Standings:
    """The newest snapshot of the season that is played, for the scheduler; two queries."""
    current = Snapshot.objects.filter(season__state__in=Season.CURRENT)
    snapshot = current.select_related("last_match").order_by("-pk").first()
    if snapshot is None:
        return Standings()
    rows = Rating.objects.filter(snapshot=snapshot, version__active_for__isnull=False)
    ratings, errors, matches = {}, {}, {}
    columns = ("version_id", "players", "rating", "error", "matches")
    for version, players, rating, error, count in rows.values_list(*columns):
        ratings[version, players], errors[version, players] = rating, error
        if players != OVERALL:
            matches[version, players] = count
    return Standings(at=snapshot.as_of, ratings=ratings, errors=errors, matches=matches)
