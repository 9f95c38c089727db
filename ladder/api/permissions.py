"""Who may: everybody reads, people change what is theirs, tokens only within their scope."""

from typing import Any

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from ladder.accounts.models import Scope, Token


class ReadOrScope(BasePermission):
    """Reading is for all; anything else needs a person, and a token that may upload."""

    message = "This token may only read. Make one with the scope “upload”."

    def has_permission(self, request: Request, view: Any) -> bool:
        # What is not there at all is told so, to strangers too.
        if request.method in SAFE_METHODS or request.method not in view.allowed_methods:
            return True
        if not request.user.is_authenticated:
            return False
        return not isinstance(request.auth, Token) or request.auth.scope == Scope.UPLOAD
