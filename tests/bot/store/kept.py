"""Stores of a landed program, kept as bytes in ``fixtures/``, and what that program said of them.

``python -m tests.bot.store.kept NAME`` plays games of every set, option and phase with the present program
and keeps them under a new name. What is there already is never written anew: later programs must read it.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from redis import Redis

from bot.people import Channel, Person
from bot.request import Reply, Request, Upload
from bot.scene import Scene
from bot.store import open_store
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from bot.texts import Texts
from core import GameRecord, Phase, parse_action
from tests.bot.store.redis_server import RedisServer
from tests.bot.table.club import Club, Counter, Hands
from tests.core import goldens

FOLDER: Final = Path(__file__).parent / "fixtures"
ENCODING: Final = "latin-1"
"""Every byte is a character of its own."""
MOVES: Final = frozenset({"abbey", "choose", "deploy", "draw", "grow", "pass", "place", "score", "wagon"})
KINDS: Final = {
    "a game": r"{web:evening}:game:\w+",
    "actions": r"{web:evening}:actions:\w+",
    "what was undone": r"{web:rescued}:undone:\w+",
    "earlier games": r"{web:evening}:archive",
    "a once-only key": r"{web:evening}:once:[^\"]+",
    "a current game": r"{web:evening}:current",
    "deadlines": "deadlines",
    "notes": "notes:appointments",
    "a person": "person:web:1",
    "quotas": r"{quota}:import:web:3",
    "results": "{results}:all",
    "results of a person": "{results}:of:web:1",
    "results of a place": "{results}:in:web:evening",
    "a secret": "secret:tile",
    "streaks": "{tiles}:people",
    "answers of a day": r"{tiles}:day:2030-01-\d\d",
    "games put aside": "{aside}:all",
    "indexes of places": "channels:web",
    "indexes of people": "games:web:1",
}
"""Each kind of key that is kept, with one that is there."""
PLATFORMS: Final = ("discord", "telegram", "web")
NAMES: Final = ("Ann", "Bo", "Cid", "Dan")
LANGUAGES: Final = ("en", "pl", "cs", "en")
QUESTIONS: Final = (
    "game",
    "score",
    "settings",
    "tiles",
    "board",
    "history",
    "export",
    "verify",
    "stats",
    "daily",
)
"""What is asked about each place: nothing of it changes anything."""
OWN: Final = ("settings me", "stats me", "games", "hints", "tutorial")
Value: TypeAlias = str | list[str] | dict[str, str] | list[tuple[str, float]]


def people(platform: str) -> tuple[Person, ...]:
    """Those who play on a platform."""
    return tuple(
        Person(platform, str(number), name, language)
        for number, (name, language) in enumerate(zip(NAMES, LANGUAGES, strict=True), 1)
    )


def place(platform: str, name: str) -> Channel:
    """A place of a platform."""
    return Channel(platform, (name,) if platform == "web" else ("77", name))


# The bytes


def dump(client: "Redis") -> str:
    """Everything that a server holds, a key a line: name, type, value, and what is left of its life."""
    raw: Any = client
    lines = []
    for key in sorted(raw.scan_iter(count=1000)):
        kind = raw.type(key).decode()
        entry = {
            "key": _text(key),
            "type": kind,
            "value": _value(raw, key, kind),
            "ttl": max(raw.pttl(key), 0),
        }
        lines.append(json.dumps(entry))
    return "\n".join(lines) + "\n"


def load(client: "Redis", text: str) -> None:
    """Put a dump into an empty server."""
    raw: Any = client
    for line in text.splitlines():
        entry = json.loads(line)
        key, value = _bytes(entry["key"]), entry["value"]
        match entry["type"]:
            case "string":
                raw.set(key, _bytes(value))
            case "list":
                raw.rpush(key, *map(_bytes, value))
            case "set":
                raw.sadd(key, *map(_bytes, value))
            case "hash":
                raw.hset(key, mapping={_bytes(name): _bytes(held) for name, held in value.items()})
            case "zset":
                raw.zadd(key, {_bytes(name): score for name, score in value})
            case kind:
                raise ValueError(f"{entry['key']} is a {kind}")
        if entry["ttl"]:
            raw.pexpire(key, entry["ttl"])


def _value(raw: Any, key: bytes, kind: str) -> Value:
    match kind:
        case "string":
            return _text(raw.get(key))
        case "list":
            return [_text(item) for item in raw.lrange(key, 0, -1)]
        case "set":
            return sorted(_text(item) for item in raw.smembers(key))
        case "hash":
            return {_text(name): _text(held) for name, held in sorted(raw.hgetall(key).items())}
        case "zset":
            return [(_text(name), score) for name, score in raw.zrange(key, 0, -1, withscores=True)]
        case _:
            raise ValueError(f"{key!r} is a {kind}")


def _text(raw: bytes) -> str:
    return raw.decode(ENCODING)


def _bytes(text: str) -> bytes:
    return text.encode(ENCODING)


# What the program says of them


async def said(store: RedisStore, clock: Hands, texts: Texts) -> str:
    """Every place's face, answers and past games, and what each person is told about themselves."""
    table, lines = Table(store, clock, Counter(1000)), []
    for channel in await places(store):
        members = people(channel.platform)
        scene = await table.current(channel)
        lines += [f"=== {channel}", *_lines(scene, texts)]
        for question in QUESTIONS:
            lines += [f"--- {question}", *await _answer(table, texts, channel, members[0], question)]
        stored = await store.load(channel)
        assert stored is not None
        lines += [f"--- actions of {stored.game}", *stored.actions]
    for platform in PLATFORMS:
        for person in people(platform):
            for question in OWN:
                told = await _answer(table, texts, place(platform, "nowhere"), person, question)
                lines += [f"=== {person.key} {question}", *told]
    return "\n".join(lines) + "\n"


