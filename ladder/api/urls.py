"""The addresses of the API; a slash at the end may be left out."""

from django.urls import URLPattern, path, re_path
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page
from drf_spectacular.views import SpectacularAPIView
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.views import APIView

from ladder.api import (
    accounts,
    bots,
    challenges,
    comparisons,
    head_to_head,
    matches,
    rankings,
    resources,
    seasons,
    uploads,
    versions,
)

app_name = "api"

ID = r"(?P<public_id>[0-9a-z]+)"

# As YAML or as JSON, by the header Accept.
schema = SpectacularAPIView.as_view(content_negotiation_class=DefaultContentNegotiation)


def resource(route: str, view: type[APIView], name: str) -> URLPattern:
    """One address; whoever has its answer already (`If-None-Match`) is only told so, others get it compressed."""
    return re_path(rf"^{route}/?$", gzip_page(conditional_page(view.as_view())), name=name)


urlpatterns = [
    path("", resources.Resources.as_view(), name="resources"),
    resource("rankings", rankings.Rankings, "rankings"),
    resource("bots", bots.Bots, "bots"),
    resource(f"bots/{ID}", bots.OneBot, "bot"),
    resource(f"bots/{ID}/versions", versions.Versions, "versions"),
    resource(f"bots/{ID}/deactivate", bots.Deactivate, "deactivate"),
    resource("uploads", uploads.Uploads, "uploads"),
    resource(f"versions/{ID}", versions.OneVersion, "version"),
    resource(f"versions/{ID}/activate", versions.Activate, "activate"),
    resource(f"versions/{ID}/check-again", versions.CheckAgain, "check-again"),
    resource(f"versions/{ID}/package", versions.PackageOf, "package"),
    resource("matches", matches.Matches, "matches"),
    resource(f"matches/{ID}", matches.OneMatch, "match"),
    resource(f"matches/{ID}/replay", matches.ReplayOf, "replay"),
    resource("challenges", challenges.Challenges, "challenges"),
    resource("comparisons", comparisons.Comparisons, "comparisons"),
    resource(f"comparisons/{ID}/stop", comparisons.StopComparison, "stop-comparison"),
    resource("head-to-head", head_to_head.HeadToHead, "head-to-head"),
    resource("seasons", seasons.Seasons, "seasons"),
    resource("sign-up", accounts.SignUp, "sign-up"),
    resource("tokens", accounts.Tokens, "tokens"),
    resource("tokens/(?P<key>[0-9a-f]+)", accounts.OneToken, "token"),
    re_path("^schema/?$", schema, name="schema"),
]
