"""Which shell to use here: the best one that works, or a sentence that says what to install."""

import contextlib
import os

from sandbox.faults import NoShell, PlatformFailure
from sandbox.shells import image
from sandbox.shells.bubblewrap import BubblewrapShell
from sandbox.shells.docker import DockerShell, GVisorShell
from sandbox.shells.process import ProcessShell
from sandbox.shells.zygote import Shell

CHOICES = ("auto", "docker", "gvisor", "bubblewrap", "process")


def shell_for(choice: str = "auto", trusted: bool = False) -> Shell:
    """The shell of that name, or with `auto` Docker if its image is ready, else bubblewrap.

    Plain processes hold nobody: they are for `trusted` bots only, and chosen by `auto` only where nothing else works.
    Raises NoShell with the reason and the remedy.
    """
    if choice not in CHOICES:
        raise NoShell(f"There is no sandbox called {choice!r}: choose one of {', '.join(CHOICES)}.")
    if not hasattr(os, "fork"):
        raise NoShell("Bots play on systems that can fork: use Linux or macOS, on Windows its Linux subsystem (WSL).")
    if choice == "process":
        return _process(trusted)
    if choice in ("docker", "gvisor"):
        return _docker(DockerShell if choice == "docker" else GVisorShell)
    if choice == "bubblewrap":
        return _bubblewrap()
    for shell in (_docker, _bubblewrap) if image.ready() else (_bubblewrap,):
        with contextlib.suppress(NoShell):
            return shell()
    return _process(trusted) if trusted else _bubblewrap()  # which says what is missing


def _docker(kind: type[DockerShell] = DockerShell) -> Shell:
    if not image.ready():
        raise NoShell(
            f"No Docker engine answers, or it has no image {image.tag()}: start the engine, "
            "then run `python -m sandbox image`."
        )
    try:
        return _tried(kind())
    except PlatformFailure as error:
        raise NoShell(f"{kind.name.capitalize()} cannot hold bots here: {error}") from error


def _bubblewrap() -> Shell:
    try:
        return _tried(BubblewrapShell())
    except PlatformFailure as error:
        raise NoShell(
            f"Bots cannot be held here: {str(error).rstrip('.')}. Install Docker and run "
            "`python -m sandbox image`, or, on Linux, "
            "allow user namespaces (on Ubuntu: sysctl kernel.apparmor_restrict_unprivileged_userns=0)."
        ) from error


def _process(trusted: bool) -> Shell:
    if not trusted:
        raise NoShell("Plain processes hold nobody: they are for trusted bots only. Choose SANDBOX=auto.")
    return _tried(ProcessShell())


def _tried(shell: Shell) -> Shell:
    """The shell, after one sandbox was opened in it and began a match."""
    sandbox = shell.open()
    try:
        wire, _ = sandbox.begin()
        wire.close()
        sandbox.end()
    finally:
        sandbox.close()
    return shell
