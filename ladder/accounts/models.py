"""People, their API tokens, and invitations."""

from typing import Any, Self

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.db import models
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from ladder.accounts import names
from ladder.ids import public_id


class UserManager(DjangoUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> "User":
        """Whoever signs in need not remember the capitals of their name."""
        return self.get(name_key=names.key(username or ""))


class User(AbstractUser):  # type: ignore[django-manager-missing]  # knox makes one
    """A person (or the house), known by one name that no other name resembles."""

    public_id = models.CharField(max_length=12, unique=True, default=public_id, editable=False)
    username = models.CharField("name", max_length=names.LONGEST, unique=True)
    name_key = models.CharField(max_length=4 * names.LONGEST, unique=True, editable=False)

    objects = UserManager()  # type: ignore[misc]  # django-stubs wants its own

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name_key = names.key(self.username)
        super().save(*args, **kwargs)


HOUSE = "House"  # owns the house bots; nobody can sign up or in by this name


class Scope(models.TextChoices):
    """What a token may do. Whoever may upload may also read."""

    READ = "read", _("Read")
    UPLOAD = "upload", _("Read and upload")


class Token(AbstractAuthToken):
    """A key for programs: kept as a hash, shown once, limited to its scope."""

    name = models.CharField(max_length=60)
    scope = models.CharField(max_length=10, choices=Scope, default=Scope.READ)
    last_used = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created"]


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def open(self) -> Self:
        return self.filter(used_by=None)


class Invitation(models.Model):
    """Lets one person sign up where sign-up is by invitation."""

    code = models.CharField(max_length=12, unique=True, default=public_id)
    note = models.CharField(max_length=100, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    used_by = models.OneToOneField(User, null=True, blank=True, on_delete=models.SET_NULL)

    objects = InvitationQuerySet.as_manager()
