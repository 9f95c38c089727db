"""Every ruling of the rules page as a case."""

import pytest
from positions import deal_with, play

from engine import IllegalAction, Round, parse
from engine.cards import read_card


def notation(round):
    return [str(turn) for turn in round.turns()]


# Set-up


@pytest.mark.parametrize(
    ("players", "size", "chips", "scout_and_show"),
    [(2, 11, 3, False), (3, 12, 0, True), (4, 11, 0, True), (5, 9, 0, True)],
)
def test_what_each_seat_starts_with(players, size, chips, scout_and_show):
    round = Round.deal(players, "set-up")
    assert [len(hand) for hand in round.hands] == [size] * players
    assert round.chips == [chips] * players
    assert round.show_chips == [scout_and_show] * players


def test_turning_the_hand_swaps_the_numbers_and_keeps_the_order():
    round = Round.deal(3, "turn")
    before = round.hands[0]
    round.apply("t")
    assert round.hands[0] == tuple(card.turned for card in before)


def test_every_seat_decides_about_its_hand_before_the_first_turn():
    round = Round.deal(4, "turn", starter=2)
    for seat in (2, 3, 0, 1):
        assert round.current == seat
        assert round.legal_actions() == [0, 1]
        with pytest.raises(IllegalAction, match="before the first turn"):
            round.apply("s0.1")
        round.apply("k")
    assert (round.current, round.phase) == (2, "play")
    with pytest.raises(IllegalAction, match="only before the first turn"):
        round.apply("t")


# A turn


def test_an_empty_table_must_be_answered_by_a_show():
    round = deal_with("12", "34", "56")
    assert all(turn.startswith("s") for turn in notation(round))
    with pytest.raises(IllegalAction, match="nothing to scout"):
        round.apply("l0")


def test_the_beaten_set_goes_to_the_pile_of_who_beat_it():
    round = play(deal_with("12 13", "24 25", "56"), "s0.2 s0.2")
    assert round.piles == [0, 2, 0]
    assert [str(card) for card in round.active] == ["24", "25"]
    assert round.owner == 1


def test_scouting_is_allowed_when_one_could_show():
    round = play(deal_with("12", "24", "56"), "s0.1")
    assert "s0.1" in notation(round)
    assert "l0" in notation(round)


def test_a_scout_takes_either_end_turned_or_not_to_any_place_and_pays_the_owner():
    round = play(deal_with("31 42 53", "12", "68"), "s0.3")
    for turn in ("l0", "r12~"):
        after = round.clone()
        after.apply(turn)
        assert after.chips == [1, 0, 0]
        assert len(after.active) == 2
    after = play(round.clone(), "r3~")
    assert str(after.hands[1][3]) == "35"
    assert [card.up for card in after.active] == [3, 4]


def test_the_middle_card_cannot_be_scouted():
    round = play(deal_with("31 42 53", "12", "68"), "s0.3")
    taken = set()
    for turn in round.turns():
        if turn.kind == "scout":
            after = round.clone()
            after.apply(turn)
            taken |= {card.identity for card in after.hands[1]} - {c.identity for c in round.hands[1]}
    assert {str(card) for card in taken} == {"13", "35"}


def test_a_one_card_set_is_scouted_from_the_left_only():
    round = play(deal_with("12", "24", "56"), "s0.1")
    assert not any(turn.startswith("r") for turn in notation(round))
    with pytest.raises(IllegalAction, match="one card lies there"):
        round.apply("r0")


def test_equal_cards_that_are_not_neighbours_cannot_be_shown_together():
    round = deal_with("31 42 35", "12", "68")
    assert "s0.3" not in notation(round)
    with pytest.raises(IllegalAction, match="3-4-3 is no set"):
        round.apply("s0.3")


def test_after_a_scout_the_rest_is_judged_anew():
    round = play(deal_with("31 42 53", "41 52 97", "68"), ["s0.3 l12", "s0.1"][0])
    assert [card.up for card in round.active] == [4, 5]
    with pytest.raises(IllegalAction, match="does not beat run 4-5"):
        round.apply("s0.1")


# Scout & Show


def test_scout_and_show_is_one_turn_once_a_round_and_only_where_a_show_follows():
    round = play(deal_with("31 42", "53 97 12", "68"), "s0.2")
    assert "l0" in notation(round)
    halves = {str(parse(t.split("+")[0])) for t in notation(round) if "+" in t}
    assert halves  # 3-4 under a hand that starts with 5
    for turn in round.turns():
        if turn.then is not None:
            after = round.clone()
            after.apply(turn)
            assert after.turn == round.turn + 1
            assert after.show_chips == [True, False, True]
            assert after.owner == 1
            break
    with pytest.raises(IllegalAction, match="no show is possible after this scout"):
        play(deal_with("91 92 93", "12 45 81 23 65 14 78 26 84 15 73 38", ""), "s0.3 l0+")


