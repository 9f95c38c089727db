"""`python -m sandbox` plays a match on the author's own machine and says what happened."""

import pytest

from sandbox.__main__ import main


@pytest.fixture
def bots(tmp_path, cast):
    """A folder with a file per member of the cast."""
    for name, source in cast.items():
        (tmp_path / f"{name}.py").write_bytes(source)
    return tmp_path


def test_a_match_is_played_and_told(capsys, house, held):
    arguments = [str(house / "greedy"), str(house / "random"), "--players", "3", "--seed", "7", "--sandbox", held.name]
    assert main(arguments) == 0
    first = capsys.readouterr().out
    assert "seed 7, bubblewrap" in first
    assert first.count("round ") == 3
    assert first.count("greedy") == 2
    main(arguments)
    again = capsys.readouterr().out
    assert [line for line in again.splitlines() if "round" in line] == [
        line for line in first.splitlines() if "round" in line
    ]


def test_a_fault_is_told_with_its_place(capsys, bots, house, held):
    assert main([str(bots / "cheater.py"), str(house / "greedy"), "--sandbox", held.name]) == 0
    out = capsys.readouterr().out
    assert "illegal-action, round 1" in out
    assert "s40.9: the hand has 11 cards" in out
    assert "| hand:" in out


def test_a_bot_out_of_time_is_told_its_place(capsys, bots, house, held):
    arguments = [str(bots / "sleeper.py"), str(house / "greedy"), "--sandbox", held.name, "--clock", "0.5,0.1,0"]
    assert main(arguments) == 0
    told = capsys.readouterr().out
    assert main(["check", *arguments]) == 1
    for out in (told, capsys.readouterr().out):
        assert "timed-out" in out
        assert "   | Time was up here (most recent call last):" in out
        assert '   |   File "bot.py", line ' in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere", "nowhere"], "There is no nowhere/bot.py"),
        (["{house}/greedy"], "1 bot cannot take 1 seat:"),
        (["{house}/greedy"] * 6, "6 bots cannot take 6 seats"),
        (["{house}/greedy"] * 3 + ["--players", "2"], "3 bots cannot take 2 seats"),
        (["{house}/greedy"] * 2 + ["--sandbox", "none"], "There is no sandbox called 'none'"),
    ],
)
def test_a_mistake_ends_with_a_sentence(capsys, arguments, words, house):
    assert main([argument.format(house=house) for argument in arguments]) == 1
    assert words in capsys.readouterr().err
