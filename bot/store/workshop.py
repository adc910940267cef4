"""Damaged games: what is left of them, and mended ones in their place. The damaged are kept."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.people import Channel
from bot.store.keys import ChannelKeys
from bot.store.link import Link, WrongTypeError
from bot.store.protocol import CorruptGame, NewerGame
from bot.store.reading import (
    FORMAT,
    FORMAT_FIELD,
    LENGTH,
    MESSAGE,
    MESSAGE_GAME,
    PEOPLE,
    POSTED,
    REVISION,
    SHOWN,
    TURN,
    VERSION,
    read_game,
)
from bot.store.tables import lenient


@dataclass(frozen=True, slots=True)
class Remains:
    """What can be read of a game, whatever its state: text that is no text is left out.

    ``header`` has the store's own fields too; ``stamp`` is the version exactly as it is stored.
    ``fault`` says why the store does not read the game; it is empty when it does.
    """

    header: Mapping[str, str] = field(default_factory=dict)
    actions: tuple[str, ...] = ()
    stamp: bytes = b""
    fault: str = ""


class Workshop:
    """Looks at games without trusting them."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._mend = link.script("mend")

    async def look(self, channel: Channel, game: str) -> Remains:
        """What is left of a game. Raises NewerGame for one that is as it should be for a newer program."""
        names = ChannelKeys(channel)
        raw = await self._lenient("HGETALL", names.game(game)) or {}
        actions = await self._lenient("LRANGE", names.actions(game), 0, -1) or ()
        fault = ""
        try:
            read_game(channel, game, raw, actions)
        except NewerGame:
            raise
        except CorruptGame as error:
            fault = str(error).removeprefix(f"{channel}: ")
        return Remains(
            {lenient(name): lenient(value) for name, value in raw.items()},
            tuple(map(lenient, actions)),
            raw.get(VERSION.encode(), b""),
            fault,
        )

    async def mend(
        self, channel: Channel, game: str, remains: Remains, header: Mapping[str, str], actions: Sequence[str]
    ) -> str:
        """Put a mended game in the place of what remains. The place is shown it anew.

        Returns the name under which the damaged header is kept; "" when somebody has changed the game since.
        ``header`` are the table's fields.
        """
        version = _version(remains)
        names = [PEOPLE]
        if _is_number(remains.header.get(REVISION, "")):
            names += (SHOWN, REVISION)
        if _is_number(remains.header.get(TURN, "")):
            names += (MESSAGE, TURN, MESSAGE_GAME)
        kept = {name: remains.header[name] for name in names if name in remains.header}
        fields = {
            **header, **kept, FORMAT_FIELD: str(FORMAT),
            VERSION: str(version + 1), LENGTH: str(len(actions)), POSTED: "0",
        }  # fmt: skip
        return await self._replace(channel, game, remains, fields, actions)

    async def set_aside(self, channel: Channel, game: str, remains: Remains) -> str:
        """Keep a game that cannot be mended out of the way, so that its place is free for a new one.

        Returns the name under which its header is kept; "" when somebody has changed the game since.
        """
        return await self._replace(channel, game, remains, {}, ())

    async def free(self, channel: Channel) -> str:
        """Make way where the current game is not there; returns the name under which its id is kept."""
        names = ChannelKeys(channel)
        copy = f"{names.prefix}damaged:current:{secrets.token_hex(4)}"
        await self._link.ask("RENAME", names.current, copy)
        return copy

    async def _replace(
        self,
        channel: Channel,
        game: str,
        remains: Remains,
        fields: Mapping[str, str],
        actions: Sequence[str],
    ) -> str:
        names = ChannelKeys(channel)
        copy = names.damaged(game, _version(remains))
        answer = await self._mend(
            [names.game(game), names.actions(game), f"{copy}:header", f"{copy}:actions", names.current],
            [remains.stamp, game, len(fields), *(part for item in fields.items() for part in item), *actions],
        )
        return f"{copy}:header" if answer == b"done" else ""

    async def _lenient(self, *command: str | int) -> Any:
        try:
            return await self._link.ask(*command)
        except WrongTypeError:
            return None


def _version(remains: Remains) -> int:
    """The version that the game had, as far as it can be told."""
    version = remains.header.get(VERSION, "")
    return int(version) if _is_number(version) else 1


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 16
