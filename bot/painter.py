"""Pictures as the platforms get them: finished, encoded and described."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from bot.scene import Phrase, Picture

Progress = Callable[[int, int], None]
"""Gets how many parts of a picture are drawn, and of how many."""


@dataclass(frozen=True, slots=True)
class Painted:
    """A finished picture. ``alt`` says in words what it shows, where the platform takes such words.

    ``targets`` are the places that can be tapped: (command, x, y, width, height), measured in parts of the
    whole picture (0 to 1) from its upper left corner. ``said`` is what was found out for the picture and
    belongs to the text beside it. ``plan`` tells of a bare board where everything is, in its cells, as pages
    get it.
    """

    content: bytes
    filename: str
    mime: str
    alt: str
    targets: tuple[tuple[str, float, float, float, float], ...] = ()
    plan: Mapping[str, Any] | None = None
    said: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class Live:
    """Of what everyone looks at a picture is: a place, by any name of its own, and the scene's version."""

    place: str
    version: int


class NotPainted(Exception):
    """There is no picture; the sentence says why."""


class Superseded(NotPainted):
    """A newer scene of the same place is wanted: nobody needs this picture any more."""


class Painter(Protocol):
    """Draws pictures without holding up the event loop."""

    async def paint(
        self,
        picture: Picture,
        profile: str,
        language: str,
        progress: Progress | None = None,
        *,
        live: Live | None = None,
    ) -> Painted:
        """The picture for a platform's profile (``discord``, ``telegram``, ``web``), in this language.

        ``progress`` is called now and then while a film is drawn. A picture of a ``live`` message waits no
        longer than until one of a newer scene of the same place is wanted, and is smaller where much waits.
        Raises NotPainted.
        """
