"""The engine's sentences in the reader's language: the engine speaks English and knows no other."""

import re
from typing import Any

from django.utils.translation import gettext, gettext_noop

Phrase = tuple[re.Pattern[str], str]


def _phrase(pattern: str, msgid: str) -> Phrase:
    return re.compile(pattern), msgid


# In this order: longer sentences before their parts. What a group holds is said in the same way.
PHRASES: tuple[Phrase, ...] = (
    _phrase(r"(?P<first>beats .+); (?P<then>takes .+)", gettext_noop("%(first)s; %(then)s")),
    _phrase(r"(?P<scout>scouts .+) and (?P<show>shows .+)", gettext_noop("%(scout)s and %(show)s")),
    _phrase(r"scouts (?P<card>\d+), turned, to (?P<place>\d+)", gettext_noop("scouts %(card)s, turned, to %(place)s")),
    _phrase(r"scouts (?P<card>\d+) to (?P<place>\d+)", gettext_noop("scouts %(card)s to %(place)s")),
    _phrase(r"shows (?P<set>.+)", gettext_noop("shows %(set)s")),
    _phrase(r"beats (?P<set>.+): (?P<why>.+)", gettext_noop("beats %(set)s: %(why)s")),
    _phrase(r"takes 1 card", gettext_noop("takes 1 card")),
    _phrase(r"takes (?P<number>\d+) cards", gettext_noop("takes %(number)s cards")),
    _phrase(r"more cards", gettext_noop("more cards")),
    _phrase(r"a group beats a run", gettext_noop("a group beats a run")),
    _phrase(r"(?P<high>\d+) is more than (?P<low>\d+)", gettext_noop("%(high)s is more than %(low)s")),
    _phrase(r"run (?P<run>[\d-]+)", gettext_noop("run %(run)s")),
    _phrase(r"(?P<first>.+), or (?P<last>[^,]+)", gettext_noop("%(first)s, or %(last)s")),
    _phrase(r"(?P<first>.+), (?P<then>.+)", "%(first)s, %(then)s"),
    _phrase(r"(?P<number>[a-z]+) of (?P<low>\d+)–10s", gettext_noop("%(number)s of %(low)s–10s")),
    _phrase(r"(?P<number>[a-z]+) of (?P<value>\d+)s", gettext_noop("%(number)s of %(value)ss")),
    _phrase(r"(?P<number>[a-z]+) equal cards", gettext_noop("%(number)s equal cards")),
    _phrase(
        r"a run of (?P<size>\d+) from (?P<low>\d+) or higher", gettext_noop("a run of %(size)s from %(low)s or higher")
    ),
    _phrase(r"a (?P<low>\d+)–10", gettext_noop("a %(low)s–10")),
    _phrase(r"a 10", gettext_noop("a 10")),
    _phrase(r"(?P<size>\d+)\+ cards", gettext_noop("%(size)s+ cards")),
)
NUMBERS = (
    gettext_noop("two"),
    gettext_noop("three"),
    gettext_noop("four"),
    gettext_noop("five"),
    gettext_noop("six"),
    gettext_noop("seven"),
    gettext_noop("eight"),
    gettext_noop("nine"),
    gettext_noop("ten"),
)


def say(text: str) -> str:
    """A sentence of the engine, as the active language has it; what is unknown stays as it is."""
    if text in NUMBERS:
        return gettext(text)
    for pattern, msgid in PHRASES:
        if found := pattern.fullmatch(text):
            return gettext(msgid) % {name: say(part) for name, part in found.groupdict().items()}
    return text


def in_words(frame: dict[str, Any]) -> dict[str, Any]:
    """A frame with all its words in the active language."""
    return frame | {key: say(frame[key]) for key in ("words", "why", "set", "beat")}
