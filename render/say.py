"""Where words come from: whoever asks for a text says its sentences in the reader's language."""

from typing import Protocol


class Say(Protocol):
    """Says a key of the catalogue in the reader's language."""

    def __call__(self, key: str, **args: object) -> str:
        """The sentence or word, with its arguments filled in."""
