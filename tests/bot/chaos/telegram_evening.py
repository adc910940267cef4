"""A group of two on Telegram, their game in a real table, and a bot that can be killed at any moment."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, Final

from bot.keeper import Keeper
from bot.live.patience import Patience
from bot.people import Channel, Person
from bot.scene import Scene
from bot.shown import Shown
from bot.store import Store
from bot.store.protocol import StoredGame
from bot.table.table import Table
from bot.telegram_app.app import TelegramApp
from bot.telegram_app.keyboard import Pressed
from bot.telegram_app.pace import Pace
from bot.texts import Texts
from core import GameRecord
from tests.bot.table.club import Club, Counter, Hands
from tests.bot.telegram_app.scripted import OneColour
from tests.telegram_server import TOKEN, BotApiServer, Button, Call, Message, User

QUICK: Final = Patience(first=0.005, longest=0.05)
NO_LIMIT: Final = Pace(100_000, 1.0)
SHORT: Final = GameRecord(("Ann", "Bo"), bag=("base/U", "base/V", "base/U", "base/U"), actions=("draw",))
BOUND: Final = 60.0
"""Seconds after which whatever is waited for will not come any more."""

_PROCESS: ContextVar["Process | None"] = ContextVar("process", default=None)


@dataclass(eq=False)
class Process:
    """What is run by one process of the bot: its app, its keeper, and every task that came of them."""

    app: TelegramApp
    keeper: Keeper
    tasks: set["asyncio.Task[Any]"] = field(default_factory=set)
    alive: bool = True

    async def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Do something as this process. None when it was killed meanwhile, or before."""
        if not self.alive:
            work.close()
            return None
        mark = _PROCESS.set(self)
        try:
            doing = asyncio.create_task(work)
        finally:
            _PROCESS.reset(mark)
        await asyncio.wait({doing})
        return None if doing.cancelled() else doing.result()

    async def kill(self) -> None:
        """End everything at once, as it is. What is on its way to Telegram arrives, or does not."""
        self.alive = False
        while left := {task for task in self.tasks if not task.done()}:
            for task in left:
                task.cancel()
            await asyncio.wait(left, timeout=1.0)
        # The connections are closed by the operating system, which the loop cannot know.
        await self.app._application.bot.shutdown()


@contextlib.contextmanager
def tasks_by_process() -> Iterator[None]:
    """Let every task be known to the process that it belongs to."""

    def make(
        loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], **more: Any
    ) -> "asyncio.Task[Any]":
        task = asyncio.Task(work, loop=loop, **more)
        process = _PROCESS.get()
        if process is not None:
            process.tasks.add(task)
        return task

    loop = asyncio.get_running_loop()
    loop.set_task_factory(make)  # type: ignore[arg-type]  # the library's own type knows no context
    try:
        yield
    finally:
        loop.set_task_factory(None)


