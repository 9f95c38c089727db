"""The ranking's last thirty days."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ladder.matches.models import Season
from ladder.ratings.models import Rating, Snapshot

pytestmark = pytest.mark.django_db(transaction=True)


def _rate(stage: Any, days_ago: int, **ratings: float) -> None:
    """A ranking as it was so many days ago."""
    taken = Snapshot.objects.create()
    Snapshot.objects.filter(pk=taken.pk).update(created_at=timezone.now() - timedelta(days=days_ago))
    for name, rating in ratings.items():
        Rating.objects.create(
            snapshot=taken, version=stage.bot(name), players=0, rating=rating, error=20, matches=200, wins=80
        )


def test_the_change_is_that_of_seven_days(stage: Any, client: Client) -> None:
    for days_ago, otter in ((40, 900), (12, 1500), (8, 1510), (3, 1560), (0, 1530)):
        _rate(stage, days_ago, Otter=otter, Pivot=1600)
    trends = client.get("/").context["trends"]
    trend = trends[stage.bot("Otter").pk]
    assert trend.change == 20
    assert trend.points[0][1] == 1500, "what is older than thirty days is not drawn"
    assert trends[stage.bot("Pivot").pk].change == 0


def test_who_joined_this_week_moves_since_then(stage: Any, client: Client) -> None:
    _rate(stage, 20, Pivot=1600)
    _rate(stage, 2, Pivot=1600, Otter=1400)
    _rate(stage, 0, Pivot=1600, Otter=1450)
    assert client.get("/").context["trends"][stage.bot("Otter").pk].change == 50


def test_a_long_history_costs_no_more_queries(stage: Any, client: Client, django_assert_max_num_queries: Any) -> None:
    for hours in range(100, -1, -1):
        _rate(stage, hours // 4, Otter=1500 + hours, Pivot=1600)
    Season.objects.current()  # where there is none yet, the first visitor makes it
    with django_assert_max_num_queries(7):
        answer = client.get("/")
    assert len(answer.context["trends"][stage.bot("Otter").pk].points) <= 32
    assert b"sparkline" in answer.content
