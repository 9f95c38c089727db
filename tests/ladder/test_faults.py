"""A version that fails again and again rests; its owner is told why and can bring it back."""

from datetime import timedelta

import pytest
from django.utils import translation

from ladder import claims
from ladder.bots.activate import activate
from ladder.bots.models import Version
from ladder.bots.rest import check_again
from ladder.bots.submit import submit
from ladder.matches.check import decide
from ladder.matches.models import Kind, Match, MatchSet, Seat
from ladder.matches.record import record
from ladder.matches.schedule import Standings, create_set, fill
from ladder.matches.sweep import sweep
from ladder.refused import Refused
from ladder.words import stored
from sandbox import Fault, Report

pytestmark = pytest.mark.django_db

CRASH = Fault(kind="crashed", message="it fell over")


@pytest.fixture
def mine(house_bots, ada, accepted) -> Version:
    return accepted(ada, "mine")


@pytest.fixture
def plays(house_bots, played):
    """A function: the version plays one set of two seatings, and fails in the first if told so."""

    def play(version: Version, *, fails: bool = False, kind: Kind = Kind.LADDER) -> None:
        made = create_set([version, house_bots[0]], [(0, 1), (0, 1)], kind=kind)
        for match in made.matches.order_by("number"):
            fault = CRASH if fails and match.number == 0 else None
            claim = claims.take(Match, match.pk, waiting="queued", working="playing", seconds=30)
            assert record(claim, played(2, match.public_id, fault))

    return play


def newest(version: Version) -> Version:
    return Version.objects.select_related("bot").get(pk=version.pk)


def test_three_faulty_sets_of_ten_are_too_many(mine, plays, ada_api, bob_api):
    for fails in (True, False, False, True, False):
        plays(mine, fails=fails)
    assert newest(mine).is_active
    plays(mine, fails=True)
    rested = newest(mine)
    assert not rested.is_active
    assert "3 of its last 10 sets" in rested.rested_for
    assert "crashed" in rested.rested_for
    with translation.override("de"):
        assert stored(rested.rested_for).startswith("Sie hatte Fehler in 3 ihrer letzten 10 Sätze")
    shown = ada_api.get(f"/api/v1/versions/{mine.public_id}/").json()
    assert (shown["active"], shown["rested_for"]) == (False, rested.rested_for)
    assert shown["rested_at"]
    assert bob_api.get(f"/api/v1/versions/{mine.public_id}/").json()["rested_for"] is None


def test_faults_of_long_ago_are_forgotten(mine, plays):
    for fails in (True, True, *[False] * 9, True, True):
        plays(mine, fails=fails)
    assert newest(mine).is_active


def test_several_faults_of_one_set_are_one_faulty_set(mine, house_bots, played):
    made = create_set([mine, house_bots[0]], [(0, 1)] * 5)
    for match in made.matches.all():
        claim = claims.take(Match, match.pk, waiting="queued", working="playing", seconds=30)
        record(claim, played(2, match.public_id, CRASH))
    assert newest(mine).is_active


def test_what_is_not_rated_is_not_counted_and_the_house_is_exempt(mine, plays, house_bots):
    for _ in range(4):
        plays(mine, fails=True, kind=Kind.CHALLENGE)
        plays(house_bots[1], fails=True)
    assert newest(mine).is_active
    assert newest(house_bots[1]).is_active


def test_who_rests_gets_no_new_set_but_what_was_made_is_played(mine, plays, house_bots, played):
    waiting = create_set([mine, house_bots[0]], [(0, 1)])
    for _ in range(3):
        plays(mine, fails=True)
    assert newest(mine).rested_at
    claim = claims.take(Match, waiting.matches.get().pk, waiting="queued", working="playing", seconds=30)
    assert record(claim, played(2))
    assert waiting.matches.get().duels.count() == 1
    for made in fill(Standings()):
        assert not Seat.objects.filter(match__set=made, version=mine).exists()
    with pytest.raises(Refused, match="Have it checked again first"):
        activate(newest(mine))


def test_after_a_passed_check_it_plays_again_and_begins_anew(mine, plays, ada, ada_api, cast, nudges):
    for _ in range(3):
        plays(mine, fails=True)
    answer = ada_api.post(f"/api/v1/versions/{mine.public_id}/check-again/")
    assert (answer.status_code, answer.json()["state"]) == (200, "uploaded")
    assert ada_api.post(f"/api/v1/versions/{mine.public_id}/check-again/").status_code == 409
    version = newest(mine)
    claim = claims.take(Version, version.pk, waiting="uploaded", working="checking", seconds=30)
    assert decide(version, [], claim, Report(steps=()))  # nothing failed
    back = newest(mine)
    assert back.is_active
    assert (back.rested_at, back.rested_for) == (None, "")
    plays(back, fails=True)
    plays(back, fails=True)
    assert newest(mine).is_active
    plays(back, fails=True)
    assert not newest(mine).is_active


def test_the_same_file_uploaded_again_asks_for_a_check(
    mine, plays, ada, cast, django_capture_on_commit_callbacks, nudges
):
    for _ in range(3):
        plays(mine, fails=True)
    with django_capture_on_commit_callbacks(execute=True):
        again = submit(ada, "mine", "bot.py", cast["patient"] + b"\n# 0\n")
    assert (again.pk, again.state) == (mine.pk, Version.State.UPLOADED)
    assert ("check_version", mine.pk) in nudges


def test_a_check_asked_for_again_waits_from_then_on_and_behind_the_others(
    mine, plays, bob, cast, client, nudges, django_capture_on_commit_callbacks
):
    Version.objects.filter(pk=mine.pk).update(
        created_at=mine.created_at - timedelta(days=1), asked_at=mine.asked_at - timedelta(days=1)
    )
    for _ in range(3):
        plays(mine, fails=True)
    earlier = submit(bob, "earlier", "bot.py", cast["patient"])
    check_again(newest(mine))
    with django_capture_on_commit_callbacks(execute=True):
        sweep(at_once=True)
    assert [pk for task, pk in nudges if task == "check_version"] == [earlier.pk, mine.pk]
    page = client.get(mine.get_absolute_url()).content.decode()
    assert "The check takes a few seconds." in page
    assert "1 ahead" in page
    Version.objects.update(asked_at=mine.asked_at - timedelta(minutes=2))
    assert "No worker is there at the moment." in client.get(mine.get_absolute_url()).content.decode()


def test_only_who_rests_is_checked_again(mine):
    with pytest.raises(Refused, match="Only a version that rests"):
        check_again(mine)
    assert MatchSet.objects.count() == 0
