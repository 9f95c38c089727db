"""What a seat knows, and what it can imagine: views, information keys and determinizations."""

import random
from collections import Counter
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import deal_with, play

from engine import Game, Round, View
from engine.sets import beats


def somewhere(players, seed, steps):
    """A game after so many random actions."""
    game, choose = Game(players, seed), random.Random(seed).choice
    for _ in range(steps):
        if game.over:
            break
        game.apply(choose(game.legal_actions()))
    return game


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 5), st.text(max_size=5), st.integers(0, 150), st.integers(0, 4))
def test_an_imagined_round_never_contradicts_what_the_seat_knows(players, seed, steps, seat):
    game = somewhere(players, seed, steps)
    seat %= players
    view = game.view(seat)
    imagined = view.determinize(random.Random(seed))
    assert imagined.hands[seat] == game.round.hands[seat]
    for known, card in zip(sum(view.hands, ()), sum(imagined.hands, ()), strict=True):
        assert card is not None
        assert known in (None, card)
    again = imagined.view(seat, view.round, view.pool)
    assert again.hands == view.hands
    assert again.history == view.history
    assert again.legal_actions == view.legal_actions
    if imagined.end is None:
        assert imagined.legal_actions()
        for _ in range(30):
            if imagined.end is None:
                imagined.apply(random.Random(1).choice(imagined.legal_actions()))


def test_each_hidden_place_gets_each_possible_card_equally_often():
    game = somewhere(3, "even", 12)
    view = game.view(game.current)
    hidden = [(s, p) for s, hand in enumerate(view.hands) for p, card in enumerate(hand) if card is None]
    rng, draws = random.Random(3), 4000
    counts = {place: Counter() for place in hidden}
    for _ in range(draws):
        imagined = view.determinize(rng)
        for s, p in hidden:
            counts[s, p][imagined.hands[s][p]] += 1
    expected = draws / (2 * len(view.unseen))  # each card, each way up
    for place in hidden:
        assert len(counts[place]) == 2 * len(view.unseen)
        chi_square = sum((n - expected) ** 2 / expected for n in counts[place].values())
        freedom = 2 * len(view.unseen) - 1
        assert chi_square < freedom + 5 * (2 * freedom) ** 0.5


def test_where_only_some_hands_are_possible_the_draw_follows_their_exhaustive_count():
    # Seat 1 has no chip left and the round goes on: its unknown cards let it beat the set on the table.
    view = two_players_near_the_end().view(0)
    hidden = [p for p, card in enumerate(view.hands[1]) if card is None]
    assert len(hidden) == len(view.unseen)
    possible = Counter()
    for cards in permutations(view.unseen, len(hidden)):
        for ways in product((False, True), repeat=len(cards)):
            hand = list(view.hands[1])
            for place, card, turned in zip(hidden, cards, ways, strict=True):
                hand[place] = card.turned if turned else card
            if can_show(hand, view.active):
                for place in hidden:
                    possible[place, hand[place]] += 1
    total = sum(n for (place, _), n in possible.items() if place == hidden[0])
    rng, draws, drawn = random.Random(8), 6000, Counter()
    for _ in range(draws):
        hand = view.determinize(rng).hands[1]
        for place in hidden:
            drawn[place, hand[place]] += 1
    assert set(drawn) <= set(possible)
    for key, n in possible.items():
        share = n / total
        assert abs(drawn[key] / draws - share) < 5 * (share * (1 - share) / draws) ** 0.5 + 1e-9, key


def two_players_near_the_end():
    """Round 1 of two players; seat 1 is to act, has a few unknown cards, and must be able to show."""
    for number in range(3000):
        game, choose = Game(2, f"near {number}"), random.Random(number)
        while not game.over:
            view, legal = game.view(0), game.legal_actions()
            unknown = sum(card is None for card in view.hands[1])
            if len(game.rounds) == 2 and game.current == 1 and view.chips[1] == 0 and view.active and 2 <= unknown <= 5:
                return game
            shows, scouts = [a for a in legal if a < 452], [a for a in legal if a >= 452]
            if game.current == 1 and shows and (not scouts or choose.random() < 0.5):
                game.apply(max(shows, key=lambda a: (a - 2) % 10))
            else:
                game.apply(choose.choice(shows or legal) if game.current == 0 else choose.choice(scouts or legal))
    raise AssertionError("no such round was found")


