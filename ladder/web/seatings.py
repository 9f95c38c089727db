"""One deal, several seatings: what did each bot make of the same hand?"""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from ladder.bots.models import Version
from ladder.matches.models import Match, MatchSet, Seat


@dataclass(frozen=True)
class Held:
    """A bot that held a hand in one seating, and the score it made in that round."""

    match: Match
    seat: Seat
    score: int
    best: bool
    turned: bool


@dataclass(frozen=True)
class Hand:
    """One hand of the deal, and everybody who held it, seating by seating."""

    index: int
    cards: list[str]
    held: list[Held | None]


@dataclass(frozen=True)
class Line:
    """A bot's totals, seating by seating (None where a match is void)."""

    version: Version
    seats: list[Seat | None]
    mean: float


def seatings(request: HttpRequest, match_id: str) -> HttpResponse:
    """The matches of one set side by side. Three queries."""
    found = get_object_or_404(MatchSet.objects.filter(matches__public_id=match_id))
    matches = list(found.matches.with_seats().select_related("replay").order_by("number"))
    records = [match.replay_dict() for match in matches]
    if not found.over or not any(records):
        raise Http404
    context = {
        "here": match_id,
        "set": found,
        "matches": matches,
        "lines": _lines(matches),
        "rounds": [_hands(matches, records, number) for number in range(found.players)],
    }
    return render(request, "web/seatings.html", context)


def _lines(matches: list[Match]) -> list[Line]:
    """Everybody's totals, the best on average first. A version that sits twice has two lines."""
    entrants: dict[int, list[Seat | None]] = defaultdict(lambda: [None] * len(matches))
    versions: dict[int, Version] = {}
    for column, match in enumerate(matches):
        for seat in match.seats.all():
            versions[seat.entrant] = seat.version
            entrants[seat.entrant][column] = seat if seat.total is not None else None
    made = []
    for entrant, seats in entrants.items():
        totals = [seat.total for seat in seats if seat is not None and seat.total is not None]
        made.append(Line(versions[entrant], seats, sum(totals) / len(totals) if totals else 0.0))
    return sorted(made, key=lambda line: -line.mean)


def _hands(matches: list[Match], records: list[dict[str, Any] | None], number: int) -> list[Hand]:
    rounds = [record["rounds"][number] if record else None for record in records]
    dealt = next(played["hands"] for played in rounds if played)
    hands = []
    for index, cards in enumerate(dealt):
        scores = [played["scores"][index] for played in rounds if played]
        held = [
            Held(
                match,
                match.seats.all()[index],
                played["scores"][index],
                best=len(scores) > 1 and played["scores"][index] == max(scores) > min(scores),
                turned=played["turned"][index],
            )
            if played
            else None
            for match, played in zip(matches, rounds, strict=True)
        ]
        hands.append(Hand(index, cards.split(), held))
    return hands
