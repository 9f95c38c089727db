"""People, house bots and matches for the stories of the ladder."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from engine import Game, greedy
from ladder.accounts.models import User
from ladder.accounts.signup import sign_up
from ladder.bots.activate import activate
from ladder.bots.models import Version
from ladder.bots.submit import submit
from ladder.management.commands.seed import seed
from ladder.matches import tables
from sandbox import Fault, MatchResult

PASSWORD = "a long enough password"


@pytest.fixture(autouse=True)
def quiet_site(settings):
    """Quick hashes, no real broker, no throttles left over from the story before."""
    cache.clear()
    tables.shell.cache_clear()
    settings.RATE_SECONDS = 0
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def nudges(monkeypatch) -> list[tuple]:
    """What would have been sent to the workers."""
    sent: list[tuple] = []
    monkeypatch.setattr("ladder.nudge.send", lambda task, *args: sent.append((task, *args)))
    return sent


@pytest.fixture
def ada(db) -> User:
    return sign_up("Ada", PASSWORD)


@pytest.fixture
def bob(db) -> User:
    return sign_up("Bob", PASSWORD)


@pytest.fixture
def house_bots(db) -> list[Version]:
    seed()
    return list(Version.objects.select_related("bot").order_by("bot__name"))


def client_of(person: User) -> APIClient:
    client = APIClient()
    client.force_authenticate(person)
    return client


@pytest.fixture
def api() -> APIClient:
    """Somebody who has not signed in."""
    return APIClient()


@pytest.fixture
def ada_api(ada) -> APIClient:
    return client_of(ada)


@pytest.fixture
def bob_api(bob) -> APIClient:
    return client_of(bob)


@pytest.fixture
def accepted(cast) -> Callable[..., Version]:
    """A version that passed its check, without the time a check takes."""

    def enter(owner: User, name: str, bot: str = "patient", number: int = 0) -> Version:
        source = cast[bot] + b"\n# %d\n" % number
        version = submit(owner, name, "bot.py", source)
        Version.objects.filter(pk=version.pk).update(state=Version.State.ACCEPTED)
        version.refresh_from_db()
        activate(version)
        version.bot.refresh_from_db()
        return version

    return enter


@pytest.fixture
def played() -> Callable[..., MatchResult]:
    """The result of a match in which all played greedily, or seat 0 failed."""

    def play(players: int, seed: str = "a deal", fault: Fault | None = None) -> MatchResult:
        game = Game(players, seed)
        while not game.over:
            game.apply(greedy(game.round))
        totals = tuple(game.totals)
        return MatchResult(
            replay=game.replay(),
            totals=totals,
            winners=tuple(game.winners),
            places=tuple(1 + sum(other > total for other in totals) for total in totals),
            faults=(fault, *[None] * (players - 1)),
            think_us=tuple(tuple(range(100, 120)) for _ in totals),
            logs=tuple(f"seat {seat} says hello" for seat in range(players)),
            made={"referee": "test"},
        )

    return play
