"""Tables of texts in Redis, and how what is to be written is laid out for commands and scripts."""

from collections.abc import Mapping, Sequence

from bot.people import Channel
from bot.store.connection.link import Link


class Tables:
    """Hashes of texts by name."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def get(self, key: str) -> Mapping[str, str]:
        """A whole table; empty where there is none. Raises StoreUnavailable."""
        return _read(await self._link.ask("HGETALL", key))

    async def several(self, names: Sequence[str]) -> list[Mapping[str, str]]:
        """Several whole tables in one round trip. Raises StoreUnavailable."""
        return [_read(raw) for raw in await self._link.batch(self.asking(names))]

    @staticmethod
    def asking(names: Sequence[str]) -> list[tuple[str, str]]:
        """The commands that read whole tables."""
        return [("HGETALL", name) for name in names]

    @staticmethod
    def told(answers: Sequence[object]) -> list[Mapping[str, str]] | None:
        """What such commands have told; None where one of them could not be read."""
        return None if any(isinstance(raw, Exception) for raw in answers) else [*map(_read, answers)]

    async def change(self, key: str, mapping: Mapping[str, str | None], *, lasts: int | None = None) -> None:
        """Set what has a value, remove what has none; the table ends after ``lasts`` seconds.

        Raises StoreUnavailable.
        """
        values, removed = split(mapping)
        commands: list[tuple[str, ...]] = []
        if values:
            commands.append(("HSET", key, *flat(values)))
        if removed:
            commands.append(("HDEL", key, *removed))
        if lasts is not None:
            commands.append(("EXPIRE", key, str(lasts)))
        # A full server takes no transaction, but a single removal.
        await self._link.batch(commands, atomic=len(commands) > 1, changes=True)


def split(mapping: Mapping[str, str | None]) -> tuple[dict[str, str], list[str]]:
    """What is to be set and what is to be removed."""
    values = {name: value for name, value in mapping.items() if value is not None}
    return values, [name for name in mapping if name not in values]


def due_and_over(when: Mapping[Channel, float | None]) -> tuple[list[str | float], list[str]]:
    """Deadlines to be set, as moment and channel in turn, and those to be forgotten."""
    due: list[str | float] = []
    for channel, moment in when.items():
        if moment is not None:
            due += (moment, str(channel))
    return due, [str(channel) for channel, moment in when.items() if moment is None]


def flat(values: Mapping[str, str]) -> list[str]:
    """Names and values in turn."""
    return [part for item in values.items() for part in item]


def lenient(raw: bytes) -> str:
    """Text that no game depends on: what cannot be read of it is left out."""
    return raw.decode(errors="ignore")


def _read(raw: object) -> dict[str, str]:
    """A hash as text. A pipeline answers with a flat list where a single command answers with a table."""
    if isinstance(raw, Mapping):
        return {lenient(name): lenient(value) for name, value in raw.items()}
    listed = list(raw) if isinstance(raw, list) else []
    return {lenient(name): lenient(value) for name, value in zip(listed[::2], listed[1::2], strict=True)}
