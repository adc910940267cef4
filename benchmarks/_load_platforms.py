"""The platforms of the load: their local servers, and how the people there tap and read."""

import json
import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from benchmarks._load_games import NAMES, Place, Stage, put
from benchmarks._load_players import Players, Seen, Tap
from bot.discord_app.buttons import view
from bot.people import Channel, Person
from bot.scene import Phrase, Scene
from bot.store import Store
from bot.telegram_app.keyboard import Pressed, keyboard
from bot.texts import Texts
from tests.discord_server import Call as DiscordCall
from tests.discord_server import DiscordServer, Payload
from tests.telegram_server import TOKEN, BotApiServer, Chat, User
from tests.telegram_server import Call as TelegramCall
from tests.telegram_server.content import read_keyboard

CHANNELS: Final = 10
"""So many channels of each guild have a game."""

KEPT: Final = 60
"""Messages of a place that its platform still has: more than the bot comes back to."""

Offers = dict[str, str]


class OnDiscord(Players):
    """Games in channels of guilds."""

    def __init__(self, rng: random.Random, rest: float) -> None:
        super().__init__(rng, rest)
        self._server = DiscordServer()
        self._people: dict[str, tuple[Payload, ...]] = {}
        self._open: dict[str, Tap] = {}

    async def start(self) -> dict[str, str]:
        """See Players."""
        self._server.after.append(self._listen)
        await self._server.start()
        return {
            "DISCORD_TOKEN": self._server.token,
            "DISCORD_API_BASE": self._server.api_base,
            "DISCORD_GATEWAY": self._server.gateway,
        }

    async def stop(self) -> None:
        """See Players."""
        await self._server.stop()

    async def prepare(self, store: Store, games: int, prepared: Sequence[Stage]) -> None:
        """See Players."""
        world, texts, places = self._server.world, Texts.load(), list[Place]()
        guild: Payload = {}
        for number in range(games):
            if number % CHANNELS == 0:
                guild = world.add_guild(f"Guild {number // CHANNELS}")
            room = world.add_channel(guild)
            people = tuple(world.add_user(name) for name in NAMES)
            self._people[room["id"]] = people
            who = tuple(Person("discord", user["id"], user["global_name"]) for user in people)
            places.append((Channel("discord", (guild["id"], room["id"])), who))
        messages: dict[str, Payload] = {}

        def post(channel: Channel, scene: Scene) -> str:
            def say(phrase: Phrase) -> str:
                return texts.say(phrase, "en")

            buttons = view(scene, say)
            body = {"content": "It goes on", "components": [] if buttons is None else buttons.to_components()}
            message = world.add_message(int(channel.place[1]), body, {})
            messages[channel.place[1]] = message
            return str(message["id"])

        for live in await put(store, places, prepared, post):
            room_id = live.channel.place[1]
            message = messages[room_id]
            self.begin(room_id, live, _offers_of(message["components"])[1], message)

    async def tap(self, seen: Seen, command: str, tap: Tap) -> None:
        """See Players."""
        user = self._people[seen.live.channel.place[1]][seen.seat]
        custom_id = seen.offers[command]
        if custom_id.startswith("bastide-select:"):
            done = await self._server.choose(user, seen.message, custom_id, command, wait=False)
        else:
            done = await self._server.press(user, seen.message, custom_id, wait=False)
        self._open[done.token] = tap

    async def _listen(self, call: DiscordCall) -> None:
        """A request of the bot was done."""
        parts = call.path.strip("/").split("/")
        match (call.method, *parts):
            case ("POST", "interactions", _, token, "callback"):
                self.acknowledged(self._open.get(token))
            case (_, "webhooks", _, token, *_):
                self.acknowledged(self._open.get(token), str(call.body and call.body.get("content"))[:200])
            case ("POST" | "PATCH", "channels", room, "messages", *rest):
                messages = self._server.world.messages[int(room)]
                message = messages[int(rest[0]) if rest else max(messages)]
                version, offers = _offers_of(call.message.get("components") or ())
                heading = str(call.message.get("content") or "").partition("\n")[0]
                self.shown(room, version, offers, _named(heading, self._people.get(room, ())), message,
                           pictured=bool(call.files))  # fmt: skip
                if len(messages) > KEPT:
                    del messages[min(messages)]
        self._tidy(call)

    def _tidy(self, call: DiscordCall) -> None:
        """Let go of what the server keeps for tests."""
        call.files.clear()
        world = self._server.world
        for kept in (self._server.calls, world.files, world.pings, world.nonces):
            kept.clear()


