"""Three faces of one action: the id, the `Action`, and the notation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import ACTIONS, Action, Round, UnreadableAction, parse
from engine.actions import SCOUT, SCOUT_AND_SHOW, SHOW, read


def test_every_id_has_a_notation_of_its_own_that_reads_back():
    texts = [str(Action(i)) for i in range(ACTIONS)]
    assert ACTIONS == 820
    assert len(set(texts)) == ACTIONS
    assert [int(parse(text)) for text in texts] == list(range(ACTIONS))


@pytest.mark.parametrize(
    ("text", "kind"),
    [("k", "keep"), ("t", "turn"), ("s4.3", "show"), ("l5", "scout"), ("r0~", "scout"), ("l5~+", "scout & show")],
)
def test_what_a_notation_means(text, kind):
    action = parse(text)
    assert action.kind == kind
    assert str(action) == text


def test_the_parts_of_an_action():
    show, scout = parse("s4.3"), parse("r7~")
    assert (show.start, show.length) == (4, 3)
    assert (scout.right, scout.turned, scout.place) == (True, True, 7)
    whole = parse("l5~+s4.3")
    assert (whole.right, whole.turned, whole.place) == (False, True, 5)
    assert whole.then == int(show)
    assert str(whole) == "l5~+s4.3"


@given(st.integers(SCOUT_AND_SHOW, ACTIONS - 1), st.integers(SHOW, SCOUT - 1))
def test_a_whole_scout_and_show_reads_back(half, show):
    assert parse(str(Action(half, show))) == Action(half, show)


@given(st.text(alphabet="ktslr0123456789.~+ ", max_size=12) | st.text(max_size=8))
def test_what_reads_is_written_the_same_and_the_rest_is_unreadable(text):
    try:
        assert str(parse(text)) == text
    except UnreadableAction:
        with pytest.raises(UnreadableAction, match=r"no action|names place"):
            parse(text)


@pytest.mark.parametrize(
    "answer",
    [
        *(True, False, 1.0, float("nan"), None, object(), [], -1, ACTIONS, 10**30),
        *("s45.1", "l46", "s0.0", "s0.11", "s01.1", "l5~+k", "S0.1", "s٣.1", "k\n"),
    ],
)
def test_what_is_no_action_is_unreadable(answer):
    with pytest.raises(UnreadableAction):
        read(answer)
    with pytest.raises(UnreadableAction):
        Round.deal(3, "unreadable").apply(answer)


def test_an_integer_of_another_library_is_an_action():
    numpy = pytest.importorskip("numpy")
    assert read(numpy.int64(1)) == Action(1)


def test_a_whole_turn_has_no_single_id():
    with pytest.raises(TypeError, match="two actions"):
        int(parse("l5~+s4.3"))
    with pytest.raises(UnreadableAction):
        Action(5, 7)
