"""What a match page leads to: the proof, the seatings side by side, the viewer in somebody else's page."""

import re
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import expect

from ladder.matches import replays
from ladder.matches.models import Match, MatchSet
from ladder.matches.seatings import SEATINGS

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_honest_match_is_proven(stage: Any, client: Client) -> None:
    answer = client.get(f"{stage.match(3).get_absolute_url()}verify/")
    assert answer.context["holds"]
    assert len(answer.context["findings"]) == 4


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        pytest.param("hash", 0, id="another seed was promised"),
        pytest.param("seed", 1, id="another seed was dealt"),
        pytest.param("scores", 2, id="a score was changed"),
        pytest.param("totals", 3, id="the ladder counted something else"),
    ],
)
def test_a_lie_is_found(stage: Any, client: Client, wrong: str, named: int) -> None:
    match = stage.match(3)
    record = match.replay_dict()
    if wrong == "hash":
        MatchSet.objects.filter(pk=match.set_id).update(seed_hash="0" * 64)
    elif wrong == "seed":
        record["seed"] = "a better one"
    elif wrong == "scores":
        record["rounds"][1]["scores"][0] += 1
    else:
        match.seats.filter(index=0).update(total=99)
    match.replay.data = replays.pack(record)
    match.replay.save()
    findings = client.get(f"{match.get_absolute_url()}verify/").context["findings"]
    assert findings[named].wrong


def test_nothing_is_proven_before_the_set_is_over(stage: Any, client: Client) -> None:
    match = stage.set(3).matches.get()
    assert client.get(f"{match.get_absolute_url()}verify/").status_code == 404
    assert client.get(f"{match.get_absolute_url()}seatings/").status_code == 404


def test_seatings_compare_the_same_hand(stage: Any, client: Client, django_assert_num_queries: Any) -> None:
    match = stage.finish(stage.set(4, seatings=SEATINGS[4]))
    with django_assert_num_queries(3):
        answer = client.get(f"{match.get_absolute_url()}seatings/")
    record = match.replay_dict()
    for number, hands in enumerate(answer.context["rounds"]):
        for hand in hands:
            assert " ".join(hand.cards) == record["rounds"][number]["hands"][hand.index]
            # In a Latin square everybody holds every hand once.
            assert len({held.seat.version_id for held in hand.held}) == 4
            assert hand.held[0].score == record["rounds"][number]["scores"][hand.index]
            best = max(held.score for held in hand.held)
            assert all(held.score == best for held in hand.held if held.best)


def test_a_match_shows_the_ratings_around_it(stage: Any, client: Client) -> None:
    stage.match(3)
    stage.rate()
    match = stage.match(3)
    before = client.get(match.get_absolute_url()).context["around"]
    assert all(rating.before is not None and rating.after is None for rating in before.values())
    stage.rate()
    after = client.get(match.get_absolute_url()).context["around"]
    assert all(rating.change is not None for rating in after.values())


@pytest.mark.browser
def test_a_match_can_be_embedded_and_nothing_else_can(stage: Any, watch: Any) -> None:
    match = stage.match(4)
    watch.open(f"/embed/match/{match.public_id}/")
    expect(watch.page.get_by_role("button", name="Play")).to_be_visible()
    expect(watch.page.get_by_role("navigation")).to_have_count(0)
    # Somebody else's page frames both.
    outside = "".join(
        f'<iframe name="{name}" src="{watch.site}{path}"></iframe>'
        for name, path in (("open", f"/embed/match/{match.public_id}/"), ("closed", match.get_absolute_url()))
    )
    watch.page.route("http://elsewhere.example/", lambda route: route.fulfill(body=outside, content_type="text/html"))
    watch.page.goto("http://elsewhere.example/")
    framed = watch.page.frame(name="open")
    expect(framed.get_by_role("button", name="Play")).to_be_attached()
    expect(watch.page.frame_locator("[name=closed]").get_by_role("heading", name=re.compile("Match"))).to_have_count(0)
    assert any("frame-ancestors" in note for note in watch.complaints)
    watch.complaints.clear()
    watch.requests.clear()  # the other page was asked too


@pytest.mark.browser
def test_where_nothing_can_be_copied_nothing_says_so(stage: Any, watch: Any) -> None:
    watch.page.add_init_script("Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })")
    watch.open(stage.match(2).get_absolute_url())
    expect(watch.page.get_by_role("button", name="Play")).to_be_visible()
    expect(watch.page.get_by_role("button", name="Embed")).to_be_hidden()
    expect(watch.page.get_by_role("button", name="Copy link")).to_be_hidden()
    watch.page.keyboard.press("c")
    watch.page.wait_for_timeout(200)
    expect(watch.page.get_by_text("copied")).to_have_count(0)


def test_the_embed_code_is_copied(stage: Any, watch: Any) -> None:
    match: Match = stage.match(2)
    watch.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    watch.open(match.get_absolute_url())
    watch.page.get_by_role("button", name="Embed").click()
    expect(watch.page.get_by_role("button", name="Copied")).to_be_visible()
    code = watch.page.evaluate("navigator.clipboard.readText()")
    assert f'src="{watch.site}/embed/match/{match.public_id}/"' in code
