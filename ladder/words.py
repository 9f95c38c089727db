"""The sentences of engine and sandbox in the reader's language: they speak English and know no other.

The engine's are recognised; the sandbox says with each how it was made (`sandbox.sentence`).
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.formats import localize
from django.utils.translation import gettext, ngettext

from ladder.phrases import NUMBERS, PHRASES, REASONS, STORED, Phrase


def say(text: str) -> str:
    """A sentence of the engine, as the active language has it; what is unknown stays as it is."""
    if text in NUMBERS:
        return gettext(text)
    return _said(text, PHRASES)


def why_not(text: str) -> str:
    """The same of why an action is not taken, as in "s4.2: the round is over"."""
    action, colon, reason = text.partition(": ")
    if colon and (said := _said(reason, REASONS)) != reason:
        return f"{action}: {said}"
    return _said(text, REASONS)


def stored(text: str) -> str:
    """A sentence that the ladder wrote down in English."""
    for pattern, msgid in STORED:
        if found := pattern.fullmatch(text):
            named = {
                name: int(part) if f"%({name})d" in msgid else stored(part) for name, part in found.groupdict().items()
            }
            return gettext(msgid) % (named or found.groups())
    return text


def told(text: str, words: Mapping[str, Any] | None) -> str:
    """A sentence of the sandbox; `words` says by its text how it was made, which old records do not know."""
    made = (words or {}).get(text)
    return tell(made) if made else text


def tell(made: Mapping[str, Any]) -> str:
    """A sentence of the sandbox, from the JSON that says how it was made."""
    values = made["values"]
    template = (
        ngettext(made["template"], made["plural"], values["number"]) if made["plural"] else gettext(made["template"])
    )
    return template % {name: _value(name, value) for name, value in values.items()}


def in_words(frame: dict[str, Any]) -> dict[str, Any]:
    """A frame with all its words in the active language."""
    said = frame | {key: say(frame[key]) for key in ("words", "why", "set", "beat")}
    if fault := frame.get("fault"):
        words = fault.get("words")
        said["fault"] = {key: value for key, value in fault.items() if key != "words"}
        said["fault"]["message"] = told(fault["message"], words)
    return said


def _said(text: str, phrases: Iterable[Phrase]) -> str:
    for pattern, msgid in phrases:
        if found := pattern.fullmatch(text):
            return gettext(msgid) % {name: say(part) for name, part in found.groupdict().items()}
    return text


def _value(name: str, value: Any) -> Any:
    if isinstance(value, Mapping):
        return tell(value)
    if isinstance(value, float):
        return localize(value)
    return why_not(value) if name == "rule" else value
