"""A room of the web table."""

import base64
from contextlib import AsyncExitStack
from itertools import count
from typing import Any, Final
from unittest.mock import patch

from bot.painter import Painter
from bot.people import Channel
from bot.table.table import Table
from bot.texts import Texts
from bot.web_app.app import WebApp
from bot.web_app.limits import Allowance
from tests.bot.transcripts.stage import LANGUAGES, calm, file_of, text_of
from tests.bot.web_app.page import Message, Page, opened

ROOM: Final = "games"
RESTING: Final = frozenset({"Client._write", "RequestHandler._handle_request", "RequestHandler.start"})
"""The ends of the pages' sockets; what they have been asked for is over when they answer a ping."""


class OnWeb:
    """A room of three, each with a page of their own."""

    platform = "web"

    def __init__(self) -> None:
        self._stack = AsyncExitStack()
        self._pages: dict[str, Page] = {}
        self._scenes: dict[str, Message] = {}
        self._answers: dict[str, Message] = {}
        self._heard: dict[str, list[Message]] = {name: [] for name in LANGUAGES}
        self._files = count()
        self._keys: dict[str, str] = {}
        self.channel = Channel("web", (ROOM,))

    async def open(self, table: Table, texts: Texts, painter: Painter) -> None:
        """See Stage."""
        # Three people press and look as fast as the machine can.
        self._stack.enter_context(patch.object(Allowance, "take", lambda *_: True))
        self.app = WebApp(host="127.0.0.1", port=0, table=table, texts=texts, painter=painter)
        site = await self.app.start()
        self._stack.push_async_callback(self.app.stop)
        for name, tag in LANGUAGES.items():
            page = self._pages[name] = await self._stack.enter_async_context(
                opened(site, ROOM, name, language=tag)
            )
            self._hear(name, page.welcome)
        rooms = list(self.app._rooms)
        self._keys = {client.person.name: client.person.key for client in rooms[0].clients}
        await self.settled()

    async def close(self) -> None:
        """See Stage."""
        await self._stack.aclose()

    def key(self, who: str) -> str:
        """See Stage."""
        return self._keys[who]

    async def type(self, who: str, words: str) -> None:
        """See Stage."""
        await self._pages[who].do(words.removeprefix("/"))
        await self.settled()

    async def press(self, who: str, command: str) -> None:
        """See Stage."""
        scene = self._found(who, command)
        assert scene is not None, f"{who} sees no button {command!r}"
        await self._pages[who].do(command, game=scene["game"], version=scene["version"])
        await self.settled()

    async def upload(self, who: str, words: str, content: bytes) -> None:
        """See Stage."""
        page = self._pages[who]
        file = {"size": len(content), "text": content.decode()}
        await page.socket.send_json(
            {"type": "do", "once": f"file-{next(self._files):08}", "command": words, "file": file}
        )
        await self.settled()

    def offers(self, who: str, command: str) -> bool:
        """See Stage."""
        return self._found(who, command) is not None

    async def settled(self) -> None:
        """See Stage."""
        # What one page asks for is sent to the others before its own pong, and twice is after all pictures.
        for _ in range(2):
            for name, page in self._pages.items():
                for message in await page.settled():
                    self._hear(name, message)
            await calm(RESTING)

    def news(self) -> list[str]:
        """See Stage."""
        told: list[str] = []
        for name, messages in self._heard.items():
            for message in _joined(messages):
                told += [f"{name}'s page gets {message['type']}:", *(f"  {line}" for line in _lines(message))]
            messages.clear()
        return told

    def _found(self, who: str, command: str) -> Message | None:
        for scene in (self._answers.get(who), self._scenes.get(who)):
            if scene and any(c["command"] == command for row in scene["rows"] for c in row):
                return scene
        return None

    def _hear(self, name: str, message: Message) -> None:
        kind = message["type"]
        if kind in {"scene", "welcome"}:
            self._scenes[name] = message["scene"]
        if kind == "answer":
            self._answers[name] = message["scene"]
        self._heard[name].append(message)


def _joined(messages: list[Message]) -> list[Message]:
    """What a page shows in the end: a picture that came later with its words, the newest who is who."""
    shown: list[Message] = []
    for message in messages:
        kind = message["type"]
        if kind == "picture" and shown and "scene" in shown[-1]:
            shown[-1]["scene"]["picture"] = message["picture"]
        elif kind == "people":
            shown = [other for other in shown if other["type"] != kind] + [message]
        elif kind not in {"done", "progress"}:
            shown.append(message)
    return shown


def _lines(message: Message) -> list[str]:
    """What a message says, but for keys of taps, words of the page itself and who sits where."""
    lines: list[str] = []
    for key, value in message.items():
        if key in {"type", "once", "words", "seats"}:
            continue
        if key == "scene":
            lines += _scene(value)
        elif key in {"entries", "log"}:
            for entry in value:
                lines += ["- entry", *(_scene(entry) if isinstance(entry, dict) else text_of(str(entry)))]
        elif key == "picture":
            lines += _picture(value)
        else:
            lines.append(f"{key}: {_said(value)}")
    return lines


def _scene(scene: Message) -> list[str]:
    about = {k: v for k, v in scene.items() if k not in {"lines", "picture", "rows", "file", "news"}}
    lines = [" ".join(f"{key}={_said(value)}" for key, value in about.items())]
    for line in scene.get("lines", ()):
        lines += text_of(_said(line))
    if scene.get("news"):
        lines.append(f"announced: {_said(scene['news'])}")
    lines += _picture(scene.get("picture"))
    if file := scene.get("file"):
        lines += file_of(file["name"], base64.b64decode(file["content"]))
    for row in scene.get("rows", ()):
        weights = {"main": " (main)", "danger": " (danger)"}
        row_ = (f"[{c['label']}{weights.get(c['style'], '')} = {c['command']}]" for c in row)
        lines.append(" ".join(row_))
    return lines


def _picture(picture: Message | None) -> list[str]:
    if not picture:
        return []
    rest = {k: v for k, v in picture.items() if k not in {"alt", "url", "src"}}
    return [f"<{picture['alt']}>", *([f"picture: {_said(rest)}"] if rest else [])]


def _said(value: Any) -> str:
    return str(value).replace("\x02", "*").replace("\x03", "*")
