"""From a REDIS_URL to a link of the right kind."""

import logging

from bot.errors import StartError
from bot.redis_url import as_cluster, check_redis_url, read_redis_url
from bot.store.connection.link import PATIENCE, Link
from bot.store.protocol import StoreUnavailable

log = logging.getLogger(__name__)


async def reach(url: str, *, patience: float = PATIENCE) -> Link:
    """A link to what the URL names. A cluster is known as one by any of its nodes.

    Whether the store answers is left to whoever uses it. Raises StartError for a URL that fits no cluster
    where one is.
    """
    link = Link.to(url, patience=patience)
    if read_redis_url(url).kind != "server" or not await _is_clustered(link):
        return link
    await link.close()
    clustered = as_cluster(url)
    try:
        check_redis_url(clustered)
    except ValueError as error:
        raise StartError(f"REDIS_URL leads to a node of a cluster, so it {error}.") from None
    log.info("%s is a node of a cluster, and all of that is used", link.name)
    return Link.to(clustered, patience=patience)


async def _is_clustered(link: Link) -> bool:
    try:
        told = await link.ask("HELLO")
    except StoreUnavailable:
        return False
    items = list(told.items()) if isinstance(told, dict) else list(zip(told[::2], told[1::2], strict=True))
    return any((_text(name), _text(value)) == ("mode", "cluster") for name, value in items)


def _text(raw: object) -> str:
    return raw.decode(errors="replace") if isinstance(raw, bytes) else str(raw)
