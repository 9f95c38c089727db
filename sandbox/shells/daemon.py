"""The line to the Docker engine, one for each process."""

import os
from functools import cache
from typing import Any

from sandbox.faults import PlatformFailure

TIMEOUT = 30  # seconds for every call


def client() -> Any:
    """This process's connection to the engine. Raises PlatformFailure where there is none."""
    return _client(os.getpid())  # a worker forks, and a connection does not survive that


@cache
def _client(pid: int) -> Any:
    import docker  # takes 0.2 s, which those who never use it should not wait for

    try:
        return docker.from_env(timeout=TIMEOUT)
    except Exception as error:
        raise PlatformFailure(f"No Docker engine answers: {error}") from error
