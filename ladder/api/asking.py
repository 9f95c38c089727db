"""Who asks."""

from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from ladder.accounts.models import User


def person(request: Request) -> User:
    """The person who asks; without one, the answer is to sign in first."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user
