"""The clock is fair: what counts is the processor time a bot used, read from outside."""

import subprocess
import sys
import time

import pytest

from sandbox import Clock, play
from sandbox.clock import Budget
from sandbox.meter import ProcessMeter, WallMeter, process_meter
from tests.sandbox.stories import acting, against

BURN = """
def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
"""


@pytest.mark.parametrize("wrong", [{"start": 0}, {"bank": -1}, {"increment": -0.1}, {"wall_factor": 0.5}])
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
    assert result.made["clock"] == ("cgroup" if shell.name == "docker" else "process")


def test_thinking_while_others_play_is_charged_too(shell, greedy):
    slow = acting("burn(0.1)\nreturn view.legal_actions[0]", f"import time\n{BURN}")
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


def test_sleeping_costs_no_processor_time(shell, greedy):
    package = acting("time.sleep(0.05)\nreturn view.legal_actions[0]", "import time")
    result = against(greedy, package, shell, clock=Clock(bank=1, wall_factor=5))
    assert result.faults == (None, None)
    assert max(result.think_us[0]) < 20_000


def test_a_busy_host_costs_nobody_a_match(held, greedy):
    """Four spinners on every core; the bot uses about a tenth of what it has."""
    package = acting("burn(0.004)\nreturn view.legal_actions[0]", f"import time\n{BURN}")
    spinners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(8)]
    try:
        result = play([package, greedy], "s", Clock(start=1, bank=0.2, increment=0.02, wall_factor=2), held)
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
