"""Scenes as the page gets them: JSON for one reader, texts in that reader's language."""

import asyncio
import base64
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final
from urllib.parse import quote

import structlog

from bot.painter import Progress, Superseded
from bot.people import Channel, Person
from bot.scene import AUTO, NEAR, Choice, Offer, Phrase, Picture, PictureKind, Scene, Who, for_reader
from bot.texts import Texts
from bot.web_app.gallery import Gallery, Hung
from core import Figure

BOARDS: Final = frozenset({PictureKind.BOARD, PictureKind.CLOSE_UP})


def is_touched(scene: Scene) -> bool:
    """Whether the page shows a board of its own in place of the scene's picture: where a game is played."""
    return bool(scene.readings) and scene.picture is not None and scene.picture.kind in BOARDS


def pictures(picture: Picture, offer: Offer | None) -> tuple[Picture, Picture | None, Picture | None]:
    """The bare board in place of a picture, the last tile where it is touched, and the sprites."""
    return _bare(picture, offer), _near(picture, offer), _looks(picture, offer)


def _bare(picture: Picture, offer: Offer | None) -> Picture:
    areas = () if offer is None else tuple((cell, where) for cell, where, _ in offer.areas)
    return replace(picture, kind=PictureKind.BARE, areas=areas, view="whole")


def _near(picture: Picture, offer: Offer | None) -> Picture | None:
    last = picture.position.last
    if offer is None or last is None or all(cell != last.cell for cell, _, _ in offer.areas):
        return None
    return replace(picture, kind=PictureKind.BARE, view=NEAR, letters=(), figures=(), events=())


def _looks(picture: Picture, offer: Offer | None) -> Picture | None:
    tile = picture.position.tile
    offer = offer or Offer()
    wanted = replace(
        picture,
        kind=PictureKind.LOOKS,
        spots=tuple(cell for cell, _ in offer.placements),
        tiles=(*(kind for kind, _ in offer.held if kind), *(() if tile is None else (tile.id,))),
        pieces=tuple(
            (use.figure, cell, where)
            for cell, where, uses in offer.areas
            for use in uses
            if use.figure is not None
        ),
        letters=(),
        figures=(),
        events=(),
    )
    return wanted if wanted.tiles or wanted.pieces else None


def written_looks(address: str, hung: Hung) -> dict[str, Any]:
    """Sprites as the page gets them: their address, and the box of each in parts of the picture."""
    return {"src": address, "boxes": {name: box for name, *box in hung.painted.targets}}


def written_offer(offer: Offer) -> dict[str, Any]:
    """An offer as the page gets it."""
    return {
        "placements": [[*cell, list(turns)] for cell, turns in offer.placements],
        "areas": [
            {"cell": list(cell), "where": where, "uses": [list(use) for use in uses]}
            for cell, where, uses in offer.areas
        ],
        "held": [list(one) for one in offer.held],
    }


def standing(picture: Picture, names: Sequence[str]) -> list[dict[str, Any]]:
    """Points and meeples left of each seat, and who decides. ``names`` are as the reader knows them."""
    position = picture.position
    return [
        {
            "name": name,
            "points": points,
            "meeples": position.in_supply(seat, Figure.MEEPLE),
            "decides": seat == position.seat,
        }
        for seat, (name, points) in enumerate(zip(names, position.scores, strict=True))
    ]


Message = dict[str, Any]

NIGHT: Final = "night"

log: Final = structlog.get_logger(__name__)


class WebStyle:
    """Emphasis between two marks, which the page turns into an element of its own; nothing else is markup."""

    START: Final = "\x02"
    END: Final = "\x03"

    def escape(self, text: str) -> str:
        """The text without our marks."""
        return text.replace(self.START, "").replace(self.END, "")

    def bold(self, text: str) -> str:
        """The text between the marks."""
        return f"{self.START}{text}{self.END}"

    def command(self, name: str) -> str:
        """As it is typed."""
        return f"/{name}"

    def mention(self, who: Who) -> str:
        """The name alone: whose turn it is, a page shows in its title."""
        return self.escape(who.name)

    def channel(self, channel: Channel, message: str = "") -> str:  # noqa: ARG002  a room has one scene
        """The room's name."""
        return self.escape(channel.place[-1])

    def moment(self, when: datetime, text: str) -> str:  # noqa: ARG002  the words are all there is
        """The words."""
        return self.escape(text)


STYLE: Final = WebStyle()


