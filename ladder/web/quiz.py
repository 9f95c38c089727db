"""“Which set wins?”: pairs of sets, judged by the engine; a missed one says what to read again."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.sets import strength

LEFT, RIGHT, NEITHER = "left", "right", "neither"


@dataclass(frozen=True)
class Question:
    """Two rows of cards, and the entry of the rule book that decides between them."""

    name: str
    left: str
    right: str
    entry: str


@dataclass(frozen=True)
class Judged:
    """A question with what somebody answered, if anything, and what is true."""

    question: Question
    answer: str
    truth: str

    @property
    def missed(self) -> bool:
        return bool(self.answer) and self.answer != self.truth


QUESTIONS = (
    Question("a", "85 83", "27 31 49", "more"),
    Question("b", "26 21", "47 58", "group"),
    Question("c", "58 47", "51 69", "smallest"),
    Question("d", "47 58", "51 49", "smallest"),
    Question("e", "83 97 T4", "12 16 19", "group"),
    Question("f", "93 T4 15", "32 36", "edge"),
    Question("g", "49 36 51", "12 16", "neighbours"),
    Question("h", "T4", "23 31", "more"),
)


def judged(asked: Mapping[str, str]) -> Iterator[Judged]:
    """Every question, with the answers an address holds; an unknown answer is none."""
    for question in QUESTIONS:
        answer = asked.get(question.name, "")
        yield Judged(question, answer if answer in (LEFT, RIGHT, NEITHER) else "", truth(question))


def truth(question: Question) -> str:
    """Which side wins by the engine's rules; what is no set beats nothing."""
    left, right = (strength(_values(side)) or (0, 0, 0) for side in (question.left, question.right))
    if left == right:
        return NEITHER
    return LEFT if left > right else RIGHT


def _values(cards: str) -> list[int]:
    """The upper numbers: "38 T2" is 3 and 10."""
    return [10 if card[0] == "T" else int(card[0]) for card in cards.split()]
