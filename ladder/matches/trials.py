"""The trial matches of a check are kept like any match, to be watched; they are not rated."""

import hashlib
from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from ladder.bots.models import Version
from ladder.matches.models import Kind, Match, MatchSet, Seat
from ladder.matches.record import write_result
from sandbox import MatchResult, Report


def keep_trials(version: Version, opponents: Sequence[Version], report: Report) -> list[dict[str, Any]]:
    """Keep them inside the caller's transaction; where to find each, for the report."""
    kept = []
    for trial in report.matches:
        match = _keep(version, [(version, *opponents)[number] for number in trial.seating], trial.result)
        kept.append({"players": trial.players, "match": match.public_id})
    return kept


def _keep(version: Version, seats: Sequence[Version], result: MatchResult) -> Match:
    seed, now = str(result.replay["seed"]), timezone.now()
    match_set = MatchSet.objects.create(
        kind=Kind.TRIAL,
        players=len(seats),
        seed=seed,
        seed_hash=hashlib.sha256(seed.encode()).hexdigest(),
        for_version=version,
        over_at=now,
    )
    match = Match.objects.create(set=match_set, number=0, state=Match.State.FINISHED, started_at=now, attempts=1)
    Seat.objects.bulk_create(
        Seat(match=match, index=index, entrant=index, version=version) for index, version in enumerate(seats)
    )
    write_result(match, result)
    return match
