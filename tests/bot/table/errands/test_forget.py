"""Being forgotten: nothing about the person is left, and the games of others go on."""

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.games.header import Status
from bot.games.loading import Games
from bot.people import Channel, Person
from bot.store import Change, open_store
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from bot.texts import Texts
from core import GameRecord
from tests.bot.store.lossy_proxy import LossyProxy
from tests.bot.store.redis_server import RedisServer
from tests.bot.table.club import ANN, BO, CID, Club, Counter, Hands, commands, keys
from tests.bot.table.errands.test_importing import played
from tests.bot.table.playing import answered, finish, send
from tests.bot.table.weeks import Weeks

EVE = Person("web", "evekey0123456789", "Eveline-of-Nowhere", "pl")
ELSEWHERE = Channel("web", ("elsewhere",))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    """A real server."""
    running = RedisServer(tmp_path / "redis")
    running.start()
    yield running
    running.stop()


@pytest.fixture
async def real(server: RedisServer, tmp_path: Path, texts: Texts) -> AsyncIterator[Club]:
    """A club whose store is on a real server."""
    store = await open_store(server.url, tmp_path)
    clock = Hands()
    yield Club(Table(store, clock, Counter()), store, texts, clock)
    await store.close()


async def everything(store: RedisStore) -> str:
    """All keys and values of the server as one text."""
    link, parts = store._link, []
    for key in sorted(await link.scan("*")):
        kind = await link.ask("TYPE", key)
        commands_of = {
            b"string": ("GET",), b"hash": ("HGETALL",), b"list": ("LRANGE", 0, -1), b"set": ("SMEMBERS",),
            b"zset": ("ZRANGE", 0, -1),
        }  # fmt: skip
        name, *rest = commands_of[kind]
        parts.append((key, await link.ask(str(name), key, *rest)))
    return repr(parts)


async def test_nothing_is_left_of_a_person(real: Club) -> None:
    """After games of every kind, settings and answers, neither key nor name is anywhere."""
    store = real.store
    assert isinstance(store, RedisStore)
    await real.begin(people=(EVE, BO))
    await finish(real, (EVE, BO))
    await real.begin(people=(BO, CID))
    assert (await real.say(EVE, "end yes", admin=True)).scene is not None
    await real.begin(people=(EVE, BO, CID))
    real.channel = ELSEWHERE
    await real.play(EVE, "new")
    await real.play(BO, "join")
    await real.say(EVE, "settings mute=on")
    await real.say(EVE, "daily 18:00")
    await real.say(EVE, "tutorial")
    shown = await answered(real, EVE, "tile")
    laid = await answered(real, EVE, commands(shown)[0])
    await answered(real, EVE, next(c for c in commands(laid) if c.endswith(" pass")))
    before = await everything(store)
    assert EVE.id in before
    assert EVE.name in before

    asked = await answered(real, EVE, "forget me")
    assert keys(asked) == ("forget.ask",)
    assert await everything(store) == before, "asking removes nothing"
    done = await answered(real, EVE, commands(asked)[0])
    assert keys(done) == ("forget.done",)
    after = await everything(store)
    assert EVE.id not in after
    assert EVE.name not in after


async def test_nothing_is_left_of_a_private_chat(real: Club) -> None:
    """Where the chat with the bot has the person's own number, not even its address stays."""
    eve, bo = Person("telegram", "777123456", "Eveline-of-Nowhere"), Person("telegram", "8", "Bo")
    store = real.store
    assert isinstance(store, RedisStore)
    real.channel = Channel("telegram", (eve.id, "0"))
    for command in ("new", "daily 18:00", "tutorial", "settings me mute=on"):
        assert (await real.say(eve, command)).refusal is None
    assert (await send(real, eve, "import", played(3).to_json())).refusal is None
    real.channel = Channel("telegram", (f"{eve.id}9", "0"))
    await real.play(Person("telegram", f"{eve.id}9", "Twin"), "new")
    real.channel = Channel("telegram", ("-1001", "0"))
    await real.begin(people=(eve, bo))
    await answered(real, eve, "forget me yes")
    after = await everything(store)
    assert eve.name not in after
    assert f"{eve.id}:" not in after
    assert f"{eve.id}9:0" in after, "somebody with a longer number keeps theirs"


