"""A bot whose time is up has its author told where in the code it was; in every sandbox, and whatever the bot tries."""

import time
from functools import cache

import pytest

from sandbox import Clock, play
from sandbox.protocol import Wire
from sandbox.where import INNERMOST, tell
from tests.sandbox.shells import ATTACKED, shell_named
from tests.sandbox.stories import acting, against, bot

CLOCK = Clock(start=3, bank=0.3, increment=0.0, wall_factor=4)
HEAD = "Time was up here (most recent call last):"

SPINNER = """
def search(depth):
    if depth:
        return search(depth - 1)
    while True: pass

class Bot:
    def act(self, view):
        return search(3)
"""
SLEEPER = """
import time

def nap():
    time.sleep(60)

class Bot:
    def act(self, view):
        nap()
"""
COUNTER = """
class Bot:
    def act(self, view):
        print("counting")
        return sum(range(10 ** 12))
"""
STOPPED = """
import os, signal

class Bot:
    def act(self, view):
        os.kill(os.getpid(), signal.SIGSTOP)
"""
CASES = [
    pytest.param(
        SPINNER,
        ['"bot.py", line 9, in act', '"bot.py", line 4, in search (3 times)', '"bot.py", line 5, in search'],
        id="spinner",
    ),
    pytest.param(SLEEPER, ['"bot.py", line 9, in act', '"bot.py", line 5, in nap'], id="sleeper"),
    pytest.param(COUNTER, ['"bot.py", line 5, in act'], id="inside one long call"),
    pytest.param(STOPPED, ['"bot.py", line 6, in act'], id="stopped itself"),
]
SOURCES = [case.values[0] for case in CASES]


@pytest.fixture(params=[*ATTACKED, "process"])
def everywhere(request):
    return shell_named(request.param)


@cache
def late(shell, greedy):
    """One match in which the time of four is up."""
    return play([*map(bot, SOURCES), greedy], "7", CLOCK, shell)


@pytest.mark.parametrize(("source", "frames"), CASES)
def test_the_log_ends_with_the_place(source, frames, everywhere, greedy):
    seat = SOURCES.index(source)
    result = late(everywhere, greedy)
    fault = result.faults[seat]
    assert fault.kind == "timed-out"
    assert fault.log == result.logs[seat]
    head, *told = fault.log.splitlines()[-len(frames) - 1 :]
    assert head == HEAD
    assert told == [f"  File {frame}" for frame in frames]


def test_the_place_may_be_in_another_thread(shell, greedy):
    ponderer = bot(
        """
        import threading

        def ponder():
            while True: pass

        class Bot:
            def act(self, view):
                threading.Thread(target=ponder, daemon=True).start()
                return view.legal_actions[0]
        """
    )
    slow = acting("once or once.append(time.sleep(0.5))\nreturn view.legal_actions[0]", "import time\nonce = []")
    result = play([ponderer, slow], "s", Clock(bank=0.3, increment=0.0, wall_factor=50), shell)
    assert result.faults[0].kind == "timed-out"
    head, place = result.logs[0].splitlines()[:2]
    assert head == "Time was up here, in another thread (most recent call last):"
    assert place == '  File "bot.py", line 5, in ponder'


def test_a_place_outside_the_bot_names_no_path_of_the_machine(any_shell, greedy):
    fault, _ = against(greedy, acting("threading.Event().wait()", "import threading"), any_shell, clock=CLOCK).faults
    head, own, *inside = fault.log.splitlines()
    assert (head, own) == (HEAD, '  File "bot.py", line 4, in act')
    assert inside
    for line in inside:
        assert line.startswith('  File "python3')
        assert '/threading.py", line ' in line


DEAF = {
    "ignored": "signal.signal(signal.SIGUSR1, signal.SIG_IGN)",
    "blocked": "signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())",
    "caught": "signal.signal(signal.SIGUSR1, lambda *_: None)",
    "unregistered": "faulthandler.unregister(signal.SIGUSR1)",
    "unlogged": "os.closerange(1, 3)",
    "log held open": "signal.signal(signal.SIGUSR1, lambda *_: socket.send_fds(socket.socket(fileno=3), [b' '], [2]))",
}


