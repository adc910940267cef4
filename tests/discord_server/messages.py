"""The routes about messages in channels: to read, post, edit and delete them."""

from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from tests.discord_server.api import ApiError, Call, as_json
from tests.discord_server.rights import Rights
from tests.discord_server.world import EPHEMERAL, Payload, World, is_thread, now

Tell = Callable[[str, Payload], Awaitable[None]]
"""Sends an event over the gateway."""

LONGEST_TEXT = 2000
LONGEST_NONCE = 25
MOST_ROWS = 5


class Messages:
    """Answers what is asked about messages, within the bot's rights."""

    def __init__(self, world: World, rights: Rights, tell: Tell) -> None:
        self._world = world
        self._rights = rights
        self._tell = tell

    async def open_private(self, _request: web.Request, call: Call) -> web.Response:
        """The private channel of a person."""
        user = self._world.users.get(int(call.body["recipient_id"]))
        if user is None:
            raise ApiError(404, 10013, "Unknown User")
        return as_json(self._world.private(user))

    async def history(self, request: web.Request, call: Call) -> web.Response:
        """The newest messages, or those around, before or after one; newest first."""
        channel = self._rights.channel(request.match_info["channel"])
        limit = _limit(call.query)
        anchors = [key for key in ("around", "before", "after") if key in call.query]
        if len(anchors) > 1:
            raise ApiError(400, 50035, "Invalid Form Body: around, before and after exclude each other")
        if not self._rights.history(channel):
            return as_json([])
        found = self._world.public(channel)
        if anchors:
            found = _beside(found, anchors[0], int(call.query[anchors[0]]), limit)
        return as_json([self.seen(message) for message in reversed(found[-limit:])])

    async def get(self, request: web.Request, _call: Call) -> web.Response:
        """One message."""
        channel, message = self._both(request)
        if not self._rights.history(channel):
            raise ApiError(403, 50013, "Missing Permissions")
        return as_json(self.seen(message))

    async def post(self, request: web.Request, call: Call) -> web.Response:
        """A new message; the same one once more if its nonce says so. It wakes a thread that sleeps."""
        channel = self._rights.channel(request.match_info["channel"])
        self._rights.send(channel, call.files)
        check_message(call.body, call.files, new=True)
        nonce = str(call.body.get("nonce") or "")
        key = (int(channel["id"]), nonce)
        if call.body.get("enforce_nonce") and key in self._world.nonces:
            # A message that was deleted meanwhile is not posted again either: Discord means it so.
            return as_json(self.seen(self._find(channel, self._world.nonces[key])) | {"nonce": nonce})
        body = call.body | {"message_reference": self._reference(channel, call.body)}
        await self.wake(channel)
        message = self._world.add_message(int(channel["id"]), body, call.files)
        if nonce:
            self._world.nonces[key] = int(message["id"])
        # Discord does not keep a nonce with the message: it stands in this answer alone.
        return as_json(self.seen(message) | ({"nonce": nonce} if nonce else {}))

    async def patch(self, request: web.Request, call: Call) -> web.Response:
        """An edit. It needs no right to send."""
        channel, message = self._both(request)
        self._rights.edit(channel, message)
        self._rights.attach(channel, call.files)
        check_message(call.body, call.files)
        return as_json(self.seen(self._world.change_message(message, call.body, call.files)))

    async def delete(self, request: web.Request, _call: Call) -> web.Response:
        """A message goes away."""
        channel, message = self._both(request)
        self._rights.delete(channel, message)
        del self._world.messages[int(channel["id"])][int(message["id"])]
        return web.Response(status=204)

    async def wake(self, channel: Payload) -> None:
        """Let a thread be active from now on, as a message in it does."""
        if is_thread(channel) and channel["thread_metadata"]["archived"]:
            channel["thread_metadata"] |= {"archived": False, "archive_timestamp": now()}
            await self._tell("THREAD_UPDATE", channel)

    def seen(self, message: Payload) -> Payload:
        """The message as the bot gets it: of what others wrote it may not read the content."""
        if message["author"]["id"] == self._world.bot["id"]:
            return message
        return message | {"content": "", "embeds": [], "attachments": [], "components": []}

    def _both(self, request: web.Request) -> tuple[Payload, Payload]:
        channel = self._rights.channel(request.match_info["channel"])
        return channel, self._find(channel, int(request.match_info["message"]))

    def _find(self, channel: Payload, number: int) -> Payload:
        found = self._world.messages[int(channel["id"])].get(number)
        if found is None or found["flags"] & EPHEMERAL:
            raise ApiError(404, 10008, "Unknown Message")
        return found

    def _reference(self, channel: Payload, body: Payload) -> Payload | None:
        """What the message is a reply to, if that is there; without it, it may be none."""
        reference: Payload | None = body.get("message_reference")
        if reference is None:
            return None
        if not self._rights.history(channel):
            raise ApiError(403, 160002, "Cannot reply without permission to read message history")
        if int(reference["message_id"]) in self._world.messages[int(channel["id"])]:
            return reference
        if reference.get("fail_if_not_exists", True):
            raise ApiError(400, 50035, "Invalid Form Body: message_reference: Unknown message")
        return None


def check_message(body: Payload, files: dict[int, bytes], *, new: bool = False) -> None:
    """Discord's rules about messages that its description does not state. Raises ApiError."""
    rows = body.get("components") or ()
    ids = [part["custom_id"] for row in rows for part in row["components"] if "custom_id" in part]
    if len(ids) != len(set(ids)):
        raise ApiError(400, 50035, "Invalid Form Body: a custom id is used twice")
    for row in rows:
        width = sum(5 if part["type"] == 3 else 1 for part in row["components"])
        if not 0 < width <= 5:
            raise ApiError(400, 50035, "Invalid Form Body: a row is empty or too wide")
    if len(rows) > MOST_ROWS:
        raise ApiError(400, 50035, "Invalid Form Body: too many rows")
    if len(body.get("content") or "") > LONGEST_TEXT:
        raise ApiError(400, 50035, "Invalid Form Body: the content is too long")
    if len(str(body.get("nonce") or "")) > LONGEST_NONCE:
        raise ApiError(400, 50035, "Invalid Form Body: the nonce is too long")
    if new and not (body.get("content") or body.get("embeds") or rows or files):
        raise ApiError(400, 50006, "Cannot send an empty message")


def _limit(query: dict[str, str]) -> int:
    limit = query.get("limit", "50")
    if not limit.isdecimal() or not 1 <= int(limit) <= 100:
        raise ApiError(400, 50035, "Invalid Form Body: limit")
    return int(limit)


def _beside(messages: list[Payload], side: str, anchor: int, limit: int) -> list[Payload]:
    """So many messages on this side of one, which need not be there any more; oldest first."""

    def number(message: Any) -> int:
        return int(message["id"])

    before = [message for message in messages if number(message) < anchor]
    after = [message for message in messages if number(message) > anchor]
    if side == "before":
        return before[-limit:]
    if side == "after":
        return after[:limit]
    here = [message for message in messages if number(message) == anchor]
    half = limit // 2
    return [*before[-half:], *here, *after[: limit - half - 1]] if half else here
