"""The house bots: complete, pinned where the scale hangs on them, and of the strength they are meant to have."""

import pytest

from bots.house import ANCHORS, house_bots
from engine import verify
from sandbox import Clock, Table, play, shell_for

HOUSE = dict(house_bots())


def test_the_house_has_random_greedy_and_four_planners_that_hold_the_scale():
    assert set(HOUSE) == {"greedy", "random", *ANCHORS}
    assert len(ANCHORS) == 4


@pytest.mark.parametrize("name", ANCHORS)
def test_an_anchor_is_the_package_that_was_pinned(name):
    assert HOUSE[name].sha256 == ANCHORS[name]
    assert set(HOUSE[name].files) == {"bot.py", "planner.py"}


def test_a_changed_anchor_is_refused(monkeypatch):
    monkeypatch.setitem(ANCHORS, "planner-tidy", "0" * 64)
    with pytest.raises(ValueError, match="planner-tidy was changed"):
        list(house_bots())


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_house_bots_play_whole_matches_without_a_fault(players):
    shell = shell_for("process", trusted=True)
    for first in range(2):
        names = [sorted(HOUSE)[(first * players + seat) % len(HOUSE)] for seat in range(players)]
        result = play([HOUSE[name] for name in names], seed=f"house {first}", shell=shell)
        assert result.faults == (None,) * players
        assert verify(result.replay) is None


@pytest.mark.parametrize(("stronger", "weaker"), [("greedy", "random"), ("planner-tidy", "greedy")])
def test_planners_beat_greedy_and_greedy_beats_random(stronger, weaker):
    shell = shell_for("process", trusted=True)
    with Table([HOUSE[stronger], HOUSE[weaker]], shell=shell, clock=Clock()) as table:
        games = [(seating, f"{n}") for n in range(5) for seating in ((0, 1), (1, 0))]
        wins = [tuple(table.play(s, seed=seed, match=f"{s}{seed}").winners) == (s.index(0),) for s, seed in games]
    assert sum(wins) >= 7
