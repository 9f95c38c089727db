"""The API: lists, filters, replays, errors of one shape."""

import gzip
import json
import re
from datetime import timedelta
from html import unescape
from urllib.parse import urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from drf_spectacular.generators import SchemaGenerator

from engine import Game, frames
from ladder import claims
from ladder.accounts import tokens
from ladder.accounts.models import Scope, Token
from ladder.bots.models import Bot
from ladder.matches.models import Comparison, Kind, Match, Replay, Season
from ladder.matches.record import declare_void, record
from ladder.matches.schedule import create_set
from ladder.matches.seatings import SEATINGS
from ladder.ratings.models import Rating
from ladder.ratings.recompute import recompute
from sandbox import Fault

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder(house_bots, ada, accepted, played):
    """Ada's bot has played a set of three with the house; a set of four waits."""
    version = accepted(ada, "=mine()")
    done = create_set([version, *house_bots[:2]], SEATINGS[3][:2])
    fault = Fault(kind="crashed", message="it fell over", log="secret", round=0, turn=3)
    for match in done.matches.order_by("number"):
        claim = claims.take(Match, match.pk, waiting="queued", working="playing", seconds=30)
        record(claim, played(3, match.public_id, fault=fault if match.number else None))
    recompute()
    create_set(house_bots[:4], SEATINGS[4])
    return version


@pytest.fixture
def match(ladder) -> str:
    return Match.objects.get(set__players=3, number=0).public_id


def test_the_ranking(api, ladder):
    answer = api.get("/api/v1/rankings/", {"players": 3}).json()
    assert answer["count"] == 3
    row = next(row for row in answer["results"] if row["bot"]["name"] == "=mine()")
    assert (row["matches"], row["faults"], row["settling"], row["rank"]) == (2, 1, True, None)
    assert row["bot"]["owner"]["name"] == "Ada"


def test_the_ranking_as_csv_never_holds_a_formula(api, ladder):
    answer = api.get("/api/v1/rankings/?format=csv")
    assert answer["Content-Type"].startswith("text/csv")
    lines = answer.content.decode().splitlines()
    assert lines[0].startswith("rank,rating,error")
    assert len(lines) == 4
    assert ",'=mine()," in answer.content.decode()


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("", 6),
        ("players=3", 2),
        ("players=2", 0),
        ("state=queued", 4),
        ("kind=ladder", 6),
        ("kind=trial", 0),
        ("fault=any", 1),
        ("fault=crashed", 1),
        ("fault=flooded", 0),
        ("bot={bot}", 2),
        ("version={version}&state=finished", 2),
        ("bot=nobody", 0),
        ("version={version}&against={version}", 2),
        ("version={version}&against=nobody", 0),
        ("q={part}&state=finished", 2),
        ("q=nobody+like+that", 0),
        ("since={today}", 2),
        ("until={today}", 2),
        ("since={tomorrow}", 0),
        ("until={yesterday}", 0),
        ("since=0001-01-01&until=9999-12-31&state=finished", 2),
    ],
)
def test_matches_are_filtered(api, ladder, query, count):
    today = Match.objects.filter(state="finished").latest("finished_at").finished_at.date()
    days = {"yesterday": today - timedelta(1), "today": today, "tomorrow": today + timedelta(1)}
    part = ladder.bot.name[1:4].upper()
    query = query.format(bot=ladder.bot.public_id, version=ladder.public_id, part=part, **days)
    assert api.get(f"/api/v1/matches/?{query}").json()["count"] == count


def test_lists_come_in_pages(api, ladder):
    first = api.get("/api/v1/matches/?per_page=4").json()
    second = api.get(first["next"]).json()
    assert (len(first["results"]), len(second["results"]), second["next"]) == (4, 2, None)
    ids = [row["id"] for row in first["results"] + second["results"]]
    assert len(set(ids)) == 6


@pytest.mark.parametrize(
    ("address", "queries"),
    [
        ("/api/v1/rankings/", 1),
        ("/api/v1/matches/", 3),  # count, matches, seats
        ("/api/v1/bots/", 2),  # count, bots
    ],
)
def test_long_lists_take_as_few_queries_as_short_ones(api, ladder, django_assert_num_queries, address, queries):
    with django_assert_num_queries(queries):
        assert api.get(address).status_code == 200


