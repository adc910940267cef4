"""The connection to Redis, whichever shape it has: commands, scripts, and what they are answered."""

import asyncio
from collections.abc import Iterable, Sequence
from hashlib import sha1
from importlib.resources import files
from typing import Any, Final, Protocol, Self, TypeVar
from urllib.parse import urlsplit

from redis import exceptions
from redis.asyncio.client import PubSub

from bot.redis_url import read_redis_url
from bot.store.connection.cluster import ClusterTransport
from bot.store.connection.patience import WRONG_TYPE, Calls
from bot.store.connection.refusals import NotReplicated
from bot.store.connection.transport import Command, Part, SentinelTransport, ServerTransport, Transport
from bot.store.protocol import OutcomeUnknown

T = TypeVar("T")

PATIENCE = 5.0
SCANS: Final = 5
"""So often a scan begins again because keys were given to other servers meanwhile."""


class Script(Protocol):
    """A Lua script on the server."""

    async def __call__(
        self, keys: Sequence[str] | Sequence[bytes], args: Sequence[Part], reads: Sequence[Command] = ()
    ) -> Any:
        """Its answer; with ``reads``, a list of it and what these commands read in the same round trip.

        Their keys are the same server's. What one cannot read is an exception in its place. Raises as
        ``Link.ask`` does for the script itself.
        """


