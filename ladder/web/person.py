"""Whoever is signed in."""

from django.http import HttpRequest

from ladder.accounts.models import User


def person(request: HttpRequest) -> User:
    """The one who asks, in views that need a sign-in."""
    if not isinstance(request.user, User):
        raise TypeError("this view must need a sign-in")
    return request.user
