"""Scenes as Discord messages: content, pictures with a description, buttons."""

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import structlog
from discord import AllowedMentions, File, Object
from discord.ui import View

from bot.discord_app.layout import view
from bot.discord_app.shorten import ELLIPSIS, at_most, shorten, split_lines, units
from bot.discord_app.style import DiscordStyle
from bot.painter import Live, Painter, Superseded
from bot.people import Person
from bot.request import MOST_MESSAGES
from bot.scene import Phrase, Picture, Scene, Who
from bot.texts import Texts

MAX_CONTENT: Final = 2000
MAX_DESCRIPTION: Final = 1024
PROFILE: Final = "discord"
NOBODY: Final = AllowedMentions.none()

log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file, and what it shows in words."""

    name: str
    content: bytes
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Page:
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


class Writer:
    """Writes scenes as pages. ``default`` is the language of those whose own has no catalogue."""

    def __init__(self, texts: Texts, painter: Painter, default: str) -> None:
        self._texts = texts
        self._painter = painter
        self._default = default
        self._style = DiscordStyle()

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
        self, scene: Scene, *, notify: bool = False, picture: bool = True, live: bool = False
    ) -> Page:
        """The scene as a message. With ``notify``, the people whom it names are told about it.

        Without ``picture`` it says that pictures are not taken here. ``live``: of its place, only the newest
        scene needs its picture.
        """
        language = scene.language
        told = [person for person in scene.notify if person.platform == "discord"] if notify else []
        lines = [line for phrase in scene.lines for line in self._say(phrase, language).split("\n")]
        attachments = []
        if scene.picture is not None and not picture:
            lines.append(self._say(Phrase("live.no_picture"), language))
        elif scene.picture is not None:
            drawn = await self._picture(scene, scene.picture, live=live)
            if drawn is None:
                lines.append(self._say(Phrase("discord.picture_failed"), language))
            else:
                attachments.append(drawn)
        if scene.file is not None:
            attachments.append(Attachment(scene.file.name, scene.file.content))
        content, *rest = self._contents(lines, told, language)
        return Page(
            content=content or ("" if attachments else ELLIPSIS),
            rest=rest,
            attachments=attachments,
            view=view(scene, lambda phrase: self.label(phrase, language)),
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

    async def _picture(self, scene: Scene, picture: Picture, *, live: bool) -> Attachment | None:
        try:
            of = Live(scene.game, scene.version) if live else None
            painted = await self._painter.paint(picture, PROFILE, scene.language, live=of)
        except Superseded:
            return None
        except Exception:  # a picture that cannot be drawn must not keep anybody from playing
            log.exception("picture not drawn", game=scene.game, version=scene.version)
            return None
        description = shorten(painted.alt, MAX_DESCRIPTION)
        return Attachment(painted.filename, painted.content, description)
