"""A bot in somebody else's place: it sees what the seat saw, and changes nothing."""

import pytest

from sandbox import Clock, open_package, play, shell_for
from sandbox.second_opinion import second_opinion

CLOCK = Clock()


@pytest.fixture(scope="module")
def shell():
    return shell_for("process", trusted=True)


@pytest.mark.parametrize("players", [2, 4])
def test_a_bot_agrees_with_itself(shell, greedy_source, players):
    package = open_package(greedy_source, "bot.py")
    record = play([package] * players, "a deal", CLOCK, shell).replay
    said = second_opinion(package, record, 1, shell, CLOCK)
    assert not said.failed
    assert [answer.answer for answer in said.answers] == [answer.played for answer in said.answers]
    turns = sum(len(round["turns"].split()) for round in record["rounds"])
    assert players < len(said.answers) < turns


def test_another_bot_is_asked_about_the_recorded_game_to_its_end(shell, greedy_source, cast):
    record = play([open_package(greedy_source, "bot.py")] * 3, "a deal", CLOCK, shell).replay
    said = second_opinion(open_package(cast["patient"], "bot.py"), record, 2, shell, CLOCK)
    greedys = second_opinion(open_package(greedy_source, "bot.py"), record, 2, shell, CLOCK)
    assert [answer.played for answer in said.answers] == [answer.played for answer in greedys.answers]
    assert any(answer.answer != answer.played for answer in said.answers)
    assert all(answer.wrong == "" for answer in said.answers)


def test_what_is_not_allowed_is_said_and_the_game_goes_on(shell, greedy_source, cast):
    record = play([open_package(greedy_source, "bot.py")] * 3, "a deal", CLOCK, shell).replay
    said = second_opinion(open_package(cast["cheater"], "bot.py"), record, 0, shell, CLOCK)
    asked = [answer for answer in said.answers if answer.turn]
    assert len(asked) > 3
    assert all(answer.wrong for answer in asked)
    assert not said.failed


def test_a_bot_that_falls_over_gives_what_it_had(shell, greedy_source, cast):
    record = play([open_package(greedy_source, "bot.py")] * 3, "a deal", CLOCK, shell).replay
    said = second_opinion(open_package(cast["crasher"], "bot.py"), record, 0, shell, CLOCK)
    assert "I fell over" in said.failed
    assert all(answer.turn == 0 for answer in said.answers)
