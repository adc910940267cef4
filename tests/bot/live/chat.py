"""A chat that writes to a list, with troubles to come; and games that are nothing but turns and versions."""

import asyncio
import itertools
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace

from bot.live.messenger import Sending, Sent
from bot.live.trouble import Trouble, TroubleKind
from bot.people import Channel, Person
from bot.request import Notice, Reply
from bot.scene import Choice, Phrase, Picture, PictureKind, Scene
from bot.shown import NOTHING_SHOWN, Post, Shown, spans
from bot.store.protocol import StoreUnavailable
from core import GameRecord

PLACE = Channel("list", ("1", "2"))
ANN = Person("list", "ann", "Ann")
PICTURE = Picture(PictureKind.BOARD, GameRecord(players=("Ann", "Bo"), seed="5eed").replay(), ("Ann", "Bo"))


@dataclass(frozen=True)
class Page:
    """A written scene."""

    scene: Scene
    called: bool
    picture: bool


@dataclass
class Stood:
    """A message as everyone sees it."""

    number: str
    game: str
    turn: int
    version: int
    buttons: bool
    called: bool
    picture: bool
    notice: bool = False
    shows: str = ""
    picture_name: str = ""
    said: list[str] = field(default_factory=list)
    nonce: str = ""


class Chat:
    """A messenger. ``troubles`` are had by the next calls, one each; None lets a call through.

    With ``history``, what arrived without an answer is found again, and a notice that arrives twice is
    recognised by its nonce.
    """

    def __init__(self, *, history: bool = True) -> None:
        self.messages: dict[str, Stood] = {}
        self.gone: list[Stood] = []
        self.whispers: list[str] = []
        self.troubles: deque[TroubleKind | None] = deque()
        self.always: dict[str, TroubleKind] = {}
        self.calls: list[str] = []
        self.uploads = 0
        self.history = history
        self.slow: asyncio.Event | None = None
        self.closing: asyncio.Event | None = None
        self._numbers = itertools.count(1)

    @property
    def pressable(self) -> list[Stood]:
        """The messages with buttons."""
        return [message for message in self.messages.values() if message.buttons]

    def calls_of(self, game: str, turn: int) -> int:
        """How often somebody was called by messages of a turn, those that are gone included."""
        everything = [*self.messages.values(), *self.gone]
        return sum(m.called and not m.notice for m in everything if (m.game, m.turn) == (game, turn))

    def repaint(self, number: str) -> None:
        """Somebody whom we do not know of puts another picture there."""
        self.uploads += 1
        self.messages[number].shows = ""
        self.messages[number].picture_name = f"picture {self.uploads}"

    def remove(self, number: str) -> None:
        """An admin deletes a message."""
        self.gone.append(self.messages.pop(number))

    async def write(self, scene: Scene, *, call: bool = False, picture: bool = True) -> Page:
        """See Messenger."""
        if self.slow is not None and picture and scene.picture is not None:
            await self.slow.wait()
        await asyncio.sleep(0)
        return Page(scene, call and bool(scene.notify), picture and scene.picture is not None)

    async def send(self, channel: Channel, page: Page, how: Sending) -> Sent:
        """See Messenger."""
        assert channel == PLACE
        kind = self._trouble("send", page)
        if how.unsure and self.history and not how.reply_to and (found := self._arrived(how)):
            return Sent(found, found=True)
        if kind not in {None, TroubleKind.LOST}:
            raise Trouble(kind or TroubleKind.AGAIN)
        twice = [m for m in self.messages.values() if m.notice and m.nonce == how.nonce]
        if self.history and twice:
            return Sent(twice[-1].number)
        scene = page.scene
        number = str(next(self._numbers))
        self.messages[number] = Stood(
            number,
            scene.game,
            scene.turn,
            scene.version,
            bool(scene.rows),
            page.called,
            page.picture,
            notice=bool(how.reply_to),
            said=[line.key for line in scene.lines],
            nonce=how.nonce,
        )
        self._upload(self.messages[number], page)
        if kind is TroubleKind.LOST:
            raise Trouble(TroubleKind.LOST)
        return Sent(number, page.picture, self.messages[number].picture_name)

    async def edit(self, channel: Channel, post: Post, page: Page) -> Sent:
        """See Messenger."""
        assert channel == PLACE
        kind = self._trouble("edit", page)
        if kind not in {None, TroubleKind.LOST}:
            raise Trouble(kind or TroubleKind.AGAIN)
        message = self._find(post.message)
        scene = page.scene
        message.turn, message.version, message.buttons = scene.turn, scene.version, bool(scene.rows)
        message.said = [line.key for line in page.scene.lines]
        self._upload(message, page)
        if kind is TroubleKind.LOST:
            raise Trouble(TroubleKind.LOST)  # done all the same, and nobody was told
        return Sent(post.message, page.picture, message.picture_name)

    def _upload(self, message: Stood, page: Page) -> None:
        if page.picture:
            self.uploads += 1
            message.picture, message.shows = True, page.scene.drawn
            message.picture_name = f"picture {self.uploads}"

    async def close(self, channel: Channel, post: Post, page: Page | None) -> None:
        """See Messenger."""
        assert channel == PLACE
        kind = self._trouble("close", page)
        if self.closing is not None:
            await self.closing.wait()
        if kind is not None:
            raise Trouble(kind)
        message = self._find(post.message)
        message.buttons = False
        if page is not None:
            message.said = [line.key for line in page.scene.lines]

    async def delete(self, channel: Channel, message: str) -> None:
        """See Messenger."""
        assert channel == PLACE
        self._raise("delete", None)
        self._find(message)
        del self.messages[message]

    async def whisper(self, person: Person, page: Page, nonce: str) -> None:
        """See Messenger."""
        assert nonce
        self._raise("whisper", page)
        self.whispers.append(person.key)

    def _arrived(self, how: Sending) -> str:
        """The newest message with buttons of this game after the last that is known; others lose theirs."""
        found = [m for n, m in self.messages.items() if m.buttons and int(n) > int(how.after or 0)]
        arrived = next((m for m in reversed(found) if m.game == how.about[0]), None)
        for other in found:
            other.buttons = other is arrived
        return "" if arrived is None else arrived.number

    def _raise(self, call: str, page: Page | None) -> None:
        kind = self._trouble(call, page)
        if kind is not None:
            raise Trouble(kind)

    def _trouble(self, call: str, page: Page | None) -> TroubleKind | None:
        self.calls.append(call)
        kind = self.troubles.popleft() if self.troubles else self.always.get(call)
        # Only what has a picture can be refused for it.
        return None if kind is TroubleKind.PICTURE and (page is None or not page.picture) else kind

    def _find(self, number: str) -> Stood:
        if number not in self.messages:
            raise Trouble(TroubleKind.GONE)
        return self.messages[number]


