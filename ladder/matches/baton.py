"""One at a time: whoever holds the baton does the job, the second comer leaves at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db.models import F, Q
from django.utils import timezone

from ladder.matches.models import Baton


@contextmanager
def hold(job: str, seconds: float) -> Iterator[bool]:
    """Whether the baton of this job is ours inside the block (at most so many seconds)."""
    now = timezone.now()
    baton, _ = Baton.objects.get_or_create(name=job)
    free = Baton.objects.filter(Q(lease_until=None) | Q(lease_until__lt=now), pk=baton.pk)
    held = free.filter(fence=baton.fence).update(fence=F("fence") + 1, lease_until=now + timedelta(seconds=seconds))
    try:
        yield bool(held)
    finally:
        if held:
            Baton.objects.filter(pk=baton.pk, fence=baton.fence + 1).update(lease_until=None)
