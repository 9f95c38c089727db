"""The whole path with real processes: upload, check, play, rate, show; and what is taken away on the way."""

import os
import signal
import time
from contextlib import ExitStack
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from celery import Celery

from engine import Game
from sandbox.shells import image

spec = spec_from_file_location("arena", Path(__file__).with_name("arena.py"))
arenas = module_from_spec(spec)
spec.loader.exec_module(arenas)

SLOW = b"""
import time
class Bot:
    def act(self, view):
        time.sleep(0.03)
        return view.legal_actions[0]
"""
OPEN = "state IN ('queued', 'playing')"

bubblewrap = pytest.param("bubblewrap", marks=pytest.mark.bubblewrap)
docker = pytest.param("docker", marks=pytest.mark.docker)


@pytest.fixture
def start(tmp_path):
    """A function that starts an arena in this test's folder."""
    with ExitStack() as stack:

        def start(sandbox: str = "bubblewrap", **env: str):
            if sandbox == "docker":
                image.build(os.environ.get("SCOUT_IMAGE_BASE") or image.BASE)
                env["LEASE_SECONDS"] = "10"  # containers take their time to start on a busy machine
            return stack.enter_context(arenas.arena(tmp_path, sandbox, **env))

        yield start


@pytest.mark.parametrize("sandbox", [bubblewrap, docker])
def test_from_sign_up_to_the_ranking_and_a_replay(start, cast, sandbox):
    site = start(sandbox)
    site.sign_up("Ada")
    version = site.checked(site.upload("mine", cast["patient"]))
    assert version["state"] == "accepted", version["report"]
    assert version["active"]

    def sizes() -> set[int]:
        played = site.ask(f"matches/?bot={version['bot']['id']}&kind=ladder&state=finished")
        return {match["players"] for match in played["results"] if match["has_replay"]}

    site.until(lambda: sizes() == {2, 3, 4, 5}, 90, "matches of all table sizes were played")
    found = site.ask(f"matches/?bot={version['bot']['id']}&kind=ladder&state=finished")["results"]
    for match in found:
        record = site.ask(f"matches/{match['id']}/replay/")
        game = Game.from_replay(record)
        assert [seat["total"] for seat in match["seats"]] == record["totals"] == list(game.totals)
        assert all(seat["fault"] == "" for seat in match["seats"])
    shell = site.ask(f"matches/{found[0]['id']}/")["made"]["shell"]
    assert shell == sandbox

    def ranked() -> list[str]:
        return [row["bot"]["name"] for row in site.ask("rankings/")["results"]]

    site.until(lambda: "mine" in ranked(), 20, "the bot is in the ranking")
    before = site.children()
    assert site.stop() < 15
    assert arenas.left_over(before, 0.5) == []


@pytest.mark.bubblewrap
def test_whatever_is_taken_away_every_match_ends_finished_and_once(start):
    site = start()
    site.sign_up("Ada")
    site.checked(site.upload("slow", SLOW))
    playing = (
        "SELECT m.id FROM matches_match m JOIN matches_seat s ON s.match_id = m.id JOIN bots_version v ON"
        " v.id = s.version_id JOIN bots_bot b ON b.id = v.bot_id WHERE b.name = 'slow' AND m.state = 'playing'"
    )

    def in_the_middle_of_a_match() -> int:
        site.until(lambda: site.rows(playing), 60, "the slow bot plays")
        time.sleep(0.3)
        rows = site.rows(playing)
        return rows[0][0] if rows else in_the_middle_of_a_match()

    # A worker, whole.
    killed = [in_the_middle_of_a_match()]
    os.kill(site.child("--queues matches"), signal.SIGKILL)
    site.until(lambda: not site.rows(f"SELECT 1 FROM matches_match WHERE id = ? AND {OPEN}", killed[0]), 60, "again")

    # The child of a worker that plays.
    killed.append(in_the_middle_of_a_match())
    worker = site.child("--queues matches")
    os.kill(min(pid for pid in arenas.descendants(worker) if "bwrap" not in site.children()[pid]), signal.SIGKILL)

    # The same message several times.
    env = Path(f"/proc/{worker}/environ").read_bytes().split(b"\0")
    broker = next(line.decode().partition("=")[2] for line in env if line.startswith(b"BROKER_URL="))
    with Celery(broker=broker) as twice:
        twice.conf.broker_transport_options = {"global_keyprefix": "scout:"}
        for (match_set,) in site.rows("SELECT id FROM matches_matchset WHERE kind = 'ladder' ORDER BY id DESC LIMIT 3"):
            for _ in range(3):
                twice.send_task("ladder.tasks.play_set", [match_set], queue="matches")

    # The broker, which comes back empty.
    killed.append(in_the_middle_of_a_match())
    os.kill(site.child("valkey-server"), signal.SIGKILL)

    newest = site.rows("SELECT max(id) FROM matches_match")[0][0]
    left = f"SELECT id, state, reason FROM matches_match WHERE id <= ? AND {OPEN}"
    site.until(lambda: not site.rows(left, newest), 90, "all matches are over")
    assert site.rows("SELECT id, reason FROM matches_match WHERE state != 'finished' AND id <= ?", newest) == []
    doubled = (
        "SELECT m.id FROM matches_match m JOIN matches_matchset t ON t.id = m.set_id JOIN matches_duel d ON"
        " d.match_id = m.id GROUP BY m.id, t.players HAVING count(*) != t.players * (t.players - 1) / 2"
    )
    assert site.rows(doubled) == []
    assert site.rows("SELECT count(*) FROM matches_duel d JOIN matches_match m ON m.id = d.match_id"
                     " WHERE m.state != 'finished'") == [(0,)]  # fmt: skip
    assert site.rows("SELECT count(*) FROM matches_seat WHERE fault_kind != ''") == [(0,)]
    attempts = dict(site.rows("SELECT id, attempts FROM matches_match"))
    assert attempts[killed[0]] >= 2
    # And it goes on.
    site.until(lambda: site.rows("SELECT 1 FROM matches_match WHERE id > ? AND state = 'finished'", newest), 60, "on")


