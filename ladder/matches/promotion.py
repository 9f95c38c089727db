"""Two versions of one bot are compared: the same deals, the same field, until it is clear which is better.

A set of a comparison plays all its seatings twice, with the new version and with the
old one in the same seat. Nothing of it is rated.
"""

import secrets
from collections import defaultdict
from random import Random

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ladder.bots.activate import activate
from ladder.bots.models import Version
from ladder.matches import baton
from ladder.matches.duels import WHOLE, duels
from ladder.matches.lineup import Entrant, table
from ladder.matches.models import Comparison, Kind, Match, MatchSet, Season, Seat
from ladder.matches.schedule import Standings, create_set, entrants_of, first_set
from ladder.matches.seatings import SEATINGS
from ladder.matches.sprt import Bounds, judge
from ladder.nudge import nudge
from ladder.refused import Refused

State = Comparison.State
NEW, OLD = 0, 1  # entrants of a comparison's set; the field follows


def compare(new: Version, old: Version, *, promote: bool = False) -> Comparison:
    """Begin to compare; or the comparison of the new version that is running already.

    `promote`: the new version becomes active if it is better. Raises Refused if they cannot be compared.
    """
    if new.bot_id != old.bot_id or new.pk == old.pk:
        raise Refused(_("Compare two versions of one bot."), "bad-versions")
    for version in (new, old):
        if version.state != Version.State.ACCEPTED or version.rested_at is not None:
            raise Refused(_("%s cannot play: it has not passed its check, or it rests.") % version, "unplayable")
    running = Comparison.objects.filter(new__bot=new.bot_id, state=State.RUNNING).first()
    if running is not None:
        if running.new_id == new.pk and running.old_id == old.pk:
            return running
        raise Refused(_("This bot has a comparison running: stop it first."), "one-comparison-at-a-time")
    comparison = Comparison.objects.create(
        new=new,
        old=old,
        promote=promote,
        elo0=settings.COMPARISON_ELO0,
        elo1=settings.COMPARISON_ELO1,
        alpha=settings.COMPARISON_ALPHA,
        beta=settings.COMPARISON_BETA,
    )
    nudge("schedule")
    return comparison


def promote(version: Version) -> str:
    """Activate if better than what plays now, in the caller's transaction; what happens next, in one sentence."""
    old = version.bot.active
    if old is not None and old.pk != version.pk:
        compare(version, old, promote=True)
        return f"It plays once it has proved better than {old}."
    activate(version)
    version.bot.refresh_from_db()
    first_set(version)
    return ""


def stop(comparison: Comparison, why: str) -> None:
    """No more sets for it."""
    _end(comparison, State.STOPPED, why)


def go_on(rng: Random | None = None) -> None:
    """Judge what came in since, and make each running comparison's next set."""
    running = Comparison.objects.filter(state=State.RUNNING)
    if not running.exists():
        return
    with baton.hold("compare", seconds=60) as held:
        if held:
            for comparison in running.select_related("new__bot__active", "old__bot").order_by("pk"):
                _step(comparison, rng or secrets.SystemRandom())


def differences(comparison: Comparison) -> list[float]:
    """Of each set played to its end: the new version's mean score less the old one's."""
    sets = comparison.match_sets.filter(over_at__isnull=False).exclude(matches__state=Match.State.VOID)
    seats = Seat.objects.filter(match__set__in=sets).order_by("match__set_id", "match__number", "index")
    matches: dict[tuple[int, int], list[Seat]] = defaultdict(list)
    for seat in seats.select_related("match").defer("log", "fault"):
        matches[seat.match.set_id, seat.match.number].append(seat)
    found: dict[int, list[float]] = defaultdict(list)
    for (match_set, _number), seated in matches.items():
        found[match_set].append(_score(seated))
    # As many matches with the one as with the other.
    return [2 * sum(scores) / len(scores) for scores in found.values()]


