"""A match to put into one's own page: the viewer alone, and the only page that others may frame."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from ladder.matches.models import Match
from ladder.web.matches import for_viewer

POLICY = settings.CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")


def embed(request: HttpRequest, match_id: str) -> HttpResponse:
    """The replay of one match, to be framed by anybody. Two queries."""
    match = get_object_or_404(Match.objects.with_seats(), public_id=match_id)
    context = {"match": match, "viewer_seats": [for_viewer(seat) for seat in match.seats.all()]}
    response = render(request, "web/embed.html", context)
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
