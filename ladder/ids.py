"""Names for addresses: short, opaque, and nobody can count bots or matches by them."""

import secrets

# No vowels, no look-alikes: an id is never a word and is easily read aloud.
ALPHABET = "23456789bcdfghjkmnpqrstvwxz"
LENGTH = 12


def public_id() -> str:
    """Twelve random characters (57 bits), unique for all practical purposes."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
