"""What players of a storm were shown as done, and whether the store has exactly that."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bot.clock import SystemClock
from bot.games.header import Header
from bot.people import Channel, Person
from bot.request import Request
from bot.store import Store, open_store
from bot.store.protocol import StoredGame
from bot.table.table import Table
from bot.texts import Texts
from core import GameRecord
from tests.bot.table.club import Club

TILES = ("base/U", "base/V", "base/E", "base/D", "base/B", "base/K")
MOVES = ("place", "deploy", "pass", "draw")


@dataclass
class Told:
    """One game as its players have seen it.

    ``pressed`` is what was pressed at each version, always the same however often; ``shown`` the newest
    version that anybody was shown, ``first`` the one at which the first move was pressed.
    """

    game: str
    first: int
    pressed: dict[int, str] = field(default_factory=dict)
    shown: int = 0

    def choose(self, version: int, offered: Sequence[str], chance: random.Random) -> str:
        """What is pressed at this version."""
        if version not in self.pressed:
            self.pressed[version] = chance.choice([each for each in offered if each.split()[0] in MOVES])
        return self.pressed[version]

    def see(self, version: int) -> None:
        """Somebody is shown a version."""
        self.shown = max(self.shown, version)

    @property
    def acknowledged(self) -> list[str]:
        """The moves that were shown as done, in order."""
        return [self.pressed[version] for version in sorted(self.pressed) if version < self.shown]


@dataclass(frozen=True)
class Verdict:
    """How many moves of a game were acknowledged, and how many of those are lost or are there twice."""

    acknowledged: int
    lost: int
    doubled: int
    wrong: str = ""


async def judge(told: Told, channel: Channel, stored: StoredGame, folder: Path, texts: Texts) -> Verdict:
    """Compare a stored game with what a table where nothing fails makes of the acknowledged moves."""
    moves = told.acknowledged
    missing = [version for version in range(told.first, told.shown) if version not in told.pressed]
    doubled = max(0, stored.version - told.first - len(moves)) + len(missing)
    header = Header.from_table(stored.header)
    try:
        GameRecord.from_json(header.record).with_actions(stored.actions).replay()
    except Exception as error:  # noqa: BLE001  whatever is wrong with the record is told
        return Verdict(len(moves), len(moves), doubled, f"the record does not replay: {error!r}")
    expected = await _replayed(moves, channel, header, folder, texts)
    kept = sum(
        expected[number] == tuple(stored.actions[: len(expected[number])])
        for number in range(1, len(expected))
    )
    lost = len(moves) - kept
    wrong = ""
    if expected[-1] != tuple(stored.actions):
        wrong = f"{channel}: pressed {moves}, expected {expected[-1]}, stored {stored.actions}"
    elif lost or doubled:
        wrong = f"{channel}: version {stored.version}, shown {told.shown}, first {told.first}, {moves}"
    return Verdict(len(moves), lost, doubled, wrong)


async def _replayed(
    moves: Sequence[str], channel: Channel, header: Header, folder: Path, texts: Texts
) -> list[tuple[str, ...]]:
    """The actions that a game has after none of the moves, the first, the first two, and so on."""
    store = await open_store("memory://", folder)
    table = Table(store, SystemClock())
    club = Club(table, store, texts, channel=channel)
    try:
        opening = GameRecord.from_json(header.record).with_actions(("draw",))
        await club.set_up(opening, header.people)
        found = [await _actions(store, channel)]
        for number, move in enumerate(moves):
            scene = await table.current(channel)
            assert scene is not None
            mover = next((each for each in header.people if each.key == scene.actor), header.people[0])
            await table.handle(Request(channel, mover, move, f"{number}", scene.game, scene.version))
            found.append(await _actions(store, channel))
    finally:
        await store.close()
    return found


async def _actions(store: Store, channel: Channel) -> tuple[str, ...]:
    stored = await store.load(channel)
    assert stored is not None
    return tuple(stored.actions)


async def put_on_the_table(
    store: Store, channel: Channel, people: tuple[Person, ...], texts: Texts, chance: random.Random
) -> str:
    """A running game in a chat, of some dozen tiles; its id."""
    bag = tuple(chance.choices(TILES, k=40))
    club = Club(Table(store, SystemClock()), store, texts, channel=channel)
    club.clock.time = SystemClock().now()
    await club.set_up(GameRecord(tuple(person.name for person in people), bag=bag, actions=("draw",)), people)
    stored = await store.load(channel)
    assert stored is not None
    return stored.game
