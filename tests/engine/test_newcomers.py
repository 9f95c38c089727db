"""What somebody finds who explores: signatures, lines that say what is what, and a sentence for every mistake."""

import copy
import importlib
import inspect
import pickle
import random
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from source import core_from_source

from engine import COMPILED, Action, Card, Game, Round, UnreadableAction, View, deck, greedy, parse, read_cards
from engine import core as compiled
from engine.vector import VectorRound, buffers

PLAIN = core_from_source()
METHODS = [
    (kind, name)
    for kind in ("Round", "View", "VectorRound")
    for name, member in vars(getattr(PLAIN, kind)).items()
    if not name.startswith("_") and (callable(member) or isinstance(member, staticmethod))
]


def somewhere(players, seed, steps):
    """A game after so many random actions."""
    game, choose = Game(players, seed), random.Random(seed).choice
    for _ in range(steps):
        if not game.over:
            game.apply(choose(game.legal_actions()))
    return game


def parameters(function):
    """Names, kinds and defaults of what a caller gives."""
    return [(p.name, p.kind, p.default) for p in inspect.signature(function).parameters.values() if p.name != "self"]


@pytest.mark.parametrize(("kind", "name"), METHODS)
def test_a_compiled_method_tells_its_parameters_and_what_it_does(kind, name):
    here, plain = getattr(getattr(compiled, kind), name), getattr(getattr(PLAIN, kind), name)
    assert parameters(here) == parameters(plain)
    assert inspect.getdoc(here) == inspect.getdoc(plain)


@pytest.mark.parametrize("kind", ["Round", "View", "VectorRound"])
def test_a_compiled_class_tells_how_it_is_made(kind):
    made = parameters(getattr(PLAIN, kind).__init__)
    assert parameters(getattr(compiled, kind)) == made == parameters(getattr(PLAIN, kind))


def test_types_are_told_where_speed_does_not_forbid_it():
    assert str(inspect.signature(Round.view)).startswith("(self, seat: 'int', number: 'int' = 0,")
    assert str(inspect.signature(Round.apply)) in ("(self, answer, /)", str(inspect.signature(PLAIN.Round.apply)))


# One line each


def test_a_round_says_where_it_stands_in_one_line():
    r = Round.deal(3, "any text")
    assert repr(r) == "<Round: 3 players, turn 0, seat 0 to keep or turn its hand, hands 12 12 12>"
    for action in ("k", "t", "k", "s5.2"):
        r.apply(action)
    assert repr(r) == "<Round: 3 players, turn 1, seat 1 to act on 63 59 of seat 0, hands 10 12 12>"
    r.apply("l0+")
    assert repr(r) == "<Round: 3 players, turn 1, seat 1 to show after its scout on 59 of seat 0, hands 10 13 12>"
    while r.end is None:
        r.apply(greedy(r))
    scores, hands = (" ".join(map(str, numbers)) for numbers in (r.scores(), r.hand_sizes))
    assert repr(r) == f"<Round: 3 players, turn {r.turn}, over ({r.end}), scores {scores}, hands {hands}>"


def test_a_printed_round_is_the_table_with_its_hands():
    r = Round.deal(2, "any text")
    r.apply("k")
    _, first, second = str(r).splitlines()
    assert first == f"  seat 0: {' '.join(map(str, r.hands[0]))} | pile 0, chips 3"
    assert second.startswith("> seat 1: ")


def test_an_action_shows_its_notation_and_its_ids():
    assert repr(parse("s4.3")) == "<Action s4.3: id 44>"
    assert repr(parse("l5~+s4.3")) == "<Action l5~+s4.3: id 687, then 44>"


def test_a_game_says_who_leads_and_who_won_and_never_its_seed():
    game = Game(3, "secret seed")
    assert repr(game) == f"<Game: 3 players, round 0, totals 0 0 0, {game.round!r}>"
    while not game.over:
        game.apply(greedy(game.round))
    assert repr(game).endswith(", won by " + " and ".join(f"seat {s}" for s in game.winners) + ">")
    assert "secret" not in repr(game)


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 5), st.text(max_size=5), st.integers(0, 120), st.integers(0, 4))
def test_what_a_view_prints_is_the_same_whatever_the_others_hold(players, seed, steps, seat):
    game = somewhere(players, seed, steps)
    view = game.view(seat % players)
    other = view.determinize(random.Random(seed)).view(view.seat, view.round, view.pool)
    assert (repr(view), str(view)) == (repr(other), str(other))
    hidden = sum(card is None for hand in view.hands for card in hand)
    assert str(view).count("??") == hidden
    assert "\n" not in repr(view)
    assert "?" not in repr(view)


# Copies that live on by themselves


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 5), st.text(max_size=5), st.integers(0, 120), st.integers(0, 4))
def test_rounds_views_and_games_survive_pickling(players, seed, steps, seat):
    game = somewhere(players, seed, steps)
    view = game.view(seat % players)
    assert pickle.loads(pickle.dumps(game)).replay() == game.replay()
    if view.end is None:
        imagined = view.determinize(random.Random(1))
        assert pickle.loads(pickle.dumps(imagined)) == imagined
    for again in (pickle.loads(pickle.dumps(view)), copy.copy(view), copy.deepcopy(view)):
        assert again == view
        assert (again.hands, again.history, again.unseen) == (view.hands, view.history, view.unseen)


