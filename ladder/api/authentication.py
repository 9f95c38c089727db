"""Who asks: the person whose token comes in the `Authorization` header."""

from knox.auth import TokenAuthentication as KnoxAuthentication

from ladder.accounts.models import Token, User
from ladder.accounts.tokens import note_use


class TokenAuthentication(KnoxAuthentication):
    """`Authorization: Token …`; remembers when the token was last used."""

    def validate_user(self, auth_token: Token) -> tuple[User, Token]:
        person, token = super().validate_user(auth_token)
        note_use(token)
        return person, token
