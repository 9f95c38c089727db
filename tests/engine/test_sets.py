"""Which set wins: the quiz of the rules, and every way two sets can differ."""

import pytest

from engine import sets


@pytest.mark.parametrize(
    ("active", "shown", "wins"),
    [
        pytest.param([8, 8], [2, 3, 4], True, id="more cards beat fewer"),
        pytest.param([2, 3, 4], [8, 8], False, id="fewer cards never beat more"),
        pytest.param([4, 5], [2, 2], True, id="a group beats a run"),
        pytest.param([2, 3, 4], [1, 1, 1], True, id="the lowest group beats a run"),
        pytest.param([2, 2], [9, 10], False, id="a run does not beat a group"),
        pytest.param([4, 5], [5, 6], True, id="a run beats a lower run"),
        pytest.param([4, 5], [4, 5], False, id="a set does not beat its equal"),
        pytest.param([4, 5], [5, 4], False, id="a falling run is as strong as the rising one"),
        pytest.param([2, 2], [3, 3], True, id="a group beats a lower group"),
        pytest.param([3], [4], True, id="singles compare by number"),
        pytest.param([4], [4], False, id="an equal single does not win"),
        pytest.param([], [1], True, id="anything beats an empty table"),
        pytest.param([10], [1, 2], True, id="two cards beat the highest single"),
        pytest.param([], [], False, id="nothing is no set"),
        pytest.param([], [1, 3], False, id="a gap makes no run"),
        pytest.param([], [9, 10, 1], False, id="no wrap from 10 to 1"),
        pytest.param([], [3, 4, 3], False, id="a run has one direction"),
        pytest.param([], [3, 3, 4], False, id="group and run do not mix"),
    ],
)
def test_which_set_wins(active, shown, wins):
    assert sets.beats(shown, active) is wins


@pytest.mark.parametrize(("values", "words"), [([7], "7"), ([4, 4, 4, 4], "four of 4s"), ([2, 1], "run 2-1")])
def test_a_set_in_words(values, words):
    assert sets.describe(values) == words


@pytest.mark.parametrize(
    ("active", "words"),
    [
        ([], ""),
        ([3], "a 4–10, or 2+ cards"),
        ([9], "a 10, or 2+ cards"),
        ([10], "2+ cards"),
        ([4, 4, 4, 4], "four of 5–10s, or 5+ cards"),
        ([9, 9], "two of 10s, or 3+ cards"),
        ([10, 10], "3+ cards"),
        ([2, 1], "two equal cards, a run of 2 from 2 or higher, or 3+ cards"),
        ([8, 9, 10], "three equal cards, or 4+ cards"),
    ],
)
def test_what_would_beat_it(active, words):
    assert sets.to_beat(active) == words
