"""Notices beside the live message: one at a time, in private where that is wanted, gone with the turn."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.discord_app.app import DiscordApp
from bot.people import Channel, Person
from bot.request import Notice, Reply
from bot.scene import Phrase, Scene
from bot.texts import Texts
from tests.bot.discord_app.scripted import Count, ScriptedTable
from tests.bot.discord_app.stage import version
from tests.bot.discord_app.test_sockets import make_app
from tests.discord_server import DiscordServer, Payload
from tests.discord_server.world import PRIVATE


class Stage:
    """A game of Ann and Bo in a channel, whose keeper has something to say."""

    def __init__(self, server: DiscordServer, app: DiscordApp, table: ScriptedTable) -> None:
        world = server.world
        guild = world.add_guild()
        self.server, self.app, self.table = server, app, table
        self.room = world.add_channel(guild)
        self.users = [world.add_user("Ann"), world.add_user("Bo")]
        self.channel = Channel("discord", (guild["id"], self.room["id"]))
        self.game = Count("g0", [Person("discord", user["id"], user["global_name"]) for user in self.users])
        self.game.turn, self.game.version = 1, 2
        table.games[self.channel] = self.game

    def notice(self, text: str, *, private: bool = False) -> Notice:
        """A notice to whoever is to move, made for the present version."""
        game = self.game
        scene = Scene(
            (Phrase(text),),
            game=game.id, version=game.version, turn=game.turn, notify=(game.mover,),
        )  # fmt: skip
        return Notice(scene, private=replace(scene, language="pl") if private else None)

    async def show(self, text: str = "", *, private: bool = False, done: bool = False) -> None:
        """The keeper has changed something, and perhaps calls the player; all of it is shown."""
        self.game.version += 1
        self.game.notice = self.notice(text, private=private) if text else None
        reply = self.table.reply(self.game)
        assert reply.scene is not None
        await self.hand_in(replace(reply, scene=replace(reply.scene, done=done)))

    async def hand_in(self, reply: Reply) -> None:
        """Hand in what is to be shown, and wait until it is, or has failed once."""
        await self.app.show(self.channel, reply)
        assert self.app._client is not None
        await self.app._client.desk.displays.shown(self.channel)

    @property
    def public(self) -> list[Payload]:
        """What stands in the channel."""
        return self.server.world.public(self.room)


@pytest.fixture
async def server() -> AsyncIterator[DiscordServer]:
    """A Discord on this machine. No request may be a wrong one."""
    async with DiscordServer() as server:
        yield server
        assert not server.problems, "\n".join(server.problems)


@pytest.fixture
async def stage(server: DiscordServer, table: ScriptedTable, texts: Texts) -> AsyncIterator[Stage]:
    """The platform, started, with the first turn's message."""
    app = make_app(server, table, texts)
    stage = Stage(server, app, table)
    await app.start()
    await stage.show()
    yield stage
    await stage.app.stop()


async def test_a_notice_answers_the_live_message_and_calls_once(stage: Stage) -> None:
    """It points to the message with the buttons and mentions whom it is for; that message calls nobody."""
    await stage.show("wake-up")
    live, notice = stage.public
    assert notice["message_reference"]["message_id"] == int(live["id"])
    assert [user["global_name"] for user in notice["mentions"]] == ["Ann"]
    assert notice["components"] == []
    edits = [call for call in stage.server.calls if call.method == "PATCH"]
    assert all(not (call.body["allowed_mentions"] or {}).get("users") for call in edits)


async def test_the_next_notice_takes_its_place(stage: Stage) -> None:
    """There is never more than one."""
    await stage.show("first")
    await stage.show("second")
    live, notice = stage.public
    assert live["components"]
    assert "second" in notice["content"]


async def test_it_goes_with_the_turn(stage: Stage) -> None:
    """The new turn's message is all that is left besides the old one's last word."""
    await stage.show("wake-up")
    stage.game.turn += 1
    await stage.show()
    assert len(stage.public) == 2
    assert [bool(message["components"]) for message in stage.public] == [False, True]


async def test_it_goes_when_it_has_no_meaning_any_more(stage: Stage) -> None:
    """A question that was answered is asked of nobody, though the turn goes on."""
    await stage.show("please-answer")
    await stage.show(done=True)
    assert [bool(message["components"]) for message in stage.public] == [True]
    await stage.show("please-answer-again")
    assert len(stage.public) == 2


