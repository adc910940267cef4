"""Games with the real table: from the lobby to the end, through repeats, restarts and moves."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.clock import SystemClock
from bot.people import Channel
from bot.scene import Scene
from bot.store import Store, open_store
from bot.table.table import Table
from bot.telegram_app import app as app_module
from core import GameRecord
from tests.bot.telegram_app.conftest import World
from tests.bot.telegram_app.test_start import free_port
from tests.telegram_server import SERVER_ERROR, Chat, Message, User


@dataclass
class Play:
    """A game of Ann and Bo in a chat, and the table behind it."""

    world: World
    store: Store
    chat: Chat
    topic: int | None = None

    def __post_init__(self) -> None:
        self.viewer = self.table()

    def table(self) -> Table:
        """A table over the store, as a new process makes it."""
        return Table(self.store, SystemClock())

    @property
    def channel(self) -> Channel:
        """Where the game is."""
        return Channel("telegram", (str(self.chat.id), str(self.topic or 0)))

    @property
    def live(self) -> Message:
        """The newest message with buttons here."""
        return next(m for m in reversed(self.chat.from_bot) if m.buttons and m.thread == self.topic)

    async def scene(self) -> Scene:
        """The game as it is in the store."""
        scene = await self.viewer.view(self.channel)
        assert scene is not None
        return scene

    async def reached(self, version: int) -> Scene:
        """The game, once it has this version and the chat shows it."""
        return await self.once(lambda scene: scene.version == version)

    async def once(self, fits: Callable[[Scene], bool]) -> Scene:
        """The game, once it is as wanted and the chat shows it."""
        async with asyncio.timeout(60):
            while True:
                scene = await self.viewer.view(self.channel)
                if scene is not None and fits(scene):
                    return await self.shown()
                await asyncio.sleep(0.01)

    async def shown(self) -> Scene:
        """The game, once the chat shows it."""
        scene = await self.scene()

        def up_to_date() -> bool:
            here = [m for m in self.chat.from_bot if m.buttons and m.thread == self.topic]
            return bool(here) and any(f":{scene.version}:" in b.data for b in here[-1].buttons)

        await self.chat.until(up_to_date, f"picture of version {scene.version}")
        return scene

    async def begin(self) -> Scene:
        """Ann opens a game, Bo joins, Ann starts it."""
        await self.chat.say(self.world.ann, "/new", topic=self.topic)
        await self.chat.until(lambda: any(m.buttons and m.thread == self.topic for m in self.chat.from_bot))
        await self.chat.press(self.world.bo, "Join", on=self.live)
        await self.shown()
        await self.chat.press(self.world.ann, "Start", on=self.live)
        return await self.shown()

    def mover(self, scene: Scene) -> User:
        """Who has to decide."""
        return next(user for user in self.chat.members if scene.actor == f"telegram:{user.id}")

    def other(self, user: User) -> User:
        """The one who has not."""
        return self.world.bo if user == self.world.ann else self.world.ann

    async def move(self, number: int = 0) -> Scene:
        """The mover presses a button that leads on: that of a choice, by its number."""
        scene = await self.shown()
        choices = [c for row in scene.rows for c in row if c.command not in {"turn", "undo", "advice"}]
        data = f"{scene.game}:{scene.version}:{choices[number % len(choices)].command}"
        await self.chat.press(self.mover(scene), data, on=self.live)
        # A tap is answered in time, however long its move takes on a busy machine.
        return await self.once(lambda now: (now.game, now.version) != (scene.game, scene.version))


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    """A store in memory."""
    opened = await open_store("memory://", Path())
    yield opened
    await opened.close()


@pytest.fixture
def play(world: World, store: Store) -> Play:
    """A game in the group, not begun yet."""
    return Play(world, store, world.group)


@pytest.mark.parametrize("how", ["polling", "webhook"])
async def test_from_the_lobby_through_several_turns(play: Play, how: str) -> None:
    """Two people tap their way through turns; each turn has one message, and only the last has buttons."""
    url = None if how == "polling" else f"http://127.0.0.1:{free_port()}/hook"
    await play.world.start(play.table(), webhook_url=url)
    scene = await play.begin()
    for _ in range(20):
        if scene.turn == 5:
            break
        before = scene.turn
        scene = await play.move(1)
        if scene.turn > before:
            assert play.live.mentions == [play.mover(scene).id]
    await play.chat.until(lambda: sum(bool(m.buttons) for m in play.chat.from_bot) == 1)
    lobby, *turns = play.chat.from_bot
    assert len(turns) == 5
    assert not lobby.photo
    assert all(turn.photo for turn in turns)
    assert len(play.world.server.made("answerCallbackQuery")) == len(set(play.world.server.toasts))


async def test_typing_does_what_tapping_does(play: Play) -> None:
    """Every tap has its typed twin."""
    await play.world.start(play.table())
    scene = await play.begin()
    await play.chat.say(play.mover(scene), "/place 1")
    await play.chat.until(lambda: "Pass" in play.live.labels)
    await play.chat.say(play.mover(scene), "/pass")
    await play.chat.until(lambda: len(play.chat.from_bot) == 3)
    assert (await play.shown()).turn == 2


async def test_whoever_must_not_act_gets_a_reason(play: Play) -> None:
    """Not your turn, an old button, an unknown spot, no game: one sentence each, and nothing changes."""
    await play.world.start(play.table())
    scene = await play.begin()
    mover, other = play.mover(scene), play.other(play.mover(scene))
    first = play.live.buttons[0].data
    assert mover.first_name in (await play.chat.press(other, first)).text
    assert (await play.chat.ask(mover, "/place 99")).text
    assert (await play.chat.ask(other, "/undo")).text
    assert (await play.scene()).version == scene.version
    await play.move()
    assert (await play.chat.press_data(mover, play.live, first)).text
    elsewhere = play.world.server.private(mover)
    assert (await elsewhere.ask(mover, "/place 1")).text


async def test_a_refusal_speaks_to_whoever_reads_it(play: Play) -> None:
    """The mover reads that they lay, others who does; a slip of the finger is told what was meant."""
    await play.world.start(play.table())
    mover = play.mover(await play.begin())
    other = play.other(mover)
    assert (await play.chat.ask(mover, "/pass")).text == "Not now: you lay the tile."
    assert f"{mover.first_name} lays the tile" in (await play.chat.ask(other, "/pass")).text
    assert (await play.chat.ask(mover, "/place 99")).text.startswith("There is no spot 99")
    for typed in ("/plcae 12", "/plcae@BastideTestBot 12"):
        assert (await play.chat.ask(mover, typed)).text == "I do not know /plcae: did you mean /place?"


async def test_a_language_acts_on_the_very_next_sentence(play: Play) -> None:
    """That of the group on the live message at once, one's own on the answer that tells it and all after."""
    await play.world.start(play.table())
    await play.begin()
    await play.chat.say(play.world.ann, "/settings language=cs")
    await play.chat.until(lambda: "jsi na tahu" in play.live.text)
    answer = await play.chat.ask(play.world.bo, "/settings me language=pl")
    assert answer.text.startswith("Twoje ustawienia")
    refusal = await play.chat.ask(play.world.bo, "/plcae")
    assert refusal.text == "Nie znam polecenia /plcae. Może /place?"
    assert (await play.chat.ask(play.world.bo, "/settings me language=auto")).text.startswith(
        "Your own settings"
    )


