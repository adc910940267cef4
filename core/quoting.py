"""Foreign text inside a sentence: short and on one line, whatever it was."""

from typing import Final

QUOTED: Final = 60
ELLIPSIS: Final = "…"


def short(text: str, most: int = QUOTED) -> str:
    """The text on one line, with an ellipsis for what goes beyond ``most`` characters."""
    line = " ".join(text[: most + 1].split())
    return line if len(text) <= most else line[:most].rstrip() + ELLIPSIS


def quoted(value: object) -> str:
    """A value of a file as it would be written in Python, short."""
    # What is cut away need not be written out first.
    return short(repr(value[: QUOTED + 1] if isinstance(value, str | list | tuple) else value))
