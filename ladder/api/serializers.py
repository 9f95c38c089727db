"""What the API says of each thing, field by field; nothing appears here by accident."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from ladder.accounts.models import Scope
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


class ResourceOut(serializers.Serializer):
    name = serializers.CharField()
    url = serializers.URLField()
    methods = serializers.ListField(child=serializers.CharField())
    about = serializers.CharField()


class ResourcesOut(serializers.Serializer):
    schema = serializers.URLField(help_text="the OpenAPI schema, as YAML or with `Accept: application/json` as JSON")
    reference = serializers.URLField(help_text="the same to read")
    resources = ResourceOut(many=True)


class PersonOut(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    name = serializers.CharField(source="username")


class VersionLink(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    number = serializers.IntegerField()


class BotLink(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    owner = PersonOut()
    reference = serializers.BooleanField()


class BotOut(BotLink):
    active = VersionLink(allow_null=True)
    created_at = serializers.DateTimeField()


class RatingOut(serializers.Serializer):
    """One line of the ranking. `error` is half the 95 % interval: rating ± error."""

    rank = serializers.IntegerField(allow_null=True)
    best_rank = serializers.IntegerField(allow_null=True, help_text="the best rank it may really have, at 95 %")
    worst_rank = serializers.IntegerField(allow_null=True, help_text="and the worst")
    rating = serializers.FloatField()
    error = serializers.FloatField()
    settling = serializers.BooleanField()
    matches = serializers.IntegerField()
    wins = serializers.FloatField()
    mean_place = serializers.FloatField()
    faults = serializers.IntegerField()
    think_p95_us = serializers.IntegerField()
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


class ComparisonIn(serializers.Serializer):
    new = serializers.CharField(help_text="a version's id")
    old = serializers.CharField(help_text="another version's of the same bot")
    promote = serializers.BooleanField(default=False, help_text="activate the new one if it is better")


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


class ChallengeIn(serializers.Serializer):
    """Bots that play now, or versions (of your own any that was accepted), in the order of their seats."""

    bots = serializers.ListField(child=serializers.CharField(), required=False, help_text="ids, two to five")
    versions = serializers.ListField(child=serializers.CharField(), required=False, help_text="ids, two to five")
    whole = serializers.BooleanField(default=False, help_text="all seatings of a set, not one match")


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
    final = serializers.BooleanField()
    active = serializers.BooleanField(source="is_active")
    sha256 = serializers.CharField(source="package_id")
    created_at = serializers.DateTimeField()
    checked_at = serializers.DateTimeField(allow_null=True)
    filename = serializers.SerializerMethodField()
    reason = serializers.SerializerMethodField()
    report = serializers.SerializerMethodField()
    activate = serializers.ChoiceField(choices=Activate.choices)
    rested_at = serializers.DateTimeField(allow_null=True)
    rested_for = serializers.SerializerMethodField()
    comparison = serializers.SerializerMethodField()

    def get_rested_for(self, version: Version) -> str | None:
        return version.rested_for if self._owns(version) else None

    @extend_schema_field(ComparisonOut(allow_null=True))
    def get_comparison(self, version: Version) -> dict[str, Any] | None:
        """The newest comparison with an older version, for the owner."""
        if not self._owns(version):
            return None
        newest = version.comparisons.select_related("new", "old").order_by("-pk").first()
        return dict(ComparisonOut(newest).data) if newest else None

    def get_filename(self, version: Version) -> str | None:
        return version.filename if self._owns(version) else None

    def get_reason(self, version: Version) -> str | None:
        return version.reason if self._owns(version) else None

    def get_report(self, version: Version) -> dict[str, Any] | None:
        return without_words(version.report) if self._owns(version) else None

    def _owns(self, version: Version) -> bool:
        return version.bot.owner == asks(self)


class ActivateField(serializers.ChoiceField):
    """Now, if better or later; true and false are short for now and later."""

    def to_internal_value(self, data: Any) -> Activate:
        short = {"true": Activate.NOW, "false": Activate.LATER}
        return Activate(super().to_internal_value(short.get(str(data).lower(), data)))


class UploadIn(serializers.Serializer):
    file = serializers.FileField(help_text="bot.py, or a zip with it", allow_empty_file=True)
    activate = ActivateField(
        choices=Activate.choices,
        default=Activate.NOW,
        help_text="now: it plays as soon as it is accepted; if-better: once it has proved better than the version "
        "that plays; later: when you say so",
    )


class NamedUploadIn(UploadIn):
    name = serializers.CharField(help_text="of one of your bots, or of a new one")


class SeatOut(serializers.Serializer):
    index = serializers.IntegerField()
    bot = BotLink(source="version.bot")
    version = VersionLink()
    place = serializers.IntegerField(allow_null=True)
    total = serializers.IntegerField(allow_null=True)
    fault = serializers.CharField(source="fault_kind")
    think_p95_us = serializers.IntegerField(allow_null=True)


class SeatDetailOut(SeatOut):
    """Also where and why a fault happened (once the set is over), and the owner's log."""

    fault_detail = serializers.SerializerMethodField()
    log = serializers.SerializerMethodField()

    def get_fault_detail(self, seat: Seat) -> dict[str, Any] | None:
        return without_words(seat.fault) if seat.fault and seat.match.set.over else None

    def get_log(self, seat: Seat) -> str | None:
        return seat.log if seat.version.bot.owner == asks(self) else None


