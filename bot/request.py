"""What people ask for: one value for a tap, a slash command and a typed message alike."""

from dataclasses import dataclass

from bot.people import Channel, Person
from bot.scene import Phrase, Scene

GAME_COMMANDS = (
    "new", "join", "leave", "start", "draw", "abbey", "choose", "place", "turn", "deploy", "pass", "score",
    "grow", "wagon", "undo", "board", "tiles", "game", "games", "resign", "end", "rules", "help", "export",
    "settings",
)  # fmt: skip
"""Every command's name, the same on all platforms."""


@dataclass(frozen=True, slots=True)
class Request:
    """One thing that one person asks for in one place.

    ``command`` is its text without the slash (``place 12 90``); ``once`` is the platform's own id of this
    very tap or message, by which a redelivery is recognised. ``game`` and ``version`` come from the button
    that was pressed; they are empty for typed commands, which always mean the present state. ``admin``
    tells whether the person manages this chat; ``language`` is the language of the chat.
    """

    channel: Channel
    person: Person
    command: str
    once: str
    game: str = ""
    version: int | None = None
    admin: bool = False
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Live:
    """The live message of a game: where it was posted, for which turn and which version."""

    message: str
    turn: int
    version: int


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a request.

    ``refusal`` is shown to the asking person alone (a toast or an ephemeral message); nothing has changed.
    ``answer`` is information for the asking person (private where the platform can, else a reply).
    ``scene`` is the game's new public face: an edit of ``live`` while the turn lasts, else a new message.
    ``closing`` is what the old live message says from now on, without buttons, when the turn has ended.
    """

    refusal: Phrase | None = None
    answer: Scene | None = None
    scene: Scene | None = None
    closing: Scene | None = None
    live: Live | None = None
