"""The trial matches of a check are kept like any match, to be watched; they are not rated."""

import hashlib
from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from ladder.bots.models import Version
from ladder.matches.models import Kind, Match, MatchSet, Seat
from ladder.matches.record import write_result
from sandbox import Report, Trial


def keep_trials(version: Version, opponents: Sequence[Version], report: Report) -> list[dict[str, Any]]:
    """Keep them inside the caller's transaction; where to find each, for the report."""
    entrants = [version, *opponents]
    return [{"players": trial.players, "match": _keep(entrants, trial).public_id} for trial in report.matches]


def _keep(entrants: Sequence[Version], trial: Trial) -> Match:
    seed = str(trial.result.replay["seed"])
    now = timezone.now()
    match_set = MatchSet.objects.create(
        kind=Kind.TRIAL,
        players=trial.players,
        seed=seed,
        seed_hash=hashlib.sha256(seed.encode()).hexdigest(),
        for_version=entrants[0],
        over_at=now,
    )
    match = Match.objects.create(set=match_set, number=0, state=Match.State.FINISHED, started_at=now, attempts=1)
    Seat.objects.bulk_create(
        Seat(match=match, index=index, entrant=entrant, version=entrants[entrant])
        for index, entrant in enumerate(trial.seating)
    )
    write_result(match, trial.result)
    return match
