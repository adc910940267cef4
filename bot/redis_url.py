"""What a REDIS_URL may look like. Sentences about it never repeat it, since it may hold a password."""

import re
from typing import Final
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

MEMORY: Final = "memory://"
SCHEMES: Final = ("redis", "rediss", "unix", "memory")

_YES_NO: Final = r"(?i)true|false|yes|no|1|0"
_ANY: Final = r"(?s).+"
_OPTIONS: Final = {"db": r"\d{1,9}", "username": _ANY, "password": _ANY}
_TLS_OPTIONS: Final = {
    "ssl_ca_certs": _ANY,
    "ssl_ca_path": _ANY,
    "ssl_cert_reqs": r"none|optional|required",
    "ssl_certfile": _ANY,
    "ssl_check_hostname": _YES_NO,
    "ssl_keyfile": _ANY,
    "ssl_password": _ANY,
}


def check_redis_url(url: str) -> None:
    """Raise ValueError, with what the URL must be, unless a connection can be tried with it."""
    try:
        parts = urlsplit(url)
        scheme, host, port = parts.scheme, parts.hostname, parts.port
    except ValueError:
        raise ValueError(_shape()) from None
    if scheme not in SCHEMES or "://" not in url:
        raise ValueError(_shape())
    if scheme == "memory":
        if url != MEMORY:
            raise ValueError(f"must be just {MEMORY}, or a URL with a server")
        return
    if parts.fragment or "#" in url:
        raise ValueError("must have %23 in the place of a # in its password")
    if scheme == "unix":
        _check_socket(parts)
    else:
        _check_server(host, port, parts.path)
    _check_options(parts.query, _OPTIONS | (_TLS_OPTIONS if scheme == "rediss" else {}))


def passwords_in(url: str) -> frozenset[str]:
    """Every password that a URL has, as it is written and as it is meant, however wrong the URL is."""
    _, _, rest = url.partition("://")
    address, _, query = rest.partition("?")
    credentials, at, _ = address.rpartition("@")
    found = {credentials.partition(":")[2]} if at else set()
    pairs = [pair.partition("=") for pair in query.split("&")]
    found |= {value for name, _, value in pairs if name in {"password", "ssl_password"}}
    return frozenset(found | {unquote(each) for each in found}) - {""}


def _shape() -> str:
    first, *rest = (f"{scheme}://" for scheme in SCHEMES)
    return (
        f"must be a URL that begins with {first} or {' or '.join(rest)}, such as redis://localhost:6379/0; "
        "in its password / ? # @ : must be written %2F %3F %23 %40 %3A"
    )


def _check_socket(parts: SplitResult) -> None:
    if parts.hostname or len(parts.path) < 2:
        raise ValueError(
            "must have three slashes before the path of a socket, such as unix:///run/redis.sock"
        )


def _check_server(host: str | None, port: int | None, path: str) -> None:
    if not host:
        raise ValueError("must name a host, such as redis://localhost:6379/0")
    try:
        host.encode("idna")
    except UnicodeError:
        raise ValueError("must name a host that can be one") from None
    if port == 0:
        raise ValueError("must have a port between 1 and 65535")
    if re.fullmatch(r"(/\d{0,9})?", path) is None:
        raise ValueError("must end with the number of a database, such as /0, or without one")


def _check_options(query: str, options: dict[str, str]) -> None:
    try:
        given = parse_qsl(query, keep_blank_values=True, strict_parsing=True) if query else []
    except ValueError:
        given = [("", "")]
    for name, value in given:
        if name not in options:
            raise ValueError(f"may have no other options after its ? than {', '.join(options)}")
        if re.fullmatch(options[name], value) is None:
            raise ValueError(f"must have another value for its option {name}")
