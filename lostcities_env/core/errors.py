"""What can go wrong, each with a sentence that names the problem and the way out."""


class IllegalAction(ValueError):
    """A decision that the rules do not allow now; nothing was changed."""


class RecordError(ValueError):
    """A game record that is malformed, or whose moves or result are not what the rules give."""
