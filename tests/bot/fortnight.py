"""Two weeks of one club on both platforms: five people, their servers, and a bot that can be killed."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol
from zoneinfo import ZoneInfo

from bot.discord_app.app import DiscordApp
from bot.keeper import Keeper
from bot.people import Channel
from bot.platforms import App
from bot.scene import Choice, Scene
from bot.store import Store
from bot.store.keys import DEADLINES
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from bot.telegram_app.app import TelegramApp
from bot.telegram_app.pace import Pace
from bot.texts import Texts
from tests.bot.discord_app.scripted import OneColour as DiscordPainter
from tests.bot.discord_app.stage import commands
from tests.bot.table.club import Counter, Hands
from tests.bot.telegram_app.scripted import OneColour as TelegramPainter
from tests.discord_server import DiscordServer, Payload
from tests.discord_server.world import PRIVATE
from tests.telegram_server import TOKEN, BotApiServer

WARSAW: Final = ZoneInfo("Europe/Warsaw")
NAMES: Final = ("Ann", "Bo", "Cid", "Dan", "Eve")
LANGUAGES: Final = ("en", "pl", "cs", "pl", "en")
CLOCK: Final = "daily 18:00 Europe/Warsaw"
NO_LIMIT: Final = Pace(100_000, 1.0)


@dataclass(frozen=True)
class Post:
    """A message of the bot: when, what it is, who is called by it, and whose private chat it is in."""

    when: str
    kind: str
    calls: tuple[str, ...] = ()
    private: str = ""
    text: str = field(default="", compare=False)


class Place(Protocol):
    """Where the five play, on one platform."""

    channel: Channel

    def key(self, who: int) -> str:
        """A person, as the bot's store names them."""

    async def say(self, who: int, command: str, **options: str) -> None:
        """A person types a command."""

    async def tap(self, who: int, scene: Scene, command: str) -> None:
        """A person presses a button of the live message."""

    async def ask(self, who: int, command: str) -> str:
        """What a person alone is answered."""

    def standing(self) -> tuple[int, int]:
        """How many messages of the bot that are no answers stand there, and how many have buttons."""

    def collect(self, when: str) -> list[Post]:
        """What the bot has posted since this was asked last."""


class OnDiscord:
    """A channel of a guild."""

    def __init__(self, server: DiscordServer) -> None:
        self._server = server
        world = server.world
        guild = world.add_guild()
        self._room = world.add_channel(guild)
        self.people = [
            world.add_user(name) | {"locale": "en-US" if language == "en" else language}
            for name, language in zip(NAMES, LANGUAGES, strict=True)
        ]
        self.channel = Channel("discord", (guild["id"], self._room["id"]))
        world.closed.add(int(self.people[2]["id"]) + PRIVATE)
        self._seen = 0

    def key(self, who: int) -> str:
        """By the user's id."""
        return f"discord:{self.people[who]['id']}"

    async def say(self, who: int, command: str, **options: str) -> None:
        """A slash command."""
        await self._server.command(self.people[who], self._room, command, **options)

    async def tap(self, who: int, scene: Scene, command: str) -> None:
        """A button or an option of a select, on the newest message that has it."""
        assert scene.game
        message = next(m for m in reversed(self._server.world.public(self._room)) if command in commands(m))
        custom_id = commands(message)[command]
        if custom_id.startswith("bastide-select:"):
            await self._server.choose(self.people[who], message, custom_id, command)
        else:
            await self._server.press(self.people[who], message, custom_id)

    async def ask(self, who: int, command: str) -> str:
        """The private response to a slash command."""
        asked = await self._server.command(self.people[who], self._room, command)
        messages = self._server.world.messages[int(self._room["id"])]
        await self._server.until(lambda: bool(messages[asked.response or 0]["content"]))
        return str(messages[asked.response or 0]["content"])

    def standing(self) -> tuple[int, int]:
        """Of the messages that everyone sees."""
        public = self._server.world.public(self._room)
        return len(public), sum(bool(message["components"]) for message in public)

    def collect(self, when: str) -> list[Post]:
        """Messages, not edits, and nothing that only one person sees in answer to a command."""
        calls, self._seen = self._server.calls[self._seen :], len(self._server.calls)
        posts = [c for c in calls if c.method == "POST" and c.path.endswith("/messages") and c.status == 200]
        return [self._post(when, c.path.split("/")[2], c.body, picture=bool(c.files)) for c in posts]

    def _post(self, when: str, number: str, body: Payload, *, picture: bool) -> Post:
        text = str(body["content"])
        called = {str(user) for user in (body.get("allowed_mentions") or {}).get("users", ())}
        calls = tuple(user["global_name"] for user in self.people if user["id"] in called)
        assert all(f"<@{user['id']}>" in text for user in self.people if user["id"] in called)
        owner = next((u["global_name"] for u in self.people if int(u["id"]) + PRIVATE == int(number)), "")
        kind = "board" if picture else "notice" if body.get("message_reference") or owner else "lobby"
        return Post(when, kind, calls, owner, text)


