"""A match keeps one processor, and no two matches the same."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox import Clock, Table, open_package, processor
from sandbox.processor import one_processor
from tests.sandbox.test_platform import SLEEPER, bots_of

ALL = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
REAL = processor.PROCESSORS
ELSEWHERE = """
import os, pathlib, sys
from sandbox import processor
processor.PROCESSORS = pathlib.Path(sys.argv[1])
with processor.one_processor([]):
    print(*os.sched_getaffinity(0))
"""

pytestmark = pytest.mark.skipif(len(ALL) < 2, reason="there is one processor anyway")


@pytest.fixture(autouse=True)
def processors(tmp_path, monkeypatch) -> Path:
    """Where processors are kept in this test alone: other matches of this machine may keep them too."""
    for number in ALL:
        (tmp_path / f"cpu{number}").mkdir()
    monkeypatch.setattr(processor, "PROCESSORS", tmp_path)
    return tmp_path


@pytest.fixture
def kept_elsewhere(processors) -> Callable[[], set[int]]:
    """What another process keeps now."""
    look = [sys.executable, "-c", ELSEWHERE, processors]
    return lambda: set(map(int, subprocess.check_output(look, text=True).split()))


def test_every_processor_has_something_to_lock():
    assert all((REAL / f"cpu{number}").is_dir() for number in ALL)


def test_matches_side_by_side_keep_different_processors(kept_elsewhere):
    with one_processor([]):
        mine = os.sched_getaffinity(0)
        assert len(mine) == 1
        os.sched_setaffinity(0, ALL)  # for the other one, which is started from here
        other = kept_elsewhere()
        assert len(other) == 1
        assert not mine & other


def test_where_every_processor_is_kept_a_match_moves_freely(kept_elsewhere):
    with one_processor([]):
        os.sched_setaffinity(0, ALL)
        keepers = [one_processor([]) for _ in ALL]
        for keeper in keepers:
            keeper.__enter__()
            os.sched_setaffinity(0, ALL)
        assert kept_elsewhere() == ALL
        for keeper in keepers:
            keeper.__exit__(None, None, None)


def test_the_processor_is_given_back_whatever_happens():
    with pytest.raises(ZeroDivisionError), one_processor([]):
        raise ZeroDivisionError
    assert os.sched_getaffinity(0) == ALL
    for _ in range(3 * len(ALL)):
        with one_processor([]):
            assert len(os.sched_getaffinity(0)) == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to see what another user runs")
def test_bots_play_where_the_referee_is(shell, greedy):
    seen = []

    def look():  # called while the sleeper sleeps
        seen.extend(os.sched_getaffinity(process) for process in (0, *bots_of(os.getpid(), shell)))
        raise InterruptedError

    with Table([open_package(SLEEPER, "bot.py"), greedy], shell, Clock(bank=20)) as table:
        table.open((0, 1))
        with pytest.raises(InterruptedError):
            table.play((0, 1), "s", alive=look)
        assert len(seen) == 3
        assert len(seen[0]) == 1
        assert seen == [seen[0]] * 3
    assert os.sched_getaffinity(0) == ALL
