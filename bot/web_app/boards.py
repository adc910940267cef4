"""Pages with the game of a chat: what is done on one is in the chat's live message, too.

What is done in the chat comes to the pages as news, whichever worker did it (see Onlooker in ``rooms.py``).
Whether people reach the pages from anywhere is asked for the doctor, as a browser would.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from ssl import SSLContext
from typing import Final

import structlog
from aiohttp import (
    ClientConnectorCertificateError,
    ClientError,
    ClientSession,
    ClientTimeout,
    WSServerHandshakeError,
)

from bot.doors.guest import Guest
from bot.doors.reception import Reception
from bot.finding import Finding, Grade
from bot.people import Channel
from bot.refusal import Refused
from bot.request import Reply, Request
from bot.store.protocol import StoreUnavailable
from bot.strangers import text_of
from bot.web_app.limits import Allowance
from bot.web_app.rooms import Rooms
from bot.web_app.wire import Message

Show = Callable[[Channel, Reply], Awaitable[None]]
"""Shows what has come about in a chat, by the app of its platform."""

log: Final = structlog.get_logger(__name__)


class Boards:
    """Lets people in, and shows what they do: in the chats and on all pages. See Stage in ``room.py``.

    Nobody on a page waits for the chat: that may be slow, or not take messages at all. What it could not be
    shown is owed to it, and the keeper sees to that.
    """

    def __init__(self, rooms: Rooms, reception: Reception, show: Show) -> None:
        self._rooms = rooms
        self._reception = reception
        self._tries = Allowance(burst=30, rate=0.5)
        self._show = show
        self._showing: set[asyncio.Task[None]] = set()

    async def admit(self, address: str, hello: Message) -> tuple[Guest, str]:
        """Whoever says hello at a door, and their pass. Raises Refused and StoreUnavailable."""
        if not self._tries.take(address):
            raise Refused("door.too_often")
        proof = text_of(hello, "proof")
        guest, given = await self._reception.receive(text_of(hello, "door"), proof)
        # A pass is no try: behind one address of a proxy many pages knock, and then say hello by theirs.
        if given == proof:
            self._tries.give_back(address)
        return guest, given

    async def open(self, address: str, door: str, proof: str) -> Message:
        """Let a page in before it is all there: its pass, and the pictures that it will want first.

        Raises Refused and StoreUnavailable.
        """
        guest, shown = await self.admit(address, {"door": door, "proof": proof})
        return {"pass": shown, "pictures": dict(await self._rooms.coming(guest.channel))}

    async def look_again(self, guest: Guest) -> None:
        """See that a guest still belongs there. Raises Refused; while nothing can be asked, they do."""
        with suppress(StoreUnavailable):
            await self._reception.look_again(guest)

    async def show(self, channel: Channel, reply: Reply) -> None:
        """Show a reply's scene on the pages; the chat gets it soon."""
        task = asyncio.create_task(self._tell(channel, reply), name=f"show {channel}")
        self._showing.add(task)
        task.add_done_callback(self._showing.discard)
        if reply.scene is not None:
            await self._rooms.find(channel).publish(reply.scene)

    def answered(self, request: Request, reply: Reply) -> None:
        """See Stage. A page has the present buttons, and a chat's own are looked after there."""

    async def finish(self, seconds: float) -> None:
        """Give what is being shown so much time, then stop."""
        if self._showing:
            _, late = await asyncio.wait(self._showing, timeout=seconds)
            for task in late:
                task.cancel()

    async def _tell(self, channel: Channel, reply: Reply) -> None:
        try:
            await self._show(channel, reply)
        except Exception:  # whatever broke, it is owed to the chat
            log.exception("not shown in the chat", channel=str(channel))


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
