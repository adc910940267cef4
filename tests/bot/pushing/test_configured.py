"""Notices are there where the table has an address, and nowhere else: as a bot that runs has it."""

import re
from pathlib import Path

import pytest

from tests.bot.pushing.service import raw
from tests.bot.web_app.page import opened
from tests.bot.web_app.program import web_table


@pytest.mark.parametrize("public", ["", "https://table.example.org"])
async def test_an_address_is_all_that_it_takes(tmp_path: Path, public: str) -> None:
    """With it a page gets our key, which no operator has to make; without it there is no trace of it."""
    settings = {"REDIS_URL": "memory://", "BASTIDE_PUBLIC_URL": public}
    async with web_table(tmp_path, **settings) as site, opened(site, "friday") as ann:
        async with ann.session.get(f"{site}r/friday") as answer:
            (told,) = re.findall(r'data-notices="(.*?)"', await answer.text())
        assert bool(told) == bool(public)
        if public:
            await ann.socket.send_json({"type": "notices", "key": True})
            assert len(raw((await ann.expect("notices"))["key"])) == 65
