"""Nothing there, not yet, not any more, not allowed, our fault: each says what it is and what can be done."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import expect

from ladder.bots.models import Bot, Version
from ladder.matches.models import Match, MatchSet, Replay

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG_AGO = timedelta(hours=1)
TIMED_OUT = {
    "state": Version.State.REJECTED,
    "report": {
        "ok": False,
        "command": "uv run python -m sandbox check bot.py --seed 0123456789abcdef0123456789abcdef --clock 3,2,0.05",
        "steps": [
            {"name": "Package", "state": "passed", "seconds": 0.1},
            {
                "name": "Start",
                "state": "failed",
                "seconds": 3.4,
                "limit": "3 s",
                "message": "The bot used up the 3 s of processor time that it had left.",
                "detail": {"kind": "timed-out", "log": "reading my tables\n" * 40},
            },
        ],
    },
}


def _says(watch: Any, path: str, heading: str, *texts: str) -> None:
    """The page has this heading and these texts, fits every screen, and axe finds nothing."""
    watch.open(path)
    expect(watch.page.get_by_role("heading", name=heading)).to_be_visible()
    for text in texts:
        expect(watch.page.locator("main")).to_contain_text(text)
    assert not list(watch.everywhere()), path


def test_nobody_is_here_yet(stage: Any, watch: Any) -> None:
    _says(watch, "/", "No bots yet", "The first upload starts the ladder.")
    _says(watch, "/bots/", "No bots yet")
    _says(watch, "/matches/", "No matches yet")
    _says(watch, "/head-to-head/", "Nobody has met anybody yet")


def test_filters_that_match_nothing_are_shown_and_can_be_cleared(stage: Any, watch: Any) -> None:
    stage.match(3)
    stage.rate()
    _says(watch, "/?players=5&q=zzz", "Nothing matches these filters")
    expect(watch.page.get_by_label("Find")).to_have_value("zzz")
    watch.page.get_by_role("link", name="Clear the filters").click()
    expect(watch.page.get_by_role("link", name="Marlowe")).to_be_visible()
    _says(watch, "/matches/?players=5&state=void", "No such matches")
    expect(watch.page.get_by_label("Players")).to_have_value("5")
    watch.page.get_by_role("link", name="Clear the filters").click()
    expect(watch.page.get_by_role("link", name="3 players")).to_be_visible()
    _says(watch, "/bots/?q=zzz", "No bot is called like that")


def test_a_match_says_its_place_in_the_queue(stage: Any, watch: Any) -> None:
    stage.set(2)
    stage.set(2)
    last = stage.set(3).matches.get()
    _says(watch, last.get_absolute_url(), "Queued behind 2", "It starts as soon as a worker is free")


def test_without_a_worker_matches_and_uploads_wait_and_nothing_is_lost(stage: Any, watch: Any) -> None:
    match = stage.set(2).matches.get()
    Match.objects.update(queued_at=timezone.now() - LONG_AGO)
    _says(watch, match.get_absolute_url(), "Next to be played", "Matches wait, nothing is lost.")
    first = stage.bot("Wobbly", state=Version.State.UPLOADED, report={})
    second = stage.bot("Kelpie", state=Version.State.UPLOADED, report={})
    Version.objects.update(asked_at=F("asked_at") - LONG_AGO)
    _says(watch, first.get_absolute_url(), "Waiting for a free worker", "Uploads wait, nothing is lost.")
    _says(watch, second.get_absolute_url(), "Waiting for a free worker, 1 ahead")
    Version.objects.filter(pk=first.pk).update(state=Version.State.CHECKING)
    _says(watch, second.get_absolute_url(), "Waiting for a free worker", "The check takes a few seconds.")


def test_a_bot_that_timed_out_is_told_the_limit_and_how_to_repeat_it(stage: Any, watch: Any, sign_in: Any) -> None:
    version = stage.bot("Wobbly", **TIMED_OUT)
    sign_in()
    watch.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    _says(watch, version.get_absolute_url(), "Stopped: see below", "used up the 3 s", "limit 3 s")
    watch.page.get_by_role("button", name="Copy the command").click()
    expect(watch.page.get_by_role("button", name="Copied")).to_be_visible()
    assert watch.page.evaluate("navigator.clipboard.readText()") == TIMED_OUT["report"]["command"]  # type: ignore[index]
    watch.page.get_by_role("link", name="timed-out").click()
    expect(watch.page.get_by_role("heading", name="When something goes wrong")).to_be_in_viewport()


def test_without_javascript_the_command_is_there_to_be_marked(stage: Any, client: Any) -> None:
    version = stage.bot("Wobbly", **TIMED_OUT)
    client.force_login(version.bot.owner)
    page = client.get(version.get_absolute_url()).content.decode()
    assert f"<code>{TIMED_OUT['report']['command']}</code>" in page  # type: ignore[index]
    assert "Copy the command</button>" not in page


def test_a_void_match_is_nobodys_fault(stage: Any, watch: Any) -> None:
    match = stage.set(2).matches.get()
    Match.objects.filter(pk=match.pk).update(
        state=Match.State.VOID, reason="Tried 3 times. The platform failed: out of time"
    )
    _says(watch, match.get_absolute_url(), "This match is void", "Tried 3 times.", "It counts for nobody’s rating.")
    watch.page.get_by_role("button", name="Deutsch").click()
    expect(watch.page.locator("main")).to_contain_text("3-mal versucht. Die Plattform ist ausgefallen: die Zeit war um")


def test_a_replay_is_closed_until_its_set_is_over_or_it_is_lost(stage: Any, watch: Any) -> None:
    match = stage.match(2)
    MatchSet.objects.update(over_at=None)
    _says(watch, match.get_absolute_url(), "The replay opens when its set is over")
    MatchSet.objects.update(over_at=timezone.now())
    Replay.objects.all().delete()
    _says(watch, match.get_absolute_url(), "The replay is missing", "Its result stands.", "Marlowe")
    assert watch.open(f"{match.get_absolute_url()}verify/").status == 404


def test_a_version_that_rests_says_why_and_can_be_checked_again(
    stage: Any, watch: Any, sign_in: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ladder.bots.rest.nudge", lambda *_: None)
    why = "It had faults in 5 of its last 20 sets (newest: crashed, in match 23456789bcdf)."
    version = stage.bot("Wobbly", rested_at=timezone.now(), rested_for=why)
    Bot.objects.update(active=None)
    sign_in()
    _says(watch, version.get_absolute_url(), "What now", "It rests: no new matches are made for it.", why)
    watch.page.get_by_role("button", name="Have it checked again").click()
    expect(watch.page.get_by_role("heading", name="Waiting for a free worker")).to_be_visible()


def test_what_is_not_there_or_not_allowed(stage: Any, watch: Any, sign_in: Any) -> None:
    stage.person()
    sign_in()
    _says(watch, "/nowhere/", "Nothing here", "There is nothing at this address.", "Error 404")
    _says(watch, "/operations/", "Not for you", "You may not do this.", "Error 403")


def test_an_upload_too_large_is_told_the_limit(stage: Any, watch: Any, sign_in: Any, tmp_path: Any) -> None:
    stage.person()
    sign_in()
    (tmp_path / "bot.py").write_bytes(b"#" * (3 << 20))
    watch.open("/upload/")
    watch.page.get_by_label("Name of the bot").fill("Whale")
    watch.page.get_by_label("File", exact=True).set_input_files(tmp_path / "bot.py")
    watch.page.get_by_role("button", name="Upload and check").click()
    expect(watch.page.get_by_role("heading", name="Too large")).to_be_visible()
    expect(watch.page.locator("main")).to_contain_text("at most 1,024 KiB (1,048,576 bytes)")
    assert not list(watch.everywhere())
    watch.page.get_by_role("link", name="Back to the upload").click()
    expect(watch.page.get_by_role("heading", name="Upload a bot")).to_be_visible()


def test_too_often_is_told_how_long_to_wait(
    stage: Any, watch: Any, sign_in: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rest_framework.throttling.ScopedRateThrottle.THROTTLE_RATES", {"upload": "1/hour"})
    stage.person()
    sign_in()
    for _ in range(2):
        watch.open("/upload/")
        watch.page.get_by_label("Name of the bot").fill("Otter")
        watch.page.get_by_role("button", name="Upload and check").click()
    expect(watch.page.get_by_role("heading", name="A moment, please")).to_be_visible()
    expect(watch.page.locator("main")).to_contain_text(re.compile(r"Wait \d+ minutes and try again"))
    assert not list(watch.everywhere())


def test_a_bug_has_an_id_that_the_log_knows(
    stage: Any, watch: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("ladder.web.ranking.Rating.objects.leaderboard", broken)
    watch.page.goto(f"{watch.site}/")
    expect(watch.page.get_by_role("heading", name="That was us")).to_be_visible()
    incident = re.search(r"name (\w+)\.", watch.page.locator("main").inner_text())
    assert incident is not None
    assert incident[1] in caplog.text
    assert not list(watch.everywhere())
    assert [note for note in watch.complaints if "status of 500" in note] == watch.complaints
    watch.complaints.clear()
