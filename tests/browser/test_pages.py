"""What pages do: names stay text, filters live in the address, polling ends, forms keep what was typed."""

from typing import Any

import pytest
from playwright.sync_api import expect

from ladder.bots.models import Version

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MARKUP = "<b>bold</b> & co"
REJECTED = {
    "state": Version.State.REJECTED,
    "reason": "Trial matches: the action is illegal",
    "report": {
        "ok": False,
        "steps": [
            {"name": "Package", "state": "passed", "seconds": 0.1, "message": "bot.py"},
            {
                "name": "Start",
                "state": "failed",
                "seconds": 0.3,
                "message": "the bot did not start",
                "detail": {"position": "", "reply": "s0.2", "log": "Traceback"},
            },
        ],
    },
}


@pytest.fixture
def ranking(stage: Any) -> None:
    """Four bots that were rated."""
    stage.match(4, ("Marlowe", "Kestrel", MARKUP, "Otter"))
    stage.rate()


def test_names_are_text_never_markup(ranking: None, watch: Any) -> None:
    watch.open("/")
    expect(watch.page.get_by_text(MARKUP, exact=True)).to_be_visible()
    assert watch.page.locator("#table b").count() == 0


def test_the_ranking_is_light(ranking: None, watch: Any) -> None:
    watch.open("/")
    assert not list(watch.too_heavy(requests=8, weight=100_000))


def test_filters_live_in_the_address(ranking: None, watch: Any) -> None:
    watch.open("/")
    watch.page.get_by_label("Find").fill("wob")
    watch.page.wait_for_url("**q=wob**")
    expect(watch.page.get_by_role("heading", name="Nothing matches these filters")).to_be_visible()
    watch.page.get_by_role("link", name="Clear the filters").click()
    expect(watch.page.get_by_role("link", name="Marlowe")).to_be_visible()


def test_matches_are_found_by_bot_and_day(stage: Any, watch: Any) -> None:
    stage.match(2)
    theirs = stage.match(2, ("Quill", "Pivot"))
    watch.open("/matches/")
    assert watch.page.locator("tbody tr").count() == 2
    watch.page.get_by_label("Bot").fill("qui")
    expect(watch.page.locator("tbody tr")).to_have_count(1)
    expect(watch.page.locator(f"tbody a[href='{theirs.get_absolute_url()}']")).to_be_visible()
    watch.page.wait_for_url("**q=qui**")
    watch.page.get_by_label("Ended until").fill("2001-01-01")
    expect(watch.page.get_by_role("heading", name="No such matches")).to_be_visible()
    watch.page.get_by_role("link", name="Clear the filters").click()
    expect(watch.page.locator("tbody tr")).to_have_count(2)


def test_the_theme_is_remembered(stage: Any, watch: Any) -> None:
    watch.open("/rules/")
    watch.page.get_by_role("button", name="dark").click()
    expect(watch.page.locator("html")).to_have_attribute("data-theme", "dark")
    watch.open("/matches/")
    expect(watch.page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_match_turns_finished_without_a_reload_and_asks_no_more(stage: Any, watch: Any) -> None:
    match_set = stage.set(3)
    match = match_set.matches.get()
    watch.page.goto(watch.site + match.get_absolute_url())
    expect(watch.page.get_by_role("heading", name="Next to be played")).to_be_visible()
    stage.finish(match_set)
    expect(watch.page.get_by_role("button", name="Play")).to_be_visible()
    watch.page.wait_for_load_state("networkidle")
    watch.requests.clear()
    watch.page.wait_for_timeout(2500)
    assert not watch.requests


def test_a_failed_check_ends_the_polling(stage: Any, watch: Any) -> None:
    version = stage.bot("Wobbly", state=Version.State.CHECKING, report={"steps": []})
    watch.page.goto(watch.site + version.get_absolute_url())
    expect(watch.page.get_by_text("Being checked")).to_be_visible()
    Version.objects.filter(pk=version.pk).update(**REJECTED)
    expect(watch.page.get_by_text("Rejected")).to_be_visible()
    watch.page.wait_for_timeout(300)
    watch.requests.clear()
    watch.page.wait_for_timeout(2500)
    assert not watch.requests


def test_without_javascript_every_page_still_says_it(stage: Any, browser: Any, live_server: Any) -> None:
    match = stage.match(4)
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(live_server.url + match.get_absolute_url())
    expect(page.locator("noscript .notice")).to_be_visible()
    page.locator("summary", has_text="Text log").click()
    expect(page.locator(".text-log")).to_contain_text("Round 1.")
    page.goto(f"{live_server.url}/matches/")
    page.get_by_label("Players").select_option("4")
    page.get_by_role("button", name="Filter").click()
    expect(page.get_by_role("link", name="4 players")).to_be_visible()
    context.close()


def test_an_upload_that_is_refused_keeps_what_was_typed(watch: Any, sign_in: Any, stage: Any) -> None:
    stage.bot("Otter", stage.person("Somebody else"))
    stage.person()
    sign_in()
    watch.open("/upload/")
    watch.page.get_by_label("Name of the bot").fill("OTTER")
    watch.page.get_by_text("Or paste the code").click()
    watch.page.get_by_label("Code of bot.py").fill("class Bot: pass")
    watch.page.get_by_role("button", name="Upload and check").click()
    expect(watch.page.get_by_role("alert")).to_contain_text("taken")
    expect(watch.page.get_by_label("Name of the bot")).to_have_value("OTTER")
    expect(watch.page.get_by_label("Code of bot.py")).to_have_value("class Bot: pass")


def test_a_token_is_shown_once(watch: Any, sign_in: Any, stage: Any) -> None:
    stage.person()
    sign_in()
    watch.open("/account/")
    watch.page.get_by_label("Name", exact=True).fill("laptop")
    watch.page.get_by_role("button", name="Make a token").click()
    secret = watch.page.locator(".secret").inner_text()
    assert len(secret) > 30
    watch.open("/account/")
    expect(watch.page.get_by_text(secret)).to_have_count(0)
    watch.page.get_by_role("button", name="Revoke laptop").click()
    expect(watch.page.get_by_text("None yet. A token lets")).to_be_visible()


def test_too_many_sign_ups_are_told_to_wait(watch: Any, stage: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rest_framework.throttling.ScopedRateThrottle.THROTTLE_RATES", {"sign-up": "1/hour"})
    for name in ("first", "second"):
        watch.page.context.clear_cookies()
        watch.open("/sign-up/")
        watch.page.get_by_label("Name").fill(name)
        watch.page.get_by_label("Password").fill("fourteen-cats")
        watch.page.get_by_role("button", name="Sign up").click()
    expect(watch.page.get_by_role("heading", name="A moment, please")).to_be_visible()
    expect(watch.page.get_by_text("minutes and try again")).to_be_visible()


def test_a_report_is_its_owners(watch: Any, stage: Any) -> None:
    watch.open(stage.bot("Wobbly", **REJECTED).get_absolute_url())
    expect(watch.page.get_by_text("Rejected")).to_be_visible()
    expect(watch.page.get_by_text("the bot did not start")).to_have_count(0)
    expect(watch.page.get_by_text("Traceback")).to_have_count(0)


def test_code_is_for_its_owner_alone(watch: Any, sign_in: Any, stage: Any) -> None:
    version = stage.bot("Otter", stage.person("Somebody else"))
    stage.person()
    sign_in()
    answer = watch.open(f"{version.get_absolute_url()}package/")
    assert answer.status == 403
    expect(watch.page.get_by_role("heading", name="Not for you")).to_be_visible()
