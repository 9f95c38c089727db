"""The sandboxes that hold bots, each made once."""

import os
from functools import cache

import pytest

from sandbox import Shell, shell_for
from sandbox.shells import image


@cache
def shell_named(name: str) -> Shell:
    """Made once for all tests."""
    if name in ("docker", "gvisor"):
        image.build(os.environ.get("SCOUT_IMAGE_BASE") or image.BASE)
    return shell_for(name, trusted=True)


HOLDING = [
    pytest.param("bubblewrap", marks=pytest.mark.bubblewrap),
    pytest.param("docker", marks=pytest.mark.docker),
]
ATTACKED = [*HOLDING, pytest.param("gvisor", marks=[pytest.mark.nightly, pytest.mark.gvisor])]