class OnTelegram:
    """A supergroup, and private chats of those who have one."""

    def __init__(self, server: BotApiServer) -> None:
        self._server = server
        self.people = [
            server.user(name, language=language) for name, language in zip(NAMES, LANGUAGES, strict=True)
        ]
        self._group = server.group("Club", *self.people, supergroup=True)
        server.private(self.people[3])
        self.channel = Channel("telegram", (str(self._group.id), "0"))
        self._seen = 0

    def key(self, who: int) -> str:
        """By the user's id."""
        return f"telegram:{self.people[who].id}"

    async def say(self, who: int, command: str, **options: str) -> None:
        """A typed command."""
        words = (f"{name}={value}" for name, value in options.items())
        await self._group.say(self.people[who], " ".join((f"/{command}", *words)))

    async def tap(self, who: int, scene: Scene, command: str) -> None:
        """A button of the live message."""
        data = f"{scene.game}:{scene.version}:{command}"
        await self._group.press(self.people[who], data)

    async def ask(self, who: int, command: str) -> str:
        """The reply to a typed command."""
        return (await self._group.ask(self.people[who], f"/{command}")).text

    def standing(self) -> tuple[int, int]:
        """Of the bot's messages that reply to nobody's."""
        people = {m.id for m in self._group.messages if not m.from_bot}
        own = [m for m in self._group.from_bot if m.reply_to not in people]
        return len(own), sum(bool(message.buttons) for message in own)

    def collect(self, when: str) -> list[Post]:
        """Messages, not edits; answers to typed commands are told from notices by what they reply to."""
        calls, self._seen = self._server.calls[self._seen :], len(self._server.calls)
        sent = [c for c in calls if c.method in {"sendMessage", "sendPhoto"} and self._arrived(c.chat_id)]
        return [self._post(when, c.chat_id, c.params, picture=c.method == "sendPhoto") for c in sent]

    def _arrived(self, chat: int) -> bool:
        return chat in self._server.chats

    def _post(self, when: str, chat: int, params: dict[str, str], *, picture: bool) -> Post:
        text = params.get("text") or params.get("caption", "")
        called = {int(number) for number in re.findall(r"tg://user\?id=(\d+)", text)}
        if params.get("disable_notification") == "true":
            called = set()
        owner = next((user.first_name for user in self.people if user.id == chat), "")
        kind = "board" if picture else "notice" if owner or called else "lobby"
        if "reply_parameters" in params and not called:
            kind = "answer"
        return Post(when, kind, self._names(called) if not owner else (), owner, text)

    def _names(self, called: set[int]) -> tuple[str, ...]:
        return tuple(user.first_name for user in self.people if user.id in called)


@dataclass
class Bot:
    """One process of the bot: its table, its platforms, its keeper."""

    table: Table
    discord: DiscordApp
    telegram: TelegramApp
    keeper: Keeper

    @property
    def busy(self) -> bool:
        """Whether anything is being shown."""
        client = self.discord._client
        return self.telegram._displays.busy or (client is not None and client.desk.displays.busy)


