"""The rooms as the live message uses them: everyone's page is the message."""

from bot.live.messenger import Sending, Sent
from bot.live.trouble import Kind, Trouble
from bot.people import Channel, Person
from bot.scene import Scene
from bot.shown import Post
from bot.web_app.room import Room, Rooms


class WebMessenger:
    """Six calls to the rooms. A page is the scene itself: each reader gets it written for themselves."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    async def write(self, scene: Scene, *, call: bool = False, picture: bool = True) -> Scene:  # noqa: ARG002
        """See Messenger. Nobody is called: whose turn it is, a page shows in its title."""
        return scene

    async def send(self, channel: Channel, page: Scene, how: Sending) -> Sent:
        """See Messenger. The scene says what a notice beside it would."""
        if not how.reply_to:
            await self._room(channel).publish(page)
        game, turn = how.about
        return Sent(f"{game}/{turn}{'/notice' if how.reply_to else ''}")

    async def edit(self, channel: Channel, post: Post, page: Scene) -> bool:  # noqa: ARG002  there is one scene
        """See Messenger."""
        await self._room(channel).publish(page)
        return True

    async def close(self, channel: Channel, post: Post, page: Scene | None) -> None:
        """See Messenger. What happened is told from the record, whatever was shown."""

    async def delete(self, channel: Channel, message: str) -> None:
        """See Messenger. Notices are never there."""

    async def whisper(self, person: Person, page: Scene, nonce: str) -> None:  # noqa: ARG002
        """See Messenger."""
        raise Trouble(Kind.PRIVATE, "a room has no private messages")

    def _room(self, channel: Channel) -> Room:
        return self._rooms.find(channel.place[-1])
