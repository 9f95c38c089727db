"""The ranking: from recorded matches to what people see."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from ladder import claims
from ladder.bots.activate import deactivate
from ladder.matches import baton, seasons
from ladder.matches.models import Match, Season
from ladder.matches.record import record
from ladder.matches.schedule import create_set
from ladder.matches.seatings import SEATINGS
from ladder.ratings import recompute as recomputing
from ladder.ratings import tally
from ladder.ratings.models import Rating, Snapshot, Tally
from ladder.ratings.recompute import recompute
from ladder.ratings.standings import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def results(house_bots, played):
    """A function that records some matches among the house bots."""

    def add(players: int = 4, first: int = 0) -> None:
        line_up = house_bots[first:] + house_bots[:first]
        match_set = create_set(line_up[:players], SEATINGS[players])
        for match in match_set.matches.all():
            claim = claims.take(Match, match.pk, waiting="queued", working="playing", seconds=30)
            assert record(claim, played(players, match.public_id))

    return add


def numbers() -> list[tuple]:
    rows = Rating.objects.newest().order_by("players", "version")
    return list(rows.values_list("version", "players", "rating", "error", "matches", "wins", "mean_place"))


def test_everybody_who_played_is_rated_at_every_table_size(results):
    results(4)
    snapshot = recompute()
    assert snapshot.matches == 4
    assert snapshot.last_match == Match.objects.order_by("-finished_at").first()
    assert len(numbers()) == 4 * 5
    assert sum(row.wins for row in Rating.objects.leaderboard()) == pytest.approx(4, abs=0.01)


def test_without_news_there_is_no_new_snapshot(results):
    assert recompute() is None
    results()
    assert recompute() is not None
    assert recompute() is None
    assert Snapshot.objects.count() == 1


def test_rankings_are_not_made_for_every_match(results, settings):
    settings.RATE_SECONDS = 60
    results()
    assert recompute() is not None
    results()
    assert recompute() is None
    assert recompute(anyway=True) is not None


def test_rerating_from_scratch_gives_identical_numbers(results):
    results(4)
    recompute()
    results(3, first=2)
    results(2, first=4)
    recompute()
    before = numbers()
    call_command("rerate")
    assert Snapshot.objects.count() == 3
    assert numbers() == before


def test_the_second_caller_leaves_at_once(results):
    results()
    with baton.hold("rate", 30):
        assert recompute() is None
    assert recompute() is not None


def test_the_leaderboard_shows_active_versions_best_first(results, house_bots, django_assert_num_queries):
    results(4)
    recompute()
    deactivate(house_bots[0].bot)
    with django_assert_num_queries(1):
        rows = Rating.objects.leaderboard(4)
        assert [row.version.bot.owner.username for row in rows] == ["House"] * 3
    assert [row.rating for row in rows] == sorted((row.rating for row in rows), reverse=True)
    assert [row.rank for row in rows] == [None] * 3  # four matches: still settling
    assert len(Rating.objects.leaderboard(4, everybody=True)) == 4


def test_whoever_settled_has_a_rank(results):
    results()
    recompute()
    Rating.objects.update(error=50, matches=30)
    assert [row.rank for row in Rating.objects.leaderboard()] == [1, 2, 3, 4]


def test_a_void_match_changes_nothing(results, house_bots):
    results()
    recompute()
    before = numbers()
    void = create_set(house_bots[:2], SEATINGS[2])
    void.matches.update(state=Match.State.VOID, finished_at=timezone.now())
    assert recompute() is None
    assert numbers() == before


def test_the_scheduler_learns_ratings_and_matches(results, house_bots, django_assert_num_queries):
    results(4)
    snapshot = recompute()
    with django_assert_num_queries(2):
        known = standings()
    assert known.at == snapshot.last_match.finished_at
    assert known.matches[house_bots[0].pk, 4] == 4
    assert (house_bots[0].pk, 0) in known.ratings


def test_old_snapshots_are_thinned_to_one_an_hour(results):
    results(2)
    for _ in range(4):
        recompute(anyway=True)
    long_ago = timezone.now().replace(minute=10) - timedelta(hours=5)
    Snapshot.objects.update(created_at=long_ago)
    newest = Snapshot.objects.latest()
    recompute(anyway=True)
    assert list(Snapshot.objects.order_by("pk").values_list("pk", flat=True)) == [newest.pk, newest.pk + 1]


def test_history_is_oldest_first(results, house_bots):
    results(2)
    recompute()
    results(2)
    recompute()
    matches = [row.matches for row in Rating.objects.history(house_bots[0])]
    assert matches == [2, 4]


@pytest.fixture
def settled(results, monkeypatch):
    """A function that adds matches long over, enough for a tally of their own."""
    monkeypatch.setattr(tally, "STRETCH", 4)

    def add(players: int = 4, first: int = 0) -> None:
        results(players, first)
        Match.objects.update(finished_at=timezone.now() - timedelta(hours=2))

    return add


def test_what_is_long_over_is_read_from_columns_with_the_same_numbers(settled, results):
    settled(4)
    settled(3, first=2)
    results(2, first=1)
    recompute()
    assert Tally.objects.count() == 2  # ten matches in fours; the two of today wait
    before = numbers()
    Snapshot.objects.all().delete()
    recompute()
    assert Tally.objects.count() == 2
    assert numbers() == before
    call_command("rerate")
    assert numbers() == before


def test_rerating_does_not_believe_the_columns(settled):
    settled(4)
    recompute()
    before = numbers()
    stolen = Tally.objects.get()
    Tally.objects.update(data=tally._pack(tally._read(None, 0)))
    assert bytes(Tally.objects.get().data) != bytes(stolen.data)
    recompute(anyway=True)
    assert numbers() != before
    call_command("rerate")
    assert numbers() == before


def test_a_result_that_turns_up_late_is_not_missed(settled, results):
    settled(4)
    late = Match.objects.order_by("pk")[2]
    Match.objects.filter(pk=late.pk).update(state=Match.State.VOID)
    held_back = list(late.duels.values())
    late.duels.all().delete()
    results(2)
    recompute()
    assert Tally.objects.count() == 1
    late.duels.bulk_create(late.duels.model(**row) for row in held_back)
    Match.objects.filter(pk=late.pk).update(state=Match.State.FINISHED, finished_at=timezone.now())
    assert recompute().matches == 6
    before = numbers()
    call_command("rerate")
    assert numbers() == before
    assert sum(row.wins for row in Rating.objects.leaderboard()) == pytest.approx(6, abs=0.01)


def test_a_season_is_rated_by_its_own_matches(results, house_bots):
    results(4)
    first = recompute()
    seasons.move(first.season, Season.State.CLOSED)
    second = seasons.plan("Second season")
    seasons.move(second, Season.State.OPEN)
    assert recompute() is None
    results(2)
    snapshot = recompute()
    assert (snapshot.season, snapshot.matches) == (second, 2)
    assert {row.version_id for row in Rating.objects.newest()} == {version.pk for version in house_bots[:2]}


def test_a_new_version_is_linked_to_the_one_that_played_before_it(accepted, ada):
    first, second, third = (accepted(ada, "Patience", number=number) for number in range(3))
    stranger = accepted(ada, "Another")
    played = [first.pk, third.pk, stranger.pk]
    assert recomputing._previous([*played, second.pk]) == {second.pk: first.pk, third.pk: second.pk}
    assert recomputing._previous(played) == {third.pk: first.pk}


def test_with_many_versions_errors_are_worked_out_less_often(results, monkeypatch):
    monkeypatch.setattr(recomputing, "FEW", 3)
    monkeypatch.setattr(recomputing, "WORTH", 0.6)
    results(4)
    assert recompute().errors_of == 4
    before = numbers()
    results(2)
    assert recompute().errors_of == 4
    now = numbers()
    assert [row[3] for row in now] == [row[3] for row in before]
    assert [row[2] for row in now] != [row[2] for row in before]
    results(2)  # eight matches: now it is worth it
    assert recompute().errors_of == 8
    assert [row[3] for row in numbers()] != [row[3] for row in before]
    results(4, first=4)  # somebody new, who has no error yet
    assert recompute().errors_of == 12


def test_ranks_have_intervals_among_those_who_have_a_rank(results, monkeypatch):
    monkeypatch.setattr("ladder.ratings.models.SETTLED_MATCHES", 4)
    monkeypatch.setattr("ladder.ratings.models.SETTLED_ERROR", 1000)
    results(4)
    recompute()
    rows = Rating.objects.leaderboard()
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    assert all(1 <= row.best_rank <= row.rank <= row.worst_rank <= 4 for row in rows)
    assert rows[0].worst_rank > 1  # four matches tell nobody surely
    monkeypatch.setattr("ladder.ratings.models.SETTLED_MATCHES", 5)
    assert [row.best_rank for row in Rating.objects.leaderboard()] == [None] * 4
