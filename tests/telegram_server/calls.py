"""A request as it arrives."""

import json
from dataclasses import dataclass
from typing import Any

from aiohttp import web


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a request."""

    name: str
    content: bytes


@dataclass(slots=True)
class Call:
    """One request of the bot.

    ``status`` is what it came to (200 when it was done, else the error's code), 0 as long as nothing was
    decided. ``answered`` tells whether the bot has been told so: it stays False for an answer that is late
    or lost.
    """

    method: str
    params: dict[str, str]
    files: dict[str, Upload]
    status: int = 0
    answered: bool = False

    @property
    def chat_id(self) -> int:
        """The chat it is about, 0 if none."""
        return self.number("chat_id") or 0

    @property
    def closing(self) -> bool:
        """Whether it is an edit that takes a message's buttons away."""
        markup = self.json("reply_markup") or {}
        return self.method.startswith("edit") and not any(markup.get("inline_keyboard", ()))

    def number(self, name: str) -> int | None:
        """A parameter as a number."""
        return int(self.params[name]) if name in self.params else None

    def json(self, name: str) -> Any:
        """A parameter as an object; None when it is not given."""
        return json.loads(self.params[name]) if name in self.params else None


async def read(request: web.Request, method: str) -> Call:
    """The request, whichever way its parameters come."""
    params: dict[str, str] = {}
    files: dict[str, Upload] = {}
    if request.content_type == "application/json":
        params = {name: str(value) for name, value in (await request.json()).items()}
    else:
        for name, value in (await request.post()).items():
            if isinstance(value, web.FileField):
                files[name] = Upload(value.filename, value.file.read())
                value.file.close()
            else:
                params[name] = str(value)
    return Call(method, params | dict(request.query), files)
