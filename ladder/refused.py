"""A wish that cannot be granted, with a sentence that says why and what to do."""


class Refused(Exception):
    """Raised by services; pages show the sentence, the API answers with it.

    `code` is a short word for programs, `field` names the input that is to blame,
    `wait` says after how many seconds it would be granted.
    """

    def __init__(
        self, sentence: str, code: str = "refused", field: str | None = None, wait: float | None = None
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code
        self.field = field
        self.wait = wait
