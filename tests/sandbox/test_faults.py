# ruff: noqa: E501 - a table of cases, one a line
"""Whatever a bot does wrong gets its name, costs nobody else anything, and ends in time; in every sandbox."""

import time
from functools import cache

import pytest

from engine import Game
from sandbox import Clock, play
from tests.sandbox.stories import HURRIED, acting, against, bot

# Each of the four in a match may use up its time by the clock on the wall; busy machines get some more.
ALLOWED = 4 * (2 + HURRIED.wall_factor * (HURRIED.start + HURRIED.bank))

CASES = [
    # the package does not start
    ("not python", bot("\x89PNG\r\n"), "start-failed", "bot.py could not be imported: SyntaxError"),
    ("null bytes", bot("x = 1\0"), "start-failed", "null bytes"),
    ("syntax error", bot("class Bot:\n    def act(self, view)\n"), "start-failed", "bot.py, line 2"),
    ("no class", bot("x = 1\n"), "start-failed", "defines no class Bot"),
    ("no act", bot("class Bot: pass\n"), "start-failed", "no method act"),
    ("exception at import", bot("1 / 0\n"), "start-failed", "ZeroDivisionError: division by zero (bot.py, line 1)"),
    ("missing library", bot("import torch\n"), "start-failed", "No module named 'torch'"),
    ("exit at import", bot("raise SystemExit(0)\n"), "start-failed", "SystemExit: 0"),
    ("gone at import", bot("import os; os._exit(0)\n"), "start-failed", "exit code 0"),
    ("exception at start", bot("class Bot:\n    act = 1 .real\n    def act(s, v): ...\n    def __init__(s): s.x\n"), "start-failed", "AttributeError"),
    ("endless import", bot("while True: pass\n"), "timed-out", "processor time and had 1.00 s left"),
    ("too deep to compile", bot("x = " + "(" * 5000 + ")" * 5000 + "\n"), "start-failed", "could not be imported"),
    # it fails while it plays
    ("exception", acting("return view.nothing"), "crashed", "AttributeError"),
    ("exit", acting("raise SystemExit"), "crashed", "SystemExit"),
    ("gone", acting("import os; os._exit(3)"), "crashed", "exit code 3"),
    ("segfault", acting("import ctypes; ctypes.string_at(0)"), "crashed", "SIGSEGV"),
    ("abort", acting("import os; os.abort()"), "crashed", "SIGABRT"),
    ("socket closed", acting("import os, time; os.close(3); time.sleep(9)"), "crashed", "closed its connection"),
    ("everything closed", acting("import os, time; os.closerange(0, 99); time.sleep(9)"), "crashed", "closed its connection"),
    ("fork", acting("import os; os.fork()"), "crashed", "PermissionError"),
    ("program", acting("import os; os.execv('/bin/sh', ['sh'])"), "crashed", "PermissionError"),
    ("network", acting("import socket; socket.socket()"), "crashed", "PermissionError"),
    ("endless recursion", acting("return self.act(view)"), "crashed", "RecursionError"),
    # time
    ("sleeper", acting("import time; time.sleep(60)"), "timed-out", "answer came for"),
    ("stopped", acting("import os; os.kill(os.getpid(), 19)"), "timed-out", "answer came for"),
    ("spinner", acting("while True: pass"), "timed-out", "of processor time and had"),
    ("stubborn", acting("while True: pass", "import signal\nfor s in (1, 2, 15, 24): signal.signal(s, signal.SIG_IGN)"), "timed-out", "processor"),
    ("catches everything", acting("while True:\n    try: self.x\n    except BaseException: pass"), "timed-out", "processor"),
    ("threads", acting("import threading\ndef f():\n    while True: pass\nfor _ in range(4): threading.Thread(target=f).start()\nf()"), "timed-out", "processor"),
    # answers
    ("bool", acting("return True"), "unreadable-action", "bool True"),
    ("float", acting("return 3.0"), "unreadable-action", "float 3.0"),
    ("nan", acting("return float('nan')"), "unreadable-action", "float nan"),
    ("nothing", acting("return None"), "unreadable-action", "NoneType None"),
    ("object", acting("return object()"), "unreadable-action", "object"),
    ("list", acting("return [1]"), "unreadable-action", "list [1]"),
    ("text", acting("return 'fold'"), "unreadable-action", "'fold' is no action"),
    ("long text", acting("return 'x' * 5000"), "unreadable-action", "5000 characters"),
    ("no id", acting("return 99999"), "unreadable-action", "99999 is no action"),
    ("huge id", acting("return 10 ** 4000"), "unreadable-action", ""),
    ("cheater", acting("return 's40.9'"), "illegal-action", "s40.9: the hand has"),
    # the wire
    ("half a line", acting("import os, time; os.write(3, b'{\"n\": '); time.sleep(60)"), "timed-out", "answer came for"),
    ("no json", acting("import os; os.write(3, b'hello\\n')"), "unreadable-action", "no JSON"),
    ("no utf-8", acting("import os; os.write(3, b'\\xff\\xfe\\n')"), "unreadable-action", "no JSON"),
    ("json nan", acting("import os; os.write(3, b'{\"n\": NaN}\\n')"), "unreadable-action", "no JSON"),
    ("deep json", acting("import os; os.write(3, b'[' * 60000 + b'\\n')"), "unreadable-action", "no JSON"),
    ("old question", acting("import os; os.write(3, b'{\"n\": 0, \"answer\": 2}\\n')"), "unreadable-action", "is to question 0"),
    ("boolean question", acting("import os; os.write(3, b'{\"n\": true, \"answer\": 2}\\n')"), "unreadable-action", "number `n`"),
    ("float answer", acting("import os; os.write(3, b'{\"n\": 2, \"answer\": 2.0}\\n')"), "unreadable-action", "holds no action"),
    ("flood without lines", acting("import os\nwhile True: os.write(3, b'x' * 65536)"), "flooded", "more than 64 KiB"),
    ("flood of lines", acting("import os\nwhile True: os.write(3, b'{}\\n' * 20000)"), "unreadable-action", "number `n`"),
    ("flood of prints", acting("while True: print('x' * 65536)"), "flooded", "8 MiB"),
    ("flood of errors", acting("import os\nwhile True: os.write(2, b'x' * 65536)"), "flooded", "8 MiB"),
]  # fmt: skip


