"""A card has two numbers, the upper one counts; a deck is dealt from a seed that anybody can check."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from itertools import combinations, count
from typing import NamedTuple

PLAYERS = (2, 3, 4, 5)
HAND_SIZE = {2: 11, 3: 12, 4: 11, 5: 9}

_DIGITS = "?123456789T"
HIDDEN = "??"


class Card(NamedTuple):
    """One card as it lies in a hand: `up` counts, `down` is upside down. Both from 1 to 10."""

    up: int
    down: int

    @property
    def turned(self) -> "Card":
        """The same card the other way up."""
        return Card(self.down, self.up)

    @property
    def identity(self) -> "Card":
        """The same card with its smaller number up: each card of a deck has its own."""
        return self if self.up < self.down else self.turned

    def __str__(self) -> str:
        return _DIGITS[self.up] + _DIGITS[self.down]


def read_card(text: str) -> Card:
    """`"T2"` → `Card(10, 2)`. Raises ValueError for anything else than two different numbers."""
    numbers = [_DIGITS.find(digit) for digit in text]
    if len(numbers) != 2 or min(numbers) < 1 or numbers[0] == numbers[1]:
        raise ValueError(f"{text!r} is no card: a card is two different numbers from 1 to 9 or T")
    return Card(*numbers)


def read_cards(text: str) -> list[Card]:
    """Cards written as in a replay, `"38 T2"`, or run together, `"38T2"`."""
    digits = text.replace(" ", "")
    return [read_card(digits[i : i + 2]) for i in range(0, len(digits), 2)]


def write_cards(cards: Iterable[Card | None]) -> str:
    """The inverse of `read_cards`, with blanks; a card that a seat does not know is `??`."""
    return " ".join(HIDDEN if card is None else str(card) for card in cards)


@lru_cache(maxsize=4)
def deck(players: int) -> tuple[Card, ...]:
    """The deck for this number of players, smaller number up, in ascending order (rules, "Set-up").

    Raises ValueError unless `players` is 2, 3, 4 or 5.
    """
    if players not in PLAYERS:
        raise ValueError(f"SCOUT is for 2 to 5 players, not {players}")
    pairs = [Card(a, b) for a, b in combinations(range(1, 11), 2)]
    if players == 3:
        pairs = [card for card in pairs if card.down != 10]
    elif players in (2, 4):
        pairs.remove(Card(9, 10))
    return tuple(pairs)


def deal(players: int, seed: str, round: int = 0) -> list[list[Card]]:
    """The hands of one round, seat by seat, the same on every machine (rules, "The deal, byte by byte").

    With two players, round 1 gets the 22 cards that round 0 left over from the same shuffle.
    """
    cards = list(deck(players))
    last_round = players - 1
    if not 0 <= round <= last_round:
        raise ValueError(f"a game of {players} has the rounds 0 to {last_round}, not {round}")
    shuffle = 0 if players == 2 else round
    draws = _draws(f"scout-deal-1|{seed}|{players}|{shuffle}")
    for i in range(len(cards) - 1, 0, -1):
        j = _below(i + 1, draws)
        cards[i], cards[j] = cards[j], cards[i]
    cards = [card.turned if _below(2, draws) else card for card in cards]
    size = HAND_SIZE[players]
    first = 22 if players == 2 and round == 1 else 0
    return [cards[first + seat * size : first + (seat + 1) * size] for seat in range(players)]


def _draws(name: str) -> Iterator[int]:
    """Endless 16-bit numbers from the digests of `name|0`, `name|1`, …"""
    for k in count():
        digest = sha256(f"{name}|{k}".encode()).digest()
        for i in range(0, len(digest), 2):
            yield digest[i] << 8 | digest[i + 1]


def _below(m: int, draws: Iterator[int]) -> int:
    """A number below `m`, every one equally likely: draws beyond the last full block are passed over."""
    return next(v for v in draws if v < 65536 - 65536 % m) % m
