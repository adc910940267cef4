"""What a REDIS_URL may look like. Sentences about it never repeat it, since it may hold a password."""

import re
from dataclasses import dataclass
from typing import Final, Literal
from urllib.parse import parse_qsl, quote, unquote, urlencode

MEMORY: Final = "memory://"
SCHEMES: Final = ("redis", "rediss", "redis+cluster", "redis+sentinel", "unix", "memory")

Kind = Literal["server", "cluster", "sentinel", "unix", "memory"]

_KINDS: Final[dict[str, Kind]] = {
    "redis": "server", "rediss": "server",
    "redis+cluster": "cluster", "rediss+cluster": "cluster",
    "redis+sentinel": "sentinel", "rediss+sentinel": "sentinel",
    "unix": "unix", "memory": "memory",
}  # fmt: skip
_PORTS: Final = {"server": 6379, "cluster": 6379, "sentinel": 26379}

_YES_NO: Final = r"(?i)true|false|yes|no|1|0"
_ANY: Final = r"(?s).+"
_OPTIONS: Final = {"username": _ANY, "password": _ANY, "wait_replicas": r"[0-9]"}
_DATABASE: Final = {"db": r"\d{1,9}"}
_SENTINEL_OPTIONS: Final = {"sentinel_username": _ANY, "sentinel_password": _ANY}
_TLS_OPTIONS: Final = {
    "ssl_ca_certs": _ANY,
    "ssl_cert_reqs": r"none|optional|required",
    "ssl_certfile": _ANY,
    "ssl_check_hostname": _YES_NO,
    "ssl_keyfile": _ANY,
}
_TLS_OPTIONS_OF_SERVERS: Final = {"ssl_ca_path": _ANY, "ssl_password": _ANY}
_OURS: Final = ("wait_replicas", *_SENTINEL_OPTIONS)
"""Options that redis-py does not know."""


@dataclass(frozen=True, slots=True)
class Address:
    """A REDIS_URL taken apart.

    ``hosts`` are all servers that it names, or all Sentinels. ``url`` is what redis-py understands: the first
    of them, with database and options. ``service`` is the name of the primary that Sentinels look after.
    ``wait_replicas`` is how many replicas must have a move before it counts as made.
    """

    kind: Kind
    hosts: tuple[tuple[str, int], ...] = ()
    url: str = ""
    tls: bool = False
    service: str = ""
    wait_replicas: int = 0
    sentinel_username: str = ""
    sentinel_password: str = ""


def check_redis_url(url: str) -> None:
    """Raise ValueError, with what the URL must be, unless a connection can be tried with it."""
    read_redis_url(url)


def read_redis_url(url: str) -> Address:
    """The URL taken apart. Raises ValueError, with what the URL must be."""
    scheme, separator, rest = url.partition("://")
    kind = _KINDS.get(scheme)
    if kind is None or not separator:
        raise ValueError(_shape())
    if kind == "memory":
        if url != MEMORY:
            raise ValueError(f"must be just {MEMORY}, or a URL with a server")
        return Address("memory")
    if "#" in url:
        raise ValueError("must have %23 in the place of a # in its password")
    tls = scheme.startswith("rediss")
    place, _, query = rest.partition("?")
    netloc, slash, path = place.partition("/")
    credentials, _, named = netloc.rpartition("@")
    if kind == "unix":
        if named or not path:
            raise ValueError(
                "must have three slashes before the path of a socket, such as unix:///run/redis.sock"
            )
        hosts: tuple[tuple[str, int], ...] = ()
        service, database = "", slash + path
    else:
        if "@" in credentials:
            raise ValueError(
                "must have user and password once, before the first host" if "," in netloc else _shape()
            )
        hosts = _hosts(kind, named)
        service, database = _path(kind, slash + path)
    options = _checked_options(query, _options_of(kind, tls=tls))
    ours = {name: options.pop(name) for name in _OURS if name in options}
    return Address(
        kind,
        hosts,
        _plain(f"{credentials}@" if credentials else "", hosts, database, options, tls=tls),
        tls,
        service,
        int(ours.get("wait_replicas", 0)),
        ours.get("sentinel_username", ""),
        ours.get("sentinel_password", ""),
    )


