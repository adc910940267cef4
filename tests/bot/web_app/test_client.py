"""What is sent to one page."""

import asyncio
from typing import Any

from aiohttp import WSCloseCode, web

from bot.doors.guest import Guest
from bot.people import Channel, Person
from bot.web_app.client import LONGEST_QUEUE, Client


class Stuck(web.WebSocketResponse):
    """A socket to a page that has stopped reading."""

    def __init__(self) -> None:
        super().__init__()
        self.closings: list[int] = []

    async def send_str(self, *_: Any, **__: Any) -> None:
        """Never done."""
        await asyncio.Event().wait()

    async def close(self, *, code: int = WSCloseCode.OK, **_: Any) -> bool:
        """Take note."""
        self.closings.append(code)
        return True


async def test_a_page_that_does_not_keep_up_is_cut_off() -> None:
    """Sending never waits; a full queue ends the connection, and the page will come back."""
    socket = Stuck()
    client = Client(socket, Guest(Person("web", "1", "Ann"), Channel("web", ("a",))))
    await asyncio.sleep(0)
    for number in range(LONGEST_QUEUE):
        client.send({"number": number})
        await asyncio.sleep(0)
    assert socket.closings == []
    client.send({})
    client.send({})
    await asyncio.sleep(0)
    assert socket.closings == [WSCloseCode.TRY_AGAIN_LATER]
    await client.close()
