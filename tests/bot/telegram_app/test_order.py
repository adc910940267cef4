"""In which order updates are handled: as they came within a chat, side by side otherwise."""

import asyncio

from bot.request import Reply, Request
from bot.telegram_app.order import InOrder
from tests.bot.telegram_app.conftest import World
from tests.bot.telegram_app.scripted import say


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


async def test_what_is_no_update_is_handled_too() -> None:
    """The processor takes whatever the library hands it."""
    done: list[int] = []

    async def work() -> None:
        done.append(1)

    await InOrder().process_update("something", work())
    assert done == [1]
