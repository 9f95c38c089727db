"""Keys for programs: made by their person, shown once, and forgotten on request."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from ladder.accounts.models import Scope, Token, User
from ladder.refused import Refused

MOST = 20
NOTED_EVERY = timedelta(minutes=1)


def create(person: User, name: str, scope: str = Scope.UPLOAD, days: int | None = None) -> tuple[Token, str]:
    """A new token and its text, which nobody can ever see again. It ends after so many days; 0: never."""
    name = name.strip()[:60] or "token"
    if scope not in Scope.values:
        raise Refused(_("A scope is one of: %s.") % ", ".join(Scope.values), "bad-scope", "scope")
    if Token.objects.filter(user=person).count() >= MOST:
        raise Refused(_("You have %d tokens already: delete one you no longer use.") % MOST, "too-many-tokens")
    lasts = settings.REST_KNOX["TOKEN_TTL"] if days is None else timedelta(days=days) or None
    token, text = Token.objects.create(person, expiry=lasts, name=name, scope=scope)
    return token, text


def note_use(token: Token) -> None:
    """Remember when it was last used, to the minute: not a write per request."""
    now = timezone.now()
    if token.last_used is None or now - token.last_used > NOTED_EVERY:
        Token.objects.filter(pk=token.pk).update(last_used=now)
