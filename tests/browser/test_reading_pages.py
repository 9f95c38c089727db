"""Rules with their quiz, preferences, languages, and the host's page, in a real browser."""

from typing import Any

import pytest
from playwright.sync_api import expect

from ladder.matches import pulse

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_quiz_judges_at_once_and_marks_what_to_read_again(stage: Any, watch: Any) -> None:
    watch.open("/rules/")
    watch.page.locator("#quiz-a-left").check()
    expect(watch.page.get_by_role("status").filter(has_text="0 of 1")).to_be_visible()
    expect(watch.page.locator("#entry-more")).to_contain_text("read again")
    expect(watch.page.locator("#quiz-a-left")).to_be_checked()
    watch.page.locator("#quiz-a-right").check()
    expect(watch.page.locator("#entry-more")).not_to_contain_text("read again")
    assert "a=right" in watch.page.url


def test_the_quiz_is_a_form_without_javascript(stage: Any, browser: Any, live_server: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{live_server.url}/rules/")
    page.locator("#quiz-b-right").check()
    page.get_by_role("button", name="Judge my answers").click()
    expect(page.locator("#entry-group")).to_contain_text("read again")
    context.close()


def test_keys_and_motion_can_be_switched_off_on_the_account_page(stage: Any, watch: Any, sign_in: Any) -> None:
    match = stage.match(3)
    sign_in()
    watch.open("/account/")
    watch.page.get_by_label("Single keys in the viewer").select_option("off")
    watch.page.get_by_label("Motion").select_option("still")
    watch.page.get_by_role("button", name="Save").click()
    expect(watch.page.get_by_label("Motion")).to_have_value("still")
    watch.open(match.get_absolute_url())
    watch.page.keyboard.press("ArrowRight")
    expect(watch.page.get_by_text("Move 0 of")).to_be_visible()
    watch.page.get_by_role("button", name="Help and keys").click()
    watch.page.get_by_label("Keys work on this page").check()
    watch.page.get_by_role("button", name="Close").click()
    watch.open(match.get_absolute_url())
    watch.page.keyboard.press("ArrowRight")
    expect(watch.page.get_by_text("Move 1 of")).to_be_visible()


def test_page_and_viewer_change_their_language(stage: Any, watch: Any) -> None:
    match = stage.match(4)
    watch.open(match.get_absolute_url())
    watch.page.get_by_role("button", name="Deutsch").click()
    expect(watch.page.locator("html")).to_have_attribute("lang", "de")
    expect(watch.page.get_by_role("tab", name="Züge")).to_be_visible()
    watch.page.get_by_role("button", name="Zug vor").click()
    expect(watch.page.locator(".said")).to_contain_text("spielt aus")
    expect(watch.page.get_by_role("button", name="Abspielen")).to_be_visible()
    assert not watch.axe()
    for width in (1280, 390):
        watch.page.set_viewport_size({"width": width, "height": 844})
        assert watch.page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_host_pauses_the_schedule(stage: Any, watch: Any, sign_in: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "workers", lambda: ("matches@here",))
    host = stage.person()
    host.is_staff = True
    host.save()
    stage.match(3)
    stage.set(4)
    sign_in()
    watch.open("/operations/")
    watch.page.get_by_role("button", name="Pause the schedule").click()
    expect(watch.page.get_by_text("The schedule is paused: no new ladder matches are made.")).to_be_visible()
    assert not watch.axe()
