"""Every address of the site: pages at the top, the API below /api/v1/."""

from django.contrib import admin
from django.urls import include, path

from ladder.health import healthz

urlpatterns = [
    path("healthz", healthz),
    path("api/v1/", include("ladder.api.urls")),
    path("admin/", admin.site.urls),
    path("", include("ladder.web.urls")),
]

handler400 = "ladder.errors.bad_request"
handler403 = "ladder.errors.forbidden"
handler404 = "ladder.errors.not_found"
handler500 = "ladder.errors.broken"
