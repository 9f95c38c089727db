"""Seasons: a ladder with its own settings and dates, one at a time."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from ladder import claims
from ladder.matches import seasons, tables
from ladder.matches.models import Match, MatchSet, Season
from ladder.matches.play import play_set
from ladder.matches.record import record
from ladder.matches.schedule import Standings, create_set, fill
from ladder.ratings.recompute import recompute
from ladder.ratings.standings import standings
from ladder.refused import Refused

pytestmark = pytest.mark.django_db

State = Season.State


@pytest.fixture
def season(db) -> Season:
    return Season.objects.current()


def over(match_set: MatchSet) -> None:
    now = timezone.now()
    match_set.matches.update(state=Match.State.FINISHED, finished_at=now)
    MatchSet.objects.filter(pk=match_set.pk).update(over_at=now)


def test_one_is_open_by_default_and_its_sets_belong_to_it(house_bots, season):
    assert (season.state, season.players) == (State.OPEN, [2, 3, 4, 5])
    (made,) = fill(Standings())
    assert made.season == season
    assert Season.objects.count() == 1


def test_a_frozen_season_makes_no_sets_but_plays_those_it_made(house_bots, season, settings):
    settings.SANDBOX, settings.SET_PAUSE = "process", 0
    made = fill(Standings())
    seasons.move(season, State.FROZEN)
    over(made[1])
    assert fill(Standings()) == []
    assert play_set(made[0].pk) == 1
    seasons.move(season, State.OPEN)
    assert fill(Standings()) != []


def test_a_new_season_begins_from_nothing_with_its_own_table_sizes_and_clock(house_bots, season, settings):
    settings.SET_PAUSE = 0
    everybody = {(version.pk, n): 100 for version in house_bots for n in (2, 3, 4, 5)}
    (first, *_) = fill(Standings(at=timezone.now(), matches=everybody))
    assert first.matches.count() == len({1: 0, 2: "01", 3: "012345", 4: "0123", 5: "01234"}[first.players])
    seasons.move(season, State.CLOSED)
    assert Season.objects.current() is None
    assert fill(Standings()) == []
    short = seasons.plan("Short", players=[2, 4], clock=(1.0, 0.5, 0.01))
    seasons.move(short, State.OPEN)
    MatchSet.objects.update(over_at=timezone.now())
    made = fill(Standings())
    assert {match_set.season for match_set in made} == {short}
    assert {match_set.players for match_set in made} == {2, 4}
    assert tables.clock(short).bank == 0.5
    assert tables.clock(season).bank == settings.CLOCK_BANK


def test_a_set_is_played_with_the_clock_of_its_season(house_bots, season, settings, monkeypatch):
    settings.SANDBOX = "process"
    Season.objects.update(clock_bank=0.25)
    seen = []
    monkeypatch.setattr("ladder.matches.tables.Table", lambda *args, clock, **more: seen.append(clock) or 1 / 0)
    made = create_set(house_bots[:2], [(0, 1)])
    with pytest.raises(ZeroDivisionError):
        play_set(made.pk)
    assert seen[0].bank == 0.25


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        pytest.param([], State.ARCHIVED, id="open to archived"),
        pytest.param([], State.OPEN, id="open to open"),
        pytest.param([State.CLOSED], State.OPEN, id="closed to open"),
        pytest.param([State.CLOSED, State.ARCHIVED], State.OPEN, id="archived to open"),
        pytest.param([State.CLOSED], State.FROZEN, id="closed to frozen"),
    ],
)
def test_there_is_no_way_back_from_the_end(season, path, wrong):
    for state in path:
        seasons.move(season, state)
    with pytest.raises(Refused, match="cannot become"):
        seasons.move(season, wrong)


def test_one_season_at_a_time(season):
    with pytest.raises(Refused, match="close it first"):
        seasons.move(seasons.plan("Next"), State.OPEN)


def test_settings_that_make_no_sense_are_refused(season):
    now = timezone.now()
    with pytest.raises(Refused, match="two to five"):
        seasons.plan("Big", players=[6])
    with pytest.raises(Refused, match="before it closes"):
        seasons.plan("Backwards", opens_at=now, closes_at=now)
    with pytest.raises(Refused, match="no other has"):
        seasons.plan(season.name)


def test_dates_close_one_season_and_open_the_next(season):
    now = timezone.now()
    Season.objects.update(closes_at=now + timedelta(hours=1))
    following = seasons.plan("Next", opens_at=now + timedelta(hours=1), closes_at=now + timedelta(hours=3))
    seasons.keep_dates(now)
    assert Season.objects.current() == season
    seasons.keep_dates(now + timedelta(hours=2))
    assert Season.objects.current() == following
    assert Season.objects.shown() == following
    seasons.keep_dates(now + timedelta(hours=4))
    assert Season.objects.current() is None
    assert Season.objects.shown() == following


def test_seasons_by_command(season, capsys):
    call_command("season", "plan", "Spring", players=[3, 4], clock=[2, 1, 0.1])
    with pytest.raises(CommandError, match="close it first"):
        call_command("season", "open", "Spring")
    call_command("season", "close", season.name)
    call_command("season", "open", "Spring")
    call_command("season", "archive", season.name)
    call_command("season")
    assert "archived  First season" in capsys.readouterr().out
    spring = Season.objects.get(name="Spring")
    assert (spring.state, spring.players, spring.clock) == (State.OPEN, [3, 4], (2.0, 1.0, 0.1))
    with pytest.raises(CommandError, match="There is no season"):
        call_command("season", "close", "Autumn")


def test_the_api_lists_seasons_but_no_archived_ones(season, api):
    seasons.move(season, State.CLOSED)
    seasons.move(seasons.plan("Next", players=[2]), State.OPEN)
    shown = api.get("/api/v1/seasons/").json()["results"]
    assert [(row["name"], row["state"], row["players"]) for row in shown] == [
        ("Next", "open", [2]),
        ("First season", "closed", [2, 3, 4, 5]),
    ]
    seasons.move(season, State.ARCHIVED)
    assert len(api.get("/api/v1/seasons/").json()["results"]) == 1


def test_ratings_belong_to_their_season(house_bots, season, played, api):
    def play_one(number: int) -> None:
        made = create_set(house_bots[:2], [(0, 1)])
        claim = claims.take(Match, made.matches.get().pk, waiting="queued", working="playing", seconds=30)
        assert record(claim, played(2, f"deal {number}"))

    for number in range(3):
        play_one(number)
    recompute()
    assert standings().matches[house_bots[0].pk, 2] == 3
    seasons.move(season, State.CLOSED)
    following = seasons.plan("Next")
    seasons.move(following, State.OPEN)
    assert standings() == Standings()
    play_one(4)
    snapshot = recompute()
    assert (snapshot.season, snapshot.matches) == (following, 1)
    assert standings().matches[house_bots[0].pk, 2] == 1

    def shown(query: str) -> list[int]:
        return [row["matches"] for row in api.get(f"/api/v1/rankings/{query}").json()["results"]]

    assert shown("") == [1, 1]
    assert shown(f"?season={season.public_id}") == [3, 3]
    refused = api.get("/api/v1/rankings/?season=nothing")
    assert (refused.status_code, list(refused.json()["error"]["fields"])) == (400, ["season"])
    assert api.get(f"/api/v1/matches/?season={season.public_id}").json()["count"] == 3
