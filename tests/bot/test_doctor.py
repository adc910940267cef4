"""The doctor: every kind of damage is found, and mended only when asked, with the damaged game kept."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.clock import SystemClock
from bot.finding import Finding, Grade
from bot.operations.doctor import examine
from bot.people import Channel, Person
from bot.request import Request
from bot.scene import Scene
from bot.settings import Settings, load_settings
from bot.store import Change, open_store
from bot.store.embedded.server import EmbeddedRedis
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from tests.bot.store.redis_server import RedisServer
from tests.discord_server import DiscordServer
from tests.telegram_server import TOKEN, BotApiServer

ROOM = Channel("web", ("friday",))
ANN, BO = Person("web", "1", "Ann"), Person("web", "2", "Bo")
BEGINNING = ((ANN, "new order=joined"), (BO, "join"), (ANN, "start"))


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> "SetUp":
    """Makes settings out of an environment, away from any ``.env``."""
    monkeypatch.chdir(tmp_path)
    return SetUp(monkeypatch, tmp_path)


@dataclass
class SetUp:
    """Settings as an operator gives them."""

    monkeypatch: pytest.MonkeyPatch
    folder: Path

    def __call__(self, **environment: str) -> Settings:
        """Read the settings from this environment."""
        for name, value in {"BASTIDE_DATA": str(self.folder / "data"), **environment}.items():
            self.monkeypatch.setenv(name, value)
        return load_settings(None)


@dataclass
class Ward:
    """A store with one running game, and examinations of it."""

    store: RedisStore
    settings: Settings
    game: str = ""

    async def damage(self, command: str, key: str, *values: str | bytes) -> None:
        """Do it with a plain command, as somebody at redis-cli would."""
        await self.store._link.ask(command, f"bastide:{{{ROOM}}}:{key}", *values)

    async def problems(self, *, repair: bool = False) -> list[Finding]:
        """What is wrong with the store."""
        found = [finding async for finding in examine(self.settings, repair=repair)]
        parts = {"game", "place", "store", "results"}
        return [f for f in found if f.part.split()[0] in parts and f.grade is not Grade.OK]

    async def say(self, who: Person, command: str) -> Scene | None:
        """Say something that must work."""
        reply = await Table(self.store, SystemClock()).handle(Request(ROOM, who, command, ""))
        assert reply.refusal is None, reply.refusal
        return reply.scene

    async def actions(self) -> tuple[str, ...]:
        """The actions of the game as it is now."""
        stored = await self.store.load(ROOM)
        assert stored is not None
        return stored.actions

    async def kept(self) -> list[bytes]:
        """The names under which damaged games are kept."""
        return sorted(await self.store._link.scan("*damaged*"))


@pytest.fixture
async def ward(tmp_path: Path, settings: SetUp) -> AsyncIterator[Ward]:
    """A game of some turns on a real server."""
    server = RedisServer(tmp_path / "redis")
    server.start()
    store = await open_store(server.url, tmp_path)
    ward = Ward(store, settings(REDIS_URL=server.url))
    scene: Scene | None = None
    for who, command in BEGINNING:
        scene = await ward.say(who, command)
    by_key = {ANN.key: ANN, BO.key: BO}
    for _ in range(6):
        assert scene is not None
        choice = next(c for row in scene.rows for c in row if c.command.split()[0] in {"place", "pass"})
        scene = await ward.say(by_key[scene.actor], choice.command)
    assert scene is not None
    ward.game = scene.game
    yield ward
    await store.close()
    server.stop()


async def test_a_sound_store_has_no_problems(ward: Ward) -> None:
    """Running, finished, earlier, called-off and put-aside games all agree with their replay."""
    assert await ward.problems() == []
    await ward.say(ANN, "end ask")
    await ward.say(BO, "vote yes")
    await ward.say(ANN, "new")
    await ward.say(ANN, "leave")
    await ward.store.put_aside(ROOM, "aside", Change(header=(await _header(ward))), 100)
    await ward.say(BO, "history 1 2 continue")
    assert await ward.problems() == []
    assert await ward.problems(repair=True) == []
    assert await ward.kept() == []


async def _header(ward: Ward) -> dict[str, str]:
    stored = await ward.store.load_game(ROOM, ward.game)
    assert stored is not None
    return dict(stored.header)


async def test_a_record_is_cut_at_its_first_illegal_action(ward: Ward) -> None:
    """Without --repair it is told which; with it the game goes on from there, and the damaged one is kept."""
    before = await ward.actions()
    await ward.damage("LSET", f"actions:{ward.game}", "4", "place 77,77 0")
    (found,) = await ward.problems()
    assert found.grade is Grade.BAD
    assert "action 4 (place 77,77 0)" in found.text
    assert "cuts it to its first 4 actions" in found.text
    assert await ward.kept() == [], "nothing is changed without --repair"

    (mended,) = await ward.problems(repair=True)
    assert mended.grade is Grade.MENDED
    assert await ward.actions() == before[:4]
    copy = f"bastide:{{{ROOM}}}:damaged:{ward.game}:".encode()
    assert [name.startswith(copy) for name in await ward.kept()] == [True, True]
    assert await ward.problems() == []
    assert [channel async for channel, _ in Table(ward.store, SystemClock()).pending("web")] == [ROOM]


@pytest.mark.parametrize(
    "damage",
    [
        ("HSET", "game:", "_length", "3"),
        ("HDEL", "game:", "_length"),
        ("HSET", "game:", "_version", "many"),
        ("HSET", "game:", "_version", b"\xff"),
        ("HDEL", "game:", "_version"),
        ("HSET", "game:", "_posted", "999"),
        ("HSET", "game:", "_turn", "x"),
        ("HSET", "game:", "status", "lobby"),
        ("RPOP", "actions:"),
        ("RPUSH", "actions:", "dance"),
        ("RPUSH", "actions:", b"\xff\xfe"),
        ("DEL", "actions:"),
    ],
)
async def test_what_can_be_mended_is_mended(ward: Ward, damage: tuple[str | bytes, ...]) -> None:
    """Counters, versions, the status and lost or foreign actions: afterwards the game is played on."""
    command, key, *values = damage
    await ward.damage(str(command), f"{key!s}{ward.game}", *values)
    assert [finding.grade for finding in await ward.problems()] == [Grade.BAD]
    assert [finding.grade for finding in await ward.problems(repair=True)] == [Grade.MENDED]
    assert await ward.problems() == []
    assert await ward.kept()
    await ward.say(ANN, "resign yes")


@pytest.mark.parametrize(
    "damage",
    [
        (("HSET", "game:", "people", "nonsense"),),
        (("HSET", "game:", "record", "{}"),),
        (("HDEL", "game:", "status"),),
        (("DEL", "game:"), ("SET", "game:", "x")),
    ],
)
async def test_what_cannot_be_mended_is_set_aside(ward: Ward, damage: tuple[tuple[str, ...], ...]) -> None:
    """The damaged game is kept, and its place is free for a new one."""
    for command, key, *values in damage:
        await ward.damage(command, f"{key}{ward.game}", *values)
    (found,) = await ward.problems()
    assert "sets it aside" in found.text
    (mended,) = await ward.problems(repair=True)
    assert mended.grade is Grade.MENDED
    assert await ward.kept()
    assert await ward.problems() == []
    assert await ward.say(ANN, "new") is not None


@pytest.mark.parametrize("damage", [(("DEL", "game:"),), (("DEL", "current"), ("RPUSH", "current", "x"))])
async def test_a_place_without_its_game_is_made_free(ward: Ward, damage: tuple[tuple[str, ...], ...]) -> None:
    """Where the current game is gone or its name unreadable, people can begin anew."""
    for command, key, *values in damage:
        await ward.damage(command, key if key == "current" else f"{key}{ward.game}", *values)
    assert [(f.part, f.grade) for f in await ward.problems()] == [("place web:friday", Grade.BAD)]
    assert [finding.grade for finding in await ward.problems(repair=True)] == [Grade.MENDED]
    assert await ward.problems() == []
    assert await ward.say(ANN, "new") is not None


async def test_missing_results_are_entered(ward: Ward) -> None:
    """A game whose result a crash kept from the statistics is counted after a repair."""
    await ward.say(ANN, "resign yes")
    await ward.store.results.remove(ROOM, ward.game, people=[ANN.key, BO.key])
    (told,) = await ward.problems()
    assert (told.part, told.grade) == ("results", Grade.NOTE), "they are entered at every start anyway"
    assert await ward.store.results.of_channel(ROOM) == []
    (mended,) = await ward.problems(repair=True)
    assert (mended.part, mended.grade) == ("results", Grade.MENDED)
    assert len(await ward.store.results.of_channel(ROOM)) == 1
    assert await ward.problems(repair=True) == []


async def test_a_damaged_copy_goes_with_the_person_who_is_forgotten(ward: Ward) -> None:
    """What is kept of damaged games holds names too."""
    await ward.damage("RPUSH", f"actions:{ward.game}", "dance")
    await ward.problems(repair=True)
    assert await ward.kept()
    await ward.store.forget(ANN.key)
    assert await ward.kept() == []


async def test_a_store_that_does_not_answer_is_named(settings: SetUp) -> None:
    """Without the store there is nothing to examine there, and that is said."""
    found = [f async for f in examine(settings(REDIS_URL="redis://127.0.0.1:9"))]
    store = next(finding for finding in found if finding.part == "store")
    assert store.grade is Grade.BAD
    assert "redis://127.0.0.1:9" in store.text


async def test_the_embedded_store_of_a_running_bot_is_shared(settings: SetUp, tmp_path: Path) -> None:
    """Every game is looked at and mended while the bot runs, and its server runs on."""
    store = await open_store("", tmp_path / "data")
    ward = Ward(store, settings())
    for who, command in BEGINNING:
        await ward.say(who, command)
    assert await ward.problems() == []
    game = await store.load(ROOM)
    assert game is not None
    await ward.damage("HSET", f"game:{game.game}", "_length", "7")
    assert [finding.grade for finding in await ward.problems()] == [Grade.BAD]
    assert [finding.grade for finding in await ward.problems(repair=True)] == [Grade.MENDED]
    assert await store.load(ROOM) is not None
    await store.close()


async def test_a_bot_that_starts_is_not_shared_yet(settings: SetUp, tmp_path: Path) -> None:
    """As long as its server has no address there is one sentence."""
    server = await EmbeddedRedis.start(tmp_path / "data")
    (tmp_path / "data" / "redis" / "address").unlink()
    try:
        found = [f async for f in examine(settings())]
    finally:
        await server.close()
    store = next(finding for finding in found if finding.part == "store")
    assert store.grade is Grade.BAD
    assert "is starting or stopping: try again" in store.text


async def platform(settings: Settings, name: str) -> list[Finding]:
    """The findings about a platform."""
    return [finding async for finding in examine(settings) if finding.part == name]


async def test_telegram_is_asked_about_token_and_chats(settings: SetUp, tmp_path: Path) -> None:
    """A good token is named, a chat that the bot has left is told, and a bad token is told alone."""
    async with BotApiServer() as server:
        ann = server.user("Ann")
        here, left = server.group("Here", ann), server.group("Left", ann)
        left.members.remove(server.bot)
        data = {"TELEGRAM_TOKEN": TOKEN, "TELEGRAM_API_BASE": server.base}
        store = await open_store("", tmp_path / "data")
        for chat in (here, left):
            channel = Channel("telegram", (str(chat.id), "0"))
            person = Person("telegram", str(ann.id), "Ann")
            await Table(store, SystemClock()).handle(Request(channel, person, "new", ""))
        await store.close()
        found = await platform(settings(**data), "telegram")
        assert [f.grade for f in found] == [Grade.OK, Grade.BAD]
        assert "@BastideTestBot" in found[0].text
        assert str(left.id) in found[1].text
        found = await platform(settings(**data | {"TELEGRAM_TOKEN": "1:wrong"}), "telegram")
        assert [f.grade for f in found] == [Grade.BAD]
        assert "rejected" in found[0].text
        assert server.problems == []


async def test_the_mini_app_is_named(settings: SetUp) -> None:
    """Telegram tells no bot of such, so the operator is told what to open; and its page is asked."""
    async with BotApiServer() as server:
        data = {"TELEGRAM_TOKEN": TOKEN, "TELEGRAM_API_BASE": server.base, "TELEGRAM_APP": "our_board"}
        closed = "https://127.0.0.1:9"
        settings.monkeypatch.setattr("bot.pushing.courier.REACHED", (closed,))
        found = [f async for f in examine(settings(**data, BASTIDE_PUBLIC_URL=closed))]
        told = [f.text for f in found if f.part == "telegram"]
        assert any("https://t.me/BastideTestBot/our_board," in text for text in told)
        (board,) = [f for f in found if f.part == "board"]
        assert board.grade is Grade.NOTE
        assert board.text.startswith(f"{closed}/board/ does not answer from here: ")
        (notices,) = [f for f in found if f.part == "notices"]
        assert (notices.grade, closed in notices.text) == (Grade.NOTE, True)


async def test_discord_is_asked_about_token_servers_and_channels(settings: SetUp, tmp_path: Path) -> None:
    """A good token is named, missing permissions and lost channels are told, a bad token is told alone."""
    async with DiscordServer() as server:
        guild = server.world.add_guild("Silent")
        guild["roles"][0]["permissions"] = "0"
        channel = server.world.add_channel(guild)
        data = {"DISCORD_TOKEN": server.token, "DISCORD_API_BASE": server.api_base}
        store = await open_store("", tmp_path / "data")
        for number in (channel["id"], 12345):
            place = Channel("discord", (str(guild["id"]), str(number)))
            await Table(store, SystemClock()).handle(Request(place, Person("discord", "1", "Ann"), "new", ""))
        await store.close()
        found = await platform(settings(**data), "discord")
        assert [f.grade for f in found] == [Grade.OK, Grade.NOTE, Grade.BAD]
        assert "Silent" in found[1].text
        assert "attach files" in found[1].text
        assert "12345" in found[2].text
        found = await platform(settings(**data | {"DISCORD_TOKEN": "wrong"}), "discord")
        assert [f.grade for f in found] == [Grade.BAD]
        assert "rejected" in found[0].text
    (gone,) = await platform(settings(**data), "discord")
    assert (gone.grade, gone.text) == (Grade.BAD, f"{server.api_base} does not answer.")


def test_the_command_prints_what_it_found(
    settings: SetUp, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line for each finding; status 0 when nothing needs the operator, else 1. Tokens are never printed."""
    settings()
    assert main(["doctor"]) == 0
    assert "store: ok: " in capsys.readouterr().out
    settings(TELEGRAM_TOKEN="1:secret", TELEGRAM_API_BASE="http://127.0.0.1:9")
    (tmp_path / ".env").write_text("", "utf-8")
    (tmp_path / ".env").chmod(0o644)
    assert main(["doctor", "--repair"]) == 1
    said = capsys.readouterr().out
    assert "telegram: bad: " in said
    assert "chmod 600 .env" in said
    assert "secret" not in said