def _score(seats: list[Seat]) -> float:
    """The mean score of the version compared against the field; minus that of the old one."""
    mine = next(seat for seat in seats if seat.entrant in (NEW, OLD))
    found = duels([seat.total or 0 for seat in seats], [seat.fault_kind != "" for seat in seats])
    scores = [score if a == mine.index else WHOLE - score for a, b, score in found if mine.index in (a, b)]
    mean = sum(scores) / len(scores) / WHOLE
    return mean if mine.entrant == NEW else -mean


def _step(comparison: Comparison, rng: Random) -> None:
    new, old = comparison.new, comparison.old
    if new.rested_at or old.rested_at:
        return stop(comparison, f"{new if new.rested_at else old} rests: it failed too often.")
    if comparison.promote and new.bot.active_id != old.pk:
        return stop(comparison, "Another version of the bot was activated meanwhile.")
    seen = differences(comparison)
    verdict = judge(seen, bounds(comparison))
    comparison.sets, comparison.llr, comparison.difference = len(seen), verdict.llr, verdict.difference
    comparison.save(update_fields=["sets", "llr", "difference"])
    made = comparison.match_sets.count()
    if verdict.better is not None:
        _decide(comparison, better=verdict.better)
    elif made >= settings.COMPARISON_SETS and not comparison.match_sets.filter(over_at=None).exists():
        _end(comparison, State.UNDECIDED, f"After {made} sets it is too close to tell.")
    elif made < settings.COMPARISON_SETS and not comparison.match_sets.filter(over_at=None).exists():
        _next_set(comparison, made, rng)
    return None


def bounds(comparison: Comparison) -> Bounds:
    """Those it was begun with."""
    return Bounds(comparison.elo0, comparison.elo1, comparison.alpha, comparison.beta)


def _decide(comparison: Comparison, *, better: bool) -> None:
    new, old, sets = comparison.new, comparison.old, comparison.sets
    if not better:
        return _end(comparison, State.NOT_BETTER, f"After {sets} sets: {new} is not better than {old}.")
    note = f"After {sets} sets: {new} is better than {old}."
    with transaction.atomic():
        if comparison.promote:
            try:
                activate(new)
                note += " It plays from now on."
            except Refused as refusal:
                note += f" {refusal.sentence}"
        _end(comparison, State.BETTER, note)
    if comparison.promote:
        first_set(Version.objects.select_related("bot").get(pk=new.pk))
    return None


def _end(comparison: Comparison, state: State, note: str) -> None:
    running = Comparison.objects.filter(pk=comparison.pk, state=State.RUNNING)
    running.update(state=state, note=note, over_at=timezone.now())
    comparison.refresh_from_db()


def _next_set(comparison: Comparison, made: int, rng: Random) -> MatchSet | None:
    new, season = comparison.new, Season.objects.current()
    sizes = season.players if season else list(SEATINGS)
    field = [entrant for entrant in _field(season) if entrant.version not in (new.pk, comparison.old_id)]
    seed = Entrant(version=new.pk, owner=new.bot.owner_id, house=new.bot.reference)
    # Table sizes in turn; where there are too few others for one, the next smaller.
    for players in sorted(sizes, key=lambda n: (n > sizes[made % len(sizes)], -n)):
        line_up = table(seed, field, players, rng)
        if line_up is None:
            continue
        versions = Version.objects.select_related("bot").in_bulk([entrant.version for entrant in line_up])
        others = [versions[entrant.version] for entrant in line_up[1:]]
        # Entrant 0 is the new version, 1 the old one, 2… the field.
        seatings = [
            tuple(compared if who == 0 else who + 1 for who in seating)
            for compared in (NEW, OLD)
            for seating in SEATINGS[players]
        ]
        return create_set(
            [new, comparison.old, *others], seatings, kind=Kind.COMPARISON, for_version=new, comparison=comparison
        )
    return None


def _field(season: Season | None) -> list[Entrant]:
    return entrants_of(season, Standings()) if season else []
