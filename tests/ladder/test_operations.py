"""What the host sees, and does by hand."""

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse
from django.utils import timezone

from ladder.accounts.models import User
from ladder.bots.activate import activate
from ladder.matches import baton, builds, operate, pulse, schedule
from ladder.matches.models import EngineBuild, Match
from ladder.ratings.standings import standings
from ladder.refused import Refused

ADDRESSES = ("operations", "operate-schedule", "operate-requeue", "operate-bar")


@pytest.fixture
def host(db) -> User:
    return User.objects.create_user("Host", password="fourteen-cats", is_staff=True)


@pytest.fixture
def host_client(client, host):
    client.force_login(host)
    return client


@pytest.fixture(autouse=True)
def no_broker(monkeypatch):
    monkeypatch.setattr(pulse, "workers", lambda: ("matches@here",))


def _void(match: Match) -> Match:
    Match.objects.filter(pk=match.pk).update(state=Match.State.VOID, reason="Tried 3 times.")
    match.refresh_from_db()
    return match


@pytest.fixture
def queued(house_bots) -> Match:
    return schedule.create_set(house_bots[:3], [(0, 1, 2)]).matches.get()


@pytest.mark.parametrize("name", ADDRESSES)
def test_operations_are_for_staff(client, ada, name):
    address = reverse(f"web:{name}")
    ask = client.get if name == "operations" else client.post
    assert ask(address).status_code in (302, 405)  # please sign in
    client.force_login(ada)
    assert ask(address).status_code == 403


@pytest.mark.parametrize("name", ADDRESSES[1:])
def test_deeds_need_a_form_of_ours(client, host, name):
    client.handler.enforce_csrf_checks = True
    client.force_login(host)
    assert client.post(reverse(f"web:{name}")).status_code == 403
    assert client.get(reverse(f"web:{name}")).status_code == 405


def test_the_page_says_what_waits_and_who_works(host_client, queued):
    page = host_client.get("/operations/").content.decode()
    assert "matches@here" in page
    assert queued.public_id in page
    fragment = host_client.get("/operations/", headers={"HX-Request": "true"}).content.decode()
    assert fragment.lstrip().startswith('<div id="pulse"')


def test_a_broker_that_is_away_is_said(host_client, monkeypatch):
    monkeypatch.setattr(pulse, "workers", lambda: None)
    assert "The broker does not answer" in host_client.get("/operations/").content.decode()


def test_the_pulse_counts_faults_by_kind(queued, played, django_assert_num_queries):
    Match.objects.filter(pk=queued.pk).update(state=Match.State.FINISHED, finished_at=queued.queued_at)
    queued.seats.filter(index=0).update(fault_kind="crashed")
    with django_assert_num_queries(10):
        beat = pulse.pulse()
    assert (beat.seats, beat.faults) == (3, (("crashed", 1),))
    assert beat.fault_rate == pytest.approx(100 / 3)
    assert beat.database > 0


def test_a_paused_schedule_makes_no_matches_until_it_goes_on(host, house_bots, settings):
    settings.SET_PAUSE = 0
    operate.pause(host)
    assert schedule.fill(standings()) == []
    assert operate.paused()
    operate.resume(host)
    assert schedule.fill(standings())


def test_whoever_was_scheduling_does_not_end_the_pause(host, db):
    with baton.hold("schedule", seconds=30) as held:
        assert held
        operate.pause(host)
    assert operate.paused()


def test_a_void_match_is_played_anew_with_a_fresh_deal(host, queued):
    again = operate.requeue(host, _void(queued))
    assert again.pk != queued.pk
    assert again.set.seed != queued.set.seed
    assert [s.version for s in again.seats.all()] == [s.version for s in queued.seats.all()]


def test_a_stuck_match_goes_back_to_the_queue_and_its_worker_is_too_late(
    host, queued, nudges, django_capture_on_commit_callbacks
):
    Match.objects.filter(pk=queued.pk).update(state=Match.State.PLAYING, fence=4, attempts=3)
    queued.refresh_from_db()
    with django_capture_on_commit_callbacks(execute=True):
        operate.requeue(host, queued)
    queued.refresh_from_db()
    assert (queued.state, queued.fence, queued.attempts) == (Match.State.QUEUED, 5, 0)
    assert ("play_set", queued.set_id) in nudges


def test_a_finished_match_is_left_alone(host, queued):
    queued.state = Match.State.FINISHED
    with pytest.raises(Refused, match="nothing to play again"):
        operate.requeue(host, queued)


def test_a_disabled_bot_stays_out_until_it_is_enabled(host, host_client, ada, accepted):
    version = accepted(ada, "Otter")
    host_client.post("/operations/bar/", {"bot": "OTTER", "reason": "It insults people."})
    version.bot.refresh_from_db()
    assert version.bot.active is None
    with pytest.raises(Refused, match="It insults people"):
        activate(version)
    host_client.post("/operations/bar/", {"bot": "otter"})
    activate(version)


def test_every_deed_is_written_down(host, host_client, queued):
    host_client.post("/operations/schedule/", {"wish": "pause"})
    host_client.post("/operations/schedule/", {"wish": "resume"})
    host_client.post("/operations/requeue/", {"match": queued.public_id})
    deeds = [f"{entry.user.username}: {entry.change_message}" for entry in LogEntry.objects.order_by("pk")]
    assert deeds == [
        "Host: paused the schedule",
        "Host: resumed the schedule",
        f"Host: queued it again as {queued.public_id}",
    ]
    assert "resumed the schedule" in host_client.get("/operations/").content.decode()


def _stands_aside(worker: str, build: str) -> None:
    EngineBuild.objects.create(build=build, worker=worker)


def test_a_worker_with_another_engine_is_named_with_the_remedy(host_client, house_bots):
    builds.expect("abc-compiled")
    _stands_aside("attic", "def-compiled")
    page = host_client.get("/operations/").content.decode()
    assert "The worker on <bdi>attic</bdi> leaves ladder matches alone" in page
    assert "Its build is <code>def-compiled</code>" in page
    assert "the ladder’s is <code>abc-compiled</code>" in page
    assert "Bring that machine to the site’s version" in page
    german = host_client.get("/operations/", headers={"HX-Request": "true", "Accept-Language": "de"}).content.decode()
    assert "Der Worker auf <bdi>attic</bdi> rührt keine Ranglistenmatches an" in german


def test_a_worker_that_did_not_compile_its_engine_is_told_to(host_client, house_bots):
    builds.expect("abc-compiled")
    _stands_aside("cellar", "abc-source")
    page = host_client.get("/operations/").content.decode()
    assert "uv sync --reinstall-package scout-ladder" in page
    assert "Bring that machine" not in page


def test_a_worker_of_long_ago_is_named_no_more(host_client, house_bots):
    builds.expect("abc-compiled")
    _stands_aside("attic", "def-compiled")
    EngineBuild.objects.filter(worker="attic").update(seen_at=timezone.now() - 2 * builds.LATELY)
    assert "attic" not in host_client.get("/operations/").content.decode()
    assert "leaves ladder matches alone" not in host_client.get("/operations/").content.decode()