@pytest.fixture
def enter(house_bots, ada, accepted, settings):
    """A function: Ada enters one more bot and one more version, which is compared and challenges the house."""
    settings.ACTIVE_BOTS = 10
    first = accepted(ada, "mine")

    def enter(number: int) -> Bot:
        accepted(ada, f"another {number}")
        version = accepted(ada, "mine", number=number)
        Comparison.objects.create(new=version, old=first, elo0=0, elo1=40, alpha=0.05, beta=0.05)
        create_set([version, *house_bots[:2]], SEATINGS[3][:1], kind=Kind.CHALLENGE, for_version=version, asked_by=ada)
        Season.objects.create(name=f"Season {number}")
        tokens.create(ada, f"laptop {number}")
        return first.bot

    return enter


@pytest.mark.parametrize(
    "address",
    [
        "bots/?owner={owner}",
        "bots/{bot}/versions/",
        "matches/?kind=challenge",
        "challenges/",
        "comparisons/",
        "seasons/",
        "tokens/",
    ],
)
def test_a_list_asks_as_often_for_five_rows_as_for_one(ada_api, ada, enter, address):
    bot = enter(1)
    address = "/api/v1/" + address.format(owner=ada.public_id, bot=bot.public_id)
    with CaptureQueriesContext(connection) as few:
        short = ada_api.get(address).content
    for number in range(2, 6):
        enter(number)
    with CaptureQueriesContext(connection) as many:
        long = ada_api.get(address).content
    assert len(long) > 2 * len(short)
    assert len(many) == len(few)


def test_a_version_tells_its_owner_the_newest_comparison(ada_api, bob_api, ada, accepted):
    old, new = accepted(ada, "mine", number=1), accepted(ada, "mine", number=2)
    begun = [
        Comparison.objects.create(new=new, old=old, state=state, elo0=0, elo1=40, alpha=0.05, beta=0.05)
        for state in (Comparison.State.STOPPED, Comparison.State.RUNNING)
    ]
    for address in (f"versions/{new.public_id}/", f"bots/{new.bot.public_id}/versions/"):
        answer = ada_api.get(f"/api/v1/{address}").json()
        newest = answer.get("results", [answer])[0]["comparison"]
        assert (newest["id"], newest["old"]["number"]) == (begun[-1].public_id, 1)
        answer = bob_api.get(f"/api/v1/{address}").json()
        assert answer.get("results", [answer])[0]["comparison"] is None


def test_a_match_shows_each_owner_their_own_log_only(ada_api, bob_api, match):
    mine = ada_api.get(f"/api/v1/matches/{match}/").json()["seats"]
    assert [seat["log"] for seat in mine] == ["seat 0 says hello", None, None]
    theirs = bob_api.get(f"/api/v1/matches/{match}/").json()["seats"]
    assert [seat["log"] for seat in theirs] == [None, None, None]


def test_a_fault_is_shown_without_the_log(bob_api, ladder):
    match = Match.objects.get(set__players=3, number=1).public_id
    seat = bob_api.get(f"/api/v1/matches/{match}/").json()["seats"][0]
    assert seat["fault"] == "crashed"
    assert seat["fault_detail"]["turn"] == 3
    assert "secret" not in str(seat)


def test_a_replay_is_the_game(api, match):
    record = api.get(f"/api/v1/matches/{match}/replay/").json()
    game = Game.from_replay(record)
    assert game.over
    assert list(game.totals) == record["totals"]
    shown = api.get(f"/api/v1/matches/{match}/replay/?format=frames").json()
    assert shown["frames"] == frames(record)


def test_a_replay_travels_small_and_may_be_kept(api, match):
    answer = api.get(f"/api/v1/matches/{match}/replay/?format=frames", HTTP_ACCEPT_ENCODING="gzip")
    assert answer["Content-Encoding"] == "gzip"
    assert len(answer.content) < 20_000
    assert "immutable" in answer["Cache-Control"]


def test_a_seats_replay_holds_no_hidden_card(api, match):
    record = api.get(f"/api/v1/matches/{match}/replay/").json()
    shown = api.get(f"/api/v1/matches/{match}/replay/?seat=1").json()
    assert shown["seat"] == 1
    assert shown["frames"] == frames(record, 1)
    start = shown["frames"][0]["hands"]
    assert set(start[0].split()) == set(start[2].split()) == {"??"}
    assert "??" not in start[1]
    assert api.get(f"/api/v1/matches/{match}/replay/?seat=3").status_code == 404


def test_a_record_cannot_be_one_seats(api, match):
    answer = api.get(f"/api/v1/matches/{match}/replay/?seat=1&format=record")
    assert answer.status_code == 400
    assert "every hand" in answer.json()["error"]["message"]