@pytest.mark.bubblewrap
def test_started_again_it_continues(start, tmp_path):
    site = start()
    site.until(lambda: site.rows("SELECT 1 FROM matches_match WHERE state = 'finished'"), 30, "a match was played")
    before = site.children()
    site.process.kill()  # not even a chance to say goodbye
    site.process.wait()
    assert arenas.left_over(before) == []
    last, bots = site.rows("SELECT max(id) FROM matches_match")[0][0], site.rows("SELECT id, name FROM bots_bot")
    again = start()
    site = again
    left = f"SELECT id FROM matches_match WHERE id <= ? AND {OPEN}"
    site.until(lambda: not site.rows(left, last), 40, "what was left is played")
    site.until(lambda: site.rows("SELECT 1 FROM matches_match WHERE id > ? AND state = 'finished'", last), 30, "more")
    assert site.rows("SELECT id, name FROM bots_bot") == bots
    assert site.rows("SELECT count(*) FROM matches_match WHERE state = 'void'") == [(0,)]


@pytest.mark.bubblewrap
def test_one_arena_per_data_folder_and_per_port(start, tmp_path):
    site = start()
    other = arenas.Arena(tmp_path / "other", site.port, "bubblewrap")
    other.data.mkdir()
    with pytest.raises(AssertionError, match=f"SCOUT_PORT={site.port + 1}"):
        other.start()
    same = arenas.Arena(tmp_path, arenas.free_port(), "bubblewrap")
    same.output = tmp_path / "second.out"
    with pytest.raises(AssertionError, match="An arena is running"):
        same.start()


@pytest.mark.bubblewrap
def test_ctrl_c_finishes_the_match_in_hand_and_a_second_one_hurries(start):
    site = start()
    site.sign_up("Ada")
    site.checked(site.upload("slow", SLOW))
    site.stop(signal.SIGINT, signal.SIGINT)  # as `uv run` forwards it: this is one Ctrl-C
    assert "Hurrying" not in site.output.read_text()
    assert "Stopped. Nothing is lost" in site.output.read_text()
    playing = "SELECT id FROM matches_match WHERE state = 'playing'"
    assert site.rows(playing) == []

    site.start()
    site.until(lambda: site.rows(playing), 40, "a match is played")
    site.process.send_signal(signal.SIGINT)
    time.sleep(1.2)
    before = site.children()
    site.stop(signal.SIGINT, patience=10)
    assert arenas.left_over(before, 0.5) == []

    site.start()
    site.until(lambda: not site.rows(f"SELECT 1 FROM matches_match WHERE {OPEN} AND attempts = 1"), 40, "again")
    assert site.rows("SELECT 1 FROM matches_match WHERE state = 'void'") == []


def test_without_a_sandbox_the_house_plays_and_uploads_are_refused(start, cast):
    site = start("process")
    assert "Uploads are refused" in site.output.read_text()
    site.until(lambda: site.rows("SELECT 1 FROM matches_match WHERE state = 'finished'"), 30, "the house plays")
    site.sign_up("Ada")
    with pytest.raises(AssertionError, match="no-sandbox"):
        site.upload("mine", cast["patient"])
