"""Whatever is killed, and however often: every result once, no loss that was not played, the same ratings."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import psycopg
import pytest

spec = spec_from_file_location("arena", Path(__file__).with_name("arena.py"))
arenas = module_from_spec(spec)
spec.loader.exec_module(arenas)

pytestmark = pytest.mark.bubblewrap

# So many sets of 2, 3, 4 and 5 players (of 2, 6, 4 and 5 matches), and so many kills.
SHORT = {"sets": {2: 3, 3: 1, 4: 1, 5: 1}, "kills": 4}
LONG = {"sets": {2: 10, 3: 10, 4: 10, 5: 6}, "kills": 12}
MATCHES = {2: 2, 3: 6, 4: 4, 5: 5}
DUELS = {2: 1, 3: 3, 4: 6, 5: 10}
VICTIMS = ("worker", "child", "broker", "control")
SLEEP = 0.008  # seconds a decision: a match shall last long enough to be interrupted
# Nothing is scheduled, and no clock runs out because the machine is busy.
QUIET = {"OPEN_SETS": "0", "SET_PAUSE": "0", "CLOCK_START": "60", "CLOCK_BANK": "60", "RATE_SECONDS": "5"}

# Five bots that always decide the same, and sets whose deals are the same in every run.
PREPARE = '''
import json, sys
from ladder.bots.house import welcome
from ladder.bots.models import Version
from ladder.matches.models import MatchSet
from ladder.matches.schedule import create_set
from ladder.matches.seatings import SEATINGS
from sandbox import open_package
sets, sleep = json.loads(sys.argv[-2]), float(sys.argv[-1])
BOT = """
import time
class Bot:
    def act(self, view):
        time.sleep({sleep})
        legal = view.legal_actions
        return legal[(len(view.hand) * {k} + len(view.active)) % len(legal)]
"""
for k in range(5):
    package = open_package(BOT.format(sleep=sleep, k=k).encode(), "bot.py")
    welcome(f"bot {k}", package.data, package.sha256, anchor=k == 0)
bots = list(Version.objects.select_related("bot").order_by("bot__name"))
number = 0
for players, many in sets.items():
    for _ in range(many):
        number += 1
        line_up = [bots[(number + i) % 5] for i in range(int(players))]
        made = create_set(line_up, SEATINGS[int(players)])
        MatchSet.objects.filter(pk=made.pk).update(seed=f"deal {number}", nudged_at=None)
'''
# One worker whom nobody disturbs.
PLAY = """
from ladder.matches.models import MatchSet
from ladder.matches.play import play_set
for pk in MatchSet.objects.order_by("pk").values_list("pk", flat=True):
    play_set(pk)
