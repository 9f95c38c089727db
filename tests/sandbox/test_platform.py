"""When we fail it is nobody's fault: the match is void, and the next one plays."""

import os
import signal
from pathlib import Path

import pytest

from sandbox import Clock, NoShell, PlatformFailure, Table, shell_for, sweep
from sandbox.shells import bubblewrap, choose, image
from sandbox.shells.docker import LABEL, client
from tests.sandbox.stories import acting


def children_of(pid):
    try:
        return [int(n) for n in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:  # a container of the test before, on its way out
        return []


def zygotes_of(shell):
    """Process numbers of the zygotes that this process runs, itself or in Docker."""
    if shell.name != "docker":
        wrappers = [pid for pid in children_of(os.getpid()) if b"bwrap" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        return [pid for wrapper in wrappers for pid in children_of(wrapper)]
    mine = [c for c in client().api.containers(filters={"label": f"{LABEL}=1"}) if _is_mine(c)]
    return [client().api.inspect_container(c["Id"])["State"]["Pid"] for c in mine]


def _is_mine(container):
    return container["Labels"]["scout.worker"].endswith(f":{os.getpid()}")


@pytest.mark.parametrize("victim", ["zygote", "bot"])
@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to kill what another user runs")
def test_a_killed_sandbox_voids_the_match_and_is_replaced(victim, shell, greedy):
    sleeper = acting("time.sleep(20)\nreturn view.legal_actions[0]", "import time")

    def kill():  # called while the sleeper sleeps
        zygotes = zygotes_of(shell)
        bots = [pid for zygote in zygotes for pid in children_of(zygote)]
        for pid in zygotes if victim == "zygote" else bots:
            os.kill(pid, signal.SIGKILL)

    with Table([sleeper, greedy, greedy], shell, Clock(bank=20)) as table:
        with pytest.raises(PlatformFailure):
            table.play((0, 1), "s", alive=kill)
        assert table.play((1, 2), "s").faults == (None, None)


def test_a_sandbox_that_cannot_start_says_why(held, monkeypatch):
    monkeypatch.setattr(bubblewrap, "GUEST", Path("/nowhere"))
    with pytest.raises(PlatformFailure, match=r"did not start: .*/nowhere"):
        held.open().wait()


@pytest.mark.docker
def test_a_missing_image_says_why(monkeypatch):
    monkeypatch.setattr(image, "tag", lambda: "scout-sandbox:none")
    with pytest.raises(NoShell, match="python -m sandbox image"):
        shell_for("docker")


def test_there_is_no_other_shell():
    with pytest.raises(NoShell, match="no sandbox called 'chroot': choose one of auto, docker"):
        shell_for("chroot")


def test_plain_processes_are_for_trusted_bots_only(monkeypatch):
    with pytest.raises(NoShell, match="trusted bots only"):
        shell_for("process")
    assert shell_for("process", trusted=True).name == "process"

    def broken():
        raise NoShell("no")

    monkeypatch.setattr(choose, "_bubblewrap", broken)
    monkeypatch.setattr(choose.image, "ready", lambda: False)
    with pytest.raises(NoShell, match="no"):
        shell_for("auto")
    assert shell_for("auto", trusted=True).name == "process"


def test_bubblewrap_plays_until_the_image_is_ready(held, monkeypatch):
    monkeypatch.setattr(choose.image, "ready", lambda: False)
    assert shell_for("auto").name == "bubblewrap"
    monkeypatch.setattr(choose.image, "ready", lambda: True)
    monkeypatch.setattr(choose, "_docker", lambda: "Docker")
    assert shell_for("auto") == "Docker"


def test_a_broken_bubblewrap_says_what_to_install(monkeypatch):
    monkeypatch.setattr(bubblewrap, "_program", lambda: "/nowhere/bwrap")
    with pytest.raises(NoShell, match=r"cannot be held here: bubblewrap does not start.*Install Docker"):
        shell_for("bubblewrap")


def test_the_sweep_takes_what_dead_workers_left_and_nothing_else(held, tmp_path, monkeypatch):
    monkeypatch.setenv("SCOUT_RUN", str(tmp_path))
    dead, mine, young = (tmp_path / f"scout-run-{n}" for n in ("99999999-a", f"{os.getpid()}-b", "99999998-c"))
    for folder in (dead, mine, young):
        (folder / "control").mkdir(parents=True)
    for folder in (dead, mine):
        os.utime(folder, (0, 0))
    (tmp_path / "other").mkdir()
    assert sweep(held) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["other", mine.name, young.name])


@pytest.mark.docker
def test_the_sweep_removes_containers_of_dead_workers(docker_shell):
    import socket

    def leave(worker, command):
        return client().containers.run(
            docker_shell.image, command, detach=True, network_mode="none", labels={LABEL: "1", "scout.worker": worker}
        )

    wait = ["python3", "-c", "import time; time.sleep(60)"]
    dead = leave(f"{socket.gethostname()}:99999999", wait)
    mine = leave(f"{socket.gethostname()}:{os.getpid()}", wait)
    elsewhere = leave("another-host:5", wait)
    try:
        assert sweep(docker_shell) >= 1
        left = {c["Id"] for c in client().api.containers(all=True, filters={"label": f"{LABEL}=1"})}
        assert left & {dead.id, mine.id, elsewhere.id} == {mine.id, elsewhere.id}
    finally:
        for container in (mine, elsewhere):
            container.remove(force=True)
