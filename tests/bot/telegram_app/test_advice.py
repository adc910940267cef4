"""Advice in a group on Telegram: it leads to the private chat, where nobody else reads it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store, open_store
from tests.bot.telegram_app.conftest import World
from tests.bot.telegram_app.test_flows import Play


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """A store in memory."""
    opened = await open_store("memory://", tmp_path)
    yield opened
    await opened.close()


async def test_a_group_s_advice_is_read_in_private(world: World, store: Store) -> None:
    """One tap leads there; the move and a picture come, of that very game; the group sees nothing of it."""
    play = Play(world, store, world.group)
    await world.start(play.table())
    scene = await play.begin()
    mover = play.mover(scene)
    before = len(play.chat.from_bot)
    toast = await play.chat.press(mover, "Advice", on=play.live)
    assert toast.url == f"https://t.me/{world.server.bot.username}?start=advice-{scene.game}"
    private = world.server.private(mover)
    given = await private.ask(mover, f"/start {toast.url.partition('=')[2]}")
    assert given.text.startswith("My advice")
    assert "spot" in given.text
    assert given.photo
    assert len(play.chat.from_bot) == before
    other = play.other(mover)
    assert mover.first_name in (await play.chat.press(other, "Advice", on=play.live)).text
    refused = await world.server.private(other).ask(other, f"/start advice-{scene.game}")
    assert mover.first_name in refused.text
    await play.move()


async def test_typed_in_a_group_it_says_where_to_ask(world: World, store: Store) -> None:
    """With a button that leads there."""
    play = Play(world, store, world.group)
    await world.start(play.table())
    mover = play.mover(await play.begin())
    answer = await play.chat.ask(mover, "/advice")
    assert answer.labels == ["In a private chat"]
    toast = await play.chat.press(mover, "In a private chat", on=answer)
    assert "start=advice-" in toast.url
