"""What the doctor says of the board within Discord."""

from dataclasses import replace

import pytest
from pydantic import SecretStr

from bot.doors.discord import Activity, check
from bot.finding import Grade
from tests.bot.doors.within_discord import APPLICATION, TOKEN
from tests.discord_server import DiscordServer
from tests.discord_server.activities import CLIENT_KEY


@pytest.mark.parametrize(
    ("handler", "secret", "grades"),
    [
        (1, CLIENT_KEY, [Grade.OK, Grade.OK]),
        (2, CLIENT_KEY, [Grade.OK, Grade.NOTE]),
        (None, CLIENT_KEY, [Grade.OK, Grade.BAD]),
        (1, "another-client-key", [Grade.BAD, Grade.OK]),
    ],
)
async def test_what_is_missing_is_told(handler: int | None, secret: str, grades: list[Grade]) -> None:
    """The secret is tried with a code that nobody has; the command shows whether Activities are on."""
    async with DiscordServer(token=TOKEN) as server:
        if handler is not None:
            server.world.add_entry_point()["handler"] = handler
        activity = Activity(APPLICATION, SecretStr(secret), SecretStr(TOKEN), server.api_base)
        found = [finding async for finding in check(activity)]
        assert [finding.grade for finding in found] == grades
        assert not server.problems, "\n".join(server.problems)
    silent = [finding async for finding in check(replace(activity, api_base="http://127.0.0.1:9/api"))]
    assert [finding.grade for finding in silent] == [Grade.NOTE]
    assert not [finding for finding in (*found, *silent) if secret in finding.text or TOKEN in finding.text]
