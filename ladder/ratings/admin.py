from django.contrib import admin

from ladder.ratings.models import Rating, Snapshot


@admin.register(Snapshot)
class SnapshotAdmin(admin.ModelAdmin):
    list_display = ["pk", "created_at", "matches"]
    raw_id_fields = ["last_match"]


@admin.register(Rating)
class RatingAdmin(admin.ModelAdmin):
    list_display = ["version", "players", "rating", "error", "matches", "snapshot"]
    list_select_related = ["version__bot", "snapshot"]
    list_filter = ["players"]
    raw_id_fields = ["version", "snapshot"]
