"""A store that is away, and games that cannot be read."""

from typing import cast

import pytest

from bot.games.header import Header
from bot.people import Channel
from bot.request import Request
from bot.store import Change, Store, StoreUnavailable
from bot.table.table import Table
from tests.bot.table.club import ANN, BO, CHANNEL, Club, Counter


class Away:
    """A store that cannot be reached, in all or only when it should write."""

    def __init__(self, store: Store, *names: str) -> None:
        self._store = store
        self._names = names

    def __getattr__(self, name: str) -> object:
        if self._names and name not in self._names:
            return getattr(self._store, name)

        async def away(*_arguments: object, **_options: object) -> None:
            raise StoreUnavailable

        return away


@pytest.mark.parametrize("missing", [(), ("load_known",), ("commit",)])
async def test_without_the_store_players_are_told_to_try_again(club: Club, missing: tuple[str, ...]) -> None:
    """Whatever part of the store is away, the answer is one polite sentence, and nothing changes."""
    scene = await club.begin()
    table = Table(cast(Store, Away(club.store, *missing)), club.clock, Counter())
    reply = await table.handle(Request(CHANNEL, ANN, "place 1", "x"))
    assert reply.refusal is not None
    assert reply.refusal.key == "refusal.store_unavailable"
    assert await club.store.version(CHANNEL) == (scene.game, scene.version)
    assert (await club.say(ANN, "place 1")).refusal is None


@pytest.mark.parametrize("missing", ["person_get", "games_of", "deadlines_set", "person_set"])
async def test_a_setting_that_is_kept_is_never_said_to_be_not(club: Club, missing: str) -> None:
    """Whatever part of the store is away, "nothing has changed" is true when it is said."""
    await club.begin()
    table = Table(cast(Store, Away(club.store, missing)), club.clock, Counter())
    reply = await table.handle(Request(CHANNEL, ANN, "settings me vacation=3", "x"))
    assert reply.refusal is not None
    assert reply.refusal.key == "refusal.store_unavailable"
    assert await club.store.person_get(ANN.key) == {}


@pytest.mark.parametrize("command", ["help", "rules turn 2"])
async def test_help_needs_no_store(club: Club, command: str) -> None:
    """Screens that need no game are there even when the store is away."""
    table = Table(cast(Store, Away(club.store)), club.clock, Counter())
    reply = await table.handle(Request(CHANNEL, ANN, command, "x"))
    assert reply.answer is not None


GARBAGE = {
    "a header without fields": ({"status": "running"}, ()),
    "a record that is no JSON": ({"record": "{"}, ()),
    "a record of another kind": ({"record": '{"format": "chess"}'}, ()),
    "an action that is none": ({}, ("draw", "jump")),
    "an action against the rules": ({}, ("draw", "place 9,9 0")),
    "a lobby that has begun": ({"status": "lobby"}, ("draw",)),
}


@pytest.mark.parametrize("kind", GARBAGE)
async def test_a_game_that_cannot_be_read_says_so_and_is_kept(club: Club, kind: str) -> None:
    """Garbage in one game refuses that game's requests and leaves it as it is; other places play on."""
    changes, actions = GARBAGE[kind]
    await club.begin()
    stored = await club.store.load(CHANNEL)
    assert stored is not None
    header: dict[str, str | None] = {**stored.header, **changes} if "without" not in kind else {**changes}
    broken = Channel("web", ("broken",))
    await club.store.create(
        broken, "broken", Change(header=header, append=actions, people=(ANN.key,)), over="", once="c"
    )
    before = await club.store.version(broken)
    for command in ("place 1", "board", "new", "end yes"):
        reply = await club.table.handle(Request(broken, ANN, command, f"b-{command}"))
        assert reply.refusal is not None
        assert reply.refusal.key == "refusal.corrupt_game"
    assert await club.store.version(broken) == before
    assert (await club.say(ANN, "place 1")).refusal is None
    games = await club.say(ANN, "games")
    assert games.answer is not None
    assert {line.key for line in games.answer.lines} == {"mine.corrupt", "mine.your_turn"}


async def test_what_is_unexpected_is_not_swallowed(club: Club) -> None:
    """An error that nobody foresaw reaches the platform, which logs it."""

    class Broken(Away):
        async def load_known(self, _channel: Channel, _people: object, _topic: str) -> None:
            raise ZeroDivisionError

    table = Table(cast(Store, Broken(club.store, "nothing")), club.clock, Counter())
    with pytest.raises(ZeroDivisionError):
        await table.handle(Request(CHANNEL, BO, "board", "x"))


async def test_a_header_of_today_is_readable(club: Club) -> None:
    """What the table writes itself is never corrupt."""
    await club.begin("all")
    stored = await club.store.load(CHANNEL)
    assert stored is not None
    assert Header.from_table(stored.header).names == ("Ann", "Bo")
