"""Try it: the API asked from the browser, within the strict policy and without another host."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from ladder.accounts import tokens
from ladder.bots.models import Bot

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def policed(watch: Any) -> Any:
    """A watched page that also keeps what the policy refused without a word in the console."""
    watch.page.add_init_script(
        "window.refused = []; document.addEventListener('securitypolicyviolation',"
        " (event) => window.refused.push(`${event.violatedDirective} ${event.blockedURI}`))"
    )
    yield watch
    assert watch.page.evaluate("window.refused") == []


def _operation(watch: Any, method: str, path: str) -> Locator:
    block = watch.page.locator(".opblock", has=watch.page.locator(f'[data-path="{path}"]')).and_(
        watch.page.locator(f".opblock-{method.lower()}")
    )
    block.locator(".opblock-summary-control").click()
    expect(block.get_by_role("button", name="Execute")).to_be_visible()
    return block


def _execute(block: Locator) -> Locator:
    block.get_by_role("button", name="Execute").click()
    answer = block.locator(".live-responses-table .response")
    expect(answer).to_be_visible()
    return answer


def test_the_ranking_answers_a_visitor(stage: Any, policed: Any) -> None:
    stage.match(3)
    stage.rate()
    policed.open("/api/")
    policed.page.get_by_role("link", name="Try it").click()
    answer = _execute(_operation(policed, "GET", "/api/v1/rankings/"))
    expect(answer).to_contain_text("200")
    expect(answer).to_contain_text("Marlowe")
    assert any(url.endswith("/swagger-ui-bundle.js") for url in policed.requests)


def test_who_signed_in_acts_in_their_name(stage: Any, policed: Any, sign_in: Any) -> None:
    bot = stage.bot("Otter").bot
    sign_in()
    policed.open("/api/try-it/")
    block = _operation(policed, "POST", "/api/v1/bots/{public_id}/deactivate/")
    block.get_by_placeholder("public_id").fill(bot.public_id)
    expect(_execute(block)).to_contain_text('"active": null')
    assert Bot.objects.get(pk=bot.pk).active is None


def test_a_token_does_as_well(stage: Any, policed: Any) -> None:
    _token, text = tokens.create(stage.person(), "laptop")
    policed.open("/api/try-it/")
    policed.page.get_by_role("button", name="Authorize").click()
    policed.page.locator(".auth-container").get_by_role("textbox").fill(text)
    policed.page.get_by_role("button", name="Apply credentials").click()
    policed.page.get_by_role("button", name="Close").click()
    expect(_execute(_operation(policed, "GET", "/api/v1/tokens/"))).to_contain_text('"name": "laptop"')


def test_nothing_scrolls_sideways_on_a_phone(stage: Any, policed: Any) -> None:
    policed.page.set_viewport_size({"width": 390, "height": 844})
    policed.open("/api/try-it/")
    _execute(_operation(policed, "GET", "/api/v1/rankings/"))
    assert policed.page.evaluate("document.documentElement.scrollWidth") <= 390
