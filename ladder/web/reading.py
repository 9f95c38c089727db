"""Pages to read: the rules, and how to write a bot."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ladder.web.upload import STARTER

TABLE = (
    # players, deck, cards each, Scout & Show chips, scout chips, rounds
    (2, "44 (without 9/10)", 11, "none", "3 a round, to spend", 2),
    (3, "36 (without the 10s)", 12, "1 a round", "0", 3),
    (4, "44 (without 9/10)", 11, "1 a round", "0", 4),
    (5, "45 (all)", 9, "1 a round", "0", 5),
)
FAULTS = (
    ("start-failed", "The bot could not be imported or started: a syntax error, no class Bot, an exception at import."),
    ("crashed", "The bot raised an exception, or its process ended."),
    ("timed-out", "The bot used up its clock, or did not answer at all."),
    ("out-of-memory", "The bot took more memory than there is."),
    ("unreadable-action", "The answer was not an action: neither a whole number nor notation."),
    ("illegal-action", "The answer was an action that is not allowed there; the report says by which rule."),
    ("flooded", "The bot wrote more than anybody can read."),
)


def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "web/rules.html", {"table": TABLE})


def write_a_bot(request: HttpRequest) -> HttpResponse:
    """How to write a bot; limits come from the settings, so page and referee cannot differ."""
    context = {
        "starter": STARTER.read_text(),
        "faults": FAULTS,
        "clock": {"start": settings.CLOCK_START, "bank": settings.CLOCK_BANK, "increment": settings.CLOCK_INCREMENT},
        "limit": settings.PACKAGE_LIMIT,
        "unpacked": settings.PACKAGE_UNPACKED,
        "files": settings.PACKAGE_FILES,
    }
    return render(request, "web/write_a_bot.html", context)