"""
TELL = """
import json
from ladder.matches.models import Seat
from ladder.ratings.models import Rating
from ladder.ratings.recompute import recompute
recompute(anyway=True)
ratings = Rating.objects.newest().filter(version__bot__name__startswith="bot ")
ratings = ratings.order_by("players", "version__bot__name")
seats = Seat.objects.order_by("match__set__seed", "match__number", "index")
print(json.dumps({
    "ratings": list(ratings.values_list("players", "version__bot__name", "rating", "error", "matches", "wins")),
    "totals": list(seats.values_list("match__set__seed", "match__number", "index", "version__bot__name", "total")),
}))
"""


@dataclass
class Site:
    """A data folder or database of its own, and scripts that run in it."""

    env: dict[str, str]

    def run(self, *command: str) -> str:
        ended = subprocess.run(
            [sys.executable, *command], env=os.environ | self.env, capture_output=True, text=True, check=False
        )
        assert ended.returncode == 0, ended.stderr[-3000:]
        return ended.stdout

    def script(self, text: str, *arguments: str) -> str:
        setup = "import django, celery\ndjango.setup()\nfrom ladder import nudge\nnudge.send = lambda *_: None\n"
        return self.run("-W", "ignore", "-c", setup + text, *arguments)

    def prepare(self, sets: dict[int, int], sleep: float) -> "Site":
        self.run("manage.py", "migrate", "--verbosity", "0")
        self.script(PREPARE, json.dumps(sets), str(sleep))
        return self

    def tell(self) -> dict[str, Any]:
        return json.loads(self.script(TELL).splitlines()[-1])


def site(folder: Path, **env: str) -> Site:
    folder.mkdir()
    given = {"SCOUT_DATA": str(folder), "SANDBOX": "bubblewrap", "DJANGO_SETTINGS_MODULE": "ladder.settings"}
    return Site(arenas.QUICK | QUIET | given | env)


@pytest.fixture
def database() -> Iterator[str]:
    """A database of its own on the PostgreSQL server, gone afterwards."""
    address, name = os.environ["TEST_POSTGRES_URL"], f"kills_{uuid4().hex[:12]}"
    with psycopg.connect(address, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
    yield address.rpartition("/")[0] + f"/{name}"
    with psycopg.connect(address, autocommit=True) as server:
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def kill(arena: Any, victim: str) -> None:
    """End one process of that kind, without a chance to say goodbye."""
    if victim == "broker":
        pid = arena.child("valkey-server")
    elif victim == "control":
        pid = arena.child("--queues control")
    else:
        pid = arena.child("--queues matches")
    if victim == "child":
        lines = arena.children()
        pid = min(pid for pid in arenas.descendants(pid) if "bwrap" not in lines.get(pid, "bwrap"))
    os.kill(pid, signal.SIGKILL)


def disturb(arena: Any, kills: int, rng: Random) -> list[str]:
    """Kill this and that at random moments in which a match is played; what was killed."""

    def count(state: str) -> int:
        return int(arena.rows("SELECT count(*) FROM matches_match WHERE state = ?", state)[0][0])

    done: list[str] = []
    plan = [*VICTIMS, *rng.choices(VICTIMS, k=kills)][:kills]
    rng.shuffle(plan)
    while plan and count("queued"):
        # A match that is struck three times is void, by design: so two go by in between.
        least = count("finished") + (2 if done else 0)
        arena.until(lambda least=least: count("finished") >= least or not count("queued"), 90, "two more are over")
        arena.until(lambda: count("playing") or not count("queued"), 60, "somebody plays")
        time.sleep(rng.random())
        try:
            kill(arena, plan[-1])
        except (StopIteration, ValueError, ProcessLookupError):
            continue  # it is being started at this moment
        done.append(plan.pop())
    return done


def story(tmp_path: Path, sets: dict[int, int], kills: int, seed: int, **env: str) -> None:
    expected = sum(MATCHES[n] * many for n, many in sets.items())
    quiet = site(tmp_path / "quiet").prepare(sets, 0)
    quiet.script(PLAY)
    known = quiet.tell()
    assert len(known["ratings"]) == 25

    loud = site(tmp_path / "loud", **env).prepare(sets, SLEEP)
    with arenas.arena(tmp_path / "loud", "bubblewrap", **QUIET, **env) as arena:
        done = disturb(arena, kills, Random(seed))
        left = "SELECT count(*) FROM matches_match WHERE state IN ('queued', 'playing')"
        arena.until(lambda: arena.rows(left) == [(0,)], 300, "all matches are over")
        assert len(done) == kills, f"all was over after {done}"

        def one(query: str) -> int:
            return int(arena.rows(query)[0][0])

        assert one("SELECT count(*) FROM matches_match WHERE state = 'finished'") == expected
        assert one("SELECT count(*) FROM matches_match") == expected
        assert one("SELECT count(*) FROM matches_replay") == expected
        assert one("SELECT count(*) FROM matches_duel") == sum(MATCHES[n] * DUELS[n] * sets[n] for n in sets)
        assert one("SELECT count(*) FROM matches_seat WHERE fault_kind != ''") == 0
        assert one("SELECT count(*) FROM matches_matchset WHERE over_at IS NULL") == 0
        # It did hit something: what was interrupted was begun again.
        assert one("SELECT sum(attempts) FROM matches_match") > expected
    told = loud.tell()
    assert told["totals"] == known["totals"]
    assert told["ratings"] == known["ratings"]


@pytest.mark.timeout(600)
def test_every_match_counts_once_on_sqlite(tmp_path):
    story(tmp_path, **SHORT, seed=1)


@pytest.mark.postgres
@pytest.mark.timeout(600)
def test_every_match_counts_once_on_postgresql(tmp_path, database):
    story(tmp_path, **SHORT, seed=2, DATABASE_URL=database)


@pytest.mark.nightly
@pytest.mark.timeout(1800)
def test_150_matches_and_12_kills_on_sqlite(tmp_path):
    story(tmp_path, **LONG, seed=3)


@pytest.mark.nightly
@pytest.mark.postgres
@pytest.mark.timeout(1800)
def test_150_matches_and_12_kills_on_postgresql(tmp_path, database):
    story(tmp_path, **LONG, seed=4, DATABASE_URL=database)