@pytest.mark.parametrize("accept", ["text/csv", "text/plain", "text/html,*/*;q=0.8", "application/xml"])
def test_the_form_is_asked_for_in_the_address(api, match, accept):
    assert api.get("/api/v1/rankings/?format=csv", HTTP_ACCEPT=accept)["Content-Type"].startswith("text/csv")
    assert api.get(f"/api/v1/matches/{match}/replay/?format=text", HTTP_ACCEPT=accept).status_code == 200
    assert api.get("/api/v1/rankings/", HTTP_ACCEPT=accept)["Content-Type"] == "application/json"


def test_the_schema_comes_as_yaml_or_as_json(api, db):
    assert api.get("/api/v1/schema/").content.startswith(b"openapi: ")
    assert api.get("/api/v1/schema/", HTTP_ACCEPT="application/json").json()["openapi"]


def test_a_wrong_word_is_told_the_right_ones(api, db):
    fields = api.get("/api/v1/matches/?state=done").json()["error"]["fields"]
    assert fields == {"state": ["“done” is none of: queued, playing, finished, void."]}
    fields = api.get("/api/v1/seasons/?players=3").json()["error"]["fields"]
    assert fields == {"players": ["Unknown. Known here: page, per_page."]}


def test_the_reference_shows_a_refusal_as_it_is(api, db):
    refusal = api.get("/api/v1/matches/?players=7").json()
    assert json.dumps(refusal, ensure_ascii=False) in unescape(api.get("/api/").content.decode())


def test_a_wrong_method_is_told_the_right_ones_whoever_asks(api, db):
    answer = api.delete("/api/v1/rankings/")
    assert answer.status_code == 405
    assert answer.json()["error"]["message"].endswith("It may be GET, HEAD, OPTIONS.")


def test_a_replay_as_text(api, match):
    answer = api.get(f"/api/v1/matches/{match}/replay/?format=text")
    assert answer["Content-Type"].startswith("text/plain")
    assert "Round 1" in answer.content.decode()
    assert "Round 3" in answer.content.decode()
    assert answer.content.decode().count("the round is over: ") == 3
    assert re.search(r"the round is over: (a hand is empty|nobody beats the set); totals", answer.content.decode())


def test_a_replay_that_is_not_open_yet_says_when(api, ladder):
    waiting = Match.objects.filter(set__players=4).first()
    answer = api.get(f"/api/v1/matches/{waiting.public_id}/replay/")
    assert answer.status_code == 409
    assert "last match of its set" in answer.json()["error"]["message"]


def test_a_lost_replay_is_not_found(api, match):
    Replay.objects.filter(match__public_id=match).delete()
    answer = api.get(f"/api/v1/matches/{match}/replay/")
    assert answer.status_code == 404
    assert "lost" in answer.json()["error"]["message"]


def test_a_void_match_says_why_it_has_no_replay(api, ladder):
    waiting = Match.objects.filter(set__players=4).first()
    declare_void(waiting, "Docker was gone.")
    assert api.get(f"/api/v1/matches/{waiting.public_id}/").json()["reason"] == "Docker was gone."
    answer = api.get(f"/api/v1/matches/{waiting.public_id}/replay/")
    assert answer.status_code == 404
    assert "Docker was gone." in answer.json()["error"]["message"]


def test_a_bot_with_its_ratings(api, ladder):
    bot = api.get(f"/api/v1/bots/{ladder.bot.public_id}").json()
    assert bot["active"]["id"] == ladder.public_id
    assert [row["players"] for row in bot["ratings"]] == [0, 2, 3, 4, 5]
    assert api.get("/api/v1/bots/?name=MINE").json()["count"] == 1
    assert api.get(f"/api/v1/bots/{ladder.bot.public_id}/versions/").json()["count"] == 1


def test_an_owner_lets_a_bot_rest(ada_api, bob_api, ladder):
    address = f"/api/v1/bots/{ladder.bot.public_id}/deactivate/"
    assert bob_api.post(address).status_code == 403
    assert ada_api.post(address).json()["active"] is None
    assert all(row.version != ladder for row in Rating.objects.leaderboard())


