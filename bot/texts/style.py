"""How a platform marks up text: what every platform has to say about it."""

import unicodedata
from datetime import datetime
from typing import Final, Protocol

from bot.people import Channel
from bot.scene import Who

_RIGHT_TO_LEFT: Final = {"R", "AL", "AN"}


def isolated(markup: str, text: str) -> str:
    """Foreign text in its markup, so that what is written from right to left stays within itself.

    Without that, a number beside a Hebrew name would be drawn on the name's other side.
    """
    if not text.isascii() and any(
        unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in text
    ):
        return f"\N{FIRST STRONG ISOLATE}{markup}\N{POP DIRECTIONAL ISOLATE}"
    return markup


class TextStyle(Protocol):
    """A platform's way with text. :class:`bot.texts.Texts` calls it while it fills in a sentence.

    Catalogue text is written so that no platform mistakes any of it for markup; what people and games
    bring along goes through ``escape``.
    """

    def __hash__(self) -> int:
        """A way with text stays as it is: what was marked up its way is remembered."""

    def escape(self, text: str) -> str:
        """Foreign text, so that the platform shows it as it is."""

    def bold(self, text: str) -> str:
        """Text that is already in the platform's markup, emphasised."""

    def command(self, name: str) -> str:
        """A command that a sentence tells of, so that it can be tapped where the platform can."""

    def mention(self, who: Who) -> str:
        """A person, so that the platform notifies them."""

    def channel(self, channel: Channel, message: str = "") -> str:
        """A place, or a message there by the platform's own id, as a link where the platform can."""

    def moment(self, when: datetime, text: str) -> str:
        """A moment, which ``text`` says in words: in the reader's own time zone where the platform can."""


class PlainStyle:
    """No markup at all: for labels of buttons, alt text and plain messages."""

    def escape(self, text: str) -> str:
        """The text itself."""
        return text

    def bold(self, text: str) -> str:
        """The text itself."""
        return text

    def command(self, name: str) -> str:
        """As it is typed."""
        return f"/{name}"

    def mention(self, who: Who) -> str:
        """The name alone."""
        return who.name

    def channel(self, channel: Channel, message: str = "") -> str:  # noqa: ARG002  the place alone is known
        """The last part of its address, such as a room's name."""
        return channel.place[-1] if channel.place else channel.platform

    def moment(self, when: datetime, text: str) -> str:  # noqa: ARG002  there is no reader to ask
        """The words."""
        return text


PLAIN: Final = PlainStyle()
