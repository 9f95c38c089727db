"""What holds in every game, whatever is played."""

import json
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import ACTIONS, Game, IllegalAction, Round, View, deck, frames, greedy, read_cards, verify
from engine.actions import SCOUT_AND_SHOW, SHOW

players = st.integers(2, 5)
seeds = st.text(max_size=8)


def played(count, seed, choose=None):
    """A whole game in which `choose(legal)` picks; by default at random from the seed."""
    choose = choose or random.Random(seed).choice
    game = Game(count, seed)
    while not game.over:
        game.apply(choose(game.legal_actions()))
    return game


@settings(max_examples=40, deadline=None)
@given(players, seeds)
def test_cards_are_conserved_and_scores_add_up(count, seed):
    game = Game(count, seed)
    choose = random.Random(seed).choice
    while not game.over:
        current = game.round
        dealt = sorted(card.identity for hand in current.dealt for card in hand)
        game.apply(choose(game.legal_actions()))
        lying = (*current.hands, current.active, *current.captured)
        assert sorted(card.identity for cards in lying for card in cards) == dealt
        assert sum(current.piles) == sum(map(len, current.captured))
    assert game.totals == [sum(scores) for scores in zip(*(r.scores() for r in game.rounds), strict=True)]
    assert all(game.totals[s] == max(game.totals) for s in game.winners)
    assert len(game.rounds) == count
    assert [r.starter for r in game.rounds] == list(range(count))


@settings(max_examples=15, deadline=None)
@given(players, seeds, st.data())
def test_every_listed_action_plays_and_every_other_raises_with_a_reason(count, seed, data):
    game = Game(count, seed)
    choose = random.Random(seed).choice
    for _ in range(data.draw(st.integers(0, 60))):
        if not game.over:
            game.apply(choose(game.legal_actions()))
    current = game.round
    legal = current.legal_actions()
    assert legal == sorted(set(legal))
    for action in range(ACTIONS):
        trial = current.clone()
        if action in legal:
            trial.apply(action)
        else:
            with pytest.raises(IllegalAction, match=r"\w{3,}"):
                trial.apply(action)
            assert trial == current


@settings(max_examples=20, deadline=None)
@given(st.integers(3, 5), seeds)
def test_a_scout_and_show_is_listed_exactly_where_a_show_follows(count, seed):
    game = Game(count, seed)
    choose = random.Random(seed).choice
    for _ in range(60):
        if game.over:
            break
        current = game.round
        for action in [a for a in current.legal_actions() if a >= SCOUT_AND_SHOW]:
            trial = current.clone()
            trial.apply(action)
            assert trial.phase == "must show"
            assert trial.legal_actions()
        game.apply(choose(game.legal_actions()))


@settings(max_examples=20, deadline=None)
@given(players, seeds)
def test_a_replay_survives_json_and_ends_in_the_same_result(count, seed):
    game = played(count, seed)
    replay = json.loads(json.dumps(game.replay()))
    assert verify(replay) is None
    assert Game.from_replay(replay).replay() == replay


def test_a_replay_with_another_result_is_refused():
    replay = played(3, "other").replay()
    replay["rounds"][1]["scores"][0] += 1
    with pytest.raises(ValueError, match="round 1 scores"):
        Game.from_replay(replay)
    with pytest.raises(ValueError, match="no replay"):
        Game.from_replay({"players": 3})


def test_a_game_in_the_middle_can_be_taken_up_again():
    game = Game(4, "half")
    choose = random.Random(1).choice
    for _ in range(60):
        game.apply(choose(game.legal_actions()))
    again = Game.from_replay(json.loads(json.dumps(game.replay())))
    assert again.round == game.round
    assert again.round.history() == game.round.history()
    assert again.legal_actions() == game.legal_actions()


@settings(max_examples=15, deadline=None)
@given(players, seeds)
def test_the_same_cards_in_other_seats_give_the_same_round_in_other_seats(count, seed):
    first = Round.deal(count, seed)
    other = Round([*first.dealt[1:], first.dealt[0]], starter=count - 1)
    choose = random.Random(seed).choice
    while first.end is None:
        action = choose(first.legal_actions())
        assert other.legal_actions() == first.legal_actions()
        first.apply(action)
        other.apply(action)
    assert other.scores() == [*first.scores()[1:], first.scores()[0]]


@settings(max_examples=15, deadline=None)
@given(players, seeds)
def test_a_hand_seen_in_a_mirror_is_the_same_game(count, seed):
    first = Round.deal(count, seed)
    mirror = Round([hand[::-1] for hand in first.dealt])
    choose = random.Random(seed).choice
    while first.end is None:
        turn = choose(first.turns())
        mirrored = _mirror(turn, len(first.hands[first.current]), len(first.active))
        assert len(mirror.turns()) == len(first.turns())
        first.apply(turn)
        mirror.apply(mirrored)
    assert mirror.scores() == first.scores()


