"""The forms of all that engine and ladder say in English, so that they are known again wherever they stand.

Each is a pattern and the text that translators have.
"""

import re

from django.utils.translation import gettext_noop

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
    _phrase(r"fewer cards", gettext_noop("fewer cards")),
    _phrase(r"a group beats a run", gettext_noop("a group beats a run")),
    _phrase(r"a run does not beat a group", gettext_noop("a run does not beat a group")),
    _phrase(r"it is only as strong", gettext_noop("it is only as strong")),
    _phrase(r"(?P<high>\d+) is more than (?P<low>\d+)", gettext_noop("%(high)s is more than %(low)s")),
    _phrase(r"(?P<low>\d+) is less than (?P<high>\d+)", gettext_noop("%(low)s is less than %(high)s")),
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
# Why an action is not taken; an action may stand before it.
REASONS: tuple[Phrase, ...] = (
    _phrase(r"the round is over", gettext_noop("the round is over")),
    _phrase(
        r"before the first turn a seat keeps \(k\) or turns \(t\) its hand",
        gettext_noop("before the first turn a seat keeps (k) or turns (t) its hand"),
    ),
    _phrase(
        r"a hand may be turned only before the first turn",
        gettext_noop("a hand may be turned only before the first turn"),
    ),
    _phrase(
        r"the hand has (?P<number>\d+) cards, so places 0 to (?P<last>\d+)",
        gettext_noop("the hand has %(number)s cards, so places 0 to %(last)s"),
    ),
    _phrase(
        r"the hand has (?P<number>\d+) cards, places 0 to (?P<last>\d+)",
        gettext_noop("the hand has %(number)s cards, places 0 to %(last)s"),
    ),
    _phrase(
        r"(?P<cards>[\d-]+) is no set: neighbours must be equal, rise by one or fall by one",
        gettext_noop("%(cards)s is no set: neighbours must be equal, rise by one or fall by one"),
    ),
    _phrase(
        r"(?P<shown>.+) does not beat (?P<active>.+): (?P<why>.+)",
        gettext_noop("%(shown)s does not beat %(active)s: %(why)s"),
    ),
    _phrase(
        r"after the scout of a Scout & Show comes the show",
        gettext_noop("after the scout of a Scout & Show comes the show"),
    ),
    _phrase(
        r"the table is empty, so there is nothing to scout: show",
        gettext_noop("the table is empty, so there is nothing to scout: show"),
    ),
    _phrase(
        r"one card lies there; it is scouted as the left one \(l\)",
        gettext_noop("one card lies there; it is scouted as the left one (l)"),
    ),
    _phrase(r"two players have no Scout & Show", gettext_noop("two players have no Scout & Show")),
    _phrase(r"no scout chip is left to pay with", gettext_noop("no scout chip is left to pay with")),
    _phrase(r"the Scout & Show of this round is used", gettext_noop("the Scout & Show of this round is used")),
    _phrase(r"no show is possible after this scout", gettext_noop("no show is possible after this scout")),
    _phrase(
        r"(?P<reply>.+) is no action: ids go from 0 to (?P<last>\d+)",
        gettext_noop("%(reply)s is no action: ids go from 0 to %(last)s"),
    ),
    _phrase(
        r"(?P<reply>.+) is no action: write (?P<forms>.+) or (?P<last>\S+)",
        gettext_noop("%(reply)s is no action: write %(forms)s or %(last)s"),
    ),
    _phrase(
        r"(?P<reply>.+) names place (?P<place>\d+); the last (possible )?is (?P<last>\d+)",
        gettext_noop("%(reply)s names place %(place)s; the last possible is %(last)s"),
    ),
)


def _stored(msgid: str) -> Phrase:
    """What a text that was made from this one looks like."""

    def hole(found: re.Match[str]) -> str:
        inside = r"\d+" if found[2] == "d" else ".+"
        return f"(?P<{found[1]}>{inside})" if found[1] else f"({inside})"

    return _phrase(re.sub(r"%(?:\\\((\w+)\\\))?([sd])", hole, re.escape(msgid)), msgid)


# What the ladder writes down beside a match or a version, when nobody reads yet. Longer sentences before their parts.
STORED: tuple[Phrase, ...] = (
    _stored(gettext_noop("%(why)s We tried %(times)s times. Upload the same file to try again.")),
    _stored(gettext_noop("Tried %(times)s times. %(why)s")),
    _stored(gettext_noop("The platform failed: %(why)s")),
    _stored(gettext_noop("out of time")),
    _stored(gettext_noop("Its worker vanished.")),
    _stored(gettext_noop("The host queued it again.")),
    _stored(gettext_noop("It plays once it has proved better than %(version)s.")),
    _stored(
        gettext_noop(
            "You have %(active)d active bots, and %(most)d is the most: "
            "deactivate one first, or upload without activating."
        )
    ),
    _stored(gettext_noop("The host keeps this bot out: %s")),
    _stored(gettext_noop("After %(sets)s sets: %(new)s is not better than %(old)s.")),
    _stored(gettext_noop("After %(sets)s sets: %(new)s is better than %(old)s. %(then)s")),
    _stored(gettext_noop("After %(sets)s sets: %(new)s is better than %(old)s.")),
    _stored(gettext_noop("After %(sets)s sets it is too close to tell.")),
    _stored(gettext_noop("It plays from now on.")),
    _stored(gettext_noop("Another version of the bot was activated meanwhile.")),
    _stored(gettext_noop("%s rests: it failed too often.")),
    _stored(gettext_noop("Its owner stopped it.")),
    _stored(gettext_noop("First season")),
    _stored(
        gettext_noop("It had faults in %(faults)s of its last %(sets)s sets (newest: %(kind)s, in match %(match)s).")
    ),
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
