"""Sets are made: at once for newcomers, few at a time, with a deal nobody knows."""

import hashlib
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from ladder.bots.activate import deactivate
from ladder.bots.submit import submit
from ladder.matches import baton
from ladder.matches.models import Match, MatchSet, Season, Seat
from ladder.matches.schedule import Standings, create_set, fill, first_set
from ladder.refused import Refused

pytestmark = pytest.mark.django_db


def over(match_set: MatchSet) -> None:
    """As if its matches had been played just now."""
    now = timezone.now()
    match_set.matches.update(state=Match.State.FINISHED, finished_at=now)
    MatchSet.objects.filter(pk=match_set.pk).update(over_at=now)


@pytest.fixture
def veterans(house_bots) -> Standings:
    """A ranking in which everybody has long played."""
    return Standings(
        at=timezone.now() - timedelta(hours=1),
        matches={(version.pk, n): 100 for version in house_bots for n in (2, 3, 4, 5)},
    )


def test_a_server_keeps_a_short_queue(veterans, settings):
    settings.SET_PAUSE, settings.OPEN_SETS = 0, 4
    assert len(fill(veterans)) == 4
    assert fill(veterans) == []
    over(MatchSet.objects.first())
    assert len(fill(veterans)) == 1


def test_a_laptop_pauses_between_sets(veterans, settings):
    settings.SET_PAUSE = 60
    (first,) = fill(veterans)
    assert fill(veterans) == []
    over(first)
    assert fill(veterans) == []
    Match.objects.update(finished_at=timezone.now() - timedelta(seconds=61))
    assert len(fill(veterans)) == 1


def test_newcomers_do_not_wait_for_the_pause(house_bots, settings):
    settings.SET_PAUSE = 60
    for _ in range(5):
        (made,) = fill(Standings())
        assert made.matches.count() == 1
        over(made)


def test_veterans_play_whole_sets(veterans):
    (made,) = fill(veterans)
    assert made.matches.count() == {2: 2, 3: 6, 4: 4, 5: 5}[made.players]
    for match in made.matches.all():
        assert sorted(match.seats.values_list("entrant", flat=True)) == list(range(made.players))


def test_the_deal_is_committed_to_by_its_hash(veterans, ada_api):
    (made,) = fill(veterans)
    assert len(bytes.fromhex(made.seed)) == 16
    assert hashlib.sha256(made.seed.encode()).hexdigest() == made.seed_hash
    match = made.matches.first()
    shown = ada_api.get(f"/api/v1/matches/{match.public_id}/").json()
    assert (shown["seed"], shown["seed_hash"]) == (None, made.seed_hash)
    assert made.seed not in str(shown)
    over(made)
    assert ada_api.get(f"/api/v1/matches/{match.public_id}/").json()["seed"] == made.seed


def test_an_accepted_version_plays_at_once(house_bots, ada, accepted, nudges, django_capture_on_commit_callbacks):
    version = accepted(ada, "mine")
    with django_capture_on_commit_callbacks(execute=True):
        made = first_set(version)
    assert Seat.objects.filter(match__set=made, version=version).count() == 1
    assert ("play_set", made.pk) in nudges


def test_who_rests_gets_no_new_set(house_bots, ada, accepted):
    version = accepted(ada, "mine")
    (made,) = fill(Standings())
    deactivate(version.bot)
    over(made)
    for seed in range(10):
        for match_set in fill(Standings(), Random(seed)):
            assert not Seat.objects.filter(match__set=match_set, version=version).exists()
            over(match_set)


def test_whoever_makes_the_platform_fail_does_not_stay_first_in_line(veterans, ada, accepted, settings):
    settings.SINGLE_SEATINGS = 3
    version = accepted(ada, "poison")
    for _ in range(3):
        (made,) = fill(veterans)
        assert made.for_version == version
        made.matches.update(state=Match.State.VOID, finished_at=timezone.now() - timedelta(hours=2))
        MatchSet.objects.filter(pk=made.pk).update(over_at=timezone.now())
    seeds = set()
    for seed in range(12):
        (made,) = fill(veterans, Random(seed))
        seeds.add(made.for_version_id)
        over(made)
        Match.objects.update(finished_at=timezone.now() - timedelta(hours=2))
    assert len(seeds) > 1


def test_a_match_nobody_can_play_is_refused_when_it_is_made(house_bots, ada, cast):
    waiting = submit(ada, "mine", "bot.py", cast["patient"])
    with pytest.raises(Refused, match="mine v1 cannot play"):
        create_set([house_bots[0], waiting], [(0, 1)])
    with pytest.raises(Refused, match="two to five"):
        create_set([house_bots[0]], [(0,)])
    assert not MatchSet.objects.exists()


def test_one_scheduler_at_a_time(veterans):
    with baton.hold("schedule", 30) as held:
        assert held
        assert fill(veterans) == []
    assert fill(veterans) != []


def test_a_baton_that_was_dropped_is_free_after_its_time(db):
    with baton.hold("job", -1) as first, baton.hold("job", 30) as second:
        assert first
        assert second
    with baton.hold("job", 30) as third:
        assert third


def test_scheduling_takes_few_queries(veterans, django_assert_max_num_queries):
    Season.objects.current()
    with django_assert_max_num_queries(24):
        fill(veterans)
