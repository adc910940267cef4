"""In which order updates are handled: as they came within a chat, side by side otherwise."""

import asyncio

from bot.request import Reply, Request
from bot.scene import Scene
from bot.telegram_app.jobs import NEED_NO_STORE, InOrder
from tests.bot.telegram_app.conftest import World
from tests.bot.telegram_app.scripted import button, say


async def test_updates_of_one_chat_are_handled_in_order(world: World) -> None:
    """A slow request is finished before the chat's next one begins."""
    running: list[str] = []

    def answer(request: Request) -> Reply:
        running.append(f"ends {request.command}")
        return Reply(refusal=say("no"))

    class Slow:
        """The first request takes long."""

        async def handle(self, request: Request) -> Reply:
            running.append(f"begins {request.command}")
            await asyncio.sleep(0.2 if request.command == "game 1" else 0.0)
            return answer(request)

        pending, shown, rename_channel, where_is = (
            world.scripted.pending,
            world.scripted.shown,
            world.scripted.rename_channel,
            world.scripted.where_is,
        )

    await world.start(Slow())
    for number in range(1, 4):
        await world.group.say(world.ann, f"/game {number}")
    await world.group.until(lambda: len(world.group.from_bot) == 3)
    assert running == [f"{word} game {number}" for number in (1, 2, 3) for word in ("begins", "ends")]


async def test_chats_do_not_wait_for_each_other(world: World) -> None:
    """While one chat's request takes long another chat is answered."""
    gate = asyncio.Event()

    class Gated:
        """Requests of the group wait for the gate."""

        async def handle(self, request: Request) -> Reply:
            if request.channel.place[0] == str(world.group.id):
                await gate.wait()
            return Reply(refusal=say("no"))

        pending, shown, rename_channel, where_is = (
            world.scripted.pending,
            world.scripted.shown,
            world.scripted.rename_channel,
            world.scripted.where_is,
        )

    await world.start(Gated())
    other = world.server.group("Others", world.bo)
    await world.group.say(world.ann, "/game")
    await other.ask(world.bo, "/game")
    assert not world.group.from_bot
    gate.set()
    await world.group.until(lambda: len(world.group.from_bot) == 1)


async def test_help_does_not_wait_for_the_store(world: World) -> None:
    """What the bot knows by heart passes a request that is stuck, by word and by tap; the rest does not."""
    gate = asyncio.Event()
    more = Scene((say("a rule"),), rows=((button("More", "rules turn"),),))

    class Stuck:
        """Games wait for the gate."""

        async def handle(self, request: Request) -> Reply:
            name = request.command.split()[0]
            if name not in NEED_NO_STORE:
                await gate.wait()
            return Reply(answer=more if name == "rules" else Scene((say(f"about {name}"),)))

        pending, shown, rename_channel, where_is = (
            world.scripted.pending,
            world.scripted.shown,
            world.scripted.rename_channel,
            world.scripted.where_is,
        )

    await world.start(Stuck())
    await world.group.say(world.ann, "/game")
    assert (await world.group.ask(world.bo, "/help@BastideTestBot")).text == "about help"
    rules = await world.group.ask(world.bo, "/RULES turn")
    assert (await world.group.press(world.bo, "More", on=rules)).text == ""
    await world.group.say(world.ann, "/score")
    assert len(world.group.from_bot) == 2
    gate.set()
    await world.group.until(lambda: len(world.group.from_bot) == 4)
    assert [message.text for message in world.group.from_bot[2:]] == ["about game", "about score"]


async def test_what_is_no_update_is_handled_too() -> None:
    """The processor takes whatever the library hands it."""
    done: list[int] = []

    async def work() -> None:
        done.append(1)

    await InOrder().process_update("something", work())
    assert done == [1]
