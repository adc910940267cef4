"""The real program with an Activity: its message opens the board, which lets in whom Discord names."""

import json
from pathlib import Path

import pytest
from aiohttp import ClientSession

from bot.discord_app.activity import CUSTOM_ID
from tests.bot.discord_app.program import launching
from tests.bot.discord_app.stage import Stage
from tests.bot.doors.page import BoardPage
from tests.bot.doors.within_discord import TOKEN
from tests.bot.telegram_app.test_start import free_port
from tests.discord_server import DiscordServer
from tests.discord_server.activities import CLIENT_KEY

pytestmark = pytest.mark.slow


async def test_settings_open_the_door(tmp_path: Path) -> None:
    """All parts are put together; and however much is logged, there is nothing in it that lets anybody in."""
    port, secrets = free_port(), [CLIENT_KEY]
    settings = {
        "BASTIDE_WEB": f"127.0.0.1:{port}",
        "BASTIDE_PUBLIC_URL": "https://table.example.org",
        "DISCORD_CLIENT_SECRET": CLIENT_KEY,
    }
    site = f"http://127.0.0.1:{port}/"
    (tmp_path / "data").mkdir()
    async with (
        DiscordServer(token=TOKEN) as server,
        launching(server, tmp_path / "data", secrets, **settings) as launch,
        ClientSession() as session,
    ):
        entry = server.world.add_entry_point()
        await launch()
        await server.ready()
        stage = Stage(server)
        await stage.open()
        tap = await server.press(stage.bo, stage.last, CUSTOM_ID)
        assert tap.callback == 12
        shown = {"code": server.world.code_of(stage.bo), "instance_id": next(iter(server.world.instances))}
        page = await BoardPage(session, site).enter("discord", json.dumps(shown))
        assert (await page.do("join"))["type"] == "done"
        await server.until(lambda: "Bo" in stage.last["content"])
        again = await BoardPage(session, site).knock("discord", json.dumps(shown))
        assert again["text"].startswith("Discord does not tell me who you are here")
        async with session.get(f"{site}board/", headers={"Host": "4242.discordsays.com"}) as response:
            assert "https://discord.com" in response.headers["Content-Security-Policy"]
            assert 'data-application="4242"' in await response.text()
        async with session.get(f"{site}board?frame_id=f1", allow_redirects=False) as response:
            assert response.status == 200, "whatever a proxy makes of the folder's name"
        assert entry["name"] == "launch", "a new one has taken its place"
        assert [command["handler"] for command in server.world.commands if command.get("type") == 4] == [1]
        secrets += [shown["code"], page.given, *server.world.tokens]
        assert not server.problems, "\n".join(server.problems)
