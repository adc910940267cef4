"""Pictures under addresses: drawn once for each language, kept for as long as people look at them."""

import asyncio
import hashlib
from collections import OrderedDict
from dataclasses import dataclass, fields
from typing import Final

from bot.painter import Live, Painted, Painter, Progress
from bot.scene import Picture, Scene

PROFILE: Final = "web"
MOST_BYTES: Final = 48 * 1024 * 1024
MOST_NAMES: Final = 2048
SUFFIXES: Final = {
    "image/png": "png",
    "image/jpeg": "jpg",
    "image/webp": "webp",
    "image/gif": "gif",
    "video/mp4": "mp4",
}

_Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Hung:
    """A picture that can be fetched: its file name (no two pictures share one), and the picture itself."""

    name: str
    painted: Painted


class Gallery:
    """The pictures of all rooms.

    A name ends in a digest of language and content: whoever knows it was shown the picture, the browser may
    keep it for ever, and after a restart the same picture gets the same name.
    """

    def __init__(self, painter: Painter, *, most_bytes: int = MOST_BYTES) -> None:
        self._painter = painter
        self._most_bytes = most_bytes
        self._bytes = 0
        self._hung: OrderedDict[str, Hung] = OrderedDict()
        self._names: OrderedDict[_Key, str] = OrderedDict()
        self._drawing: dict[tuple[Live | None, _Key], asyncio.Task[Hung]] = {}
        self._waiting: dict[_Key, list[Progress]] = {}

    async def hang(
        self,
        scene: Scene,
        picture: Picture,
        language: str,
        progress: Progress | None = None,
        *,
        live: bool = False,
    ) -> Hung:
        """Draw the scene's picture unless it hangs already. Raises what the painter raises.

        Of pictures that take long, ``progress`` is told to everybody who waits for them. ``live``: of its
        room, only the newest scene needs its picture.
        """
        of = Live(scene.game, scene.version) if live and scene.game else None
        if not scene.game:  # nothing tells one position from another
            return await self._draw(None, scene.version, picture, language, of)
        key = _key(scene, picture, language)
        hung = self._hung.get(self._names.get(key, ""))
        if hung is not None:
            self._hung.move_to_end(hung.name)
            return hung
        # What somebody asked for is drawn also when the room has gone on.
        task = self._drawing.get((of, key))
        if task is None:
            drawing = self._draw(key, scene.version, picture, language, of)
            task = self._drawing[of, key] = asyncio.create_task(drawing)
            task.add_done_callback(lambda _: self._forget(of, key))
        if progress is not None:
            self._waiting.setdefault(key, []).append(progress)
        return await asyncio.shield(task)

    def find(self, name: str) -> Hung | None:
        """The picture with this name, if it still hangs."""
        return self._hung.get(name)

    def _forget(self, of: Live | None, key: _Key) -> None:
        self._drawing.pop((of, key), None)
        self._waiting.pop(key, None)

    async def _draw(
        self, key: _Key | None, version: int, picture: Picture, language: str, of: Live | None
    ) -> Hung:
        def report(done: int, parts: int) -> None:
            for progress in self._waiting.get(key, ()) if key is not None else ():
                progress(done, parts)

        told = report if picture.slow else None
        painted = await self._painter.paint(picture, PROFILE, language, told, live=of)
        digest = hashlib.sha256(language.encode() + painted.content).hexdigest()[:20]
        hung = Hung(f"{version}-{picture.kind}-{digest}.{SUFFIXES.get(painted.mime, 'bin')}", painted)
        self._bytes += len(painted.content) if hung.name not in self._hung else 0
        self._hung[hung.name] = hung
        while self._bytes > self._most_bytes and len(self._hung) > 1:
            _, old = self._hung.popitem(last=False)
            self._bytes -= len(old.painted.content)
        if key is not None:
            self._names[key] = hung.name
            if len(self._names) > MOST_NAMES:
                self._names.popitem(last=False)
        return hung


def _key(scene: Scene, picture: Picture, language: str) -> _Key:
    # A game and its version tell what its position and its record are.
    told = {"position", "record"}
    rest = (getattr(picture, field.name) for field in fields(picture) if field.name not in told)
    return (scene.game, scene.version, language, *rest)
