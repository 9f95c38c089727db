"""Every page: the policy holds, axe finds nothing, nothing scrolls sideways, and it is light."""

from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

import engine
from ladder import errors
from ladder.accounts.models import User
from ladder.bots.models import Version
from ladder.matches import pulse
from ladder.matches.models import Match, Opinion
from ladder.matches.seatings import SEATINGS
from ladder.web import embed
from sandbox import Fault

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ODD_NAMES = ("W" * 40, "فوكس الثعلب السريع جدا", "<b>bold</b> & co", "🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊")
FAULT = Fault("timed-out", "It thought for 2.1 s in all, and 2.0 s is the limit.", round=0, turn=2)
STEPS = (
    {"name": "Package", "state": "passed", "seconds": 0.1, "message": "bot.py"},
    {
        "name": "Start",
        "state": "failed",
        "seconds": 0.3,
        "message": "the bot did not start",
        "kind": "start-failed",
        "detail": {"position": "", "reply": "s0.2", "log": "Traceback"},
    },
)


def _opinion(match: Match, version: Version, state: str) -> Opinion:
    """What a version would do in the first seat, which is Ada's."""
    decision = {
        "m": 6,
        "round": 0,
        "turn": 6,
        "played": "s0.1",
        "answer": "s0.1",
        "wrong": "",
        "words": "",
        "same": True,
    }
    other = {"same": False, "answer": "r0~", "words": "scouts 4 turned to 0"}
    wrong = {"same": False, "answer": "s9.9", "wrong": "The hand has no such cards."}
    answers = [decision, decision | other | {"m": 1, "turn": 1}, decision | wrong | {"m": 11, "turn": 11}]
    seat = match.seats.get(index=0)
    given = {"answers": answers if state == "done" else [], "reason": "no sandbox" if state == "failed" else ""}
    asked_by = seat.version.bot.owner
    return Opinion.objects.create(
        seat=seat, version=version, asked_by=asked_by, asked_at=timezone.now(), state=state, **given
    )


