"""What people ask for: one value for a tap, a slash command and a typed message alike."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.people import Channel, Person
from bot.scene import Phrase, Scene
from bot.shown import NOTHING_SHOWN, Shown

LARGEST_FILE = 128 * 1024
"""Larger files than this are no records, and need not be fetched."""


MOST_MESSAGES: Final = 3
"""So many messages an answer takes at most: of what a chat can be sent in a minute, others need some too."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a request. Of one that is larger than LARGEST_FILE only the size is told."""

    size: int
    content: bytes = b""


@dataclass(frozen=True, slots=True)
class Request:
    """One thing that one person asks for in one place.

    ``command`` is its text without the slash (``place 12 90``); ``once`` is the platform's own id of this
    very tap or message, by which a redelivery is recognised. ``game`` and ``version`` come from the button
    that was pressed; they are empty for typed commands, which always mean the present state. ``admin``
    tells whether the person manages this chat; ``language`` is the language of the chat. ``file`` is what
    was sent along. ``overheard`` tells that everyone in the place sees what only this person is answered,
    ``alone`` that nobody else can be there, ``severally`` that each reads there in their own language, so
    that the place has none. ``native`` is the person's language as the platform has it, when ``person`` has
    the one that they chose.
    """

    channel: Channel
    person: Person
    command: str
    once: str
    game: str = ""
    version: int | None = None
    admin: bool = False
    language: str = "en"
    file: Upload | None = None
    overheard: bool = False
    alone: bool = False
    severally: bool = False
    native: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """A short message beside the live one, which notifies ``scene.notify``.

    It takes the place of the notice before and goes with the live message of its turn. ``private`` is the
    same for a person who wants to be told in private: it is sent there instead if the platform lets us.
    """

    scene: Scene
    private: Scene | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a request.

    ``refusal`` is shown to the asking person alone (a toast or an ephemeral message); nothing has changed.
    ``answer`` is information for the asking person (private where the platform can, else a reply).
    ``scene`` is the game's new public face; ``closings`` are, by turn, the last words of messages that still
    have buttons although their turn has passed. ``notice`` is to be shown once the scene is. ``shown`` is
    what the place was shown when the reply was made; ``late`` tells that it should have been shown this
    before. ``quiet``: nobody is called by the scene, since whoever has to decide is the one who asked.
    ``stale`` tells that a refused button belongs to an earlier moment. ``language`` is the asking person's
    own, if they chose one. ``request`` is the id of the request of which all this comes (:mod:`bot.tracing`).
    """

    refusal: Phrase | None = None
    answer: Scene | None = None
    scene: Scene | None = None
    closings: Mapping[int, Scene] = field(default_factory=dict)
    notice: Notice | None = None
    shown: Shown = NOTHING_SHOWN
    late: bool = False
    quiet: bool = False
    stale: bool = False
    language: str = ""
    request: str = ""
