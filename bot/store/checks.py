"""Whether servers do all that the store will ever want of them, and by which settings they may lose games."""

from collections.abc import Mapping

from bot.redis_url import MEMORY
from bot.store.connection.link import Link
from bot.store.connection.transport import Part
from bot.store.keys import PROBE

_ASKED = ("appendonly", "appendfsync", "maxmemory", "maxmemory-policy")


async def probe(link: Link) -> None:
    """Read, write and remove under names of their own. Raises what the link raises."""
    await link.batch(_commands(PROBE), atomic=True)
    # A cluster shares names out among its nodes: some of these are another node's.
    await link.batch([("EXISTS", f"{PROBE}:{number}") for number in range(24)])


async def risks(link: Link) -> list[str] | None:
    """What each server, those that only follow others included, could lose by its settings.

    None where no server tells its settings; many that others look after do not.
    """
    if link.name == MEMORY:
        return ["memory:// keeps games only until the bot stops: never use it for real games"]
    answers: dict[str, dict[str, str]] = {}
    for option in _ASKED:
        for node, answer in (await link.everywhere("CONFIG", "GET", option)).items():
            if isinstance(answer, list | tuple) and len(answer) == 2:
                answers.setdefault(node, {})[option] = _text(answer[1])
            elif isinstance(answer, dict) and answer:
                answers.setdefault(node, {})[option] = _text(next(iter(answer.values())))
    if not answers:
        return None
    found = []
    for node, settings in answers.items():
        found += _of_server(f"{link.name} ({node})" if node else link.name, settings)
    if link.transport.fails_over and not link.wait_replicas:
        found.append(
            f"{link.name} acknowledges moves that no replica has yet: a failover may lose them; "
            "?wait_replicas=1 in REDIS_URL waits for one"
        )
    return found


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


def _of_server(name: str, settings: Mapping[str, str]) -> list[str]:
    found = []
    if settings.get("appendonly") == "no":
        found.append(f"{name} has appendonly no: it loses games when it stops; set it to yes")
    elif settings.get("appendfsync", "always") != "always":
        found.append(
            f"{name} has appendfsync {settings['appendfsync']}: a crash may lose moves; set it to always"
        )
    if settings.get("maxmemory", "0") != "0" and settings.get("maxmemory-policy") != "noeviction":
        found.append(f"{name} may evict games when it is full: set maxmemory-policy to noeviction")
    return found


def _text(raw: object) -> str:
    return raw.decode(errors="replace") if isinstance(raw, bytes) else str(raw)
