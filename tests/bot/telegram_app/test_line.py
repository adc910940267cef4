"""The line to Telegram."""

import pytest

from tests.bot.telegram_app.conftest import client
from tests.telegram_server import BotApiServer


async def test_a_proxy_that_is_set_is_gone_through(
    server: BotApiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever reaches the world through a proxy only reaches Telegram, whose name need not be known here."""
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("http_proxy", server.base)
    async with client("http://telegram.invalid") as bot:
        assert (await bot.get_me()).is_bot
