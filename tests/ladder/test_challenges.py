"""Challenges: unrated matches on demand, so many an hour."""

import json
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from ladder import claims
from ladder.bots.models import Package
from ladder.matches.models import Duel, Kind, Match, MatchSet
from ladder.matches.play import play_set
from ladder.matches.record import record
from ladder.matches.schedule import Standings, fill
from ladder.ratings.recompute import recompute

pytestmark = pytest.mark.django_db


def ask(client, **wish):
    return client.post("/api/v1/challenges/", json.dumps(wish), content_type="application/json")


def test_anybody_may_see_active_bots_play(house_bots, ada_api, played):
    bots = [version.bot.public_id for version in house_bots[:3]]
    answer = ask(ada_api, bots=bots)
    assert answer.status_code == 201, answer.json()
    (match,) = answer.json()
    assert match["kind"] == "challenge"
    assert [seat["bot"]["id"] for seat in match["seats"]] == bots
    assert [row["id"] for row in ada_api.get("/api/v1/challenges/").json()["results"]] == [match["id"]]
    claim = claims.take(Match, Match.objects.get().pk, waiting="queued", working="playing", seconds=30)
    assert record(claim, played(3))
    assert not Duel.objects.exists()
    assert recompute() is None


def test_a_whole_set_has_all_seatings(house_bots, ada_api):
    answer = ask(ada_api, bots=[version.bot.public_id for version in house_bots[:3]], whole=True)
    assert len(answer.json()) == 6


def test_of_ones_own_bots_any_accepted_version_of_others_the_active_one(house_bots, ada, bob_api, ada_api, accepted):
    old, new = accepted(ada, "mine", number=1), accepted(ada, "mine", number=2)
    assert ask(ada_api, versions=[old.public_id, new.public_id]).status_code == 201
    refused = ask(bob_api, versions=[old.public_id, new.public_id])
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "unplayable")


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        pytest.param({}, "bad-line-up", id="nobody"),
        pytest.param({"bots": ["b", "c"]}, "unplayable", id="unknown"),
        pytest.param({"bots": ["house"]}, "bad-line-up", id="one alone"),
        pytest.param({"bots": ["house"] * 6}, "bad-line-up", id="six"),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(house_bots, ada_api, wish, code):
    names = [house_bots[0].bot.public_id if bot == "house" else bot for bot in wish.get("bots", [])]
    answer = ask(ada_api, **({"bots": names} if names else {}))
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)
    assert not MatchSet.objects.exists()


def test_only_people_and_so_many_an_hour(house_bots, api, ada_api, bob_api, settings):
    settings.CHALLENGES_PER_HOUR = 2
    bots = [version.bot.public_id for version in house_bots[:2]]
    assert ask(api, bots=bots).status_code in (401, 403)
    assert [ask(ada_api, bots=bots).status_code for _ in range(3)] == [201, 201, 429]
    assert ask(bob_api, bots=bots).status_code == 201
    MatchSet.objects.update(created_at=timezone.now() - timedelta(minutes=61))
    assert ask(ada_api, bots=bots).status_code == 201


def test_a_host_may_want_no_challenges(house_bots, ada_api, settings):
    settings.CHALLENGES_PER_HOUR = 0
    assert ask(ada_api, bots=[version.bot.public_id for version in house_bots[:2]]).status_code == 429


def test_an_unplayable_challenge_or_version_blocks_nobody(house_bots, ada, accepted, ada_api, settings):
    settings.SANDBOX, settings.SET_PAUSE, settings.OPEN_SETS = "process", 0, 2
    broken = accepted(ada, "broken")
    Package.objects.filter(pk=broken.package_id).update(data=b"no zip")
    ask(ada_api, bots=[broken.bot.public_id, house_bots[0].bot.public_id])
    hopeless = MatchSet.objects.get(kind=Kind.CHALLENGE)
    for _ in range(5):
        play_set(hopeless.pk)
    hopeless.refresh_from_db()
    assert hopeless.over
    assert hopeless.matches.get().state == Match.State.VOID
    # On the ladder it costs its opponents a set now and then, and never all of them.
    finished, rng = 0, Random(3)
    for _ in range(30):
        for made in fill(Standings(at=timezone.now() - timedelta(days=1)), rng):
            for _ in range(settings.ATTEMPTS * made.matches.count()):
                finished += play_set(made.pk)
            made.refresh_from_db()
            assert made.over
    assert finished > 10
