"""Two people in one place of a small Discord, a real table with short games, and a bot that can be killed."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.discord_app.app import DiscordApp
from bot.discord_app.page import DiscordPage
from bot.games.loading import shown_of
from bot.keeper import Keeper
from bot.live.displays import Displays
from bot.live.trouble import TroubleKind
from bot.painter import Painter
from bot.people import Channel
from bot.scene import Scene
from bot.store import StoredGame
from bot.store.keys import DEADLINES
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from bot.texts import Texts
from bot.timing.owing import SHOWN_WITHIN, owed
from core.records.record import full_bag
from core.tile_data import tile_kind
from core.tiles import TileKind
from tests.bot.discord_app.scripted import OneColour
from tests.bot.discord_app.stage import QUICK, commands
from tests.bot.table.club import Counter, Hands
from tests.discord_server import DiscordServer, Interaction, Payload
from tests.discord_server.world import REPLY

BAG: Final = ("base/U", "base/V", "base/E", "base/D")
"""The tiles of a short game."""
GAME_SEED: Final = 32
"""So many digits has the seed of a game; that of a tile of the day has more."""
TRIES: Final = 12
"""So often people press a button that does nothing."""
MOVES: Final = ("place 1", "pass", "draw")
"""What people press in a game, the first of these that is offered."""


def short_bag(sets: Sequence[str], start: TileKind, seed: str, edition: int) -> tuple[TileKind, ...]:
    """In place of ``core.records.record.full_bag``: for games, whose seeds are short, the same few tiles."""
    return tuple(map(tile_kind, BAG)) if len(seed) == GAME_SEED else full_bag(sets, start, seed, edition)


class Club:
    """The place, its people, and the process of the bot that runs now. ``room`` may be a thread."""

    def __init__(
        self,
        server: DiscordServer,
        store: RedisStore,
        texts: Texts,
        *,
        thread: bool = False,
        painter: Painter | None = None,
    ) -> None:
        world = server.world
        self.server, self.store = server, store
        self.guild = world.add_guild()
        self.parent = world.add_channel(self.guild)
        self.room = (
            world.add_channel(self.guild, "game night", thread_of=self.parent) if thread else self.parent
        )
        self.ann, self.bo = world.add_user("Ann"), world.add_user("Bo")
        self.channel = Channel("discord", (self.guild["id"], self.room["id"]))
        self.clock = Hands()
        self._texts = texts
        self._painter = painter or OneColour()
        self._numbers = Counter()
        self.table = Table(store, self.clock, self._numbers)
        self.app: DiscordApp | None = None
        self.keeper: Keeper | None = None

    async def start(self) -> None:
        """A new process, as bot.operations.serve makes it."""
        server = self.server
        self.table = table = Table(self.store, self.clock, self._numbers)
        app = DiscordApp(
            token=server.token,
            api_base=server.api_base,
            gateway=server.gateway,
            table=table,
            texts=self._texts,
            painter=self._painter,
            language="en",
            patience=QUICK,
        )
        await table.beat("discord")
        await app.start()
        self.app, self.keeper = app, Keeper(table, {"discord": app})
        await self.look_at_the_clock()
        await self.keeper.rewind()

    async def stop(self) -> None:
        """The process ends as it should."""
        app, self.app = self.app, None
        if app is not None:
            await app.stop()

    async def kill(self) -> None:
        """The process ends at once: nothing that it has begun is gone on with."""
        app, self.app = self.app, None
        if app is None or app._client is None:
            return
        desk = app._client.desk
        begun = tuple(desk._open)
        for task in begun:
            task.cancel()
        await asyncio.gather(*begun, return_exceptions=True)
        await asyncio.gather(*(display.stop() for display in desk.displays._displays.values()))
        await app.stop()

    @property
    def displays(self) -> Displays[DiscordPage] | None:
        """What shows the games, None while no process runs."""
        return None if self.app is None or self.app._client is None else self.app._client.desk.displays

    @property
    def busy(self) -> bool:
        """Whether somebody is being served or something is being shown."""
        client = None if self.app is None else self.app._client
        return client is None or bool(client.desk._open) or client.desk.displays.busy

    @property
    def trouble(self) -> TroubleKind | None:
        """What keeps the place from being shown its game."""
        trouble = None if self.displays is None else self.displays.trouble(self.channel)
        return None if trouble is None else trouble.kind

    async def stored(self) -> StoredGame | None:
        """The game as the store has it."""
        return await self.store.load(self.channel)

    async def version(self) -> tuple[str, int]:
        """The game that the place has, and its version."""
        return await self.store.version(self.channel) or ("", 0)

    async def settled(self) -> bool:
        """Whether the store says that the place is shown all that it should be."""
        stored = await self.stored()
        if stored is None:
            return not self.busy
        owes = await self.store._link.ask("ZSCORE", DEADLINES, str(owed(self.channel)))
        shown = shown_of(self.channel, stored)
        return stored.posted == stored.version and shown.settled and owes is None and not self.busy

    async def settle(self) -> None:
        """Wait until all is shown. The keeper looks at what is owed, and people look for a lost game."""
        async with asyncio.timeout(60):
            while not await self.settled():
                if not self.busy:
                    self.clock.pass_by(seconds=SHOWN_WITHIN.total_seconds() + 1)
                    await self.look_at_the_clock()
                    if self.trouble is TroubleKind.NO_PLACE:
                        await self.server.type(self.bo, self.room, "game")
                await asyncio.sleep(0.005)

    async def look_at_the_clock(self) -> None:
        """The keeper of a bot that has run all the time until now does what is due."""
        before = (self.clock.time - timedelta(seconds=20)).isoformat()
        await self.store.notes_set("outages:discord", {"beat": before})
        if self.keeper is not None:
            await self.keeper.beat()
            await self.keeper.work()

    async def next_deadline(self) -> None:
        """Let time pass until the next thing that is due, and let the keeper do it."""
        first, when = await self.store._link.ask("ZRANGE", DEADLINES, 0, 0, "WITHSCORES")
        assert first
        self.clock.time = max(self.clock.time, datetime.fromtimestamp(float(when), UTC))
        await self.look_at_the_clock()

    @property
    def live(self) -> Payload:
        """The newest message with buttons."""
        return self.server.buttons(self.room)[-1][0]

    async def press(self, who: Payload, command: str) -> Interaction:
        """Press a button of the newest message that has it; nobody waits for anything."""
        message = next(m for m, _ in reversed(self.server.buttons(self.room)) if command in commands(m))
        return await self.server.press(who, message, commands(message)[command], wait=False)

    async def insist(self, ask: Callable[[], Awaitable[Interaction]], *, changes: bool = True) -> Interaction:
        """Do something until it counts, as people do. Without ``changes`` it counts when it is answered."""
        before = await self.version()
        for _ in range(TRIES):
            asked = await ask()
            await self._served(asked)
            if (await self.version() != before) if changes else self.answer(asked):
                return asked
        raise AssertionError("nothing comes of it")

    async def _served(self, asked: Interaction) -> None:
        """Wait until the bot has heard of it and is done with it, or was killed meanwhile."""
        app = self.app

        def heard() -> bool:
            return any(asked.token in call.path for call in self.server.calls)

        async with asyncio.timeout(60):
            while not heard() and self.app is app:
                await asyncio.sleep(0.002)
            while self.app is None or self.app._client is None or self.app._client.desk._open:
                await asyncio.sleep(0.002)

    def answer(self, asked: Interaction) -> list[Payload]:
        """What the person alone was answered and sees now."""
        messages = self.server.world.messages[int(self.room["id"])]
        numbers = [*asked.followups, asked.response or 0]
        return [
            messages[n] for n in numbers if n in messages and n != asked.source and messages[n]["content"]
        ]

    async def tap(self, who: Payload, command: str) -> None:
        """Press a button until that counts."""
        await self.insist(lambda: self.press(who, command))

    async def say(self, who: Payload, name: str, **options: object) -> None:
        """Type a command that changes the game, until it does."""
        await self.insist(lambda: self.server.type(who, self.room, name, **options))

    async def ask(self, who: Payload, name: str, **options: object) -> list[Payload]:
        """Type a command until it is answered; what the answer is."""
        return self.answer(
            await self.insist(lambda: self.server.type(who, self.room, name, **options), changes=False)
        )

    async def begin(self, **options: object) -> None:
        """A game of Ann and Bo, in which Ann is to lay the first tile."""
        await self.say(self.ann, "new", order="joined", **options)
        await self.settle()
        await self.tap(self.bo, "join")
        await self.settle()
        await self.tap(self.ann, "start")
        await self.settle()

    async def scene(self) -> Scene:
        """The public scene."""
        scene = await self.table.current(self.channel)
        assert scene is not None
        return scene

    async def move(self) -> bool:
        """Whoever has to decide presses the simplest button; False when the game is over."""
        scene = await self.scene()
        offered = commands(self.live) if self.server.buttons(self.room) else {}
        if "join" in offered:
            if await self.alone():
                await self.tap(self.bo, "join")
                await self.settle()
            await self.tap(self.ann, "start")
        else:
            move = next((move for move in MOVES if move in offered), None)
            if move is None:
                return False
            await self.tap(self.ann if scene.actor.endswith(self.ann["id"]) else self.bo, move)
        await self.settle()
        return True

    async def alone(self) -> bool:
        """Whether only one of them sits in the game."""
        stored = await self.stored()
        assert stored is not None
        return not all(user["id"] in stored.header["people"] for user in (self.ann, self.bo))

    async def finish(self) -> None:
        """Play to the end by buttons alone."""
        while await self.move():
            self.check()

    def check(self) -> None:
        """What must hold once all is shown: one message has buttons, all of them of one moment."""
        found = self.server.buttons(self.room)
        assert len(found) <= 1, [message["content"] for message, _ in found]
        for _, ids in found:
            assert len({tuple(each.split(":")[1:3]) for each in ids}) == 1, ids

    async def check_live(self) -> None:
        """There is one message with buttons, those of the present moment."""
        self.check()
        game, version = await self.version()
        scene = await self.scene()
        assert bool(self.server.buttons(self.room)) == bool(scene.rows)
        for _, ids in self.server.buttons(self.room):
            assert ids[0].split(":")[1:3] == [game, str(version)]

    def called(self, *, notices: bool = False) -> list[str]:
        """The names of those who were called, in order; by messages of turns, or by notices."""
        names = {user["id"]: user["global_name"] for user in (self.ann, self.bo)}
        return [
            names[user]
            for message, users in self.server.mentions(self.room)
            for user in users
            if (message["type"] == REPLY) == notices
        ]