class Club:
    """Both places, a bot that may or may not run, and a clock that everyone obeys."""

    def __init__(self, store: Store, texts: Texts, discord: DiscordServer, telegram: BotApiServer) -> None:
        self.store = store
        self.clock = Hands()
        self.places: dict[str, Place] = {"discord": OnDiscord(discord), "telegram": OnTelegram(telegram)}
        self.posts: dict[str, list[Post]] = {name: [] for name in self.places}
        self._texts = texts
        self._servers = (discord, telegram)
        self._numbers = Counter()
        self.bot: Bot | None = None

    @property
    def now(self) -> str:
        """The time in Warsaw: day of the month and hour."""
        return f"{self.clock.time.astimezone(WARSAW):%d %H:%M}"

    async def begin(self, text: str) -> None:
        """Start the first process at this hour."""
        self.clock.time = _moment(text)
        await self.start()

    async def start(self) -> None:
        """Start a process, as bot.operations.serve does."""
        discord, telegram = self._servers
        table = Table(self.store, self.clock, self._numbers)
        on_discord, on_telegram = (
            DiscordApp(
                token=discord.token,
                api_base=discord.api_base,
                gateway=discord.gateway,
                table=table,
                texts=self._texts,
                painter=DiscordPainter(),
                language="en",
            ),
            TelegramApp(
                token=TOKEN,
                api_base=telegram.base,
                webhook_url=None,
                table=table,
                texts=self._texts,
                painter=TelegramPainter(),
                language="en",
                group_pace=NO_LIMIT,
            ),
        )
        apps: dict[str, App] = {"discord": on_discord, "telegram": on_telegram}
        for platform, app in apps.items():
            await table.beat(platform)
            await app.start()
        keeper = Keeper(table, apps)
        self.bot = Bot(table, on_discord, on_telegram, keeper)
        await keeper.beat()
        await keeper.rewind()
        await keeper.work()
        await self.settle()

    async def stop(self) -> None:
        """End the process, by whatever reason: nothing of it is used again."""
        bot, self.bot = self.bot, None
        assert bot is not None
        await bot.discord.stop()
        await bot.telegram.stop()
        self._look()

    async def kill_at_a_deadline(self, text: str) -> None:
        """Let the process do what is due at this hour, and end it before anything of that is shown."""
        assert self.bot is not None
        self.clock.time = _moment(text)
        await self._beat()
        table = self.bot.table
        due = [await table.due(channel) for channel in await table.claim(self.places)]
        assert len([reply for reply in due if reply is not None]) == len(self.places)
        await self.stop()

    async def settle(self) -> None:
        """Wait until both places show what the store has."""
        async with asyncio.timeout(60):
            for place in self.places.values():
                while True:
                    stored = await self.store.load(place.channel)
                    if stored is None or stored.posted == stored.version:
                        break
                    await asyncio.sleep(0.005)
            while self.bot is not None and self.bot.busy:
                await asyncio.sleep(0.005)
        self._look()

    def _look(self) -> None:
        for name, place in self.places.items():
            self.posts[name] += place.collect(self.now)

    async def until(self, text: str) -> None:
        """Let time pass until this hour in Warsaw; the bot, if it runs, does what is due on the way."""
        end = _moment(text)
        assert end >= self.clock.time
        while self.clock.time < end:
            self.clock.time = min(max(await self._next(), self.clock.time + timedelta(seconds=20)), end)
            if self.bot is not None:
                await self._beat()
                await self.bot.keeper.work()
                await self.settle()

    async def _next(self) -> datetime:
        assert isinstance(self.store, RedisStore)
        first = await self.store._link.ask("ZRANGE", DEADLINES, 0, 0)
        if self.bot is None or not first:
            return datetime.max.replace(tzinfo=UTC)
        return datetime.fromtimestamp(float(await self.store._link.ask("ZSCORE", DEADLINES, first[0])), UTC)

    async def _beat(self) -> None:
        """The heartbeats of a bot that has run all the time until now."""
        assert self.bot is not None
        before = (self.clock.time - timedelta(seconds=20)).isoformat()
        for platform in self.places:
            await self.store.notes_set(f"outages:{platform}", {"beat": before})
        await self.bot.keeper.beat()

    async def scene(self, name: str) -> Scene:
        """The public scene of a place."""
        scene = await Table(self.store, self.clock).current(self.places[name].channel)
        assert scene is not None
        return scene

    async def wish(self, who: int, **options: str) -> None:
        """The same person changes the same settings of their own in both places."""
        for name, place in self.places.items():
            posts = len(self.posts[name])
            await place.say(who, "settings", **options)
            async with asyncio.timeout(60):
                while not set(options) <= set(await self.store.person_get(place.key(who))):
                    await asyncio.sleep(0.005)
                while name == "telegram" and len(self.posts[name]) == posts:
                    await asyncio.sleep(0.005)
                    self._look()
        await self.settle()

    async def open(self, who: int, **options: str) -> None:
        """The same person opens the same game in both places."""
        for place in self.places.values():
            await place.say(who, "new", **options)
            async with asyncio.timeout(60):
                while await self.store.version(place.channel) is None:
                    await asyncio.sleep(0.005)
        await self.settle()

    async def tap(self, who: int, command: str) -> None:
        """The same person presses the same button in both places."""
        for name, place in self.places.items():
            before = await self.scene(name)
            await place.tap(who, before, command)
            async with asyncio.timeout(60):
                while (await self.scene(name)).version == before.version:
                    await asyncio.sleep(0.005)
            await self.settle()

    async def move(self, who: int) -> None:
        """If it is this person's turn, they lay the tile in the first spot and put nothing."""
        for name, place in self.places.items():
            key = place.key(who)
            while (scene := await self.scene(name)).actor == key:
                command = _easiest(scene, key)
                if command is None:
                    break
                await place.tap(who, scene, command)
                async with asyncio.timeout(60):
                    while (await self.scene(name)).version == scene.version:
                        await asyncio.sleep(0.005)
                await self.settle()


def _moment(text: str) -> datetime:
    """An hour in Warsaw."""
    return datetime.strptime(f"2030 {text}", "%Y %m-%d %H:%M").replace(tzinfo=WARSAW).astimezone(UTC)


def _easiest(scene: Scene, key: str) -> str | None:
    """What this person presses: the first spot, then no figure."""
    choices: Sequence[Choice] = [c for row in scene.rows for c in row if (c.actor or scene.actor) == key]
    offered = [choice.command for choice in choices]
    return next((command for command in ("place 1", "pass") if command in offered), None)
