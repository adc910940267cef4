"""Scenes as Discord messages: content in its markup, pictures with a description, buttons."""

import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

import structlog
from discord import AllowedMentions, File, Object
from discord.ui import View
from discord.utils import escape_markdown

from bot.discord_app.buttons import view
from bot.discord_app.shorten import ELLIPSIS, at_most, shorten, split_lines, units
from bot.painter import Live, Painted, Painter, Superseded
from bot.people import Channel, Person
from bot.request import MOST_MESSAGES
from bot.scene import Phrase, Scene, Who, with_room
from bot.texts import Texts
from bot.texts.style import PLAIN

_ZERO_WIDTH: Final = "\N{ZERO WIDTH SPACE}"
_TAG: Final = re.compile(r"[<@]")
_ADDRESS: Final = re.compile(r"(?<=:)(?=//)|(?<=discord\.)(?=gg/)", re.IGNORECASE)
MAX_CONTENT: Final = 2000
MAX_DESCRIPTION: Final = 1024
PROFILE: Final = "discord"
NOBODY: Final = AllowedMentions.none()

_NOT_DRAWN: Final = {True: Phrase("discord.picture_failed"), False: Phrase("live.not_drawn")}
"""What is said of a picture that cannot be drawn: in a live message, whose game goes on, and in an answer."""

log: Final = structlog.get_logger(__name__)


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


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file, and what it shows in words."""

    name: str
    content: bytes
    description: str | None = None


@dataclass(frozen=True, slots=True)
class DiscordPage:
    """A message ready to be sent.

    ``mentions`` allows what the content may notify; ``rest`` is what did not fit, as further messages, and
    no more of them than an answer may take.
    ``attachments`` are files to send along, each with what it shows in words.
    """

    content: str
    rest: list[str] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    view: View | None = None
    mentions: AllowedMentions = NOBODY

    @property
    def files(self) -> list[File]:
        """The attachments for one call: discord.py lets a file be sent once."""
        return [
            File(io.BytesIO(each.content), each.name, description=each.description)
            for each in self.attachments
        ]

    @property
    def short(self) -> str:
        """The content for where there can be one message only, marked when something is missing."""
        if not self.rest:
            return self.content
        kept = self.content
        while units(kept) > MAX_CONTENT - 2:
            kept = kept.rpartition("\n")[0] or kept[:-1]
        return f"{kept}\n{ELLIPSIS}"


class DiscordWriter:
    """Writes scenes as pages. ``default`` is the language of those whose own has no catalogue.

    With ``activity`` the live message of a game that can be joined or played ends with a button that opens
    the board within Discord.
    """

    def __init__(self, texts: Texts, painter: Painter, default: str, *, activity: bool = False) -> None:
        self._texts = texts
        self._painter = painter
        self._default = default
        self._style = DiscordStyle()
        self._board = Phrase("choice.play") if activity else None

    def learn(self, commands: Mapping[str, int]) -> None:
        """The numbers of the commands that Discord has, by name: from now on sentences link to them."""
        self._style = DiscordStyle(commands)

    def language(self, tag: str) -> str:
        """The best language for a locale of Discord's."""
        found = self._texts.language(tag)
        return found if tag.partition("-")[0] == found else self._default

    def sentence(self, phrase: Phrase, language: str) -> str:
        """A phrase alone, as the content of a message."""
        return split_lines([self._say(phrase, language)], MAX_CONTENT)[0]

    def label(self, phrase: Phrase, language: str) -> str:
        """A phrase on a button or in a list, where Discord knows no mark-up."""
        return self._texts.say(phrase, language)

    async def page(
        self, scene: Scene, *, call: bool = False, picture: bool = True, live: bool = True
    ) -> DiscordPage:
        """The scene as a message. With ``call``, the people whom it names are told about it.

        Without ``picture`` it says that pictures are not taken here. ``live``: of its place, only the newest
        scene needs its picture, and the board can be opened from it.
        """
        shown: Painted | Phrase | None = None
        if scene.picture is not None and not picture:
            shown = Phrase("live.no_picture")
        elif scene.picture is not None:
            of = Live(scene.game, scene.version) if live else None
            try:
                shown = await self._painter.paint(scene.picture, PROFILE, scene.language, live=of)
            except Superseded:
                shown = _NOT_DRAWN[live]
            except Exception:  # a picture that cannot be drawn must not keep anybody from playing
                log.exception("picture not drawn", game=scene.game, version=scene.version)
                shown = _NOT_DRAWN[live]
        return self._written(scene, shown, called=scene.notify if call else (), live=live)

    def _written(
        self, scene: Scene, shown: Painted | Phrase | None, *, called: Sequence[Person], live: bool
    ) -> DiscordPage:
        """The scene with its picture, or with what is said in its place."""
        language = scene.language
        told = [person for person in called if person.platform == "discord"]
        said = [self._say(phrase, language) for phrase in scene.lines]
        if live:
            spare = [phrase.spare for phrase in scene.lines]
            said = [*with_room(said, spare, lambda some: units("\n".join(some)) <= MAX_CONTENT)]
        lines = [line for text in said for line in text.split("\n")]
        attachments = []
        if isinstance(shown, Painted):
            attachments.append(Attachment(shown.filename, shown.content, shorten(shown.alt, MAX_DESCRIPTION)))
            lines += [self._say(phrase, language) for phrase in shown.said]
        elif shown is not None:
            lines.append(self._say(shown, language))
        if scene.file is not None:
            attachments.append(Attachment(scene.file.name, scene.file.content))
        content, *rest = self._contents(lines, told, language)
        return DiscordPage(
            content=content or ("" if attachments else ELLIPSIS),
            rest=rest,
            attachments=attachments,
            view=view(
                scene,
                lambda phrase: self.label(phrase, language),
                board=self._board if live and scene.open else None,
            ),
            mentions=AllowedMentions(everyone=False, roles=False, users=[Object(p.id) for p in told]),
        )

    def _say(self, phrase: Phrase, language: str) -> str:
        return self._texts.say(phrase, language, self._style)

    def _contents(self, lines: list[str], told: list[Person], language: str) -> list[str]:
        """The lines as contents of messages; the first also has the mentions that no line of it has."""
        contents = at_most(MOST_MESSAGES, lines, MAX_CONTENT)
        called = [Who(person.name, person.key, mention=True) for person in told]
        calls = [self._texts.person(who, language, self._style) for who in called]
        missing = [call for call in calls if call not in contents[0]]
        return at_most(MOST_MESSAGES, [" ".join(missing), *lines], MAX_CONTENT) if missing else contents
