"""A bot's figures: how it plays, against whom, from which seat."""

from collections import Counter
from typing import Any

import pytest
from django.test import Client

import engine
from ladder.matches.models import Match
from ladder.web.meetings import matrix, meetings
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


def test_a_meeting_is_the_difference_of_totals(stage: Any) -> None:
    for _ in range(12):
        stage.match(3)
    bot, other = stage.bot("Marlowe").bot, stage.bot("Kestrel").bot
    margins = []
    for match in Match.objects.with_seats():
        totals = {seat.version.bot_id: seat.total for seat in match.seats.all()}
        margins.append(totals[bot.pk] - totals[other.pk])
    found = next(meeting for meeting in meetings(bot) if meeting.opponent == other)
    assert found.count == 12
    assert (found.won, found.lost) == (sum(m > 0 for m in margins), sum(m < 0 for m in margins))
    assert found.margin == pytest.approx(sum(margins) / 12)
    assert found.decided == (abs(found.margin) > found.error)
    back = next(meeting for meeting in meetings(other) if meeting.opponent == bot)
    assert back.margin == pytest.approx(-found.margin)


def test_the_heat_map_says_the_same_from_both_sides(stage: Any) -> None:
    for _ in range(3):
        stage.match(4)
    versions = [stage.bot(name) for name in ("Marlowe", "Kestrel", "Otter", "Pivot")]
    cells = matrix(versions)
    for a in versions:
        assert (a.pk, a.pk) not in cells
        for b in versions:
            if a != b:
                assert cells[a.pk, b.pk].share + cells[b.pk, a.pk].share == pytest.approx(1)
                assert cells[a.pk, b.pk].count == 3


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
    a, b = stage.bot("Marlowe").bot, stage.bot("Kestrel").bot
    answer = client.get("/matches/", {"bot": a.public_id, "against": b.public_id})
    assert [match.pk for match in answer.context["page"].rows] == [both.pk]


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
