"""The small Discord: starts and stops it, and lets people in it type commands and press buttons."""

import asyncio
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Self

from aiohttp import web

from tests.discord_server.gateway import Gateway
from tests.discord_server.rest import Call, Fault, Rest
from tests.discord_server.schema import Schema
from tests.discord_server.world import ALL_PERMISSIONS, Interaction, Payload, World

COMMAND, COMPONENT, AUTOCOMPLETE = 2, 3, 4
UNKNOWN_ERROR = 4000
RIGHT_KEY = "the.right.token"


class DiscordServer:
    """A Discord of one's own on 127.0.0.1, for one bot. Use it as an async context manager.

    ``api_base`` and ``gateway`` are what ``DISCORD_API_BASE`` and ``DISCORD_GATEWAY`` must say. ``world`` is
    what there is, ``calls`` every request of the bot, ``problems`` what was wrong with them according to
    Discord's own description of its API (when that file is at hand: ``checked``).
    """

    def __init__(self, *, token: str = RIGHT_KEY, world: World | None = None) -> None:
        self.world = world or World()
        schema = Schema()
        self.checked = schema.present
        self._rest = Rest(self.world, token, schema)
        self._gateway = Gateway(self.world, token)
        self._runner = web.AppRunner(self._rest.app, shutdown_timeout=0.1)
        self._rest.app.router.add_get("/gateway", self._gateway.handle)
        self.token = token
        self.api_base = ""
        self.gateway = ""

    async def start(self, port: int = 0) -> None:
        """Listen on this port of 127.0.0.1, or on any free one."""
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", port).start()
        host = "127.0.0.1:" + str(self._runner.addresses[0][1])
        self.api_base = f"http://{host}/api/v10"
        self.gateway = self._gateway.url = self._rest.gateway_url = f"ws://{host}/gateway"

    async def stop(self) -> None:
        """Hang up and close the port."""
        await self._gateway.drop(UNKNOWN_ERROR)
        await self._runner.cleanup()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    @property
    def calls(self) -> list[Call]:
        """Every request so far, oldest first."""
        return self._rest.calls

    @property
    def problems(self) -> list[str]:
        """What was wrong with the requests, in words."""
        return self._rest.problems

    @property
    def intents(self) -> int:
        """The intents that the bot asked for."""
        return self._gateway.intents

    @property
    def sessions(self) -> tuple[int, int]:
        """How often the bot identified itself anew, and how often it resumed."""
        return self._gateway.identified, self._gateway.resumed

    async def ready(self) -> None:
        """Wait until the bot is connected."""
        async with asyncio.timeout(10):
            await self._gateway.ready.wait()

    async def drop(self, code: int = UNKNOWN_ERROR) -> None:
        """Break the gateway's connections; without a code as a failing network does."""
        await self._gateway.drop(code)

    def refuse_gateway(self, code: int | None) -> None:
        """Close the gateway with this code on whoever identifies from now on; None lets them in again."""
        self._gateway.refusal = code

    def fail(self, method: str, path: str, *, status: int, code: int = 0, times: int = 1) -> None:
        """Refuse the next requests to ``path`` (``*`` matches anything)."""
        self._rest.faults.append(Fault(method, path, times, status, code, "refused by the test"))

    def limit(self, method: str, path: str, *, retry_after: float, times: int = 1) -> None:
        """Answer the next requests to ``path`` with 429."""
        self._rest.faults.append(Fault(method, path, times, 429, retry_after=retry_after))

    def slow_down(self, calls: int) -> None:
        """Take so many requests in a second from now on, interactions' answers left out."""
        self._rest.overall = calls

    @property
    def floods(self) -> int:
        """How many requests were too many."""
        return self._rest.floods

    async def until(self, claim: Callable[[], bool], *, within: float = 10) -> None:
        """Wait until the claim holds; it is tried after every request of the bot."""
        async with asyncio.timeout(within), self._rest.changed:
            await self._rest.changed.wait_for(claim)

    async def command(self, user: Payload, channel: Payload, name: str, **options: object) -> Interaction:
        """Let the user type a slash command and wait until the bot has acknowledged it.

        A file is given as the payload of an attachment.
        """
        return await self._interact(COMMAND, user, channel, self._data(name, options))

    async def complete(
        self, user: Payload, channel: Payload, name: str, option: str, **options: str
    ) -> list[Payload]:
        """Let the user type into an option; gives the choices that the bot offers."""
        data = self._data(name, options)
        for part in data["options"]:
            part["focused"] = part["name"] == option
        return (await self._interact(AUTOCOMPLETE, user, channel, data)).choices

    async def press(self, user: Payload, message: Payload, custom_id: str) -> Interaction:
        """Let the user press a button of the message and wait until the bot has acknowledged it."""
        data: Payload = {"custom_id": custom_id, "component_type": 2}
        return await self._interact(COMPONENT, user, self._place(message), data, message)

    async def choose(self, user: Payload, message: Payload, custom_id: str, value: str) -> Interaction:
        """Let the user pick an option of a select of the message."""
        data: Payload = {"custom_id": custom_id, "component_type": 3, "values": [value]}
        return await self._interact(COMPONENT, user, self._place(message), data, message)

    def _place(self, message: Payload) -> Payload:
        return self.world.channels[int(message["channel_id"])]

    def _data(self, name: str, options: Mapping[str, object]) -> Payload:
        command = next(command for command in self.world.commands if command["name"] == name)
        kinds = {option["name"]: option["type"] for option in command.get("options", ())}
        files = {value["id"]: value for value in options.values() if isinstance(value, dict)}
        words = {key: value["id"] if isinstance(value, dict) else value for key, value in options.items()}
        given = [{"name": key, "type": kinds[key], "value": value} for key, value in words.items()]
        resolved = {"attachments": files} if files else {}
        return {"id": command["id"], "name": name, "type": 1, "options": given, "resolved": resolved}

    async def _interact(
        self, kind: int, user: Payload, channel: Payload, data: Payload, message: Payload | None = None
    ) -> Interaction:
        number = self.world.new_id()
        source = None if message is None else int(message["id"])
        interaction = Interaction(number, f"token-{number}", kind, int(channel["id"]), source)
        self.world.interactions[interaction.token] = interaction
        guild = self.world.guilds[int(channel["guild_id"])]
        payload: Payload = {
            "id": str(number),
            "application_id": str(self.world.application),
            "type": kind,
            "token": interaction.token,
            "version": 1,
            "data": data,
            "channel_id": channel["id"],
            "channel": channel,
            "guild_id": guild["id"],
            "guild": {"id": guild["id"], "locale": guild["preferred_locale"], "features": []},
            "guild_locale": guild["preferred_locale"],
            "locale": user.get("locale", "en-US"),
            "member": self.world.member(user, permissions=user.get("permissions", 0)),
            "app_permissions": str(self.world.permissions.get(int(channel["id"]), ALL_PERMISSIONS)),
            "entitlements": [],
            "authorizing_integration_owners": {"0": guild["id"]},
            "context": 0,
            "attachment_size_limit": 10_485_760,
        }
        if message is not None:
            payload["message"] = message
        await self._gateway.tell("INTERACTION_CREATE", payload)
        await self.until(lambda: interaction.callback is not None)
        return interaction
