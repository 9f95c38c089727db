"""Pages to read: the rules, and how to write a bot."""

from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from ladder.web import quiz
from ladder.web.example import example
from ladder.web.rulebook import ENTRIES
from ladder.web.upload import STARTER

SEARCHER = Path(__file__).parent / "searcher.txt"
TABLE = (
    # players, deck, cards each, Scout & Show chips, scout chips, rounds
    (2, _("44 (without 9/10)"), 11, _("none"), _("3 a round, to spend"), 2),
    (3, _("36 (without the 10s)"), 12, _("1 a round"), "0", 3),
    (4, _("44 (without 9/10)"), 11, _("1 a round"), "0", 4),
    (5, _("45 (all)"), 9, _("1 a round"), "0", 5),
)
SIDES = ((quiz.LEFT, _("the left set")), (quiz.RIGHT, _("the right set")), (quiz.NEITHER, _("neither")))
FAULTS = {
    "start-failed": _(
        "The bot could not be imported or started: a syntax error, no class Bot, an exception at import."
    ),
    "crashed": _("The bot raised an exception, or its process ended."),
    "timed-out": _("The bot used up its clock, or did not answer at all; its log says where in its code it was."),
    "out-of-memory": _("The bot took more memory than there is."),
    "unreadable-action": _("The answer was not an action: neither a whole number nor notation."),
    "illegal-action": _("The answer was an action that is not allowed there; the report says by which rule."),
    "flooded": _("The bot wrote more than anybody can read."),
}


def rules(request: HttpRequest) -> HttpResponse:
    """The rules; the quiz's answers are in the address, and what they missed is marked."""
    titles = {entry.key: entry.title for entry in ENTRIES}
    judged = list(quiz.judged(request.GET))
    answered = [found for found in judged if found.answer]
    context = {
        "table": TABLE,
        "entries": ENTRIES,
        "sides": SIDES,
        "questions": [(found, titles[found.question.entry]) for found in judged],
        "answered": len(answered),
        "right": sum(not found.missed for found in answered),
        "missed": {found.question.entry for found in answered if found.missed},
    }
    return render(request, "web/rules.html", context)


def write_a_bot(request: HttpRequest) -> HttpResponse:
    """How to write a bot; limits come from the settings, so page and referee cannot differ."""
    context = {
        "starter": STARTER.read_text(),
        "searcher": SEARCHER.read_text(),
        "example": example(),
        "faults": FAULTS,
        "clock": {"start": settings.CLOCK_START, "bank": settings.CLOCK_BANK, "increment": settings.CLOCK_INCREMENT},
        "limit": settings.PACKAGE_LIMIT,
        "unpacked": settings.PACKAGE_UNPACKED,
        "files": settings.PACKAGE_FILES,
        "memory": settings.BOT_MEMORY,
        "line": settings.BOT_LINE,
        "log": settings.BOT_LOG,
        "active": settings.ACTIVE_BOTS,
    }
    return render(request, "web/write_a_bot.html", context)
