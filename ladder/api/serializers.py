"""What the API says of each thing, field by field; nothing appears here by accident."""

from typing import Any

from django.db.models import Prefetch, QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from ladder.bots.models import Activate, Bot, Version
from ladder.matches.models import Comparison, Kind, Match, Season, Seat
from ladder.ratings.models import Rating


def asks(serializer: serializers.BaseSerializer) -> Any:
    """The person who asks, or None."""
    request = serializer.context.get("request")
    return request.user if request is not None and request.user.is_authenticated else None


def without_words(record: dict[str, Any]) -> dict[str, Any]:
    """A report or a fault as programs read it, in English."""
    return {key: value for key, value in record.items() if key != "words"}


class ErrorBodyOut(serializers.Serializer):
    code = serializers.CharField(help_text="a short word for programs")
    message = serializers.CharField(help_text="a sentence for people")
    fields = serializers.DictField(  # type: ignore[assignment]
        child=serializers.ListField(child=serializers.CharField()), help_text="what is wrong with which input"
    )
    limit = serializers.IntegerField(required=False, help_text="of 413: so many bytes a package may have")
    wait = serializers.IntegerField(required=False, help_text="of 429: seconds, as in the header Retry-After")
    id = serializers.CharField(required=False, help_text="of 500: name it when you tell us")


class ErrorOut(serializers.Serializer):
    """Whatever is refused, and whatever breaks, answers like this."""

    error = ErrorBodyOut()


