"""What requests, answers and refusals look like, whatever they are about."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

BASE = "/api/v10"


class ApiError(Exception):
    """A refusal with Discord's own status and code."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


@dataclass
class Call:
    """A request that the bot made.

    ``status`` is what it came to, 0 as long as nothing was done. ``answered`` tells whether the bot has been
    told so: it stays False for an answer that is late or lost.
    """

    method: str
    path: str
    body: Any
    files: dict[int, bytes] = field(default_factory=dict)
    query: dict[str, str] = field(default_factory=dict)
    status: int = 0
    answered: bool = False

    @property
    def message(self) -> Mapping[str, Any]:
        """The message in the body, if there is one: that of an interaction's answer, too."""
        body = self.body if isinstance(self.body, Mapping) else {}
        data = body.get("data")
        return data if isinstance(data, Mapping) else body

    @property
    def closing(self) -> bool:
        """Whether it takes a message's buttons away."""
        return self.message.get("components") == []


def as_json(data: object, *, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """An answer. Its content type has no charset: discord.py wants exactly what Discord says."""
    body = json.dumps(data).encode()
    return web.Response(body=body, status=status, headers=headers, content_type="application/json")


def limited(retry_after: float, *, everywhere: bool = False) -> web.Response:
    """The answer to one request too many."""
    headers = {"X-RateLimit-Global": "true"} if everywhere else {}
    body = {"message": "limited", "retry_after": retry_after, "global": everywhere}
    # The library takes a 429 without the header "Via" for a ban.
    return as_json(body, status=429, headers={"Via": "1.1 google", **headers})


async def read(request: web.Request) -> Call:
    """The request, its files apart."""
    path, query = request.path.removeprefix(BASE), dict(request.query)
    if not request.can_read_body:
        return Call(request.method, path, None, query=query)
    if request.content_type == "application/x-www-form-urlencoded":
        return Call(request.method, path, dict(await request.post()), query=query)
    if request.content_type != "multipart/form-data":
        return Call(request.method, path, await request.json(), query=query)
    form = await request.post()
    files: dict[int, bytes] = {}
    for name, part in form.items():
        if name.startswith("files[") and isinstance(part, web.FileField):
            files[int(name[6:-1])] = part.file.read()
            part.file.close()
    payload = form["payload_json"]
    body = payload if isinstance(payload, str | bytes | bytearray) else payload.file.read()
    return Call(request.method, path, json.loads(body), files, query)
