"""Numbers and dates are written as the reader's language has them, and drawings, addresses and data as machines do."""

import re
from typing import Any

import pytest
from django.db.models import F
from django.utils.translation import override
from playwright.sync_api import expect

from ladder.errors import too_large
from ladder.matches.models import Comparison, Match
from ladder.ratings.models import Rating, Snapshot
from ladder.web.templatetags.scout import written

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GERMAN = {"Accept-Language": "de"}
POINT = re.compile(r"\d\.\d")  # where German has a comma
GROUP = re.compile(r"\d\.\d{3}\b")  # where it has a point indeed
# What machines read: markup with its attributes, styles, drawings, and lines of programs.
MACHINES = re.compile(r"<(svg|pre|code|script)\b.*?</\1>|<[^>]*>", re.DOTALL)
DRAWN = re.compile(r'\b(?:d|x|x1|x2|y|cx|cy|width|height|transform)="[^"]*"')


@pytest.fixture
def pages(stage: Any) -> dict[str, str]:
    """A page of each kind that shows numbers, when there are thousands of matches."""
    five, three = stage.match(5), stage.match(3)
    stage.rate()
    stage.match(5)
    stage.rate()
    Snapshot.objects.update(matches=12_345)
    Rating.objects.update(matches=F("matches") * 1234, faults=F("matches") * 100, mean_place=2.25)
    Match.objects.update(finished_at=F("started_at"))
    bot = stage.bot("Marlowe").bot
    test = {"elo0": 0, "elo1": 20, "alpha": 0.05, "beta": 0.05, "sets": 1234, "difference": -0.0125, "llr": -1.25}
    Comparison.objects.create(new=stage.second("Marlowe"), old=stage.bot("Marlowe"), **test)
    return {
        "ranking": "/",
        "bot": bot.get_absolute_url(),
        "bot, by matches": f"{bot.get_absolute_url()}?by=matches",
        "version": stage.bot("Marlowe").get_absolute_url(),
        "compare": f"{bot.get_absolute_url()}compare/",
        "head to head": "/head-to-head/",
        "matches": "/matches/",
        "match": five.get_absolute_url(),
        "seatings": f"{three.get_absolute_url()}seatings/",
        "verify": f"{three.get_absolute_url()}verify/",
        "write a bot": "/write-a-bot/",
    }


def _said(page: str) -> str:
    return MACHINES.sub(" ", page)


def test_a_german_page_has_commas_and_points_where_german_has_them(pages: dict[str, str], client: Any) -> None:
    said = {name: _said(client.get(path, headers=GERMAN).content.decode()) for name, path in pages.items()}
    for name, text in said.items():
        assert not POINT.findall(GROUP.sub(" ", text)), name
    for name, wanted in {
        "ranking": ("12.345 Matches", "2,25", "9,0 ms", "%"),
        "bot": ("1.234", "2,25"),
        "compare": ("1.234 Sätze", "−0,013", "−1,25"),
        "match": ("9,0 ms",),
        "matches": ("0,0 s",),
        "version": ("0,4 s",),
        "write a bot": ("2,0 s", "0,05 s"),
    }.items():
        assert all(text in said[name] for text in wanted), (name, wanted)


def test_an_english_page_has_them_the_other_way_round(pages: dict[str, str], client: Any) -> None:
    page = _said(client.get("/").content.decode())
    assert "12,345 matches" in page
    assert "2.25" in page


def test_drawings_keep_the_point(pages: dict[str, str], client: Any) -> None:
    for name, path in pages.items():
        drawn = DRAWN.findall(client.get(path, headers=GERMAN).content.decode())
        assert not [line for line in drawn if re.search(r"\d,\d", line)], name
        assert name not in ("ranking", "bot", "bot, by matches") or any(re.search(r"\d\.\d", line) for line in drawn)


def test_programs_are_told_numbers_as_programs_read_them(pages: dict[str, str], client: Any) -> None:
    rows = client.get("/api/v1/rankings/", headers=GERMAN).json()["results"]
    assert isinstance(rows[0]["rating"], float)
    table = client.get("/api/v1/rankings/?format=csv", headers=GERMAN).content.decode()
    assert str(rows[0]["rating"]) in table
    assert "2.25" in table


def test_the_viewer_writes_them_too(stage: Any, watch: Any) -> None:
    watch.page.set_extra_http_headers(GERMAN)
    watch.open(stage.match(5).get_absolute_url())
    times = watch.page.locator(".move .time").all_inner_texts()
    assert any("," in time for time in times)
    assert not any("." in time for time in times)
    expect(watch.page.get_by_role("button", name="Tempo 0,5")).to_have_count(1)


@pytest.mark.parametrize(("language", "limit"), [("en", "1,048,576"), ("de", "1.048.576"), ("it", "1.048.576")])
def test_what_is_refused_is_said_so_as_well(settings: Any, rf: Any, language: str, limit: str) -> None:
    settings.PACKAGE_LIMIT = 1 << 20
    with override(language):
        assert limit in too_large(rf.get("/")).content.decode()
        assert written(1048576) == limit


@pytest.mark.parametrize(("language", "day"), [("en", "4 Nov 2026"), ("de", "4. Nov. 2026"), ("it", "4 nov 2026")])
def test_days_are_written_short(stage: Any, client: Any, language: str, day: str) -> None:
    stage.match(2)
    Match.objects.update(finished_at="2026-11-04T12:00:00Z")
    page = client.get(Match.objects.get().get_absolute_url(), headers={"Accept-Language": language})
    assert day in page.content.decode()
