"""Whose work it is: a claim is one conditional UPDATE, and ends with its lease.

Each claim of a row has a higher fence number than the one before. Whoever lost
the row (too slow, presumed dead) cannot write to it: the number no longer fits.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q, QuerySet
from django.utils import timezone

VANISHED = "Its worker vanished."


class ClaimLost(Exception):
    """Somebody else has the row now; what we did for it counts for nothing."""


class Claimable(models.Model):
    """A row that one worker at a time works on."""

    state = models.CharField(max_length=10)  # which ones there are is the row's own matter
    reason = models.TextField(blank=True)  # one sentence: why it waits again, or how it ended
    fence = models.PositiveIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        abstract = True


@dataclass(frozen=True)
class Claim:
    """The right to work on one row in its working state."""

    model: type[Claimable]
    pk: int
    fence: int
    state: str
    lease: timedelta

    @classmethod
    def of(cls, row: Any) -> Self:
        """The claim of whoever works on this row."""
        return cls(type(row), row.pk, row.fence, row.state, timedelta(seconds=settings.LEASE_SECONDS))

    @property
    def mine(self) -> QuerySet:
        """The row, as long as it is still ours; update this and see whether it was one."""
        rows: QuerySet = self.model._default_manager.filter(pk=self.pk, fence=self.fence, state=self.state)
        return rows

    def renew(self) -> None:
        """A sign of life. Raises ClaimLost when it comes too late."""
        if not self.mine.update(lease_until=timezone.now() + self.lease):
            raise ClaimLost

    @property
    def last(self) -> bool:
        """Whether this is the row's last attempt (and still ours)."""
        return self.mine.filter(attempts__gte=settings.ATTEMPTS).exists()

    def give_back(self, waiting: str, reason: str) -> bool:
        """Let somebody try again."""
        return bool(self.mine.update(state=waiting, fence=F("fence") + 1, lease_until=None, reason=reason))


def take(model: type[Claimable], pk: int, *, waiting: str, working: str, seconds: float, **noted: Any) -> Claim | None:
    """Claim a waiting row, or None if it is not waiting (any more)."""
    rows = model._default_manager.filter(pk=pk)
    fence = rows.values_list("fence", flat=True).first()
    if fence is None:
        return None
    lease = timedelta(seconds=seconds)
    # Two workers may read the same fence; the UPDATE lets one of them through.
    claimed = rows.filter(state=waiting, fence=fence).update(
        state=working,
        fence=fence + 1,
        attempts=F("attempts") + 1,
        lease_until=timezone.now() + lease,
        **noted,
    )
    return Claim(model, pk, fence + 1, working, lease) if claimed else None


def abandoned(model: type[Claimable], working: str) -> QuerySet:
    """Rows whose worker has given no sign of life for a whole lease."""
    rows: QuerySet = model._default_manager.filter(
        Q(lease_until__lt=timezone.now()) | Q(lease_until=None), state=working
    )
    return rows