SEATS = 5


@cache
def batch(number, shell, greedy):
    """One match of four bots that fail, each in its way, and greedy; with the seconds it took."""
    packages = [package for _, package, _, _ in CASES[number * (SEATS - 1) :][: SEATS - 1]]
    packages += [greedy] * (SEATS - len(packages))
    began = time.monotonic()
    result = play(packages, "7", HURRIED, shell)
    return result, time.monotonic() - began


@pytest.mark.parametrize("number", [pytest.param(n, id=case[0]) for n, case in enumerate(CASES)])
def test_a_fault_gets_its_name_and_costs_nobody_else_anything(number, shell, greedy):
    _, _, kind, words = CASES[number]
    result, seconds = batch(number // (SEATS - 1), shell, greedy)
    fault = result.faults[number % (SEATS - 1)]
    assert fault is not None
    assert fault.kind == kind
    assert words in fault.message
    assert len(fault.log.encode()) <= 3 * (1 << 16)
    assert result.faults[-1] is None
    assert Game.from_replay(result.replay).over  # the stand-ins played it to the end, by the rules
    assert seconds < ALLOWED


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("x = [bytearray(1 << 24) for _ in range(999)]", id="heap"),
        pytest.param("x = 'x' * (1 << 40)", id="at once"),
        pytest.param(
            "x = []\nwhile True:\n    x.append(mmap.mmap(-1, 1 << 24))\n    x[-1].write(bytes(1 << 24))", id="shared"
        ),
        pytest.param(
            "def f():\n    x = bytearray(1 << 26)\n    time.sleep(9)\n"
            "for _ in range(99): threading.Thread(target=f).start()\ntime.sleep(9)",
            id="threads",
        ),
        pytest.param("for n in range(9): open(f'/tmp/{n}', 'wb').write(bytes(7 << 20))", id="tmp"),
        pytest.param("for n in range(9): open(f'/dev/shm/{n}', 'wb').write(bytes(7 << 20))", id="shm"),
    ],
)
def test_memory_and_folders_run_out_for_the_greedy_bot_alone(body, shell, greedy):
    package = acting(body, "import mmap, threading, time")
    fault, others = against(greedy, package, shell, clock=Clock(bank=5, wall_factor=1)).faults
    assert fault.kind in ("out-of-memory", "crashed")
    assert any(words in fault.message for words in ("memory", "Memory", "thread", "No space left"))
    assert others is None


def test_the_author_is_told_where_it_happened(shell, greedy):
    package = acting(
        """
        if view.round == 1 and view.turn >= 2:
            print("I was here")
            return "s9.9"
        return view.legal_actions[0]
        """
    )
    fault, _ = against(greedy, package, shell).faults
    assert fault.kind == "illegal-action"
    assert (fault.round, fault.turn >= 2, fault.decision > 3) == (1, True, True)
    assert fault.reply == "s9.9"
    assert "hand:" in fault.position
    assert "legal:" in fault.position
    assert "I was here" in fault.log


def test_a_fault_after_the_round_keeps_its_round(held, greedy):
    package = bot(
        """
        class Bot:
            def act(self, view):
                return view.legal_actions[0]

            def round_over(self, result):
                raise RuntimeError(f"{result.round} {result.end} {len(result.scores)} {len(result.hands)}")
        """
    )
    fault, _ = against(greedy, package, held).faults
    assert fault.kind == "crashed"
    assert "RuntimeError: 0 i" in fault.message
    assert fault.round == 0


def test_a_reply_before_the_question_is_a_fault(held, greedy):
    package = bot(
        """
        import os

        class Bot:
            def start(self, info):
                os.write(3, b'{"n": 1, "ready": []}\\n{"n": 2, "answer": 2}\\n')

            def act(self, view):
                return 2
        """
    )
    fault, _ = against(greedy, package, held).faults
    assert fault.kind == "unreadable-action"
    assert "before it was asked" in fault.message
