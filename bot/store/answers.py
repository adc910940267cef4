"""Answers to the tile of the day in Redis: a hash for each day, and one for what is kept about people."""

from collections.abc import Mapping
from typing import Final

from bot.store import keys
from bot.store.link import Link
from bot.store.protocol import Answers

KEPT: Final = 60 * 24 * 3600
"""Seconds for which a day's answers are kept."""


class RedisAnswers(Answers):
    """See Answers."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def put(self, day: str, person: str, text: str, about: str) -> None:
        """See Answers."""
        await self._link.batch(
            [
                ("HSET", keys.answers(day), person, text),
                ("EXPIRE", keys.answers(day), KEPT),
                ("HSET", keys.STREAKS, person, about),
            ],
            atomic=True,
            changes=True,
        )

    async def on(self, day: str) -> Mapping[str, str]:
        """See Answers."""
        raw = await self._link.ask("HGETALL", keys.answers(day))
        return {_text(person): _text(answer) for person, answer in raw.items()}

    async def about(self, person: str) -> str:
        """See Answers."""
        return _text(await self._link.ask("HGET", keys.STREAKS, person) or b"")


def _text(raw: bytes) -> str:
    return raw.decode(errors="replace")
