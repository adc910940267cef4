"""A large board by keys alone: from spot to spot, wherever they are, and ✓ by Enter."""

import random
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.async_api import Browser, expect

from bot.clocks.preferences import NOTHING_KNOWN
from bot.games.course import Course
from bot.games.game import Game
from bot.games.header import Header, Status
from bot.games.settle import settle
from bot.people import Person
from bot.store import Change
from bot.timing.timekeeping import kept
from bot.web_app.visitors import COOKIE, person_of
from core import GameRecord, Phase, Place, Position, seed_hash
from tests.bot.web_app.browser import DESK, PHONE, Visitor, visiting
from tests.bot.web_app.touched import ROOM, House, opened_house, spots
from tests.render.positions import ALL_OF_CARCASSONNE

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

TILES: Final = 150
REACHED: Final = """async () => {
  const { nextPoint } = await import("/static/hit.js");
  const at = (spot) => ["x", "y"].map((name) => Math.floor(Number(spot.getAttribute(name))) + 0.5);
  const points = [...document.querySelectorAll(".spot rect")].map(at);
  const ways = [[1, 0], [0, 1], [-1, 0], [0, -1]];
  return points.map((_, start) => {
    const reached = new Set([start]);
    for (const i of reached) {
      const found = ways.map((way) => nextPoint(points, points[i], way));
      for (const next of found) if (next >= 0) reached.add(next);
    }
    return points.length - reached.size;
  });
}"""
"""How many spots one cannot go to, from each of them."""
CELL: Final = (
    """() => ["x", "y"].map((name) => Number(document.querySelector(".ghostly").getAttribute(name)))"""
)
IN_SIGHT: Final = """() => {
  const ghost = document.querySelector(".ghostly").getBoundingClientRect();
  const frame = document.querySelector(".board").getBoundingClientRect();
  const buttons = document.querySelector(".zoom").getBoundingClientRect();
  return ghost.width >= 70 && ghost.left >= frame.left && ghost.right <= buttons.left
    && ghost.top >= frame.top && ghost.bottom <= frame.bottom;
}"""
"""Whether the tile that would be laid is seen whole, and clear of the buttons upon the board."""


def large_game(people: tuple[Person, ...]) -> tuple[Change, Position]:
    """A game of many tiles, in which the first of these people has to lay the next one."""
    now, chance, seed = datetime.now(UTC), random.Random(5), "5eed"
    names = tuple(person.name for person in people)
    record = GameRecord(names, "carcassonne", ALL_OF_CARCASSONNE, {}, seed=seed)
    header = Header(
        status=Status.RUNNING, people=people, host=people[0].key, game="carcassonne",
        sets=ALL_OF_CARCASSONNE, seats=len(people), since=now, record=record.to_json(),
        seed_hash=seed_hash(seed), touched=now, heard=now,
    )  # fmt: skip
    course = Course(record.opening())
    settle(course)
    header = kept(None, Game(ROOM, "-", 1, header, course), now, NOTHING_KNOWN).header
    position = course.position
    while len(position.laid) < TILES or position.phase is not Phase.PLACE or position.seat:
        course.play(chance.choice(position.legal_actions()))
        settle(course)
    steps = [str(step.action) for step in course.steps]
    return Change(header=header.to_table(), append=steps, people=header.keys), position


async def at_a_large_board(visitor: Visitor, house: House) -> Position:
    """Have somebody's browser show a large game in which it is their turn."""
    await visitor.sit_down("Ann")
    (secret,) = [one["value"] for one in await visitor.page.context.cookies() if one["name"] == COOKIE]
    change, position = large_game((person_of(secret, "Ann", "en"), Person("web", "b0", "Bo")))
    await house.store.create(ROOM, "large", change, over="", once="")
    await visitor.page.reload()
    await expect(spots(visitor).first).to_be_visible()
    return position


@pytest.mark.parametrize("device", [DESK, PHONE], ids=["desk", "phone"])
async def test_keys_go_from_spot_to_spot(browser: Browser, tmp_path: Path, device: dict[str, Any]) -> None:
    """Every spot can be come to; what is gone to is seen, Space turns it, and Enter lays it there."""
    async with opened_house(tmp_path) as house, visiting(browser, house.room, device) as ann:
        position = await at_a_large_board(ann, house)
        page = ann.page
        assert set(await page.evaluate(REACHED)) == {0}
        await page.locator("#table .board").focus()
        ghost, confirm = page.locator(".ghostly"), page.locator("#table .confirm")
        await page.keyboard.press("Enter")
        await page.keyboard.press("Space")
        await expect(confirm).to_have_count(0)
        cells = [action.cell for action in position.legal_actions() if isinstance(action, Place)]
        for way, most in (("ArrowRight", max(x for x, _ in cells)), ("ArrowUp", min(y for _, y in cells))):
            before, presses = None, 0
            while True:
                await page.keyboard.press(f"Shift+{way}")
                await expect(ghost).to_have_count(1)
                cell = await page.evaluate(CELL)
                if cell == before:
                    break
                before, presses = cell, presses + 1
                await page.wait_for_function(IN_SIGHT)
            assert cell[way == "ArrowUp"] == most
            assert presses <= len(cells) / 3
        await page.screenshot(path=tmp_path / "far.png")
        turns = page.locator("#table .next")
        if await turns.count():
            shown = await turns.inner_text()
            await page.keyboard.press("Space")
            await expect(turns).not_to_have_text(shown)
        _, version = await house.version()
        # A key that is held down does nothing by itself.
        await page.locator("#table .board").dispatch_event("keydown", {"key": "Enter", "repeat": True})
        await expect(confirm).to_be_visible()
        await page.keyboard.press("Enter")
        await expect(confirm).to_have_count(0)
        await expect(ann.choices("place")).to_have_count(0)
        assert (await house.version())[1] == version + 1