async def test_a_question_answered_before_it_was_asked_is_not_asked(stage: Stage) -> None:
    """Of scenes that wait, the last says that there is nothing to tell any more."""
    await asyncio.gather(stage.show("one"), stage.show("two"), stage.show(done=True))
    assert len(stage.public) == 1


async def test_a_restart_still_knows_what_to_take_away(
    stage: Stage, table: ScriptedTable, texts: Texts
) -> None:
    """The notice's id is kept with the live message's."""
    await stage.show("wake-up")
    await stage.app.stop()
    stage.app = make_app(stage.server, table, texts)
    await stage.app.start()
    stage.game.turn += 1
    await stage.show()
    assert len(stage.public) == 2


async def test_the_same_notice_is_not_posted_twice(stage: Stage) -> None:
    """However often it is handed in before the store knows that it was seen."""
    stage.game.version += 1
    reply = replace(stage.table.reply(stage.game), notice=stage.notice("wake-up"))
    await stage.hand_in(reply)
    await stage.hand_in(reply)
    assert len(stage.public) == 2


async def test_a_notice_whose_answer_was_lost_is_not_posted_twice_by_the_next_process(
    stage: Stage, table: ScriptedTable, texts: Texts
) -> None:
    """Killed between posting and noting it, the next process sends it once more; Discord knows it."""
    stage.game.version += 1
    stage.game.notice = stage.notice("wake-up")
    before = stage.game.shown
    await stage.hand_in(stage.table.reply(stage.game))
    await stage.app.stop()
    stage.game.shown = before
    stage.app = make_app(stage.server, table, texts)
    await stage.app.start()
    await stage.hand_in(stage.table.reply(stage.game))
    assert len(stage.public) == 2
    assert stage.game.shown.told("g0") == stage.game.version


async def test_in_private_where_that_is_wanted(stage: Stage) -> None:
    """Nothing is posted in the channel then."""
    await stage.show("psst", private=True)
    assert len(stage.public) == 1
    (told,) = stage.server.world.messages[int(stage.users[0]["id"]) + PRIVATE].values()
    assert "psst" in told["content"]
    assert told["mentions"] == []


async def test_in_the_channel_where_private_messages_are_closed(stage: Stage) -> None:
    """Who does not let the bot write to them is called where the game is."""
    stage.server.world.closed.add(int(stage.users[0]["id"]) + PRIVATE)
    await stage.show("psst", private=True)
    assert len(stage.public) == 2
    assert [user["global_name"] for user in stage.public[1]["mentions"]] == ["Ann"]


async def test_trouble_with_a_notice_keeps_nobody_from_playing(stage: Stage) -> None:
    """The scene is shown all the same, and the notice follows as soon as it can be posted."""
    stage.server.fail("POST", f"/channels/{stage.room['id']}/messages", status=403, code=50013, times=3)
    await stage.show("wake-up")
    (live,) = stage.public
    assert version(live) == stage.game.version
    await stage.server.until(lambda: len(stage.public) == 2)


async def test_a_notice_of_a_turn_that_has_passed_is_not_posted(stage: Stage) -> None:
    """Nobody is called for what they have already done."""
    old = stage.notice("too-late")
    stage.game.turn += 1
    stage.game.version += 1
    await stage.hand_in(replace(stage.table.reply(stage.game), notice=old))
    assert not any("too-late" in message["content"] for message in stage.public)


@pytest.mark.parametrize("at_once", [True, False])
async def test_what_was_decided_before_and_comes_after_is_not_shown(stage: Stage, at_once: bool) -> None:
    """A message never goes back to an older version, whether the newer one still waits or is there."""
    replies = []
    for _ in range(3):
        stage.game.version += 1
        replies.append(stage.table.reply(stage.game))
    before, older, newer = replies
    shows = [stage.app.show(stage.channel, reply) for reply in (before, newer, older)]
    if at_once:
        await asyncio.gather(*shows)
    else:
        for show in shows:
            await show
    (live,) = stage.public
    assert version(live) == stage.game.version == stage.game.posted


async def test_whether_discord_can_be_reached(stage: Stage) -> None:
    """Connected it can; cut off it cannot; connected again it can."""
    assert await stage.app.reachable()
    stage.server.refuse_gateway(4013)
    await stage.server.drop(4013)
    async with asyncio.timeout(60):
        while await stage.app.reachable():
            await asyncio.sleep(0.01)
    await stage.app.stop()
    assert not await stage.app.reachable()
