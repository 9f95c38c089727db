"""A bot that never played can be deleted by its owner; one that played stays."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from ladder import claims
from ladder.accounts import tokens
from ladder.accounts.models import Scope
from ladder.bots.models import Bot, Package, Version
from ladder.bots.submit import submit
from ladder.matches import check
from ladder.matches.check import check_version, decide
from ladder.matches.models import Comparison, Kind, Match, MatchSet
from ladder.matches.schedule import create_set
from ladder.matches.seatings import SEATINGS
from sandbox import Report, Step, Trial

pytestmark = pytest.mark.django_db


@pytest.fixture
def rejected(ada, cast, house_bots, played) -> Version:
    """A version that failed in its trial match, which is kept."""
    version = submit(ada, "hopeless", "bot.py", cast["crasher"])
    failed = Step("Trial matches", state="failed", message="it fell over")
    report = Report(steps=(failed,), matches=(Trial(2, (0, 1), played(2)),))
    claim = claims.take(Version, version.pk, waiting="uploaded", working="checking", seconds=30)
    assert decide(version, house_bots[:1], claim, report)
    version.refresh_from_db()
    assert (version.state, Match.objects.count()) == ("rejected", 1)
    return version


def address(version: Version) -> str:
    return f"/api/v1/bots/{version.bot.public_id}/"


def test_a_bot_that_only_failed_leaves_nothing_behind(ada_api, rejected, house_bots, bob_api, cast):
    assert ada_api.delete(address(rejected)).status_code == 204
    assert ada_api.get(address(rejected)).status_code == 404
    assert not Version.objects.exclude(bot__reference=True).exists()
    assert not MatchSet.objects.exists()
    assert not Package.objects.filter(pk=rejected.package_id).exists()
    assert Bot.objects.count() == len(house_bots)
    file = SimpleUploadedFile("bot.py", cast["patient"])
    assert bob_api.post("/api/v1/uploads/", {"name": "Hopeless", "file": file}).status_code == 201


def test_a_package_that_another_bot_has_too_stays(ada_api, bob, rejected, cast):
    same = submit(bob, "same", "bot.py", cast["crasher"])
    assert same.package_id == rejected.package_id
    assert ada_api.delete(address(rejected)).status_code == 204
    assert Package.objects.filter(pk=same.package_id).exists()


def test_an_accepted_bot_that_never_played_makes_room_for_another(ada_api, ada, accepted, settings):
    settings.ACTIVE_BOTS = 1
    first = accepted(ada, "first", number=1)
    newer = accepted(ada, "first", number=2)
    Comparison.objects.create(new=newer, old=first, elo0=0, elo1=40, alpha=0.05, beta=0.05)
    assert ada_api.delete(address(first)).status_code == 204
    assert accepted(ada, "second").is_active


@pytest.mark.parametrize("kind", [Kind.LADDER, Kind.CHALLENGE, Kind.COMPARISON])
def test_a_bot_that_has_a_match_stays_and_says_why(ada_api, ada, accepted, house_bots, kind):
    version = accepted(ada, "first")
    create_set([version, house_bots[0]], SEATINGS[2], kind=kind)
    answer = ada_api.delete(address(version))
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "has-played"
    assert "stop playing" in answer.json()["error"]["message"]
    version.bot.refresh_from_db()
    assert version.bot.active == version


def test_a_bot_that_the_host_keeps_out_stays_out(ada_api, rejected):
    Bot.objects.filter(pk=rejected.bot_id).update(barred="it mined coins")
    answer = ada_api.delete(address(rejected))
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "barred")
    assert "it mined coins" in answer.json()["error"]["message"]


def test_nobody_else_deletes_it(bob_api, api, ada, rejected):
    assert bob_api.delete(address(rejected)).status_code == 403
    assert api.delete(address(rejected)).status_code == 401
    _token, text = tokens.create(ada, "reader", Scope.READ)
    assert api.delete(address(rejected), headers={"authorization": f"Token {text}"}).status_code == 403
    assert Bot.objects.filter(pk=rejected.bot_id).exists()


def test_a_check_that_ends_after_it_changes_nothing(ada_api, ada, cast, house_bots, monkeypatch, settings):
    version = submit(ada, "hasty", "bot.py", cast["patient"])

    def slow_check(*args, progress, **kwargs):
        assert ada_api.delete(address(version)).status_code == 204
        progress(Report(steps=(Step("Package", state="passed"),)))

    monkeypatch.setattr(check.sandbox, "check", slow_check)
    monkeypatch.setattr(check.tables, "shell", lambda **_: None)
    check_version(version.pk)
    check_version(version.pk)
    assert not Bot.objects.filter(reference=False).exists()


def test_the_page_asks_first(client, ada, rejected):
    client.force_login(ada)
    page = client.get(rejected.bot.get_absolute_url()).content.decode()
    question = f"{rejected.bot.get_absolute_url()}delete/"
    assert f'href="{question}"' in page
    asked = client.get(question)
    assert "hopeless" in asked.content.decode()
    assert Bot.objects.filter(pk=rejected.bot_id).exists()
    answer = client.post(question, follow=True)
    assert "hopeless" in answer.content.decode()
    assert answer.redirect_chain == [("/account/", 302)]
    assert not Bot.objects.filter(pk=rejected.bot_id).exists()


def test_the_page_offers_it_to_nobody_who_cannot(client, ada, bob, accepted, house_bots, rejected):
    question = f"{rejected.bot.get_absolute_url()}delete/"
    assert client.get(question).status_code == 302
    client.force_login(bob)
    assert question not in client.get(rejected.bot.get_absolute_url()).content.decode()
    assert client.post(question).status_code == 403
    client.force_login(ada)
    version = accepted(ada, "first")
    create_set([version, house_bots[0]], SEATINGS[2])
    question = f"{version.bot.get_absolute_url()}delete/"
    assert question not in client.get(version.bot.get_absolute_url()).content.decode()
    answer = client.post(question, follow=True)
    assert "let it stop playing instead" in answer.content.decode()
    assert Bot.objects.filter(pk=version.bot_id).exists()