class Link(Calls):
    """Redis as the store uses it: commands and scripts, all of them sent with patience.

    Scripts with ``changes`` raise OutcomeUnknown also when fewer than ``wait_replicas`` replicas have told
    that they have the change.
    """

    def __init__(
        self, transport: Transport, name: str, *, patience: float = PATIENCE, wait_replicas: int = 0
    ) -> None:
        super().__init__(transport, name, patience)
        self.wait_replicas = wait_replicas

    @classmethod
    def to(cls, url: str, name: str | None = None, *, patience: float = PATIENCE) -> Self:
        """A link to what a REDIS_URL names, but ``memory://``; nothing is connected yet."""
        address = read_redis_url(url)
        transport: Transport
        if address.kind == "cluster":
            transport = ClusterTransport.among(address, patience)
        elif address.kind == "sentinel":
            transport = SentinelTransport.among(address, patience)
        else:
            transport = ServerTransport.to(address.url, patience)
        return cls(
            transport,
            name or without_password(url),
            patience=patience,
            wait_replicas=address.wait_replicas,
        )

    async def ask(self, *command: Part, part: str = "") -> Any:
        """The answer to one command. Its first argument is its key, or ``part`` says whom to ask.

        Raises StoreUnavailable or WrongTypeError.
        """
        await self._open()
        key = command[1] if len(command) > 1 else ""
        return await self.run(
            lambda: self.transport.ask(command, part), at=part or self.transport.part(key), key=key
        )

    async def batch(
        self,
        commands: Iterable[Command],
        *,
        atomic: bool = False,
        lenient: bool = False,
        changes: bool = False,
        patience: float | None = None,
    ) -> list[Any]:
        """The answers to many commands, of one moment if ``atomic``; then their keys lie in one slot.

        Raises as ``ask`` does; if ``lenient``, a key of the wrong type is an exception among the answers.
        """
        commands = list(commands)
        if not commands:
            return []
        await self._open()
        groups: dict[str, list[int]] = {}
        for number, command in enumerate(commands):
            part = self.transport.part((commands[0] if atomic else command)[1])
            groups.setdefault(part, []).append(number)

        async def of_group(part: str, numbers: Sequence[int]) -> list[Any]:
            async def ask_all() -> list[Any]:
                answers = await self.transport.send(
                    [commands[number] for number in numbers], "atomic" if atomic else "each"
                )
                for answer in answers:
                    if isinstance(answer, Exception) and not (lenient and WRONG_TYPE in str(answer)):
                        raise answer
                return answers

            return await self.run(
                ask_all, changes=changes, at=part, key=commands[numbers[0]][1], patience=patience
            )

        if len(groups) == 1:
            return await of_group(*next(iter(groups.items())))
        answered = await asyncio.gather(
            *(of_group(*group) for group in groups.items()), return_exceptions=True
        )
        _raise_worst(answered, changes=changes)
        found: list[Any] = [None] * len(commands)
        for numbers, answers in zip(groups.values(), answered, strict=True):
            for number, answer in zip(numbers, answers, strict=True):  # type: ignore[arg-type]
                found[number] = answer
        return found

    async def scan(self, pattern: str) -> set[bytes]:
        """Every key like this, of all servers. Other calls go on in between."""
        if not self.whole:
            await self.run(self.transport.refresh)
        for _ in range(SCANS):
            layout = self.transport.layout()
            found: set[bytes] = set()
            for part in self.transport.parts():
                cursor = None
                while cursor != 0:
                    cursor, keys = await self.ask(
                        "SCAN", cursor or 0, "MATCH", pattern, "COUNT", 1000, part=part
                    )
                    found.update(keys)
            # A server that has taken over goes through its keys in another order.
            if self.transport.layout() == layout:
                return found
        raise self._unavailable("its keys are given to other servers again and again")

    async def everywhere(self, *command: Part) -> dict[str, object]:
        """The answers of all servers to one command, by name: errors for those who do not do it."""
        await self._open()

        async def of(name: str) -> object:
            try:
                async with asyncio.timeout(self._patience / 2):
                    return await self.transport.ask(command, name)
            except (exceptions.RedisError, OSError, TimeoutError) as error:
                return error

        names = self.transport.nodes()
        return dict(zip(names, await asyncio.gather(*map(of, names)), strict=True))

    def script(self, name: str, *, changes: bool = False) -> Script:
        """The Lua script ``lua/NAME.lua``, which every server learns when it is first asked for it."""
        text = files("bot.store").joinpath("lua", f"{name}.lua").read_text(encoding="utf-8")
        digest = sha1(text.encode(), usedforsecurity=False).hexdigest()
        waits = self.wait_replicas if changes else 0
        # So that the link itself hears that they have not told.
        after = [("WAIT", waits, int(self._patience * 1000 / 4))] if waits else []

        async def call(
            keys: Sequence[str] | Sequence[bytes], args: Sequence[Part], reads: Sequence[Command] = ()
        ) -> Any:
            rest, more = (len(keys), *keys, *args), [*after, *reads]

            async def attempt() -> Any:
                answers = await self.transport.send([("EVALSHA", digest, *rest), *more], "together")
                if isinstance(answers[0], exceptions.NoScriptError):
                    answers = await self.transport.send([("EVAL", text, *rest), *more], "together")
                for answer in answers[: 1 + len(after)]:
                    if isinstance(answer, Exception):
                        raise answer
                if waits and answers[1] < waits:
                    raise NotReplicated(
                        f"only {answers[1]} of {waits} replicas have told in time that they have a change"
                    )
                return [answers[0], *answers[1 + len(after) :]] if reads else answers[0]

            await self._open()
            return await self.run(attempt, changes=changes, at=self.transport.part(keys[0]), key=keys[0])

        return call

    def nodes(self) -> tuple[int, int]:
        """How many servers have keys of their own, and how many are known to follow them."""
        primaries = len(self.transport.parts())
        return primaries, len(self.transport.nodes()) - primaries

    def subscriber(self) -> PubSub:
        """A subscriber without subscriptions, of redis-py. In a cluster it knows ``ssubscribe``, too."""
        return self.transport.subscriber()


def _raise_worst(answered: Sequence[object], *, changes: bool) -> None:
    """Raise what says most about what may have been changed, if any group of commands failed."""
    failed = [each for each in answered if isinstance(each, BaseException)]
    if not failed:
        return
    unknown = next((error for error in failed if isinstance(error, OutcomeUnknown)), None)
    if unknown is None and changes and len(failed) < len(answered):
        raise OutcomeUnknown(f"{failed[0]} A part was changed.") from failed[0]
    raise unknown or failed[0]


def without_password(url: str) -> str:
    """The address that a URL names, without password and options."""
    parts = urlsplit(url)
    credentials, at, address = parts.netloc.rpartition("@")
    user = credentials.partition(":")[0]
    return f"{parts.scheme}://{user}{at if user else ''}{address}{parts.path}"
