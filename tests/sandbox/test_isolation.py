"""What a bot can reach: nothing of the host, nothing of the next match, nothing of another seat."""

import json
import os
import time
from pathlib import Path

import pytest

from sandbox import Clock, Table, play
from sandbox.protocol import Wire
from sandbox.shells.docker import LABEL, client
from tests.sandbox.stories import KEPT, acting, against, bot

SECRET = "a-secret-of-the-worker"

# Each line is tried on its own; what it must not be able to do is printed when it can.
ATTEMPTS = """
os.listdir("/root")
os.listdir("/home")
os.listdir("/work")
os.listdir("/etc")
os.listdir("/run/scout")
open("/etc/passwd").read()
open("/etc/shadow").read()
open("/proc/1/environ").read()
open("/proc/1/mem", "rb").read(1)
open("/proc/self/maps").read()
open("/proc/loadavg").read()
open("/proc/sys/kernel/hostname").read()
open("/sys/kernel/mm/ksm/run").read()
os.getloadavg()
open("/usr/here", "w")
open("/bot/bot.py", "w")
open("/bot/here", "w")
open("/here", "w")
open("/scout/engine/core.py", "w")
open(sys.executable, "r+b")
open(json.__file__, "a")
os.mknod("/tmp/disk", 0o660 | stat.S_IFBLK, os.makedev(8, 0))
os.chroot("/tmp")
os.setuid(0)
os.setgid(0)
os.setgroups([0])
os.nice(-5)
os.setpriority(os.PRIO_PROCESS, 0, 5)
os.sched_setaffinity(0, {0})
os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
resource.setrlimit(resource.RLIMIT_CPU, (9, 9))
resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
time.clock_settime(time.CLOCK_REALTIME, 0)
os.kill(1, 9)
os.kill(os.getppid(), 9)
os.kill(os.getpid(), 9)
os.kill(-1, 9)
os.fork()
os.forkpty()
os.posix_spawn("/bin/true", ["true"], {})
os.execv(sys.executable, ["python"])
subprocess.run(["true"])
os.system("true") == 0 or refused()
multiprocessing.Process(target=print).start()
os.memfd_create("x")
socket.socket(socket.AF_INET, socket.SOCK_STREAM)
socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
socket.socket(socket.AF_INET6, socket.SOCK_STREAM)
socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)
socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)
socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
socket.getaddrinfo("example.org", 80)
socket.create_connection(("127.0.0.1", 22), 0.1)
socket.socket(socket.AF_UNIX).connect("/run/scout/socket")
socket.socket(socket.AF_UNIX).connect("/var/run/docker.sock")
fcntl.flock(open(json.__file__), fcntl.LOCK_EX)
fcntl.lockf(open("/tmp/lock", "w"), fcntl.LOCK_EX)
fcntl.fcntl(open(json.__file__), fcntl.F_SETLEASE, fcntl.F_RDLCK)
fcntl.fcntl(os.open("/tmp", 0), fcntl.F_NOTIFY, fcntl.DN_ACCESS)
call(101, 16, 1, 0, 0)          # ptrace(PTRACE_ATTACH, 1)
call(310, 1, 0, 0, 0, 0, 0)     # process_vm_readv
call(29, 0, 4096, 0o1600)       # shmget
call(64, 0, 1, 0o1600)          # semget
call(68, 0, 0o1600)             # msgget
call(240, b"/q", 0o102, 0o600, 0)  # mq_open
call(250, 0, -3)                # keyctl
call(248, b"user", b"k", b"v", 1, -3)  # add_key
call(272, 0x10000000)           # unshare(CLONE_NEWUSER)
call(165, b"x", b"/tmp", b"tmpfs", 0, 0)  # mount
call(425, 8, 0)                 # io_uring_setup
call(321, 0, 0, 0)              # bpf
call(298, 0, 0, 0, 0)           # perf_event_open
call(323, 0)                    # userfaultfd
call(294, 0)                    # inotify_init1
call(99, ctypes.create_string_buffer(256))  # sysinfo: the load of the host
call(27, 0, 4096, 0)            # mincore: what the page cache holds
call(434, 1, 0)                 # pidfd_open
call(57)                        # fork
call(58)                        # vfork
call(435, 0, 0)                 # clone3
call(56, 17, 0, 0, 0, 0)        # clone(SIGCHLD)
call(157, 4, 1, 0, 0, 0)        # prctl(PR_SET_DUMPABLE, 1)
call(0x40000000 + 39)           # getpid in the second numbering
"""

PROBE = f"""
import ctypes, fcntl, json, multiprocessing, os, resource, socket, stat, subprocess, sys, time

libc = ctypes.CDLL(None, use_errno=True)

def refused():
    raise OSError("refused")

def call(number, *arguments):
    if libc.syscall(number, *arguments) == -1:
        refused()

for attempt in {ATTEMPTS!r}.strip().splitlines():
    try:
        exec(attempt)
    except (OSError, RuntimeError, ValueError):
        continue
    except BaseException as error:
        print("BROKEN", attempt, repr(error))
    else:
        print("REACHED", attempt)

class Bot:
    def act(self, view):
        return view.legal_actions[0]
"""


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="the numbers of the calls are those of x86_64")
def test_a_bot_reaches_nothing(shell, greedy):
    result = against(greedy, bot(PROBE), shell)
    assert result.logs[0] == ""
    assert result.faults == (None, None)


