"""When we fail it is nobody's fault: the match is void, and the next one plays."""

import contextlib
import errno
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from docker.errors import NotFound

from sandbox import Clock, NoShell, PlatformFailure, Table, cgroup, open_package, play, shell_for, sweep
from sandbox.shells import bubblewrap, choose, daemon, image
from sandbox.shells.daemon import client
from sandbox.shells.docker import LABEL, WORKER
from tests.sandbox.leftovers import until
from tests.sandbox.stories import KEPT, acting

SLEEPER = (
    b"import time\nclass Bot:\n    def act(self, view):\n        time.sleep(9)\n        return view.legal_actions[0]\n"
)


def children_of(pid):
    try:
        return [int(n) for n in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:  # a container of the test before, on its way out
        return []


def zygotes_of(worker, shell):
    """Process numbers of the zygotes that a process runs, itself or in Docker."""
    if shell.name == "docker":
        containers = client().api.containers(filters={"label": f"{LABEL}=1"})
        mine = [c["Id"] for c in containers if c["Labels"][WORKER].endswith(f":{worker}")]
        zygotes = []
        for container in mine:
            with contextlib.suppress(NotFound):  # it has just gone
                zygotes.append(client().api.inspect_container(container)["State"]["Pid"])
        return zygotes
    wrappers = [pid for pid in children_of(worker) if b"bwrap" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    return [pid for wrapper in wrappers for pid in children_of(wrapper)]


def bots_of(worker, shell):
    """Process numbers of the bots that these zygotes forked."""
    return [pid for zygote in zygotes_of(worker, shell) for pid in children_of(zygote)]


@pytest.mark.parametrize("victim", ["zygote", "bot"])
@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to kill what another user runs")
def test_a_killed_sandbox_voids_the_match_and_is_replaced(victim, shell, greedy):
    sleeper = open_package(SLEEPER, "bot.py")

    def kill():  # called while the sleeper sleeps
        for pid in (zygotes_of if victim == "zygote" else bots_of)(os.getpid(), shell):
            os.kill(pid, signal.SIGKILL)

    with Table([sleeper, greedy, greedy], shell, Clock(bank=20)) as table:
        assert table.play((1, 2), "s").faults == (None, None)
        table.close()
        descriptors = len(os.listdir("/proc/self/fd"))
        with pytest.raises(PlatformFailure):
            table.play((0, 1), "s", alive=kill)
        assert len(os.listdir("/proc/self/fd")) <= descriptors + (shell.name == "docker") * KEPT
        assert table.play((1, 2), "s").faults == (None, None)


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to kill what another user runs")
def test_a_kill_from_outside_is_not_taken_for_one_for_memory_however_the_bot_left_its_sandbox(shell, greedy):
    littering = acting(
        """
        for number in range(11_000):
            open(f"/tmp/{number}", "w").close()
        time.sleep(9)
        """,
        "import time",
    )

    with Table([littering, greedy], shell, Clock(bank=20)) as table, pytest.raises(PlatformFailure, match="outside"):
        table.play((0, 1), "s", alive=lambda: os.kill(table._sandboxes[0].process, signal.SIGKILL))


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to kill what another user runs")
def test_a_child_killed_before_its_match_voids_that_and_the_next_one_plays(shell, greedy):
    with Table([greedy, greedy], shell, Clock()) as table:
        assert table.play((0, 1), "s").faults == (None, None)
        table.open((0, 1))
        waiting = bots_of(os.getpid(), shell)
        assert len(waiting) == 2  # forked for the match to come
        os.kill(waiting[0], signal.SIGKILL)
        with pytest.raises(PlatformFailure):
            table.play((0, 1), "s")
        assert table.play((0, 1), "s").faults == (None, None)


def test_a_sandbox_that_cannot_start_says_why(held, monkeypatch):
    monkeypatch.setattr(bubblewrap, "GUEST", Path("/nowhere"))
    with pytest.raises(PlatformFailure, match=r"did not start: .*/nowhere"):
        held.open().wait()


def test_a_match_that_cannot_be_followed_counts_and_leaves_no_bot(held, greedy, monkeypatch):
    def none_left():
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    with Table([greedy, greedy], held, Clock()) as table:
        table.open((0, 1))
        with monkeypatch.context() as patch:
            patch.setattr(os, "pipe", none_left)
            assert table.play((0, 1), "s").faults == (None, None)
        until(lambda: not bots_of(os.getpid(), held))
        assert table.play((0, 1), "s").faults == (None, None)


def test_a_full_disk_voids_the_match_and_the_next_one_plays(shell, greedy, monkeypatch):
    def full(*arguments, **named):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with Table([open_package(SLEEPER, "bot.py"), greedy, greedy], shell, Clock(bank=20)) as table:
        assert table.play((1, 2), "s").faults == (None, None)
        with monkeypatch.context() as patch:
            patch.setattr(tempfile, "mkdtemp", full)
            with pytest.raises(PlatformFailure, match="No space left"):
                table.play((0, 1), "s")
        assert table.play((1, 2), "s").faults == (None, None)


@pytest.mark.docker
def test_an_engine_that_goes_away_voids_what_needs_it_and_nothing_else(docker_shell, greedy, monkeypatch, tmp_path):
    quick = acting("time.sleep(0.01)\nreturn view.legal_actions[0]", "import time")
    with Table([quick, greedy, greedy], docker_shell, Clock(bank=20)) as table:

        def cut():  # from here on no call reaches the engine
            patch.setenv("DOCKER_HOST", f"unix://{tmp_path}/nowhere")
            daemon._client.cache_clear()

        with monkeypatch.context() as patch:
            assert table.play((0, 1), "s", alive=cut).faults == (None, None)  # its containers run on
            cut()
            with pytest.raises(PlatformFailure, match="did not start"):
                table.play((2, 1), "s")
        daemon._client.cache_clear()
        assert table.play((2, 1), "s").faults == (None, None)


@pytest.mark.docker
def test_a_missing_image_says_why(monkeypatch):
    monkeypatch.setattr(image, "tag", lambda: "scout-sandbox:none")
    with pytest.raises(NoShell, match="python -m sandbox image"):
        shell_for("docker")


def test_there_is_no_other_shell():
    with pytest.raises(NoShell, match="no sandbox called 'chroot': choose one of auto, docker"):
        shell_for("chroot")


def test_a_system_that_cannot_fork_says_so(monkeypatch):
    monkeypatch.delattr(os, "fork")
    with pytest.raises(NoShell, match="WSL"):
        shell_for("auto")


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
    with pytest.raises(NoShell, match=r"cannot be held here: .*bubblewrap.* not start.*Install Docker"):
        shell_for("bubblewrap")


def test_the_sweep_takes_what_dead_workers_left_and_nothing_else(held, tmp_path, monkeypatch):
    monkeypatch.setenv("SCOUT_RUN", str(tmp_path))
    monkeypatch.setattr(cgroup, "ROOT", tmp_path / "nowhere")
    names = ("99999999-a", f"{os.getpid()}-b", "99999998-c", f"{os.getpid()}-d")  # in containers numbers repeat
    dead, mine, young, ancient = (tmp_path / f"scout-run-{name}" for name in names)
    for folder, hours in ((dead, 1), (mine, 1), (young, 0), (ancient, 48)):
        (folder / "control").mkdir(parents=True)
        os.utime(folder, (time.time() - 3600 * hours,) * 2)
    (tmp_path / "other").mkdir()
    assert sweep(held) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["other", mine.name, young.name])


@pytest.mark.docker
def test_the_sweep_removes_containers_of_dead_workers(docker_shell):
    def leave(worker, command):
        return client().containers.run(
            docker_shell.image, command, detach=True, network_mode="none", labels={LABEL: "1", WORKER: worker}
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


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to see what another user runs")
def test_a_killed_worker_leaves_nothing_running(shell, house, tmp_path):
    """Not even with SIGKILL, in the middle of a match."""
    (tmp_path / "sleeper.py").write_bytes(SLEEPER)
    command = [sys.executable, "-m", "sandbox", *[str(tmp_path / "sleeper.py")] * 2, "--sandbox", shell.name]
    environment = os.environ | {"SCOUT_RUN": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    worker = subprocess.Popen(command, env=environment, cwd=house.parent)
    try:
        until(lambda: len(bots_of(worker.pid, shell)) == 2)
        inside = [*zygotes_of(worker.pid, shell), *bots_of(worker.pid, shell)]
    finally:
        worker.kill()
        worker.wait()
    assert len(inside) == 4
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in inside))
    until(lambda: not zygotes_of(worker.pid, shell))  # nor a container
    assert [path for path in tmp_path.iterdir() if path.is_dir()]  # the run folders, which the sweep takes


def test_a_child_that_cannot_lock_itself_down_never_runs_the_bot(held, greedy, tmp_path, monkeypatch):
    """A kernel without the filter, say, is no bot's fault."""
    guest = tmp_path / "guest"
    shutil.copytree(bubblewrap.GUEST, guest)
    with (guest / "seccomp.py").open("a") as file:
        file.write("\n\ndef apply(program):\n    raise OSError('no filter in this kernel')\n")
    monkeypatch.setattr(bubblewrap, "GUEST", guest)
    with pytest.raises(PlatformFailure, match=r"could not lock its child: .*no filter in this kernel"):
        play([greedy, greedy], "s", Clock(), held)
