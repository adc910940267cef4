"""Asking a server for every kind of thing that the store will ever want of it."""

from bot.store.keys import PROBE
from bot.store.link import Link
from bot.store.transport import Part


async def probe(link: Link) -> None:
    """Read, write and remove under names of their own. Raises what the link raises."""
    await link.batch(_commands(PROBE), atomic=True)
    # A cluster shares names out among its nodes: some of these are another node's.
    await link.batch([("EXISTS", f"{PROBE}:{number}") for number in range(24)])


def _commands(name: str) -> list[tuple[Part, ...]]:
    text, table, names, order, queue = (f"{name}:{{probe}}:{kind}" for kind in ("t", "h", "s", "z", "l"))
    return [
        ("SETNX", text, "1"), ("GET", text), ("RENAME", text, f"{text}2"), ("TYPE", f"{text}2"),
        ("HSET", table, "a", "1"), ("HSETNX", table, "a", "1"), ("HINCRBY", table, "a", 1),
        ("HGET", table, "a"), ("HMGET", table, "a", "b"), ("HGETALL", table), ("HDEL", table, "a"),
        ("SADD", names, "a"), ("SMEMBERS", names), ("SREM", names, "a"),
        ("ZADD", order, 1, "a"), ("ZRANGE", order, 0, -1), ("ZREVRANGE", order, 0, 0),
        ("ZRANGEBYSCORE", order, "-inf", 0), ("ZSCORE", order, "a"), ("ZREM", order, "a"),
        ("ZCARD", order), ("ZREMRANGEBYSCORE", order, "-inf", 0), ("PEXPIRE", order, 1000),
        ("RPUSH", queue, "a"), ("LRANGE", queue, 0, -1), ("LLEN", queue), ("LTRIM", queue, 0, 0),
        ("EXPIRE", queue, 1), ("SCAN", 0, "MATCH", text, "COUNT", 1),
        ("DEL", text, f"{text}2", table, names, order, queue),
    ]  # fmt: skip
