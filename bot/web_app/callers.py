"""Who calls: the address that a request comes from, the name by which it calls us, what it is told."""

import re
from base64 import b64encode
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

NETWORK: Final = 64
"""So many bits of an IPv6 address are a household's, or a rented server's: the rest is theirs to choose."""
LOCAL: Final = "localhost"
_HOST: Final = re.compile(r"(?:\[(?P<six>[0-9a-fA-F:.]+)\]|(?P<name>[^\[\]:@/\s]+))(?::\d{1,5})?")

UNKNOWN_NAME: Final = "The table is not known by this name. Its operator can name it in BASTIDE_WEB_HOSTS."
FRAMED: Final = "/board/"
"""What others may show in a frame begins with this."""
_BOARD: Final = frozenset({FRAMED, FRAMED.rstrip("/")})
_POLICY: Final = (
    "default-src 'none'; script-src 'self'{script}; style-src 'self'; img-src 'self'; media-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
)


def address_of(request: web.Request, proxies: int) -> str:
    """The address that a request comes from; of an IPv6 address the network.

    So many ``proxies`` before us are trusted: each adds who called it to ``X-Forwarded-For``. What stands
    there before that was written by the caller, who may write anything; and so may whoever can come past the
    proxies.
    """
    forwarded = ",".join(request.headers.getall("X-Forwarded-For", [])).split(",")
    chain = [*(part.strip() for part in forwarded if part.strip()), request.remote or ""]
    return _network(chain[-1 - proxies] if proxies < len(chain) else chain[0])


def is_secure(request: web.Request) -> bool:
    """Whether a browser has come by TLS, which a proxy before us may have ended."""
    return request.secure or request.headers.get("X-Forwarded-Proto") == "https"


def _network(text: str) -> str:
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return text[:64]
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> NETWORK << NETWORK)}/{NETWORK}"


def calls_us(host: str, names: Collection[str]) -> bool:
    """Whether a ``Host`` header means us: by one of these names (lower case), as localhost or by number.

    A page of somebody else's could make a browser call us by a name of its own; it has no number of ours.
    """
    match = _HOST.fullmatch(host)
    if match is None:
        return False
    name = (match["six"] or match["name"]).lower().rstrip(".")
    if name == LOCAL or name in names:
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def headers(
    path: str, frames: Sequence[str] = (), *, alone: bool = False, script: str = ""
) -> Mapping[str, str]:
    """The headers of every answer. What belongs to the board, these origins may show in a ``frame``.

    A board's page may have this one ``script`` in itself.

    Such a frame may be cut off from its own origin, so what it fetches is anybody's; it has no cookie. A page
    that a browser shows ``alone``, in no frame, may have a worker, which tells of turns.
    """
    framed = bool(frames) and path.startswith(FRAMED)
    return {
        "Content-Security-Policy": _POLICY.format(script=_known(script if path in _BOARD else ""))
        + _frames(frames if framed else (), alone=alone),
        "Cross-Origin-Resource-Policy": "cross-origin" if framed else "same-origin",
        **({"Access-Control-Allow-Origin": "*"} if framed else {}),
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }


@cache
def _known(script: str) -> str:
    """What a policy calls a script by, of which it is to let no other one in."""
    if not script:
        return ""
    return f" 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


def _frames(frames: Sequence[str], *, alone: bool) -> str:
    """Whose frame may show it; within one, no worker goes on after it."""
    worker = "'none'" if frames and not alone else "'self'"
    ancestors = " ".join(frames) if frames else "'none'"
    return f"worker-src {worker}; frame-ancestors {ancestors}"


def guard(names: Collection[str], frames: Sequence[str] = (), script: str = "") -> Middleware:
    """A middleware that answers only who calls us by one of these names or by number, see ``calls_us``.

    It adds the headers to every answer, errors included.
    """

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        alone = request.headers.get("Sec-Fetch-Dest") == "document"
        try:
            if not calls_us(request.headers.get("Host", ""), names):
                raise web.HTTPMisdirectedRequest(text=UNKNOWN_NAME)
            response = await handler(request)
        except web.HTTPException as error:
            error.headers.update(headers(request.path, frames, alone=alone, script=script))
            raise
        if not response.prepared:
            response.headers.update(headers(request.path, frames, alone=alone, script=script))
        return response

    return guarded
