"""The live message's picture is sent once for all: only where it has another to show, or may have none."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.store import open_store
from bot.telegram_app import outbox
from bot.texts import Texts
from tests.bot.chaos.telegram_evening import Evening, tasks_by_process
from tests.bot.discord_app.club import Club, short_bag
from tests.bot.live.uploads import OnDiscord, OnTelegram, Side
from tests.bot.telegram_app.scripted import OneColour
from tests.discord_server import DiscordServer
from tests.telegram_server import BotApiServer

Deed = Callable[[Side], Awaitable[None]]

KNOWN: dict[str, Deed] = {
    "board": lambda side: side.typed("board"),
    "game": lambda side: side.typed("game"),
    "games": lambda side: side.typed("games"),
    "draw": lambda side: side.typed("draw"),
    "score": lambda side: side.typed("score"),
    "a button of before": lambda side: side.taps_again(early=False),
    "a message of before": lambda side: side.taps_again(early=True),
    "somebody else's button": lambda side: side.taps_as_another(),
    "a question to all": lambda side: side.asks("pause"),
    "a reminder": lambda side: side.a_day_passes(),
    "another process": lambda side: side.begins_anew(),
}
"""What happens while the live message shows the picture that it should."""

NEEDED: dict[str, Deed] = {
    "a move": lambda side: side.moves("place 1"),
    "another language": lambda side: side.asks("settings language=pl"),
    "deleted": lambda side: side.is_deleted(),
    "another picture": lambda side: side.is_repainted(),
}
"""What happens so that it is to show another picture, or may have lost the one it had."""


@pytest.fixture(scope="session")
def texts() -> Texts:
    """The catalogues."""
    return Texts.load()


@pytest.fixture(params=["discord", "telegram"])
async def side(
    request: pytest.FixtureRequest, texts: Texts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Side]:
    """A platform's local server, with a game in which somebody is to lay a tile."""
    monkeypatch.setattr("core.records.record.full_bag", short_bag)
    monkeypatch.setattr(outbox, "PAUSES", (0.005,) * 5)
    store = await open_store("memory://", tmp_path)
    if request.param == "discord":
        async with DiscordServer() as server:
            club = Club(server, store, texts, painter=OneColour())
            await club.start()
            await (on_discord := OnDiscord(club)).begin()
            yield on_discord
            await club.stop()
            assert server.problems == []
    else:
        with tasks_by_process():
            async with BotApiServer() as api:
                evening = Evening(api, store, texts)
                await evening.start()
                await (on_telegram := OnTelegram(evening)).begin()
                yield on_telegram
                await evening.stop()
                assert api.problems == []
    await store.close()


@pytest.mark.parametrize("what", KNOWN)
async def test_a_picture_that_is_there_is_not_sent_again(side: Side, what: str) -> None:
    """Words and buttons are edited, and the picture stays."""
    before, picture = side.uploaded(), side.pictured()
    assert picture
    await KNOWN[what](side)
    assert side.uploaded() - before == 0
    assert side.pictured() == picture


@pytest.mark.parametrize("what", NEEDED)
async def test_a_picture_that_is_not_there_is_sent_once(side: Side, what: str) -> None:
    """So many bytes as it has, and then it stands there."""
    before, picture = side.uploaded(), side.pictured()
    await NEEDED[what](side)
    assert side.pictured() != picture
    assert side.uploaded() - before == len(side.pictured()) > 0


async def test_after_an_answer_that_was_lost_it_is_sent(side: Side) -> None:
    """Nobody knows whether it has arrived."""
    await side.loses_an_answer("place 1")
    before = side.uploaded()
    assert side.pictured()
    await side.moves("pass")
    assert side.uploaded() > before
