"""A store on a real server that hangs, is gone or is full: what is said about it is true, and said soon."""

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.people import Person
from bot.request import Reply
from bot.store import Change, Outcome, open_store
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from bot.texts import Texts
from bot.timing.timekeeper import Timekeeper
from tests.bot.store.lossy_proxy import LossyProxy
from tests.bot.store.redis_server import RedisServer
from tests.bot.table.club import ANN, BO, CID, Club, Counter, Hands, keys

ABOUT_A_SECOND = 5.0
"""Seconds, with many for a busy machine, and fewer than the patience of the store."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    """A real server."""
    running = RedisServer(tmp_path / "redis")
    running.start()
    yield running
    running.stop()


@pytest.fixture
async def away(server: RedisServer, tmp_path: Path, texts: Texts) -> AsyncIterator[Club]:
    """A club whose store is on a server of its own, with a game."""
    store = await open_store(server.url, tmp_path, patience=8.0)
    clock = Hands()
    club = Club(Table(store, clock, Counter()), store, texts, clock)
    await club.begin()
    yield club
    await store.close()


@pytest.fixture
async def lossy(server: RedisServer) -> AsyncIterator[LossyProxy]:
    """Stands before the server."""
    proxy = LossyProxy(server.port)
    await proxy.start()
    yield proxy
    await proxy.stop()


@pytest.fixture
async def far(lossy: LossyProxy, tmp_path: Path, texts: Texts) -> AsyncIterator[Club]:
    """A club whose store is behind the proxy, with a game."""
    store = await open_store(lossy.url, tmp_path, patience=1.0)
    clock = Hands()
    club = Club(Table(store, clock, Counter()), store, texts, clock)
    await club.begin()
    yield club
    await store.close()


def fall_silent(lossy: LossyProxy, marker: bytes) -> None:
    """Let no answer come back any more, from that to a request with these bytes in it on."""

    def mute() -> None:
        lossy.mute = True

    lossy.lose_answer_to, lossy.when_lost = marker, mute


async def speak_again(lossy: LossyProxy, club: Club) -> None:
    """Let answers come back, and wait until the store has heard one."""
    lossy.mute = False
    assert isinstance(club.store, RedisStore)
    await club.store.back()


async def soon(club: Club, who: Person, command: str) -> Reply:
    """An answer that must come in about a second."""
    async with asyncio.timeout(ABOUT_A_SECOND):
        return await club.say(who, command)


@pytest.mark.parametrize("command", ["help", "rules", "rules turn 2"])
async def test_who_needs_no_store_does_not_wait_for_those_who_do(
    away: Club, server: RedisServer, command: str
) -> None:
    """While others wait for a server that hangs, help and rules are answered, in the person's language."""
    assert (await away.say(ANN, "settings me language=pl")).refusal is None
    assert (await away.say(ANN, "help")).language == "pl"
    server.send(signal.SIGSTOP)
    waiting = asyncio.create_task(away.say(BO, "place 1"))
    for _ in range(2):
        reply = await soon(away, ANN, command)
        assert reply.answer is not None
        assert (reply.language, reply.answer.language) == ("pl", "pl")
        assert not waiting.done()
    server.send(signal.SIGCONT)
    await waiting


async def test_help_says_that_it_cannot_look(away: Club, server: RedisServer) -> None:
    """It does not claim that no game is on, while the server hangs, and when it is known to be away."""
    server.send(signal.SIGSTOP)
    for _ in range(2):
        helped = await soon(away, ANN, "help")
        assert keys(helped.answer) == ("help.unreachable", "help.learn", "help.more")
        refused = await away.say(ANN, "place 1")
        assert refused.refusal is not None
    assert isinstance(away.store, RedisStore)
    assert away.store.down
    server.send(signal.SIGCONT)
    await away.store.back()
    assert keys((await soon(away, BO, "help")).answer)[0] == "help.waiting"