def test_after_the_scout_half_the_same_seat_must_show():
    round = play(deal_with("31 42", "53 97 12", "68"), "s0.2")
    half = next(t for t in round.turns() if t.then is not None)
    round.apply(half.id)
    assert (round.current, round.phase) == (1, "must show")
    assert all(str(t).startswith("s") for t in round.turns())
    with pytest.raises(IllegalAction, match="comes the show"):
        round.apply("l0")


def test_a_scout_and_show_that_takes_the_last_card_pays_the_owner_and_captures_nothing():
    round = play(deal_with("T1", "24", "56", "13"), "s0.1 l0+s1.1")
    assert round.chips == [1, 0, 0, 0]
    assert round.piles == [0, 0, 0, 0]
    assert round.owner == 1


def test_a_whole_turn_is_refused_with_nothing_changed_where_its_show_is_not_legal():
    round = play(deal_with("31 42", "53 97 12", "68"), "s0.2")
    before = (round.hands[1], round.active, round.turn)
    with pytest.raises(IllegalAction):
        round.apply("l12+s0.3")
    assert (round.hands[1], round.active, round.turn) == before


# Two players


def test_two_players_pay_a_scout_with_their_own_chip_and_go_on():
    round = play(deal_with("31 42 53", "12"), "s0.3 l0")
    assert round.chips == [3, 2]
    assert round.current == 1
    with pytest.raises(IllegalAction, match="two players have no Scout & Show"):
        round.apply("l0+")


def test_two_players_end_when_the_one_to_move_can_neither_show_nor_scout():
    round = deal_with("81 82 83 84", "12 45 13 46 15 47 16 49 17 4T 19")
    play(round, "s0.4 l0 l2 l4")
    assert (round.end, round.unbeaten) == ("ii", 0)
    assert round.scores() == [3, -14]


def test_two_players_go_on_while_the_one_to_move_can_still_show():
    round = deal_with("81 82 83 84", "12 45 13 46 15 47 16 49 17 4T 19")
    play(round, "s0.4 l0 l2 l1")  # two 8s side by side beat the single 8
    assert round.end is None
    assert round.chips == [3, 0]
    assert [str(turn) for turn in round.turns()] == ["s0.2"]


# The end of a round


def test_a_round_ends_at_once_when_a_hand_is_empty():
    round = Round.deal(5, "empty")
    while round.end is None:
        shows = [a for a in round.legal_actions() if a < 452]
        round.apply(max(shows) if shows else round.legal_actions()[0])
        if round.end == "i":
            break
    assert round.end == "i"
    assert any(not hand for hand in round.hands)
    assert round.unbeaten is None


def test_a_round_ends_when_all_others_scouted_and_the_owner_loses_nothing_for_the_hand():
    round = play(deal_with("31 42 53", "12", "68"), "s0.3 l0 l0")
    assert (round.end, round.unbeaten) == ("ii", 0)
    assert round.scores() == [2, -13, -13]
    assert round.legal_actions() == []
    with pytest.raises(IllegalAction, match="the round is over"):
        round.apply("s0.1")


def test_a_round_ends_also_when_their_scouts_emptied_the_table():
    round = play(deal_with("31 42", "12", "68"), "s0.2 l0 l0")
    assert round.active == ()
    assert (round.end, round.unbeaten) == ("ii", 0)


def test_a_scout_and_show_starts_the_count_of_scouts_anew():
    round = play(deal_with("31 41", "53 97 12", "68"), "s0.2 l0")
    assert round.scouts == 1
    whole = next(t for t in round.turns() if t.then is not None)
    round.apply(whole)
    assert round.scouts == 0
    assert round.end is None


def test_a_round_ends_after_a_thousand_turns_with_nobody_exempt():
    round = deal_with("12", "13", "14")
    show, scout = "s0.1", "l0"
    while round.end is None:
        seat = round.current
        if round.active and round.owner != seat and round.scouts == 0:
            round.apply(scout)
        else:
            round.apply(next(a for a in round.legal_actions() if a < 452) if not round.active else show)
        if round.turn > 1000:
            break
    assert (round.end, round.turn, round.unbeaten) == ("limit", 1000, None)


# What cannot be dealt


@pytest.mark.parametrize(
    ("hands", "sentence"),
    [
        pytest.param([[]], "2 to 5 players", id="one player"),
        pytest.param([["12"] * 11] * 2, "dealt twice", id="a card twice"),
        pytest.param([["12"], ["13"]], "it is 11", id="too few cards"),
        pytest.param([["9T", *["12"] * 10], ["13"] * 11], "not in the deck", id="a card of another deck"),
    ],
)
def test_an_impossible_deal_is_refused_with_a_sentence(hands, sentence):
    with pytest.raises(ValueError, match=sentence):
        Round([[read_card(card) for card in hand] for hand in hands])
