"""A table with a game of its own that is as simple as can be, and a painter of one colour.

Two or more people count: in each turn the player picks a spot and then passes. What matters is that it
answers like the real table: one live message per turn, versions, refusals, answers, once-only keys.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace

from bot.painter import Live, Painted, Progress
from bot.people import Channel, Person
from bot.request import Notice, Reply, Request
from bot.scene import Choice, File, Phrase, Picture, PictureKind, Scene, Style, Who
from bot.shown import NOTHING_SHOWN, Shown
from core import GameRecord

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000"
    "050001a5f645400000000049454e44ae426082"
)
POSITION = GameRecord(players=("Ann", "Bo"), seed="5eed").replay()

ANSWERS: dict[str, Scene] = {
    "rules": Scene(
        (Phrase("scripted.rules"),), rows=((Choice(Phrase("scripted.roads"), "rules roads"),),), language="en"
    ),
    "export": Scene((Phrase("scripted.export"),), file=File("game.json", b'{"format": "bastide/1"}')),
    "board": Scene((Phrase("scripted.board"),), picture=Picture(PictureKind.BOARD, POSITION, ("Ann", "Bo"))),
    "replay": Scene((Phrase("scripted.film"),), picture=Picture(PictureKind.FILM, POSITION, ("Ann", "Bo"))),
}


class OneColour:
    """Paints every picture alike, and remembers what was asked for."""

    def __init__(self) -> None:
        self.painted: list[tuple[PictureKind, str, str]] = []
        self.broken = False
        self.paused: asyncio.Event | None = None
        self.films: asyncio.Event | None = None

    async def paint(
        self,
        picture: Picture,
        profile: str,
        language: str,
        progress: Progress | None = None,  # noqa: ARG002  it is done at once
        *,
        live: Live | None = None,  # noqa: ARG002  it is done at once
    ) -> Painted:
        """A picture of one point."""
        await asyncio.sleep(0)
        if self.paused is not None:
            await self.paused.wait()
        if self.films is not None and picture.slow:
            await self.films.wait()
        if self.broken:
            raise RuntimeError("out of paint")
        self.painted.append((picture.kind, profile, language))
        return Painted(PIXEL, "board.png", "image/png", "A board with one tile.")


@dataclass
class Count:
    """One channel's game."""

    id: str
    people: list[Person]
    version: int = 1
    turn: int = 0
    laid: bool = False
    shown: Shown = NOTHING_SHOWN
    settled: bool = False
    notice: Notice | None = None
    said: list[str] = field(default_factory=list)

    @property
    def posted(self) -> int:
        """The version that the channel has seen."""
        return self.shown.seen(self.id)

    @property
    def live(self) -> str:
        """The live message."""
        return "" if self.shown.live is None else self.shown.live.message

    @property
    def mover(self) -> Person:
        """Whose turn it is."""
        return self.people[(self.turn - 1) % len(self.people)]