def can_show(hand, active):
    values, table = [card.up for card in hand], [card.up for card in active]
    return any(beats(values[i:j], table) for i in range(len(hand)) for j in range(i + 1, len(hand) + 1))


def test_in_round_1_of_two_players_the_other_hand_is_known_as_a_set():
    game = Game(2, "second half")
    while len(game.rounds) == 1:
        game.apply(game.legal_actions()[0])
    view = game.view(0)
    assert sorted(view.unseen) == sorted(card.identity for card in game.round.hands[1])
    assert sorted(c.identity for c in view.determinize(random.Random(1)).hands[1]) == sorted(view.unseen)


def test_a_scouted_card_stays_known_until_it_is_shown():
    round = play(deal_with("31 42 53", "12", "68"), "s0.3 r0~")
    view = round.view(2)
    assert [str(card) if card else None for card in view.hands[1]][:2] == ["35", None]
    assert view.hand_sizes == (9, 13, 12)


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 5), st.text(max_size=5), st.integers(0, 80))
def test_an_information_key_is_equal_exactly_where_the_seat_knows_the_same(players, seed, steps):
    game = somewhere(players, seed, steps)
    seat = game.current
    view = game.view(seat)
    imagined = view.determinize(random.Random(1))
    assert imagined.view(seat, view.round, view.pool).information_key() == view.information_key()
    for other in range(players):
        if other != seat:
            assert game.view(other).information_key() != view.information_key()
    if game.round.phase == "play" and len(view.legal_actions) > 1:
        keys = set()
        for action in view.legal_actions[:12]:
            after = game.round.clone()
            after.apply(action)
            keys.add(after.view(seat).information_key())
        assert len(keys) == len(view.legal_actions[:12])


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 5), st.text(max_size=5), st.integers(0, 150))
def test_a_round_survives_its_bytes(players, seed, steps):
    current = somewhere(players, seed, steps).round
    again = Round.from_bytes(current.to_bytes())
    assert again == current
    assert hash(again) == hash(current)
    assert again.events(0) == current.events(0)
    assert again.dealt == current.dealt


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=120), st.integers(0, 100), st.binary(max_size=6))
def test_garbage_is_refused_with_a_sentence_and_never_more(garbage, cut, patch):
    good = somewhere(3, "bytes", 20).round.to_bytes()
    for data in (garbage, good[:cut], good[:cut] + patch + good[cut + len(patch) :], bytes([3, 0, 3]) + garbage):
        try:
            again = Round.from_bytes(data)
        except ValueError:
            with pytest.raises(ValueError, match=r"no round|dealt|deck|starter"):
                Round.from_bytes(data)
        else:
            assert again.to_bytes() == data


def test_a_clone_is_independent_and_equal_until_it_moves():
    current = somewhere(4, "clone", 30).round
    copy = current.clone()
    assert copy == current
    copy.apply(copy.legal_actions()[0])
    assert copy != current
    assert current.history() == somewhere(4, "clone", 30).round.history()


def test_rollouts_come_near_what_playing_on_gives():
    current = Round.deal(3, "mean")
    for _ in range(3):
        current.apply("k")
    rng, sums, games = random.Random(4), [0, 0, 0], 1500
    for _ in range(games):
        trial = current.clone()
        while trial.end is None:
            trial.apply_unchecked(rng.choice(trial.legal_actions()))
        sums = [a + b for a, b in zip(sums, trial.scores(), strict=True)]
    means = current.rollouts(3000, seed=1)
    assert current.rollouts(50, seed=1) != current.rollouts(50, seed=2)
    for ours, theirs in zip(means, sums, strict=True):
        assert abs(ours - theirs / games) < 1.0


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        pytest.param(lambda r: r.rollouts(0, 1), "at least one playout", id="no playout"),
        pytest.param(lambda r: r.rollouts(1, 1, "best"), "random and greedy", id="no such policy"),
        pytest.param(lambda r: r.view(0).position().rollouts(1, 1), "determinize it first", id="unknown cards"),
        pytest.param(lambda r: r.view(0).position().to_bytes(), "unknown cards", id="bytes of unknown cards"),
        pytest.param(lambda r: r.view(3), "seats are 0 to 2", id="no such seat"),
        pytest.param(lambda r: r.observation(-1), "seats are 0 to 2", id="no such observer"),
        pytest.param(lambda r: View(3, 5, r.hands[0]), "seat", id="a view of no seat"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call(Round.deal(3, "refuse"))