async def test_help_looks_while_the_store_takes_no_more(away: Club, server: RedisServer) -> None:
    """A full store can still be read, and says so to whoever wants to write."""
    with server.client() as client:
        client.config_set("maxmemory", "1")
    assert keys((await soon(away, BO, "help")).answer)[0] == "help.waiting"
    assert await away.refused(ANN, "place 1") == "refusal.store_full"


async def test_help_says_that_a_game_cannot_be_read(away: Club) -> None:
    """There is one, it is kept, and somebody should be told."""
    stored = await away.store.load(away.channel)
    assert stored is not None
    broken = Change(header={"record": "{"})
    done = await away.store.commit(away.channel, stored.game, stored.version, broken, once="")
    assert done is Outcome.DONE
    assert keys((await soon(away, CID, "help")).answer) == ("help.unreadable", "help.learn", "help.more")


async def test_a_language_is_remembered_as_it_was_last_seen(away: Club, server: RedisServer) -> None:
    """The latest of those who were seen are known, and nobody's is who has none any more."""
    time = Timekeeper(away.store, kept=2)
    chosen = {ANN: "pl", BO: "cs", CID: "pl"}
    for person, language in chosen.items():
        await away.store.person_set(person.key, {"language": language})
    for person in (ANN, BO, ANN, CID):
        assert await time.language(person) == chosen[person]
    await away.store.person_set(CID.key, {"language": "cs"})
    assert await time.language(CID) == "cs"
    await asyncio.to_thread(server.kill)
    assert [await time.language(person) for person in (ANN, BO, CID)] == ["pl", "", "cs"]
    await asyncio.to_thread(server.start)
    assert isinstance(away.store, RedisStore)
    await away.store.back()
    await away.store.person_set(ANN.key, {"language": None})
    assert await time.language(ANN) == ""
    await asyncio.to_thread(server.kill)
    assert await time.language(ANN) == ""


async def test_a_move_that_may_count_is_not_denied(far: Club, lossy: LossyProxy) -> None:
    """It was made, nobody heard of it, and the player is told that this will be seen."""
    before = await far.store.version(far.channel)
    assert before is not None
    fall_silent(lossy, b"the tap")
    reply = await far.say(ANN, "place 1", once="the tap")
    assert reply.refusal is not None
    assert reply.refusal.key == "refusal.outcome_unknown"
    await speak_again(lossy, far)
    assert await far.store.version(far.channel) == (before[0], before[1] + 1)
    again = await far.say(ANN, "place 1", once="the tap")
    assert again.refusal is None


async def test_a_setting_that_may_be_kept_is_not_denied(far: Club, lossy: LossyProxy) -> None:
    """It belongs to no place, so nobody promises to show it there."""
    fall_silent(lossy, b"mute")
    reply = await far.say(ANN, "settings me mute=on")
    assert reply.refusal is not None
    assert reply.refusal.key == "refusal.maybe_saved"
    await speak_again(lossy, far)
    assert (await far.store.person_get(ANN.key))["mute"] == "on"


@pytest.mark.parametrize("command", ["place 1", "settings me mute=on", "forget me yes"])
async def test_what_was_never_sent_has_changed_nothing(away: Club, server: RedisServer, command: str) -> None:
    """Where there is no connection, that can be promised."""
    await asyncio.to_thread(server.kill)
    for _ in range(2):
        reply = await away.say(ANN, command)
        assert reply.refusal is not None
        assert reply.refusal.key == "refusal.store_unavailable"


async def test_an_appointment_counts_when_it_is_kept(far: Club, lossy: LossyProxy) -> None:
    """Its deadline is made anew from time to time, so that nobody has to be told that it was not written."""
    fall_silent(lossy, b"bastide:deadlines")
    assert (await far.say(ANN, "daily 18:00")).refusal is None
    await speak_again(lossy, far)
    assert await Timekeeper(far.store).appointment(far.channel) is not None
