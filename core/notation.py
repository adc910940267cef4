"""Actions read from their text, as records have it: those that all games share, and those of sets."""

from typing import Final

from core.actions import FORMS, Action
from core.errors import NotationError
from core.quoting import quoted
from core.sets import rows

_FORMS: Final = (*FORMS, *(form for row in rows().values() for form in row.forms))


def parse_action(text: str) -> Action:
    """Read one action: ``parse_action(str(action)) == action``.

    Raises NotationError when the text is no action.
    """
    plain = " ".join(text.split())
    for pattern, read in _FORMS:
        if match := pattern.fullmatch(plain):
            try:
                return read(*match.groups())
            except KeyError:
                break
    raise NotationError(f"{quoted(text)} is no action")