class MatchOut(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    set = serializers.CharField(source="set.public_id")
    kind = serializers.ChoiceField(choices=Kind.choices, source="set.kind")
    players = serializers.IntegerField(source="set.players")
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Match.State.choices)
    final = serializers.BooleanField()
    reason = serializers.CharField()
    queued_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    turns = serializers.IntegerField()
    has_replay = serializers.BooleanField()
    seats = SeatOut(many=True)


class MatchDetailOut(MatchOut):
    """One match. `seed` is null until the last match of its set is over; its hash never changes."""

    seed = serializers.SerializerMethodField()
    seed_hash = serializers.CharField(source="set.seed_hash")
    made = serializers.DictField()
    seats = SeatDetailOut(many=True)

    def get_seed(self, match: Match) -> str | None:
        return match.set.seed if match.set.over else None


class SignUpIn(serializers.Serializer):
    name = serializers.CharField(trim_whitespace=False, max_length=2000)
    password = serializers.CharField(trim_whitespace=False)
    invitation = serializers.CharField(required=False, allow_blank=True)


class SignUpOut(serializers.Serializer):
    id = serializers.CharField()
    name = serializers.CharField()
    token = serializers.CharField(help_text="shown this once; may read and upload")


class TokenIn(serializers.Serializer):
    name = serializers.CharField(trim_whitespace=False, help_text="your name")
    password = serializers.CharField(trim_whitespace=False)
    token_name = serializers.CharField(default="token", max_length=60)
    scope = serializers.ChoiceField(choices=Scope.choices, default=Scope.UPLOAD)


class TokenOut(serializers.Serializer):
    id = serializers.CharField(source="token_key")
    name = serializers.CharField()
    scope = serializers.ChoiceField(choices=Scope.choices)
    created = serializers.DateTimeField()
    expiry = serializers.DateTimeField(allow_null=True)
    last_used = serializers.DateTimeField(allow_null=True)


class NewTokenOut(TokenOut):
    token = serializers.CharField(help_text="shown this once")


class BotRatingOut(serializers.Serializer):
    players = serializers.IntegerField(help_text="table size; 0 is all of them")
    rating = serializers.FloatField()
    error = serializers.FloatField()
    matches = serializers.IntegerField()


class BotDetailOut(BotOut):
    """A bot with the ratings of its active version."""

    ratings = serializers.SerializerMethodField()

    def get_ratings(self, bot: Bot) -> list[dict[str, Any]]:
        rows = Rating.objects.newest().filter(version=bot.active_id).order_by("players")
        return list(BotRatingOut(rows, many=True).data)
