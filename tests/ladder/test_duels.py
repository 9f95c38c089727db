"""From a match to duels."""

import pytest

from ladder.matches.duels import duels


@pytest.mark.parametrize(
    ("totals", "faulty", "expected"),
    [
        pytest.param((5, 5), (False, False), [5000], id="a tie is a half"),
        pytest.param((9, 5), (False, False), [8655], id="a win by one spread"),
        pytest.param((5, 9), (False, False), [1345], id="the same lost"),
        pytest.param((99, 0), (False, False), [10000], id="never more than all"),
        pytest.param((99, 0), (True, False), [0], id="the offender loses however far ahead"),
        pytest.param((99, 0), (False, True), [10000], id="against an offender the other wins"),
        pytest.param((99, 0), (True, True), [5000], id="two offenders draw"),
    ],
)
def test_two_players(totals, faulty, expected):
    assert [score for _, _, score in duels(totals, faulty)] == expected


def test_every_pair_at_the_table_is_a_duel():
    found = duels((3, -8, 12, 0, 12), (False, False, False, True, False))
    assert [(a, b) for a, b, _ in found] == [(a, b) for a in range(5) for b in range(a + 1, 5)]
    scores = {(a, b): score for a, b, score in found}
    assert scores[2, 4] == 5000
    assert scores[0, 3] == scores[1, 3] == scores[2, 3] == 10_000
    assert scores[3, 4] == 0
    assert 5000 < scores[0, 1] < 10_000  # the others' duels count, with their margin
