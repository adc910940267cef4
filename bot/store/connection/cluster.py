"""The keys are shared out among the primaries of a cluster.

redis-py knows the nodes, which slots they have and how to connect. What it would repeat by itself is repeated
by the link instead, which knows whether that is safe and for how long: so nothing here waits for a failover.
"""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, Self

from redis import exceptions
from redis.asyncio.client import PubSub
from redis.asyncio.cluster import ClusterNode, PipelineCommand, RedisCluster

from bot.redis_url import Address
from bot.store.connection.sending import NodeConnection, SSLNodeConnection
from bot.store.connection.transport import CONNECTIONS, Command, Mode, Part, Transport, settings

REDIRECTS: Final = 5
"""So often one call is sent on to another node."""
KEYLESS: Final = frozenset(
    {"ACL", "BGREWRITEAOF", "CONFIG", "DBSIZE", "HELLO", "INFO", "PING", "SCAN", "TIME"}
)
"""Commands that any node answers for itself."""
_LOST: Final = (exceptions.ConnectionError, exceptions.TimeoutError)


@dataclass(eq=False)
class _Unit:
    """Commands that go over one connection to the node that has the key."""

    key: Part
    commands: Sequence[Command]
    answers: list[Any] = field(default_factory=list)
    asking: ClusterNode | None = None


