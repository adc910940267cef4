"""What can go wrong for the bot as a whole."""


class StartError(Exception):
    """A platform cannot be started. The text is one sentence for the operator: what is wrong, what to do."""
