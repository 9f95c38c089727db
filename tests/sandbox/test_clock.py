"""The clock is fair: what counts is the processor time a bot used, read from outside."""

import os
import subprocess
import sys
import time

import pytest

from sandbox import Clock, Table, play, speed
from sandbox.clock import Budget
from sandbox.meter import ProcessMeter, WallMeter, process_meter
from sandbox.speed import FASTEST, SLOWEST
from tests.sandbox.stories import acting, against

BURN = """
def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
"""


@pytest.mark.parametrize("wrong", [{"start": 0}, {"bank": -1}, {"increment": -0.1}, {"wall_factor": 0.5}, {"speed": 0}])
def test_a_clock_that_cannot_run_is_refused(wrong):
    with pytest.raises(ValueError, match="a clock needs"):
        Clock(**wrong)


def test_a_bank_fills_and_empties_like_in_chess():
    budget = Budget(Clock(start=3, bank=2, increment=0.5, wall_factor=4))
    budget.charge(1, 1)
    assert (budget.cpu, budget.wall) == (2, 11)
    budget.begin()
    assert (budget.cpu, budget.wall) == (2, 8)
    budget.add_increment()
    budget.charge(1, 5)
    assert (budget.cpu, budget.wall) == (1.5, 5)


def test_each_decision_is_charged_what_it_used(shell, greedy):
    package = acting("burn(0.05)\nreturn view.legal_actions[0]", f"import time\n{BURN}")
    result = play([package, greedy], "s", Clock(bank=5), shell)
    assert result.faults == (None, None)
    mine = result.think_us[0][1:]  # the first is turning the hand, which this bot leaves to us
    assert all(45_000 < used < 100_000 for used in mine if used)
    assert sum(result.think_us[1]) < 100_000
    assert result.made["clock"] == ("cgroup" if shell.name == "docker" or os.geteuid() == 0 else "process")


@pytest.mark.parametrize(
    ("body", "least", "most"),
    [
        pytest.param("while True: pass", 280_000, 1_000_000, id="timed out"),
        pytest.param("burn(0.1)\nraise RuntimeError", 95_000, 300_000, id="raised"),
        pytest.param("burn(0.1)\nos._exit(1)", 60_000, 300_000, id="gone"),
        pytest.param("burn(0.1)\nreturn 's40.9'", 95_000, 300_000, id="illegal"),
        pytest.param("time.sleep(60)", 0, 30_000, id="slept"),
    ],
)
def test_the_record_says_what_a_failed_decision_was_charged(body, least, most, shell, greedy):
    result = against(greedy, acting(body, f"import os, time\n{BURN}"), shell)
    first = result.replay["rounds"][0]
    assert result.faults[0] is not None
    assert least <= result.think_us[0][-1] <= most
    assert sum(sum(r["think"]) + sum(r["turn_think"]) for r in result.replay["rounds"]) == sum(
        map(sum, result.think_us)
    )
    assert result.think_us[0][-1] in first["think"]


def test_a_slow_machine_gives_more_time(held, greedy):
    clock = Clock(start=3, bank=2, increment=0.5, speed=0.5)
    assert clock.told() == {"start": 6, "bank": 4, "increment": 1}
    budget = Budget(clock)
    assert (budget.cpu, budget.wall) == (6, 30)
    budget.begin()
    budget.add_increment()
    assert (budget.cpu, budget.wall) == (5, 25)
    assert play([greedy, greedy], "s", clock, held).made["speed"] == 0.5


def test_the_speed_of_this_machine_is_measured_once():
    began = time.thread_time()
    assert SLOWEST <= speed() <= FASTEST
    assert speed() is speed()
    assert time.thread_time() - began < 5


def test_thinking_while_others_play_is_charged_too(shell, greedy):
    slow = acting("time.sleep(0.2)\nreturn view.legal_actions[0]", "import time")
    ponderer = acting(
        "threads or threads.append(start())\nreturn view.legal_actions[0]",
        """
        import threading
        threads = []
        def start():
            def ponder():
                while True: pass
            threading.Thread(target=ponder, daemon=True).start()
        """,
    )
    result = play([ponderer, slow], "s", Clock(bank=0.3, increment=0.0, wall_factor=50), shell)
    fault = result.faults[0]
    assert fault is not None
    assert fault.kind == "timed-out"
    assert "processor time" in fault.message
    assert sum(result.think_us[0]) > 300_000  # and all of it is in the record


def test_sleeping_costs_no_processor_time(shell, greedy):
    package = acting("time.sleep(0.05)\nreturn view.legal_actions[0]", "import time")
    result = against(greedy, package, shell, clock=Clock(bank=1, wall_factor=5))
    assert result.faults == (None, None)
    assert max(result.think_us[0]) < 20_000


def test_bots_start_side_by_side_and_none_pays_for_another(shell):
    package = acting("return view.legal_actions[0]", "import time\ntime.sleep(1)")
    with Table([package] * 4, shell, Clock(start=0.5, wall_factor=3)) as table:
        table.open(range(4))
        began = time.monotonic()
        result = table.play(range(4), "s")
        assert time.monotonic() - began < 3
    assert result.faults == (None,) * 4


def test_a_busy_host_costs_nobody_a_match(shell, greedy):
    """Four spinners for every core; the bot uses a tenth of each increment."""
    clock = Clock(start=2, bank=0.3, increment=0.04, wall_factor=2)
    package = acting("burn(0.004)\nreturn view.legal_actions[0]", f"import time\n{BURN}")
    spinners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(4 * (os.cpu_count() or 1))]
    try:
        result = play([package, greedy], "s", clock, shell)
    finally:
        for spinner in spinners:
            spinner.kill()
            spinner.wait()
    assert result.faults == (None, None)


def test_a_process_is_measured_from_outside():
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as spinner:
        meter = process_meter(spinner.pid)
        assert isinstance(meter, ProcessMeter)
        before = meter.cpu()
        deadline = time.monotonic() + 10
        while meter.cpu() - before < 0.05:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        spinner.kill()
        spinner.wait()
        last = meter.cpu()
        assert meter.cpu() == last >= before + 0.05
        assert meter.starved() == 0.0


def test_where_no_process_can_be_seen_every_second_counts():
    assert isinstance(process_meter(0), WallMeter)
