"""The sandboxes that the stories play in, and bots written in place."""

import os
from functools import cache

import pytest

from sandbox import Package, Shell, open_package, shell_for
from sandbox.shells import image


@cache
def _shell(name: str) -> Shell:
    if name == "docker":
        image.build(os.environ.get("SCOUT_IMAGE_BASE") or image.BASE)
    return shell_for(name, trusted=True)


HOLDING = [
    pytest.param("bubblewrap", marks=pytest.mark.bubblewrap),
    pytest.param("docker", marks=pytest.mark.docker),
]


@pytest.fixture(params=HOLDING)
def shell(request: pytest.FixtureRequest) -> Shell:
    """Every sandbox that holds bots, one after the other."""
    return _shell(request.param)


@pytest.fixture(params=[*HOLDING, "process"])
def any_shell(request: pytest.FixtureRequest) -> Shell:
    """These, and plain processes for trusted bots."""
    return _shell(request.param)


@pytest.fixture
def held() -> Shell:
    """The quickest sandbox that holds bots, where the story is not about the sandbox."""
    return _shell("bubblewrap")


@pytest.fixture
def docker_shell() -> Shell:
    """Docker, where the story is about it."""
    return _shell("docker")


@pytest.fixture
def greedy(greedy_source: bytes) -> Package:
    """The house's greedy bot."""
    return open_package(greedy_source, "bot.py")