class ClusterTransport(Transport):
    """Each command goes to the primary that has its key. The parts are the primaries, by name."""

    whole = False
    fails_over = True

    def __init__(self, address: Address, patience: float) -> None:
        self._address = address
        self._patience = patience
        self._room: dict[str, asyncio.Semaphore] = {}
        self._opened = False
        self._client = self._made(address.hosts)

    @classmethod
    def among(cls, address: Address, patience: float) -> Self:
        """To the cluster to which these nodes belong; nothing is connected yet."""
        return cls(address, patience)

    @property
    def is_open(self) -> bool:
        """See Transport."""
        return self._opened

    async def open(self) -> None:
        """See Transport."""
        await self.refresh()

    def part(self, key: Part, /) -> str:
        """See Transport. "" for what nobody has."""
        try:
            return str(self._node(key).name)
        except exceptions.ClusterDownError:
            return ""

    def parts(self) -> list[str]:
        """See Transport."""
        return sorted({str(nodes[0].name) for nodes in self._client.nodes_manager.slots_cache.values()})

    def layout(self) -> object:
        """See Transport."""
        slots = self._client.nodes_manager.slots_cache
        return tuple(str(nodes[0].name) for _, nodes in sorted(slots.items()))

    def nodes(self) -> list[str]:
        """See Transport."""
        return sorted(str(node.name) for node in self._client.get_nodes())

    async def ask(self, command: Command, part: str = "", /) -> Any:
        """See Transport."""
        if part or command[0] in KEYLESS:
            answers = await self._at(self._named(part or self.parts()[0]), [command])
        else:
            answers = await self.send([command], "each")
        if isinstance(answers[0], Exception):
            raise answers[0]
        return answers[0]

    async def send(self, commands: Sequence[Command], mode: Mode) -> list[Any]:
        """See Transport."""
        if not commands:
            return []
        if mode == "each":
            units = [_Unit(command[1], [command]) for command in commands]
        elif mode == "atomic":
            # redis-py takes what it knows by a text for an answer already where it is only queued.
            queued = [(str(command[0]).encode(), *command[1:]) for command in commands]
            units = [_Unit(commands[0][1], [("MULTI",), *queued, ("EXEC",)])]
        else:
            units = [_Unit(_key(commands[0]), commands)]
        waiting = units
        for _ in range(REDIRECTS):
            waiting = await self._once(waiting)
            if not waiting:
                break
        else:
            raise exceptions.TryAgainError("TRYAGAIN Its nodes do not agree on which of them has a key")
        if mode == "atomic":
            return self._executed(commands, units[0].answers)
        return [answer for unit in units for answer in unit.answers]

    async def drop(self, _part: str, /) -> None:
        """See Transport. Each refresh has redis-py connect anew, whichever connection is used next."""

    async def refresh(self) -> None:
        """See Transport."""
        try:
            await self._client.nodes_manager.initialize()
        except IndexError as error:
            raise exceptions.ClusterDownError("CLUSTERDOWN No node has any slots") from error
        except exceptions.RedisClusterException as error:
            # The nodes that we knew may all be gone, and the first ones have been given new addresses.
            known = [(str(node.host), int(node.port)) for node in self._client.get_nodes()]
            await _close(self._client)
            self._client = self._made(dict.fromkeys([*self._address.hosts, *known]))
            cause = error.__cause__
            if isinstance(cause, exceptions.RedisError | OSError):
                raise cause from error
            raise exceptions.ConnectionError(str(error)) from error
        self._opened = True

    async def ping(self, key: Part, /) -> None:
        """See Transport."""
        await self.refresh()
        node = self._node(key)
        connection: Any = node.connection_class(**node.connection_kwargs)
        try:
            await connection.connect()
            await connection.send_command("EXISTS", key)
            await connection.read_response()
        finally:
            await connection.disconnect(nowait=True)

    def subscriber(self) -> PubSub:
        """See Transport."""
        return self._client.pubsub()

    async def aclose(self) -> None:
        """See Transport."""
        await _close(self._client)

    def _made(self, hosts: Iterable[tuple[str, int]]) -> RedisCluster:
        client = RedisCluster.from_url(
            self._address.url,
            startup_nodes=[ClusterNode(host, port) for host, port in hosts],
            # What lies elsewhere goes on while nobody has some of the slots.
            require_full_coverage=False,
            # Twice as many as are in use: what was cancelled may not be given back yet.
            max_connections=2 * CONNECTIONS,
            # A node that hangs must not keep anybody from asking the others where the keys are.
            **settings(self._patience) | {"socket_timeout": self._patience / 2},
        )
        client.get_connection_kwargs()["connection_class"] = (
            SSLNodeConnection if self._address.tls else NodeConnection
        )
        return client

    def _node(self, key: Part) -> ClusterNode:
        nodes = self._client.nodes_manager.slots_cache.get(self._client.keyslot(key))
        if not nodes:
            raise exceptions.ClusterDownError("CLUSTERDOWN Hash slot not served by any node that is known")
        return nodes[0]

    def _named(self, part: str) -> ClusterNode:
        node = self._client.get_node(node_name=part)
        if node is None:
            raise exceptions.ClusterDownError(f"CLUSTERDOWN {part} is no node any more")
        return node

    async def _once(self, units: Sequence[_Unit]) -> list[_Unit]:
        """Send what belongs to each node over one connection; what has to be sent elsewhere."""
        by_node: dict[str, tuple[ClusterNode, list[_Unit]]] = {}
        for unit in units:
            node = unit.asking or self._node(unit.key)
            by_node.setdefault(node.name, (node, []))[1].append(unit)
        failed = await asyncio.gather(
            *(self._give(node, given) for node, given in by_node.values()), return_exceptions=True
        )
        for error in failed:
            if error is not None:
                raise error
        again = []
        for unit in units:
            redirect = next((each for each in unit.answers if isinstance(each, exceptions.AskError)), None)
            if redirect is not None:
                await self._redirect(unit, redirect)
                again.append(unit)
        return again

    async def _give(self, node: ClusterNode, units: Sequence[_Unit]) -> None:
        commands: list[Command] = []
        for unit in units:
            commands += [("ASKING",), *unit.commands] if unit.asking else unit.commands
        answers = iter(await self._at(node, commands))
        for unit in units:
            if unit.asking:
                next(answers)
            unit.answers = [next(answers) for _ in unit.commands]

    async def _at(self, node: ClusterNode, commands: Sequence[Command]) -> list[Any]:
        sent = [PipelineCommand(position, *command) for position, command in enumerate(commands)]
        async with self._room.setdefault(str(node.name), asyncio.Semaphore(CONNECTIONS)):
            await node.execute_pipeline(sent)
        for command in sent:
            if isinstance(command.result, _LOST) and not isinstance(
                command.result, exceptions.BusyLoadingError
            ):
                raise command.result
        return [command.result for command in sent]

    async def _redirect(self, unit: _Unit, redirect: exceptions.AskError) -> None:
        unit.asking = None
        if isinstance(redirect, exceptions.MovedError) and redirect.host:
            await self._client.nodes_manager.move_slot(redirect)
            return
        node = self._client.get_node(redirect.host, redirect.port) if redirect.host else None
        if node is None or isinstance(redirect, exceptions.MovedError):
            await self.refresh()
            node = self._client.get_node(redirect.host, redirect.port) if redirect.host else None
        if not isinstance(redirect, exceptions.MovedError):
            unit.asking = node

    def _executed(self, commands: Sequence[Command], answers: Sequence[Any]) -> list[Any]:
        """The answers of a transaction as they would be outside of it."""
        refused = next((answer for answer in answers[1:-1] if isinstance(answer, Exception)), None)
        if refused is not None:
            raise refused
        if isinstance(answers[-1], Exception):
            raise answers[-1]
        callbacks = self._client.response_callbacks
        return [
            callbacks[command[0]](answer)
            if command[0] in callbacks and not isinstance(answer, Exception)
            else answer
            for command, answer in zip(commands, answers[-1], strict=True)
        ]


def _key(command: Command) -> Part:
    """The first key of a script's call, or of any other command."""
    return command[3] if command[0] in {"EVAL", "EVALSHA"} else command[1]


async def _close(client: RedisCluster) -> None:
    with suppress(exceptions.RedisError, OSError):
        await client.nodes_manager.aclose()
        await client.nodes_manager.aclose("startup_nodes")
