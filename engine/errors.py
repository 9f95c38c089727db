"""The two ways an action can be wrong: we could not read it, or it is not allowed now."""


class EngineError(ValueError):
    """What both have in common: the message is a sentence in the words of the rules."""


class UnreadableAction(EngineError):
    """We could not read it: no action id, no `Action`, no notation."""


class IllegalAction(EngineError):
    """We read it, and it is not allowed now; the message says which rule."""
