"""A game on a platform's local server, and how many bytes of pictures are put into its live message."""

from collections.abc import Awaitable, Callable
from io import BytesIO
from typing import Any, Protocol

from PIL import Image

from tests.bot.chaos.telegram_evening import Evening
from tests.bot.discord_app.club import Club
from tests.telegram_server import LOSE, Message


def another_picture() -> bytes:
    """One that the bot has not drawn."""
    file = BytesIO()
    Image.new("RGB", (16, 16)).save(file, "JPEG")
    return file.getvalue()


class Side(Protocol):
    """A platform with a game of Ann and Bo that has begun. Each deed is over when all is shown."""

    def uploaded(self) -> int:
        """Bytes of pictures in all calls so far that post or edit what everybody plays on."""

    def pictured(self) -> bytes:
        """The picture of the live message; nothing without one."""

    async def typed(self, command: str) -> None:
        """Bo types a command that changes nothing."""

    async def asks(self, command: str) -> None:
        """Bo types a command that changes the game."""

    async def moves(self, command: str) -> None:
        """Whoever decides presses a button."""

    async def taps_again(self, *, early: bool) -> None:
        """Somebody presses a button of before: ``early``, of the message of an earlier turn."""

    async def taps_as_another(self) -> None:
        """Bo presses the button of Ann."""

    async def a_day_passes(self) -> None:
        """Nobody does anything, until whoever decides is reminded."""

    async def begins_anew(self) -> None:
        """Another process takes over, and somebody looks for the game."""

    async def is_deleted(self) -> None:
        """Somebody deletes the live message, and looks for the game."""

    async def is_repainted(self) -> None:
        """Somebody whom the bot does not know of puts another picture there, and looks for the game."""

    async def loses_an_answer(self, command: str) -> None:
        """A move whose edit arrives without an answer, once."""


class OnDiscord:
    """In a channel. See Side."""

    def __init__(self, club: Club) -> None:
        self._club = club

    async def begin(self) -> None:
        """Bo has played a turn, so that there is a message of before."""
        await self._club.begin()
        for _ in range(2):
            await self._club.move()

    def uploaded(self) -> int:
        """See Side."""
        room = f"/channels/{self._club.room['id']}/messages"
        calls = (call for call in self._club.server.calls if call.path.startswith(room))
        return sum(len(content) for call in calls for content in call.files.values())

    def pictured(self) -> bytes:
        """See Side."""
        files = [self._club.server.world.files[each["url"]] for each in self._club.live["attachments"]]
        return b"".join(files)

    async def typed(self, command: str) -> None:
        """See Side."""
        await self._club.ask(self._club.bo, command)
        await self._club.settle()

    async def asks(self, command: str) -> None:
        """See Side."""
        name, _, rest = command.partition(" ")
        options: dict[str, Any] = {"language": rest.partition("=")[2]} if rest else {}
        await self._club.say(self._club.ann, name, **options)
        await self._club.settle()

    async def moves(self, command: str) -> None:
        """See Side."""
        scene = await self._club.scene()
        ann = scene.actor.endswith(self._club.ann["id"])
        await self._club.tap(self._club.ann if ann else self._club.bo, command)
        await self._club.settle()

    async def taps_again(self, *, early: bool) -> None:
        """See Side."""
        club, (game, version) = self._club, await self._club.version()
        message = club.server.world.public(club.room)[1] if early else club.live
        custom_id = f"bastide:{game}:{version - 1}:place 1"
        button = {"type": 2, "style": 1, "label": "1", "custom_id": custom_id}
        # As somebody's program may still show it.
        old = {**message, "components": [{"type": 1, "components": [button]}]}
        await club.insist(lambda: club.server.press(club.ann, old, custom_id, wait=False), changes=False)
        await club.settle()

    async def taps_as_another(self) -> None:
        """See Side."""
        club = self._club
        scene = await club.scene()
        other = club.bo if scene.actor.endswith(club.ann["id"]) else club.ann
        await club.insist(lambda: club.press(other, "place 1"), changes=False)
        await club.settle()

    async def a_day_passes(self) -> None:
        """See Side."""
        called = len(self._club.called(notices=True))
        while len(self._club.called(notices=True)) == called:
            await self._club.next_deadline()
            await self._club.settle()

    async def begins_anew(self) -> None:
        """See Side."""
        await self._club.kill()
        await self._club.start()
        await self.typed("game")

    async def is_deleted(self) -> None:
        """See Side."""
        live = self._club.live
        del self._club.server.world.messages[int(self._club.room["id"])][int(live["id"])]
        await self.typed("game")

    async def is_repainted(self) -> None:
        """See Side."""
        world, live = self._club.server.world, self._club.live
        world.change_message(
            live, {"attachments": [{"id": 0, "filename": "other.jpg"}]}, {0: another_picture()}
        )
        await self.typed("game")

    async def loses_an_answer(self, command: str) -> None:
        """See Side."""
        club = self._club
        club.server.lose("PATCH", f"/channels/{club.room['id']}/messages/{club.live['id']}")
        await self.moves(command)


