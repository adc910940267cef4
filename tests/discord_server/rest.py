"""The REST side: the way that a request takes, and what the bot asks about itself and its places."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable

from aiohttp import web

from tests.discord_server.activities import TOKEN_PATH, Activities
from tests.discord_server.api import BASE, ApiError, Call, as_json, limited, read
from tests.discord_server.faults import Fault, Faults
from tests.discord_server.interactions import Interactions
from tests.discord_server.messages import Messages, Tell
from tests.discord_server.rights import Rights
from tests.discord_server.schema import Schema
from tests.discord_server.world import ENTRY_POINT, Payload, World

Answer = Awaitable[web.Response]
Hook = Callable[[Call], Awaitable[None]]
"""Runs before or after a request is done; the bot waits for it."""

LARGEST_REQUEST = 25 * 2**20


class Rest:
    """Answers requests from the world. ``calls`` are all of them, ``problems`` what was wrong with them.

    ``before`` and ``after`` are run for each request: before anything is done, and when it is done but not
    yet answered.
    """

    def __init__(self, world: World, token: str, schema: Schema, tell: Tell) -> None:
        self._world = world
        self._token = token
        self._schema = schema
        self._rights = Rights(world)
        self.calls: list[Call] = []
        self.problems: list[str] = []
        self.faults = Faults()
        self.before: list[Hook] = []
        self.after: list[Hook] = []
        self.overall = 100_000
        self.floods = 0
        self._seen: deque[float] = deque()
        self.changed = asyncio.Condition()
        self.gateway_url = ""
        self.shards = 1
        self.app = web.Application(client_max_size=LARGEST_REQUEST)
        self.app.router.add_route("GET", "/attachments/{tail:.*}", self._file)
        messages = Messages(world, self._rights, tell)
        interactions = Interactions(world, self._rights, messages)
        self._activities = Activities(world)
        for method, path, handler in (
            ("GET", "/users/@me", self._me),
            ("POST", TOKEN_PATH, self._activities.token),
            ("GET", "/applications/{application}/activity-instances/{instance}", self._activities.instance),
            ("GET", "/users/@me/guilds", self._guilds),
            ("GET", "/guilds/{guild}", self._one_guild),
            ("GET", "/channels/{channel}", self._one_channel),
            ("GET", "/guilds/{guild}/members/{user}", self._one_member),
            ("GET", "/oauth2/applications/@me", self._application),
            ("GET", "/gateway", self._gateway),
            ("GET", "/gateway/bot", self._gateway_of_bot),
            ("GET", "/applications/{application}/commands", self._commands),
            ("PUT", "/applications/{application}/commands", self._put_commands),
            ("POST", "/users/@me/channels", messages.open_private),
            ("GET", "/channels/{channel}/messages", messages.history),
            ("POST", "/channels/{channel}/messages", messages.post),
            ("GET", "/channels/{channel}/messages/{message}", messages.get),
            ("PATCH", "/channels/{channel}/messages/{message}", messages.patch),
            ("DELETE", "/channels/{channel}/messages/{message}", messages.delete),
            ("POST", "/interactions/{interaction}/{token}/callback", interactions.callback),
            ("POST", "/webhooks/{application}/{token}", interactions.follow_up),
            ("PATCH", "/webhooks/{application}/{token}/messages/{message}", interactions.patch),
            ("DELETE", "/webhooks/{application}/{token}/messages/{message}", interactions.delete),
            ("*", "/{tail:.*}", self._nothing),
        ):
            self.app.router.add_route(method, BASE + path, self._guarded(handler))

    def _guarded(self, handler: Callable[[web.Request, Call], Answer]) -> Callable[[web.Request], Answer]:
        async def guarded(request: web.Request) -> web.Response:
            call = await read(request)
            self.calls.append(call)
            # OAuth2's own path is not in the description.
            if self._schema.present and call.path != TOKEN_PATH:
                self.problems += self._schema.problems(call.method, call.path, call.body)
            for hook in self.before:
                await hook(call)
            fault = self.faults.striking(call)
            if fault.cut:
                await self._notify()
                return self._hang_up(request)
            response = await self._answer(request, call, handler, fault)
            call.status = response.status
            await self._notify()
            for hook in self.after:
                await hook(call)
            if fault.delay:
                await asyncio.sleep(fault.delay)
            if fault.lose:
                return self._hang_up(request)
            call.answered = True
            await self._notify()
            return response

        return guarded

    async def _answer(
        self,
        request: web.Request,
        call: Call,
        handler: Callable[[web.Request, Call], Answer],
        fault: Fault,
    ) -> web.Response:
        try:
            return self._refusal(request, call, fault) or await handler(request, call)
        except ApiError as error:
            return as_json({"code": error.code, "message": str(error)}, status=error.status)

    def _refusal(self, request: web.Request, call: Call, fault: Fault) -> web.Response | None:
        """What Discord answers without looking at the request: a wrong token, or a trouble that is due."""
        known = "token" in request.match_info or call.path == TOKEN_PATH or self._activities.bearer(request)
        if not known and request.headers.get("Authorization") != f"Bot {self._token}":
            raise ApiError(401, 0, "401: Unauthorized")
        if fault.status == 429:
            return limited(fault.retry_after)
        if fault.status:
            raise ApiError(fault.status, fault.code, fault.message)
        # What answers an interaction has a token of its own and counts elsewhere.
        return None if "token" in request.match_info else self._flooded(time.monotonic())

    def _flooded(self, now: float) -> web.Response | None:
        """Count a request; what Discord says when it is one too many in this second."""
        while self._seen and now - self._seen[0] >= 1.0:
            self._seen.popleft()
        if len(self._seen) >= self.overall:
            self.floods += 1
            return limited(1.0 - (now - self._seen[0]), everywhere=True)
        self._seen.append(now)
        return None

    @staticmethod
    def _hang_up(request: web.Request) -> web.Response:
        """End the connection; what is returned goes nowhere."""
        if request.transport is not None:
            request.transport.close()
        return web.Response()

    async def _notify(self) -> None:
        async with self.changed:
            self.changed.notify_all()

    # What the bot asks about itself.

    async def _me(self, request: web.Request, _call: Call) -> web.Response:
        return as_json(self._activities.bearer(request) or self._world.bot)

    async def _guilds(self, _request: web.Request, _call: Call) -> web.Response:
        present = [guild for number, guild in self._world.guilds.items() if number not in self._world.absent]
        return as_json(
            [
                {"id": guild["id"], "name": guild["name"], "permissions": guild["roles"][0]["permissions"]}
                for guild in present
            ]
        )

    async def _one_guild(self, request: web.Request, _call: Call) -> web.Response:
        number = int(request.match_info["guild"])
        if number not in self._world.guilds or number in self._world.absent:
            raise ApiError(404, 10004, "Unknown Guild")
        return as_json(self._world.guilds[number])

    async def _one_channel(self, request: web.Request, _call: Call) -> web.Response:
        return as_json(self._rights.channel(request.match_info["channel"]))

    async def _one_member(self, request: web.Request, _call: Call) -> web.Response:
        guild = self._world.guilds.get(int(request.match_info["guild"]), {"members": []})
        for member in guild["members"]:
            if member["user"]["id"] == request.match_info["user"]:
                return as_json(member)
        raise ApiError(404, 10007, "Unknown Member")

    async def _application(self, _request: web.Request, _call: Call) -> web.Response:
        application = {
            "id": str(self._world.application),
            "name": "Bastide",
            "icon": None,
            "description": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "",
            "flags": 0,
            "owner": self._world.bot,
            "team": None,
        }
        return as_json(application)

    async def _gateway(self, _request: web.Request, _call: Call) -> web.Response:
        return as_json({"url": self.gateway_url})

    async def _gateway_of_bot(self, _request: web.Request, _call: Call) -> web.Response:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return as_json({"url": self.gateway_url, "shards": self.shards, "session_start_limit": limit})

    async def _commands(self, request: web.Request, _call: Call) -> web.Response:
        hidden = (
            set()
            if request.query.get("with_localizations") == "true"
            else {"name_localizations", "description_localizations"}
        )
        return as_json(
            [{k: v for k, v in command.items() if k not in hidden} for command in self._world.commands]
        )

    async def _put_commands(self, _request: web.Request, call: Call) -> web.Response:
        application = str(self._world.application)
        kept = {command.get("type", 1) for command in call.body}
        if ENTRY_POINT not in kept and any(c.get("type") == ENTRY_POINT for c in self._world.commands):
            raise ApiError(
                400,
                50240,
                "You cannot remove this app's Entry Point command in a bulk update operation. Please include "
                "the Entry Point command in your update request or delete it separately.",
            )
        self._world.commands = [
            {"id": str(self._world.new_id())}
            | _stored(command)
            | {"application_id": application, "version": "1"}
            for command in call.body
        ]
        return as_json(self._world.commands)

    async def _nothing(self, _request: web.Request, _call: Call) -> web.Response:
        raise ApiError(404, 0, "404: Not Found")

    async def _file(self, request: web.Request) -> web.Response:
        if request.path not in self._world.files:
            return web.Response(status=404)
        return web.Response(body=self._world.files[request.path])


def _stored(command: Payload) -> Payload:
    """The command as Discord gives it back: what says nothing is left out, here and in the options."""
    kept = {key: value for key, value in command.items() if value not in (None, False, [], {})}
    if "options" in kept:
        kept["options"] = [_stored(option) for option in kept["options"]]
    return kept
