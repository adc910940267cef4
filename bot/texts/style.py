"""How a platform marks up text: what every platform has to say about it."""

from typing import Final, Protocol

from bot.people import Channel
from bot.scene import Who


class TextStyle(Protocol):
    """A platform's way with text. :class:`bot.texts.Texts` calls it while it fills in a sentence.

    Catalogue text is written so that no platform mistakes any of it for markup; what people and games
    bring along goes through ``escape``.
    """

    def escape(self, text: str) -> str:
        """Foreign text, so that the platform shows it as it is."""

    def bold(self, text: str) -> str:
        """Text that is already in the platform's markup, emphasised."""

    def mention(self, who: Who) -> str:
        """A person, so that the platform notifies them."""

    def channel(self, channel: Channel) -> str:
        """A place, as a link where the platform can."""


class PlainStyle:
    """No markup at all: for labels of buttons, alt text and plain messages."""

    def escape(self, text: str) -> str:
        """The text itself."""
        return text

    def bold(self, text: str) -> str:
        """The text itself."""
        return text

    def mention(self, who: Who) -> str:
        """The name alone."""
        return who.name

    def channel(self, channel: Channel) -> str:
        """The last part of its address, such as a room's name."""
        return channel.place[-1] if channel.place else channel.platform


PLAIN: Final = PlainStyle()