class Scribe:
    """Writes scenes for the readers of one room, whose pages are at this address."""

    def __init__(self, address: str, texts: Texts, gallery: Gallery) -> None:
        self._at = address
        self._texts = texts
        self._gallery = gallery

    def say(self, phrase: Phrase, reader: Person) -> str:
        """One sentence, with emphasis."""
        return self._texts.say(phrase, reader.language, STYLE)

    def lines(self, scene: Scene, reader: Person) -> list[str]:
        """A scene's sentences alone."""
        return [self.say(phrase, reader) for phrase in scene.lines]

    async def write(
        self, scene: Scene, reader: Person, *, dark: bool = False, progress: Progress | None = None
    ) -> Message:
        """A whole scene, as this reader gets it. See :meth:`picture`."""
        message = self.words(scene, reader)
        picture = await self.picture(scene, reader, dark=dark, progress=progress)
        message["picture"] = picture
        if picture is not None:
            message["lines"] += picture.pop("said", [])
        return message

    def words(self, scene: Scene, reader: Person, picture: Message | None = None) -> Message:
        """A scene as this reader gets it, with a picture that :meth:`picture` has written or none."""
        touched = is_touched(scene)
        scene = for_reader(scene, reader.key)
        message: Message = {
            "game": scene.game,
            "version": scene.version,
            "turn": scene.turn,
            "yours": scene.actor == reader.key,
            "playing": bool(scene.actor),
            "lines": self.lines(scene, reader),
            "news": " ".join(self.say(phrase, reader) for phrase in scene.news),
            "standing": self._standing(scene.picture, reader, shown=touched or _is_close_up(scene.picture)),
            "picture": picture,
            "rows": [[self._choice(choice, reader) for choice in row] for row in scene.rows],
        }
        if touched and scene.picture is not None:
            message["board"] = {
                "tiles": scene.picture.position.bag_left,
                "tile": None if scene.picture.position.tile is None else scene.picture.position.tile.id,
                "laid": [[seat, *cell] for seat, cell in scene.laid],
                "offer": None if scene.offer is None else written_offer(scene.offer),
            }
        if scene.file is not None:
            content = base64.b64encode(scene.file.content).decode()
            message["file"] = {"name": scene.file.name, "content": content}
        return message

    def _standing(self, picture: Picture | None, reader: Person, *, shown: bool) -> list[Message]:
        """Points and meeples left, where the picture does not tell them."""
        if picture is None or not shown:
            return []
        return standing(picture, self._texts.names(picture.names, reader.language))

    def _choice(self, choice: Choice, reader: Person) -> Message:
        label = self._texts.say(choice.label, reader.language)
        return {"label": label, "command": choice.command, "style": choice.style}

    async def picture(
        self,
        scene: Scene,
        reader: Person,
        *,
        dark: bool = False,
        progress: Progress | None = None,
        live: bool = False,
    ) -> Message | None:
        """A scene's picture, as this reader gets it; None where there is none.

        Who reads in the ``dark`` gets pictures of the night, unless the chat has chosen others.
        ``progress`` is told of pictures that take long. ``live``: it is of no use any more when the room
        goes on. Of a board that one touches, there is more than one.
        """
        touched = live and is_touched(scene)
        scene = for_reader(scene, reader.key)
        picture = scene.picture
        if picture is None:
            return None
        if dark and picture.theme == AUTO:
            picture = replace(picture, theme=NIGHT)
        wanted = pictures(picture, scene.offer) if touched else (picture,)
        try:
            hung, *more = await asyncio.gather(
                *(self._hung(scene, one, reader.language, progress, live=live) for one in wanted)
            )
        except Superseded:
            return None
        except Exception:  # a picture that cannot be drawn must not keep anybody from playing
            log.exception("picture not drawn", at=self._at, game=scene.game, version=scene.version)
            return {"failed": self.say(Phrase("web.picture_failed"), reader)}
        if hung is None:
            return None
        written = self._alone(hung, reader)
        if picture.slow:
            written["save"] = hung.painted.filename
        if touched:
            near, looks = more
            written["plan"] = hung.painted.plan
            if near is not None:
                written["near"] = {"src": self._address(near), "plan": near.painted.plan}
            if looks is not None:
                written["looks"] = written_looks(self._address(looks), looks)
        return written

    def hanging(self, scene: Scene, *, dark: bool) -> str | None:
        """Where the board of a scene hangs already that pages show when they open, if there is one."""
        if not is_touched(scene) or scene.picture is None:
            return None
        picture = _bare(scene.picture, None)
        if dark and picture.theme == AUTO:
            picture = replace(picture, theme=NIGHT)
        name = self._gallery.board(scene, picture)
        return None if name is None else f"{self._at}picture/{quote(name)}"

    def _alone(self, hung: Hung, reader: Person) -> Message:
        """A picture without others that belong to it."""
        written: Message = {
            "src": self._address(hung),
            "alt": hung.painted.alt,
            "targets": [list(target) for target in hung.painted.targets],
        }
        if hung.painted.said:
            written["said"] = [self.say(phrase, reader) for phrase in hung.painted.said]
        return written

    async def _hung(
        self,
        scene: Scene,
        picture: Picture | None,
        language: str,
        progress: Progress | None,
        *,
        live: bool,
    ) -> Hung | None:
        if picture is None:
            return None
        return await self._gallery.hang(scene, picture, language, progress, live=live)

    def _address(self, hung: Hung) -> str:
        return f"{self._at}picture/{quote(hung.name)}"


def _is_close_up(picture: Picture | None) -> bool:
    return picture is not None and picture.kind is PictureKind.CLOSE_UP