@dataclass
class Games:
    """A source whose game has turns and versions, and whatever was noted about what the place is shown."""

    game: str = "g1"
    turn: int = 0
    version: int = 1
    over: tuple[str, ...] = ()
    noticed: int = 0
    drawn: str = "0"
    private: bool = False
    stored: Shown = NOTHING_SHOWN
    settled: bool = False
    away: bool = False
    loads: int = 0

    def move(self) -> None:
        """Something happens within the turn."""
        self.version += 1
        self._draw()

    def vote(self) -> None:
        """Something happens of which no picture tells."""
        self.version += 1

    def pass_on(self) -> None:
        """The next turn."""
        self.turn, self.version, self.noticed = self.turn + 1, self.version + 1, 0
        self._draw()

    def undo(self) -> None:
        """The turn before, if there is one."""
        self.turn, self.version, self.noticed = max(0, self.turn - 1), self.version + 1, 0
        self._draw()

    def notice(self) -> None:
        """Somebody is to be told of something."""
        self.version += 1
        self.noticed = self.version

    def begin(self) -> None:
        """Another game."""
        self.over = (*self.over, self.game)
        self.game, self.turn, self.version, self.noticed = f"g{len(self.over) + 1}", 0, 1, 0
        self._draw()

    def _draw(self) -> None:
        self.drawn = f"{self.game}:{self.version}"

    def reply(self, *, late: bool = False) -> Reply:
        """The game's face."""
        scene = Scene(
            (Phrase(f"turn {self.turn}"),),
            picture=PICTURE,
            rows=((Choice(Phrase("go"), "go"),),),
            game=self.game,
            version=self.version,
            turn=self.turn,
            notify=(ANN,),
            done=not self.noticed,
            drawn=self.drawn,
        )
        closings = {
            turn: Scene((Phrase(f"closed {first} to {last}"),), game=self.game, turn=turn)
            for turn, (first, last) in spans(self.stored.posted_in(self.game), self.turn)
            if turn != self.turn
        }
        notice = None
        if self.noticed > self.stored.told(self.game):
            told = replace(scene, lines=(Phrase("notice"),), picture=None, rows=(), version=self.noticed)
            notice = Notice(told, private=told if self.private else None)
        return Reply(scene=scene, closings=closings, notice=notice, shown=self.stored, late=late)

    async def face(self, channel: Channel) -> Reply | None:
        """See Source."""
        assert channel == PLACE
        self.loads += 1
        await asyncio.sleep(0)
        if self.away:
            raise StoreUnavailable("the store is away")
        return self.reply(late=True)

    async def shown(self, channel: Channel, game: str, version: int, shown: Shown, *, settled: bool) -> bool:
        """See Source."""
        assert channel == PLACE
        assert game != self.game or version <= self.version
        await asyncio.sleep(0)
        if self.away:
            raise StoreUnavailable("the store is away")
        if shown.revision != self.stored.revision + 1:
            return False
        # As the store keeps it, so that nothing is remembered that could not be written.
        self.stored, self.settled = Shown.from_text(shown.to_text()), settled
        return True

    async def pending(self, platform: str) -> AsyncIterator[tuple[Channel, Reply]]:
        """See Source."""
        assert platform == PLACE.platform
        if self.stored.seen(self.game) < self.version or not self.stored.settled:
            yield PLACE, self.reply(late=True)