async def test_the_tile_of_the_day_is_answered_in_private(play: Play) -> None:
    """The group sees the tile, and its button leads whoever presses it to a private chat with the bot."""
    await play.world.start(play.table())
    bo, group = play.world.bo, play.chat
    shown = await group.ask(play.world.ann, "/tile")
    assert shown.labels == ["In a private chat", "Yesterday"]
    toast = await group.press(bo, "In a private chat")
    assert (toast.text, toast.url) == ("", f"https://t.me/{play.world.server.bot.username}?start=tile")
    private = play.world.server.private(bo)
    await private.ask(bo, f"/start {toast.url.partition('=')[2]}")
    await private.press(bo, "1")
    await private.press(bo, "Pass")
    await private.until(lambda: "Noted" in private.last.text)
    assert group.from_bot == [shown]
    assert "Bo" not in shown.text


async def test_without_a_way_aside_it_is_said(play: Play) -> None:
    """Whoever types it, or presses when Telegram is slow, is told where to answer."""
    await play.world.start(play.table())
    assert "private chat" in (await play.chat.ask(play.world.ann, "/tile private")).text
    assert "private chat" in (await play.chat.ask(play.world.ann, "/tile 1 pass")).text


async def test_the_next_player_agrees_to_an_undo_with_one_tap(play: Play) -> None:
    """The question stands under the board with their buttons, and nobody else's tap answers it."""
    await play.world.start(play.table())
    mover = play.mover(await play.begin())
    other = play.other(mover)
    await play.chat.say(mover, "/place 1")
    await play.chat.until(lambda: "Pass" in play.live.labels)
    await play.chat.press(mover, "Pass", on=play.live)
    scene = await play.shown()
    assert f"{mover.first_name}: undo?" in play.live.labels
    await play.chat.press(mover, f"{mover.first_name}: undo?", on=play.live)
    await play.reached(scene.version + 1)
    assert f"{mover.first_name} asks to undo the last move." in play.live.text
    toast = await play.chat.press(mover, "Agree", on=play.live)
    assert toast.text == f"Only {other.first_name} can answer this."
    await play.chat.press(other, "Agree", on=play.live)
    scene = await play.reached(scene.version + 2)
    assert play.mover(scene) == mover
    assert "the next player agrees. Already seen: the next tile" in play.live.text


