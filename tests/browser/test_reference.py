"""The API reference: it finds what one looks for, and its examples work as they stand."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import expect

from ladder.accounts import tokens
from ladder.bots.models import Version

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_search_finds_operations_by_all_its_words(client: Client) -> None:
    def found(text: str) -> list[str]:
        parts = client.get("/api/", {"q": text}).context["parts"]
        return [f"{one.method} {one.path}" for _, operations in parts for one in operations]

    assert found("TOKEN delete") == ["DELETE /api/v1/tokens/{key}/"]
    assert found("replay frames") == ["GET /api/v1/matches/{public_id}/replay/"]
    assert "POST /api/v1/uploads/" in found("if-better")
    assert found("no such thing") == []
    assert len(found("")) > 20


def test_it_finds_while_one_types(watch: Any, stage: Any) -> None:
    watch.open("/api/")
    watch.page.get_by_label("Find").fill("per_page seat")
    watch.page.wait_for_url("**q=per_page**")
    expect(watch.page.get_by_role("heading", name="/api/v1/matches/", exact=False).first).to_be_visible()
    expect(watch.page.get_by_role("heading", name="Uploads", exact=True)).to_have_count(0)
    watch.page.get_by_label("Find").fill("xyzzy")
    watch.page.get_by_role("link", name="Show everything").click()
    expect(watch.page.get_by_role("heading", name="Uploads", exact=True)).to_be_visible()


def test_the_page_says_what_is_sent_and_who_may(client: Client) -> None:
    parts = dict(client.get("/api/").context["parts"])
    (upload,) = parts["uploads"]
    assert {(field.name, field.kind, field.required) for field in upload.body} == {
        ("name", "string", True),
        ("file", "file", True),
        ("activate", "string", False),
    }
    assert (upload.form, upload.free, upload.paged) == (True, False, False)
    listing, one, replay = parts["matches"]
    assert (listing.free, listing.paged, one.paged) == (True, True, False)
    assert {field.name for field in replay.questions} == {"seat", "format", "language"}
    assert [challenge.paged for challenge in parts["challenges"]] == [True, False]


def test_the_example_in_python_runs(stage: Any, live_server: Any, tmp_path: Any, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.setattr("ladder.bots.submit.nudge", lambda *_: _accept())
    for players in (2, 3):
        stage.match(players)
    stage.rate()
    _token, text = tokens.create(stage.person("Grace"), "laptop")
    monkeypatch.setenv("TOKEN", text)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").write_text("class Bot:\n    def act(self, view):\n        return view.legal_actions[0]\n")
    page = Client().get("/api/", SERVER_NAME="localhost", SERVER_PORT=str(live_server.thread.port)).content.decode()
    example = html.unescape(re.search(r'<code id="python">(.*?)</code>', page, re.DOTALL)[1])  # type: ignore[index]
    exec(compile(example.replace("Otter", "Gull"), "example", "exec"), {})  # our own page
    printed = capsys.readouterr().out
    assert re.search(r"Marlowe [\d.]+ ± [\d.]+", printed)
    assert "Round 1, seat" in printed
    assert printed.splitlines()[-1].startswith("accepted")


def _accept() -> None:
    """The check, as if a worker were there."""
    Version.objects.filter(state=Version.State.UPLOADED).update(state=Version.State.ACCEPTED)
