# ruff: noqa: E501 - a table of cases, one a line
"""Whatever a bot gets wrong by mistake has a name and costs nobody else anything; in every sandbox.

What it does on purpose is in `attacks`.
"""

import time
from functools import cache

import pytest

from engine import Game
from sandbox import play
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
    ("missing library", bot("import torch\n"), "start-failed", "No module named 'torch'"),
    ("exit at import", bot("raise SystemExit(0)\n"), "start-failed", "SystemExit: 0"),
    ("exception at start", bot("class Bot:\n    act = 1 .real\n    def act(s, v): ...\n    def __init__(s): s.x\n"), "start-failed", "AttributeError"),
    ("too deep to compile", bot("x = " + "(" * 5000 + ")" * 5000 + "\n"), "start-failed", "could not be imported"),
    # it fails while it plays
    ("exception", acting("return view.nothing"), "crashed", "AttributeError"),
    ("exit", acting("raise SystemExit"), "crashed", "SystemExit"),
    ("abort", acting("import os; os.abort()"), "crashed", "SIGABRT"),
    ("endless recursion", acting("return self.act(view)"), "crashed", "RecursionError"),
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
    ("no json", acting("import os; os.write(3, b'hello\\n')"), "unreadable-action", "no JSON"),
    ("json nan", acting("import os; os.write(3, b'{\"n\": NaN}\\n')"), "unreadable-action", "no JSON"),
    ("boolean question", acting("import os; os.write(3, b'{\"n\": true, \"answer\": 2}\\n')"), "unreadable-action", "number `n`"),
    ("float answer", acting("import os; os.write(3, b'{\"n\": 2, \"answer\": 2.0}\\n')"), "unreadable-action", "holds no action"),
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
    assert result.faults[-1] is None
    assert Game.from_replay(result.replay).over  # the stand-ins played it to the end, by the rules
    assert seconds < ALLOWED


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


def test_a_traceback_is_that_of_the_bot_alone(shell, greedy):
    fault, _ = against(greedy, acting("return view.nothing"), shell).faults
    first, *_, last = fault.log.splitlines()
    assert first.startswith("Traceback")
    assert last.startswith("AttributeError")
    assert "/scout/" not in fault.log


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
