"""Sweep up what dead workers left behind: containers, images of old code, run folders."""

import os
import shutil
import socket
import time
from contextlib import suppress
from pathlib import Path

from sandbox.cgroup import remove_empty
from sandbox.faults import PlatformFailure
from sandbox.shells.daemon import client
from sandbox.shells.docker import LABEL, WORKER, DockerShell
from sandbox.shells.meeting import RUN_PREFIX, run_root
from sandbox.shells.zygote import Shell

OLD = 24 * 3600.0  # seconds
YOUNG = 60.0  # a folder's process may be in another container, whose numbers mean nothing here


def sweep(shell: Shell) -> int:
    """Remove what belongs to nobody any more; how many things that were. What is in use stays.

    Raises PlatformFailure when the engine does not answer.
    """
    removed = sum(map(_remove_folder, run_root().glob(f"{RUN_PREFIX}*")))
    removed += remove_empty(RUN_PREFIX, lambda name: not _alive(_worker_of(name)))
    if isinstance(shell, DockerShell):
        try:
            docker = client().api
            containers = docker.containers(all=True, filters={"label": f"{LABEL}=1"})
            images = docker.images(filters={"label": f"{LABEL}=image"})
        except Exception as error:
            raise PlatformFailure(f"Docker does not answer: {error}") from error
        for container in containers:
            if not _working(container["Labels"].get(WORKER, ""), running=container["State"] == "running"):
                with suppress(Exception):  # somebody else may have been faster
                    docker.remove_container(container["Id"], force=True)
                    removed += 1
        for image in images:
            if shell.image not in (image["RepoTags"] or ()) and image["Created"] < time.time() - OLD:
                with suppress(Exception):  # another version of us may be using it
                    docker.remove_image(image["Id"])
                    removed += 1
    return removed


def _remove_folder(folder: Path) -> bool:
    """Remove a run folder whose process is gone; its name says which process that was.

    In containers numbers repeat, so a folder that is old goes too: once connected, a sandbox has no use for it.
    """
    try:
        age = time.time() - folder.stat().st_mtime
    except FileNotFoundError:
        return False
    if age > (OLD if _alive(_worker_of(folder.name)) else YOUNG):
        shutil.rmtree(folder, ignore_errors=True)
        return True
    return False


def _worker_of(name: str) -> int:
    """The process number in the name of a run folder or control group; ours if there is none, so that it stays."""
    pid = name.removeprefix(RUN_PREFIX).partition("-")[0]
    return int(pid) if pid.isdigit() else os.getpid()


def _working(label: str, *, running: bool) -> bool:
    """Whether the worker that started a container still needs it.

    A worker on another host name (in another container) cannot be looked up, but its zygotes end with it: what runs is
    needed, what does not is not.
    """
    host, _, pid = label.rpartition(":")
    if host == socket.gethostname() and pid.isdigit():
        return _alive(int(pid))
    return running


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