async def test_an_update_that_comes_twice_is_one_move(play: Play) -> None:
    """A redelivered update changes nothing a second time."""
    await play.world.start(play.table())
    scene = await play.begin()
    after = await play.move()
    play.world.server.redeliver()
    await play.chat.until(lambda: play.world.server.waiting == 0)
    await play.chat.ask(play.world.ann, "/game")
    assert (await play.scene()).version == after.version == scene.version + 1


async def test_two_quick_taps_are_one_move(play: Play) -> None:
    """The second tap of a nervous finger belongs to a moment that has passed."""
    await play.world.start(play.table())
    scene = await play.begin()
    data = play.live.buttons[0].data
    queries = [play.chat.tap(play.mover(scene), play.live, data) for _ in range(2)]
    await play.chat.until(lambda: all(query in play.world.server.toasts for query in queries))
    first, second = (play.world.server.toasts[query].text for query in queries)
    assert first == ""
    assert second != ""
    assert (await play.scene()).version == scene.version + 1


async def test_buttons_work_after_a_restart(play: Play) -> None:
    """A new process goes on in the same message, in the middle of a turn."""
    app = await play.world.start(play.table())
    await play.begin()
    await play.move()
    message = play.live
    await app.stop()
    query = play.chat.tap(play.mover(await play.scene()), message, message.buttons[0].data)
    await play.world.start(play.table())
    await play.chat.until(lambda: query in play.world.server.toasts)
    await play.shown()
    await play.chat.until(lambda: not message.buttons)
    assert len(play.chat.from_bot) == 3


async def test_a_kill_between_the_move_and_its_picture_loses_neither(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the dead process did not show, the next one shows; the move is made once."""
    monkeypatch.setattr(app_module, "FAREWELL", 0.05)
    app = await play.world.start(play.table())
    scene = await play.begin()
    play.world.server.inject("editMessageMedia", SERVER_ERROR, times=50)
    await play.chat.press(play.mover(scene), play.live.buttons[0].data)
    await play.chat.until(lambda: bool(play.world.server.made("editMessageMedia")))
    await app.stop()
    assert f":{scene.version}:" in play.live.buttons[0].data
    play.world.server.recover()
    await play.world.start(play.table())
    await play.reached(scene.version + 1)
    assert len(play.chat.from_bot) == 2


@pytest.mark.parametrize("announced", [True, False])
async def test_a_game_follows_its_group(play: Play, announced: bool) -> None:
    """When a group becomes a supergroup its game goes on there, whether or not Telegram says so first."""
    await play.world.start(play.table())
    scene = await play.begin()
    old, data = play.live, play.live.buttons[0].data
    mover = play.mover(scene)
    if announced:
        play.chat = play.chat.migrate()
        await play.chat.say(mover, "/place 1")
    else:
        query = play.chat.tap(mover, old, data)
        play.chat = play.chat.migrate(announce=False)
        await play.chat.until(lambda: query in play.world.server.toasts)
    await play.reached(scene.version + 1)
    await play.move()
    assert all(message.buttons or message.photo for message in play.chat.from_bot)


async def test_topics_have_games_of_their_own(play: Play) -> None:
    """Two topics of one forum play side by side, each seeing only its own messages."""
    world = play.world
    forum = world.server.group("Club", world.ann, world.bo, forum=True)
    await world.start(play.table())
    games = [Play(world, play.store, forum, topic) for topic in (5, 9)]
    scenes = [await game.begin() for game in games]
    assert scenes[0].game != scenes[1].game
    await games[0].move()
    assert (await games[1].scene()).version == scenes[1].version
    assert {message.thread for message in forum.from_bot} == {5, 9}


async def test_many_chats_play_at_once(play: Play) -> None:
    """Games in ten groups go on together, each in its own order."""
    world = play.world
    await world.start(play.table())
    chats = [world.server.group(f"Group {number}", world.ann, world.bo) for number in range(10)]
    games = [Play(world, play.store, chat) for chat in chats]

    async def some_turns(game: Play) -> int:
        scene = await game.begin()
        for _ in range(4):
            scene = await game.move()
        return scene.version

    versions = await asyncio.gather(*map(some_turns, games))
    assert versions == [7] * 10


async def test_a_whole_game_to_the_final_scores(play: Play) -> None:
    """All 72 tiles, by taps of two people; the exported record gives the scores that the chat shows."""
    await play.world.start(play.table())
    rng = random.Random(7)
    scene = await play.begin()
    for _ in range(500):
        if not scene.actor:
            break
        scene = await play.move(rng.randrange(60))
    answer = await play.chat.ask(play.world.ann, "/export")
    position = GameRecord.from_json(answer.file.decode()).replay()
    assert position.over
    assert len(position.laid) + len(position.discarded) == 72
    await play.chat.until(lambda: sum(bool(m.buttons) for m in play.chat.from_bot) == 1)
    text = play.live.text
    for name, score in zip(position.players, position.scores, strict=True):
        assert f"{name} {score}" in text
