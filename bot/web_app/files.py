"""The page's own files, as they go over the line: small, and only when they are others than before."""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from aiohttp import ETag, web
from aiohttp.hdrs import ACCEPT_ENCODING

EACH_TIME: Final = "no-cache"
FOR_EVER: Final = "public, max-age=31536000, immutable"
SERVED: Final = frozenset({".css", ".js", ".png", ".svg", ".webmanifest"})
WORKER: Final = "worker.js"
"""Not among the other files: it has an address of its own, which says for which pages it works."""
GZIP: Final = "gzip"
ENTRY: Final = "room.js"
"""What begins a room, and fetches the rest: over a slow line one file comes sooner than thirty."""
KNOCK: Final = "knock.js"
"""What stands in the page of a board itself: a file of its own would cost a way there and back."""
SHEET: Final = "room.css"
SHEETS: Final = ("style.css", "board.css", "lasting.css")
"""The sheets of a room, joined in this order."""

_IMPORT: Final = re.compile(
    r'^import (?:\* as (?P<all>\w+)|(?P<some>\{[^}]*\})) from "\./(?P<of>\w+\.js)";$', re.MULTILINE
)
_EXPORT: Final = re.compile(
    r"^export (?P<what>(?:async )?(?:class|function|const) (?P<name>\w+))", re.MULTILINE
)
_UNREAD: Final = re.compile(r"^\s*(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/)\n|^[ ]+", re.MULTILINE)
"""What browsers pass over in a script: comments that have lines of their own, and what lines begin with."""
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
    def of(cls, name: str, content: bytes) -> "ServedFile":
        """The file of this name."""
        mime = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        return cls(content, mime, not mime.startswith("image/") or name.endswith(".svg"))

    @cached_property
    def etag(self) -> str:
        """What tells it from any other content."""
        return hashlib.sha256(self.content).hexdigest()[:20]

    @cached_property
    def small(self) -> bytes:
        """The content, compressed once and for all."""
        return gzip.compress(self.content, mtime=0)

    def answer(self, request: web.Request, keep: str = EACH_TIME) -> web.Response:
        """The answer to a request for it: the file, or that the browser has it. ``keep`` is for how long."""
        headers = {"Cache-Control": keep} | ({"Vary": ACCEPT_ENCODING} if self.packed else {})
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


class StaticFiles:
    """The files of a folder. Their ``edition`` is a digest of all: an address with it always means the same.

    Files name each other, so a page has all of one edition, whatever is served meanwhile. ``knock`` is the
    script that a board's page has in itself.
    """

    def __init__(self, folder: Path) -> None:
        contents = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
        every = hashlib.sha256()
        for name, content in contents.items():
            every.update(b"%b\0%b\0" % (name.encode(), hashlib.sha256(content).digest()))
        self.edition = every.hexdigest()[:20]
        worker = contents.pop(WORKER).replace(b"{{ edition }}", self.edition.encode())
        self.worker = ServedFile.of(WORKER, worker)
        scripts = {name: content.decode() for name, content in contents.items() if name.endswith(".js")}
        self.knock = joined(scripts, KNOCK)
        contents[ENTRY] = joined(scripts, ENTRY).encode()
        contents[SHEET] = b"\n".join(contents[name] for name in SHEETS)
        self._files = {
            name: ServedFile.of(name, content)
            for name, content in contents.items()
            if Path(name).suffix in SERVED
        }

    def answer(self, request: web.Request, name: str, edition: str = "") -> web.Response:
        """The answer to a request for the file of a name. Raises HTTPNotFound.

        Of an edition that is not ours there is what we have, for once: another server may have that one.
        """
        file = self._files.get(name)
        if file is None:
            raise web.HTTPNotFound
        return file.answer(request, FOR_EVER if edition == self.edition else EACH_TIME)


def joined(scripts: Mapping[str, str], entry: str) -> str:
    """One script that is ``entry`` and all that it imports, each of them once and with names of its own.

    They are modules as ours are: an import takes names, or all of them as one, an export stands at the
    beginning of what is exported, and no text has several lines. What only people read is left out, which is
    a fifth of all. Raises KeyError where there is no such script.
    """
    parts: dict[str, str] = {}

    def add(name: str) -> None:
        source = scripts[name]
        for match in _IMPORT.finditer(source):
            if match["of"] not in parts:
                add(match["of"])
        given = ", ".join(match["name"] for match in _EXPORT.finditer(source))
        body = _EXPORT.sub(r"\g<what>", _IMPORT.sub(_taken, source))
        parts[name] = f"const {_scope(name)} = (() => {{\n{body}\nreturn {{ {given} }};\n}})();\n"

    add(entry)
    return _UNREAD.sub("", "".join(parts.values()))


def _scope(name: str) -> str:
    return f"${name.removesuffix('.js')}"


def _taken(match: re.Match[str]) -> str:
    names = match["all"] or re.sub(r"(\w+) as (\w+)", r"\1: \2", match["some"])
    return f"const {names} = {_scope(match['of'])};"


def takes_gzip(request: web.Request) -> bool:
    """Whether whoever asks can read what is compressed by gzip."""
    for part in request.headers.get(ACCEPT_ENCODING, "")[:200].lower().split(","):
        coding, _, quality = part.partition(";")
        if coding.strip() == GZIP:
            return quality.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False
