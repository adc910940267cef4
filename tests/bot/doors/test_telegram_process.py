"""The real program with a Mini App: its message leads to its page, which lets in whom Telegram names."""

from pathlib import Path
from urllib.parse import parse_qs

import pytest
from aiohttp import ClientSession

from tests.bot.doors.inside_telegram import HOST, LINK, WAY
from tests.bot.doors.page import BoardPage
from tests.bot.doors.telegram import proof
from tests.bot.telegram_app.conftest import World
from tests.bot.telegram_app.program import launching
from tests.bot.telegram_app.test_start import free_port

pytestmark = pytest.mark.slow


async def test_settings_open_the_door(world: World, tmp_path: Path) -> None:
    """All parts are put together; and however much is logged, there is nothing in it that lets anybody in."""
    port, secrets = free_port(), list[str]()
    settings = {
        "BASTIDE_WEB": f"127.0.0.1:{port}",
        "BASTIDE_PUBLIC_URL": f"https://{HOST}",
        "TELEGRAM_APP": "bastide",
    }
    site = f"http://127.0.0.1:{port}/"
    async with (
        launching(world.server, tmp_path / "data", secrets, **settings) as launch,
        ClientSession() as session,
    ):
        await launch()
        await world.group.say(world.ann, "/new")
        await world.group.until(lambda: bool(world.group.from_bot) and WAY in world.group.last.labels)
        (button,) = world.group.last.keyboard[-1]
        shown = proof(button.url.removeprefix(LINK), user=world.bo.json())
        page = await BoardPage(session, site).enter("telegram", shown)
        assert (await page.do("join"))["type"] == "done"
        await world.group.until(lambda: "Ann and Bo" in world.group.last.text)
        forged = await BoardPage(session, site).knock("telegram", shown.replace("Bo", "Eve"))
        assert forged["text"].startswith("Telegram does not vouch for this page")
        async with session.get(f"{site}board/") as response:
            assert "https://web.telegram.org" in response.headers["Content-Security-Policy"]
        secrets += [shown, *parse_qs(shown)["hash"], page.given]