def _offers_of(rows: Sequence[Mapping[str, Any]]) -> tuple[int, Offers]:
    """The version that buttons and selects were made for, and each command with the id of its part."""
    version, offers = 0, Offers()
    for part in (part for row in rows for part in row["components"]):
        _, _, number, rest = part["custom_id"].split(":", 3)
        version = int(number)
        for command in [option["value"] for option in part.get("options", ())] or [rest]:
            offers[command] = part["custom_id"]
    return version, offers


def _named(heading: str, people: Sequence[Payload]) -> str:
    """The heading with names in place of mentions."""
    for user in people:
        heading = heading.replace(f"<@{user['id']}>", user["global_name"])
    return heading


class OnTelegram(Players):
    """Games in supergroups."""

    def __init__(self, rng: random.Random, rest: float) -> None:
        super().__init__(rng, rest)
        self._server = BotApiServer()
        self._chats: dict[str, Chat] = {}
        self._people: dict[str, tuple[User, ...]] = {}
        self._open: dict[str, Tap] = {}

    async def start(self) -> dict[str, str]:
        """See Players."""
        self._server.after.append(self._listen)
        await self._server.start()
        return {"TELEGRAM_TOKEN": TOKEN, "TELEGRAM_API_BASE": self._server.base}

    async def stop(self) -> None:
        """See Players."""
        await self._server.stop()

    async def prepare(self, store: Store, games: int, prepared: Sequence[Stage]) -> None:
        """See Players."""
        server, texts, places = self._server, Texts.load(), list[Place]()
        for number in range(games):
            people = tuple(server.user(name) for name in NAMES)
            chat = server.group(f"Group {number}", *people, supergroup=True)
            self._chats[str(chat.id)], self._people[str(chat.id)] = chat, people
            who = tuple(Person("telegram", str(user.id), user.first_name) for user in people)
            places.append((Channel("telegram", (str(chat.id), "0")), who))
        offers: dict[str, Offers] = {}

        def post(channel: Channel, scene: Scene) -> str:
            chat, rows = self._chats[channel.place[0]], keyboard(scene, texts)
            markup = {} if rows is None else rows.to_dict()
            message = chat.add(
                server.bot, text="It goes on", photo=b".", keyboard=read_keyboard(markup, private=False)
            )
            offers[channel.place[0]] = _offers_in(markup)[1]
            return f"{chat.id}/{message.id}"

        for live in await put(store, places, prepared, post):
            room = live.channel.place[0]
            self.begin(room, live, offers[room], self._chats[room].last)

    async def tap(self, seen: Seen, command: str, tap: Tap) -> None:
        """See Players."""
        room = seen.live.channel.place[0]
        query = self._chats[room].tap(self._people[room][seen.seat], seen.message, seen.offers[command])
        self._open[query] = tap

    async def _listen(self, call: TelegramCall) -> None:
        """A call of the bot was done."""
        if call.method == "answerCallbackQuery":
            self.acknowledged(
                self._open.pop(call.params["callback_query_id"], None), call.params.get("text", "")
            )
        elif call.method.startswith(("send", "edit")) and call.status == 200:
            self._read(call)
        # What the server keeps for tests is let go of.
        call.files.clear()
        self._server.calls.clear()
        self._server.toasts.clear()
        self._server._lines.clear()  # noqa: SLF001 - the transcript, which only tests read

    def _read(self, call: TelegramCall) -> None:
        chat = self._chats[str(call.chat_id)]
        number = call.number("message_id")
        message = chat.last if number is None else chat.find(number)
        if message is None:
            return
        if message.photo:
            message.photo = b"."
        version, offers = _offers_in(call.json("reply_markup") or {})
        pictured = call.method in {"sendPhoto", "editMessageMedia"}
        self.shown(str(chat.id), version, offers, message.text.partition("\n")[0], message, pictured=pictured)
        del chat.messages[:-KEPT]


def _offers_in(markup: Mapping[str, Any]) -> tuple[int, Offers]:
    """The version that buttons were made for, and each command with the data of its button."""
    version, offers = 0, Offers()
    for button in (button for row in markup.get("inline_keyboard", ()) for button in row):
        data = str(button["callback_data"])
        pressed = Pressed.parse(data)
        if pressed is not None:
            version = pressed.version
            offers[pressed.command] = data
    return version, offers


PLATFORMS: Final[Mapping[str, type[Players]]] = {"discord": OnDiscord, "telegram": OnTelegram}


def as_line(**values: object) -> str:
    """What one process tells the other."""
    return json.dumps(values)
