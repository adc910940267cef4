"""What can go wrong, as types.

BastideError
├── TileDataError      a tile file that says something impossible
├── NotationError      text that is no action, no record or no segment
│   └── RecordError    a record that cannot be read or breaks a rule
│       └── UnknownEdition  one that was begun with data which are not known here
└── IllegalAction      an action that the rules forbid here
    ├── WrongPhase     another kind of decision is due
    ├── IllegalPlacement
    ├── IllegalDeployment
    └── GameOver
"""

from collections.abc import Sequence


class BastideError(ValueError):
    """Anything that this package refuses; ``str(error)`` is one clear sentence."""


class TileDataError(BastideError):
    """A tile file that cannot be used; the sentence names the file, the line and the tile."""


class NotationError(BastideError):
    """Text that does not follow the notation."""


class RecordError(NotationError):
    """A record that cannot be replayed.

    ``index`` is the number of the action that was refused, from 0, or None when the fault lies outside
    the actions. ``legal`` holds what could have been played there. ``part`` names the entry of the record
    that cannot be used (``players``, ``bag``), or is ``json`` when the text is none at all.
    """

    def __init__(
        self, message: str, *, part: str = "actions", index: int | None = None, legal: Sequence[str] = ()
    ) -> None:
        super().__init__(message)
        self.part = part
        self.index = index
        self.legal = tuple(legal)


class UnknownEdition(RecordError):
    """A record that names an ``edition`` of the data which this program does not have."""

    def __init__(self, edition: int) -> None:
        sentence = (
            f"this game was begun with edition {edition} of the tiles, which this Bastide does not know"
        )
        super().__init__(sentence, part="edition")
        self.edition = edition


class IllegalAction(BastideError):
    """An action that the rules forbid in this position.

    ``reason`` is a stable key for messages in other languages; the values that its sentence needs are
    in ``details``.
    """

    def __init__(self, message: str, reason: str, **details: object) -> None:
        super().__init__(message)
        self.reason = reason
        self.details = details


class WrongPhase(IllegalAction):
    """Another kind of decision is due."""


class IllegalPlacement(IllegalAction):
    """The tile cannot be laid there."""


class IllegalDeployment(IllegalAction):
    """The figure cannot be put there."""


class GameOver(IllegalAction):
    """The game has ended."""
