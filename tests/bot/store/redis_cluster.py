"""A real cluster of local redis-servers, and a primary with its replicas under Sentinels."""

import contextlib
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from redis import Redis
from redis.crc import key_slot
from redis.exceptions import RedisError

from tests.bot.certificate import Certificate
from tests.bot.store.redis_server import RedisServer, free_port, secured, tls_options, trusting

NODES = 6
SHARDS = 3
QUICK = {
    "cluster-enabled": "yes",
    "cluster-node-timeout": "1000",
    "cluster-replica-validity-factor": "0",
    "cluster-migration-barrier": "5",
    "repl-diskless-sync-delay": "0",
    "repl-ping-replica-period": "1",
}


class RedisCluster:
    """Three primaries and a replica of each; made without redis-cli, which waits long."""

    def __init__(self, folder: Path, *, certificate: Certificate | None = None) -> None:
        self.certificate = certificate
        tls = {} if certificate is None else {"tls-cluster": "yes"}
        self.nodes = [
            RedisServer(
                folder / f"node-{number}",
                certificate,
                **QUICK,
                **tls,
                **{"cluster-port": str(free_port())},
            )
            for number in range(NODES)
        ]

    @property
    def url(self) -> str:
        """What a bot would be given as REDIS_URL."""
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in self.nodes[:SHARDS])
        return f"redis{secured(self.certificate, f'+cluster://{hosts}')}"

    def start(self) -> None:
        """Start all of it and wait until every node says that all is well."""
        for node in self.nodes:
            node.start(wait=False)
        for node in self.nodes:
            node.wait()
        edges = [16384 * shard // SHARDS for shard in range(SHARDS + 1)]
        for number, node in enumerate(self.nodes):
            with node.client() as client:
                client.execute_command("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
                if number < SHARDS:
                    client.execute_command("CLUSTER", "ADDSLOTSRANGE", edges[number], edges[number + 1] - 1)
                for other in self.nodes[:number]:
                    client.execute_command(
                        "CLUSTER", "MEET", "127.0.0.1", other.port, other.options["cluster-port"]
                    )
        soon(lambda: all(len(self.known(node)) == NODES for node in self.nodes))
        for number, node in enumerate(self.nodes[SHARDS:]):
            with node.client() as client, self.nodes[number].client() as primary:
                name = primary.execute_command("CLUSTER", "MYID")
                soon(partial(_obeys, client, name))
        self.settle()

    def known(self, node: RedisServer) -> list[str]:
        """The lines in which a node tells which nodes it knows and reaches."""
        with node.client() as client:
            lines = client.execute_command("CLUSTER", "NODES").decode().splitlines()
        return [line for line in lines if "handshake" not in line]

    def settle(self) -> None:
        """Wait until all nodes run, each replica follows its primary, and everybody agrees on that."""
        for node in self.nodes:
            if node.process is None or node.process.poll() is not None:
                node.start()
        soon(self.is_well, lambda: [self.state(node) for node in self.nodes])

    def is_well(self) -> bool:
        """Whether everybody agrees on three primaries with a replica each that follows."""
        views = set()
        for node in self.nodes:
            with node.client() as client:
                if b"cluster_state:ok" not in client.execute_command("CLUSTER", "INFO"):
                    return False
                role = client.info("replication")
                if role["role"] == "slave" and role["master_link_status"] != "up":
                    return False
                if role["role"] == "master" and role["connected_slaves"] != 1:
                    return False
                views.add(repr(sorted(client.execute_command("CLUSTER", "SLOTS"))))
        return len(views) == 1

    def state(self, node: RedisServer) -> object:
        """What a node says about all."""
        with node.client() as client:
            return client.execute_command("CLUSTER", "NODES")

    def stop(self) -> None:
        """End all of it."""
        for node in self.nodes:
            node.kill() if node.process else None

    def primary_of(self, key: str) -> RedisServer:
        """The node that has a key, as most of the others say."""
        return self._of(key)[0]

    def replica_of(self, key: str) -> RedisServer:
        """The replica of the node that has a key."""
        return self._of(key)[1]

    def _of(self, key: str) -> list[RedisServer]:
        slot = key_slot(key.encode())
        for node in self.nodes:
            with contextlib.suppress(RedisError), node.client() as client:
                for first, last, *nodes in client.execute_command("CLUSTER", "SLOTS"):
                    if first <= slot <= last:
                        return [self.at(node[1]) for node in nodes]
        raise AssertionError("nobody has this slot")

    def at(self, port: int) -> RedisServer:
        """The node at a port."""
        return next(node for node in self.nodes if node.port == port)


class Sentinels:
    """A primary with replicas, and three Sentinels that look after them."""

    def __init__(self, folder: Path, replicas: int = 2, *, certificate: Certificate | None = None) -> None:
        self.folder, self.certificate = folder, certificate
        quick = {"repl-diskless-sync-delay": "0", "repl-ping-replica-period": "1"}
        self.primary = RedisServer(folder / "primary", certificate, **quick)
        follows = {"replicaof": f"127.0.0.1 {self.primary.port}"} | quick
        self.replicas = [
            RedisServer(folder / f"replica-{number}", certificate, **follows) for number in range(replicas)
        ]
        self.ports = [free_port() for _ in range(3)]
        self.processes: list[subprocess.Popen[bytes]] = []

    @property
    def url(self) -> str:
        """What a bot would be given as REDIS_URL."""
        hosts = ",".join(f"127.0.0.1:{port}" for port in self.ports)
        return f"redis{secured(self.certificate, f'+sentinel://{hosts}/games/0')}"

    @property
    def servers(self) -> list[RedisServer]:
        """All servers that keep data."""
        return [self.primary, *self.replicas]

    def start(self) -> None:
        """Start all of it and wait until the Sentinels know each other and the replicas."""
        self.primary.start()
        for replica in self.replicas:
            replica.start(wait=False)
        for replica in self.replicas:
            replica.wait()
        for port in self.ports:
            self.start_sentinel(port)
        soon(lambda: all(self._knows(port) for port in self.ports))

    def start_sentinel(self, port: int) -> None:
        """Start one Sentinel."""
        path = self.folder / f"sentinel-{port}.conf"
        listens = {"port": str(port)} if self.certificate is None else tls_options(self.certificate, port)
        path.write_text(
            "".join(f"{name} {value}\n" for name, value in listens.items()) + "bind 127.0.0.1\n"
            f"sentinel monitor games 127.0.0.1 {self.primary.port} 2\n"
            "sentinel down-after-milliseconds games 500\nsentinel failover-timeout games 3000\n"
        )
        with (self.folder / f"sentinel-{port}.log").open("wb") as output:
            self.processes.append(
                subprocess.Popen(
                    ["redis-server", str(path), "--sentinel"], cwd=self.folder, stdout=output, stderr=output
                )
            )

    def current(self) -> RedisServer:
        """Who is the primary, as a Sentinel says."""
        with self._asked(self.ports[0]) as client:
            _, port = client.execute_command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", "games")
        return next(server for server in self.servers if server.port == int(port))

    def stop(self) -> None:
        """End all of it."""
        for process in self.processes:
            process.kill()
            process.wait()
        for server in self.servers:
            server.kill()

    def _asked(self, port: int) -> Redis:
        return Redis(port=port, **trusting(self.certificate))

    def _knows(self, port: int) -> bool:
        with self._asked(port) as client:
            try:
                known = client.sentinel_master("games")
            except RedisError:
                return False
        wanted = (len(self.ports) - 1, len(self.replicas))
        return (known["num-other-sentinels"], known["num-slaves"]) == wanted


def soon(claim: Callable[[], object], told: Callable[[], object] = str, seconds: float = 60.0) -> None:
    """Wait until a claim holds; errors of servers that do not answer yet count as no."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(RedisError):
            if claim():
                return
        time.sleep(0.02)
    raise AssertionError(told())


def _obeys(client: Redis, primary: bytes | str) -> object:
    """Let a node follow another as soon as it knows it."""
    obey: Callable[..., object] = client.execute_command
    return obey("CLUSTER", "REPLICATE", primary)
