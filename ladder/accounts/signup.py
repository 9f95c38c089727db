"""Sign up: a name and a password make a person; no e-mail is needed to start."""

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from ladder.accounts import names
from ladder.accounts.models import HOUSE, Invitation, User
from ladder.refused import Refused

LONGEST_PASSWORD = 500


def sign_up(name: str, password: str, invitation: str | None = None) -> User:
    """A new person. Raises Refused if sign-up is closed, or the name or password will not do."""
    if settings.SIGN_UP == "closed":
        raise Refused(_("Sign-up is closed here. Ask the host for an account."), "sign-up-closed")
    person = User(username=names.clean(name))
    set_password(person, password)
    if names.key(person.username) == names.key(HOUSE):
        raise taken(person.username)
    try:
        with transaction.atomic():
            person.save()
            if settings.SIGN_UP == "invitation":
                _use(invitation, person)
    except IntegrityError:
        raise taken(person.username) from None
    return person


def set_password(person: User, password: str) -> None:
    """Give a person (not yet saved) a password, if it is good enough."""
    if len(password) > LONGEST_PASSWORD:
        raise Refused(_("A password has at most %d characters.") % LONGEST_PASSWORD, "bad-password", "password")
    try:
        validate_password(password, person)
    except ValidationError as error:
        raise Refused(" ".join(error.messages), "bad-password", "password") from None
    person.set_password(password)


def change_password(person: User, old: str, new: str) -> None:
    """A new password for somebody who knows the old one; other sign-ins end."""
    if not person.check_password(old):
        raise Refused(_("That is not your present password."), "wrong-password", "old")
    set_password(person, new)
    person.save(update_fields=["password"])


def taken(name: str) -> Refused:
    return Refused(
        _("The name “%s” (or one that looks the same) is taken. Choose another.") % name,
        "name-taken",
        "name",
    )


def _use(code: str | None, person: User) -> None:
    # One conditional UPDATE, so that two people cannot use the same invitation.
    if not Invitation.objects.open().filter(code=(code or "").strip()).update(used_by=person):
        raise Refused(
            _("Sign-up is by invitation: this code is not open. Ask the host for one."),
            "bad-invitation",
            "invitation",
        )
