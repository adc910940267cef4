"""Who sits at a browser: a secret in a cookie, a name, a language; and the rooms where they play."""

import hashlib
import re
import secrets
from collections.abc import Awaitable, Callable, Collection, Sequence
from html import escape
from typing import Final

from aiohttp import web

from bot.games.names import visible_name
from bot.people import Channel, Person
from bot.scene import Phrase, Scene, Who
from bot.store.protocol import CorruptGame, StoreUnavailable
from bot.texts import Texts
from bot.web_app.callers import is_secure
from bot.web_app.ports import RoomsTable

COOKIE: Final = "bastide_person"
COOKIE_AGE: Final = 400 * 24 * 3600
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_QUALITY: Final = re.compile(r"q=([01](?:\.\d{1,3})?)")


def secret_of(request: web.Request) -> str | None:
    """The browser's secret, or None when it brought none that we gave."""
    secret = request.cookies.get(COOKIE, "")
    return secret if _SECRET.fullmatch(secret) else None


def remember(request: web.Request, response: web.StreamResponse) -> None:
    """Give the browser a secret unless it has one, and renew its age."""
    response.set_cookie(
        COOKIE,
        secret_of(request) or secrets.token_urlsafe(32),
        max_age=COOKIE_AGE,
        path="/",
        httponly=True,
        samesite="Lax",
        secure=is_secure(request),
    )


def person_of(secret: str, name: str, language: str) -> Person:
    """The person with this secret.

    The id is derived from the secret and does not give it away, so that ids may stand in records.
    """
    return Person("web", hashlib.sha256(secret.encode()).hexdigest()[:24], name, language)


def name_from(text: str) -> str:
    """A name fit to be shown, as the table cleans names; empty when nothing can be seen of what was given."""
    return visible_name(text)


def language_of(header: str, known: Collection[str], default: str) -> str:
    """The best of the known languages by an ``Accept-Language`` header."""
    best, best_quality = default, 0.0
    for part in header[:500].split(","):
        tag, _, parameters = part.strip().partition(";")
        match = _QUALITY.search(parameters)
        quality = float(match[1]) if match else 1.0
        for candidate in (tag.lower(), tag.lower().partition("-")[0]):
            found = next((language for language in known if language.lower() == candidate), None)
            if found is not None and quality > best_quality:
                best, best_quality = found, quality
                break
    return best


MOST_ROOMS: Final = 12
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
        found = [(place, await self._scene(place)) for place in sorted(places, key=str)[:MOST_ROOMS]]
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
