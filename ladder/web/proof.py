"""Is this match what its record says? The engine plays it again; no bot runs."""

import hashlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from engine import BUILD, verify
from ladder.matches.models import Match


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: what, what it means, and what is wrong with it (nothing, if it holds)."""

    what: str
    means: str
    wrong: str = ""


def proof(request: HttpRequest, match_id: str) -> HttpResponse:
    """Deal, seed, moves and result of one match, checked while you wait. Two queries."""
    match = get_object_or_404(Match.objects.with_seats().select_related("replay"), public_id=match_id)
    record = match.replay_dict()
    if record is None:
        raise Http404
    began = time.perf_counter()
    findings = list(examine(match, record))
    context = {
        "match": match,
        "findings": findings,
        "holds": not any(finding.wrong for finding in findings),
        "milliseconds": (time.perf_counter() - began) * 1000,
        "build": BUILD,
        "replay": request.build_absolute_uri(reverse("api:replay", args=[match_id])),
    }
    return render(request, "web/proof.html", context)


def examine(match: Match, record: dict[str, Any]) -> Iterator[Finding]:
    """Everything that anybody can check, in the order in which it was promised."""
    seed = match.set.seed
    published = hashlib.sha256(seed.encode()).hexdigest() == match.set.seed_hash
    yield Finding(
        _("The seed was fixed before the match"),
        _("Its hash was published when the match was made, and it is the hash of this seed."),
        "" if published else _("The published hash belongs to another seed."),
    )
    same = record.get("seed") == seed
    yield Finding(
        _("The match was dealt from this seed"),
        _("Record and match set name the same seed."),
        "" if same else _("The record names another seed."),
    )
    yield Finding(
        _("Deal, moves and scores follow the rules"),
        _("The engine dealt every round from the seed and played all %(turns)d moves again.") % {"turns": match.turns},
        verify(record) or "",
    )
    seats = list(match.seats.all())
    agrees = [seat.total for seat in seats] == record["totals"]
    yield Finding(
        _("The ladder counted this result"),
        _("Totals and places of the seats are those of the record."),
        "" if agrees and _places(seats) == _ranks(record["totals"]) else _("The seats say something else."),
    )


def _places(seats: list[Any]) -> list[int | None]:
    return [seat.place for seat in seats]


def _ranks(totals: list[int]) -> list[int | None]:
    return [1 + sum(other > total for other in totals) for total in totals]
