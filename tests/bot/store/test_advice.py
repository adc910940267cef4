"""Whatever is wrong with a store, its operator reads what it is and what to do, in one line."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from bot.people import Channel
from bot.redis_url import Address, check_redis_url, passwords_in, read_redis_url
from bot.store import Change, open_store
from bot.store.connection.advice import RULES
from tests.bot.certificate import certificate
from tests.bot.store.redis_server import RedisServer, free_port
from tests.bot.store.told import told

StartServer = Callable[..., RedisServer]


@contextlib.asynccontextmanager
async def saying(answer: bytes | None) -> AsyncIterator[str]:
    """A server that gives this answer to whatever comes, or hangs up at once; its URL."""
    writers: list[asyncio.StreamWriter] = []

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        while answer is not None and await reader.read(65536):
            writer.write(answer)
        writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    yield f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}/0"
    server.close()
    for writer in writers:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()
    await server.wait_closed()


@pytest.mark.parametrize(
    ("answer", "advice"),
    [
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "What listens there is no Redis"),
        (b"", "Nothing that speaks as Redis does answers"),
        (None, "It hangs up: if it wants TLS, use rediss://"),
        (b"-LOADING Redis is loading the dataset in memory\r\n", "It still reads its data"),
        (b"-MISCONF Errors writing to the AOF file: No space left on device\r\n", "cannot write to its disk"),
        (b"-DENIED Redis is running in protected mode because no password is set.\r\n", "give it a password"),
        (b"-MASTERDOWN Link with MASTER is down\r\n", "It is a replica without its primary"),
        (b"-ERR max number of clients reached\r\n", "raise its maxclients"),
        (b"-ERR unknown command 'SET'\r\n", "older than Redis 6.2"),
        (b"-MOVED 3999 127.0.0.1:6381\r\n", "a node of a cluster"),
    ],
)
async def test_what_a_server_says_is_explained(answer: bytes | None, advice: str, tmp_path: Path) -> None:
    """Each answer that is no service has a sentence of its own."""
    async with saying(answer) as url:
        assert advice in await told(url, tmp_path)


@pytest.mark.parametrize(
    ("options", "address", "advice"),
    [
        ({"replicaof": "127.0.0.1 1"}, "", "It is a read-only replica: let REDIS_URL name the primary."),
        ({"requirepass": "other"}, ":s3cret@", "Correct user and password in REDIS_URL."),
        ({"requirepass": "other"}, "ann:s3cret@", "Correct user and password in REDIS_URL."),
        ({"requirepass": "other"}, "", "It wants a password: redis://:PASSWORD@HOST in REDIS_URL."),
        ({"cluster-enabled": "yes"}, "", "It is a node of a cluster"),
        ({"min-replicas-to-write": "1"}, "", "It waits for its replicas"),
    ],
)
async def test_a_server_that_does_not_do_everything_is_explained(
    start_server: StartServer, options: dict[str, str], address: str, advice: str, tmp_path: Path
) -> None:
    """Also before the first game, when the store has nothing to write."""
    server = start_server(**options)
    assert advice in await told(f"redis://{address}127.0.0.1:{server.port}/0", tmp_path)


@pytest.mark.parametrize(
    "rules", ["~other:* +@all", "~* +@all -evalsha", "~* +@all -zadd", "~* +@all -multi"]
)
async def test_a_user_who_may_do_too_little_is_explained(
    server: RedisServer, rules: str, tmp_path: Path
) -> None:
    """The sentence has the rules that are enough."""
    with server.client() as client:
        client.execute_command("ACL", "SETUSER", "low", "on", ">s3cret", *rules.split())
    assert RULES in await told(f"redis://low:s3cret@127.0.0.1:{server.port}/0", tmp_path)


async def test_a_node_with_some_of_the_slots_is_explained(start_server: StartServer, tmp_path: Path) -> None:
    """Even if it has the slots of whatever is written first."""
    server = start_server(**{"cluster-enabled": "yes", "cluster-require-full-coverage": "no"})
    with server.client() as client:
        client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 8000)
    assert "It is a node of a cluster" in await told(server.url, tmp_path)


async def test_the_rules_that_are_recommended_are_enough(
    server: RedisServer, tmp_path: Path, channel: Channel
) -> None:
    """A user with them opens the store, and plays."""
    with server.client() as client:
        client.execute_command("ACL", "SETUSER", "bastide", "on", ">s3cret", *RULES.split())
    store = await open_store(f"redis://bastide:s3cret@127.0.0.1:{server.port}/0", tmp_path)
    await store.create(channel, "g1", Change(append=["draw"], people=["web:1"]), over="", once="new")
    await store.deadline_set(channel, 1.0)
    assert await store.deadlines_due(2.0) == [channel]
    await store.forget("web:1")
    await store.close()


async def test_a_sentinel_is_explained(tmp_path: Path) -> None:
    """A Sentinel answers PING, and that is all that it does for us."""
    port, config = free_port(), tmp_path / "sentinel.conf"
    config.write_text(f"port {port}\nbind 127.0.0.1\nlogfile {tmp_path}/log\n")
    process = await asyncio.create_subprocess_exec("redis-server", config, "--sentinel", cwd=tmp_path)
    try:
        for _ in range(500):
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                break
            await asyncio.sleep(0.02)
        assert "It is a Sentinel" in await told(f"redis://127.0.0.1:{port}", tmp_path)
    finally:
        process.terminate()
        await process.wait()


@pytest.mark.parametrize(
    ("url", "advice"),
    [
        ("redis://127.0.0.1:1/0", "Nobody listens there"),
        ("redis://nowhere.invalid/0", "Nobody knows this host"),
        ("unix:///nowhere/redis.sock", "Nothing is there"),
    ],
)
async def test_a_place_without_a_server_is_explained(url: str, advice: str, tmp_path: Path) -> None:
    """Whether nobody listens, nobody knows the host, or there is no socket."""
    assert advice in await told(url, tmp_path)


async def test_a_database_that_there_is_not_is_explained(server: RedisServer, tmp_path: Path) -> None:
    """A server has sixteen of them as a rule."""
    assert "no database of that number" in await told(f"redis://127.0.0.1:{server.port}/99", tmp_path)


async def test_tls_where_there_is_none_is_explained(server: RedisServer, tmp_path: Path) -> None:
    """rediss:// on a plain port."""
    assert "speak no TLS there" in await told(f"rediss://127.0.0.1:{server.port}/0", tmp_path)


