"""What a bot may be called: the rules for people's names hold for bots."""

from ladder.accounts.names import LONGEST, BadName, clean, key

__all__ = ["LONGEST", "BadName", "clean", "key"]