class PersonOut(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    name = serializers.CharField(source="username")


class VersionLink(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    number = serializers.IntegerField(help_text="of this bot's uploads, from 1")


class BotLink(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    owner = PersonOut()
    reference = serializers.BooleanField(help_text="it belongs to the house")


class BotOut(BotLink):
    active = VersionLink(allow_null=True, help_text="the version that plays; null: the bot rests")
    created_at = serializers.DateTimeField()


class RatingOut(serializers.Serializer):
    """One line of the ranking. `error` is half the 95 % interval: rating ± error."""

    rank = serializers.IntegerField(allow_null=True, help_text="null while it settles")
    best_rank = serializers.IntegerField(allow_null=True, help_text="the best rank it may really have, at 95 %")
    worst_rank = serializers.IntegerField(allow_null=True, help_text="and the worst")
    rating = serializers.FloatField(help_text="Elo scale: 100 more is to finish ahead 64 % of the time")
    error = serializers.FloatField(help_text="half the 95 % interval")
    settling = serializers.BooleanField(help_text="too few matches for a rank")
    matches = serializers.IntegerField()
    wins = serializers.FloatField(help_text="a shared first place is a shared win")
    mean_place = serializers.FloatField(help_text="1 is the first")
    faults = serializers.IntegerField(help_text="matches in which it failed")
    think_p95_us = serializers.IntegerField(help_text="microseconds that 95 of 100 decisions stayed within")
    bot = BotLink(source="version.bot")
    version = VersionLink()


class ComparisonOut(serializers.Serializer):
    """Two versions of one bot, compared until it is clear which is better."""

    id = serializers.CharField(source="public_id")
    new = VersionLink()
    old = VersionLink()
    promote = serializers.BooleanField(help_text="the new version becomes active if it is better")
    state = serializers.ChoiceField(choices=Comparison.State.choices)
    note = serializers.CharField(help_text="how it ended, in one sentence")
    sets = serializers.IntegerField(help_text="so many sets were played to their end")
    difference = serializers.FloatField(help_text="mean score of the new version minus the old one's, -1 to 1")
    llr = serializers.FloatField(help_text="log-likelihood ratio; it ends at log(β/(1-α)) or log((1-β)/α)")
    elo0 = serializers.FloatField()
    elo1 = serializers.FloatField()
    alpha = serializers.FloatField()
    beta = serializers.FloatField()
    created_at = serializers.DateTimeField()
    over_at = serializers.DateTimeField(allow_null=True)


class SeasonOut(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=Season.State.choices)
    players = serializers.ListField(child=serializers.IntegerField(), help_text="table sizes")
    clock = serializers.SerializerMethodField(help_text="start, bank, increment: seconds of processor time")
    opens_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)

    def get_clock(self, season: Season) -> list[float]:
        return list(season.clock)


class HeadToHeadOut(serializers.Serializer):
    """One version against another. `low` and `high` hold at any time with 95 %, however often one looks.

    Each deal counts once in the score, when all its seatings are over.
    """

    version = VersionLink()
    bot = BotLink(source="version.bot")
    against = VersionLink()
    against_bot = BotLink(source="against.bot")
    sets = serializers.IntegerField()
    matches = serializers.IntegerField()
    won = serializers.IntegerField(help_text="matches in which it finished ahead; by a fault of the other one too")
    lost = serializers.IntegerField()
    margin = serializers.FloatField(help_text="mean difference of their totals")
    score = serializers.FloatField(help_text="mean score of a duel, 0 to 1: half the result, half by how much")
    low = serializers.FloatField()
    high = serializers.FloatField()
    decided = serializers.BooleanField(help_text="half is outside of low to high")
    needed = serializers.IntegerField(
        allow_null=True, help_text="about so many more matches decide it; null: they are too close, or hardly met"
    )


class VersionOut(serializers.Serializer):
    """A version; its report, reason and filename are for its owner."""

    id = serializers.CharField(source="public_id")
    bot = BotLink()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Version.State.choices)
    final = serializers.BooleanField(help_text="its check is over: ask no more")
    active = serializers.BooleanField(source="is_active", help_text="it plays for its bot")
    sha256 = serializers.CharField(source="package_id", help_text="of its package in canonical form")
    created_at = serializers.DateTimeField()
    checked_at = serializers.DateTimeField(allow_null=True)
    filename = serializers.SerializerMethodField()
    reason = serializers.SerializerMethodField(help_text="why it was rejected, in one sentence")
    report = serializers.SerializerMethodField(help_text="its check, step by step")
    activate = serializers.ChoiceField(choices=Activate.choices, help_text="what it does when accepted")
    rested_at = serializers.DateTimeField(allow_null=True, help_text="since when it rests because of its faults")
    rested_for = serializers.SerializerMethodField(help_text="and which")
    comparison = serializers.SerializerMethodField(help_text="the newest one with an older version")

    @staticmethod
    def rows() -> QuerySet[Version]:
        """Versions with all that is said of them, newest first; two queries."""
        newest_first = Comparison.objects.select_related("new", "old").order_by("-pk")
        return Version.objects.for_list().prefetch_related(Prefetch("comparisons", newest_first))

    def get_rested_for(self, version: Version) -> str | None:
        return version.rested_for if self._owns(version) else None

    @extend_schema_field(ComparisonOut(allow_null=True))
    def get_comparison(self, version: Version) -> dict[str, Any] | None:
        """The newest comparison with an older version, for the owner."""
        if not self._owns(version):
            return None
        newest = next(iter(version.comparisons.all()), None)
        return dict(ComparisonOut(newest).data) if newest else None

    def get_filename(self, version: Version) -> str | None:
        return version.filename if self._owns(version) else None

    def get_reason(self, version: Version) -> str | None:
        return version.reason if self._owns(version) else None

    def get_report(self, version: Version) -> dict[str, Any] | None:
        return without_words(version.report) if self._owns(version) else None

    def _owns(self, version: Version) -> bool:
        return version.bot.owner == asks(self)


class SeatOut(serializers.Serializer):
    index = serializers.IntegerField(help_text="from 0, clockwise")
    bot = BotLink(source="version.bot")
    version = VersionLink()
    place = serializers.IntegerField(allow_null=True, help_text="1 is the first; shared places are the same number")
    total = serializers.IntegerField(allow_null=True, help_text="points of all rounds")
    fault = serializers.CharField(source="fault_kind", help_text="empty, or how it failed")
    think_p95_us = serializers.IntegerField(allow_null=True, help_text="microseconds: 95 of 100 decisions")


class SeatDetailOut(SeatOut):
    """Also where and why a fault happened (once the set is over), and the owner's log."""

    fault_detail = serializers.SerializerMethodField(help_text="where and why")
    log = serializers.SerializerMethodField(help_text="what the bot printed, for its owner")

    def get_fault_detail(self, seat: Seat) -> dict[str, Any] | None:
        return without_words(seat.fault) if seat.fault and seat.match.set.over else None

    def get_log(self, seat: Seat) -> str | None:
        return seat.log if seat.version.bot.owner == asks(self) else None


class MatchOut(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    set = serializers.CharField(source="set.public_id", help_text="matches of one set share deal and line-up")
    kind = serializers.ChoiceField(choices=Kind.choices, source="set.kind")
    players = serializers.IntegerField(source="set.players")
    number = serializers.IntegerField(help_text="which seating of its set, from 0")
    state = serializers.ChoiceField(choices=Match.State.choices)
    final = serializers.BooleanField(help_text="finished or void: ask no more")
    reason = serializers.CharField(help_text="why it is void, or was queued again")
    queued_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    turns = serializers.IntegerField()
    has_replay = serializers.BooleanField(help_text="the replay is open")
    seats = SeatOut(many=True)


class MatchDetailOut(MatchOut):
    """One match. `seed` is null until the last match of its set is over; its hash never changes."""

    seed = serializers.SerializerMethodField(help_text="of the deal")
    seed_hash = serializers.CharField(source="set.seed_hash", help_text="SHA-256 of the seed, in hex")
    made = serializers.DictField(help_text="with which engine, Python and sandbox it was played")
    seats = SeatDetailOut(many=True)

    def get_seed(self, match: Match) -> str | None:
        return match.set.seed if match.set.over else None


class BotRatingOut(serializers.Serializer):
    players = serializers.IntegerField(help_text="table size; 0 is all of them")
    rating = serializers.FloatField()
    error = serializers.FloatField()
    matches = serializers.IntegerField()


class BotDetailOut(BotOut):
    """A bot with the ratings of its active version."""

    ratings = serializers.SerializerMethodField(help_text="none before its first rated match")

    @extend_schema_field(BotRatingOut(many=True))
    def get_ratings(self, bot: Bot) -> list[dict[str, Any]]:
        rows = Rating.objects.newest().filter(version=bot.active_id).order_by("players")
        return list(BotRatingOut(rows, many=True).data)