@pytest.mark.parametrize("step", ["scan", "zrem", "del", "zadd"])
async def test_who_is_forgotten_in_part_is_told_so(real: Club, server: RedisServer, step: str) -> None:
    """The store refuses after something was removed: that is said, and asking once more removes the rest."""
    store = real.store
    assert isinstance(store, RedisStore)
    await real.begin(people=(EVE, BO))
    await finish(real, (EVE, BO))
    await real.begin(people=(EVE, BO, CID))
    with server.client() as client:
        client.execute_command("ACL", "SETUSER", "default", f"-{step}")
        half = await answered(real, EVE, "forget me yes")
        client.execute_command("ACL", "SETUSER", "default", f"+{step}")
    assert keys(half) == ("forget.half",)
    assert EVE.id in await everything(store)
    done = await answered(real, EVE, commands(half)[0])
    assert keys(done) in {("forget.done",), ("forget.done.none",)}, "games may have been counted before"
    after = await everything(store)
    assert EVE.name not in after
    assert EVE.id not in after


async def test_a_store_that_falls_silent_meanwhile_is_no_reason_to_claim_anything(
    server: RedisServer, tmp_path: Path, texts: Texts
) -> None:
    """Whether the one step was done cannot be told, so it is not said that nothing has changed."""
    lossy = LossyProxy(server.port)
    await lossy.start()
    store = await open_store(lossy.url, tmp_path, patience=1.0)
    clock = Hands()
    club = Club(Table(store, clock, Counter()), store, texts, clock)
    await club.begin(people=(EVE, BO))
    await finish(club, (EVE, BO))

    def mute() -> None:
        lossy.mute = True

    lossy.lose_answer_to, lossy.when_lost = b"amend", mute
    half = await answered(club, EVE, "forget me yes")
    assert keys(half) == ("forget.half",)
    lossy.mute = False
    await store.back()
    assert keys(await answered(club, EVE, commands(half)[0])) == ("forget.done.none",)
    assert EVE.id not in await everything(store)
    await store.close()
    await lossy.stop()


async def test_where_nothing_could_be_removed_nothing_has_changed(real: Club, server: RedisServer) -> None:
    """The store refuses the first step, which only looks."""
    await real.begin(people=(EVE, BO))
    with server.client() as client:
        client.execute_command("ACL", "SETUSER", "default", "-smembers")
        assert await real.refused(EVE, "forget me yes") == "refusal.store_unavailable"


async def test_a_name_that_a_free_seat_still_has_goes_too(real: Club) -> None:
    """Somebody left long ago, and nobody has taken their seat: in the game, when it is over, in results."""
    store = real.store
    assert isinstance(store, RedisStore)
    await real.begin(people=(EVE, BO, CID))
    for _ in range(3):
        await Weeks(real).take_turn((EVE, BO, CID))
    assert (await real.say(BO, "rescue free 1", admin=True)).refusal is None
    for _ in range(2):
        await real.say(BO, "vote remove")
        await real.say(CID, "vote remove")
    await real.say(CID, "resign yes")
    assert real.scene is not None
    assert "over.won" in keys(real.scene)
    assert len(await store.results.of_channel(real.channel)) == 1
    await real.begin(people=(EVE, BO))
    await real.say(BO, "rescue free 1", admin=True)
    assert EVE.name in await everything(store)
    await answered(real, EVE, "forget me yes")
    after = await everything(store)
    assert EVE.name not in after
    assert EVE.id not in after