class ScriptedTable:
    """The table. ``spots`` is how many spots there are; ``before`` runs at the start of every request."""

    def __init__(self, *, spots: int = 3) -> None:
        self.spots = spots
        self.games: dict[Channel, Count] = {}
        self.requests: list[Request] = []
        self.moves: list[str] = []
        self.languages: dict[str, str] = {}
        self.before: Callable[[Request], None] = lambda _request: None
        self._once: set[str] = set()

    async def handle(self, request: Request) -> Reply:
        """Do what was asked, or say why not."""
        self.before(request)
        self.requests.append(request)
        game = self.games.get(request.channel)
        for _ in range(3):  # whoever else acts now, acts between reading and committing
            await asyncio.sleep(0)
        if request.once in self._once:
            return Reply()
        name, *words = request.command.split()
        if name in ANSWERS:
            return Reply(answer=replace(ANSWERS[name], language=request.person.language))
        if name == "new":
            before = NOTHING_SHOWN if game is None else game.shown
            game = Count(f"g{len(self.games)}", [request.person], shown=before)
            self.games[request.channel] = game
            return self._reply(game, request)
        if game is None:
            return Reply(refusal=Phrase("scripted.no_game"))
        if request.version is not None and (request.game, request.version) != (game.id, game.version):
            return Reply(refusal=Phrase("scripted.stale"), stale=True)
        return self._move(game, request, name, words)

    def _move(self, game: Count, request: Request, name: str, words: list[str]) -> Reply:
        if name == "join":
            game.people.append(request.person)
        elif name == "start":
            game.turn = 1
        elif request.person.key != game.mover.key:
            return Reply(refusal=Phrase.of("scripted.not_your_turn", who=Who(game.mover.name)))
        elif name == "place":
            game.laid = True
            self.moves.append(words[0])
        elif name == "pass":
            game.laid, game.turn = False, game.turn + 1
        game.version += 1
        return self._reply(game, request)

    def _reply(self, game: Count, request: Request) -> Reply:
        self._once.add(request.once)
        return self.reply(game)

    def reply(self, game: Count) -> Reply:
        """The game's scene, and the last word in the message before it."""
        closings = {
            turn: Scene(
                (Phrase.of("scripted.closing", turn=turn),), game=game.id, version=game.version, turn=turn
            )
            for turn in game.shown.posted_in(game.id)
            if turn != game.turn
        }
        return Reply(scene=self.scene(game), closings=closings, notice=game.notice, shown=game.shown)

    def scene(self, game: Count) -> Scene:
        """The game as it stands."""
        bare = Scene((), game=game.id, version=game.version, turn=game.turn)
        if game.turn == 0:
            row = tuple(Choice(Phrase(f"scripted.{name}"), name, Style.MAIN) for name in ("join", "start"))
            lobby = Phrase.of("scripted.lobby", who=tuple(Who(person.name) for person in game.people))
            return replace(bare, lines=(lobby,), rows=(row,))
        mover = game.mover
        spots = tuple(Choice(Phrase(str(n)), f"place {n}", Style.MAIN) for n in range(1, self.spots + 1))
        last = (Choice(Phrase("scripted.pass"), "pass", Style.DANGER),)
        return replace(
            bare,
            lines=(Phrase.of("scripted.turn", who=Who(mover.name, mover.key, mention=True), laid=game.laid),),
            picture=Picture(PictureKind.BOARD, POSITION, tuple(person.name for person in game.people)),
            rows=(last,) if game.laid else (spots, last),
            actor=mover.key,
            notify=(mover,),
        )

    async def language(self, person: Person) -> str:
        """What the test has chosen for a person."""
        return self.languages.get(person.key, "")

    async def view(
        self, channel: Channel, person: Person | None = None, language: str | None = None
    ) -> Scene | None:
        """The present scene with the choices of this person."""
        game = self.games.get(channel)
        if game is None:
            return None
        scene = replace(self.scene(game), language=language or "en")
        return scene if person is None or scene.actor in {"", person.key} else replace(scene, rows=())

    async def pending(self, platform: str) -> AsyncIterator[tuple[Channel, Reply]]:
        """What the platform's channels have not seen."""
        for channel, game in list(self.games.items()):
            if channel.platform == platform and not (game.posted == game.version and game.shown.settled):
                yield channel, replace(self.reply(game), late=True)

    async def face(self, channel: Channel) -> Reply | None:
        """The game as it stands."""
        game = self.games.get(channel)
        return None if game is None else replace(self.reply(game), late=True)

    async def shown(self, channel: Channel, game: str, version: int, shown: Shown, *, settled: bool) -> bool:
        """Note what the place is shown."""
        current = self.games[channel]
        assert current.id == game
        assert version <= current.version
        if shown.revision != current.shown.revision + 1:
            return False
        current.shown, current.settled = shown, settled
        return True
