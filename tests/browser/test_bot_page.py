"""A bot's figures: how it plays, against whom, from which seat."""

import html
import re
from collections import Counter
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import expect

import engine
from ladder.matches import promotion
from ladder.matches.models import Comparison, Match
from ladder.ratings.head_to_head import head_to_head, table
from ladder.web.style import study

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("players", [2, 4])
def test_style_counts_what_the_replay_shows(stage: Any, players: int) -> None:
    record = stage.match(players).replay_dict()
    frames = [frame for frame in engine.frames(record) if frame["seat"] == 1]
    style = study([(record, 1)])
    assert style.turns == len(frames)
    assert style.scouts == sum(frame["scouted"] is not None for frame in frames)
    assert style.scouts_turned == sum(frame["scouted"] is not None and frame["scouted"]["turned"] for frame in frames)
    assert style.both == sum(frame["scouted"] is not None and frame["shown"] is not None for frame in frames)
    lengths: Counter[int] = Counter()
    for (_, length), count in style.shows.items():
        lengths[length] += count
    shown = Counter(len(frame["shown"]["cards"].split()) for frame in frames if frame["shown"])
    assert lengths == shown
    assert style.hands_turned == sum(round["turned"][1] for round in record["rounds"])
    assert style.chips == sum(round["chips"][1] for round in record["rounds"])
    assert sum(style.times) == len(frames)


def test_every_show_has_its_kind(stage: Any) -> None:
    record = stage.match(4).replay_dict()
    style = study([(record, seat) for seat in range(4)])
    words = [frame["set"] for frame in engine.frames(record) if frame["shown"]]
    runs = sum(word.startswith("run") for word in words)
    singles = sum(word.isdigit() for word in words)
    assert sum(count for (kind, _), count in style.shows.items() if kind == "run") == runs
    assert sum(count for (kind, _), count in style.shows.items() if kind == "single") == singles
    assert style.matches == 4


def test_a_pair_is_told_by_totals_and_scores(stage: Any, client: Client) -> None:
    for _ in range(12):
        stage.match(3)
    mine, other = stage.bot("Marlowe"), stage.bot("Kestrel")
    margins = []
    for match in Match.objects.with_seats():
        totals = {seat.version_id: seat.total for seat in match.seats.all()}
        margins.append(totals[mine.pk] - totals[other.pk])
    answer = client.get(mine.bot.get_absolute_url())
    (pair,) = [pair for pair in answer.context["pairs"] if pair.against == other]
    assert (pair.matches, pair.sets) == (12, 12)
    assert (pair.won, pair.lost) == (sum(m > 0 for m in margins), sum(m < 0 for m in margins))
    assert pair.margin == pytest.approx(sum(margins) / 12, abs=1e-3)
    assert f"{pair.won}–{pair.lost}" in answer.content.decode()


def test_the_page_the_heat_map_and_the_api_say_the_same(stage: Any, client: Client) -> None:
    for _ in range(6):
        stage.match(4)
    stage.match(2)
    stage.rate()
    mine = stage.bot("Marlowe")
    page = client.get(mine.bot.get_absolute_url()).context["pairs"]
    lines = dict(client.get("/head-to-head/").context["lines"])
    cells = {other.pk: record for other, record in lines[mine] if record}
    api = client.get("/api/v1/head-to-head/", {"bot": mine.bot.public_id}).json()["results"]
    assert len(page) == 3
    for pair, row in zip(page, api, strict=True):
        assert vars(cells[pair.against.pk]).items() <= vars(pair).items()
        assert row["against"]["id"] == pair.against.public_id
        for name in ("sets", "matches", "won", "lost", "margin", "score", "low", "high", "decided", "needed"):
            assert row[name] == getattr(pair, name), name
    fewer = client.get("/head-to-head/", {"players": 2}).context["lines"]
    assert sum(record is not None for _, records in fewer for _, record in records) == 2


@pytest.mark.browser
def test_the_heat_map_names_everybody_and_its_rows_keep_their_names_on_a_phone(stage: Any, watch: Any) -> None:
    names = ("planner-patient of the north", "planner-patient of the south", "W" * 40, "Pivot", "Quill", *"abcdef")
    for at in range(0, len(names), 2):
        stage.match(5, (names * 2)[at : at + 5])
    stage.rate()
    watch.page.set_viewport_size({"width": 390, "height": 844})
    watch.open("/head-to-head/")
    for scope in ("col", "row"):
        heads = watch.page.locator(f".heat-map th[scope={scope}]")
        assert set(heads.all_text_contents()) == set(names)
        assert len(set(heads.locator("a").evaluate_all("heads => heads.map((head) => head.title)"))) == len(names)
    last = watch.page.locator(".heat-map tr").nth(1).locator("td a").last
    last.focus()  # as by the Tab key: it comes into sight, and its row's name stays there
    expect(last).to_be_in_viewport(ratio=1)
    expect(watch.page.locator(".heat-map th[scope=row]").first).to_be_in_viewport(ratio=1)
    second = watch.page.locator(".heat-map tr").nth(1).locator("td a").nth(1)
    assert second.evaluate("""(cell) => {
        cell.closest('.table-scroll').scrollLeft = 80; // below its row's name
        cell.focus();
        const { left, top, width, height } = cell.getBoundingClientRect();
        return [left + 2, left + width - 2].every((x) => cell.contains(document.elementFromPoint(x, top + height / 2)));
    }"""), "nothing covers what is focused"


