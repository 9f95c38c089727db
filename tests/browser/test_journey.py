"""From the landing page to one's own bot's first match, in a browser, with a real worker and sandbox."""

import time
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.bubblewrap]

spec = spec_from_file_location("arena", Path(__file__).parent.parent / "ladder" / "arena.py")
arenas = module_from_spec(spec)
spec.loader.exec_module(arenas)

TWO_MINUTES = 120


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with arenas.arena(tmp_path_factory.mktemp("arena"), "bubblewrap") as running:
        yield running


def test_sign_up_upload_wait_watch(site: Any, page: Any) -> None:
    began = time.monotonic()
    complaints: list[str] = []
    page.on("console", lambda note: note.type == "error" and complaints.append(note.text))
    page.goto(f"http://127.0.0.1:{site.port}/")
    page.get_by_role("link", name="Upload a bot").click()
    page.get_by_role("link", name="sign up", exact=True).click()
    page.get_by_label("Name").fill("Ada")
    page.get_by_label("Password").fill(arenas.PASSWORD)
    page.get_by_role("button", name="Sign up").click()

    page.get_by_label("Name of the bot").fill("Otter <b>&</b>")
    with page.expect_download() as download:
        page.get_by_role("link", name="Starter bot").click()
    starter = {"name": "bot.py", "mimeType": "text/x-python", "buffer": download.value.path().read_bytes()}
    page.get_by_label("File", exact=True).set_input_files(starter)
    page.get_by_role("button", name="Upload and check").click()
    expect(page.get_by_role("heading", name="Otter <b>&</b> v1")).to_be_visible()
    expect(page.get_by_text("Passed every step")).to_be_visible(timeout=60_000)

    page.get_by_role("link", name="Watch your first match").click(timeout=60_000)
    counter = page.locator(".counter")
    expect(counter).to_contain_text("Move")
    # It opens at the bot's own first show.
    expect(page.locator(".seat.moved")).to_contain_text("Otter <b>&</b>")
    before = counter.inner_text()
    page.keyboard.press("ArrowRight")
    expect(counter).not_to_have_text(before)
    assert time.monotonic() - began < TWO_MINUTES
    assert not complaints


def test_a_broken_bot_gets_its_reason_and_polling_ends(site: Any, page: Any, cast: dict[str, bytes]) -> None:
    page.goto(f"http://127.0.0.1:{site.port}/sign-up/?next=/upload/")
    page.get_by_label("Name").fill("Grace")
    page.get_by_label("Password").fill(arenas.PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    page.get_by_label("Name of the bot").fill("Crasher")
    page.get_by_text("Or paste the code").click()
    page.get_by_label("Code of bot.py").fill(cast["crasher"].decode())
    page.get_by_role("button", name="Upload and check").click()
    expect(page.get_by_text("Rejected")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("region", name="Evidence")).to_contain_text("I fell over")
    expect(page.get_by_text("Nothing plays yet")).to_be_visible()
    page.wait_for_timeout(1200)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.wait_for_timeout(2500)
    assert not requests