@pytest.fixture
def site(stage: Any, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Something of everything; the address of each page as Ada sees it, who has bots and is the host."""
    monkeypatch.setattr(pulse, "workers", lambda: ("matches@here",))
    User.objects.filter(pk=stage.person().pk).update(is_staff=True)
    two, _, _ = (stage.match(players, ODD_NAMES) for players in (2, 3, 4))
    five, watched = stage.match(5), stage.match(3)
    faulty = stage.finish(stage.set(3), faults={1: FAULT})
    seated = stage.finish(stage.set(4, ODD_NAMES, SEATINGS[4]))
    queued = stage.set(3).matches.get()
    over = next(frame["m"] for frame in engine.frames(watched.replay_dict()) if frame["end"])
    stage.rate()
    marlowe, wobbly = (
        stage.bot("Marlowe"),
        stage.bot(
            "Wobbly", state=Version.State.REJECTED, reason="Start: it did not", report={"ok": False, "steps": STEPS}
        ),
    )
    checking = stage.bot("Patience", state=Version.State.CHECKING, report={"steps": STEPS[:1]})
    versions = (marlowe, stage.second("Marlowe"), stage.bot("Kestrel"), stage.bot("Otter"))
    states = ("queued", "running", "done", "failed")
    asked = {state: _opinion(watched, version, state) for state, version in zip(states, versions, strict=True)}
    theirs = stage.bot("Theirs", stage.person("Bob"))
    return {
        "ranking": "/",
        "ranking, filtered": "/?players=3&q=nobody",
        "bots": "/bots/",
        "bots, none": "/bots/?q=nobody",
        "bot": marlowe.bot.get_absolute_url(),
        "bot that never played": wobbly.bot.get_absolute_url(),
        "delete a bot": f"{wobbly.bot.get_absolute_url()}delete/",
        "head to head": "/head-to-head/",
        "compare": f"{marlowe.bot.get_absolute_url()}compare/",
        "version": marlowe.get_absolute_url(),
        "version, rejected": wobbly.get_absolute_url(),
        "version, being checked": checking.get_absolute_url(),
        "matches": "/matches/",
        "matches, none": "/matches/?players=2&fault=any",
        "match": f"{five.get_absolute_url()}#m=7",
        "match, a round's end": f"{watched.get_absolute_url()}?at=end#m={over}",
        "match, one seat": f"{watched.get_absolute_url()}#m=7&seat=2",
        "match, an opinion": f"{watched.get_absolute_url()}?opinion={asked['done'].public_id}#m=6",
        "match, odd names": two.get_absolute_url(),
        "match, a fault": faulty.get_absolute_url(),
        "match, queued": queued.get_absolute_url(),
        "embed": f"/embed/match/{watched.public_id}/",
        "embed, not open": f"/embed/match/{queued.public_id}/",
        "verify": f"{watched.get_absolute_url()}verify/",
        "seatings": f"{seated.get_absolute_url()}seatings/",
        **{f"opinion, {state}": opinion.get_absolute_url() for state, opinion in asked.items()},
        "challenge": "/challenge/",
        "upload": "/upload/",
        "account": "/account/",
        "rules": "/rules/",
        "quiz, judged": "/rules/?a=left&b=right",
        "write a bot": "/write-a-bot/",
        "api": "/api/",
        "operations": "/operations/",
        "403": f"{theirs.get_absolute_url()}package/",
        "404": "/nowhere/",
    }


def test_every_page_is_accessible_fits_and_is_light(site: dict[str, str], watch: Any, sign_in: Any) -> None:
    """All of axe's rules, in light and dark, on a desktop and on a phone."""
    sign_in()
    complaints = []
    for name, path in site.items():
        answer = watch.open(path)
        policy = embed.POLICY if name.startswith("embed") else settings.CONTENT_SECURITY_POLICY
        assert answer.headers["content-security-policy"] == policy, name
        complaints += [f"{name}: {finding}" for finding in watch.too_heavy()]
        complaints += [f"{name}, {finding}" for finding in watch.everywhere()]
    assert not complaints, "\n".join(complaints)


@pytest.mark.parametrize("language", ["de", "it"])
def test_longer_words_fit_too(site: dict[str, str], watch: Any, sign_in: Any, language: str) -> None:
    sign_in()
    watch.page.set_extra_http_headers({"Accept-Language": language})
    wide = []
    for name, path in site.items():
        watch.open(path)
        for width in (1280, 390):
            watch.page.set_viewport_size({"width": width, "height": 844})
            reached = watch.page.evaluate("document.documentElement.scrollWidth")
            wide += [f"{name}, {width}: scrolls sideways, {reached}"] * (reached > width)
        assert watch.page.locator("html").get_attribute("lang") == language
    assert not wide, "\n".join(wide)


def test_visitors_pages_are_accessible(stage: Any, watch: Any) -> None:
    """Before anybody has come."""
    complaints = []
    for path in ("/", "/bots/", "/matches/", "/head-to-head/", "/sign-in/", "/sign-in/?next=/upload/", "/sign-up/"):
        watch.open(path)
        complaints += [f"{path}, {finding}" for finding in watch.everywhere()]
    assert not complaints, "\n".join(complaints)


def _fulfil(page: dict[str, Any], route: Any) -> None:
    route.fulfill(**page)


def test_error_pages_are_accessible(stage: Any, watch: Any, rf: Any) -> None:
    """Those that no address shows for certain."""
    complaints = []
    for refuse in (errors.bad_request, errors.too_large, errors.locked_out, errors.broken):
        page = {"body": refuse(rf.get("/")).content, "content_type": "text/html"}
        watch.page.route(f"**/{refuse.__name__}/", partial(_fulfil, page))
        watch.open(f"/{refuse.__name__}/")
        complaints += [f"{refuse.__name__}, {finding}" for finding in watch.everywhere()]
    assert not complaints, "\n".join(complaints)