@pytest.fixture
def tls(tmp_path: Path) -> Iterator[RedisServer]:
    """A redis-server that speaks TLS, with a certificate that nobody vouches for."""
    server = RedisServer(tmp_path / "tls", certificate(tmp_path))
    server.start()
    yield server
    server.stop()


async def test_a_plain_connection_to_tls_is_explained(tls: RedisServer, tmp_path: Path) -> None:
    """redis:// on a port that wants TLS, and rediss:// without a reason to trust it."""
    assert "if it wants TLS, use rediss://" in await told(f"redis://127.0.0.1:{tls.port}/0", tmp_path)
    text = await told(f"rediss://localhost:{tls.port}/0", tmp_path)
    assert "?ssl_ca_certs=FILE names its authority" in text
    await (await open_store(tls.url, tmp_path)).close()


@pytest.mark.parametrize(
    ("url", "part"),
    [
        ("rediss://h/0?nonsense=s3cret", "no other options"),
        ("redis://h/0?s3cret", "no other options"),
        ("redis://h/0?ssl_cert_reqs=none", "no other options"),
        ("rediss://h/0?ssl_cert_reqs=s3cret", "ssl_cert_reqs"),
        ("redis://h/0?db=s3cret", "option db"),
        ("redis://h/s3cret", "number of a database"),
        ("redis://h/0/1", "number of a database"),
        ("redis:///0", "name a host"),
        ("redis://:s3cret@/0", "name a host"),
        ("redis://a..b/0", "host that can be one"),
        ("redis://h:0/0", "port between"),
        ("redis://h:99999/0", "begins with redis://"),
        ("redis://:s3c/ret@h/0", "%2F"),
        ("redis://:s3c#ret@h/0", "%23"),
        ("unix://run/redis.sock", "three slashes"),
        ("unix://", "three slashes"),
        ("memory://s3cret", "just memory://"),
        ("redis:h", "begins with redis://"),
        ("redis://h,i:1/0", "redis+cluster:// or redis+sentinel:// where it names several hosts"),
        ("redis+cluster://h:1,i:1/1", "only the database 0"),
        ("redis+cluster://h?db=1", "no other options"),
        ("redis+cluster://:s3cret@h,:s3cret@i", "password once"),
        ("redis+cluster://", "name a host"),
        ("redis+sentinel://h,i", "name of the primary"),
        ("redis+sentinel://h/0/games", "number of a database"),
        ("redis+sentinel://h/games?wait_replicas=many", "another value for its option wait_replicas"),
        ("redis+cluster://h?sentinel_password=s3cret", "no other options"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused(url: str, part: str) -> None:
    """One sentence says what it must be, and repeats nothing of it that may be secret."""
    with pytest.raises(ValueError, match=r"^m(ust|ay) ") as caught:
        check_redis_url(url)
    assert part in str(caught.value)
    assert "s3c" not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "redis://h", "redis://h/", "redis://h:6379/12", "rediss://ann:s%2Fx@[::1]:1/0?ssl_cert_reqs=none",
        "unix:///run/redis.sock?db=1&password=x", "unix://ann:x@/run/redis.sock", "memory://", "redis://h?db=3",
        "redis+cluster://h", "rediss+cluster://ann:x@[::1],h:2/0?wait_replicas=1&ssl_cert_reqs=none",
        "redis+sentinel://:x@h,i:2/my-master", "rediss+sentinel://h/m/3?sentinel_password=y&ssl_ca_certs=z",
    ],
)  # fmt: skip
def test_an_address_that_can_be_used_is_taken(url: str) -> None:
    """Whatever redis-py understands and the bot needs."""
    check_redis_url(url)


def test_every_password_in_an_address_is_known() -> None:
    """As it is written and as it is meant, also where the address is wrong."""
    assert passwords_in("redis://ann:a%2Fb@h/0?password=c%20d&x=1") == {"a%2Fb", "a/b", "c%20d", "c d"}
    assert passwords_in("redis://:a/b@h/x") == {"a/b"}
    assert passwords_in("redis://h/0") == frozenset()
    assert passwords_in("redis+sentinel://:a@h,i/m?sentinel_password=b%20") == {"a", "b%20", "b "}
    assert {"a", "b"} <= passwords_in("redis+cluster://:a@h,:b@i")


def test_an_address_is_taken_apart() -> None:
    """What redis-py is given, and what it does not know."""
    assert read_redis_url(
        "rediss+sentinel://u:p%2F@h,[::1]:7/m/3?wait_replicas=2&sentinel_password=q"
    ) == Address("sentinel", (("h", 26379), ("::1", 7)), "rediss://u:p%2F@h:26379/3", True, "m", 2, "", "q")
    assert read_redis_url("redis+cluster://h,i:2").hosts == (("h", 6379), ("i", 2))
    assert read_redis_url("redis://h/3?password=a%2Fb").url == "redis://h:6379/3?password=a%2Fb"
