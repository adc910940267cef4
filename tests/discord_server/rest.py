"""The REST side: the routes that a bot with slash commands, buttons and pictures needs."""

import asyncio
import json
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from aiohttp import web

from tests.discord_server.schema import Schema
from tests.discord_server.world import EPHEMERAL, LOADING, Interaction, Payload, World

Answer = Awaitable[web.Response]

ENTRY_POINT = 4
"""The type of the command that starts an Activity."""
REPLY, DEFER_REPLY, DEFER_UPDATE, UPDATE, CHOICES = 4, 5, 6, 7, 8


class ApiError(Exception):
    """A refusal with Discord's own status and code."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


@dataclass
class Call:
    """A request that the bot made."""

    method: str
    path: str
    body: Any
    files: dict[int, bytes] = field(default_factory=dict)
    status: int = 0


@dataclass
class Fault:
    """A trouble to come: the next ``times`` matching requests are answered with this status instead."""

    method: str
    path: str
    times: int
    status: int
    code: int = 0
    message: str = ""
    retry_after: float = 0.0


def _limited(retry_after: float, *, everywhere: bool = False) -> web.Response:
    headers = {"X-RateLimit-Global": "true"} if everywhere else {}
    limited = {"message": "limited", "retry_after": retry_after, "global": everywhere}
    # The library takes a 429 without the header "Via" for a ban.
    return as_json(limited, status=429, headers={"Via": "1.1 google", **headers})


class Rest:
    """Answers requests from the world. ``calls`` are all of them, ``problems`` what was wrong with them."""

    def __init__(self, world: World, token: str, schema: Schema) -> None:
        self._world = world
        self._token = token
        self._schema = schema
        self.calls: list[Call] = []
        self.problems: list[str] = []
        self.faults: list[Fault] = []
        self.overall = 100_000
        self.floods = 0
        self._seen: deque[float] = deque()
        self.changed = asyncio.Condition()
        self.app = web.Application()
        self.app.router.add_route("GET", "/attachments/{tail:.*}", self._file)
        for method, path, handler in (
            ("GET", "/users/@me", self._me),
            ("GET", "/users/@me/guilds", self._guilds),
            ("GET", "/channels/{channel}", self._one_channel),
            ("GET", "/guilds/{guild}/members/{user}", self._one_member),
            ("GET", "/oauth2/applications/@me", self._application),
            ("GET", "/gateway", self._gateway),
            ("GET", "/applications/{application}/commands", self._commands),
            ("PUT", "/applications/{application}/commands", self._put_commands),
            ("POST", "/users/@me/channels", self._open_private),
            ("POST", "/channels/{channel}/messages", self._post),
            ("GET", "/channels/{channel}/messages/{message}", self._get),
            ("PATCH", "/channels/{channel}/messages/{message}", self._patch),
            ("DELETE", "/channels/{channel}/messages/{message}", self._delete),
            ("POST", "/interactions/{interaction}/{token}/callback", self._callback),
            ("POST", "/webhooks/{application}/{token}", self._follow_up),
            ("PATCH", "/webhooks/{application}/{token}/messages/{message}", self._patch_response),
            ("DELETE", "/webhooks/{application}/{token}/messages/{message}", self._delete_response),
        ):
            self.app.router.add_route(method, "/api/v10" + path, self._guarded(handler))
        self.gateway_url = ""

    def _guarded(self, handler: Callable[[web.Request, Call], Answer]) -> Callable[[web.Request], Answer]:
        async def guarded(request: web.Request) -> web.Response:
            call = await _read(request)
            self.calls.append(call)
            if self._schema.present:
                self.problems += self._schema.problems(call.method, call.path, call.body)
            try:
                response = self._refusal(request, call) or await handler(request, call)
            except ApiError as error:
                response = as_json({"code": error.code, "message": str(error)}, status=error.status)
            call.status = response.status
            async with self.changed:
                self.changed.notify_all()
            return response

        return guarded

    def _refusal(self, request: web.Request, call: Call) -> web.Response | None:
        """What Discord answers without looking at the request: a wrong token, or a trouble that is due."""
        if "token" not in request.match_info and request.headers.get("Authorization") != f"Bot {self._token}":
            raise ApiError(401, 0, "401: Unauthorized")
        for fault in self.faults:
            if not fault.times or fault.method != call.method or not fnmatchcase(call.path, fault.path):
                continue
            fault.times -= 1
            if fault.status != 429:
                raise ApiError(fault.status, fault.code, fault.message)
            return _limited(fault.retry_after)
        # What answers an interaction has a token of its own and counts elsewhere.
        return None if "token" in request.match_info else self._flooded(time.monotonic())

    def _flooded(self, now: float) -> web.Response | None:
        """Count a request; what Discord says when it is one too many in this second."""
        while self._seen and now - self._seen[0] >= 1.0:
            self._seen.popleft()
        if len(self._seen) >= self.overall:
            self.floods += 1
            return _limited(1.0 - (now - self._seen[0]), everywhere=True)
        self._seen.append(now)
        return None

    # What the bot asks about itself.

    async def _me(self, _request: web.Request, _call: Call) -> web.Response:
        return as_json(self._world.bot)

    async def _guilds(self, _request: web.Request, _call: Call) -> web.Response:
        everyone = {number: guild["roles"][0]["permissions"] for number, guild in self._world.guilds.items()}
        return as_json(
            [
                {"id": str(number), "name": guild["name"], "permissions": everyone[number]}
                for number, guild in self._world.guilds.items()
            ]
        )

    async def _one_channel(self, request: web.Request, _call: Call) -> web.Response:
        return as_json(self._world.channels[self._channel(request)])

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
        entries = {command["id"] for command in self._world.commands if command.get("type") == ENTRY_POINT}
        if entries - {command.get("id") for command in call.body}:
            raise ApiError(400, 50240, "You cannot remove this app's Entry Point command")
        self._world.commands = [
            {"id": str(self._world.new_id())}
            | _stored(command)
            | {"application_id": application, "version": "1"}
            for command in call.body
        ]
        return as_json(self._world.commands)

    # Messages.

    async def _post(self, request: web.Request, call: Call) -> web.Response:
        channel = self._channel(request)
        if channel in self._world.closed:
            raise ApiError(403, 50007, "Cannot send messages to this user")
        self._check_message(call.body)
        return as_json(self._world.add_message(channel, call.body, call.files))

    async def _open_private(self, _request: web.Request, call: Call) -> web.Response:
        user = self._world.users.get(int(call.body["recipient_id"]))
        if user is None:
            raise ApiError(404, 10013, "Unknown User")
        return as_json(self._world.private(user))

    async def _get(self, request: web.Request, _call: Call) -> web.Response:
        return as_json(self._message(self._channel(request), request.match_info["message"]))

    async def _patch(self, request: web.Request, call: Call) -> web.Response:
        message = self._message(self._channel(request), request.match_info["message"])
        self._check_message(call.body)
        return as_json(self._world.change_message(message, call.body, call.files))

    async def _delete(self, request: web.Request, _call: Call) -> web.Response:
        channel = self._channel(request)
        message = self._message(channel, request.match_info["message"])
        del self._world.messages[channel][int(message["id"])]
        return web.Response(status=204)

    # Interactions.

    async def _callback(self, request: web.Request, call: Call) -> web.Response:
        interaction = self._interaction(request)
        if interaction.callback is not None:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        kind, data = call.body["type"], call.body.get("data") or {}
        message: Payload | None = None
        if kind in {REPLY, DEFER_REPLY}:
            self._check_message(data)
            flags = data.get("flags", 0) & EPHEMERAL | (LOADING if kind == DEFER_REPLY else 0)
            message = self._world.add_message(interaction.channel, data, call.files, flags=flags)
            message["flags"] |= flags
            interaction.response = int(message["id"])
        elif kind in {DEFER_UPDATE, UPDATE}:
            interaction.response = interaction.source
            if kind == UPDATE:
                message = self._response(interaction, "@original")
                self._world.change_message(message, data, call.files)
        elif kind == CHOICES:
            interaction.choices = data["choices"]
        interaction.callback = kind
        about = {"id": str(interaction.id), "type": interaction.kind}
        if interaction.response is not None:
            about["response_message_id"] = str(interaction.response)
        answer: Payload = {"interaction": about}
        if message is not None:
            answer["resource"] = {"type": kind, "message": message}
        return as_json(answer)

    async def _follow_up(self, request: web.Request, call: Call) -> web.Response:
        interaction = self._interaction(request)
        self._check_message(call.body)
        flags = call.body.get("flags", 0) & EPHEMERAL
        message = self._world.add_message(interaction.channel, call.body, call.files, flags=flags)
        interaction.followups.append(int(message["id"]))
        return as_json(message)

    async def _patch_response(self, request: web.Request, call: Call) -> web.Response:
        message = self._response(self._interaction(request), request.match_info["message"])
        self._check_message(call.body)
        return as_json(self._world.change_message(message, call.body, call.files))

    async def _delete_response(self, request: web.Request, _call: Call) -> web.Response:
        interaction = self._interaction(request)
        message = self._response(interaction, request.match_info["message"])
        del self._world.messages[interaction.channel][int(message["id"])]
        return web.Response(status=204)

    async def _file(self, request: web.Request) -> web.Response:
        if request.path not in self._world.files:
            return web.Response(status=404)
        return web.Response(body=self._world.files[request.path])

    def _channel(self, request: web.Request) -> int:
        channel = int(request.match_info["channel"])
        if channel not in self._world.channels:
            raise ApiError(404, 10003, "Unknown Channel")
        return channel

    def _message(self, channel: int, message: str) -> Payload:
        found = self._world.messages[channel].get(int(message))
        if found is None or found["flags"] & EPHEMERAL:
            raise ApiError(404, 10008, "Unknown Message")
        return found

    def _interaction(self, request: web.Request) -> Interaction:
        interaction = self._world.interactions.get(request.match_info["token"])
        if interaction is None or interaction.expired:
            raise ApiError(404, 10062, "Unknown interaction")
        return interaction

    def _response(self, interaction: Interaction, name: str) -> Payload:
        number = interaction.response if name == "@original" else int(name)
        found = self._world.messages[interaction.channel].get(number or 0)
        if found is None:
            raise ApiError(404, 10008, "Unknown Message")
        return found

    def _check_message(self, body: Payload) -> None:
        """Discord's rules about messages that its description does not state."""
        components = [part for row in body.get("components") or () for part in row["components"]]
        ids = [part["custom_id"] for part in components]
        if len(ids) != len(set(ids)):
            raise ApiError(400, 50035, "Invalid Form Body: a custom id is used twice")
        for row in body.get("components") or ():
            width = sum(5 if part["type"] == 3 else 1 for part in row["components"])
            if not 0 < width <= 5:
                raise ApiError(400, 50035, "Invalid Form Body: a row is empty or too wide")


def _stored(command: Payload) -> Payload:
    """The command as Discord gives it back: what says nothing is left out, here and in the options."""
    kept = {key: value for key, value in command.items() if value not in (None, False, [], {})}
    if "options" in kept:
        kept["options"] = [_stored(option) for option in kept["options"]]
    return kept


def as_json(data: object, *, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """An answer. Its content type has no charset: discord.py wants exactly what Discord says."""
    body = json.dumps(data).encode()
    return web.Response(body=body, status=status, headers=headers, content_type="application/json")


async def _read(request: web.Request) -> Call:
    path = request.path.removeprefix("/api/v10")
    if not request.can_read_body:
        return Call(request.method, path, None)
    if request.content_type != "multipart/form-data":
        return Call(request.method, path, await request.json())
    form = await request.post()
    files: dict[int, bytes] = {}
    for name, part in form.items():
        if name.startswith("files[") and isinstance(part, web.FileField):
            files[int(name[6:-1])] = part.file.read()
            part.file.close()
    return Call(request.method, path, json.loads(str(form["payload_json"])), files)