@pytest.mark.parametrize("deaf", [pytest.param(line, id=name) for name, line in DEAF.items()])
def test_a_bot_that_does_not_want_to_say_it_fails_as_it_would(deaf, shell, greedy, monkeypatch):
    waited = []

    def timed(wire, *arguments):
        began = time.monotonic()
        last_words(wire, *arguments)
        waited.append(time.monotonic() - began)

    last_words = Wire.last_words
    monkeypatch.setattr(Wire, "last_words", timed)
    package = acting(f"{deaf}\nwhile True: pass", "import faulthandler, os, signal, socket")
    fault, other = against(greedy, package, shell, clock=CLOCK).faults
    assert fault.kind == "timed-out"
    assert "processor time" in fault.message
    assert fault.log == ""
    assert other is None
    assert len(waited) == 1
    assert waited[0] < 1


def test_what_was_printed_stays_with_the_place_below_it(shell, greedy):
    package = acting("print('one')\nprint('two', end='', flush=True)\nwhile True: pass")
    fault, _ = against(greedy, package, shell, clock=CLOCK).faults
    assert fault.log.splitlines() == ["one", "two", HEAD, '  File "bot.py", line 6, in act']


def test_one_who_prints_without_end_is_out_of_time_with_its_prints(held, greedy):
    package = acting("while time.process_time() < 10: print(end='x', flush=True)", "import time")
    fault, _ = against(greedy, package, held, clock=CLOCK).faults
    assert fault.kind == "timed-out"
    assert fault.log.startswith("xxx")
    assert len(fault.log) <= 1 << 16
    assert fault.log.splitlines()[-2:] == [HEAD, '  File "bot.py", line 4, in act']


FACULTY = """\
printed
half a lineThread 0x00007f00000000aa (most recent call first):
  File "/bot/deep/helper.py", line 7 in think
  File "/usr/lib/python3.13/threading.py", line 994 in run

Thread 0x00007f00000000bb [waits] (most recent call first):
  File "/usr/lib/python3.13/selectors.py", line 398 in select

Current thread 0x00007f00000000cc (most recent call first):
  Garbage-collecting
  File "/usr/lib/python3.13/copy.py", line 1 in _reconstruct
  File "<string>", line 1 in <lambda>
  File "/bot/bot.py", line 2 in act
  File "/scout/sandbox/guest/child.py", line 150 in answer
  File "/scout/sandbox/guest/zygote.py", line 180 in <module>
printed too"""


def test_each_stack_is_told_as_its_author_knows_it():
    assert tell(FACULTY, "/bot").splitlines() == [
        "printed",
        "half a line",
        "Time was up here, in another thread (most recent call last):",
        '  File "deep/helper.py", line 7, in think',
        HEAD,
        '  File "bot.py", line 2, in act',
        '  File "<string>", line 1, in <lambda>',
        '  File "python3.13/copy.py", line 1, in _reconstruct',
        "printed too",
    ]


def test_of_many_frames_the_innermost_are_told_and_calls_of_itself_counted():
    frames = [f'  File "/bot/bot.py", line {number} in f' for number in range(1, INNERMOST)]
    head, again = "Current thread 0x0000aa (most recent call first):", '  File "/bot/bot.py", line 99 in f'

    def told(*stack):
        return tell("\n".join([head, *stack]), "/bot").splitlines()

    assert len(told(*frames, again, again, again)) == INNERMOST + 1
    assert told(*frames, again, again, again)[1] == '  File "bot.py", line 99, in f (3 times)'
    assert told(*frames, again, frames[0])[:3] == [HEAD, "  ...", '  File "bot.py", line 99, in f']
    assert told(frames[0], "  ...") == [HEAD, "  ...", '  File "bot.py", line 1, in f']
    assert told('  File "/usr/lib/python3.13/copy.py", line 1 in copy', "  ...")[1:] == [
        "  ...",
        '  File "python3.13/copy.py", line 1, in copy',
    ]


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("Thread 0x" * 7000, id="half a head"),
        pytest.param("Thread 0xa " * 6000, id="heads without an end"),
        pytest.param("Current thread 0xa (most recent call first):\n" * 1400, id="heads"),
        pytest.param('  File "' + '", line 1' * 8000, id="half a frame"),
        pytest.param("\n" * 65536, id="empty lines"),
        pytest.param("", id="nothing"),
    ],
)
def test_whatever_a_bot_made_up_is_read_at_once(words):
    began = time.thread_time()
    tell(words, "/bot")
    tell(f"Current thread 0xa (most recent call first):\n{words}", "/bot")
    assert time.thread_time() - began < 0.5
