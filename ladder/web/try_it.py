"""Try it: ask the API from the browser, signed in as on the pages or with a token."""

from drf_spectacular.views import SpectacularSwaggerSplitView


class TryIt(SpectacularSwaggerSplitView):
    """Swagger UI within our policy: its script comes by a second request, its style from a file."""

    url_name = "api:schema"
    template_name = "web/try_it.html"
