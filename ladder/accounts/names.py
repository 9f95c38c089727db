"""What may be a name: people and bots share these rules.

Names are text, never markup, so `<b>` is only an odd name. What could deceive a
reader is refused: control and direction characters, invisible ones, endless marks.
"""

import re
import unicodedata

from django.utils.translation import gettext as _

from ladder.refused import Refused

LONGEST = 40
MARKS = 3  # combining marks on one letter; more would climb over other lines
JOINERS = "\u200d\ufe0f"  # hold some emoji together; nothing else may use them


class BadName(Refused):
    """The name cannot be used; the sentence says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, "bad-name", field="name")


def clean(name: str) -> str:
    """The name as it is kept: NFKC, single spaces. Raises BadName with a sentence."""
    # The raw text is bounded before anything looks at it closely.
    if len(name) > 10 * LONGEST:
        raise _too_long(len(name))
    for place, character in enumerate(name):
        if _deceives(name, place):
            raise BadName(_("A name cannot contain the invisible or control character %s.") % f"U+{ord(character):04X}")
    text = re.sub(r"\s+", " ", unicodedata.normalize("NFKC", name)).strip()
    if not any(unicodedata.category(character)[0] in "LNSP" for character in text):
        raise BadName(_("A name needs at least one letter, number or sign that can be seen."))
    if len(text) > LONGEST:
        raise _too_long(len(text))
    if _longest_run_of_marks(text) > MARKS:
        raise BadName(_("A name cannot pile more than %d marks on one letter.") % MARKS)
    return text


def key(name: str) -> str:
    """What makes two names the same: case, width and invisible joiners do not count."""
    text = unicodedata.normalize("NFKC", name)
    text = unicodedata.normalize("NFKC", text.casefold())
    return re.sub(rf"[{JOINERS}\s]+", " ", text).replace(" ", "")


def _too_long(length: int) -> BadName:
    sentence = _("A name has at most %(most)d characters; this one has %(length)d.")
    return BadName(sentence % {"most": LONGEST, "length": length})


def _deceives(name: str, place: int) -> bool:
    character = name[place]
    if character in JOINERS:
        return place == 0 or unicodedata.category(name[place - 1]) not in ("So", "Sk", "Mn")
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _longest_run_of_marks(text: str) -> int:
    longest = run = 0
    for character in text:
        run = run + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        longest = max(longest, run)
    return longest
