"""Seasons, match sets, their matches, seats, replays and duels; and comparisons of two versions."""

from collections.abc import Callable
from datetime import UTC, datetime, time
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ladder.accounts import names
from ladder.bots.models import Version
from ladder.claims import Claimable
from ladder.ids import public_id
from ladder.matches import replays


def table_sizes() -> list[int]:
    return [2, 3, 4, 5]


class SeasonQuerySet(models.QuerySet["Season"]):
    def current(self) -> "Season | None":
        """The season that is open or frozen; where there never was one, the first is opened."""
        found = self.filter(state__in=Season.CURRENT).order_by("pk").first()
        if found is None and not self.exists():
            return self.get_or_create(name=Season.FIRST, defaults={"state": Season.State.OPEN})[0]
        return found

    def shown(self) -> "Season | None":
        """The season whose ranking people see: the current one, or else the one that ended last."""
        ended = self.filter(state=Season.State.CLOSED).order_by("-ended_at", "-pk")
        return self.current() or ended.first()


class Season(models.Model):
    """A ladder with its own settings and dates; its matches and ratings are its own."""

    class State(models.TextChoices):
        PLANNED = "planned", _("Planned")
        OPEN = "open", _("Open")
        FROZEN = "frozen", _("Frozen")  # no new sets; may go on
        CLOSED = "closed", _("Closed")  # over for good
        ARCHIVED = "archived", _("Archived")  # and no longer listed

    FIRST = "First season"
    CURRENT = (State.OPEN, State.FROZEN)

    public_id = models.CharField(max_length=12, unique=True, default=public_id, editable=False)
    name = models.CharField(max_length=60, unique=True)
    state = models.CharField(max_length=10, choices=State, default=State.PLANNED)
    players = models.JSONField("table sizes", default=table_sizes)
    # Seconds of processor time; null: as the server's settings say.
    clock_start = models.FloatField(null=True, blank=True)
    clock_bank = models.FloatField(null=True, blank=True)
    clock_increment = models.FloatField(null=True, blank=True)
    opens_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = SeasonQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["state"], condition=models.Q(state__in=["open", "frozen"]), name="one_season_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def clock(self) -> tuple[float, float, float]:
        """Start, bank and increment, in seconds of processor time."""
        usual = (settings.CLOCK_START, settings.CLOCK_BANK, settings.CLOCK_INCREMENT)
        own = (self.clock_start, self.clock_bank, self.clock_increment)
        start, bank, increment = (u if o is None else o for o, u in zip(own, usual, strict=True))
        return start, bank, increment


class Comparison(models.Model):
    """Two versions of one bot on the same deals against the same field, until it is clear which is better."""

    class State(models.TextChoices):
        RUNNING = "running", _("Running")
        BETTER = "better", _("The new version is better")
        NOT_BETTER = "not-better", _("The new version is not better")
        UNDECIDED = "undecided", _("Too close to tell")
        STOPPED = "stopped", _("Stopped")

    public_id = models.CharField(max_length=12, unique=True, default=public_id, editable=False)
    new = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="comparisons")
    old = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="comparisons_as_old")
    promote = models.BooleanField("the new version becomes active if it is better", default=False)
    state = models.CharField(max_length=10, choices=State, default=State.RUNNING)
    note = models.TextField(blank=True)  # one sentence, when it is over
    # The test: which difference in Elo counts as none and which as real, and how often it may err.
    elo0 = models.FloatField()
    elo1 = models.FloatField()
    alpha = models.FloatField()
    beta = models.FloatField()
    sets = models.PositiveIntegerField(default=0)
    difference = models.FloatField("mean score of the new version minus the old one's", default=0)
    llr = models.FloatField("logarithm of the likelihood ratio so far", default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    over_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["new"], condition=models.Q(state="running"), name="one_running_comparison_per_version"
            )
        ]


class Kind(models.TextChoices):
    LADDER = "ladder", _("Ladder")
    TRIAL = "trial", _("Trial")
    CHALLENGE = "challenge", _("Challenge")
    COMPARISON = "comparison", _("Comparison")