@pytest.mark.parametrize(
    ("method", "address", "sent", "status", "code"),
    [
        pytest.param("get", "/api/v1/nothing/", {}, 404, "not-found", id="no such address"),
        pytest.param("get", "/api/v1/bots/nobody/", {}, 404, "not-found", id="no such bot"),
        pytest.param("get", "/api/v1/matches/?page=99", {}, 404, "not-found", id="no such page"),
        pytest.param("get", "/api/v1/matches/?players=7", {}, 400, "invalid", id="bad filter"),
        pytest.param("get", "/api/v1/matches/?player=3", {}, 400, "invalid", id="no such filter"),
        pytest.param("get", "/api/v1/seasons/?players=3", {}, 400, "invalid", id="no filter at all"),
        pytest.param("get", "/api/v1/matches/?page=-1", {}, 400, "invalid", id="bad page"),
        pytest.param("get", "/api/v1/matches/?per_page=1000", {}, 400, "invalid", id="page too long"),
        pytest.param("get", "/api/v1/head-to-head/?bot=nobody", {}, 404, "not-found", id="nobody's duels"),
        pytest.param("get", "/api/v1/rankings/?format=xml", {}, 400, "invalid", id="bad format"),
        pytest.param("delete", "/api/v1/matches/", {}, 405, "method-not-allowed", id="bad method"),
        pytest.param(
            "post", "/api/v1/uploads/", {"data": "{}", "content_type": "application/json"}, 415,
            "unsupported-media-type", id="bad type",
        ),
        pytest.param(
            "post", "/api/v1/sign-up/", {"data": "{bad", "content_type": "application/json"}, 400,
            "bad-request", id="not JSON",
        ),
        pytest.param("post", "/api/v1/sign-up/", {"data": {"name": "x"}}, 400, "invalid", id="no password"),
        pytest.param("post", "/api/v1/uploads/", {"data": {"name": "x"}}, 400, "invalid", id="no file"),
        pytest.param("get", "/api/v1/matches/?bot=%00", {}, 400, "invalid", id="NUL in a filter"),
    ],
)  # fmt: skip
def test_errors_have_one_shape(ada_api, ladder, method, address, sent, status, code):
    answer = getattr(ada_api, method)(address, **sent)
    assert answer.status_code == status
    error = answer.json()["error"]
    assert set(answer.json()) == {"error"}
    assert set(error) == {"code", "message", "fields"}
    assert error["code"] == code
    assert error["message"]


def test_too_many_requests_are_told_to_wait(api, db, settings):
    from rest_framework.throttling import ScopedRateThrottle

    before = ScopedRateThrottle.THROTTLE_RATES
    ScopedRateThrottle.THROTTLE_RATES = {**before, "sign-up": "1/hour"}
    try:
        api.post("/api/v1/sign-up/", {"name": "x", "password": "y"}, format="json")
        answer = api.post("/api/v1/sign-up/", {"name": "x", "password": "y"}, format="json")
    finally:
        ScopedRateThrottle.THROTTLE_RATES = before
    assert answer.status_code == 429
    error = answer.json()["error"]
    assert f"Wait {error['wait']} seconds" in error["message"]
    assert 3500 < int(answer["Retry-After"]) == error["wait"] <= 3600


def test_one_challenge_too_many_says_when_there_is_room(ada_api, house_bots, settings):
    settings.CHALLENGES_PER_HOUR = 1
    ask = {"versions": [version.public_id for version in house_bots[:2]]}
    assert ada_api.post("/api/v1/challenges/", ask, format="json").status_code == 201
    answer = ada_api.post("/api/v1/challenges/", ask, format="json")
    assert answer.status_code == 429
    assert 3500 < int(answer["Retry-After"]) == answer.json()["error"]["wait"] <= 3600


@pytest.mark.parametrize("more", [1, 2 << 20], ids=["a little more", "far more"])
def test_what_is_too_large_is_told_the_limit(ada_api, settings, more):
    file = SimpleUploadedFile("bot.py", b"#" * (settings.PACKAGE_LIMIT + more))
    answer = ada_api.post("/api/v1/uploads/", {"name": "Otter", "file": file})
    assert answer.status_code == 413
    assert answer.json()["error"]["limit"] == settings.PACKAGE_LIMIT
    assert answer.json()["error"]["code"] == "too-large"


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("sign-up", {"name": "Grace", "password": "x" * 20, "pasword": "y"}),
        ("tokens", {"name": "Ada", "password": "x", "expires": "never"}),
        ("challenges", {"bots": ["a", "b"], "hole": True}),
        ("comparisons", {"new": "a", "old": "b", "promot": True}),
    ],
)
def test_a_misspelt_wish_is_not_ignored(ada_api, address, sent):
    answer = ada_api.post(f"/api/v1/{address}/", sent, format="json")
    assert answer.status_code == 400
    misspelt = list(sent)[-1]
    assert list(answer.json()["error"]["fields"]) == [misspelt]
    assert answer.json()["error"]["message"].startswith(f"{misspelt}: Unknown. Known here: ")


def test_a_misspelt_upload_is_not_ignored(ada_api, cast):
    sent = {"name": "first", "activte": "later", "file": SimpleUploadedFile("bot.py", cast["patient"])}
    answer = ada_api.post("/api/v1/uploads/", sent)
    assert answer.status_code == 400
    assert "Known here: file, activate, name." in answer.json()["error"]["message"]
    assert not Bot.objects.exists()


