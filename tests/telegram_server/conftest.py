"""A bot without any library for bots, and a small Bot API server around it."""

import json
from collections.abc import AsyncIterator
from io import BytesIO
from typing import Any

import pytest
from aiohttp import ClientSession, FormData
from PIL import Image

from tests.telegram_server import TOKEN, BotApiServer, Chat, Message


class Caller:
    """Sends requests without any library for bots."""

    def __init__(self, server: BotApiServer, session: ClientSession) -> None:
        self.server = server
        self.session = session
        self.ann = server.user("Ann")
        self.chat: Chat = server.group("Friends", self.ann)
        self.club = server.group("Club", self.ann, supergroup=True)
        self.forum = server.group("Forum", self.ann, forum=True)
        self.private = server.private(self.ann)

    async def __call__(self, method: str, token: str = TOKEN, **params: Any) -> dict[str, Any]:
        """The server's answer."""
        form = FormData()
        for name, value in params.items():
            if isinstance(value, bytes):
                form.add_field(name, value, filename=name)
            else:
                form.add_field(name, value if isinstance(value, str) else json.dumps(value))
        async with self.session.post(f"{self.server.base}/bot{token}/{method}", data=form) as response:
            answer: dict[str, Any] = await response.json()
        return answer

    async def sent(self, chat: Chat, text: str = "turn 1", **params: Any) -> Message:
        """A message that the bot has sent."""
        answer = await self("sendMessage", chat_id=chat.id, text=text, **params)
        assert answer["ok"], answer
        return chat.last

    async def refusal(self, method: str, chat: Chat, **params: Any) -> str:
        """Code and description of the error that the call meets; empty when it is done."""
        answer = await self(method, chat_id=chat.id, **params)
        return "" if answer["ok"] else f"{answer['error_code']} {answer['description']}"

    async def photo(self, chat: Chat, message: Message | None = None) -> str:
        """Send a photo, or put it into a message; the error, if any."""
        if message is None:
            return await self.refusal("sendPhoto", chat, photo=PHOTO)
        media = {"type": "photo", "media": "attach://board"}
        return await self.refusal("editMessageMedia", chat, message_id=message.id, media=media, board=PHOTO)

    def updates(self) -> list[tuple[str, dict[str, Any]]]:
        """The updates that wait for the bot, oldest first: kind and content."""
        return [
            (kind, content)
            for update in self.server._updates
            for kind, content in update.items()
            if kind != "update_id"
        ]


def _photo() -> bytes:
    file = BytesIO()
    Image.new("RGB", (90, 90)).save(file, "PNG")
    return file.getvalue()


PHOTO = _photo()


@pytest.fixture
async def call() -> AsyncIterator[Caller]:
    """A caller and its server."""
    async with BotApiServer() as server, ClientSession() as session:
        yield Caller(server, session)
