"""What people show each other on a page for a moment: one of six emoji. Nothing is kept, no chat is told."""

from typing import Final

from bot.people import Channel
from bot.scene import Phrase
from bot.strangers import text_of
from bot.web_app.client import Client
from bot.web_app.elsewhere import Elsewhere
from bot.web_app.limits import Allowance
from bot.web_app.room import Room
from bot.web_app.rooms import Rooms
from bot.web_app.visitors import name_from
from bot.web_app.wire import Message

REACTIONS: Final = ("👏", "👍", "😄", "😮", "🙈", "🤔")
BURST: Final = 4
"""So many a person can show at once."""
RATE: Final = 0.25
"""So many a second after that."""


class Reactions:
    """Takes reactions from the pages of this worker, and hears of those at others."""

    def __init__(self, rooms: Rooms, elsewhere: Elsewhere) -> None:
        self._rooms = rooms
        self._elsewhere = elsewhere
        self._allowance = Allowance(burst=BURST, rate=RATE)
        elsewhere.listen(self._heard)

    def take(self, client: Client, room: Room, emoji: str) -> None:
        """Show a client's reaction to everyone in the room, or tell the client why not."""
        person = client.person
        if not person.name:
            room.refuse(client, Phrase("web.name_needed"))
        elif emoji not in REACTIONS:
            room.refuse(client, Phrase("web.react_unknown"))
        elif not self._allowance.take(person.key):
            room.refuse(client, Phrase("web.too_fast"))
        else:
            room.react(person.key, person.name, emoji)
            said: Message = {"person": person.key, "name": person.name, "emoji": emoji}
            client.begin(self._elsewhere.say(room.channel, said))

    def _heard(self, channel: Channel, _by: str, said: Message) -> None:
        room = self._rooms.known(channel)
        name, emoji = name_from(text_of(said, "name")), text_of(said, "emoji")
        if room is not None and name and emoji in REACTIONS:
            room.react(text_of(said, "person"), name, emoji)
