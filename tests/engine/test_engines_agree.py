"""Compiled core, the same core as plain Python, and the slow second engine: never a difference."""

import random
import shutil

import oracle
import pytest
from source import core_from_source

from engine import COMPILED, Action, Round, deal, parse

SOURCE = core_from_source()


def notation(state):
    """The ids of the oracle's actions, ascending."""
    return sorted(parse(action).id for action in oracle.legal(state))


def same(compiled, plain, state):
    """Whether the three engines see the same position; `None` if they do, else where they differ."""
    cards = tuple(seat.hand for seat in state.seats)
    seen = {
        "legal": (compiled.legal_actions(), plain.legal_actions(), notation(state)),
        "hands": (compiled.hands, plain.hands, cards),
        "active": (compiled.active, plain.active, state.table),
        "scores": (compiled.scores(), plain.scores(), oracle.scores(state)),
        "end": (compiled.end, plain.end, state.end),
        "current": (compiled.current, plain.current, state.current),
        "owner": (compiled.owner, plain.owner, state.owner),
        "turn": (compiled.turn, plain.turn, state.turns),
        "scouts": (compiled.scouts, plain.scouts, state.scouts),
        "greedy": (compiled.greedy(), plain.greedy(), plain.greedy()) if state.end is None else (0, 0, 0),
    }
    return next((f"{what}: {values}" for what, values in seen.items() if not values[0] == values[1] == values[2]), None)


def differences(players, games):
    """The first difference in each of so many random games."""
    found = []
    for game in games:
        choose = random.Random(game)
        style = choose.choice(["any", "any", "scout", "show"])
        hands = deal(players, f"agree {game}", game % players)
        compiled, plain = Round(hands), SOURCE.Round(hands)
        state = oracle.opened([tuple((c.up, c.down) for c in hand) for hand in hands])
        while True:
            difference = same(compiled, plain, state)
            if difference:
                found.append(f"game {game}, turn {state.turns}: {difference}")
            if difference or state.end:
                break
            legal = compiled.legal_actions()
            some = [a for a in legal if (a >= 452) == (style == "scout")] if style != "any" else legal
            action = choose.choice(some or legal)
            compiled.apply(action)
            plain.apply(action)
            state = oracle.play(state, str(Action(action)))
    return found


def test_the_engine_under_test_is_the_compiled_one_where_there_is_a_compiler():
    if shutil.which("cc") is None:
        pytest.skip("no C compiler: install one (Debian: apt-get install gcc)")
    assert COMPILED
    assert not SOURCE.COMPILED


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_three_engines_agree_on_every_position(players):
    assert differences(players, range(100)) == []


@pytest.mark.nightly
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("block", range(20))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_three_engines_agree_in_ten_thousand_games_each(players, block):
    assert differences(players, range(1000 + 500 * block, 1500 + 500 * block)) == []


def perft(round, depth):
    legal = round.legal_actions()
    if depth == 1 or not legal:
        return max(1, len(legal))
    return sum(perft(_after(round, action), depth - 1) for action in legal)


def _after(round, action):
    after = round.clone()
    after.apply_unchecked(action)
    return after


# From the deal of the seed "perft", everybody keeping the hand: how many sequences of 1, 2, … actions there are.
PERFT = {
    2: [12, 433, 10_156, 258_401, 5_447_662],
    3: [12, 743, 20_046, 1_002_963, 28_313_194],
    4: [19, 1_367, 39_194, 1_378_361, 49_063_920],
    5: [10, 481, 8_506, 319_342, 7_937_078],
}


def both_from_the_perft_deal(players):
    hands = deal(players, "perft")
    compiled = Round(hands)
    state = oracle.opened([tuple((c.up, c.down) for c in hand) for hand in hands])
    for _ in range(players):
        compiled.apply("k")
        state = oracle.play(state, "k")
    return compiled, state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_number_of_sequences_to_each_depth(players):
    compiled, state = both_from_the_perft_deal(players)
    assert [perft(compiled, depth) for depth in (1, 2, 3)] == PERFT[players][:3]
    assert [oracle.perft(state, depth) for depth in (1, 2, 3)] == PERFT[players][:3]


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_number_of_sequences_to_greater_depths(players):
    compiled, state = both_from_the_perft_deal(players)
    assert [perft(compiled, depth) for depth in (4, 5)] == PERFT[players][3:]
    assert oracle.perft(state, 4) == PERFT[players][3]


def test_rollouts_are_the_same_compiled_or_not():
    for players in (2, 3, 4, 5):
        hands = deal(players, "rollouts")
        for policy, k in (("random", 12), ("greedy", 1)):
            assert Round(hands).rollouts(k, 7, policy) == SOURCE.Round(hands).rollouts(k, 7, policy)