def as_cluster(url: str) -> str:
    """The URL of the cluster to which the node of a ``redis://`` or ``rediss://`` belongs."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}+cluster://{rest}"


def passwords_in(url: str) -> frozenset[str]:
    """Every password that a URL has, as it is written and as it is meant, however wrong the URL is."""
    scheme, _, rest = url.partition("://")
    address, _, query = rest.partition("?")
    credentials, at, _ = address.rpartition("@")
    found = {credentials.partition(":")[2]} if at else set()
    if "+" in scheme:
        # Somebody may have written them before each host.
        found |= {each.rpartition("@")[0].partition(":")[2] for each in address.split(",")}
    pairs = [pair.partition("=") for pair in query.split("&")]
    found |= {value for name, _, value in pairs if name in {"password", "ssl_password", "sentinel_password"}}
    return frozenset(found | {unquote(each) for each in found}) - {""}


def _shape() -> str:
    first, *rest = (f"{scheme}://" for scheme in SCHEMES)
    return (
        f"must be a URL that begins with {first} or {' or '.join(rest)}, such as redis://localhost:6379/0; "
        "in its password / ? # @ : must be written %2F %3F %23 %40 %3A"
    )


def _hosts(kind: Kind, named: str) -> tuple[tuple[str, int], ...]:
    found = tuple(_host(each, _PORTS[kind]) for each in named.split(","))
    if kind == "server" and len(found) > 1:
        raise ValueError("must begin with redis+cluster:// or redis+sentinel:// where it names several hosts")
    return found


def _host(named: str, port: int) -> tuple[str, int]:
    match = re.fullmatch(r"(?:\[(?P<six>[0-9a-fA-F:.]+)\]|(?P<host>[^\[\]:]*))(?::(?P<port>\d+)?)?", named)
    if match is None:
        raise ValueError(_shape())
    host = match["six"] or match["host"]
    if not host:
        raise ValueError("must name a host, such as redis://localhost:6379/0")
    try:
        host.encode("idna")
    except UnicodeError:
        raise ValueError("must name a host that can be one") from None
    if match["port"] and int(match["port"]) > 0xFFFF:
        raise ValueError(_shape())
    if match["port"] and int(match["port"]) == 0:
        raise ValueError("must have a port between 1 and 65535")
    return host, int(match["port"] or port)


def _path(kind: Kind, path: str) -> tuple[str, str]:
    """The service, and the database as the end of a URL."""
    if kind == "sentinel":
        match = re.fullmatch(r"/(?P<service>[\w.-]+)(?P<database>(?:/\d{0,9})?)", path, re.ASCII)
        if match is None:
            raise ValueError(
                "must end with the name of the primary, and the number of a database if it has one, such as "
                "redis+sentinel://host1:26379,host2:26379/mymaster/0"
            )
        return match["service"], match["database"]
    if kind == "cluster" and re.fullmatch(r"(/0?)?", path) is None:
        raise ValueError("must end after its hosts, since a cluster has only the database 0")
    if re.fullmatch(r"(/\d{0,9})?", path) is None:
        raise ValueError("must end with the number of a database, such as /0, or without one")
    return "", path


def _options_of(kind: Kind, *, tls: bool) -> dict[str, str]:
    known = dict(_OPTIONS)
    if kind != "cluster":
        known = _DATABASE | known
    if kind == "sentinel":
        known |= _SENTINEL_OPTIONS
    if tls:
        known |= _TLS_OPTIONS
        if kind != "cluster":
            known |= _TLS_OPTIONS_OF_SERVERS
    return known


def _checked_options(query: str, options: dict[str, str]) -> dict[str, str]:
    try:
        given = parse_qsl(query, keep_blank_values=True, strict_parsing=True) if query else []
    except ValueError:
        given = [("", "")]
    for name, value in given:
        if name not in options:
            raise ValueError(f"may have no other options after its ? than {', '.join(options)}")
        if re.fullmatch(options[name], value) is None:
            raise ValueError(f"must have another value for its option {name}")
    return dict(given)


def _plain(
    at: str, hosts: tuple[tuple[str, int], ...], database: str, options: dict[str, str], *, tls: bool
) -> str:
    query = f"?{urlencode(options, quote_via=quote)}" if options else ""
    if not hosts:
        return f"unix://{at}{database}{query}"
    host, port = hosts[0]
    named = f"[{host}]" if ":" in host else host
    return f"{'rediss' if tls else 'redis'}://{at}{named}:{port}{database}{query}"
