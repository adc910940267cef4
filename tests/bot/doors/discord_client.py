"""Discord's client, as a browser shows it: its own page, and in it the frame with the page of an Activity.

Both are at their true addresses. The frame's is that of Discord's proxy, which passes on to the table what is
asked of it, as the operator has mapped it.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType, web

from tests.bot.doors.framing import vouched
from tests.bot.doors.within_discord import APPLICATION, Club

ACTIVITY: Final = f"{APPLICATION}.discordsays.com"
KEPT: Final = "allow-scripts allow-same-origin allow-forms"
CUT_OFF: Final = "allow-scripts allow-forms"
"""What a frame may do; the second has no origin of its own, as on some phones."""

CLIENT: Final = """<!doctype html><meta charset="utf-8"><title>Discord</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body {{ margin: 0 }} iframe {{ border: 0; width: 100vw; height: 100vh; display: block }}</style>
<script>
const heard = [];
addEventListener("message", async ({{ data: [opcode, said], source }}) => {{
  if (source !== document.querySelector("iframe").contentWindow) return;
  heard.push([opcode, said]);
  const tell = (...answer) => source.postMessage(answer, "*");
  if (opcode === 0) return tell(1, {{ cmd: "DISPATCH", evt: "READY", data: {{ v: 1 }} }});
  const code = await (await fetch("/code?user={user}")).text();
  if (code) tell(1, {{ cmd: said.cmd, evt: null, data: {{ code }}, nonce: said.nonce }});
  else tell(1, {{ cmd: said.cmd, evt: "ERROR", data: {{ message: "denied" }}, nonce: said.nonce }});
}});
</script>
<iframe sandbox="{sandbox}" src="https://{activity}/?instance_id={instance}&frame_id=f1&platform=mobile"></iframe>
"""


@asynccontextmanager
async def discord_client(club: Club, folder: Path, codes: Mapping[str, list[str]]) -> AsyncIterator[int]:
    """The port at which both names are served.

    Who has ``codes`` gets these before any that is good; "" is for not agreeing to tell who one is.
    """
    async with ClientSession(auto_decompress=False) as session:

        async def serve(request: web.Request) -> web.StreamResponse:
            if request.host == ACTIVITY:
                return await _passed_on(request, club, session)
            user = request.query.get("user", "")
            if request.path == "/code" and codes.get(user):
                return web.Response(text=codes[user].pop(0))
            if request.path == "/code":
                return web.Response(text=club.server.world.code_of(club.server.world.users[int(user)]))
            if request.path != "/channels/@me":
                return web.Response()
            about = {"user": user, "instance": request.query["instance"], "sandbox": request.query["sandbox"]}
            return web.Response(text=CLIENT.format(activity=ACTIVITY, **about), content_type="text/html")

        application = web.Application()
        application.router.add_route("*", "/{path:.*}", serve)
        runner = web.AppRunner(application, shutdown_timeout=0.1)
        await runner.setup()
        try:
            certified = await asyncio.to_thread(vouched, folder)
            await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=certified).start()
            yield int(runner.addresses[0][1])
        finally:
            await runner.cleanup()


async def _passed_on(request: web.Request, club: Club, session: ClientSession) -> web.StreamResponse:
    """What the table says to this: the operator has mapped ``/`` to the folder with the board."""
    address = f"{club.site}board{request.path_qs}"
    headers = {name: request.headers[name] for name in _PASSED_ON if name in request.headers}
    headers["Host"] = "table.example.org"
    if request.headers.get("Upgrade", "").lower() == "websocket":
        here = web.WebSocketResponse()
        await here.prepare(request)
        async with session.ws_connect(address, headers=headers) as there:
            await asyncio.wait(
                {asyncio.create_task(_pump(here, there)), asyncio.create_task(_pump(there, here))},
                return_when=asyncio.FIRST_COMPLETED,
            )
            await here.close(code=there.close_code or 1000)
        return here
    async with session.request(request.method, address, headers=headers) as answer:
        kept = {name: value for name, value in answer.headers.items() if name not in _HOP}
        return web.Response(status=answer.status, body=await answer.read(), headers=kept)


_PASSED_ON: Final = (
    "Accept-Encoding", "Access-Control-Request-Headers", "Access-Control-Request-Method", "Authorization",
    "Origin",
)  # fmt: skip
_HOP: Final = frozenset({"Content-Length", "Transfer-Encoding", "Connection", "Date", "Server"})
_Socket = web.WebSocketResponse | ClientWebSocketResponse


async def _pump(here: _Socket, there: _Socket) -> None:
    async for frame in here:
        if frame.type is WSMsgType.TEXT:
            await there.send_str(frame.data)
