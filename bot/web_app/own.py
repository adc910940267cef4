"""One's own rooms, at the door: where one sits in a game, and whose turn it is there."""

from collections.abc import Awaitable, Callable, Sequence
from html import escape
from typing import Final

from bot.people import Channel, Person
from bot.scene import Phrase, Scene, Who
from bot.store.protocol import CorruptGame, StoreUnavailable
from bot.texts import Texts
from bot.web_app.ports import RoomsTable

MOST: Final = 12
"""So many rooms are told of."""

GamesOf = Callable[[str], Awaitable[Sequence[Channel]]]
"""The places in whose game the person with a key sits. Raises StoreUnavailable."""


class OwnRooms:
    """Tells people of the rooms where they play."""

    def __init__(self, table: RoomsTable, texts: Texts, games_of: GamesOf) -> None:
        self._table = table
        self._texts = texts
        self._games_of = games_of

    async def written(self, person: Person, language: str) -> str:
        """A part of the door with a link to each room, those first that wait for this person; "" for none."""
        try:
            places = [place for place in await self._games_of(person.key) if place.platform == "web"]
        except StoreUnavailable:
            return ""
        found = [(place, await self._scene(place)) for place in sorted(places, key=str)[:MOST]]
        rooms = [(place.place[-1], scene) for place, scene in found if scene is not None]
        rooms.sort(key=lambda room: room[1].actor != person.key)
        if not rooms:
            return ""
        items = [
            f'<li><a href="/r/{escape(name)}"><strong>{escape(name)}</strong> '
            f"<span>{escape(self._texts.say(_state(scene, person.key), language))}</span></a></li>"
            for name, scene in rooms
        ]
        heading = escape(self._texts.say(Phrase("web.your_rooms"), language))
        listed = f'<h2 id="own">{heading}</h2><ul>{"".join(items)}</ul>'
        return f'<nav class="own" aria-labelledby="own">{listed}</nav>'

    async def _scene(self, place: Channel) -> Scene | None:
        try:
            return await self._table.current(place)
        except (StoreUnavailable, CorruptGame):
            return None


def _state(scene: Scene, key: str) -> Phrase:
    if scene.actor == key:
        return Phrase("web.your_turn")
    if scene.actor in scene.seated and scene.picture is not None:
        return Phrase.of("web.turn_of", who=Who(scene.picture.names[scene.seated.index(scene.actor)]))
    return Phrase("web.gathering") if scene.open else Phrase("web.over")