def _mirror(turn, size, on_table):
    text = str(turn)
    if turn.kind in ("keep", "turn"):
        return text
    if turn.kind == "show":
        return f"s{size - turn.start - turn.length}.{turn.length}"
    side = "l" if turn.right or on_table == 1 else "r"
    scout = f"{side}{size - turn.place}{'~' * turn.turned}"
    if turn.then is None:
        return scout
    show = type(turn)(turn.then)
    return f"{scout}+s{size + 1 - show.start - show.length}.{show.length}"


@settings(max_examples=20, deadline=None)
@given(players, seeds)
def test_a_view_kept_by_events_is_the_view_of_the_round_and_never_wrong(count, seed):
    game = Game(count, seed)
    choose = random.Random(seed).choice
    views, seen, number = [], [], -1
    while not game.over:
        if len(game.rounds) != number:
            number = len(game.rounds)
            views = [View.open(json.loads(json.dumps(game.opening(s)))) for s in range(count)]
            seen = [0] * count
        current = game.round
        game.apply(choose(game.legal_actions()))
        for seat, view in enumerate(views):
            for event in json.loads(json.dumps(current.events(seat, seen[seat]))):
                view.observe(event)
            seen[seat] = len(current.events(seat))
            _is_true_and_no_more(view, current, seat)
            if current is game.round:
                assert view == game.view(seat)


def _is_true_and_no_more(view, current, seat):
    assert view.hand == current.hands[seat]
    assert view.active == current.active
    assert (view.phase, view.current, view.owner, view.end) == (
        current.phase,
        current.current,
        current.owner,
        current.end,
    )
    assert view.chips == tuple(current.chips)
    assert view.captured == current.captured
    assert view.legal_actions == (current.legal_actions() if view.to_act else [])
    table = {c for event in current.events(seat) if len(event) == 3 for c in _pairs(event[2])}
    for other, hand in enumerate(current.hands):
        if other != seat:
            for known, card in zip(view.hands[other], hand, strict=True):
                assert known == (card if str(card.identity) in table else None)
    hidden = {
        c.identity for s, hand in enumerate(current.hands) for c in hand if s != seat and str(c.identity) not in table
    }
    assert hidden <= set(view.unseen)
    if current.players > 2 or view.round == 1:
        assert hidden == set(view.unseen)


def _pairs(text):
    return [str(card.identity) for card in read_cards(text)]


def test_whether_another_seat_turned_its_hand_stays_secret():
    current = Round.deal(3, "secret")
    for answer in ("t", "k", "t"):
        current.apply(answer)
    assert current.events(1) == [[0, None], [1, 0], [2, None]]
    assert current.view(1).turned is False


@settings(max_examples=10, deadline=None)
@given(players, seeds)
def test_greedy_is_legal_and_the_same_for_the_round_and_the_view(count, seed):
    game = Game(count, seed)
    while not game.over:
        action = greedy(game.round)
        assert greedy(game.view(game.current)) == action
        game.apply(action)


def test_two_players_play_round_1_with_what_round_0_left_over():
    game = played(2, "both halves")
    dealt = [card.identity for r in game.rounds for hand in r.dealt for card in hand]
    assert sorted(dealt) == sorted(deck(2))


def test_the_holder_of_1_2_may_start():
    game = Game(4, "holder", start="holder of 1/2")
    assert any({card.up, card.down} == {1, 2} for card in game.round.hands[game.current])
    with pytest.raises(ValueError, match="two players"):
        Game(2, "holder", start="holder of 1/2")


@settings(max_examples=10, deadline=None)
@given(players, seeds)
def test_frames_tell_every_position_and_a_seats_frames_hide_the_rest(count, seed):
    game = played(count, seed)
    open_frames = frames(game.replay())
    assert len(open_frames) == sum(r.turn for r in game.rounds) + count
    assert [frame["m"] for frame in open_frames] == list(range(len(open_frames)))
    assert open_frames[-1]["totals"] == game.totals
    for frame, hidden in zip(open_frames, frames(game.replay(), seat=0), strict=True):
        assert hidden["hands"][0] == frame["hands"][0]
        for full, part in zip(frame["hands"], hidden["hands"], strict=True):
            assert all(b in (a, "??") for a, b in zip(full.split(), part.split(), strict=True))
        if frame["end"] is None:
            assert hidden["turned"][1:] == [None] * (count - 1)
    ends = Counter(frame["end"] for frame in open_frames)
    assert sum(n for end, n in ends.items() if end) == count


def test_a_frame_says_what_happened_and_why_it_was_allowed():
    game = Game(3, "x")
    while not game.over:
        game.apply(greedy(game.round))
    frame = frames(game.replay())[2]
    assert frame["words"] == "scouts 8 to 10 and shows three of 8s"
    assert frame["why"] == "beats 8: more cards; takes 1 card"
    assert frame["set"] == "three of 8s"
    assert frame["beat"] == "three of 9–10s, or 4+ cards"


def test_legal_ids_start_after_the_decisions_about_the_hand():
    game = Game(3, "ids")
    for _ in range(3):
        game.apply("k")
    assert min(game.legal_actions()) >= SHOW
