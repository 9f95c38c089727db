from django.contrib import admin

from ladder.matches.models import EngineBuild, Match, MatchSet, Seat


@admin.register(MatchSet)
class MatchSetAdmin(admin.ModelAdmin):
    list_display = ["public_id", "kind", "players", "created_at", "over_at"]
    list_filter = ["kind", "players"]
    raw_id_fields = ["for_version"]
    exclude = ["seed"]  # nobody need see a deal before it is over


class SeatInline(admin.TabularInline):
    model = Seat
    extra = 0
    raw_id_fields = ["version"]
    exclude = ["log"]


@admin.register(Match)
class MatchAdmin(admin.ModelAdmin):
    list_display = ["public_id", "set", "number", "state", "attempts", "queued_at", "finished_at"]
    list_filter = ["state", "set__kind", "set__players"]
    raw_id_fields = ["set"]
    inlines = [SeatInline]


@admin.register(EngineBuild)
class EngineBuildAdmin(admin.ModelAdmin):
    """Who came with another engine than the ladder's; to change that, run `seed` with the other one."""

    list_display = ["build", "expected", "worker", "seen_at"]
