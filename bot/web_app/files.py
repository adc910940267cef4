"""The page's own files, as they go over the line: small, and only when they are others than before."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from aiohttp import ETag, web
from aiohttp.hdrs import ACCEPT_ENCODING

EACH_TIME: Final = "no-cache"
GZIP: Final = "gzip"
_TYPES: Final = {
    ".js": "text/javascript", ".css": "text/css", ".webmanifest": "application/manifest+json",
}  # fmt: skip
"""What a system's own table of types may call otherwise."""


@dataclass(frozen=True)
class ServedFile:
    """A file that anybody may fetch. ``packed``: it is text, so that it is sent compressed."""

    content: bytes
    mime: str
    packed: bool

    @classmethod
    def read(cls, path: Path) -> "ServedFile":
        """The file at a path."""
        mime = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        return cls(path.read_bytes(), mime, not mime.startswith("image/") or path.suffix == ".svg")

    @cached_property
    def etag(self) -> str:
        """What tells it from any other content."""
        return hashlib.sha256(self.content).hexdigest()[:20]

    @cached_property
    def small(self) -> bytes:
        """The content, compressed once and for all."""
        return gzip.compress(self.content, mtime=0)

    def answer(self, request: web.Request) -> web.Response:
        """The answer to a request for it: the file, or that the browser has it."""
        headers = {"Cache-Control": EACH_TIME} | ({"Vary": ACCEPT_ENCODING} if self.packed else {})
        compressed = self.packed and takes_gzip(request)
        # The two forms are the same file in other bytes, as a weak tag says.
        known = request.if_none_match or ()
        if any(tag.value in {self.etag, "*"} for tag in known):
            response = web.Response(status=304, headers=headers)
        else:
            if compressed:
                headers["Content-Encoding"] = GZIP
            body = self.small if compressed else self.content
            charset = "utf-8" if self.packed else None
            response = web.Response(body=body, content_type=self.mime, charset=charset, headers=headers)
        response.etag = ETag(self.etag, is_weak=self.packed)
        return response


def takes_gzip(request: web.Request) -> bool:
    """Whether whoever asks can read what is compressed by gzip."""
    for part in request.headers.get(ACCEPT_ENCODING, "")[:200].lower().split(","):
        coding, _, quality = part.partition(";")
        if coding.strip() == GZIP:
            return quality.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False
