"""An upload is checked for real, in bubblewrap: the verdict, the reasons, and what follows."""

import re
import shlex
from html import unescape

import pytest

from ladder import claims
from ladder.bots.models import Version
from ladder.bots.submit import submit
from ladder.matches import check, play
from ladder.matches.models import Duel, Kind, Match, MatchSet, Seat
from sandbox.__main__ import main

TALKER = b"""
class Bot:
    def act(self, view):
        print("it is me")
        return view.legal_actions[0]
"""

LATE = b"""
import random

class Bot:
    def act(self, view):
        if view.players == 4 and view.round and (random.random() < 0.2 or view.round == 3):
            raise RuntimeError("too late")
        return random.choice(view.legal_actions)
"""

pytestmark = [pytest.mark.django_db, pytest.mark.bubblewrap]


@pytest.fixture(autouse=True)
def short_clocks(settings):
    settings.SANDBOX = "bubblewrap"
    settings.CLOCK_START, settings.CLOCK_BANK, settings.CLOCK_INCREMENT = 1.0, 0.3, 0.02


@pytest.fixture
def checked(house_bots, ada):
    def upload(source: bytes) -> Version:
        version = submit(ada, "mine", "bot.py", source)
        check.check_version(version.pk)
        return Version.objects.get(pk=version.pk)

    return upload


def failed_step(version: Version) -> dict:
    return next(step for step in version.report["steps"] if step["state"] == "failed")


def test_a_good_bot_is_accepted_joins_and_plays_at_once(checked, cast, api):
    version = checked(cast["patient"])
    assert version.state == Version.State.ACCEPTED
    assert version.is_active
    assert [step["state"] for step in version.report["steps"]] == ["passed"] * 4
    first = MatchSet.objects.get(kind=Kind.LADDER)
    assert first.for_version == version
    play.play_set(first.pk)
    assert Duel.objects.exists()


def test_trial_matches_of_all_table_sizes_can_be_watched_and_are_not_rated(checked, api):
    version = checked(TALKER)
    trials = version.report["matches"]
    assert [trial["players"] for trial in trials] == [2, 3, 4, 5]
    for trial in trials:
        match = api.get(f"/api/v1/matches/{trial['match']}/").json()
        assert (match["kind"], match["state"]) == ("trial", "finished")
        (mine,) = [seat["index"] for seat in match["seats"] if seat["bot"]["name"] == "mine"]
        assert "it is me" in Seat.objects.get(match__public_id=trial["match"], index=mine).log
        frames = api.get(f"/api/v1/matches/{trial['match']}/replay/?format=frames").json()["frames"]
        assert len(frames) > 10
    assert not Duel.objects.filter(match__set__kind=Kind.TRIAL).exists()


@pytest.mark.parametrize(
    ("source", "step", "why"),
    [
        pytest.param(b"\xff\xfe\x00 not Python", "Start", "", id="not Python"),
        pytest.param(b"class Bot\n", "Start", "SyntaxError", id="syntax error"),
        pytest.param(b"x = 1\n", "Start", "no class Bot", id="no Bot"),
        pytest.param(b"raise RuntimeError('at import')\n", "Start", "at import", id="exception at import"),
    ],
)
def test_a_bot_that_cannot_start_is_told_why(checked, source, step, why):
    version = checked(source)
    assert version.state == Version.State.REJECTED
    assert failed_step(version)["name"] == step
    assert why in version.reason
    assert not version.bot.active_id
    assert not MatchSet.objects.filter(kind=Kind.LADDER).exists()


def test_an_illegal_action_is_shown_with_its_rule_and_position(checked, cast):
    step = failed_step(checked(cast["cheater"]))
    assert step["detail"]["kind"] == "illegal-action"
    assert "hand" in step["message"]
    assert "hand:" in step["detail"]["position"]
    assert step["detail"]["reply"] == "s40.9"


