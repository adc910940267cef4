"""A table that says what a test tells it to say, and a painter of one colour."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO

from PIL import Image

from bot.painter import Live, Painted, Progress
from bot.people import Channel, Person
from bot.request import Reply, Request
from bot.scene import Choice, Phrase, Picture, PictureKind, Scene, Style
from bot.shown import NOTHING_SHOWN, Shown
from bot.store.protocol import StoreUnavailable
from core import GameRecord

POSITION = GameRecord(players=("Ann", "Bo"), seed="5eed").replay()


def picture(view: str = "close") -> Picture:
    """A picture of nearly nothing."""
    return Picture(PictureKind.BOARD, POSITION, ("Ann", "Bo"), view=view)


def say(text: str) -> Phrase:
    """A sentence that is somebody's own words."""
    return Phrase.of("test.say", text=text)


def button(label: str, command: str, style: Style = Style.PLAIN) -> Choice:
    """A button."""
    return Choice(say(label), command, style)


class OneColour:
    """Paints small pictures, no two alike, and remembers what was asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str]] = []
        self.broken = False
        self.delay = 0.0
        self.gate = asyncio.Event()
        self.gate.set()

    async def paint(
        self,
        picture: Picture,
        profile: str,
        language: str,
        progress: Progress | None = None,  # noqa: ARG002  it is done at once
        *,
        live: Live | None = None,  # noqa: ARG002  it is done at once
    ) -> Painted:
        """A picture of one colour."""
        await asyncio.sleep(self.delay)
        await self.gate.wait()
        if self.broken:
            raise RuntimeError("out of paint")
        self.asked.append((picture.view, profile, language))
        number = len(self.asked)
        colour = (number * 40 % 256, number * 90 % 256, number * 13 % 256)
        file = BytesIO()
        Image.new("RGB", (32, 24), colour).save(file, "JPEG", quality=92)
        return Painted(file.getvalue(), "board.jpg", "image/jpeg", f"picture {number}")


@dataclass
class ScriptedTable:
    """Gives the replies of ``answer``, and remembers requests and what places are shown.

    ``seen`` has what a place has seen each time that this changed: the game, its version, the live message
    and its turn. ``noted`` is all that was written down of a place; ``faces`` are the games' newest replies,
    and ``waiting`` those that nobody has shown yet.
    """

    answer: Callable[[Request], Reply]
    requests: list[Request] = field(default_factory=list)
    seen: list[tuple[str, int, str, int]] = field(default_factory=list)
    noted: dict[Channel, Shown] = field(default_factory=dict)
    settled: dict[Channel, bool] = field(default_factory=dict)
    faces: dict[Channel, Reply] = field(default_factory=dict)
    waiting: Sequence[tuple[Channel, Reply]] = ()
    renamed: list[tuple[Channel, Channel]] = field(default_factory=list)
    delay: float = 0.0
    trouble: int = 0
    places: dict[str, Channel] = field(default_factory=dict)
    languages: dict[str, str] = field(default_factory=dict)

    async def handle(self, request: Request) -> Reply:
        """Do what was asked."""
        self.requests.append(request)
        await asyncio.sleep(self.delay)
        return self.made(request.channel, self.answer(request))

    def made(self, channel: Channel, reply: Reply) -> Reply:
        """The reply as the table gives it: with what the place is shown."""
        if reply.scene is not None:
            self.faces[channel] = reply
        return replace(reply, shown=self._noted(channel))

    async def face(self, channel: Channel) -> Reply | None:
        """What was said last about the place's game."""
        await asyncio.sleep(0)
        face = self.faces.get(channel)
        return None if face is None else replace(face, shown=self._noted(channel), late=True)

    async def pending(self, platform: str) -> AsyncIterator[tuple[Channel, Reply]]:
        """What was not seen yet."""
        for channel, reply in self.waiting:
            if channel.platform == platform:
                yield channel, replace(self.made(channel, reply), late=True)

    async def shown(self, channel: Channel, game: str, version: int, shown: Shown, *, settled: bool) -> bool:
        """Note what a place is shown, unless it has changed meanwhile."""
        assert channel.platform == "telegram"
        await asyncio.sleep(0)
        if shown.revision != self._noted(channel).revision + 1:
            return False
        # As the store keeps it, so that nothing is remembered that could not be written.
        self.noted[channel] = Shown.from_text(shown.to_text())
        self.settled[channel] = settled
        live = shown.live
        if live is not None and version:
            seen = (game, version, live.message, live.turn)
            self.seen += [seen] if self.seen[-1:] != [seen] else []
        return True

    async def rename_channel(self, old: Channel, new: Channel) -> None:
        """Note the new address, after so much trouble."""
        if self.trouble:
            self.trouble -= 1
            raise StoreUnavailable("the store is away")
        self.renamed.append((old, new))
        if old in self.noted:
            self.noted[new] = self.noted.pop(old)
        if old in self.faces:
            self.faces[new] = self.faces.pop(old)

    async def language(self, person: Person) -> str:
        """What the test has chosen for a person."""
        return self.languages.get(person.key, "")

    async def where_is(self, platform: str, game: str) -> Channel | None:
        """Where a game is, after so much trouble."""
        assert platform == "telegram"
        if self.trouble:
            self.trouble -= 1
            raise StoreUnavailable("the store is away")
        return self.places.get(game)

    def _noted(self, channel: Channel) -> Shown:
        return self.noted.get(channel, NOTHING_SHOWN)


def scene(text: str, *, turn: int = 1, version: int = 1, rows: Sequence[Sequence[Choice]] = ()) -> Scene:
    """A game's face with a picture."""
    return Scene(
        (say(text),), picture(), tuple(tuple(row) for row in rows), game="g1", version=version, turn=turn
    )
