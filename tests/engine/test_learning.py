"""Many rounds at once, and the game as a PettingZoo environment."""

import random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from source import core_from_source

from engine import ACTIONS, Game, Round
from engine.aec import ScoutEnv
from engine.vector import OBSERVATION, VectorRound, buffers


def first_legal(b, rng):
    b.action[:] = [rng.choice(np.flatnonzero(row)) for row in b.mask]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_round_of_a_vector_moves_as_a_round_does(players):
    count, rng = 6, np.random.default_rng(1)
    vector, b = VectorRound(players, count, seed=3), buffers(players, count)
    vector.look(b.mask, b.observation, b.seat)
    ended = 0
    for _ in range(150):
        before = vector.rounds
        for i, r in enumerate(before):
            assert list(np.flatnonzero(b.mask[i])) == r.legal_actions()
            assert b.observation[i].tobytes() == r.observation(r.current)
            assert b.seat[i] == r.current
        first_legal(b, rng)
        vector.step(b.action, b.mask, b.observation, b.seat, b.reward, b.done)
        for i, r in enumerate(before):
            r.apply(int(b.action[i]))
            assert b.done[i] == (r.end is not None)
            assert list(b.reward[i]) == (r.scores() if r.end else [0] * players)
            if r.end:
                ended += 1
            else:
                assert vector.rounds[i] == r
    assert ended or players > 3


def test_a_vector_is_the_same_compiled_or_not():
    plain = core_from_source()
    both = [(kind(3, 4, 9), buffers(3, 4)) for kind in (VectorRound, plain.VectorRound)]
    rng = np.random.default_rng(2)
    for vector, b in both:
        vector.look(b.mask, b.observation, b.seat)
    for _ in range(60):
        first_legal(both[0][1], rng)
        both[1][1].action[:] = both[0][1].action
        for vector, b in both:
            vector.step(b.action, b.mask, b.observation, b.seat, b.reward, b.done)
        for name in ("mask", "observation", "seat", "reward", "done"):
            assert np.array_equal(getattr(both[0][1], name), getattr(both[1][1], name))


def test_an_illegal_action_or_a_wrong_buffer_is_refused_with_a_sentence():
    vector, b = VectorRound(3, 2), buffers(3, 2)
    vector.look(b.mask, b.observation, b.seat)
    b.action[:] = (0, 700)
    with pytest.raises(ValueError, match=r"round 1: .*keeps \(k\) or turns"):
        vector.step(b.action, b.mask, b.observation, b.seat, b.reward, b.done)
    with pytest.raises(ValueError, match=r"mask is \(2, 820\)"):
        vector.look(b.mask[:, :800].copy(), b.observation, b.seat)
    with pytest.raises(ValueError, match="at least one round"):
        VectorRound(3, 0)
    with pytest.raises(ValueError, match="820 bytes"):
        Round.deal(3, "x").legal_mask(bytearray(10))


def test_an_observation_holds_what_the_seat_knows_and_nothing_else():
    game = Game(4, "observe")
    choose = random.Random(5).choice
    for _ in range(40):
        game.apply(choose(game.legal_actions()))
    for seat in range(4):
        data, view = game.round.observation(seat), game.view(seat)
        assert len(data) == OBSERVATION
        hands = [[card and card.up << 4 | card.down for card in view.hands[(seat + i) % 4]] for i in range(4)]
        for i, hand in enumerate(hands):
            assert list(data[40 + 48 * i :][: len(hand)]) == [card or 0 for card in hand]
        assert list(data[28 : 28 + len(view.active)]) == [card.up << 4 | card.down for card in view.active]
        assert list(data[8:12]) == [view.hand_sizes[(seat + i) % 4] for i in range(4)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_pettingzoo_accepts_the_environment(players):
    api_test(ScoutEnv(players), num_cycles=400)
    seed_test(lambda: ScoutEnv(players), num_cycles=60)


def test_the_rewards_of_an_episode_are_the_totals_of_the_game():
    env = ScoutEnv(3)
    env.reset(seed=11)
    rng, points = np.random.default_rng(1), dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        points[agent] += reward
        env.step(None if over else rng.choice(np.flatnonzero(observation["action_mask"])))
    assert list(points.values()) == env.game.totals
    assert len(observation["action_mask"]) == ACTIONS
