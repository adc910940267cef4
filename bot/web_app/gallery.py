"""Pictures under addresses: drawn once for each reading of them, kept for as long as people look at them."""

import asyncio
import hashlib
from collections import OrderedDict
from dataclasses import dataclass, fields, replace
from typing import Final

from bot.painter import Live, Painted, Painter, Progress
from bot.scene import Picture, PictureKind, Scene

PROFILE: Final = "web"
MOST_BYTES: Final = 16 * 1024 * 1024
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
    """A picture that can be fetched: its file name, which tells its content, and the picture itself."""

    name: str
    painted: Painted


class Gallery:
    """The pictures of all rooms.

    A name ends in a digest of the content: whoever knows it was shown the picture, the browser may keep it
    for ever, and after a restart the same picture gets the same name. What is said of a picture, and where
    one may touch it, can be something else for each reader.
    """

    def __init__(self, painter: Painter, *, most_bytes: int = MOST_BYTES) -> None:
        self._painter = painter
        self._most_bytes = most_bytes
        self._bytes = 0
        self._hung: OrderedDict[str, Hung] = OrderedDict()
        self._told: OrderedDict[_Key, Hung] = OrderedDict()
        self._boards: OrderedDict[_Key, str] = OrderedDict()
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
            return await self._draw(scene, None, picture, language, of)
        key = _key(scene, picture, language)
        told = self._told.get(key)
        if told is not None and (kept := self._hung.get(told.name)) is not None:
            self._hung.move_to_end(told.name)
            return replace(told, painted=replace(told.painted, content=kept.painted.content))
        # What somebody asked for is drawn also when the room has gone on.
        task = self._drawing.get((of, key))
        if task is None:
            drawing = self._draw(scene, key, picture, language, of)
            task = self._drawing[of, key] = asyncio.create_task(drawing)
            task.add_done_callback(lambda _: self._forget(of, key))
        if progress is not None:
            self._waiting.setdefault(key, []).append(progress)
        return await asyncio.shield(task)

    def board(self, scene: Scene, picture: Picture) -> str | None:
        """The name of a scene's bare board if it hangs already, whoever was shown it."""
        name = self._boards.get(_board(scene, picture), "")
        return name if name in self._hung else None

    def find(self, name: str) -> Hung | None:
        """The picture with this name, if it still hangs."""
        return self._hung.get(name)

    def _forget(self, of: Live | None, key: _Key) -> None:
        self._drawing.pop((of, key), None)
        self._waiting.pop(key, None)

    async def _draw(
        self, scene: Scene, key: _Key | None, picture: Picture, language: str, of: Live | None
    ) -> Hung:
        def report(done: int, parts: int) -> None:
            for progress in self._waiting.get(key, ()) if key is not None else ():
                progress(done, parts)

        told = report if picture.slow else None
        painted = await self._painter.paint(picture, PROFILE, language, told, live=of)
        digest = hashlib.sha256(painted.content).hexdigest()[:20]
        suffix = SUFFIXES.get(painted.mime, "bin")
        hung = Hung(f"{scene.version}-{picture.kind}-{digest}.{suffix}", painted)
        self._bytes += len(painted.content) if hung.name not in self._hung else 0
        self._hung[hung.name] = hung
        while self._bytes > self._most_bytes and len(self._hung) > 1:
            _, old = self._hung.popitem(last=False)
            self._bytes -= len(old.painted.content)
        if key is not None:
            self._told[key] = replace(hung, painted=replace(painted, content=b""))
            if len(self._told) > MOST_NAMES:
                self._told.popitem(last=False)
            if picture.kind is PictureKind.BARE:
                self._boards[_board(scene, picture)] = hung.name
                if len(self._boards) > MOST_NAMES:
                    self._boards.popitem(last=False)
        return hung


def _board(scene: Scene, picture: Picture) -> _Key:
    # What is offered on a bare board is not seen in it.
    return (scene.game, scene.version, picture.view, picture.theme)


def _key(scene: Scene, picture: Picture, language: str) -> _Key:
    # A game and its version tell what its position and its record are.
    told = {"position", "record"}
    rest = (getattr(picture, field.name) for field in fields(picture) if field.name not in told)
    return (scene.game, scene.version, language, *rest)
