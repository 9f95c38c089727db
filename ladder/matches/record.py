"""A result is written down: once, all of it, and only by whoever still has the claim."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone

from ladder.claims import Claim
from ladder.matches import replays
from ladder.matches.duels import duels
from ladder.matches.faults import rest_who_fails
from ladder.matches.models import Duel, Kind, Match, MatchSet, Replay, Seat
from ladder.matches.plain import plain
from ladder.nudge import nudge

if TYPE_CHECKING:
    from sandbox import Fault, MatchResult

LOG = 64 * 1024  # characters kept of what a bot printed


def record(claim: Claim, result: "MatchResult") -> bool:
    """Playing becomes finished, with seats, replay and duels; False if it was no longer ours."""
    with transaction.atomic():
        match = Match.objects.select_related("set").get(pk=claim.pk)
        # Two matches of a set may end at the same moment: each must see whether
        # the other is over, so they take turns.
        MatchSet.objects.select_for_update().get(pk=match.set_id)
        if not claim.mine.update(state=Match.State.FINISHED, lease_until=None, reason=""):
            return False
        write_result(match, result)
        rest_who_fails(match)
        close_if_over(match.set)
        nudge("rate")
    return True


def write_result(match: Match, result: "MatchResult") -> None:
    """All that came out of a match, inside the caller's transaction."""
    now = timezone.now()
    Match.objects.filter(pk=match.pk).update(
        finished_at=now,
        turns=_turns(result.replay),
        made=plain(result.made),
    )
    seats = list(match.seats.order_by("index"))
    took = _seconds((now - (match.started_at or now)).total_seconds(), result.think_us)
    for seat in seats:
        fault = result.faults[seat.index]
        seat.place = result.places[seat.index]
        seat.total = result.totals[seat.index]
        seat.won = 1 / result.places.count(1) if seat.place == 1 else 0
        seat.fault_kind = fault.kind if fault else ""
        seat.fault = _public(fault) if fault else None
        seat.think_p95_us = _p95(result.think_us[seat.index])
        seat.seconds = took[seat.index]
        seat.log = plain(result.logs[seat.index])[-LOG:]
    Seat.objects.bulk_update(seats, ["place", "total", "won", "fault_kind", "fault", "think_p95_us", "seconds", "log"])
    Replay.objects.create(match=match, data=replays.pack(plain(result.replay)))
    if match.set.kind == Kind.LADDER:
        faulty = [fault is not None for fault in result.faults]
        Duel.objects.bulk_create(
            Duel(
                match=match,
                players=len(seats),
                seat_a=a,
                seat_b=b,
                version_a_id=seats[a].version_id,
                version_b_id=seats[b].version_id,
                score=score,
            )
            for a, b, score in duels(result.totals, faulty)
        )


def declare_void(match: Match, reason: str) -> None:
    """Nobody's fault and no result; inside the caller's transaction."""
    Match.objects.filter(pk=match.pk).update(
        state=Match.State.VOID, lease_until=None, finished_at=timezone.now(), reason=reason
    )
    close_if_over(match.set)


def close_if_over(match_set: MatchSet) -> None:
    """After its last match a set's deal, seed and replays are open, and there is room for another."""
    left = match_set.matches.filter(state__in=[Match.State.QUEUED, Match.State.PLAYING])
    if not left.exists():
        MatchSet.objects.filter(pk=match_set.pk, over_at=None).update(over_at=timezone.now())
        nudge("schedule")


def _public(fault: "Fault") -> dict[str, Any]:
    """What everybody may know of a fault; the log is its owner's and kept apart."""
    known: dict[str, Any] = plain(fault.as_json())
    known.pop("log", None)
    return known


def _seconds(whole: float, think_us: Sequence[Sequence[int]]) -> list[float]:
    """Whose the worker's time was: each bears its own thinking, and all alike bear the rest."""
    thought = [sum(times) / 1e6 for times in think_us]
    rest = max(0.0, whole - sum(thought)) / len(thought)
    return [round(own + rest, 4) for own in thought]


def _turns(replay: dict) -> int:
    return sum(len(round["turns"].split()) for round in replay["rounds"])


def _p95(times: Sequence[int]) -> int | None:
    """The time in µs that 95 of 100 decisions stayed within."""
    return sorted(times)[max(0, -(-len(times) * 95 // 100) - 1)] if times else None
