"""Pictures as the platforms get them: finished, encoded and described."""

from dataclasses import dataclass
from typing import Protocol

from bot.scene import Picture


@dataclass(frozen=True, slots=True)
class Painted:
    """A finished picture. ``alt`` says in words what it shows."""

    content: bytes
    filename: str
    mime: str
    alt: str


class Painter(Protocol):
    """Draws pictures without holding up the event loop."""

    async def paint(self, picture: Picture, profile: str, language: str) -> Painted:
        """The picture for a platform's profile (``discord``, ``telegram``, ``web``), texts in this language."""
