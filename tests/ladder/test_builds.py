"""A ladder is played with one build of the engine; a worker with another one stands aside and says so."""

import logging

import pytest

from ladder.management.commands.seed import seed
from ladder.matches import builds, play
from ladder.matches.models import EngineBuild, Match
from ladder.matches.schedule import create_set
from ladder.matches.seatings import SEATINGS

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder_set(house_bots):
    return create_set(house_bots[:2], SEATINGS[2])


@pytest.fixture
def new_ladder():
    EngineBuild.objects.all().delete()


def test_the_first_worker_says_which_engine_it_is(new_ladder):
    assert builds.welcome()
    assert EngineBuild.objects.get(expected=True).build == builds.BUILD
    assert builds.welcome()


def test_a_worker_with_another_engine_leaves_ladder_matches_alone_and_says_why(ladder_set, caplog):
    builds.expect("another-compiled")
    with caplog.at_level(logging.WARNING):
        assert play.play_set(ladder_set.pk) == 0
    assert ladder_set.matches.filter(state=Match.State.QUEUED, attempts=0).count() == ladder_set.matches.count()
    assert f"the engine here is {builds.BUILD}, the ladder's is another-compiled" in caplog.text
    left = EngineBuild.objects.get(build=builds.BUILD)
    assert (left.expected, bool(left.worker)) == (False, True)


def test_after_an_update_the_engine_of_the_site_is_the_ladder_s(ladder_set):
    builds.expect("the-old-one")
    seed()
    assert EngineBuild.objects.get(expected=True).build == builds.BUILD
    assert play.play_set(ladder_set.pk) > 0
