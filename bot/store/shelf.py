"""Games beyond the current ones, and everything that is kept under one person's key."""

import re
from collections.abc import AsyncIterator, Collection
from typing import Final

from bot.people import Channel
from bot.store import keys
from bot.store.keys import ChannelKeys
from bot.store.link import Link, WrongTypeError
from bot.store.protocol import Change, OutcomeUnknown, StoreUnavailable
from bot.store.quotas import Quotas
from bot.store.reading import FORMAT, FORMAT_FIELD, LENGTH, VERSION
from bot.store.tables import lenient

_BATCH: Final = 500


class Shelf:
    """What lies beside the current games."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self.quotas = Quotas(link)

    async def put(self, channel: Channel, game: str, change: Change, seconds: int) -> None:
        """Keep a game for so long without making it the channel's."""
        names = ChannelKeys(channel)
        header, actions = names.game(game), names.actions(game)
        values = {name: value for name, value in change.header.items() if value is not None}
        fields = {**values, FORMAT_FIELD: str(FORMAT), VERSION: "1", LENGTH: str(len(change.append))}
        commands: list[tuple[str, ...]] = [("DEL", header, actions)]
        commands.append(("HSET", header, *(part for item in fields.items() for part in item)))
        commands.append(("EXPIRE", header, str(seconds)))
        if change.append:
            commands += [("RPUSH", actions, *change.append), ("EXPIRE", actions, str(seconds))]
        await self._link.batch(commands, atomic=True, changes=True)
        await self.quotas.enter(channel, game, change, seconds)

    async def everything(self) -> AsyncIterator[tuple[Channel, str]]:
        """Every game, each once."""
        for name in sorted(await self._link.scan(keys.GAME_PATTERN)):
            yield keys.game_of(lenient(name))

    async def forget(self, person: str) -> None:
        """Remove what is kept under a person's key, and have the server's own log of it written anew."""
        await self._link.batch(
            [("DEL", keys.person(person)), ("DEL", keys.games(person)), ("HDEL", keys.STREAKS, person)],
            lenient=True,
            changes=True,
        )
        try:
            await self._forget_rest(person)
        except StoreUnavailable as error:
            raise OutcomeUnknown(f"{error} A part is forgotten.") from error

    async def _forget_rest(self, person: str) -> None:
        days = list(await self._link.scan(keys.ANSWERS_PATTERN))
        for start in range(0, len(days), _BATCH):
            await self._link.batch(
                [("HDEL", day, person) for day in days[start : start + _BATCH]], lenient=True
            )
        await self._forget_damaged(person)
        glob = re.sub(r"([*?\[\]\\])", r"\\\1", person)
        # Where a platform has no id of its own for a tap, the person's key is part of the once-only key.
        await self._remove(await self._link.scan(f"bastide:{{*}}:once:{glob}:*"))
        await self.quotas.forget(person, glob)
        await self._forget_private_chat(person, await self._link.scan(f"bastide:{{{glob}:*}}:*"))
        # Not every server lets us, and it does so by itself from time to time.
        await self._link.everywhere("BGREWRITEAOF")

    async def _forget_private_chat(self, person: str, names: Collection[bytes]) -> None:
        """Remove all keys of a person's own chat with the bot: its address has their number in it."""
        chats = {name.decode().removeprefix("bastide:{").partition("}")[0] for name in names}
        platform = person.partition(":")[0]
        await self._link.batch([("SREM", keys.channels(platform), chat) for chat in chats], lenient=True)
        # A chat has several deadlines: its own, and others whose names end in its address.
        endings = tuple(chat.removeprefix(platform) for chat in chats)
        deadlines = [name.decode() for name in await self._link.ask("ZRANGE", keys.DEADLINES, 0, -1)]
        theirs = [name for name in deadlines if name.startswith(f"{platform}:") and name.endswith(endings)]
        await self._link.batch([("ZREM", keys.DEADLINES, name) for name in theirs], lenient=True)
        await self._remove(names)

    async def _remove(self, names: Collection[bytes]) -> None:
        listed = list(names)
        for start in range(0, len(listed), _BATCH):
            await self._link.batch([("DEL", name) for name in listed[start : start + _BATCH]])

    async def _forget_damaged(self, person: str) -> None:
        """Throw away the copies of damaged games in which the person is named."""
        _, _, number = person.partition(":")
        for name in await self._link.scan(keys.DAMAGED_PATTERN):
            try:
                values = (await self._link.ask("HGETALL", name)).values()
            except WrongTypeError:
                values = ()
            if any(f'"{number}"'.encode() in value or person.encode() in value for value in values):
                await self._link.batch([("DEL", name, name.removesuffix(b"header") + b"actions")])
