"""A stranger meets a running server, by its API alone. `.ci/compose-e2e` starts one and names it in SCOUT_SERVER."""

import json
import os
import secrets
import time
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest

SERVER = os.environ.get("SCOUT_SERVER", "")

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.timeout(900),
    pytest.mark.skipif(not SERVER, reason="no server: .ci/compose-e2e starts one, or name yours in SCOUT_SERVER"),
]


class Site:
    """The API of the server, for one person."""

    def __init__(self) -> None:
        self.token = ""
        self.name = f"stranger-{secrets.token_hex(3)}"
        self.token = self.post("sign-up", name=self.name, password=secrets.token_urlsafe(16))["token"]

    def get(self, path: str) -> Any:
        return self._ask(path, None, "")

    def post(self, path: str, **fields: str) -> Any:
        return self._ask(path, json.dumps(fields).encode(), "application/json")

    def upload(self, name: str, source: bytes) -> Any:
        mark = secrets.token_hex(16)
        head = (
            f'--{mark}\r\nContent-Disposition: form-data; name="name"\r\n\r\n{self.name} {name}\r\n'
            f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="bot.py"\r\n\r\n'
        )
        body = head.encode() + source + f"\r\n--{mark}--\r\n".encode()
        return self._ask("uploads", body, f"multipart/form-data; boundary={mark}")

    def checked(self, version: dict[str, Any]) -> Any:
        """The version once its check is over."""
        path = f"versions/{version['id']}"
        until(lambda: self.get(path)["final"], 180)
        return self.get(path)

    def _ask(self, path: str, body: bytes | None, kind: str) -> Any:
        headers = {"Authorization": f"Token {self.token}"} if self.token else {}
        if body is not None:
            headers["Content-Type"] = kind
        request = urllib.request.Request(f"{SERVER}/api/v1/{path}", body, headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)


def until(found: Callable[[], Any], seconds: float) -> Any:
    """The first answer that is not empty, asked for every second."""
    deadline = time.monotonic() + seconds
    while not (answer := found()):
        assert time.monotonic() < deadline, f"nothing within {seconds} seconds"
        time.sleep(1)
    return answer


@pytest.fixture(scope="module")
def site() -> Site:
    return Site()


@pytest.fixture(scope="module")
def entrant(site: Site) -> Any:
    """A bot that shows its longest set, uploaded and checked."""
    source = b"class Bot:\n    def act(self, view):\n        return max(view.legal_actions)\n"
    return site.checked(site.upload("longest", source))


def test_what_is_being_played_is_finished_whatever_happened_to_the_worker(site: Site):
    playing = [match["id"] for match in site.get("matches?state=playing")["results"]]
    until(lambda: all(site.get(f"matches/{match}")["state"] == "finished" for match in playing), 180)
    assert not site.get("matches?state=void")["results"]
    assert not site.get("matches?kind=ladder&fault=any")["results"]


def test_a_good_bot_is_accepted(entrant: Any):
    assert entrant["state"] == "accepted", entrant["report"]


def test_a_crashing_bot_is_rejected_in_its_own_words(site: Site, cast: dict[str, bytes]):
    version = site.checked(site.upload("crasher", cast["crasher"]))
    assert version["state"] == "rejected"
    assert "I fell over" in json.dumps(version["report"])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_plays_at_a_table_of_every_size(site: Site, entrant: Any, players: int):
    path = f"matches?bot={entrant['bot']['id']}&kind=ladder&state=finished&players={players}"
    finished = until(lambda: [match for match in site.get(path)["results"] if match["has_replay"]], 300)

    match = site.get(f"matches/{finished[0]['id']}")
    assert not any(seat["fault"] for seat in match["seats"])
    assert match["made"]["shell"] == "docker"
    assert match["made"]["engine"].endswith("-compiled")
    assert match["made"]["clock"] == "cgroup"  # the worker sees the sandboxes' counters from its own container
    replay = site.get(f"matches/{match['id']}/replay")
    assert replay["totals"] == [seat["total"] for seat in match["seats"]]


def test_it_has_a_place_in_the_ranking(site: Site, entrant: Any):
    def rows() -> list[Any]:
        return [row for row in site.get("rankings")["results"] if row["bot"]["id"] == entrant["bot"]["id"]]

    assert until(rows, 120)[0]["matches"] > 0
