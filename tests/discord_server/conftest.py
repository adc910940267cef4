"""A bot without any library for bots, and a small Discord around it."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import ClientSession, FormData

from tests.discord_server import DiscordServer, Payload

Answer = tuple[int, Any]


class Bot:
    """Sends requests and listens to events without any library for bots."""

    def __init__(self, server: DiscordServer, session: ClientSession) -> None:
        self.server = server
        self.session = session
        self.guild = server.world.add_guild()
        self.channel = server.world.add_channel(self.guild)
        self.thread = server.world.add_channel(self.guild, "game night", thread_of=self.channel)
        self.ann = server.world.add_user("Ann")

    async def __call__(self, method: str, path: str, body: object = None, *, file: bytes = b"") -> Answer:
        """The status and the answer."""
        headers = {"Authorization": f"Bot {self.server.token}"}
        sent: dict[str, Any] = {} if body is None else {"json": body}
        if file:
            form = FormData()
            form.add_field("payload_json", json.dumps(body), content_type="application/json")
            form.add_field("files[0]", file, filename="board.png")
            sent = {"data": form}
        async with self.session.request(
            method, self.server.api_base + path, headers=headers, **sent
        ) as response:
            text = await response.text()
            return response.status, json.loads(text) if text else None

    async def post(self, place: Payload, text: str = "turn 1", **body: object) -> Answer:
        """Post a message."""
        return await self("POST", f"/channels/{place['id']}/messages", {"content": text, **body})

    async def picture(self, place: Payload, message: str = "") -> Answer:
        """Post a picture, or put it into a message."""
        body = {"content": "board", "attachments": [{"id": 0, "filename": "board.png"}]}
        path = f"/channels/{place['id']}/messages"
        return await self(
            "PATCH" if message else "POST", f"{path}/{message}" if message else path, body, file=b"png"
        )

    async def edit(self, message: Payload, text: str = "turn 1 is over") -> Answer:
        """Edit a message."""
        path = f"/channels/{message['channel_id']}/messages/{message['id']}"
        return await self("PATCH", path, {"content": text, "components": []})

    async def delete(self, message: Payload) -> Answer:
        """Delete a message."""
        return await self("DELETE", f"/channels/{message['channel_id']}/messages/{message['id']}")

    async def read(self, place: Payload, query: str = "") -> list[str]:
        """The texts that reading a channel gives, in their order."""
        status, found = await self("GET", f"/channels/{place['id']}/messages{query}")
        assert status == 200
        return [message["content"] for message in found]

    def heard(self) -> list[str]:
        """The names of all events, oldest first."""
        return [event["t"] for event in self.server._gateway._told]

    def last(self) -> Payload:
        """What the newest event says."""
        event: Payload = self.server._gateway._told[-1]["d"]
        return event


def code(answer: Answer) -> tuple[int, int]:
    """The status and Discord's own code."""
    return answer[0], answer[1]["code"]


@pytest.fixture
async def bot() -> AsyncIterator[Bot]:
    """A bot and its server. No request may break the published description."""
    async with DiscordServer() as server, ClientSession() as session:
        yield Bot(server, session)
        assert server.problems == []
