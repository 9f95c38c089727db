"""Bots, their versions, and the packages the versions came in."""

from typing import Any, Self

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ladder.accounts import names
from ladder.claims import Claimable
from ladder.ids import public_id


class BotQuerySet(models.QuerySet["Bot"]):
    def for_list(self) -> Self:
        """Bots with owner and active version; one query."""
        return self.select_related("owner", "active").order_by("name_key")

    def active(self) -> Self:
        return self.filter(active__isnull=False)


class Bot(models.Model):
    """A named entrant. What plays is its active version."""

    public_id = models.CharField(max_length=12, unique=True, default=public_id, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="bots")
    name = models.CharField(max_length=names.LONGEST)
    name_key = models.CharField(max_length=4 * names.LONGEST, unique=True, editable=False)
    reference = models.BooleanField("belongs to the house", default=False)
    active = models.OneToOneField("Version", null=True, blank=True, on_delete=models.PROTECT, related_name="active_for")
    barred = models.CharField("why the host keeps it out", max_length=200, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = BotQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name_key = names.key(self.name)
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("web:bot", args=[self.public_id])


class Package(models.Model):
    """What was uploaded, once per content, in its canonical form."""

    sha256 = models.CharField(max_length=64, primary_key=True)
    data = models.BinaryField()
    created_at = models.DateTimeField(auto_now_add=True)


class VersionQuerySet(models.QuerySet["Version"]):
    def for_list(self) -> Self:
        """Versions with bot and owner, newest first; one query."""
        return self.select_related("bot__owner", "bot__active").order_by("-created_at", "-pk")

    def playing(self) -> Self:
        """The versions that take part in the ladder now."""
        return self.filter(state=Version.State.ACCEPTED, active_for__isnull=False)


class Activate(models.TextChoices):
    """What an accepted version does next."""

    NOW = "now", _("Plays at once")
    IF_BETTER = "if-better", _("Plays once it has proved better than the version that plays")
    LATER = "later", _("Waits until its owner lets it play")


class Version(Claimable):
    """One immutable upload of a bot, claimed by the worker that checks it."""

    class State(models.TextChoices):
        UPLOADED = "uploaded", _("Waiting for its check")
        CHECKING = "checking", _("Being checked")
        ACCEPTED = "accepted", _("Accepted")
        REJECTED = "rejected", _("Rejected")

    public_id = models.CharField(max_length=12, unique=True, default=public_id, editable=False)
    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    package = models.ForeignKey(Package, on_delete=models.PROTECT, related_name="versions")
    filename = models.CharField(max_length=100)
    anchor = models.BooleanField("holds the scale: the anchors' mean is 1500", default=False)
    activate = models.CharField("what it does when accepted", max_length=10, choices=Activate, default=Activate.NOW)
    state = models.CharField(max_length=10, choices=State, default=State.UPLOADED)
    report = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    asked_at = models.DateTimeField("when its check was asked for, the last time", default=timezone.now)
    checked_at = models.DateTimeField(null=True, blank=True)

    rested_at = models.DateTimeField("too many faults: it rests until it passes a check", null=True, blank=True)
    rested_for = models.TextField(blank=True)  # why, in one sentence for its owner
    seated_at = models.DateTimeField("when a ladder set was last made with it", null=True, blank=True)

    nudged_at = models.DateTimeField(null=True, blank=True)

    objects = VersionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["bot", "number"], name="numbers_of_a_bot_are_unique"),
            models.UniqueConstraint(fields=["bot", "package"], name="same_package_is_the_same_version"),
        ]
        indexes = [models.Index(fields=["state", "lease_until"])]

    def __str__(self) -> str:
        return f"{self.bot.name} v{self.number}"

    def get_absolute_url(self) -> str:
        return reverse("web:version", args=[self.bot.public_id, self.number])

    @property
    def final(self) -> bool:
        """Nothing about its check will change any more."""
        return self.state in (self.State.ACCEPTED, self.State.REJECTED)

    @property
    def is_active(self) -> bool:
        return self.bot.active_id == self.pk
