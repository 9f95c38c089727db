"""An upload is checked in four steps, and its author is told what to mend."""

import json

import pytest

from engine import PLAYERS
from sandbox import Clock, Report, check, open_folder
from tests.sandbox.stories import acting, bot

CLOCK = Clock(start=1.0, bank=0.3, increment=0.05, wall_factor=3)


def checked(package, greedy, shell, progress=lambda report: None) -> Report:
    return check(package, [greedy], shell, CLOCK, "seed", progress)


def states(report):
    return [step.state for step in report.steps]


def test_a_sound_bot_passes_all_steps(shell, greedy, house):
    package = open_folder(house / "random")
    seen = []
    report = checked(package, greedy, shell, seen.append)
    assert report.ok
    assert [step.name for step in report.steps] == ["Package", "Start", "Protocol", "Trial matches"]
    assert [trial.players for trial in report.matches] == list(PLAYERS)
    assert [trial.seating for trial in report.matches] == [(0, 1), (1, 0, 1), (1, 1, 0, 1), (1, 1, 1, 0, 1)]
    assert all(step.measured and step.limit and step.message == "" for step in report.steps)
    assert report.steps[2].measured == "15 legal answers"
    assert states(seen[0]) == ["passed", "waiting", "waiting", "waiting"]
    assert seen[-1] == report
    assert json.loads(json.dumps(report.as_json()))["steps"][1]["state"] == "passed"


def test_a_bot_whose_sandboxes_cannot_be_used_again_passes_too(shell, greedy):
    busy = acting("threading.Thread(target=int).start()\nreturn view.legal_actions[0]", "import threading")
    assert checked(busy, greedy, shell).ok


@pytest.mark.parametrize(
    ("package", "words"),
    [
        pytest.param(bot("\x89PNG\r\n\x1a"), "bot.py could not be imported: SyntaxError", id="not python"),
        pytest.param(bot("class Bot:\n    def act(self)\n"), "SyntaxError: expected ':' (bot.py, line 2)", id="syntax"),
        pytest.param(bot("import engine\n"), "bot.py defines no class Bot.", id="no Bot"),
        pytest.param(bot("class Bot:\n    def act(self):\n        x\n1 / 0\n"), "ZeroDivisionError", id="import"),
        pytest.param(bot("while True: pass"), "The bot used", id="endless import"),
        pytest.param(bot("import time; time.sleep(60)"), "No answer came for", id="sleeping import"),
    ],
)  # fmt: skip
def test_a_bot_that_does_not_start_is_told_why(package, words, held, greedy):
    report = checked(package, greedy, held)
    assert not report.ok
    assert states(report) == ["passed", "failed", "skipped", "skipped"]
    assert words in report.steps[1].message
    assert report.steps[1].detail["kind"] in ("start-failed", "timed-out")


def test_an_exception_at_import_shows_its_traceback(held, greedy):
    step = checked(bot("print('hello')\n1 / 0\n"), greedy, held).steps[1]
    assert step.detail["log"].startswith("hello\nTraceback")
    assert "bot.py" in step.detail["log"]
    assert "importlib" not in step.detail["log"]


def test_an_illegal_action_is_shown_with_rule_and_position(shell, greedy):
    step = checked(acting("return 's40.9'"), greedy, shell).steps[2]
    assert step.state == "failed"
    assert step.message == "s40.9: the hand has 11 cards, places 0 to 10."
    assert step.detail["kind"] == "illegal-action"
    assert step.detail["match"] == "fixed position, 2 players"
    assert "hand:" in step.detail["position"]
    assert "legal:" in step.detail["position"]
    assert step.detail["reply"] == "s40.9"


def test_an_answer_that_never_comes_is_a_failure_of_the_protocol(held, greedy):
    step = checked(acting("while True: pass"), greedy, held).steps[2]
    assert "processor time" in step.message
    assert step.detail["kind"] == "timed-out"
    assert step.detail["log"].endswith('File "bot.py", line 4, in act\n')


def test_a_fault_later_in_a_match_says_where(held, greedy):
    package = acting("return True if (view.players, view.round) == (4, 1) else view.legal_actions[0]")
    report = checked(package, greedy, held)
    step = report.steps[3]
    assert states(report) == ["passed", "passed", "passed", "failed"]
    assert "bool True" in step.message
    assert step.detail["match"] == "4 players, seat 2"
    assert step.detail["round"] == 2  # counted from 1, as people do
    assert step.detail["move"] >= 1
    assert step.detail["position"]
    assert len(report.matches) == 3


def test_a_bot_that_knows_only_some_player_counts_fails_the_protocol(held, greedy):
    package = acting("return view.legal_actions[{2: 0, 3: 0, 4: 0}[view.players]]")
    step = checked(package, greedy, held).steps[2]
    assert "KeyError: 5" in step.message
    assert step.detail["match"] == "fixed position, 5 players"


def test_without_opponents_a_bot_plays_against_itself(held, greedy):
    report = check(greedy, [], held, CLOCK, "seed")
    assert report.ok
    assert report.matches[-1].seating == (0,) * 5


def test_the_one_who_waits_can_stop_it(held, greedy):
    class Stop(Exception):
        pass

    def progress(report):
        raise Stop

    with pytest.raises(Stop):
        checked(greedy, greedy, held, progress)