async def places(store: RedisStore) -> list[Channel]:
    """Every place with a game."""
    return sorted([c for platform in PLATFORMS async for c in store.channels(platform)], key=str)


async def _answer(table: Table, texts: Texts, channel: Channel, who: Person, command: str) -> list[str]:
    reply = await table.handle(Request(channel, who, command, f"asks {command} in {channel}"))
    if reply.refusal is not None:
        return [f"refused: {texts.say(reply.refusal, who.language)}"]
    return _lines(reply.answer or reply.scene, texts, who.language)


def _lines(scene: Scene | None, texts: Texts, language: str = "en") -> list[str]:
    if scene is None:
        return ["nothing"]
    lines = [texts.say(line, language) for line in scene.lines]
    lines += [
        " ".join(f"[{texts.say(choice.label, language)} = {choice.command}]" for choice in row)
        for row in scene.rows
    ]
    if scene.picture is not None:
        lines.append(f"<{scene.picture.kind} {scene.picture.view} {scene.picture.theme}>")
    if scene.file is not None:
        lines += [f"<{scene.file.name}>", *scene.file.content.decode().splitlines()]
    return lines


# The games


class Maker:
    """Plays what is kept."""

    def __init__(self, store: RedisStore, texts: Texts) -> None:
        self.clock = Hands()
        self._store, self._texts = store, texts
        self.table = Table(store, self.clock, Counter())

    def club(self, platform: str, name: str) -> Club:
        """People at a place."""
        return Club(self.table, self._store, self._texts, self.clock, place(platform, name))

    async def make(self) -> None:
        """All that is kept."""
        for number, name in enumerate(goldens.GAMES):
            record, _ = goldens.load(name)
            await self._in_each_phase(PLATFORMS[number % 3], name, record)
        for platform in PLATFORMS:
            await self._before_the_game(platform)
            await self._with_a_clock(platform)
            await self._after_the_game(platform)
            await self._of_their_own(platform)

    async def _in_each_phase(self, platform: str, name: str, record: GameRecord) -> None:
        for phase, short in _moments(record):
            club = self.club(platform, f"{name}-{phase}")
            await club.set_up(short, people(platform)[: len(record.players)])
            reply = await self.table.face(club.channel)
            assert reply is not None
            assert reply.scene is not None

    async def _before_the_game(self, platform: str) -> None:
        ann, bo, _, _ = people(platform)
        for name, command in (
            ("lobby", "new"),
            ("lobby-all", "new all fields=off players=3 order=joined clock=bank 2d+6h undo=off theme=night"),
            ("lobby-other", "new discoverers hand=2 even_turns=exact timeout=skip language=pl"),
        ):
            club = self.club(platform, name)
            await club.say(ann, command)
            await club.say(bo, "join")
            await club.say(ann, "settings view=clock")

    async def _with_a_clock(self, platform: str) -> None:
        ann, bo, cid, _ = people(platform)
        for name, words in (
            ("daily", ("clock=daily 18:00 Europe/Warsaw",)),
            ("vote", ("clock=24h", "timeout=vote")),
            ("free", ("clock=24h", "undo=free")),
        ):
            club = self.club(platform, f"clock-{name}")
            await club.begin(*words, people=(ann, bo, cid))
            for who in (ann, bo, cid):
                await club.play(who, "place 1")
                await club.say(who, "pass")
        club = self.club(platform, "clock-free")
        await club.say(cid, "undo")
        await club.say(cid, "pass")
        paused = self.club(platform, "clock-paused")
        await paused.begin("clock=24h", people=(ann, bo))
        await paused.say(ann, "pause")
        await paused.say(bo, "vote yes")
        asked = self.club(platform, "asked")
        await asked.begin(people=(ann, bo))
        await asked.play(ann, "place 1")
        await asked.say(ann, "pass")
        await asked.say(ann, "undo")
        rescued = self.club(platform, "rescued")
        await rescued.begin(people=(ann, bo, cid))
        await rescued.play(ann, "place 1")
        await rescued.say(ann, "pass")
        await rescued.say(ann, "rescue back 1", admin=True)
        await rescued.say(ann, "rescue free 3", admin=True)
        await rescued.say(ann, "daily 18:00 Europe/Warsaw winter", admin=True)

    async def _after_the_game(self, platform: str) -> None:
        ann, bo, cid, _ = people(platform)
        record, _ = goldens.load("winter")
        club = self.club(platform, "evening")
        await club.set_up(record.with_actions(record.actions[:-1]), (ann, bo, cid))
        await self._finish(club)
        await club.say(bo, "new again")
        await club.say(ann, "join")
        await club.say(bo, "start")
        resigned = self.club(platform, "resigned")
        await resigned.begin(people=(ann, bo, cid))
        await resigned.say(bo, "resign yes")
        ended = self.club(platform, "ended")
        await ended.begin(people=(ann, bo))
        await ended.say(bo, "resign yes")
        file = Upload(0, record.to_json().encode())
        await club.send(Request(club.channel, cid, "import", f"file-{platform}", file=file))

    async def _said(self, club: Club, who: Person, command: str) -> Reply:
        reply = await club.say(who, command)
        assert reply.refusal is None, (command, reply.refusal)
        return reply

    async def _finish(self, club: Club) -> None:
        while (scene := await self.table.current(club.channel)) is not None and scene.actor:
            who = next(p for p in people(club.channel.platform) if p.key == scene.actor)
            command = next(c.command for row in scene.rows for c in row)
            await club.play(who, command)

    async def _of_their_own(self, platform: str) -> None:
        ann, bo, cid, _ = people(platform)
        club = self.club(platform, "evening")
        for who, command in (
            (ann, "settings zone=Europe/Warsaw quiet=22:00-07:00 remind=1h"),
            (ann, "settings confirm=on nomeeple=pass autopass=fields mute=on"),
            (bo, "settings vacation=2030-02-01..2030-02-10 private=on"),
            (bo, "hints off"),
        ):
            await self._said(club, who, command)
        nowhere = self.club(platform, "nowhere")
        await self._said(nowhere, cid, "settings language=en")
        command = "tile"
        for _ in range(3):  # the question, where the tile goes, and what is put on it
            answer = (await self._said(nowhere, bo, command)).answer
            assert answer is not None
            offered = [choice.command for row in answer.rows for choice in row]
            command = next((c for c in offered if c.startswith("tile day=")), "tile")
        for command in ("tutorial", "tutorial place 1"):
            await club.send(Request(club.channel, cid, command, f"{command} {platform}", alone=True))
        await club.say(people(platform)[3], "forget me yes")


def _moments(record: GameRecord) -> Iterator[tuple[Phase, GameRecord]]:
    """The game as it was when each kind of decision was due the last time."""
    position, found = record.opening(), {}
    for number, action in enumerate(record.actions):
        found[position.phase] = number
        position.play(parse_action(action))
    for phase, number in found.items():
        yield phase, record.with_actions(record.actions[:number])


def main(arguments: Sequence[str]) -> None:
    """Keep a store of the present program."""
    (name,) = arguments
    with tempfile.TemporaryDirectory() as folder:
        server = RedisServer(Path(folder), save="")
        server.start()
        try:
            asyncio.run(_keep(server, FOLDER / name, Path(folder)))
        finally:
            server.stop()


async def _keep(server: RedisServer, target: Path, folder: Path) -> None:
    texts = Texts.load()
    store = await open_store(server.url, folder)
    maker = Maker(store, texts)
    await maker.make()
    with server.client() as client:
        target.mkdir(parents=True)
        (target / "store.jsonl").write_text(dump(client), "utf-8")
    (target / "said.txt").write_text(await said(store, maker.clock, texts), "utf-8")
    await store.close()


if __name__ == "__main__":
    main(sys.argv[1:])
