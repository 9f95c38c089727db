from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from ladder.accounts.models import Invitation, Token, User

admin.site.register(User, UserAdmin)


@admin.register(Token)
class TokenAdmin(admin.ModelAdmin):
    list_display = ["name", "user", "scope", "created", "expiry", "last_used"]
    fields = ["name", "scope", "expiry"]

    def has_add_permission(self, request: object) -> bool:
        return False  # the text of a token made here would be seen by nobody


@admin.register(Invitation)
class InvitationAdmin(admin.ModelAdmin):
    list_display = ["code", "note", "created_at", "used_by"]
    readonly_fields = ["used_by"]
