"""From what Redis holds to a StoredGame. Everything is doubted: a value may have been damaged by hand.

What is damaged is looked at in the workshop, and a mended game put in its place; the damaged one is kept.
"""

import json
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from bot.people import Channel
from bot.store.connection.link import Link
from bot.store.connection.patience import WrongTypeError
from bot.store.keys import ChannelKeys
from bot.store.protocol import CorruptGame, Cut, NewerGame, StoredGame
from bot.store.tables import lenient

FORMAT = 1
"""The format in which games are stored. It grows when an older program could not read a game any more.

Games that were stored before formats were noted are of the first.
"""

FORMAT_FIELD = "_format"
VERSION = "_version"
LENGTH = "_length"
POSTED = "_posted"
SHOWN = "_shown"
REVISION = "_revision"
MESSAGE = "_message"
TURN = "_turn"
MESSAGE_GAME = "_message_game"
PEOPLE = "_people"
"""The store's own fields in a game's header. The table's fields never begin with ``_``."""

_LENIENT = frozenset(name.encode() for name in (SHOWN, MESSAGE, MESSAGE_GAME))
"""What is known of messages: whatever is left of it, no game is lost by it."""

Fetched: TypeAlias = tuple[Mapping[bytes, bytes], Sequence[bytes], tuple[str, ...] | None]
"""A game's header, and its actions: as they are stored, or else as they are known."""


def text(value: object, channel: Channel, game: str = "") -> str:
    """A stored value as text. Raises CorruptGame."""
    if not isinstance(value, bytes):
        raise CorruptGame(f"{channel}: a value is missing", game)
    try:
        return value.decode()
    except UnicodeDecodeError:
        raise CorruptGame(f"{channel}: a value is not UTF-8", game) from None


def version_of(value: object, channel: Channel, game: str) -> int:
    """The version in a header. Raises CorruptGame."""
    return _number({VERSION: text(value, channel, game)}, VERSION, channel, game, least=1)


def people_of(value: object) -> frozenset[str]:
    """Who sits in the game, by the header's own list; nobody if that cannot be read."""
    try:
        people = json.loads(value) if isinstance(value, bytes) else ()
    except ValueError:
        return frozenset()
    return (
        frozenset(key for key in people if isinstance(key, str)) if isinstance(people, list) else frozenset()
    )


def read_game(
    channel: Channel,
    game: str,
    raw: Mapping[bytes, bytes],
    raw_actions: Sequence[bytes],
    known: tuple[str, ...] | None = None,
) -> StoredGame:
    """Put a game together from its header and its actions, which may be ``known``. Raises CorruptGame."""
    check_format(raw.get(FORMAT_FIELD.encode(), b""), channel, game)
    fields = {
        text(name, channel, game): value.decode(errors="replace")
        if name in _LENIENT
        else text(value, channel, game)
        for name, value in raw.items()
    }
    actions = tuple(text(action, channel, game) for action in raw_actions) if known is None else known
    version = _number(fields, VERSION, channel, game, least=1)
    if _number(fields, LENGTH, channel, game) != len(actions):
        raise CorruptGame(f"{channel}: game {game} has lost or gained actions", game)
    posted = _number({POSTED: "0"} | fields, POSTED, channel, game)
    if posted > version:
        raise CorruptGame(f"{channel}: game {game} was posted before it was played", game)
    return StoredGame(
        game=game,
        version=version,
        header={name: value for name, value in fields.items() if not name.startswith("_")},
        actions=actions,
        posted=posted,
        shown=fields.get(SHOWN, ""),
        revision=_number({REVISION: "0"} | fields, REVISION, channel, game),
        message=fields.get(MESSAGE, ""),
        message_turn=_number({TURN: "0"} | fields, TURN, channel, game),
        message_game=fields.get(MESSAGE_GAME, game) if MESSAGE in fields else "",
    )


def check_format(value: bytes, channel: Channel, game: str) -> None:
    """Raise NewerGame for a game in a format that nobody here knows. What is no format is left to others."""
    if is_newer(value):
        raise NewerGame(channel, game)


def is_newer(value: bytes) -> bool:
    """Whether this is a format that nobody here knows."""
    written = value.decode(errors="replace")
    return bool(re.fullmatch(r"[1-9][0-9]{0,8}", written)) and int(written) > FORMAT


def read_cut(value: object, channel: Channel, game: str) -> Cut:
    """What a change took away. Raises CorruptGame."""
    version, _, rest = text(value, channel, game).partition("\n")
    keep, *actions = rest.split("\n")
    if not version.isdecimal() or not keep.isdecimal():
        raise CorruptGame(f"{channel}: what was undone in game {game} cannot be read", game)
    return Cut(int(version), int(keep), tuple(actions))


def _number(fields: Mapping[str, str], name: str, channel: Channel, game: str, *, least: int = 0) -> int:
    value = fields.get(name, "")
    if not re.fullmatch(r"(0|[1-9][0-9]{0,17})", value) or int(value) < least:
        raise CorruptGame(f"{channel}: {name} of game {game} is no number", game)
    return int(value)


@contextmanager
def damage(channel: Channel, game: str = "") -> Iterator[None]:
    """A value of another kind than ours is a damaged game. Raises CorruptGame in place of WrongTypeError."""
    try:
        yield
    except WrongTypeError as error:
        raise CorruptGame(f"{channel}: {error}", game) from error


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
