"""The ranking says which season it shows, and past seasons keep theirs."""

import pytest

from ladder.matches.models import Season
from ladder.ratings.models import Rating, Snapshot


def _rated(season, version, rating):
    snapshot = Snapshot.objects.create(season=season, matches=40)
    Rating.objects.create(snapshot=snapshot, version=version, players=0, rating=rating, error=50, matches=40)


@pytest.fixture
def spring(ada, accepted):
    """A season that is over, whose bot plays no more, and the next one with another bot."""
    over = Season.objects.create(name="Spring", state=Season.State.CLOSED)
    now = Season.objects.create(name="Summer", state=Season.State.OPEN)
    old, new = accepted(ada, "Veteran"), accepted(ada, "Newcomer", number=1)
    _rated(over, old, 1623)
    _rated(now, new, 1544)
    old.bot.active = None
    old.bot.save()
    return over


def test_the_heading_names_the_season(client, spring):
    page = client.get("/").content.decode()
    assert "Summer" in page
    assert "1544" in page
    assert "1623" not in page


def test_a_past_season_keeps_its_ranking(client, spring):
    page = client.get(f"/?season={spring.public_id}").content.decode()
    assert "Closed" in page
    assert "Veteran" in page
    assert "1623" in page
    assert "Newcomer" not in page
    rows = client.get(f"/api/v1/rankings/?format=csv&season={spring.public_id}").content.decode()
    assert f"format=csv&amp;season={spring.public_id}" in page
    assert "Veteran" in rows
    assert "Newcomer" not in rows


def test_the_switch_lists_seasons_that_are_over_and_not_archived_ones(client, spring):
    assert f'<option value="{spring.public_id}"' in client.get("/").content.decode()
    spring.state = Season.State.ARCHIVED
    spring.save()
    assert spring.public_id not in client.get("/").content.decode()
    assert "Veteran" in client.get(f"/?season={spring.public_id}").content.decode()


def test_without_past_seasons_there_is_no_switch(client, db):
    page = client.get("/?season=nonsense").content.decode()
    assert "First season" in page
    assert 'name="season"' not in page
