"""The filters of the ranking: its page, its CSV and its JSON show the same rows."""

import csv
import html
import re

import pytest

from ladder.ratings.models import Rating, Snapshot

pytestmark = pytest.mark.django_db


@pytest.fixture
def ranked(house_bots, ada, bob, accepted):
    """Ada's and Bob's bots among the house's, each with its number of matches; one of Ada's has retired."""
    retired = accepted(ada, "Otter", number=1)
    entrants = [accepted(ada, "Otter", number=2), accepted(bob, "Ötzi", number=3)]
    snapshot = Snapshot.objects.create(matches=900)
    for players in (0, 3):
        for place, version in enumerate([*entrants, *house_bots[:3], retired]):
            Rating.objects.create(
                snapshot=snapshot,
                version=version,
                players=players,
                rating=1900 - 100 * place,
                error=20,
                matches=(300, 19, 900, 100, 90, 80)[place],
            )


@pytest.mark.parametrize(
    ("query", "ranks"),
    [
        pytest.param("", [1, None, 2, 3, 4], id="all that play"),
        pytest.param("players=3&least=100", [1, 2, 3], id="enough matches"),
        pytest.param("show=entrants", [1, None], id="entrants keep their ranks"),
        pytest.param("show=reference", [2, 3, 4], id="reference"),
        pytest.param("show=all", [1, None, 2, 3, 4, 5], id="retired too"),
        pytest.param("show=all&q=OTT", [1, 5], id="part of a name"),
        pytest.param("q=bob", [None], id="an author"),
        pytest.param("players=3&show=reference&least=100&q=&season=", [2, 3], id="several, some left empty"),
        pytest.param("players=2", [], id="nobody"),
    ],
)
def test_the_page_and_its_links_show_the_same(client, ranked, query, ranks):
    answer = client.get(f"/?{query}")
    assert [row.rank for row in answer.context["rows"]] == ranks
    links = [html.unescape(link) for link in re.findall(r'href="(/api/v1/rankings[^"]*)"', answer.content.decode())]
    as_csv, as_json = sorted(links, key=lambda link: "format=csv" not in link)
    names = [row.version.bot.name for row in answer.context["rows"]]
    assert [row["bot"] for row in csv.DictReader(client.get(as_csv).content.decode().splitlines())] == names
    assert [row["bot"]["name"] for row in client.get(as_json).json()["results"]] == names
    # And who writes the page's own query behind the address is understood as well.
    assert [row["rank"] for row in client.get(f"/api/v1/rankings/?{query}").json()["results"]] == ranks


@pytest.mark.parametrize(
    "query", ["players=6", "players=three", "show=nobody", "least=-1", "least=many", "season=nonsense", "everybody=1"]
)
def test_a_bad_filter_is_refused_with_a_sentence(client, ranked, query):
    answer = client.get(f"/api/v1/rankings/?{query}")
    error = answer.json()["error"]
    name = query.partition("=")[0]
    assert answer.status_code == 400
    assert set(error["fields"]) == {name}
    assert error["message"]
