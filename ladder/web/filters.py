"""Filters live in the address: every list that somebody looks at has a link."""

from dataclasses import dataclass

from django.http import QueryDict


@dataclass(frozen=True)
class Choice:
    """A question with few answers; the first is what nobody has to ask for."""

    name: str
    label: str
    options: tuple[tuple[str, str], ...]

    def of(self, asked: QueryDict) -> str:
        """The answer in the address; the first one if it is missing or unknown."""
        answer = asked.get(self.name, "")
        return answer if answer in dict(self.options) else self.options[0][0]


PLAYERS = Choice(
    "players",
    "Players",
    (("", "All table sizes"), *((str(n), f"{n} players") for n in range(2, 6))),
)


def answers(asked: QueryDict, *choices: Choice) -> dict[str, str]:
    """What the address says about each choice."""
    return {choice.name: choice.of(asked) for choice in choices}


def fields(asked: QueryDict, *choices: Choice) -> list[dict[str, object]]:
    """The choices as a template draws them."""
    return [{"choice": choice, "answer": choice.of(asked)} for choice in choices]