def test_the_heat_map_says_the_same_from_both_sides(stage: Any) -> None:
    for _ in range(3):
        stage.match(4)
    versions = [stage.bot(name) for name in ("Marlowe", "Kestrel", "Otter", "Pivot")]
    records = table([version.pk for version in versions])
    for a in versions:
        assert (a.pk, a.pk) not in records
        for b in versions:
            if a != b:
                one, back = records[a.pk, b.pk], records[b.pk, a.pk]
                assert one.score + back.score == pytest.approx(1, abs=1e-3)
                assert (one.won, one.margin, one.matches) == (back.lost, -back.margin, 3)


def test_who_does_not_play_is_no_opponent_on_the_page(stage: Any, client: Client) -> None:
    stage.match(3)
    resting = stage.bot("Kestrel").bot
    resting.active = None
    resting.save()
    mine = stage.bot("Marlowe")
    assert len(head_to_head(mine)) == 2
    shown = client.get(mine.bot.get_absolute_url()).context["pairs"]
    assert [pair.against.bot.name for pair in shown] == ["Otter"]


def test_the_page_costs_the_same_after_many_matches(
    stage: Any, client: Client, django_assert_max_num_queries: Any
) -> None:
    for _ in range(15):
        stage.match(3)
        stage.rate()
    for _ in range(2):
        with django_assert_max_num_queries(17):
            answer = client.get(stage.bot("Marlowe").bot.get_absolute_url())
    assert answer.context["seats"][3][0].matches == 15
    assert answer.context["style"].matches == 15
    with django_assert_max_num_queries(3):
        client.get("/head-to-head/")


def test_matches_behind_a_cell_are_those_of_both(stage: Any, client: Client) -> None:
    both = stage.match(2, ("Marlowe", "Kestrel"))
    stage.match(2, ("Marlowe", "Otter"))
    stage.set(2, ("Marlowe", "Kestrel"))
    link = re.search(r'href="(/matches/[^"]*against=[^"]*)"[^>]*against Kestrel', _page(stage, client))
    answer = client.get(html.unescape(link[1]))
    assert [match.pk for match in answer.context["page"].rows] == [both.pk]
    assert "against <bdi>Kestrel</bdi> v1" in answer.content.decode()


def _page(stage: Any, client: Client) -> str:
    return client.get(stage.bot("Marlowe").bot.get_absolute_url()).content.decode()


def test_what_it_printed_is_for_its_owner(stage: Any, client: Client) -> None:
    match = stage.match(2)
    match.seats.update(log="a secret thought")
    path = stage.bot("Marlowe").bot.get_absolute_url()
    assert b"a secret thought" not in client.get(path).content
    client.force_login(stage.person())
    assert b"a secret thought" in client.get(path).content


def test_two_versions_stand_side_by_side(stage: Any, client: Client) -> None:
    path = f"{stage.bot('Marlowe').bot.get_absolute_url()}compare/"
    assert client.get(path).status_code == 404
    newer = stage.second("Marlowe")
    stage.match(2)
    stage.rate()
    answer = client.get(path)
    assert (answer.context["a"].number, answer.context["b"]) == (1, newer)
    assert answer.context["sizes"][0]["b"] is None


def test_an_owner_lets_two_versions_play_the_same_deals(stage: Any, client: Client, monkeypatch: Any) -> None:
    monkeypatch.setattr("ladder.matches.promotion.nudge", lambda *_: None)
    newer = stage.second("Marlowe")
    path = f"{newer.bot.get_absolute_url()}compare/"
    client.force_login(stage.person("Bob"))
    assert client.post(f"{path}begin/", {"a": 1, "b": 2}).status_code == 404
    client.force_login(stage.person())
    client.post(f"{path}begin/", {"a": 1, "b": 2})
    running = client.get(path).context["comparison"]
    assert (running.new, running.state) == (newer, "running")
    client.post(f"{path}begin/", {"stop": running.public_id})
    assert client.get(path).context["comparison"].state == "stopped"


@pytest.mark.browser
def test_a_running_comparison_shows_how_near_its_end_is_until_it_ends(stage: Any, watch: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("ladder.matches.promotion.nudge", lambda *_: None)
    newer = stage.second("Marlowe")
    running = promotion.compare(newer, stage.bot("Marlowe"))
    Comparison.objects.filter(pk=running.pk).update(sets=12, llr=1.5)
    watch.open(f"{newer.bot.get_absolute_url()}compare/")
    near = watch.page.get_by_role("progressbar")
    assert near.evaluate("bar => bar.value / bar.max") == pytest.approx((2.944 + 1.5) / (2 * 2.944), abs=0.001)
    assert not list(watch.everywhere())
    promotion.stop(running, "Its owner stopped it.")
    expect(near).to_have_count(0)
    expect(watch.page.get_by_text("Its owner stopped it.")).to_be_visible()
    assert watch.page.locator("#comparison[hx-get]").count() == 0
