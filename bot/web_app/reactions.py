"""What people show each other on a page for a moment: one of six emoji. Nothing is kept, no chat is told."""

import json
import secrets
from contextlib import suppress
from typing import Final

from bot.people import Channel
from bot.scene import Phrase
from bot.store.protocol import StoreUnavailable
from bot.store.workers.news import News
from bot.strangers import text_of
from bot.web_app.client import Client
from bot.web_app.limits import Allowance
from bot.web_app.room import Room
from bot.web_app.rooms import Rooms
from bot.web_app.visitors import name_from

REACTIONS: Final = ("👏", "👍", "😄", "😮", "🙈", "🤔")
BURST: Final = 4
"""So many a person can show at once."""
RATE: Final = 0.25
"""So many a second after that."""


class Reactions:
    """Takes reactions from the pages of this worker, and hears through ``news`` of those at others."""

    def __init__(self, rooms: Rooms, news: News | None) -> None:
        self._rooms = rooms
        self._news = news
        self._allowance = Allowance(burst=BURST, rate=RATE)
        self._ours = secrets.token_hex(8)

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
            client.begin(self._pass_on(room.channel, person.key, person.name, emoji))

    def heard(self, channel: Channel, text: str) -> None:
        """Show what a worker said of a place, unless it was this one, or it is no reaction."""
        room = self._rooms.known(channel)
        if room is None:
            return
        try:
            said = json.loads(text)
        except (ValueError, RecursionError):
            return
        if not isinstance(said, dict) or text_of(said, "by") == self._ours:
            return
        name, emoji = name_from(text_of(said, "name")), text_of(said, "emoji")
        if name and emoji in REACTIONS:
            room.react(text_of(said, "person"), name, emoji)

    async def _pass_on(self, channel: Channel, person: str, name: str, emoji: str) -> None:
        """Tell other workers; what they do not hear, nobody misses."""
        if self._news is None:
            return
        said = {"by": self._ours, "person": person, "name": name, "emoji": emoji}
        with suppress(StoreUnavailable):
            await self._news.say(channel, json.dumps(said))
