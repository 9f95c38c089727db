"""Pick bots and see them play."""

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import expect

from ladder.matches.models import Kind, MatchSet

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_challenge_is_a_match_of_those_that_were_picked(stage: Any, client: Client) -> None:
    client.force_login(stage.person())
    others = [stage.bot(name, stage.person("Bob")) for name in ("Kestrel", "Pivot", "Quill")]
    answer = client.post("/challenge/", {f"seat-{n}": version.public_id for n, version in enumerate(others)})
    made = MatchSet.objects.get()
    assert made.kind == Kind.CHALLENGE
    assert answer.url == made.matches.get().get_absolute_url()
    assert [seat.version for seat in made.matches.get().seats.order_by("index")] == others


def test_one_alone_cannot_play(stage: Any, client: Client) -> None:
    client.force_login(stage.person())
    answer = client.post("/challenge/", {"seat-0": stage.bot("Otter").public_id})
    assert answer.status_code == 422
    assert "two to five players" in answer.content.decode()
    assert not MatchSet.objects.exists()


def test_retired_versions_of_others_are_not_offered(stage: Any, client: Client) -> None:
    client.force_login(stage.person())
    mine, theirs = stage.second("Otter"), stage.bot("Kestrel", stage.person("Bob"))
    retired = stage.second("Kestrel")
    offered = client.get("/challenge/").context["versions"]
    assert mine in offered
    assert theirs in offered
    assert retired not in offered


@pytest.mark.browser
def test_from_a_bots_page_to_its_match_by_keyboard(stage: Any, watch: Any, sign_in: Any) -> None:
    stage.bot("Otter")
    theirs = stage.bot("Kestrel", stage.person("Bob"))
    sign_in()
    watch.open(theirs.bot.get_absolute_url())
    page = watch.page
    page.get_by_role("link", name="Challenge it").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Seat 0")).to_contain_text("Otter v1")
    page.get_by_role("button", name="Let them play").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Next to be played")).to_be_visible()
    stage.finish(MatchSet.objects.get())
    expect(page.get_by_role("button", name="Play")).to_be_visible()
