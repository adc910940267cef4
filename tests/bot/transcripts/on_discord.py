"""A channel of a small Discord."""

import re
from typing import Any, Final

from bot.discord_app.app import DiscordApp
from bot.discord_app.commands import options_of
from bot.painter import Painter
from bot.people import Channel
from bot.table.table import Table
from bot.texts import Texts
from bot.usecases.rows import rows
from tests.bot.transcripts.painter import told
from tests.bot.transcripts.stage import LANGUAGES, Wall, calm, file_of, number, text_of
from tests.discord_server import DiscordServer, Payload
from tests.discord_server.world import EPHEMERAL, SILENT

RESTING: Final = frozenset(
    {
        "BastideClient.connect",
        "DiscordApp._stay",
        "RequestHandler._handle_request",
        "RequestHandler.start",
        "Shard.worker",
    }
)
"""Whoever listens to the gateway, and the server, which does nothing unless the bot waits for its answer."""
STYLES: Final = {1: " (main)", 2: "", 3: " (success)", 4: " (danger)"}


class OnDiscord:
    """A channel of three, each of whom may get private messages, too."""

    platform = "discord"

    def __init__(self) -> None:
        self._server = DiscordServer()
        world = self._server.world
        self._guild = world.add_guild()
        self._room = world.add_channel(self._guild)
        self._people = {
            name: world.add_user(name) | {"locale": "en-US" if tag == "en" else tag}
            for name, tag in LANGUAGES.items()
        }
        self._owners: dict[int, str] = {}
        self._asked = 0
        self._wall = Wall()
        self.channel = Channel("discord", (self._guild["id"], self._room["id"]))

    async def open(self, table: Table, texts: Texts, painter: Painter) -> None:
        """See Stage."""
        await self._server.start()
        self._options = {name: options_of(row, texts.languages) for name, row in rows().items()}
        self.app = DiscordApp(
            token=self._server.token,
            api_base=self._server.api_base,
            gateway=self._server.gateway,
            table=table,
            texts=texts,
            painter=painter,
            language="en",
        )
        await self.app.start()
        await self._server.ready()
        await self.settled()

    async def close(self) -> None:
        """See Stage."""
        await self.app.stop()
        await self._server.stop()
        assert not self._server.problems

    def key(self, who: str) -> str:
        """See Stage."""
        return f"discord:{self._people[who]['id']}"

    async def type(self, who: str, words: str) -> None:
        """A slash command: ``name=value`` fills in that option, any other word the next one."""
        await self._command(who, words, {})

    async def upload(self, who: str, words: str, content: bytes) -> None:
        """See Stage."""
        world = self._server.world
        attached = world._store({"channel_id": self._room["id"]}, {"filename": "record.json"}, content) | {
            "content_type": "application/json"
        }
        attached["url"] = attached["proxy_url"] = self._server.api_base.partition("/api")[0] + attached["url"]
        await self._command(who, words, {"file": attached})

    async def _command(self, who: str, words: str, files: dict[str, object]) -> None:
        name, *rest = words.removeprefix("/").split()
        options = self._options.get(name, ())
        given: dict[str, Any] = dict(files)
        places = [option for option in options if not option.named and not option.file]
        for word in rest:
            key, equals, value = word.partition("=")
            if not equals or not any(option.name == key for option in options):
                free = (o for o in places if o.name not in given and (not o.choices or word in o.choices))
                taken = next(free, places[-1])
                key, value = taken.name, f"{given.get(taken.name, '')} {word}".strip()
            option = next(option for option in options if option.name == key)
            given[key] = int(value) if option.between else value.replace("_", " ")
        interaction = await self._server.command(self._people[who], self._room, name, **given)
        self._owners[interaction.id] = who
        await self.settled()

    async def press(self, who: str, command: str) -> None:
        """See Stage."""
        self._look()
        found = self._found(who, command)
        assert found is not None, f"{who} sees no button {command!r}"
        message, custom_id = found
        user = self._people[who]
        if custom_id.startswith("bastide-select:"):
            interaction = await self._server.choose(user, message, custom_id, command)
        else:
            interaction = await self._server.press(user, message, custom_id)
        self._owners[interaction.id] = who
        await self.settled()

    def offers(self, who: str, command: str) -> bool:
        """See Stage."""
        return self._found(who, command) is not None

    async def settled(self) -> None:
        """See Stage."""
        await calm(RESTING)
        self._look()

    def news(self) -> list[str]:
        """See Stage."""
        self._look()
        world, now = self._server.world, {}
        for channel, messages in world.messages.items():
            for number_, message in messages.items():
                if message["author"]["id"] == world.bot["id"]:
                    now[f"{channel} {number_}"] = self._message(message)
        return self._wall.news(now)

    def _look(self) -> None:
        """Find out whom each private answer is for."""
        for interaction in self._server.world.interactions.values():
            who = self._owners.get(interaction.id)
            if who is not None:
                for message in (interaction.response, *interaction.followups):
                    self._owners.setdefault(message or 0, who)

    def _found(self, who: str, command: str) -> tuple[Payload, str] | None:
        for message in reversed(self._server.world.messages[int(self._room["id"])].values()):
            if message["flags"] & EPHEMERAL and self._owners.get(int(message["id"])) != who:
                continue
            for part in (part for row in message["components"] for part in row["components"]):
                options = [option["value"] for option in part.get("options", ())]
                if command in (options or [part["custom_id"].split(":", 3)[3]]):
                    return message, part["custom_id"]
        return None

    def _message(self, message: Payload) -> list[str]:
        reference = message.get("message_reference") or {}
        reply = ""
        if reference:
            key = f"{message['channel_id']} {reference['message_id']}"
            reply = f" in reply to {number(self._wall, key)}"
        where = "games" if message["channel_id"] == self._room["id"] else "private chat"
        if message["flags"] & EPHEMERAL:
            where = f"{self._owners.get(int(message['id']), '?')} alone"
        called = " ".join(user["global_name"] for user in message["mentions"])
        silently = " silently" if message["flags"] & SILENT else ""
        lines = [f"{where}{silently}{reply}{f' mentions {called}' if called else ''}"]
        lines += text_of(self._steady(message["content"]))
        for embed in message["embeds"]:
            lines += text_of(self._steady(str(embed.get("description") or embed.get("title") or embed)))
        for attached in message["attachments"]:
            content = self._server.world.files[attached["url"]]
            if attached["filename"].endswith(".png"):
                lines.append(f"<{told(content)}>")
                if not told(content).endswith(attached.get("description", "")):
                    lines.append(f"<described as: {attached['description']}>")
            else:
                lines += file_of(attached["filename"], content)
        for row in message["components"]:
            lines += [self._part(part) for part in row["components"]]
        return lines

    def _part(self, part: Payload) -> str:
        _, game, version, command = part["custom_id"].split(":", 3)
        about = f"{game or '-'} {version}"
        if "options" in part:
            options = ", ".join(f"{option['label']} = {option['value']}" for option in part["options"])
            return f"[{part.get('placeholder')} = {about}: {options}]"
        return f"[{part['label']}{STYLES[part['style']]} = {about}: {command}]"

    def _steady(self, text: str) -> str:
        names = {user["id"]: user["global_name"] for user in self._people.values()}
        text = re.sub(r"<@(\d+)>", lambda found: f"@{names.get(found[1], '?')}", text)
        return re.sub(r"</([^:>]+):\d+>", r"</\1>", text)
