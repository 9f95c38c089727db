"""The addresses of the API; a slash at the end may be left out."""

from django.urls import URLPattern, re_path
from drf_spectacular.views import SpectacularAPIView
from rest_framework.views import APIView

from ladder.api import accounts, bots, matches, rankings, versions

app_name = "api"

ID = r"(?P<public_id>[0-9a-z]+)"


def resource(route: str, view: type[APIView], name: str) -> URLPattern:
    return re_path(rf"^{route}/?$", view.as_view(), name=name)


urlpatterns = [
    resource("rankings", rankings.Rankings, "rankings"),
    resource("bots", bots.Bots, "bots"),
    resource(f"bots/{ID}", bots.OneBot, "bot"),
    resource(f"bots/{ID}/versions", versions.Versions, "versions"),
    resource(f"bots/{ID}/deactivate", bots.Deactivate, "deactivate"),
    resource("uploads", versions.Uploads, "uploads"),
    resource(f"versions/{ID}", versions.OneVersion, "version"),
    resource(f"versions/{ID}/activate", versions.Activate, "activate"),
    resource(f"versions/{ID}/package", versions.PackageOf, "package"),
    resource("matches", matches.Matches, "matches"),
    resource(f"matches/{ID}", matches.OneMatch, "match"),
    resource(f"matches/{ID}/replay", matches.ReplayOf, "replay"),
    resource("sign-up", accounts.SignUp, "sign-up"),
    resource("tokens", accounts.Tokens, "tokens"),
    resource("tokens/(?P<key>[0-9a-f]+)", accounts.OneToken, "token"),
    resource("schema", SpectacularAPIView, "schema"),
]
