"""What an author is told: an English sentence that remembers how it was made, so that others can say it in their
language. Here nobody knows any other language.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Self

Value = str | int | float


class Sentence(str):
    """The text `template % values`; frozen like any text, and compared by it.

    `plural` is the template for all numbers but one, where there are two; then `values["number"]` decides. A value may
    be a sentence again. Templates are written out where a sentence is made: translators collect them from there.
    """

    template: str
    plural: str
    values: Mapping[str, Value]
    __slots__ = ("plural", "template", "values")

    def __new__(cls, template: str, plural: str = "", **values: Value) -> Self:
        values = {name: int(v) if isinstance(v, float) and v.is_integer() else v for name, v in values.items()}
        one = not plural or values["number"] == 1
        made = super().__new__(cls, (template if one else plural) % values)
        made.template, made.plural, made.values = template, plural, values
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[str, str], dict[str, Value]]:
        """For copies."""
        return (self.template, self.plural), dict(self.values)

    def as_json(self) -> dict[str, Any]:
        """How it was made."""
        values = {name: v.as_json() if isinstance(v, Sentence) else v for name, v in self.values.items()}
        return {"template": self.template, "plural": self.plural, "values": values}


def counted(one: str, more: str, number: int, **values: Value) -> Sentence:
    """A sentence with a number in it that decides between two forms."""
    return Sentence(one, more, number=number, **values)


def made_of(value: Any) -> dict[str, dict[str, Any]]:
    """By its text, how each sentence inside a value was made."""
    if isinstance(value, Sentence):
        return {str(value): value.as_json()}
    inside: Iterable[Any] = ()
    if isinstance(value, Mapping):
        inside = value.values()
    elif isinstance(value, list | tuple):
        inside = value
    elif is_dataclass(value):
        inside = (getattr(value, field.name) for field in fields(value))
    found: dict[str, dict[str, Any]] = {}
    for part in inside:
        found |= made_of(part)
    return found
