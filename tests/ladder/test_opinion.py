"""Asking one's own version what it would have done in one's own seat."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from ladder.matches import opinion
from ladder.matches.models import Match, MatchSet, Opinion, Replay
from ladder.matches.record import write_result
from ladder.matches.schedule import create_set
from ladder.refused import Refused
from sandbox import PlatformFailure, shell_for


@pytest.fixture(autouse=True)
def plain_shell(monkeypatch):
    shell = shell_for("process", trusted=True)
    monkeypatch.setattr("ladder.matches.tables.shell", lambda **_: shell)


@pytest.fixture
def mine(ada, accepted):
    return accepted(ada, "Otter")


@pytest.fixture
def match(mine, bob, accepted, played):
    """Ada's Otter in seat 0 against Bob's; the record is that of a greedy game."""
    made = create_set([mine, accepted(bob, "Pivot", number=1)], [(0, 1)])
    match = made.matches.get()
    write_result(match, played(2, made.seed))
    Match.objects.filter(pk=match.pk).update(state=Match.State.FINISHED)
    MatchSet.objects.filter(pk=made.pk).update(over_at=timezone.now())
    return Match.objects.get(pk=match.pk)


def test_every_decision_gets_an_answer(ada, mine, match, nudges, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        asked = opinion.ask(ada, match.seats.get(index=0), mine)
    assert ("second_opinion", asked.pk) in nudges
    opinion.give(asked.pk)
    asked.refresh_from_db()
    assert asked.state == Opinion.State.DONE
    differing = [answer for answer in asked.answers if not answer["same"]]
    assert 0 < len(differing) <= len(asked.answers)
    assert all(answer["words"] or answer["wrong"] for answer in differing if answer["turn"])


def test_asking_again_costs_nothing(ada, mine, match, settings):
    settings.OPINIONS_PER_HOUR = 1
    seat = match.seats.get(index=0)
    assert opinion.ask(ada, seat, mine) == opinion.ask(ada, seat, mine)
    assert Opinion.objects.count() == 1


def test_so_many_an_hour(ada, mine, match, settings):
    settings.OPINIONS_PER_HOUR = 0
    with pytest.raises(Refused, match="most"):
        opinion.ask(ada, match.seats.get(index=0), mine)


def test_only_ones_own_bots_and_only_finished_sets(ada, bob, mine, match):
    with pytest.raises(Refused, match="yours"):
        opinion.ask(bob, match.seats.get(index=0), mine)
    with pytest.raises(Refused, match="yours"):
        opinion.ask(ada, match.seats.get(index=1), mine)
    MatchSet.objects.update(over_at=None)
    with pytest.raises(Refused, match="over"):
        opinion.ask(ada, match.seats.get(index=0), mine)


def test_nobody_is_asked_about_a_lost_game(ada, mine, match):
    Replay.objects.all().delete()
    with pytest.raises(Refused, match="lost"):
        opinion.ask(ada, match.seats.get(index=0), mine)


def test_an_opinion_of_a_game_that_was_lost_since_says_so(ada, mine, match, client):
    asked = opinion.ask(ada, match.seats.get(index=0), mine)
    opinion.give(asked.pk)
    Replay.objects.all().delete()
    client.force_login(ada)
    page = client.get(asked.get_absolute_url())
    assert page.status_code == 200
    assert "The record of this match is lost" in page.content.decode()


def test_a_platform_that_fails_is_asked_again_and_gives_up(ada, mine, match, settings, monkeypatch):
    def broken(*_):
        raise PlatformFailure("no sandbox today")

    monkeypatch.setattr("ladder.matches.opinion.second_opinion", broken)
    asked = opinion.ask(ada, match.seats.get(index=0), mine)
    for _ in range(settings.ATTEMPTS):
        opinion.give(asked.pk)
    asked.refresh_from_db()
    assert asked.state == Opinion.State.FAILED
    assert "no sandbox today" in asked.reason


def test_what_a_dead_worker_held_is_brought_back(ada, mine, match):
    asked = opinion.ask(ada, match.seats.get(index=0), mine)
    Opinion.objects.filter(pk=asked.pk).update(state=Opinion.State.RUNNING, lease_until=timezone.now())
    opinion.bring_back()
    asked.refresh_from_db()
    assert asked.state == Opinion.State.QUEUED


def test_the_answers_are_for_who_asked(ada, bob, mine, match):
    asked = opinion.ask(ada, match.seats.get(index=0), mine)
    opinion.give(asked.pk)
    client = Client()
    client.force_login(bob)
    assert client.get(asked.get_absolute_url()).status_code == 404
    client.force_login(ada)
    assert client.get(asked.get_absolute_url()).status_code == 200
    shown = client.get(match.get_absolute_url(), {"opinion": asked.public_id})
    assert shown.context["opinion_data"]["seat"] == 0


def test_a_bot_that_fails_says_why_in_the_readers_language(ada, match, accepted, client):
    asked = opinion.ask(ada, match.seats.get(index=0), accepted(ada, "Wobbly", "crasher"))
    opinion.give(asked.pk)
    asked.refresh_from_db()
    assert asked.reason.startswith("The bot raised RuntimeError: I fell over")
    client.force_login(ada)
    page = client.get(asked.get_absolute_url(), headers={"Accept-Language": "de"}).content.decode()
    assert "Der Bot hat einen Fehler ausgelöst: RuntimeError: I fell over" in page


def test_what_was_played_and_what_it_would_do_is_said_in_the_readers_language(ada, mine, match, client):
    asked = opinion.ask(ada, match.seats.get(index=0), mine)
    opinion.give(asked.pk)
    client.force_login(ada)
    page = client.get(asked.get_absolute_url(), headers={"Accept-Language": "de"}).content.decode()
    said = re.findall(r"<dd[^>]*>(.+?) <code", page)
    assert said
    assert not [words for words in said if re.search(r"\b(shows|scouts|turns|keeps)\b", words)]