@pytest.mark.parametrize("bot", ["sleeper", "spinner"])
def test_an_answer_that_never_comes_is_a_timeout(checked, cast, bot):
    version = checked(cast[bot])
    assert failed_step(version)["detail"]["kind"] == "timed-out"
    assert version.reason


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        pytest.param("spinner", ["Der Bot hat die 0,", "Rechenzeit aufgebraucht, die er noch hatte."], id="timed out"),
        pytest.param("crasher", ["Der Bot hat einen Fehler ausgelöst: RuntimeError: I fell over"], id="crashed"),
        pytest.param("cheater", ["s40.9: die Hand hat 11 Karten, Plätze 0 bis 10.", "erlaubt: "], id="illegal"),
    ],
)
def test_a_german_author_reads_a_german_report(checked, cast, bot, words, client, ada, ada_api):
    version = checked(cast[bot])
    client.force_login(ada)
    page = client.get(version.get_absolute_url(), headers={"Accept-Language": "de"}).content.decode()
    for text in [*words, "feste Stellung, 2 Spieler", "1 Datei, 0,1 KiB (Grenze 200 Dateien, 8 MiB)"]:
        assert text in page
    profile = client.get(version.bot.get_absolute_url(), headers={"Accept-Language": "de"}).content.decode()
    assert f"Protokoll: {words[0]}" in profile
    report = ada_api.get(f"/api/v1/versions/{version.public_id}/", headers={"Accept-Language": "de"}).json()["report"]
    assert set(report) == {"ok", "steps", "matches", "command"}
    assert report["steps"][2]["detail"]["match"] == "fixed position, 2 players"


def test_a_report_of_old_still_shows(house_bots, ada, client, cast):
    version = submit(ada, "mine", "bot.py", cast["patient"])
    step = {"name": "Start", "state": "failed", "message": "It did not start.", "detail": {"log": "Traceback"}}
    Version.objects.filter(pk=version.pk).update(state=Version.State.REJECTED, report={"ok": False, "steps": [step]})
    client.force_login(ada)
    page = client.get(version.get_absolute_url(), headers={"Accept-Language": "de"}).content.decode()
    assert "It did not start." in page
    assert "scout-copy" not in page


def test_the_page_has_the_command_that_repeats_the_failure(checked, ada, client, tmp_path, capsys, monkeypatch, house):
    version = checked(LATE)
    client.force_login(ada)
    page = client.get(version.get_absolute_url()).content.decode()
    (shown,) = re.findall(r"<scout-copy.*?<code>(.*?)</code>", page, re.DOTALL)
    program, arguments = shlex.split(unescape(shown))[:5], shlex.split(unescape(shown))[5:]
    assert program == ["uv", "run", "python", "-m", "sandbox"]
    (tmp_path / "bots").symlink_to(house)
    (tmp_path / "bot.py").write_bytes(LATE)
    monkeypatch.chdir(tmp_path)
    assert main([*arguments, "--sandbox", "bubblewrap"]) == 0
    step = failed_step(version)
    where = f"crashed, round {step['detail']['round']}, move {step['detail']['move']}: {step['message']}"
    assert where in capsys.readouterr().out
    assert "RuntimeError: too late" in step["message"]


def test_the_old_version_keeps_playing_when_the_new_one_fails(checked, cast):
    old = checked(cast["patient"])
    new = checked(cast["crasher"])
    assert (new.number, new.state) == (2, Version.State.REJECTED)
    assert Version.objects.get(pk=old.pk).is_active


def test_a_check_is_done_once(checked, cast):
    version = checked(cast["patient"])
    check.check_version(version.pk)
    version.refresh_from_db()
    assert version.attempts == 1
    assert Match.objects.filter(set__kind=Kind.TRIAL).count() == 4


def test_without_room_for_another_active_bot_it_is_accepted_and_rests(checked, ada, accepted, cast, settings):
    settings.ACTIVE_BOTS = 1
    version = submit(ada, "late", "bot.py", cast["patient"])
    accepted(ada, "early", "crasher")
    check.check_version(version.pk)
    version = Version.objects.select_related("bot").get(pk=version.pk)
    assert (version.state, version.is_active) == (Version.State.ACCEPTED, False)
    assert "deactivate one" in version.report["note"]


def test_a_stale_check_writes_nothing(house_bots, ada, cast, monkeypatch):
    version = submit(ada, "mine", "bot.py", cast["patient"])
    whole = claims.Claim.renew

    def lost(claim):
        claim.give_back(Version.State.UPLOADED, "taken away")
        whole(claim)

    monkeypatch.setattr(claims.Claim, "renew", lost)
    check.check_version(version.pk)
    version.refresh_from_db()
    assert (version.state, version.report) == (Version.State.UPLOADED, {})
