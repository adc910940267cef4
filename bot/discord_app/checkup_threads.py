"""Asks Discord about the threads where games are: whether they sleep or are locked, and what would help."""

from collections.abc import Collection, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

import aiohttp
from discord import Permissions

NOTHING: Final = 0
"""In place of a status, when there is no answer."""


class Enquiry:
    """Questions to Discord's interface."""

    def __init__(self, session: aiohttp.ClientSession, api_base: str) -> None:
        self._session = session
        self._base = api_base.rstrip("/")

    async def ask(self, path: str) -> tuple[int, Any]:
        """The status of the answer, and what it says; NOTHING when there is none."""
        try:
            async with self._session.get(f"{self._base}{path}") as response:
                return response.status, await response.json(content_type=None)
        except (aiohttp.ClientError, TimeoutError, ValueError):
            return NOTHING, None


class Threads:
    """The threads of some servers. ``allowed`` is what the bot ``me`` may do in each of them in general."""

    def __init__(self, enquiry: Enquiry, me: str, allowed: Mapping[str, object]) -> None:
        self._enquiry = enquiry
        self._me = me
        self._allowed = allowed
        self._answers: dict[str, Mapping[str, Any] | None] = {}

    async def told(self, guild: str, channel: object) -> str:
        """What is to be known of a channel that is a thread, as the end of a sentence; "" for nothing."""
        if not isinstance(channel, Mapping) or not isinstance(channel.get("thread_metadata"), Mapping):
            return ""
        archived, locked = (bool(channel["thread_metadata"].get(name)) for name in ("archived", "locked"))
        manages = await self._manages(guild, str(channel.get("parent_id")))
        if locked:
            return f"is {'archived and locked' if archived else 'locked'}: {_LOCKED[manages]}"
        said = "is archived: the next message wakes it." if archived else ""
        if manages is not False:
            return said
        return f"{said or 'is open.'} {_UNMANAGED}"

    async def _manages(self, guild: str, parent: str) -> bool | None:
        """Whether the bot may manage the threads of a channel; None where that cannot be found out."""
        if guild not in self._allowed:
            return None
        allowed = Permissions(_number(self._allowed[guild]))
        if allowed.administrator:
            return True
        member = await self._about(f"/guilds/{guild}/members/{self._me}")
        channel = await self._about(f"/channels/{parent}")
        if member is None or channel is None:
            return None
        rules = channel.get("permission_overwrites", ())
        return in_channel(allowed, rules, (guild,), member.get("roles", ()), (self._me,)).manage_threads

    async def _about(self, path: str) -> Mapping[str, Any] | None:
        if path not in self._answers:
            status, answer = await self._enquiry.ask(path)
            good = status == HTTPStatus.OK and isinstance(answer, Mapping)
            self._answers[path] = answer if good else None
        return self._answers[path]


def in_channel(
    allowed: Permissions, rules: Sequence[Mapping[str, Any]], *groups: Collection[str]
) -> Permissions:
    """What is allowed in a channel with these overwrites, by those of each group of ids after the other."""
    result = Permissions(allowed.value)
    for group in groups:
        allow = deny = 0
        for rule in rules:
            if str(rule.get("id")) in group:
                allow, deny = allow | _number(rule.get("allow")), deny | _number(rule.get("deny"))
        result.handle_overwrite(allow, deny)
    return result


def _number(text: object) -> int:
    return int(str(text)) if str(text).isdecimal() else 0


_LOCKED: Final = {
    True: "its game is shown there all the same, since the bot may manage threads.",
    False: "nothing can be shown there until somebody unlocks it or lets the bot manage threads.",
    None: "nothing can be shown there unless the bot may manage threads.",
}
_UNMANAGED: Final = "Its game would stop if it were locked: the bot may not manage threads there."
