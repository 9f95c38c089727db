"""A result is written once, wholly, and only by whoever still has the claim."""

import pytest

from ladder import claims
from ladder.claims import ClaimLost
from ladder.matches.models import Duel, Kind, Match, MatchSet, Replay, Seat
from ladder.matches.record import record
from ladder.matches.schedule import create_set
from ladder.matches.seatings import SEATINGS
from sandbox import Fault

pytestmark = pytest.mark.django_db


def take(match: Match, seconds: float = 30):
    return claims.take(Match, match.pk, waiting=Match.State.QUEUED, working=Match.State.PLAYING, seconds=seconds)


@pytest.fixture
def table(house_bots) -> MatchSet:
    return create_set(house_bots[:3], SEATINGS[3][:2])


def test_a_finished_match_has_places_replay_and_duels(table, played):
    match = table.matches.first()
    assert record(take(match), result := played(3))
    match.refresh_from_db()
    assert match.state == Match.State.FINISHED
    assert match.turns > 10
    seats = list(match.seats.order_by("index"))
    assert [seat.total for seat in seats] == list(result.totals)
    assert sum(seat.won for seat in seats) == pytest.approx(1)
    assert seats[0].think_p95_us == 118
    assert Duel.objects.filter(match=match).count() == 3
    assert all(duel.version_a_id == seats[duel.seat_a].version_id for duel in match.duels.all())


def test_replays_open_when_the_last_match_of_the_set_is_over(table, played):
    first, second = table.matches.order_by("number")
    record(take(first), result := played(3))
    first = Match.objects.get(pk=first.pk)
    assert (first.final, first.replay_dict()) == (True, None)
    record(take(second), played(3))
    assert Match.objects.get(pk=first.pk).replay_dict() == result.replay
    assert MatchSet.objects.get().over


def test_a_message_that_comes_twice_plays_once(table):
    match = table.matches.first()
    assert take(match) is not None
    assert take(match) is None
    assert Match.objects.get(pk=match.pk).attempts == 1


def test_a_worker_that_was_given_up_cannot_write(table, played):
    match = table.matches.first()
    slow = take(match)
    slow.give_back(Match.State.QUEUED, "too slow")
    quick = take(match)
    assert not record(slow, played(3, "slow"))
    assert not Replay.objects.exists()
    with pytest.raises(ClaimLost):
        slow.renew()
    assert record(quick, played(3, "quick"))
    assert not record(quick, played(3, "again"))
    assert Replay.objects.count() == 1
    assert Duel.objects.count() == 3


def test_an_offender_loses_all_its_duels_and_no_more(table, played):
    match = table.matches.first()
    fault = Fault(kind="crashed", message="it fell over\x00", log="secret print\ud800")
    record(take(match), played(3, fault=fault))
    seat = match.seats.get(index=0)
    assert seat.fault_kind == "crashed"
    assert "log" not in seat.fault
    assert "\x00" not in seat.fault["message"]
    scores = {(d.seat_a, d.seat_b): d.score for d in match.duels.all()}
    assert scores[0, 1] == scores[0, 2] == 0
    assert scores[1, 2] > 0


def test_only_ladder_matches_are_rated(house_bots, played):
    challenge = create_set(house_bots[:2], [(0, 1)], kind=Kind.CHALLENGE)
    record(take(challenge.matches.get()), played(2))
    assert not Duel.objects.exists()
    assert Seat.objects.filter(place=1).exists()


def test_recording_nudges_the_ranking_and_the_end_of_a_set_the_scheduler(
    table, played, nudges, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        for match in table.matches.all():
            record(take(match), played(3))
    assert nudges.count(("rate",)) == 2
    assert nudges.count(("schedule",)) == 1
