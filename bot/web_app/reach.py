"""Whether people reach the page with the board from anywhere, for the doctor: as a browser would."""

from collections.abc import AsyncIterator
from ssl import SSLContext
from typing import Final

from aiohttp import (
    ClientConnectorCertificateError,
    ClientError,
    ClientSession,
    ClientTimeout,
    WSServerHandshakeError,
)

from bot.finding import Finding, Grade

PART: Final = "board"
PATIENCE: Final = ClientTimeout(10.0)
_OURS: Final = 'data-kind="board"'


async def check(board: str, trusted: SSLContext | bool = True) -> AsyncIterator[Finding]:
    """What the page's address answers from here. ``trusted`` are those who vouch for certificates."""
    async with ClientSession(timeout=PATIENCE) as session:
        try:
            found = await _page(session, board, trusted)
            if found is None:
                found = await _socket(session, board, trusted)
        except ClientConnectorCertificateError:
            found = Finding(PART, Grade.BAD, f"{board} has no certificate that a browser takes.")
        except (ClientError, TimeoutError, OSError) as error:
            reason = str(error) or type(error).__name__
            found = Finding(PART, Grade.NOTE, f"{board} does not answer from here: {reason}.")
    yield found


async def _page(session: ClientSession, board: str, trusted: SSLContext | bool) -> Finding | None:
    """What is wrong with the page."""
    async with session.get(board, ssl=trusted) as response:
        text = await response.text(errors="replace")
        ancestors = response.headers.get("Content-Security-Policy", "").partition("frame-ancestors")[2]
        hindered = "'none'" not in ancestors and "X-Frame-Options" in response.headers
    if response.status >= 500:
        told = f"{board} answers {response.status}: is the bot running, and does the proxy find it?"
        return Finding(PART, Grade.NOTE, told)
    if response.status != 200 or _OURS not in text:
        return Finding(PART, Grade.BAD, f"{board} is another page (status {response.status}).")
    if hindered:
        told = "the proxy adds X-Frame-Options, so that no app can show it within itself: take that away."
        return Finding(PART, Grade.BAD, told)
    return None


async def _socket(session: ClientSession, board: str, trusted: SSLContext | bool) -> Finding:
    """Whether the page's own line goes through."""
    try:
        async with session.ws_connect(f"{board}socket", ssl=trusted) as socket:
            await socket.send_json({"type": "hello", "door": "", "proof": ""})
            answer = await socket.receive_json(timeout=PATIENCE.total)
    except (WSServerHandshakeError, TypeError, ValueError):
        answer = {}
    if answer.get("type") != "turned":
        return Finding(PART, Grade.BAD, "the proxy lets no WebSockets through: see docs/web-table.md.")
    return Finding(PART, Grade.OK, f"{board} answers over TLS, WebSockets included.")
