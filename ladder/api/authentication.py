"""Who asks: the person whose token comes in the `Authorization` header."""

from knox.auth import TokenAuthentication as KnoxAuthentication
from rest_framework.authentication import get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from ladder.accounts.models import Token, User
from ladder.accounts.tokens import note_use


class TokenAuthentication(KnoxAuthentication):
    """`Authorization: Token …`, or `Bearer …` as generated clients have it; remembers when it was last used."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        scheme, _, token = get_authorization_header(request).strip().partition(b" ")
        if scheme.lower() not in (b"token", b"bearer"):
            return None
        if not token.isascii() or not token.isalnum():
            raise AuthenticationFailed("Invalid token.")
        return self.authenticate_credentials(token)

    def validate_user(self, auth_token: Token) -> tuple[User, Token]:
        person, token = super().validate_user(auth_token)
        note_use(token)
        return person, token
