"""From the settings to a store that answers."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path

from bot.errors import StartError
from bot.redis_url import MEMORY, check_redis_url
from bot.store.checks import risks
from bot.store.connection.advice import advised
from bot.store.connection.link import PATIENCE, Link
from bot.store.connection.reaching import reach
from bot.store.connection.sending import Pool
from bot.store.connection.transport import CONNECTIONS, ServerTransport
from bot.store.copies.contents import refuse_part
from bot.store.embedded.server import EmbeddedRedis, FolderInUse, address_of_running
from bot.store.keys import RESTORING
from bot.store.protocol import StoreFull, StoreUnavailable
from bot.store.redis_store import RedisStore

COPY_PATIENCE = 60.0

log = logging.getLogger(__name__)


async def open_store(redis_url: str, data: Path, *, patience: float = PATIENCE) -> RedisStore:
    """The store at this URL, or one of the bot's own in the folder ``data`` if the URL is empty.

    It answers and its indexes are complete. ``redis://``, ``rediss://`` and ``unix://`` name a server,
    ``redis+cluster://`` nodes of a cluster, ``redis+sentinel://`` Sentinels; ``memory://`` keeps games only
    until the bot stops. Calls wait at most ``patience`` seconds for an answer.
    Raises StartError with one sentence for the operator.
    """
    return await _opened(*await _connect(redis_url, data, patience))


async def share_store(redis_url: str, data: Path, *, patience: float = PATIENCE) -> RedisStore:
    """Likewise, beside a bot that may be running: its embedded store is shared, and stays when we go."""
    try:
        return await open_store(redis_url, data, patience=patience)
    except FolderInUse:
        link = Link.to(address_of_running(data), f"embedded:{data}", patience=patience)
        return await _opened(link, None)


@asynccontextmanager
async def link_to_copy(redis_url: str, data: Path, *, share: bool) -> AsyncIterator[tuple[Link, bool]]:
    """The store's bare link, for whoever reads or writes all of it, and whether nobody else can use it.

    With ``share`` a bot may be running, also on an embedded store. Calls have a long patience, since some are
    large. Raises StartError.
    """
    if redis_url == MEMORY:
        raise StartError("memory:// keeps games only inside of a running bot: there is nothing to copy.")
    if not redis_url and share and not (data / "redis").is_dir():
        raise StartError(f"There is no store in the folder {data}: set BASTIDE_DATA or REDIS_URL.")
    try:
        link, server = await _connect(redis_url, data, COPY_PATIENCE)
    except FolderInUse:
        if not share:
            raise
        link, server = Link.to(address_of_running(data), f"embedded:{data}", patience=COPY_PATIENCE), None
    try:
        try:
            # Nobody waits long for a server that is not there.
            async with asyncio.timeout(PATIENCE):
                await link.ask("EXISTS", RESTORING)
        except TimeoutError:
            raise StartError(
                f"The store {link.name} does not answer: start it, or correct REDIS_URL."
            ) from None
        yield link, server is not None
    except StoreUnavailable as error:
        raise StartError(advised(error)) from error
    finally:
        await link.close()
        if server is not None:
            await server.close()


async def _connect(redis_url: str, data: Path, patience: float) -> tuple[Link, EmbeddedRedis | None]:
    """A link to this store, and its server if that is our own. Raises StartError, or FolderInUse."""
    if not redis_url:
        server = await EmbeddedRedis.start(data)
        return Link.to(server.url, f"embedded:{data}", patience=patience), server
    try:
        check_redis_url(redis_url)
    except ValueError as error:
        raise StartError(f"REDIS_URL is no usable address: it {error}.") from None
    if redis_url == MEMORY:
        return _memory(), None
    return await reach(redis_url, patience=patience), None


async def _opened(link: Link, server: EmbeddedRedis | None) -> RedisStore:
    store = RedisStore(link, server=server)
    try:
        await _try(store)
        await refuse_part(link)
        await _warn_of_risks(link)
        games = await store.rebuild_indexes()
    except BaseException as error:
        await store.close()
        if isinstance(error, StoreUnavailable):
            raise StartError(advised(error)) from error
        raise
    log.info("The store %s holds games of %d channels", store.describe(), games)
    return store


async def _try(store: RedisStore) -> None:
    """See that the store does all that is asked of it. One that is full still has games to look at."""
    try:
        await store.ready()
        await store.probe()
    except StoreFull as error:
        log.error("%s", error)  # noqa: TRY400 - the sentence says it all


def _memory() -> Link:
    if find_spec("lupa") is None or find_spec("fakeredis") is None:
        raise StartError("memory:// needs the package fakeredis[lua]: install it with pip.")
    from fakeredis import FakeAsyncRedis  # noqa: PLC0415 - an extra that few installations have

    # However many ask at once, they wait for a connection as they would for a server's.
    client = FakeAsyncRedis(protocol=2, connection_pool_class=Pool, max_connections=CONNECTIONS, timeout=None)
    return Link(ServerTransport(client), MEMORY)


async def _warn_of_risks(link: Link) -> None:
    """Say in the log by which settings each server could lose games."""
    found = await risks(link)
    if found is None:
        log.info("Whether %s keeps games safe cannot be asked", link.name)
        return
    for sentence in found:
        log.warning("%s", sentence)
