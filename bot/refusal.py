"""Saying no."""

from bot.scene import Phrase


class Refused(Exception):
    """A request that cannot be carried out; ``phrase`` tells the asking person why. Nothing has changed.

    ``stale`` tells that it came from a button of an earlier moment.
    """

    stale = False

    def __init__(self, key: str, /, **args: object) -> None:
        super().__init__(key)
        self.phrase = Phrase(key, args)


class Stale(Refused):
    """A button that belongs to an earlier moment of the game."""

    stale = True
