"""The sandboxes that the stories play in, and bots written in place."""

import pytest

from sandbox import Package, Shell, open_package
from tests.sandbox.shells import HOLDING, shell_named


@pytest.fixture(params=HOLDING)
def shell(request: pytest.FixtureRequest) -> Shell:
    """Every sandbox that holds bots, one after the other."""
    return shell_named(request.param)


@pytest.fixture(params=[*HOLDING, "process"])
def any_shell(request: pytest.FixtureRequest) -> Shell:
    """These, and plain processes for trusted bots."""
    return shell_named(request.param)


@pytest.fixture
def held() -> Shell:
    """The quickest sandbox that holds bots, where the story is not about the sandbox."""
    return shell_named("bubblewrap")


@pytest.fixture
def docker_shell() -> Shell:
    """Docker, where the story is about it."""
    return shell_named("docker")


@pytest.fixture
def greedy(greedy_source: bytes) -> Package:
    """The house's greedy bot."""
    return open_package(greedy_source, "bot.py")