@pytest.mark.parametrize("field", ["new", "old"])
def test_a_version_that_is_not_there_is_the_fields_fault(ada_api, ladder, field):
    sent = {"new": ladder.public_id, "old": ladder.public_id} | {field: "nobody"}
    answer = ada_api.post("/api/v1/comparisons/", sent, format="json")
    assert answer.status_code == 400
    assert answer.json()["error"]["fields"] == {field: ["No version has this id."]}


def test_a_token_that_may_only_read_forgets_no_token(api, ada):
    kept, _text = tokens.create(ada, "keep me")
    _reader, text = tokens.create(ada, "reader", Scope.READ)
    reader = {"authorization": f"Token {text}"}
    assert len(api.get("/api/v1/tokens/", headers=reader).json()) == 2
    assert api.delete(f"/api/v1/tokens/{kept.token_key}/", headers=reader).status_code == 403
    assert Token.objects.filter(pk=kept.pk).exists()


@pytest.mark.parametrize("address", ["rankings/", "matches/?per_page=200", "bots/{bot}/", "rankings/?format=csv"])
def test_who_asks_again_is_told_that_nothing_changed(api, ladder, address):
    address = "/api/v1/" + address.format(bot=ladder.bot.public_id)
    first = api.get(address, headers={"accept-encoding": "gzip"})
    assert first.status_code == 200
    again = api.get(address, headers={"accept-encoding": "gzip", "if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    ladder.bot.name = "another name"
    ladder.bot.save()
    changed = api.get(address, headers={"if-none-match": first["ETag"]})
    assert changed.status_code == 200
    assert "another name" in changed.content.decode()


def test_a_long_list_travels_small(api, ladder):
    address = "/api/v1/matches/?per_page=200"
    small, whole = api.get(address, headers={"accept-encoding": "gzip"}), api.get(address)
    assert json.loads(gzip.decompress(small.content)) == whole.json()
    assert len(small.content) < len(whole.content) / 3


def test_what_cannot_be_read_is_told_what_can(ada_api):
    answer = ada_api.post("/api/v1/uploads/", "{}", content_type="application/json")
    assert "Send multipart/form-data." in answer.json()["error"]["message"]


@pytest.mark.parametrize("bad", ["Token nonsense", "Token é", "Token", "Bearer a b", "Token " + "0" * 64])
def test_a_bad_token_is_told_so(api, db, bad):
    api.credentials(HTTP_AUTHORIZATION=bad)
    answer = api.get("/api/v1/rankings/")
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "not-signed-in"


@pytest.mark.parametrize("scheme", ["Token", "token", "Bearer"])
def test_a_token_is_known_under_both_names(api, ada, scheme):
    _token, text = tokens.create(ada, "laptop")
    api.credentials(HTTP_AUTHORIZATION=f"{scheme} {text}")
    assert [token["name"] for token in api.get("/api/v1/tokens/").json()] == ["laptop"]


def test_the_beginning_lists_what_there_is(api, db):
    found = api.get("/api/v1/").json()
    listed = {urlsplit(resource["url"]).path for resource in found["resources"]}
    schema = SchemaGenerator().get_schema(request=None, public=True)
    assert listed == {path for path in schema["paths"] if "{" not in path} - {"/api/v1/"}
    for resource in found["resources"]:
        path = urlsplit(resource["url"]).path
        assert resource["methods"] == [method.upper() for method in schema["paths"][path]]
        assert resource["about"]
    assert api.get(found["schema"]).status_code == api.get(found["reference"]).status_code == 200


def test_every_operation_says_what_it_does_and_how_it_refuses(db):
    schema = SchemaGenerator().get_schema(request=None, public=True)
    for methods in schema["paths"].values():
        for operation in methods.values():
            assert operation["summary"]
            assert operation["responses"]["default"]["content"]["application/json"]["schema"]["$ref"].endswith(
                "ErrorOut"
            )
            assert all(parameter["description"] for parameter in operation.get("parameters", []))
    free = schema["paths"]["/api/v1/rankings/"]["get"]["security"]
    own = schema["paths"]["/api/v1/tokens/"]["get"]["security"]
    assert {} in free
    assert {} not in own


def test_the_schema_names_every_resource(api, db):
    schema = SchemaGenerator().get_schema(request=None, public=True)
    assert {"/api/v1/rankings/", "/api/v1/uploads/", "/api/v1/matches/{public_id}/replay/"} <= set(schema["paths"])
    assert api.get(reverse("api:schema")).status_code == 200
