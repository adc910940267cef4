"""A club room for tests: people who talk to a table, and a wall that shows what a platform would show."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from bot.commands.games.new import opened
from bot.games import lobby, play
from bot.games.asking import Asking
from bot.games.game import Game
from bot.games.header import Header, Hints, Status
from bot.games.loading import Games
from bot.people import Channel, Person
from bot.request import Reply, Request
from bot.scene import Choice, Phrase, Scene
from bot.shown import Post
from bot.store import Change, Outcome, Store
from bot.table.table import Table
from bot.texts import Texts
from bot.usecases import info
from bot.usecases.rows import rows
from core import GameRecord, Position

CHANNEL = Channel("web", ("club",))
ANN = Person("web", "1", "Ann")
BO = Person("web", "2", "Bo", "pl")
CID = Person("web", "3", "Cid", "cs")

_once = itertools.count()


@dataclass
class Hands:
    """A clock that tests move."""

    time: datetime = datetime(2030, 1, 1, 12, tzinfo=UTC)

    def now(self) -> datetime:
        """The time that the test has set."""
        return self.time

    def pass_by(self, **span: float) -> None:
        """Let time pass."""
        self.time += timedelta(**span)


@dataclass
class Counter:
    """Stands in for the random numbers of ids and seeds, so that the games are known.

    In some of all games a tile fits in one way alone, and somebody is not asked for what a test expects.
    """

    value: int = 0

    def __call__(self, size: int) -> str:
        """The next number, in hexadecimal, as long as so many bytes."""
        self.value += 1
        return f"{self.value:0{2 * size}x}"


@dataclass
class Club:
    """People at one table. Everything that is answered is also said, in every language."""

    table: Table
    store: Store
    texts: Texts
    clock: Hands = field(default_factory=Hands)
    channel: Channel = CHANNEL
    scene: Scene | None = None
    replies: list[Reply] = field(default_factory=list)

    async def say(self, who: Person, command: str, *, once: str | None = None, admin: bool = False) -> Reply:
        """Type a command."""
        return await self.send(
            Request(self.channel, who, command, once or f"typed-{next(_once)}", admin=admin)
        )

    async def press(
        self, who: Person, command: str, *, scene: Scene | None = None, once: str | None = None
    ) -> Reply:
        """Press the button with this command on a scene, by default on the present one."""
        scene = scene or self.scene
        assert scene is not None
        assert command in commands(scene), f"no button {command!r} among {commands(scene)}"
        once = once or f"tap-{next(_once)}"
        return await self.send(Request(self.channel, who, command, once, scene.game, scene.version))

    async def send(self, request: Request) -> Reply:
        """Hand in a request and show what comes of it."""
        reply = await self.table.handle(request)
        self.read_aloud(reply)
        self.replies.append(reply)
        if reply.scene is not None:
            self.scene = reply.scene
            await show(self.table, self.channel, reply)
        return reply

    async def play(self, who: Person, command: str) -> Scene:
        """Type a command that must work; the new scene."""
        reply = await self.say(who, command)
        assert reply.refusal is None, self.text(reply.refusal)
        assert reply.scene is not None
        return reply.scene

    async def refused(self, who: Person, command: str) -> str:
        """Type a command that must be refused and change nothing; the key of the refusal."""
        before = await self.store.version(self.channel)
        reply = await self.say(who, command)
        assert reply.refusal is not None, f"{command!r} was not refused"
        assert reply.scene is None
        assert reply.answer is None
        assert await self.store.version(self.channel) == before
        return reply.refusal.key

    async def position(self) -> Position:
        """The position as the store has it."""
        game = await Games(self.store).current(self.channel)
        assert game is not None
        assert game.course is not None
        return game.course.position

    async def begin(
        self, *words: str, people: tuple[Person, ...] = (ANN, BO), order: str = "joined"
    ) -> Scene:
        """Open a game, let everyone join, and start."""
        await self.play(people[0], " ".join(("new", *words, f"order={order}")))
        for person in people[1:]:
            await self.play(person, "join")
        return await self.play(people[0], "start")

    async def set_up(
        self, record: GameRecord, people: tuple[Person, ...] = (ANN, BO), *, hints: Hints = Hints.AUTO
    ) -> Scene:
        """Put a running game with this record on the table, its bag and actions as given."""
        header = Header(
            status=Status.RUNNING,
            people=tuple(
                replace(person, name=name) for person, name in zip(people, record.players, strict=True)
            ),
            host=people[0].key,
            game=record.game,
            sets=record.sets,
            seats=len(people),
            options=record.options,
            record=record.with_actions(()).to_json(),
            since=self.clock.now(),
            hints=hints,
        )
        change = Change(header=dict(header.to_table()), append=record.actions, people=header.keys)
        outcome = await self.store.create(self.channel, f"set-up-{next(_once)}", change, over="", once="")
        assert outcome is Outcome.DONE
        scene = await self.table.view(self.channel)
        assert scene is not None
        self.scene = scene
        return scene

    def text(self, phrase: Phrase, language: str = "en") -> str:
        """A phrase as a sentence."""
        return self.texts.say(phrase, language)

    def read_aloud(self, reply: Reply) -> None:
        """Say all of a reply in all languages: a missing text or argument fails the test."""
        for phrase in phrases(reply):
            for language in self.texts.languages:
                assert self.texts.say(phrase, language)


def served(asking: Asking) -> Scene | Game:
    """What a command gives that looks at nothing but the game, or would if it did not. Raises Refused."""
    match asking.command.name:
        case "start":
            return lobby.start(asking)
        case "new":
            return opened(asking)
        case "settings":
            return lobby.settings(asking) if asking.command.options else info.settings(asking)
        case name:
            row = rows()[name]
            if row.serve is not None:
                return row.serve(asking)
            assert row.move is not None
            return play.move(asking, row.move)


def last_word(reply: Reply) -> Scene | None:
    """What the message of the turn before says from now on, if that turn is over."""
    return next(iter(reply.closings.values()), None)


async def show(table: Table, channel: Channel, reply: Reply) -> None:
    """What a platform notes when it has shown everything that a reply wants."""
    scene, before = reply.scene, reply.shown
    assert scene is not None
    post = Post(f"message of {scene.game} for turn {scene.turn}", scene.game, scene.turn, scene.version)
    told = before.noticed if reply.notice is None else (scene.game, reply.notice.scene.version)
    after = replace(
        before,
        live=post,
        past=(),
        stale=(),
        called=post.about,
        noticed=told,
        posts=before.posts + 1,
        revision=before.revision + 1,
    )
    assert await table.shown(channel, scene.game, scene.version, after, settled=True)


def commands(scene: Scene) -> tuple[str, ...]:
    """The commands of a scene's buttons."""
    return tuple(choice.command for choice in choices(scene))


def choices(scene: Scene) -> tuple[Choice, ...]:
    """A scene's buttons."""
    return tuple(choice for row in scene.rows for choice in row)


def keys(scene: Scene | None) -> tuple[str, ...]:
    """The keys of a scene's lines."""
    return () if scene is None else tuple(line.key for line in scene.lines)


def phrases(reply: Reply) -> Iterator[Phrase]:
    """Every phrase of a reply."""
    if reply.refusal is not None:
        yield reply.refusal
    for scene in (reply.answer, reply.scene, *reply.closings.values()):
        if scene is not None:
            yield from scene.lines
            yield from (choice.label for choice in choices(scene))