def test_a_copied_view_goes_its_own_way():
    view = Round.deal(3, "x").view(0)
    copied = copy.copy(view)
    copied.observe([0, 1])
    assert (view.turned, copied.turned) == (None, True)


# A sentence for every mistake

R = Round.deal(3, "x")
MISTAKES = [
    ("hands", TypeError, "lists of Card", lambda: Round(3)),
    ("hands of numbers", TypeError, "lists of Card", lambda: Round([[1] * 12] * 3)),
    ("hands as text", TypeError, "read_cards", lambda: Round(["38 T2"] * 3)),
    ("too few cards", ValueError, "was dealt 2 cards; with 3", lambda: Round([read_cards("38 12")] * 3)),
    ("a strange card", ValueError, "not in the deck", lambda: Round([[Card(1, 77)] * 12] * 3)),
    ("six players", ValueError, "2 to 5 players", lambda: Round.deal(6, "x")),
    ("no bytes", ValueError, "no round", lambda: Round.from_bytes(b"")),
    ("no action", UnreadableAction, "NoneType is no action", lambda: R.apply(None)),
    ("no notation", UnreadableAction, "write k, t, s4.3", lambda: R.apply("zz")),
    ("notation as an id", TypeError, "parse", lambda: Action("s4.3")),
    ("no seat", ValueError, "seats are 0 to 2", lambda: R.events(9)),
    ("events before the first", ValueError, "from 0", lambda: R.events(0, -1)),
    ("numpy's generator", TypeError, "random.Random", lambda: R.view(0).determinize(np.random.default_rng(1))),
    ("a pool with a card twice", ValueError, "each once", lambda: R.view(0, 0, [Card(1, 2)] * 60)),
    ("a pool too small", ValueError, "no fewer", lambda: R.view(0, 0, deck(3)[:9])),
    ("no opening", ValueError, "Game.opening", lambda: View.open({})),
    ("greedy for a game", TypeError, "Round or a View", lambda: greedy(Game(3, "x"))),
    ("greedy after the end", ValueError, "over", lambda: greedy(Round.__new__(Round))),
    ("a start that is no seat", ValueError, "seats 0 to 2", lambda: Game(3, "x", 9)),
    ("a start in other words", ValueError, "holder of 1/2", lambda: Game(3, "x", "holder")),
]


@pytest.mark.parametrize(("error", "words", "does"), [pytest.param(*case[1:], id=case[0]) for case in MISTAKES])
def test_a_mistake_is_answered_with_what_to_do(error, words, does):
    with pytest.raises(error, match=words):
        does()


@pytest.mark.parametrize(("module", "extra"), [("vector", "vector"), ("aec", "learning")])
def test_without_its_extra_a_module_says_which_one_it_needs(module, extra, monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, f"engine.{module}", raising=False)
    with pytest.raises(ImportError, match=rf"scout-ladder\[{extra}\]"):
        importlib.import_module(f"engine.{module}")


@pytest.mark.parametrize("name", ["action", "mask", "observation", "seat", "reward", "done"])
def test_a_buffer_that_is_too_short_is_refused_before_anything_is_written(name):
    vector, b = VectorRound(3, 4), buffers(3, 4)
    vector.look(b.mask, b.observation, b.seat)
    b.action[:] = 0
    before = vector.rounds
    given = {each: getattr(b, each) for each in ("action", "mask", "observation", "seat", "reward", "done")}
    given[name] = given[name][:2]
    with pytest.raises(ValueError, match=r"buffers do not fit: .*engine\.vector\.buffers"):
        vector.step(**given)
    assert vector.rounds == before
    if name == "seat":
        with pytest.raises(ValueError, match="do not fit"):
            vector.look(b.mask, b.observation, b.seat[:2])


numbers = st.integers(-3, 830) | st.integers(-(10**12), 10**12)
events = st.tuples(
    st.none() | st.integers(-1, 5),
    st.none() | numbers | st.sampled_from(["i", "ii", "limit", "zz"]),
) | st.tuples(st.integers(0, 4), numbers, st.sampled_from(["", "38", "3846", "384645", "zz", "38" * 60]))


@settings(max_examples=200, deadline=None)
@given(st.integers(2, 5), st.integers(0, 4), st.integers(0, 40), st.lists(events, max_size=20))
def test_a_view_takes_in_what_can_happen_and_refuses_the_rest_unchanged(players, seat, steps, happened):
    game = somewhere(players, "events", steps)
    view = game.view(seat % players)
    for event in happened:
        before = view.information_key()
        try:
            view.observe(event)
        except ValueError:
            assert view.information_key() == before
    assert sum(map(len, (*view.hands, view.active, *view.captured))) == len(deck(players)) // (1 + (players == 2))


@pytest.mark.skipif(not COMPILED, reason="plain Python knows no such objects")
def test_compiled_objects_that_were_never_made_do_no_harm():
    blank, nobody, nothing = (kind.__new__(kind) for kind in (Round, View, VectorRound))
    assert (blank.legal_actions(), blank.rollouts(1, 1), blank.clone().turns()) == ([], [], [])
    for does in (
        lambda: nobody.legal_actions,
        lambda: repr(nobody),
        nobody.position,
        lambda: nobody.observe([0, None]),
    ):
        with pytest.raises(AttributeError):
            does()
    b = buffers(3, 4)
    with pytest.raises(TypeError):
        nothing.look(b.mask, b.observation, b.seat)
