"""What a transcript needs of a platform: people who type and press, and what each of them sees then."""

import asyncio
from collections.abc import Mapping
from typing import Final, Protocol

from bot.keeper import Reachable
from bot.painter import Painter
from bot.people import Channel
from bot.table.table import Table
from bot.texts import Texts

LANGUAGES: Final[Mapping[str, str]] = {"Ann": "en", "Bo": "pl", "Cid": "cs"}
"""The people, each with the language of their device."""

CALM: Final = 5
"""So often in a row nothing may be going on until a step counts as over."""


class Stage(Protocol):
    """A place of one platform, with people in it."""

    platform: str
    channel: Channel

    @property
    def app(self) -> Reachable:
        """The bot's part for this platform."""

    async def open(self, table: Table, texts: Texts, painter: Painter) -> None:
        """Start the bot, and let the people in."""

    async def close(self) -> None:
        """Let everybody go, and stop the bot."""

    def key(self, who: str) -> str:
        """A person, as the bot's store names them."""

    async def type(self, who: str, words: str) -> None:
        """A person types a command, and waits for the answer."""

    async def press(self, who: str, command: str) -> None:
        """A person presses the newest button with this command that they see."""

    async def upload(self, who: str, words: str, content: bytes) -> None:
        """A person types a command and sends a file with it."""

    def offers(self, who: str, command: str) -> bool:
        """Whether the person sees a button with this command."""

    async def settled(self) -> None:
        """Wait until nothing goes on any more that the platform knows of."""

    def news(self) -> list[str]:
        """What has changed for anybody since this was asked last."""


async def calm(resting: frozenset[str]) -> None:
    """Wait until every task but these is over, and nothing new begins.

    Whoever waits for an answer from a socket is a task that is not over, so this holds on any machine.
    """
    quiet = 0
    while quiet < CALM:
        await asyncio.sleep(0.001)
        quiet = 0 if busy(resting) else quiet + 1


def busy(resting: frozenset[str]) -> set[str]:
    """What goes on now, but for tasks of these coroutines and whoever asks."""
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    return {name for task in tasks if (name := _name(task)) not in resting}


def _name(task: asyncio.Task[object] | None) -> str:
    coroutine = task.get_coro() if task is not None else None
    return str(getattr(coroutine, "__qualname__", coroutine))


class Wall:
    """The messages of a chat's kind of platform: what is new, changed or gone since one looked last."""

    def __init__(self) -> None:
        self._seen: dict[str, list[str]] = {}
        self._numbers: dict[str, int] = {}

    def news(self, now: Mapping[str, list[str]]) -> list[str]:
        """The changes; ``now`` has each message's lines, the first of which says where it stands."""
        told: list[str] = []
        for key, lines in now.items():
            number = self._numbers.setdefault(key, len(self._numbers) + 1)
            before = self._seen.get(key)
            if before != lines:
                told.append(f"{lines[0]} {'+' if before is None else '~'} #{number}")
                told += [f"  {line}" for line in lines[1:]]
        told += [f"{self._seen[key][0]} - #{self._numbers[key]}" for key in self._seen if key not in now]
        self._seen = dict(now)
        return told


def number(wall: Wall, key: str) -> str:
    """What a message is called in the transcript."""
    found = wall._numbers.get(key)
    return "?" if found is None else f"#{found}"


def text_of(words: str) -> list[str]:
    """A text's lines, marked as such."""
    return [f"| {line}".rstrip() for line in words.splitlines()]


def file_of(name: str, content: bytes) -> list[str]:
    """A file's name, and its text if it is one."""
    if name.endswith(".json"):
        return [f"<file {name}>", *text_of(content.decode())]
    return [f"<file {name}>"]
