"""The store against a model of it that is too simple to be wrong, under random sequences of calls."""

import asyncio
import uuid
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from bot.people import Channel
from bot.store import Change, Outcome, StoredGame
from bot.store.connection.link import Link
from bot.store.opening import _memory
from bot.store.redis_store import RedisStore
from tests.bot.store.redis_server import RedisServer

T = TypeVar("T")

names = st.sampled_from(["players", "seed", "ü"])
words = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=5)
people = st.lists(st.sampled_from(["ann", "bo", "cy"]), unique=True)
changes = st.builds(
    Change,
    header=st.dictionaries(names, st.none() | words, max_size=3),
    keep=st.none() | st.integers(0, 4),
    append=st.lists(words, max_size=3),
    people=st.none() | people,
)
game_ids = st.sampled_from(["g1", "g2", "g3", "g4"])
once_keys = st.sampled_from([*"abcdefgh", ""])
places = st.integers(0, 1)


@dataclass
class Game:
    """A game as the model has it."""

    version: int = 0
    header: dict[str, str] = field(default_factory=dict)
    actions: list[str] = field(default_factory=list)
    people: list[str] = field(default_factory=list)
    posted: int = 0
    shown: str = ""
    revision: int = 0

    def apply(self, change: Change) -> None:
        """Do what a change says."""
        self.version += 1
        merged = {**self.header, **change.header}
        self.header = {name: value for name, value in merged.items() if value is not None}
        self.actions = [*self.actions[: change.keep], *change.append]
        self.people = list(change.people) if change.people is not None else self.people


@dataclass
class Place:
    """A channel as the model has it."""

    games: dict[str, Game] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    once: set[str] = field(default_factory=set)

    @property
    def current(self) -> str:
        """The id of the current game."""
        return self.order[-1] if self.order else ""

    @property
    def game(self) -> Game:
        """The current game, or an empty one."""
        return self.games.get(self.current, Game())


class Machine(RuleBasedStateMachine):
    """Two channels of a store and of the model, side by side."""

    url: str

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        run = uuid.uuid4().hex
        self.channels = [Channel(f"p{run}", (run, str(number))) for number in range(2)]
        self.places = [Place(), Place()]
        self.run_id = run

    def wait(self, call: Coroutine[Any, Any, T]) -> T:
        """The result of a call to the store."""
        return self.loop.run_until_complete(call)

    def persons(self, change: Change) -> Change:
        """The change with people whom no other run knows."""
        if change.people is None:
            return change
        seated = [f"{self.run_id}:{name}" for name in change.people]
        return Change(change.header, change.keep, change.append, seated)

    @initialize()
    def open(self) -> None:
        """Connect a store of this run."""

        async def make() -> RedisStore:
            return RedisStore(_memory() if self.url == "memory://" else Link.to(self.url))

        self.store = self.wait(make())

    def teardown(self) -> None:
        """Close it."""
        self.wait(self.store.close())
        self.loop.close()

    @rule(at=places, game=game_ids, over=st.none() | game_ids, change=changes, once=once_keys)
    def create(self, at: int, game: str, over: str | None, change: Change, once: str) -> None:
        """Make a game over the right one or another."""
        place, change = self.places[at], self.persons(change)
        over = place.current if over is None else over
        got = self.wait(self.store.create(self.channels[at], game, change, over=over, once=once))
        if once in place.once:
            assert got is Outcome.REPEATED
        elif over != place.current or game in place.games:
            assert got is Outcome.STALE
        else:
            assert got is Outcome.DONE
            place.games[game] = Game(shown=place.game.shown, revision=place.game.revision)
            place.games[game].apply(change)
            place.order.append(game)
            place.once |= {once} - {""}

    @rule(at=places, game=st.none() | game_ids, late=st.integers(0, 3), change=changes, once=once_keys)
    def commit(self, at: int, game: str | None, late: int, change: Change, once: str) -> None:
        """Change a game at the present version or an earlier one."""
        place, change = self.places[at], self.persons(change)
        name = place.current if game is None else game
        model = place.games.get(name, Game())
        version = max(model.version - late // 2, 0)
        got = self.wait(self.store.commit(self.channels[at], name, version, change, once=once))
        if once in place.once:
            assert got is Outcome.REPEATED
        elif not name or name != place.current or version != model.version:
            assert got is Outcome.STALE
        else:
            assert got is Outcome.DONE
            model.apply(change)
            place.once |= {once} - {""}

    @rule(
        at=places,
        game=st.none() | game_ids,
        late=st.integers(-1, 2),
        shown=words,
        ahead=st.integers(-1, 2) | st.just(1),
    )
    def show(self, at: int, game: str | None, late: int, shown: str, ahead: int) -> None:
        """Note a past, present or future version under the next revision or another."""
        place = self.places[at]
        name = place.current if game is None else game
        model = place.games.get(name, Game())
        version, revision = max(model.version - late, 0), max(model.revision + ahead, 0)
        got = self.wait(self.store.shown(self.channels[at], name, version, shown, revision=revision))
        again = revision == model.revision and revision > 0 and shown == model.shown
        expected = name != "" and name == place.current and (ahead == 1 or again)
        assert got is expected
        if expected:
            model.posted = max(model.posted, min(version, model.version))
            model.shown, model.revision = shown, revision

    @rule(at=places)
    def rename(self, at: int) -> None:
        """Move one channel onto the other."""
        old, new = at, 1 - at
        self.wait(self.store.rename_channel(self.channels[old], self.channels[new]))
        if self.places[old].current and not self.places[new].current:
            self.places.reverse()
            # What the empty place remembered stays as it was: it had no game, so it remembered nothing.
            assert not self.places[old].once

    @rule()
    def rebuild(self) -> None:
        """Rebuild the indexes, which must change nothing."""
        self.wait(self.store.rebuild_indexes())

    @invariant()
    def nothing_tells_them_apart(self) -> None:
        """Whatever can be read is as the model says."""
        self.wait(self.compare())

    async def compare(self) -> None:
        """Compare all there is."""
        pairs = list(zip(self.channels, self.places, strict=True))
        await asyncio.gather(*(self.compare_place(channel, place) for channel, place in pairs))
        for name in ("ann", "bo", "cy"):
            person = f"{self.run_id}:{name}"
            sits = [channel for channel, place in pairs if person in place.game.people]
            assert list(await self.store.games_of(person)) == sits
        listed = [channel async for channel in self.store.channels(self.channels[0].platform)]
        assert listed == [channel for channel, place in pairs if place.order]

    async def compare_place(self, channel: Channel, place: Place) -> None:
        """Compare one channel."""
        store = self.store
        current, archive = await asyncio.gather(store.load(channel), store.archive(channel))
        assert (current.game if current else "") == place.current
        assert list(archive) == place.order[:-1]
        expected = (place.current, place.game.version) if place.order else None
        assert await store.version(channel) == expected
        for game, model in place.games.items():
            assert await store.load_game(channel, game) == StoredGame(
                game,
                model.version,
                model.header,
                tuple(model.actions),
                posted=model.posted,
                shown=model.shown,
                revision=model.revision,
            )


@pytest.mark.parametrize("kind", ["server", "memory"])
def test_the_store_does_what_the_model_does(kind: str, server: RedisServer) -> None:
    """No sequence of calls tells the store from the model."""
    machine = type("Machine", (Machine,), {"url": server.url if kind == "server" else "memory://"})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=20,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
