"""Sentences are English text and remember how they were made."""

import copy
import json
import pickle

import pytest

from sandbox.faults import Fault
from sandbox.sentence import Sentence, counted, made_of

LATE = Sentence("The bot used %(used)s s of %(had)s s.", used=2.51, had=2.0)


def test_a_sentence_is_its_text():
    assert LATE == "The bot used 2.51 s of 2 s."
    assert json.loads(json.dumps({"message": LATE})) == {"message": str(LATE)}


@pytest.mark.parametrize(
    ("number", "text"),
    [
        pytest.param(0, "0 matches of Eve", id="none"),
        pytest.param(1, "1 match of Eve", id="one"),
        pytest.param(4, "4 matches of Eve", id="several"),
    ],
)
def test_a_number_decides_between_two_forms(number, text):
    sentence = counted("%(number)s match of %(name)s", "%(number)s matches of %(name)s", number, name="Eve")
    assert sentence == text


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_a_copy_remembers_it_too(copied):
    again = copied(LATE)
    assert (again, again.template, again.values) == (LATE, LATE.template, LATE.values)


def test_what_a_bot_says_is_no_template():
    sentence = Sentence("The bot raised %(error)s.", error="ValueError: 100 %(error)s %d")
    assert copy.deepcopy(sentence) == sentence == "The bot raised ValueError: 100 %(error)s %d."


def test_a_record_says_how_all_its_sentences_were_made():
    inner = Sentence("empty")
    fault = Fault("timed-out", LATE, position=Sentence("table: %(table)s", table=inner), reply="k")
    assert made_of(fault) == {
        str(LATE): {"template": LATE.template, "plural": "", "values": {"used": 2.51, "had": 2}},
        "table: empty": {
            "template": "table: %(table)s",
            "plural": "",
            "values": {"table": {"template": "empty", "plural": "", "values": {}}},
        },
    }
    assert made_of({"steps": [(LATE,), "k", None, 3]}) == made_of(LATE)
