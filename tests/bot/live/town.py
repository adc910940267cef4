"""Many places of one platform, which all want their pictures at the same time."""

import asyncio
from collections.abc import AsyncIterator

from bot.live.displays import Displays
from bot.live.leisure import ALWAYS, Leisure
from bot.live.messenger import Sending, Sent
from bot.live.pages import WORDS_FIRST
from bot.live.patience import Patience
from bot.people import Channel, Person
from bot.request import Reply
from bot.scene import Scene
from bot.shown import Post, Shown
from tests.bot.live.chat import PLACE, Chat, Games, Page
from tests.bot.live.showing import AT_ONCE


class Town:
    """The messenger and the source of so many places. Pictures are drawn when ``slow`` is set, one by one.

    ``hands`` are the games whose picture is drawn or is on its way, ``most`` so many of them as there ever
    were, and ``pictured`` are games in the order in which pictures of them arrived.
    """

    def __init__(self, places: int) -> None:
        self.places = [Channel("list", ("town", str(number))) for number in range(places)]
        self.chats = {place: Chat() for place in self.places}
        self.games = {place: Games(game=f"game {place.place[1]}") for place in self.places}
        self.slow = asyncio.Event()
        self.slow.set()
        self.hands: list[str] = []
        self.most = 0
        self.pictured: list[str] = []

    def displays(
        self,
        in_hand: int,
        *,
        words_first: float = WORDS_FIRST,
        patience: Patience = AT_ONCE,
        leisure: Leisure = ALWAYS,
    ) -> Displays[Page]:
        """The displays of a process, which has so many pictures in hand at once."""
        return Displays(
            PLACE.platform,
            self,
            self,
            patience=patience,
            words_first=words_first,
            leisure=leisure,
            in_hand=in_hand,
        )

    async def write(self, scene: Scene, *, call: bool = False, picture: bool = True) -> Page:
        """See Messenger."""
        if picture and scene.picture is not None:
            self.hands.append(scene.game)
            self.most = max(self.most, len(set(self.hands)))
            try:
                await self.slow.wait()
                await asyncio.sleep(0)
            except asyncio.CancelledError:
                self._lets_go(scene.game)
                raise
        return await self.chats[self.places[0]].write(scene, call=call, picture=picture)

    async def send(self, channel: Channel, page: Page, how: Sending) -> Sent:
        """See Messenger."""
        try:
            sent = await self.chats[channel].send(PLACE, page, how)
        finally:
            self._arrives(page)
        return sent

    async def edit(self, channel: Channel, post: Post, page: Page) -> Sent:
        """See Messenger."""
        try:
            sent = await self.chats[channel].edit(PLACE, post, page)
        finally:
            self._arrives(page)
        return sent

    async def close(self, channel: Channel, post: Post, page: Page | None) -> None:
        """See Messenger."""
        await self.chats[channel].close(PLACE, post, page)

    async def delete(self, channel: Channel, message: str) -> None:
        """See Messenger."""
        await self.chats[channel].delete(PLACE, message)

    async def whisper(self, person: Person, page: Page, nonce: str) -> None:
        """See Messenger."""
        await self.chats[self.places[0]].whisper(person, page, nonce)

    async def face(self, channel: Channel) -> Reply | None:
        """See Source."""
        return await self.games[channel].face(PLACE)

    async def shown(self, channel: Channel, game: str, version: int, shown: Shown, *, settled: bool) -> bool:
        """See Source."""
        return await self.games[channel].shown(PLACE, game, version, shown, settled=settled)

    async def pending(self, platform: str) -> AsyncIterator[tuple[Channel, Reply]]:
        """See Source."""
        for place, games in self.games.items():
            async for _, reply in games.pending(platform):
                yield place, reply

    def _arrives(self, page: Page) -> None:
        if page.picture:
            self.pictured.append(page.scene.game)
            self._lets_go(page.scene.game)

    def _lets_go(self, game: str) -> None:
        self.hands = [other for other in self.hands if other != game]
