"""Pictures as the platforms get them: finished, encoded and described."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from bot.scene import Picture

Progress = Callable[[int, int], None]
"""Gets how many parts of a picture are drawn, and of how many."""


@dataclass(frozen=True, slots=True)
class Painted:
    """A finished picture. ``alt`` says in words what it shows.

    ``targets`` are the places that can be tapped: (command, x, y, width, height), measured in parts of the
    whole picture (0 to 1) from its upper left corner.
    """

    content: bytes
    filename: str
    mime: str
    alt: str
    targets: tuple[tuple[str, float, float, float, float], ...] = ()


class Painter(Protocol):
    """Draws pictures without holding up the event loop."""

    async def paint(
        self, picture: Picture, profile: str, language: str, progress: Progress | None = None
    ) -> Painted:
        """The picture for a platform's profile (``discord``, ``telegram``, ``web``), in this language.

        ``progress`` is called now and then while a film is drawn.
        """
