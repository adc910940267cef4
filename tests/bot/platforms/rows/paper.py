"""A fourth platform: sheets of paper on a wall, on which everybody reads and points."""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from bot.live.displays import Displays
from bot.live.messenger import Sending, Sent
from bot.live.trouble import Trouble, TroubleKind
from bot.people import Channel, Person
from bot.platforms import Parts, Platform
from bot.request import Reply, Request
from bot.scene import Choice, Scene
from bot.shown import Post


@dataclass
class Sheet:
    """What is written on a sheet of paper, and whoever was called to read it."""

    lines: tuple[str, ...]
    choices: tuple[Choice, ...]
    game: str
    version: int
    called: tuple[str, ...]


class PaperApp:
    """Sticks sheets to a wall: the messenger and the conversation in one."""

    opened: ClassVar[list["PaperApp"]] = []

    def __init__(self, parts: Parts) -> None:
        self._table, self._texts = parts.table, parts.texts
        self.displays: Displays[Sheet] = Displays("paper", parts.table, self)
        self.wall: dict[str, Sheet] = {}
        self.told: list[str] = []
        self._numbers = itertools.count(1)
        self.opened.append(self)

    async def start(self) -> str:
        """See App."""
        await self.displays.catch_up()
        return "wall"

    async def stop(self) -> None:
        """See App."""
        await self.displays.finish(10)

    async def show(self, channel: Channel, reply: Reply) -> None:
        """See App."""
        await self.displays.show(channel, reply)

    async def reachable(self) -> bool:
        """See App."""
        return True

    async def ask(self, channel: Channel, person: Person, command: str, sheet: Sheet | None = None) -> Reply:
        """Somebody says something, or points at something on a sheet."""
        game, version = ("", None) if sheet is None else (sheet.game, sheet.version)
        once = f"paper-{next(self._numbers)}"
        request = Request(channel, person, command, once, game, version, language=person.language)
        reply = await self._table.handle(request)
        language = reply.language or person.language
        if reply.refusal is not None:
            self.told.append(self._texts.say(reply.refusal, language))
        if reply.answer is not None:
            self.told += self._said(reply.answer)
        if reply.scene is not None:
            await self.displays.show(channel, reply)
        self.displays.answered(request, reply)
        return reply

    async def write(self, scene: Scene, *, call: bool = False, picture: bool = True) -> Sheet:  # noqa: ARG002
        """See Messenger."""
        choices = tuple(choice for row in scene.rows for choice in row)
        called = tuple(person.name for person in scene.notify) if call else ()
        return Sheet(tuple(self._said(scene)), choices, scene.game, scene.version, called)

    async def send(self, channel: Channel, page: Sheet, how: Sending) -> Sent:  # noqa: ARG002
        """See Messenger."""
        number = str(next(self._numbers))
        self.wall[number] = page
        return Sent(number, pictured=False)

    async def edit(self, channel: Channel, post: Post, page: Sheet) -> Sent:  # noqa: ARG002
        """See Messenger."""
        if post.message not in self.wall:
            raise Trouble(TroubleKind.GONE)
        self.wall[post.message] = page
        return Sent(post.message, pictured=False)

    async def close(self, channel: Channel, post: Post, page: Sheet | None) -> None:
        """See Messenger."""
        if page is not None:
            await self.edit(channel, post, page)
        self.wall[post.message].choices = ()

    async def delete(self, channel: Channel, message: str) -> None:  # noqa: ARG002
        """See Messenger."""
        self.wall.pop(message, None)

    async def whisper(self, person: Person, page: Sheet, nonce: str) -> None:
        """See Messenger. A wall has no private side."""
        raise Trouble(TroubleKind.PRIVATE, f"{nonce} for {person.name}: {len(page.lines)} lines")

    def _said(self, scene: Scene) -> Iterable[str]:
        return (self._texts.say(line, scene.language) for line in scene.lines)


PLATFORM = Platform("paper", configured=lambda _: True, open=PaperApp)
