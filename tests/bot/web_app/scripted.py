"""A small table with a script instead of rules: enough to see what the web table makes of scenes."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

from bot.painter import Live, Painted, Progress
from bot.people import Channel, Person
from bot.request import Reply, Request
from bot.scene import Choice, File, Phrase, Picture, PictureKind, Scene, Style, Who
from bot.shown import NOTHING_SHOWN, Shown
from bot.store.protocol import StoreUnavailable
from bot.texts import Texts
from bot.texts.catalogues import FOLDER
from core import GameRecord, Position

SENTENCES = {
    "lobby": "Sitting here: {people}.",
    "join": "Join",
    "start": "Start",
    "turn": "Now {who} lays the tile.",
    "deploy": "{who} may put a meeple on it.",
    "laid": "{who} laid on spot {spot}.",
    "number": "{n}",
    "pass": "Pass",
    "not_you": "It is not your turn, {who}.",
    "no_spot": "There is no spot {spot}.",
    "stale": "That button is old.",
    "whole": "The **whole** board.",
}


def texts_with_sentences(folder: Path) -> Texts:
    """The real catalogues and the sentences of the script."""
    for language in ("en", "pl"):
        shutil.copytree(FOLDER / language, folder / language)
    lines = [f'msgid "test.{key}"\nmsgstr "{text}"\n' for key, text in SENTENCES.items()]
    (folder / "en" / "test.po").write_text("\n".join(lines), encoding="utf-8")
    (folder / "pl" / "test.po").write_text('msgid "test.join"\nmsgstr "Dołącz"\n', encoding="utf-8")
    return Texts.load(folder)


@dataclass
class Play:
    """One scripted game."""

    position: Position = field(default_factory=GameRecord(players=("Ann", "Bo"), seed="5eed").replay)
    version: int = 1
    turn: int = 0
    people: list[Person] = field(default_factory=list)
    seat: int = -1
    laid: bool = False
    said: dict[int, Scene] = field(default_factory=dict)
    shown: Shown = NOTHING_SHOWN
    settled: bool = False


class ScriptedTable:
    """Join, start, then lay on a spot and pass, for ever. It counts what it did.

    While it is ``away`` it neither tells nor takes note of anything; while it is ``deaf`` it still does what
    it is asked.
    """

    def __init__(self, spots: int = 60) -> None:
        self.spots = spots
        self.plays: dict[Channel, Play] = {}
        self.moves: list[tuple[str, str]] = []
        self.seen: set[str] = set()
        self.requests: list[Request] = []
        self.noted: list[tuple[Channel, str, int, str]] = []
        self.away = self.deaf = False
        self.gate = asyncio.Event()
        self.gate.set()

    async def handle(self, request: Request) -> Reply:
        """Answer, refuse or move."""
        self.requests.append(request)
        await self.gate.wait()
        if self.away:
            return Reply(refusal=Phrase("refusal.store_unavailable"))
        if request.once in self.seen:
            return self._reply(request.channel)
        match request.command:
            case "board":
                return Reply(answer=Scene((Phrase("test.whole"),), self._picture(Play()), (), "g", 1))
            case "export":
                return Reply(answer=Scene((Phrase("test.whole"),), file=File("game.json", b'{"a": 1}')))
            case "break":
                raise RuntimeError("broken on purpose")
        refusal = self._refusal(request)
        if refusal is not None:
            return Reply(refusal=refusal)
        self.seen.add(request.once)
        self.moves.append((request.person.name, request.command))
        self._move(request)
        return self._reply(request.channel)

    def _refusal(self, request: Request) -> Phrase | None:
        name, *words = request.command.split()
        play = self.plays.get(request.channel)
        if play is None:
            return None if name == "new" else Phrase("web.not_understood")
        if request.game and request.version != play.version:
            return Phrase("test.stale")
        if name in {"place", "pass"} and play.people[play.seat].key != request.person.key:
            return Phrase("test.not_you", {"who": Who(request.person.name)})
        if name == "place" and not (words and words[0].isdigit() and int(words[0]) <= self.spots):
            return Phrase("test.no_spot", {"spot": " ".join(words)})
        return None if name in {"new", "join", "start", "place", "pass"} else Phrase("web.not_understood")

    def _move(self, request: Request) -> None:
        person, name = request.person, request.command.split()[0]
        if name == "new":
            before = self.plays.get(request.channel, Play())
            self.plays[request.channel] = Play(people=[person], shown=before.shown)
        play = self.plays[request.channel]
        play.version += 1
        match name:
            case "join":
                play.people.append(person)
            case "start":
                play.seat, play.turn = 0, 1
            case "place":
                play.laid = True
            case "pass":
                play.laid, play.turn, play.seat = False, play.turn + 1, (play.seat + 1) % len(play.people)
                spot = self.moves[-2][1].split()[1]
                laid = Phrase("test.laid", {"who": Who(person.name), "spot": spot})
                turn = play.turn - 1
                play.said[turn] = Scene((laid,), game="g", version=play.version, turn=turn)

    def _reply(self, channel: Channel, *, late: bool = False) -> Reply:
        play = self.plays[channel]
        closings = {turn: play.said[turn] for turn in play.shown.posted_in("g") if turn in play.said}
        return Reply(scene=self._scene(play), closings=closings, shown=play.shown, late=late)

    async def face(self, channel: Channel) -> Reply | None:
        """See Source."""
        self._answer()
        return self._reply(channel, late=True) if channel in self.plays else None

    async def shown(self, channel: Channel, game: str, version: int, shown: Shown, *, settled: bool) -> bool:
        """See Source."""
        self._answer()
        play = self.plays.setdefault(channel, Play())
        if shown.revision != play.shown.revision + 1:
            return False
        play.shown, play.settled = shown, settled
        self.noted.append((channel, game, version, "" if shown.live is None else shown.live.message))
        return True

    async def pending(self, platform: str) -> AsyncIterator[tuple[Channel, Reply]]:
        """See Source."""
        self._answer()
        for channel, play in tuple(self.plays.items()):
            if channel.platform == platform and not (play.settled and play.shown.seen("g") == play.version):
                yield channel, self._reply(channel, late=True)

    async def language(self, person: Person) -> str:  # noqa: ARG002
        """Nobody has chosen any."""
        return ""

    async def told(self, channel: Channel) -> Sequence[Scene]:
        """What was laid in each turn that is over."""
        self._answer()
        play = self.plays.get(channel, Play())
        return [told for turn, told in sorted(play.said.items()) if turn < play.turn]

    async def current(self, channel: Channel) -> Scene | None:
        """The scene as it stands."""
        self._answer()
        return self._scene(self.plays[channel]) if channel in self.plays else None

    def _answer(self) -> None:
        if self.away or self.deaf:
            raise StoreUnavailable("the store is away")

    def _scene(self, play: Play) -> Scene:
        if play.seat < 0:
            lines = (Phrase("test.lobby", {"people": tuple(Who(person.name) for person in play.people)}),)
            sit = Choice(Phrase("test.join"), "join"), Choice(Phrase("test.start"), "start", Style.MAIN)
            return Scene(lines, None, (sit,), "g", play.version, play.turn)
        person = play.people[play.seat]
        who = Who(person.name, person.key, mention=True)
        lines = (Phrase("test.deploy" if play.laid else "test.turn", {"who": who}),)
        row: tuple[Choice, ...] = (Choice(Phrase("test.pass"), "pass", Style.MAIN),)
        if not play.laid:
            numbers = range(1, self.spots + 1)
            row = tuple(Choice(Phrase("test.number", {"n": n}), f"place {n}") for n in numbers)
        picture = self._picture(play)
        return Scene(
            lines,
            picture,
            (row,),
            "g",
            play.version,
            play.turn,
            person.key,
            notify=(person,),
            seated=tuple(each.key for each in play.people),
        )

    def _picture(self, play: Play) -> Picture:
        kind = PictureKind.CLOSE_UP if play.laid else PictureKind.BOARD
        spots = tuple((n % 10, n // 10) for n in range(self.spots))
        return Picture(kind, play.position, ("Ann", "Bo"), spots, view=f"v{play.version}")


class ScriptedPainter:
    """Draws the numbers of the spots, ten in a row, and says where they can be tapped."""

    def __init__(self) -> None:
        self.painted: list[tuple[Picture, str, str]] = []
        self.broken = False

    async def paint(
        self,
        picture: Picture,
        profile: str,
        language: str,
        progress: Progress | None = None,
        *,
        live: Live | None = None,  # noqa: ARG002  it is done at once
    ) -> Painted:
        """Paint, or fail when ``broken``."""
        self.painted.append((picture, profile, language))
        if self.broken:
            raise RuntimeError("no paint left")
        if progress is not None and picture.slow:
            for done in range(1, 5):
                progress(done, 4)
        image = Image.new("RGB", (1000, 700), "#7a9a5a")
        draw = ImageDraw.Draw(image)
        targets = []
        for number, (x, y) in enumerate(picture.spots, 1):
            draw.rectangle(
                (x * 100 + 6, y * 100 + 6, x * 100 + 94, y * 100 + 94), fill="#efe4c8", outline="#333"
            )
            draw.text((x * 100 + 26, y * 100 + 26), str(number), fill="#222", font_size=40)
            targets.append((f"place {number}", x / 10, y / 7, 1 / 10, 1 / 7))
        draw.text((20, 640), f"{picture.kind} {picture.view} {language}", fill="white", font_size=40)
        content = BytesIO()
        image.save(content, "PNG")
        words = f"A {picture.kind} with {len(picture.spots)} spots, {picture.view}."
        return Painted(content.getvalue(), "board.png", "image/png", words, tuple(targets))
