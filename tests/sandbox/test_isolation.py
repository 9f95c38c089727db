"""What a bot can reach: nothing of the host, nothing of the next match, nothing of another seat."""

import json

import pytest

from sandbox import Clock, Table, play
from sandbox.protocol import Wire
from tests.sandbox.stories import against, bot

SECRET = "a-secret-of-the-worker"


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


@pytest.mark.parametrize("counted", ["threading.Thread(target=int).start()", "open('/tmp/x', 'w').close()", "pass"])
def test_numbers_that_only_grow_tell_the_next_match_nothing(counted, shell, greedy):
    """A deal is played again with other seats: hands seen in one match must not reach the next."""
    package = bot(
        f"""
        import os, threading

        with open("/tmp/probe", "w") as file:
            inode = os.fstat(file.fileno()).st_ino
        print(os.getpid(), inode)
        for _ in range(300):
            {counted}

        class Bot:
            def act(self, view):
                return view.legal_actions[0]
        """
    )
    with Table([package, greedy], shell, Clock()) as table:
        logs = [table.play((0, 1), "s").logs[0].split() for _ in range(3)]
    assert len({inode for _, inode in logs}) == 1
    assert all(int(pid) < 100 for pid, _ in logs)  # starting a container takes a few by itself


def test_a_bot_that_used_no_numbers_keeps_its_sandbox(shell, greedy):
    package = bot("import os\nprint(os.getpid())\nclass Bot:\n    def act(self, view): return view.legal_actions[0]\n")
    with Table([package, greedy], shell, Clock()) as table:
        logs = [int(table.play((0, 1), "s").logs[0]) for _ in range(3)]
    assert logs == sorted(set(logs))


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
