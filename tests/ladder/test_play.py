"""Sets are played: with real bots, and with everything that may go wrong around them."""

from datetime import timedelta

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone, translation

from ladder.bots.models import Version
from ladder.bots.submit import submit
from ladder.claims import ClaimLost
from ladder.matches import check, closing, play, sweep, tables
from ladder.matches.models import Duel, Match, MatchSet
from ladder.matches.schedule import create_set
from ladder.matches.seatings import SEATINGS
from ladder.words import stored
from sandbox import NoShell, PlatformFailure, Table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def plain_processes(settings):
    """House bots are trusted; their sandbox is not the point here."""
    settings.SANDBOX = "process"


@pytest.fixture
def two(house_bots) -> MatchSet:
    return create_set(house_bots[:2], SEATINGS[2])


def fail_with(monkeypatch, error: Exception) -> None:
    def fail(*args, **kwargs):
        raise error

    monkeypatch.setattr(Table, "play", fail)


def long_ago(match_set: MatchSet) -> None:
    past = timezone.now() - timedelta(hours=1)
    match_set.matches.filter(state=Match.State.PLAYING).update(lease_until=past)
    MatchSet.objects.filter(pk=match_set.pk).update(nudged_at=past)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_set_is_played_to_its_end(house_bots, players):
    match_set = create_set(house_bots[:players], SEATINGS[players])
    assert play.play_set(match_set.pk) == len(SEATINGS[players])
    match_set.refresh_from_db()
    assert match_set.over
    deals = {match.replay_dict()["rounds"][0]["hands"][0] for match in match_set.matches.all()}
    assert len(deals) == 1  # one deal, dealt to the seats and not to the bots
    assert play.play_set(match_set.pk) == 0


def test_a_set_that_is_given_to_a_worker_twice_is_recorded_once(two):
    play.play_set(two.pk)
    play.play_set(two.pk)
    assert Duel.objects.count() == 2
    assert set(two.matches.values_list("attempts", flat=True)) == {1}


def test_a_platform_failure_is_nobodys_fault(two, monkeypatch):
    fail_with(monkeypatch, PlatformFailure("Docker is gone"))
    assert play.play_set(two.pk) == 0
    first, second = two.matches.order_by("number")
    assert (first.state, first.attempts, second.attempts) == (Match.State.QUEUED, 1, 0)
    assert "Docker is gone" in first.reason
    monkeypatch.undo()
    assert play.play_set(two.pk) == 2
    assert Match.objects.filter(state=Match.State.FINISHED, reason="").count() == 2


def test_a_set_that_takes_too_long_says_so(two, monkeypatch):
    fail_with(monkeypatch, SoftTimeLimitExceeded())
    play.play_set(two.pk)
    reason = two.matches.get(number=0).reason
    assert reason == "The platform failed: out of time"
    with translation.override("de"):
        assert "out of time" not in stored(reason)


def test_after_three_failures_a_match_is_void_with_its_reason(two, monkeypatch):
    fail_with(monkeypatch, NoShell("install bubblewrap"))
    for _ in range(6):
        play.play_set(two.pk)
    for match in two.matches.all():
        assert match.state == Match.State.VOID
        assert "3 times" in match.reason
        assert "install bubblewrap" in match.reason
        with translation.override("de"):
            assert stored(match.reason) == "3-mal versucht. Die Plattform ist ausgefallen: install bubblewrap"
    two.refresh_from_db()
    assert two.over
    assert not Duel.objects.exists()


def test_a_worker_that_lost_its_claim_writes_nothing(two, monkeypatch):
    fail_with(monkeypatch, ClaimLost())
    play.play_set(two.pk)
    assert set(two.matches.values_list("state", flat=True)) == {Match.State.PLAYING}


def test_a_dead_workers_match_is_played_again_and_counts_once(two, nudges, monkeypatch):
    fail_with(monkeypatch, ClaimLost())  # both matches stay “playing”, as after a kill
    play.play_set(two.pk)
    monkeypatch.undo()
    monkeypatch.setattr("ladder.nudge.send", lambda task, *args: nudges.append((task, *args)))
    sweep.sweep()
    assert two.matches.filter(state=Match.State.PLAYING).count() == 2
    long_ago(two)
    sweep.sweep()
    assert two.matches.filter(state=Match.State.QUEUED).count() == 2
    assert play.play_set(two.pk) == 2
    assert Duel.objects.count() == 2


def test_a_match_that_kills_its_workers_is_void_in_the_end(two, monkeypatch):
    fail_with(monkeypatch, ClaimLost())
    for _ in range(3):
        play.play_set(two.pk)
        long_ago(two)
        sweep.sweep()
    assert set(two.matches.values_list("state", flat=True)) == {Match.State.VOID}
    assert "vanished" in two.matches.first().reason


def test_lost_nudges_are_repeated_but_not_at_once(two, nudges, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        sweep.sweep()
    assert nudges == []
    long_ago(two)
    with django_capture_on_commit_callbacks(execute=True):
        sweep.sweep()
        sweep.sweep()
    assert nudges == [("play_set", two.pk)]


def test_after_a_start_everything_that_waits_is_nudged(two, nudges, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        sweep.sweep(at_once=True)
    assert nudges == [("play_set", two.pk)]


def test_a_worker_that_is_told_to_stop_begins_no_match(two, monkeypatch):
    monkeypatch.setattr(closing, "_wish", bytearray(1))
    closing.close()
    assert play.play_set(two.pk) == 0
    assert set(two.matches.values_list("state", "attempts")) == {(Match.State.QUEUED, 0)}


def test_a_sign_of_life_renews_the_lease_and_a_match_without_end_is_ended(two, settings):
    settings.LEASE_SECONDS = 0.003
    match = two.matches.first()
    heartbeat = play.Heartbeat(play._claim(match))
    before = Match.objects.get(pk=match.pk).lease_until
    heartbeat.last -= 1
    heartbeat()
    assert Match.objects.get(pk=match.pk).lease_until > before
    settings.MATCH_SECONDS = 0
    with pytest.raises(PlatformFailure, match="longer than"):
        heartbeat()


def test_plain_processes_are_never_for_uploads(house_bots, ada, accepted):
    stranger = accepted(ada, "mine")
    match_set = create_set([house_bots[0], stranger], [(0, 1)])
    assert play.play_set(match_set.pk) == 0
    assert "platform failed" in match_set.matches.get().reason


def test_a_check_that_we_fail_to_do_ends_and_may_be_asked_for_again(house_bots, ada, cast):
    version = submit(ada, "mine", "bot.py", cast["patient"])
    for _ in range(3):
        check.check_version(version.pk)
    version.refresh_from_db()
    assert version.state == Version.State.REJECTED
    assert "Upload the same file" in version.reason
    again = submit(ada, "mine", "bot.py", cast["patient"])
    assert (again.pk, again.state, again.attempts) == (version.pk, Version.State.UPLOADED, 0)


def test_the_clock_is_the_settings_clock(settings):
    settings.CLOCK_BANK = 0.7
    assert tables.clock().bank == 0.7
