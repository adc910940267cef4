"""Which places have changed, whichever worker changed them."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Final, Protocol

from redis import exceptions
from redis.asyncio.client import PubSub

from bot.people import Channel
from bot.store import keys
from bot.store.connection.link import Link
from bot.store.keys import ChannelKeys
from bot.store.reading import VERSION
from bot.store.tables import lenient

log = logging.getLogger(__name__)

PAUSES: Final = (0.2, 1.0, 5.0)
"""Seconds before each further attempt to listen; the last holds from then on."""
QUIET: Final = 20.0
"""Seconds without any news after which the server is asked whether it is still there."""

Changed = Callable[[Channel, str, int], None]
"""Told a place, its game and the version that it has now."""
Said = Callable[[Channel, str], None]
"""Told a place, and what another worker said of it."""
SAID: Final = "said"
"""Begins what is no change. A program that does not know it leaves it out."""
LONGEST: Final = 8192
"""So many bytes may be said at once."""


def _nothing_said(_channel: Channel, _text: str) -> None:
    """Nobody asks what is said."""


class News(Protocol):
    """What others do to places. Nobody relies on hearing of it: what was not heard of is asked for."""

    async def listen(self, changed: Changed, missed: Callable[[], None], said: Said = _nothing_said) -> None:
        """Tell of every change of a game and of all that is said, our own doing too, until cancelled.

        ``missed`` is called whenever listening has begun, since something may have happened before.
        """

    async def say(self, channel: Channel, text: str) -> None:
        """Say something of a place to all who listen now. It is kept nowhere. Raises StoreUnavailable."""

    async def moved(self, seen: Mapping[Channel, tuple[str, int]]) -> Mapping[Channel, tuple[str, int]]:
        """The game and the version of those places where they are others by now than what was seen there.

        Asks for all places in one round trip. A game "" of version 0 stands for none, and a version of 0 for
        one that is not known. Raises StoreUnavailable.
        """


class RedisNews(News):
    """News over a connection of its own. The script that changes a game sends them (lua/commit.lua)."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def listen(self, changed: Changed, missed: Callable[[], None], said: Said = _nothing_said) -> None:
        """See News."""
        failures = 0
        while True:
            heard = False
            subscriber = self._link.subscriber()
            try:
                await subscriber.subscribe(keys.CHANGED)
                async for message in _messages(subscriber):
                    if not heard:
                        heard, failures = True, 0
                        missed()
                    _tell(message, changed, said)
            except (exceptions.RedisError, OSError) as error:
                if isinstance(error, exceptions.NoPermissionError) and not failures:
                    log.warning("%s does not let us hear of changes by others: %s", self._link.name, error)
                log.debug("News are not heard: %s", error)
            finally:
                await subscriber.aclose()  # type: ignore[no-untyped-call]
            await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
            failures += 1

    async def say(self, channel: Channel, text: str) -> None:
        """See News."""
        await self._link.ask("PUBLISH", keys.CHANGED, f"{SAID} {channel} {text}")

    async def moved(self, seen: Mapping[Channel, tuple[str, int]]) -> Mapping[Channel, tuple[str, int]]:
        """See News."""
        commands = []
        for channel, (game, _) in seen.items():
            names = ChannelKeys(channel)
            commands += [("GET", names.current), ("HGET", names.game(game), VERSION)]
        answers = await self._link.batch(commands, lenient=True) if commands else []
        moved = {}
        for (channel, about), current, newest in zip(seen.items(), answers[::2], answers[1::2], strict=True):
            game, version = _text(current), _text(newest)
            same = game == about[0] and version.isdecimal()
            now = (game, int(version) if same else 0)
            if now != about:
                moved[channel] = now
        return moved


async def _messages(subscriber: PubSub) -> AsyncIterator[Mapping[str, object]]:
    """What a server says, for as long as it is there. Raises what redis-py raises."""
    asked = False
    while True:
        message = await subscriber.get_message(timeout=QUIET)
        if message is not None:
            asked = False
            yield message
        elif asked:
            raise exceptions.ConnectionError("no answer in time")
        else:
            asked = True
            await subscriber.ping()


def _tell(message: Mapping[str, object], changed: Changed, said: Said) -> None:
    """Tell of one thing. What is no news of ours is left out: anybody may say something on a server."""
    told = message["data"]
    if message["type"] != "message" or not isinstance(told, bytes) or len(told) > LONGEST:
        return
    name, _, rest = lenient(told).partition(" ")
    if name == SAID:
        name, _, text = rest.partition(" ")
        if name.count(":"):
            said(Channel.parse(name), text)
        return
    game, _, version = rest.rpartition(" ")
    if version.isdecimal() and name.count(":"):
        changed(Channel.parse(name), game, int(version))


def _text(answer: object) -> str:
    return lenient(answer) if isinstance(answer, bytes) else ""
