"""Notices beside the live message: one at a time, in private where that is wanted, gone with the turn."""

from dataclasses import dataclass, field, replace

import pytest

from bot.people import Channel, Person
from bot.request import Notice, Reply
from bot.scene import Scene
from bot.telegram_app.app import TelegramApp
from tests.bot.telegram_app.conftest import World
from tests.bot.telegram_app.scripted import button, say, scene
from tests.telegram_server import FORBIDDEN, SERVER_ERROR, Fault, Message

ROWS = [[button("1", "place 1")]]


@dataclass
class Stage:
    """A game in the group, whose keeper has something to say."""

    world: World
    app: TelegramApp
    turn: int = 1
    version: int = 0
    shown: list[Reply] = field(default_factory=list)

    @property
    def channel(self) -> Channel:
        """Where the game is."""
        return Channel("telegram", (str(self.world.group.id), "0"))

    def notice(self, text: str, *, private: bool = False) -> Notice:
        """A notice to Ann, made for the present version."""
        ann = Person("telegram", str(self.world.ann.id), "Ann")
        told = Scene((say(text),), game="g1", version=self.version, turn=self.turn, notify=(ann,))
        return Notice(told, private=told if private else None)

    async def show(self, text: str = "", *, private: bool = False, done: bool = False) -> None:
        """The keeper has changed something, and perhaps calls the player; wait until it is noted as seen."""
        self.version += 1
        face = scene(
            f"turn {self.turn} version {self.version}", turn=self.turn, version=self.version, rows=ROWS
        )
        notice = self.notice(text, private=private) if text else None
        reply = Reply(scene=replace(face, done=done), notice=notice)
        self.shown.append(reply)
        await self.tell(reply)
        seen = self.world.scripted.seen
        await self.world.group.until(lambda: bool(seen) and seen[-1][1] == self.version)

    async def tell(self, reply: Reply) -> None:
        """Hand a reply to the app as the keeper does."""
        await self.app.show(self.channel, self.world.scripted.made(self.channel, reply))

    @property
    def messages(self) -> list[Message]:
        """The bot's messages in the group."""
        return self.world.group.from_bot


@pytest.fixture
async def stage(world: World) -> Stage:
    """The app, started, with the first turn's message."""
    stage = Stage(world, await world.start(world.scripted))
    await stage.show()
    return stage


async def settled(stage: Stage) -> None:
    """Wait until nothing is left to do."""
    await stage.world.group.until(lambda: not stage.app._displays.busy)


async def test_a_notice_answers_the_live_message_and_calls_once(stage: Stage) -> None:
    """It replies to the message with the buttons, mentions whom it is for, and makes a sound."""
    await stage.show("wake up")
    live, notice = stage.messages
    assert notice.reply_to == live.id
    assert notice.mentions == [stage.world.ann.id]
    assert (notice.silent, notice.buttons) == (False, [])


async def test_the_next_notice_takes_its_place(stage: Stage) -> None:
    """There is never more than one for long."""
    await stage.show("first")
    await stage.show("second")
    await settled(stage)
    assert [message.text.splitlines()[-1] for message in stage.messages] == ["turn 1 version 3", "second"]


async def test_it_goes_with_the_turn(stage: Stage) -> None:
    """The next turn's message takes it away."""
    await stage.show("wake up")
    stage.turn += 1
    await stage.show()
    await settled(stage)
    assert len(stage.messages) == 2
    assert [bool(message.buttons) for message in stage.messages] == [False, True]


async def test_it_goes_when_it_has_no_meaning_any_more(stage: Stage) -> None:
    """A question that was answered is asked of nobody, though the turn goes on; after a restart too."""
    await stage.show("please answer")
    await stage.show(done=True)
    await settled(stage)
    assert [bool(message.buttons) for message in stage.messages] == [True]
    assert stage.world.scripted.noted[stage.channel].notice is None
    await stage.show("please answer again")
    await settled(stage)
    assert len(stage.messages) == 2


