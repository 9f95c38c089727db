"""The pages to read say what the engine and the sandbox do."""

import html
import json
from types import SimpleNamespace
from typing import Any, get_args

import pytest

from engine import TURN_HAND, Action, Game, greedy
from engine.sets import beats, strength
from ladder.web import quiz
from ladder.web.example import example
from ladder.web.reading import FAULTS, SEARCHER
from ladder.web.rulebook import ENTRIES
from ladder.web.upload import STARTER
from sandbox import Clock
from sandbox.faults import FaultKind


def values(cards: str) -> list[int]:
    return [10 if card[0] == "T" else int(card[0]) for card in cards.split()]


@pytest.mark.parametrize("entry", [e for e in ENTRIES if e.right.shown and e.right.table], ids=lambda e: e.key)
def test_what_the_rules_call_right_is_right(entry):
    assert beats(values(entry.right.shown), values(entry.right.table))
    assert (
        not (entry.wrong.table and beats(values(entry.wrong.shown), values(entry.wrong.table))) or entry.key == "left"
    )


@pytest.mark.parametrize("key", ["neighbours", "edge"])
def test_what_is_no_set_is_drawn_as_none(key):
    entry = next(e for e in ENTRIES if e.key == key)
    assert strength(values(entry.wrong.shown)) is None
    assert strength(values(entry.right.shown)) is not None


def test_the_quiz_knows_who_wins():
    truths = {question.name: quiz.truth(question) for question in quiz.QUESTIONS}
    assert truths == dict(
        zip("abcdefgh", ["right", "left", "right", "neither", "right", "right", "right", "right"], strict=True)
    )


def test_every_question_has_an_entry_to_read_again():
    assert {question.entry for question in quiz.QUESTIONS} <= {entry.key for entry in ENTRIES}


def test_missed_answers_mark_what_to_read_again(client, db):
    page = client.get("/rules/?a=left&b=left&c=sideways").content.decode()
    assert "1 of 2 is right." in page
    assert page.count("read again</span>") == 1
    assert 'again" id="entry-more"' in page


def test_the_page_names_every_fault_there_is():
    assert tuple(FAULTS) == get_args(FaultKind)


def test_the_page_names_the_limits_of_the_settings(client, db, settings):
    settings.CLOCK_BANK, settings.ACTIVE_BOTS = 7.25, 11
    page = client.get("/write-a-bot/").content.decode()
    assert "7.25 s a match" in page
    assert "11 a person" in page
    assert "512 MiB" in page


@pytest.mark.parametrize("shown", [pytest.param(STARTER, id="starter"), pytest.param(SEARCHER, id="searcher")])
def test_the_bots_on_the_page_play_a_game_by_the_rules(client, db, shown):
    assert shown.read_text().splitlines()[-1].strip() in html.unescape(client.get("/write-a-bot/").content.decode())
    names: dict[str, Any] = {}
    exec(shown.read_text(), names)  # as its reader would run it
    game, bot = Game(3, "the page"), names["Bot"]()
    bot.start(SimpleNamespace(players=3, seat=0, clock=Clock(increment=0.005).told(), seed="7"))
    while not game.over:
        asked = game.current == 0 and game.round.phase != TURN_HAND
        game.apply(bot.act(game.view(0)) if asked else greedy(game.round))
    assert len(game.rounds) == 3


def test_the_example_is_a_question_and_a_legal_answer():
    kinds, lines = zip(*example().messages, strict=True)
    opening, kept, asked, answer = (json.loads(line) for line in lines)
    assert kinds == ("turn_hand", "answer", "act", "answer")
    assert opening["opening"] == Game(3, "write a bot").opening(opening["opening"]["seat"])
    assert (opening["n"], asked["n"]) == (kept["n"], answer["n"])
    assert str(Action(answer["answer"])) == example().answer