async def test_the_games_of_others_go_on(club: Club) -> None:
    """A running game plays on; a lobby has another host; both places are shown it soon."""
    await club.begin(people=(EVE, BO, CID))
    club.channel = ELSEWHERE
    await club.play(EVE, "new")
    await club.play(BO, "join")
    await answered(club, EVE, "forget me yes")
    lobby = await Games(club.store).current(ELSEWHERE)
    assert lobby is not None
    assert (lobby.header.host, lobby.header.names) == (BO.key, ("Bo",))
    running = await Games(club.store).current(Channel("web", ("club",)))
    assert running is not None
    assert running.course is not None
    assert running.header.status is Status.RUNNING
    assert running.header.names == ("#1", "Bo", "Cid")
    assert running.course.position.resigned == {0}
    assert running.header.host == BO.key
    due = await club.store.deadlines_due(club.clock.now().timestamp() + 1)
    assert set(due) == {ELSEWHERE, Channel("web", ("club",))}


async def test_finished_games_keep_their_moves_under_a_number(club: Club) -> None:
    """The record replays to the same points; history and statistics tell no name."""
    await club.begin(people=(EVE, BO))
    await finish(club, (EVE, BO))
    before = await club.position()
    await club.play(BO, "new")
    await answered(club, EVE, "forget me yes")
    shown = await answered(club, BO, "export 1")
    assert shown.file is not None
    record = GameRecord.from_json(shown.file.content.decode())
    assert record.players == ("#1", "Bo")
    assert record.replay().scores == before.scores
    assert "Player 1" in club.text((await answered(club, BO, "history")).lines[0])
    told = [club.text(line) for line in (await answered(club, BO, "stats")).lines]
    assert told[0] == "In this chat: 1 finished game."
    assert [line.split(":")[0] for line in told[1:]] == ["1. Bo"]
    assert keys(await answered(club, BO, "stats me"))[0] == "stats.mine_everywhere"
    assert keys(await answered(club, EVE, "stats me")) == ("stats.none_mine",)


async def test_somebody_with_a_similar_key_stays(club: Club) -> None:
    """Only the person who asks is forgotten, not one whose id begins alike."""
    twin = Person("web", f"{EVE.id}9", "Twin")
    await club.begin(people=(EVE, twin))
    for _ in range(2):
        await Weeks(club).take_turn((EVE, twin))
    await club.store.person_set(twin.key, {"a": "b"})
    await answered(club, EVE, "forget me yes")
    stored = await club.store.load(club.channel)
    assert stored is not None
    assert [entry[1] for entry in json.loads(stored.header["people"])] == ["1", twin.id]
    assert dict(await club.store.person_get(twin.key)) == {"a": "b"}
    assert len(await club.store.results.of_person(twin.key)) == 1


async def test_it_may_be_asked_again(club: Club) -> None:
    """Whoever is not known any more is told the same."""
    await answered(club, ANN, "forget me yes")
    done = await answered(club, ANN, "forget me yes")
    assert keys(done) == ("forget.done.none",)


@pytest.mark.parametrize("command", ["forget", "forget bo", "forget me no", "forget me yes now"])
async def test_one_has_to_say_me(club: Club, command: str) -> None:
    """Nobody is forgotten by mistake, and nobody by somebody else."""
    assert await club.refused(ANN, command) == "usage.forget"


async def test_a_damaged_game_does_not_stop_it(club: Club) -> None:
    """What cannot be read is left for repair; everything else goes."""
    await club.begin(people=(EVE, BO))
    await club.store.person_set(EVE.key, {"a": "b"})
    stored = await club.store.load(club.channel)
    assert stored is not None
    await club.store.commit(
        club.channel, stored.game, stored.version, Change(header={"people": "nonsense"}), once=""
    )
    assert keys(await answered(club, EVE, "forget me yes")) == ("forget.done.none",)
    assert dict(await club.store.person_get(EVE.key)) == {}