async def test_a_restart_still_knows_what_to_take_away(stage: Stage) -> None:
    """The notice is noted with the live message."""
    await stage.show("wake up")
    notice = stage.world.scripted.noted[stage.channel].notice
    assert notice is not None
    assert notice.message == f"{stage.world.group.id}/{stage.messages[-1].id}"
    await stage.app.stop()
    stage.app = await stage.world.start(stage.world.scripted)
    stage.turn += 1
    await stage.show()
    await settled(stage)
    assert len(stage.messages) == 2


async def test_the_same_notice_is_not_sent_twice(stage: Stage) -> None:
    """However often it is handed in before the store knows that it was seen."""
    await stage.show("wake up")
    await stage.tell(stage.shown[-1])
    await settled(stage)
    assert len(stage.messages) == 2


async def test_a_scene_is_noted_only_when_its_notice_was_sent(stage: Stage) -> None:
    """Killed in between, the next process would still know that somebody has to be called."""
    stage.world.server.inject("sendMessage", SERVER_ERROR, times=1)
    before = len(stage.world.scripted.seen)
    await stage.show("wake up")
    assert len(stage.world.scripted.seen) == before + 1
    assert len(stage.messages) == 2


async def test_in_private_where_that_is_wanted(stage: Stage) -> None:
    """Nothing is sent to the group then."""
    private = stage.world.server.private(stage.world.ann)
    await stage.show("psst", private=True)
    assert len(stage.messages) == 1
    assert [message.text for message in private.from_bot] == ["psst"]


@pytest.mark.parametrize("met", [True, False])
async def test_in_the_group_where_the_bot_may_not_write_in_private(stage: Stage, met: bool) -> None:
    """Who has never met the bot, or has blocked it, is called where the game is."""
    if met:
        private = stage.world.server.private(stage.world.ann)
        stage.world.server.inject("sendMessage", FORBIDDEN, chat=private)
    await stage.show("psst", private=True)
    assert [message.mentions for message in stage.messages] == [[], [stage.world.ann.id]]


async def test_trouble_with_a_notice_keeps_nobody_from_playing(stage: Stage) -> None:
    """The scene is shown all the same, and the notice comes as soon as it can, once."""
    refused = Fault(400, "Bad Request: not enough rights to send text messages")
    stage.world.server.inject("sendMessage", refused)
    await stage.show("wake up")
    (sent,) = stage.world.server.made("sendPhoto")
    assert sent.answered
    await settled(stage)
    live, notice = stage.messages
    assert (live.text, live.labels) == ("turn 1 version 2", ["1"])
    assert notice.mentions == [stage.world.ann.id]


async def test_a_notice_that_cannot_be_taken_away_stays(stage: Stage) -> None:
    """After two days Telegram lets nobody delete it; the game goes on."""
    await stage.show("wake up")
    stage.world.server.inject(
        "deleteMessage", Fault(400, "Bad Request: message can't be deleted for everyone")
    )
    stage.turn += 1
    await stage.show()
    await settled(stage)
    assert len(stage.messages) == 3


async def test_a_notice_of_a_turn_that_has_passed_is_not_sent(stage: Stage) -> None:
    """Nobody is called for what they have already done."""
    old = stage.notice("too late")
    stage.turn += 1
    stage.version += 1
    face = scene("next", turn=stage.turn, version=stage.version, rows=ROWS)
    await stage.tell(Reply(scene=face))
    await stage.tell(replace(Reply(scene=face), notice=old))
    await settled(stage)
    assert not any("too late" in message.text for message in stage.messages)


@pytest.mark.parametrize("at_once", [True, False])
async def test_what_was_decided_before_and_comes_after_is_not_shown(stage: Stage, at_once: bool) -> None:
    """A message never goes back to an older version, whether the newer one still waits or is there."""
    faces = [scene(f"version {n}", turn=stage.turn, version=n, rows=ROWS) for n in (2, 4, 3)]
    for face in faces:
        await stage.tell(Reply(scene=face))
        if not at_once:
            await settled(stage)
    await settled(stage)
    (live,) = stage.messages
    assert live.text == "version 4"
    assert stage.world.scripted.seen[-1][1] == 4


async def test_whether_telegram_can_be_reached(stage: Stage) -> None:
    """While it answers it can; while it fails it cannot."""
    assert await stage.app.reachable()
    stage.world.server.inject("getMe", SERVER_ERROR)
    assert not await stage.app.reachable()
    assert await stage.app.reachable()
