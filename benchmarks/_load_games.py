"""Games for the load: live ones at various stages, stored in the form that play gives them."""

import asyncio
import random
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from bot.clocks.preferences import NOTHING_KNOWN
from bot.games.course import Course
from bot.games.game import Game
from bot.games.header import Header, Status
from bot.games.settle import settle
from bot.people import Channel, Person
from bot.scene import Scene
from bot.scenes.compose import public
from bot.shown import Post, Shown
from bot.store import Change, Outcome, Store
from bot.timing.timekeeping import kept
from core import GameRecord, Phase, seed_hash

SETS: Final = (
    ("base",), ("base", "winter"), ("base", "abbey-mayor"), ("base", "hills-sheep"), ("discoverers",),
    ("base", "winter", "abbey-mayor", "hills-sheep"),
)  # fmt: skip
NAMES: Final = ("Anna", "Bohdan", "Cyril")
"""Who plays in each game: always other people, under the same names."""
MOST_PLAYED: Final = 24
"""So many games are played at random; all others are one of these at one of its stages."""
STAGES: Final = 8
"""So many stages of each of them are used."""
AT_ONCE: Final = 64

MOVES: Final = frozenset(
    {"draw", "abbey", "choose", "place", "deploy", "pass", "flock", "score", "wagon"}
)  # fmt: skip
"""What commands begin with that move a game."""


def moves(commands: Sequence[str]) -> list[str]:
    """The commands among these that are moves: none when the game is over and its scores can be seen."""
    if "new" in commands:
        return []
    return [command for command in commands if command.partition(" ")[0] in MOVES]


@dataclass(frozen=True)
class Stage:
    """A game in which somebody has to lay a tile: its header, its actions, and what is shown of it."""

    header: Header
    actions: tuple[str, ...]
    scene: Scene
    seat: int


@dataclass(frozen=True)
class Live:
    """A game that was put into a place: the message that shows it, and whose decision it is."""

    channel: Channel
    game: str
    message: str
    seat: int


Place = tuple[Channel, tuple[Person, ...]]
Poster = Callable[[Channel, Scene], str]
"""Puts the scene's message into the channel and gives its id, as the platform's adapter writes it."""


def stages(count: int, rng: random.Random) -> list[Stage]:
    """At most so many stages of games in mixed sets, from beginnings to endings."""
    found: list[Stage] = []
    played = min(MOST_PLAYED, count)
    for number in range(played):
        found += _stages_of(SETS[number % len(SETS)], rng, min(STAGES, -(-count // played)))
    rng.shuffle(found)
    return found[:count]


def _stages_of(sets: tuple[str, ...], rng: random.Random, count: int) -> list[Stage]:
    """Play a game at random, and give some of the moments at which a tile has to be laid."""
    game = "discoverers" if sets[0] == "discoverers" else "carcassonne"
    seed = f"{rng.getrandbits(128):032x}"
    record = GameRecord(NAMES, game, sets, {}, seed=seed)
    people = tuple(Person("discord", str(seat + 1), name) for seat, name in enumerate(NAMES))
    now = datetime.now(UTC)
    header = Header(
        status=Status.RUNNING, people=people, host=people[0].key, game=game, sets=sets, seats=len(people),
        since=now, record=record.to_json(), seed_hash=seed_hash(seed), touched=now, heard=now,
    )  # fmt: skip
    course = Course(record.opening())
    moments: list[int] = []
    settle(course)
    opened = Game(Channel("discord", ("1", "1")), "-", 1, header, course)
    header = kept(None, opened, now, NOTHING_KNOWN).header
    while not course.position.over:
        if course.position.phase is Phase.PLACE:
            moments.append(len(course.steps))
        course.play(rng.choice(course.position.legal_actions()))
        settle(course)
    chosen = sorted(rng.sample(moments, min(count, len(moments))), reverse=True)
    found = []
    for moment in chosen:
        while len(course.steps) > moment:
            course.undo()
        shown = replace(opened, header=header, course=course.copy())
        actions = tuple(str(step.action) for step in course.steps)
        found.append(Stage(header, actions, public(shown, now), course.position.seat))
    return found


async def put(store: Store, places: Sequence[Place], prepared: Sequence[Stage], post: Poster) -> list[Live]:
    """Put a game into each place, with its people: stored, and shown."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(number: int, channel: Channel, people: tuple[Person, ...]) -> Live:
        stage, game = prepared[number % len(prepared)], secrets.token_hex(5)
        header = replace(stage.header, people=people, host=people[0].key)
        change = Change(header=header.to_table(), append=stage.actions, people=header.keys)
        async with gate:
            if await store.create(channel, game, change, over="", once="") is not Outcome.DONE:
                raise RuntimeError(f"{channel} has a game already")
            scene = replace(stage.scene, game=game)
            live = Post(post(channel, scene), game, scene.turn, scene.version)
            shown = Shown(live=live, called=live.about, posts=1, revision=1)
            await store.shown(channel, game, scene.version, shown.to_text(), revision=1)
        return Live(channel, game, live.message, stage.seat)

    return list(
        await asyncio.gather(*(one(number, channel, who) for number, (channel, who) in enumerate(places)))
    )