class Evening:
    """Ann, who manages the group, and Bo; what they do, and what everyone sees of it."""

    def __init__(self, server: BotApiServer, store: Store, texts: Texts) -> None:
        self.server = server
        self.store = store
        self.clock = Hands()
        self.ann, self.bo = server.user("Ann"), server.user("Bo")
        self.group = server.group("Club", self.ann, self.bo, supergroup=True)
        self.private = [server.private(user) for user in (self.ann, self.bo)]
        self.channel = Channel("telegram", (str(self.group.id), "0"))
        self.stale: dict[int, list[Button]] = {}
        self.process: Process | None = None
        self._numbers = Counter()
        self._texts = texts
        self.viewer = Table(store, self.clock)

    # The bot

    async def start(self) -> None:
        """Start a process."""
        table = Table(self.store, self.clock, self._numbers)
        app = TelegramApp(
            token=TOKEN,
            api_base=self.server.base,
            webhook_url=None,
            table=table,
            texts=self._texts,
            painter=OneColour(),
            language="en",
            group_pace=NO_LIMIT,
            patience=QUICK,
        )
        process = self.process = Process(app, Keeper(table, {"telegram": app}))
        await self._beat()
        await process.run(app.start())
        await process.run(process.keeper.beat())
        await self.until(self.idle, "rest")

    async def stop(self) -> None:
        """End the process in peace."""
        if self.process is not None and self.process.alive:
            await self.process.run(self.process.app.stop())

    async def keep_time(self, **span: float) -> None:
        """Let time pass, and do what is due then, as a bot that has run all the while."""
        self.clock.pass_by(**span)
        await self._beat()
        process = self._alive
        await process.run(process.keeper.beat())
        await process.run(process.keeper.work())

    @property
    def _alive(self) -> Process:
        assert self.process is not None
        return self.process

    async def _beat(self) -> None:
        before = (self.clock.time - timedelta(seconds=20)).isoformat()
        await self.store.notes_set("outages:telegram", {"beat": before})

    # The game

    async def put_on_the_table(self, record: GameRecord = SHORT) -> None:
        """A game of the two that is running already, shown in the group."""
        people = tuple(Person("telegram", str(user.id), user.first_name) for user in (self.ann, self.bo))
        club = Club(self.viewer, self.store, self._texts, self.clock, self.channel)
        await club.set_up(record, people)
        face = await self.viewer.face(self.channel)
        assert face is not None
        process = self._alive
        await process.run(process.app.show(self.channel, replace(face, late=False)))
        await self.settled()

    async def stored(self) -> StoredGame | None:
        """The game as the store has it."""
        return await self.store.load(self.channel)

    async def scene(self) -> Scene:
        """The public scene."""
        scene = await self.viewer.current(self.channel)
        assert scene is not None
        return scene

    async def version(self) -> tuple[str, int]:
        """The game and its version; of no game the version is 0."""
        return await self.store.version(self.channel) or ("", 0)

    def user(self, key: str) -> User:
        """Somebody by the table's name for them."""
        return next(user for user in (self.ann, self.bo) if key == f"telegram:{user.id}")

    @property
    def live(self) -> Message:
        """The newest message with buttons of the present game."""
        return next(m for m in reversed(self.group.from_bot) if game_of(m))

    async def tap(self, command: str, who: User | None = None) -> None:
        """Press this button of the game, which must be there, and do not wait."""
        scene = await self.scene()
        actor = who or self.user(scene.actor)
        data = f"{scene.game}:{scene.version}:{command}"
        message = next(m for m in reversed(self.group.from_bot) if m.button(data))
        self.stale.setdefault(message.id, list(message.buttons))
        self.group.tap(actor, message, data)

    async def play(self, command: str, who: User | None = None) -> None:
        """Press this button and wait until the group is shown what comes of it."""
        before = await self.version()
        await self.tap(command, who)
        await self.until_changed(before)
        await self.settled()

    async def finish(self, most: int) -> None:
        """Play on by taps alone, to the end or so many of them."""
        for _ in range(most):
            scene = await self.scene()
            if not scene.actor:
                return
            offered = [choice.command for row in scene.rows for choice in row]
            await self.play(next(c for c in ("place 1", "pass", *offered) if c in offered))

    # What is waited for

    async def until(self, condition: Callable[[], Coroutine[Any, Any, bool]], what: str) -> None:
        """Wait until the condition holds."""
        try:
            async with asyncio.timeout(BOUND):
                while not await condition():
                    await asyncio.sleep(0.003)
        except TimeoutError:
            raise AssertionError(f"no {what}: {await self.told()}\n{self.server.transcript}") from None

    async def until_changed(self, before: tuple[str, int]) -> None:
        """Wait until the game has another version."""

        async def changed() -> bool:
            return await self.version() != before

        await self.until(changed, "change of the game")

    async def idle(self) -> bool:
        """Whether the bot has heard everything and nothing is on its way."""
        app = self._alive.app
        for _ in range(3):
            heard = not self.server.waiting and app._application.update_queue.empty()
            if not heard or app._application.update_processor.current_concurrent_updates:
                return False
            if app._displays.busy or app._jobs._tasks:
                return False
            await asyncio.sleep(0.001)
        return True

    async def settled(self) -> None:
        """Wait until the group is shown what it should be, and the store knows it."""

        async def rests() -> bool:
            return await self.idle() and await self.shown()

        await self.until(rests, "rest")

    async def shown(self) -> bool:
        """Whether the store says that nothing is left to be shown."""
        stored = await self.stored()
        return stored is None or (stored.posted == stored.version and Shown.from_text(stored.shown).settled)

    async def told(self) -> str:
        """What the store has, for whoever looks for a mistake."""
        stored = await self.stored()
        return "no game" if stored is None else f"{stored.posted} of {stored.version}, {stored.shown}"


def game_of(message: Message) -> str:
    """The game whose buttons a message has, "" for none."""
    pressed = [Pressed.parse(button.data) for button in message.buttons]
    return next((each.game for each in pressed if each is not None and each.game), "")


def calling(call: Call) -> bool:
    """Whether a call has made a new message that calls somebody: in private, or by name and with a sound."""
    text = call.params.get("text") or call.params.get("caption", "")
    named = "tg://user" in text and call.params.get("disable_notification") != "true"
    sent = call.method in {"sendMessage", "sendPhoto"} and call.status == 200
    return sent and (named or call.chat_id > 0)
