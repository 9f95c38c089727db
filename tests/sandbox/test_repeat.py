"""The command that a report gives repeats the same failure on the author's own machine."""

import shlex

import pytest

from sandbox import Clock, check, open_folder
from sandbox.__main__ import main
from sandbox.repeat import command
from tests.sandbox.stories import bot

ACTING = "class Bot:\n    def act(self, view):\n        "
HURRIED = Clock(start=1.0, bank=0.3, increment=0.02)
DICE = """
import random

class Bot:
    def start(self, info):
        self.dice = random.Random(info.seed)

    def act(self, view):
        if view.players == 4 and view.round and random.random() < 0.1:
            return "s9.9"
        return self.dice.choice(view.legal_actions)
"""


@pytest.fixture
def failed(tmp_path, house, held):
    """Have a bot checked against two house bots, and read the command of the report."""

    def checked(source: str) -> tuple:
        file = tmp_path / "my bot.py"
        file.write_text(source)
        opponents = [house / "greedy", house / "random"]
        report = check(open_folder(file), [open_folder(path) for path in opponents], held, HURRIED, "a seed")
        words = shlex.split(command(report, str(file), [str(path) for path in opponents]))
        assert words[:5] == ["uv", "run", "python", "-m", "sandbox"]
        return report.failed, words[5:]

    return checked


def test_a_failed_trial_match_is_played_again_to_the_same_move(failed, held, capsys):
    step, arguments = failed(DICE)
    assert step.name == "Trial matches"
    assert main([*arguments, "--sandbox", held.name]) == 0
    out = capsys.readouterr().out
    assert out.count("seat 2  ") == 1
    assert f"illegal-action, round {step.detail['round']}, move {step.detail['move']}: {step.message}" in out
    assert "".join(f"   | {line}\n" for line in step.detail["position"].splitlines()) in out


@pytest.mark.parametrize(
    ("source", "step", "words"),
    [
        pytest.param("class Bot:\n", "Start", "could not be imported: ", id="syntax"),
        pytest.param(ACTING + "return 3.5\n", "Protocol", "float 3.5", id="float"),
        pytest.param(ACTING + "while True: pass\n", "Protocol", "The bot used up", id="endless"),
    ],
)
def test_a_check_that_failed_earlier_is_done_again(source, step, words, failed, held, capsys):
    found, arguments = failed(source)
    assert (found.name, arguments[0]) == (step, "check")
    assert main([*arguments, "--sandbox", held.name]) == 1
    out = capsys.readouterr().out
    assert f"✗ {step}: failed" in out
    assert words in out
    assert f"Again: uv run python -m sandbox {shlex.join(arguments)}" in out


def test_a_passed_check_needs_no_command(house, held, capsys):
    assert main(["check", str(house / "greedy"), "--sandbox", held.name]) == 0
    out = capsys.readouterr().out
    assert out.count("✓") == 4
    assert "Again" not in out


def test_a_file_is_no_option(held):
    report = check(bot("x = 1\n"), [], held, HURRIED, "")
    assert "check ./-rf.py --seed '' " in command(report, "-rf.py", [])


@pytest.mark.parametrize("text", ["", "3", "3,2", "3,2,1,0", "a,b,c", "0,1,1"])
def test_a_clock_that_is_none_is_refused(text):
    with pytest.raises(ValueError, match="clock"):
        Clock.read(text, 1.0)