class OnTelegram:
    """In a group. See Side."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening

    async def begin(self) -> None:
        """Somebody has played a turn, so that there is a message of before."""
        await self._evening.put_on_the_table()
        for command in ("place 1", "pass"):
            await self._evening.play(command)

    def uploaded(self) -> int:
        """See Side."""
        calls = (call for call in self._evening.server.calls if "reply_parameters" not in call.params)
        return sum(len(file.content) for call in calls for file in call.files.values())

    @property
    def _live(self) -> Message:
        """The live message; an answer may be newer, and have buttons as well."""
        process = self._evening.process
        assert process is not None
        number = process.app._displays.live(self._evening.channel).partition("/")[2]
        message = self._evening.group.find(int(number))
        assert message is not None
        return message

    def pictured(self) -> bytes:
        """See Side."""
        return self._live.photo

    async def typed(self, command: str) -> None:
        """See Side."""
        await self._evening.group.ask(self._evening.bo, f"/{command}")
        await self._evening.settled()

    async def asks(self, command: str) -> None:
        """See Side."""
        evening = self._evening
        await self._change(lambda: evening.group.say(evening.ann, f"/{command}"))

    async def moves(self, command: str) -> None:
        """See Side."""
        await self._evening.play(command)

    async def taps_again(self, *, early: bool) -> None:
        """See Side."""
        evening, (game, version) = self._evening, await self._evening.version()
        message = evening.group.from_bot[0] if early else self._live
        await self._tap(evening.group.tap(evening.ann, message, f"{game}:{version - 1}:place 1"))

    async def taps_as_another(self) -> None:
        """See Side."""
        evening, (game, version) = self._evening, await self._evening.version()
        scene = await evening.scene()
        other = next(user for user in (evening.ann, evening.bo) if user != evening.user(scene.actor))
        await self._tap(evening.group.tap(other, self._live, f"{game}:{version}:place 1"))

    async def _tap(self, query: str) -> None:
        async def answered() -> bool:
            return query in self._evening.server.toasts

        await self._evening.until(answered, "answer to a tap")
        await self._evening.settled()

    async def _change(self, act: Callable[[], Awaitable[object]]) -> None:
        before = await self._evening.version()
        await act()
        await self._evening.until_changed(before)
        await self._evening.settled()

    async def a_day_passes(self) -> None:
        """See Side."""
        await self._change(lambda: self._evening.keep_time(hours=25))

    async def begins_anew(self) -> None:
        """See Side."""
        process = self._evening.process
        assert process is not None
        await process.kill()
        await self._evening.start()
        await self.typed("game")

    async def is_deleted(self) -> None:
        """See Side."""
        self._evening.group.messages.remove(self._live)
        await self.typed("game")

    async def is_repainted(self) -> None:
        """See Side."""
        live = self._live
        live.photo, live.text = another_picture(), "What another process said"
        await self.typed("game")

    async def loses_an_answer(self, command: str) -> None:
        """See Side."""
        self._evening.server.inject("editMessageMedia", LOSE)
        await self.moves(command)