def test_a_bot_sees_no_secret_and_nobody(shell, greedy, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", SECRET)
    package = bot(
        """
        import os

        def opened(descriptor):
            try:
                return bool(os.fstat(descriptor))
            except OSError:
                return False

        class Bot:
            def start(self, info):
                print(sorted(os.environ))
                print(os.getuid() >= 1000, os.getcwd(), os.getpid() > 1, os.uname().nodename, vars(info).keys())
                print([pid for pid in range(2, 5000) if os.path.exists(f"/proc/{pid}") and pid != os.getpid()])
                print([descriptor for descriptor in range(99) if opened(descriptor)])

            def act(self, view):
                return view.legal_actions[0]
        """
    )
    log = against(greedy, package, shell).logs[0]
    environment, who, processes, descriptors = log.splitlines()
    assert SECRET not in log
    assert "SECRET_KEY" not in environment
    assert who == "True /bot True sandbox dict_keys(['players', 'seat', 'clock', 'seed'])"
    assert processes == "[]"
    assert descriptors == "[0, 1, 2, 3]"


def test_nothing_passes_from_one_match_to_the_next(shell, greedy):
    package = bot(
        """
        import builtins, engine, os, random, socket, sys, threading

        found = [name for folder in ("/tmp", "/dev/shm") for name in os.listdir(folder)]
        print("found", found, hasattr(engine, "mark"), hasattr(builtins, "mark"), os.environ.get("MARK"))
        engine.mark = builtins.mark = 1
        os.environ["MARK"] = "1"
        for folder in ("/tmp", "/dev/shm"):
            os.makedirs(f"{folder}/a/b/c", mode=0o700)
            open(f"{folder}/a/b/c/file", "w").write("mark")
            os.symlink("/bot", f"{folder}/link")
            os.chmod(f"{folder}/a/b", 0)
        listener = socket.socket(socket.AF_UNIX)
        try:
            listener.bind("\\0mark")
            listener.listen()
        except OSError:
            print("abstract socket still there")
        threading.Thread(target=threading.Event().wait, daemon=True).start()

        class Bot:
            def act(self, view):
                return view.legal_actions[0]
        """
    )
    with Table([package, greedy], shell, Clock()) as table:
        logs = [table.play((0, 1), "s").logs[0] for _ in range(3)]
    assert logs == ["found [] False False None\n"] * 3


def test_seats_share_nothing_they_could_signal_with(shell):
    package = bot(
        """
        import os, socket, time

        class Bot:
            def start(self, info):
                self.seat = info.seat
                open(f"/tmp/{info.seat}", "w").close()
                self.socket = socket.socket(socket.AF_UNIX)
                self.socket.bind(f"\\0seat-{info.seat}")
                self.socket.listen()

            def act(self, view):
                for other in range(view.players):
                    if other != self.seat:
                        try:
                            socket.socket(socket.AF_UNIX).connect(f"\\0seat-{other}")
                            print("met seat", other)
                        except OSError:
                            pass
                if os.listdir("/tmp") != [str(self.seat)]:
                    print("shared /tmp")
                return view.legal_actions[0]
        """
    )
    result = play([package, package, package], "s", Clock(), shell)
    assert result.faults == (None, None, None)
    assert result.logs == ("", "", "")


def test_many_files_cost_the_sandbox_and_not_the_next_match(shell, greedy):
    package = bot(
        """
        for n in range(11000):
            open(f"/tmp/{n}", "w").close()

        class Bot:
            def act(self, view):
                return view.legal_actions[0]
        """
    )
    with Table([package, greedy], shell, Clock(start=20)) as table:
        for _ in range(2):
            assert table.play((0, 1), "s").faults == (None, None)


def test_nothing_is_left_behind(shell, greedy, tmp_path, monkeypatch):
    monkeypatch.setenv("SCOUT_RUN", str(tmp_path))
    left = _containers if shell.name == "docker" else _processes
    left(tmp_path)  # opens the connection to the engine, which stays
    descriptors = len(os.listdir("/proc/self/fd"))
    with Table([acting("raise RuntimeError"), greedy], shell, Clock()) as table:
        table.play((0, 1), "s")
        assert left(tmp_path)
    deadline = time.monotonic() + 15
    while left(tmp_path):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert os.listdir(tmp_path) == []
    assert len(os.listdir("/proc/self/fd")) - descriptors <= (KEPT if shell.name == "docker" else 0)  # kept connections


def _processes(run: Path) -> list[str]:
    """Processes started from this run folder."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if str(run).encode() in (folder / "cmdline").read_bytes():
                found.append(folder.name)
        except OSError:
            continue
    return found


def _containers(run: Path) -> list[str]:
    """Containers that mount this run folder."""
    containers = client().api.containers(all=True, filters={"label": f"{LABEL}=1"})
    return [c["Id"] for c in containers if any(str(run) in mount.get("Source", "") for mount in c["Mounts"])]


def test_neither_the_deal_s_seed_nor_a_hidden_card_is_sent_to_a_bot(held, greedy, monkeypatch):
    sent: dict[object, list[bytes]] = {}
    send = Wire.send

    def listen(wire, request, data=b"", seconds=10.0):
        sent.setdefault(wire, []).append(json.dumps(request).encode() + data)
        send(wire, request, data, seconds)

    monkeypatch.setattr(Wire, "send", listen)
    seed = "0123456789abcdef0123456789abcdef"
    result = play([greedy] * 3, seed, Clock(), held)
    for seat, messages in enumerate(sent.values()):
        assert not any(seed.encode() in message for message in messages)
        openings = [json.loads(m)["opening"] for m in messages if b'"opening"' in m]
        assert len(openings) == len(result.replay["rounds"])
        for record, opening in zip(result.replay["rounds"], openings, strict=True):
            assert opening["hand"] == record["hands"][seat]
            assert opening["pool"] is None
        for other in range(3):
            hands = [record["hands"][other].encode() for record in result.replay["rounds"]]
            assert any(hand in message for hand in hands for message in messages) == (other == seat)
