"""Filters live in the address: every list that somebody looks at has a link."""

from dataclasses import dataclass
from datetime import date

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Choice:
    """A question with few answers; the first is what nobody has to ask for."""

    name: str
    label: str | Promise
    options: tuple[tuple[str, str | Promise], ...]

    def of(self, asked: QueryDict) -> str:
        """The answer in the address; the first one if it is missing or unknown."""
        answer = asked.get(self.name, "")
        return answer if answer in dict(self.options) else self.options[0][0]


PLAYERS = Choice(
    "players",
    _("Players"),
    (("", _("All table sizes")), *((str(n), format_lazy(_("{n} players"), n=n)) for n in range(2, 6))),
)


def answers(asked: QueryDict, *choices: Choice) -> dict[str, str]:
    """What the address says about each choice."""
    return {choice.name: choice.of(asked) for choice in choices}


def day(asked: QueryDict, name: str) -> date | None:
    """The day that the address names; none if it is missing or no day."""
    try:
        return date.fromisoformat(asked.get(name, ""))
    except ValueError:
        return None


def fields(asked: QueryDict, *choices: Choice) -> list[dict[str, object]]:
    """The choices as a template draws them."""
    return [{"choice": choice, "answer": choice.of(asked)} for choice in choices]