class MatchSet(models.Model):
    """One deal, played by one line-up in one or several seatings.

    In a comparison the line-up has one more than there are seats: the two versions
    compared sit in each seating in turn.
    """

    public_id = models.CharField(max_length=12, unique=True, default=public_id, editable=False)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.LADDER)
    players = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64)  # secret until the set is over
    seed_hash = models.CharField(max_length=64)  # published when it is made
    for_version = models.ForeignKey(
        Version, null=True, blank=True, on_delete=models.PROTECT, related_name="sets_made_for"
    )
    favoured = models.BooleanField("made because this version is new", default=False)
    season = models.ForeignKey(Season, null=True, blank=True, on_delete=models.PROTECT, related_name="sets")
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="challenges"
    )
    comparison = models.ForeignKey(
        Comparison, null=True, blank=True, on_delete=models.PROTECT, related_name="match_sets"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    nudged_at = models.DateTimeField(null=True, blank=True)
    over_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(players__range=(2, 5)), name="two_to_five_players")]
        indexes = [
            models.Index(fields=["over_at", "kind"]),
            models.Index(fields=["kind", "created_at"]),
        ]

    @property
    def over(self) -> bool:
        """Every match is finished or void: deal, seed and replays are open."""
        return self.over_at is not None


class MatchQuerySet(models.QuerySet["Match"]):
    def for_list(self, **asked: Any) -> Self:
        """Matches with all a row shows, newest first; two queries (matches, seats).

        `asked`: any of `ASKED`, which says what each means; what is None or empty is not asked.
        """
        conditions = (ASKED[name](value) for name, value in asked.items() if value)
        return self.filter(*conditions).with_seats().order_by("-pk")

    def with_seats(self) -> Self:
        """With the set, and the seats with version, bot and owner; two queries."""
        seats = Seat.objects.select_related("version__bot__owner").defer("log").order_by("index")
        return self.select_related("set").prefetch_related(models.Prefetch("seats", seats))


class Match(Claimable):
    """The rated unit: one game of one line-up in one seating, claimed by the worker that plays it."""

    class State(models.TextChoices):
        QUEUED = "queued", _("Queued")
        PLAYING = "playing", _("Playing")
        FINISHED = "finished", _("Finished")
        VOID = "void", _("Void")

    public_id = models.CharField(max_length=12, unique=True, default=public_id, editable=False)
    set = models.ForeignKey(MatchSet, on_delete=models.PROTECT, related_name="matches")
    number = models.PositiveSmallIntegerField()  # which seating of the set
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    queued_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    turns = models.PositiveIntegerField(default=0)
    made = models.JSONField(default=dict, blank=True)  # engine, image, Python, numpy, shell

    objects = MatchQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["set", "number"], name="one_match_per_seating")]
        indexes = [
            models.Index(fields=["state", "lease_until"]),
            models.Index(fields=["finished_at"]),
        ]

    def get_absolute_url(self) -> str:
        return reverse("web:match", args=[self.public_id])

    @property
    def final(self) -> bool:
        """Nothing about it will change any more."""
        return self.state in (self.State.FINISHED, self.State.VOID)

    @property
    def has_replay(self) -> bool:
        """Finished, and the other seatings of its set are over too."""
        return self.state == self.State.FINISHED and self.set.over

    def replay_dict(self) -> dict[str, Any] | None:
        """The replay; None until the last match of the set is over, and where the record is lost."""
        return replays.unpack(self.replay.data) if self.has_replay and hasattr(self, "replay") else None


class Seat(models.Model):
    """One place at the table, and how it fared."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    entrant = models.PositiveSmallIntegerField()  # which of the line-up sits here
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="seats")
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    total = models.SmallIntegerField(null=True, blank=True)
    won = models.FloatField(default=0)  # 1 for the winner; a shared first place is shared
    fault_kind = models.CharField(max_length=20, blank=True)
    fault = models.JSONField(null=True, blank=True)
    think_p95_us = models.PositiveIntegerField(null=True, blank=True)
    seconds = models.FloatField("of a worker's time that it took", default=0)
    log = models.TextField(blank=True)  # for the owner of the version only

    class Meta:
        ordering = ["match_id", "index"]
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="one_version_per_seat"),
            models.UniqueConstraint(fields=["match", "entrant"], name="one_seat_per_entrant"),
        ]
        indexes = [models.Index(fields=["version", "match"])]


class Replay(models.Model):
    """The record of one match: enough to see and to check every move."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="replay")
    data = models.BinaryField()


