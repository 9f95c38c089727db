"""The beginning: what there is to ask for, and where."""

from django.urls import resolve, reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

# What needs no id to be asked for; the rest is below these.
RESOURCES = (
    "rankings",
    "bots",
    "matches",
    "head-to-head",
    "seasons",
    "sign-up",
    "tokens",
    "uploads",
    "challenges",
    "comparisons",
)


class ResourceOut(serializers.Serializer):
    name = serializers.CharField()
    url = serializers.URLField()
    methods = serializers.ListField(child=serializers.CharField())
    about = serializers.CharField()


class ResourcesOut(serializers.Serializer):
    schema = serializers.URLField(help_text="the OpenAPI schema, as YAML or with `Accept: application/json` as JSON")
    reference = serializers.URLField(help_text="the same to read")
    resources = ResourceOut(many=True)


class Resources(APIView):
    """All that can be asked for, with its address. The schema tells the details."""

    @extend_schema(responses=ResourcesOut)
    def get(self, request: Request) -> Response:
        found = {
            "schema": request.build_absolute_uri(reverse("api:schema")),
            "reference": request.build_absolute_uri(reverse("web:api")),
            "resources": [_resource(name, request) for name in RESOURCES],
        }
        return Response(ResourcesOut(found).data)


def _resource(name: str, request: Request) -> dict[str, object]:
    address = reverse(f"api:{name}")
    view = resolve(address).func.view_class  # type: ignore[attr-defined]
    methods = [method for method in ("GET", "POST") if hasattr(view, method.lower())]
    about = str(view.__doc__).partition("\n")[0]
    return {"name": name, "url": request.build_absolute_uri(f"{address}/"), "methods": methods, "about": about}
