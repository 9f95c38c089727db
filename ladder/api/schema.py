"""What the schema says of every address alike: in one sentence what it does, who may ask, how it refuses."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from rest_framework.permissions import SAFE_METHODS, IsAuthenticated

from ladder.api.serializers import ErrorOut

ANSWERS = {"200": "The answer.", "201": "It was made.", "204": "It is gone."}


class Schema(AutoSchema):
    """An operation as drf-spectacular finds it, and what all of ours have in common."""

    def get_summary(self) -> str:
        """The first sentence, without its full stop."""
        return str(self.get_description()).partition("\n")[0].partition(". ")[0].rstrip(".")

    def get_tags(self) -> list[str]:
        return super().get_tags() or ["resources"]

    def _get_paginator(self) -> Any:
        """What is made is answered as it is, never in pages."""
        return super()._get_paginator() if self.method in SAFE_METHODS else None

    def get_auth(self) -> list[dict[str, Any]]:
        """Reading needs nobody, but for what is one's own."""
        auths: list[dict[str, Any]] = super().get_auth()
        own = any(isinstance(permission, IsAuthenticated) for permission in self.view.get_permissions())
        free = self.method in SAFE_METHODS and not own
        return [{}, *auths] if free and {} not in auths else auths

    def get_operation(self, *args: Any) -> dict[str, Any] | None:
        operation: dict[str, Any] | None = super().get_operation(*args)
        if operation is None:
            return None
        for parameter in operation.get("parameters", []):
            if parameter["in"] == "path":
                parameter["description"] = f"the id of one of the {operation['tags'][0]}"
        for code, answer in operation["responses"].items():
            answer["description"] = answer["description"] or ANSWERS[code]
        refusal = {"application/json": {"schema": self.resolve_serializer(ErrorOut, "response").ref}}
        operation["responses"]["default"] = {"description": "Why not, in one shape.", "content": refusal}
        return operation


class TokenScheme(OpenApiAuthenticationExtension):
    """What the schema says of our way to sign in."""

    target_class = "ladder.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "`Authorization: Bearer …`, or `Token …`; sign up or POST to tokens/ to get one.",
        }