class Duel(models.Model):
    """Two seats of one match, compared: what the ratings are made of."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="duels")
    players = models.PositiveSmallIntegerField()
    seat_a = models.PositiveSmallIntegerField()
    seat_b = models.PositiveSmallIntegerField()
    version_a = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="+")
    version_b = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="+")
    score = models.PositiveSmallIntegerField()  # of a against b, times 10,000

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seat_a", "seat_b"], name="one_duel_per_pair_of_seats"),
            models.CheckConstraint(condition=models.Q(score__range=(0, 10_000)), name="a_score_is_a_share"),
        ]
        indexes = [models.Index(fields=["players", "version_a", "version_b", "score"])]


class Baton(models.Model):
    """A job that only one worker may do at a time; whoever holds the baton does it."""

    name = models.CharField(max_length=30, unique=True)
    fence = models.PositiveIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)


class Opinion(Claimable):
    """What one version would have done in one seat of a finished match, decision by decision.

    Claimed by the worker that asks it.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("Queued")
        RUNNING = "running", _("Being asked")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")

    public_id = models.CharField(max_length=12, unique=True, default=public_id, editable=False)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="opinions")
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="opinions")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    given_at = models.DateTimeField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    answers = models.JSONField(default=list, blank=True)
    words = models.JSONField(default=dict, blank=True)  # how the sandbox made its sentences

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat", "version"], name="one_opinion_per_seat_and_version")]
        indexes = [models.Index(fields=["state", "lease_until"]), models.Index(fields=["asked_by", "asked_at"])]

    def get_absolute_url(self) -> str:
        return reverse("web:opinion", args=[self.public_id])

    @property
    def final(self) -> bool:
        """Nothing about it will change any more."""
        return self.state in (self.State.DONE, self.State.FAILED)


class EngineBuild(models.Model):
    """A build of the engine that a worker came with; ladder matches are played with the expected one alone."""

    build = models.CharField(max_length=80, unique=True)
    expected = models.BooleanField(default=False)
    worker = models.CharField(max_length=200, blank=True)  # who came with it last
    seen_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["expected"], condition=models.Q(expected=True), name="one_build_is_expected"
            )
        ]


def _seated(**whom: Any) -> models.Q:
    """Matches of somebody: found from their seats, which are few, not match by match."""
    return models.Q(pk__in=Seat.objects.filter(**whom).values("match"))


def _seat(**conditions: Any) -> models.Exists:
    return models.Exists(Seat.objects.filter(match=models.OuterRef("pk"), **conditions))


# What a list of matches may be asked for. Bots, versions (at the same table) and seasons by their public ids; `q` is a
# part of a bot's name; `since` and `until` are the first and the last day (UTC) on which they ended.
ASKED: dict[str, Callable[[Any], models.Q | models.Exists]] = {
    "players": lambda number: models.Q(set__players=number),
    "kind": lambda kind: models.Q(set__kind=kind),
    "state": lambda state: models.Q(state=state),
    "season": lambda season: models.Q(set__season__public_id=season),
    "bot": lambda bot: _seated(version__bot__public_id=bot),
    "version": lambda version: _seated(version__public_id=version),
    "against": lambda version: _seated(version__public_id=version),
    "fault": lambda kind: _seat(fault_kind__gt="") if kind == "any" else _seat(fault_kind=kind),
    "q": lambda part: _seated(version__bot__name_key__contains=names.key(part)),
    "since": lambda day: models.Q(finished_at__gte=datetime.combine(day, time.min, UTC)),
    "until": lambda day: models.Q(finished_at__lte=datetime.combine(day, time.max, UTC)),
}
