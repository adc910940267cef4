"""Text in Discord's markup: foreign text stays as it is, people are mentioned, channels are linked."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from discord.utils import escape_markdown

from bot.people import Channel
from bot.scene import Who
from bot.texts.style import PLAIN

_ZERO_WIDTH: Final = "\N{ZERO WIDTH SPACE}"
_TAG: Final = re.compile(r"[<@]")
_ADDRESS: Final = re.compile(r"(?<=:)(?=//)|(?<=discord\.)(?=gg/)", re.IGNORECASE)


class DiscordStyle:
    """How :class:`bot.texts.Texts` writes for Discord.

    ``commands`` are the numbers of the registered commands by name. A mention of one can be tapped, whatever
    the command is called in the reader's own client; only its source name makes it one.
    """

    def __init__(self, commands: Mapping[str, int] | None = None) -> None:
        self._commands = commands or {}

    def command(self, name: str) -> str:
        """A mention of the command; as it is typed, if it is not registered."""
        number = self._commands.get(name)
        return f"/{name}" if number is None else f"</{name}:{number}>"

    def escape(self, text: str) -> str:
        """Foreign text on one line, so that no mark-up, mention, tag or link comes of it."""
        if text.removeprefix("-").isdecimal():
            return text
        line = escape_markdown(" ".join(text.split()), ignore_links=False)
        # A mention or a tag is broken by a space that nobody sees, since a backslash would show up in it.
        return _ADDRESS.sub(_ZERO_WIDTH, _TAG.sub(rf"\g<0>{_ZERO_WIDTH}", line))

    def bold(self, text: str) -> str:
        """The text in bold."""
        return f"**{text}**"

    def mention(self, who: Who) -> str:
        """The person, notified where the message allows it; the name alone for someone of another place."""
        platform, _, number = who.key.partition(":")
        return f"<@{number}>" if platform == "discord" and number.isdecimal() else self.escape(who.name)

    def channel(self, channel: Channel, message: str = "") -> str:
        """A link to the message or the channel; the plain name for a place that is not Discord's."""
        number = message if message.isdecimal() else ""
        match channel.platform, channel.place:
            case "discord", ("dm", place):
                return f"https://discord.com/channels/@me/{place}{f'/{number}' if number else ''}"
            case "discord", (guild, place) if number:
                return f"https://discord.com/channels/{guild}/{place}/{number}"
            case "discord", (_, place):
                return f"<#{place}>"
            case _:
                return self.escape(PLAIN.channel(channel))

    def moment(self, when: datetime, text: str) -> str:  # noqa: ARG002  Discord has words of its own
        """The moment as each reader's own client says it, and how long it is until then."""
        seconds = int(when.timestamp())
        return f"<t:{seconds}:f> (<t:{seconds}:R>)"
