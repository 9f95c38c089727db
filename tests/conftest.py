"""The cast of the stories, and what a test needs of the machine."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import django
import pytest

# This run gets a data folder of its own, before any settings are read.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ladder.settings")
if "SCOUT_DATA" not in os.environ:
    os.environ["SCOUT_DATA"] = tempfile.mkdtemp(prefix="scout-tests-")
    atexit.register(shutil.rmtree, os.environ["SCOUT_DATA"], ignore_errors=True)
django.setup()


def _docker() -> str | None:
    import docker

    try:
        docker.from_env(timeout=5).ping()
    except docker.errors.DockerException:
        return "no Docker engine answers: install one (Debian: apt-get install docker.io) and start it"
    return None


def _gvisor() -> str | None:
    if missing := _docker():
        return missing
    import docker

    known = "runsc" in docker.from_env(timeout=5).info()["Runtimes"]
    return None if known else "the Docker engine has no runtime runsc: `.ci/gvisor` gives it one"


def _bubblewrap() -> str | None:
    return None if os.uname().sysname == "Linux" else "bubblewrap runs on Linux only"


def _browser() -> str | None:
    found = shutil.which("chromium") or shutil.which("google-chrome")
    return None if found else "no Chromium: install one (Debian: apt-get install chromium)"


def _address(variable: str, what: str) -> Callable[[], str | None]:
    def missing() -> str | None:
        return None if os.environ.get(variable) else f"no {what}: start one and name it in {variable}"

    return missing


NEEDS: dict[str, Callable[[], str | None]] = {
    "docker": cache(_docker),
    "gvisor": cache(_gvisor),
    "bubblewrap": cache(_bubblewrap),
    "browser": cache(_browser),
    "postgres": _address("TEST_POSTGRES_URL", "PostgreSQL server"),
    "redis": _address("TEST_REDIS_URL", "Redis server"),
}


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what this machine cannot run and say how to get it; where REQUIRE names it, fail."""
    required = os.environ.get("REQUIRE", "").split(",")
    for need, missing in NEEDS.items():
        if item.get_closest_marker(need) and (reason := missing()):
            if need in required:
                pytest.fail(f"REQUIRE names {need}, but {reason}")
            pytest.skip(reason)


# The cast: each is what a user would upload

CAST = {
    "patient": "class Bot:\n    def act(self, view):\n        return view.legal_actions[-1]\n",
    "crasher": "class Bot:\n    def act(self, view):\n        raise RuntimeError('I fell over')\n",
    "sleeper": "class Bot:\n    def act(self, view):\n        import time\n        time.sleep(3600)\n",
    "spinner": "class Bot:\n    def act(self, view):\n        while True:\n            pass\n",
    "cheater": "class Bot:\n    def act(self, view):\n        return 's40.9'\n",
}


@pytest.fixture
def house() -> Path:
    """The folder of the house bots."""
    return Path(__file__).parent.parent / "bots"


@pytest.fixture
def greedy_source(house: Path) -> bytes:
    """The house's greedy bot as an upload."""
    return (house / "greedy" / "bot.py").read_bytes()


@pytest.fixture
def cast() -> dict[str, bytes]:
    """Small bots by name, as uploads: patient, crasher, sleeper, spinner, cheater."""
    return {name: source.encode() for name, source in CAST.items()}
