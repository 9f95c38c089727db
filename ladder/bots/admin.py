from django.contrib import admin

from ladder.bots.models import Bot, Version


@admin.register(Bot)
class BotAdmin(admin.ModelAdmin):
    list_display = ["name", "owner", "reference", "active", "created_at"]
    list_select_related = ["owner", "active__bot"]
    raw_id_fields = ["owner", "active"]
    search_fields = ["name"]


@admin.register(Version)
class VersionAdmin(admin.ModelAdmin):
    list_display = ["bot", "number", "state", "anchor", "created_at", "checked_at"]
    list_select_related = ["bot"]
    list_filter = ["state"]
    raw_id_fields = ["bot", "package"]
    search_fields = ["bot__name", "public_id"]
