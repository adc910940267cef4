"""Thumbs that play on boards in frames: they touch what is seen, and nothing else."""

import asyncio
import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from playwright.async_api import Frame, Locator

from tests.bot.web_app.browser import PATIENCE, Visitor, box_of
from tests.bot.web_app.touched import IN_SIGHT

LEAST: Final = 44
"""CSS pixels that a button has each way."""
TRIES: Final = 12
"""Where two places are near, a touch enlarges the board instead of choosing; and a board may just move."""
SPOT: Final = "spot"
SEGMENT: Final = "segment"
OFFERED: Final = {SPOT: ".spot rect", SEGMENT: ".badge circle"}
"""What is touched for either decision."""
OVER: Final = """document.querySelector('#choices button[data-command="new again"]')?.checkVisibility()"""
BOARD: Final = "document.querySelector('#table .pictures img')?.src"
STATE: Final = f"""(offered) => {{
  const is_there = (what) => [...document.querySelectorAll(what)].some((one) => one.checkVisibility());
  return {OVER} ? "over" : Object.keys(offered).find((what) => is_there(offered[what])) ?? "";
}}"""
"""What the page has its reader choose now; "" for nothing, and "over" when the game is."""


@dataclass
class Thumb:
    """One person's thumb, on their page and the frame in it. ``taps`` are counted by what was decided."""

    visitor: Visitor
    frame: Frame
    chance: random.Random
    taps: Counter[str] = field(default_factory=Counter)
    decided: Counter[str] = field(default_factory=Counter)

    async def state(self) -> str:
        """See STATE."""
        found: str = await self.frame.evaluate(STATE, OFFERED)
        return found

    async def sees(self, version: int) -> None:
        """Wait for the board of this version of the game."""
        await self.frame.locator(f'#table .pictures img[src*="picture/{version}-bare"]').wait_for()

    async def decide(self, what: str) -> None:
        """Choose at random among what is seen, or put no figure; then ✓, once something is chosen.

        Wait until the next board is there, or the result.
        """
        before = await self.frame.evaluate(BOARD)
        nothing = self.frame.locator('#choices button[data-command="pass"]')
        if what == SEGMENT and self.chance.random() < 0.3 and await nothing.count():
            await nothing.tap()
            self.taps[what] += 1
        else:
            await self._choose(what)
            await self._tick(what)
        self.decided[what] += 1
        await self.frame.wait_for_function(f"(before) => {BOARD} !== before || {OVER}", arg=before)

    async def _choose(self, what: str) -> None:
        offered = self.frame.locator(OFFERED[what])
        for _ in range(TRIES):
            await (await offered.first.element_handle()).wait_for_element_state("stable")
            seen = await offered.evaluate_all(IN_SIGHT)
            if not seen:  # the board glides there
                await self.visitor.page.wait_for_timeout(200)
                continue
            await self.visitor.touch(offered.nth(self.chance.choice(seen)))
            self.taps[what] += 1
            if await self._confirm.count():
                return
        raise AssertionError(f"no {what} is chosen by touching it")

    async def _tick(self, what: str) -> None:
        box = await box_of(self._confirm)
        assert min(box["width"], box["height"]) >= LEAST
        await self._confirm.tap()
        self.taps[what] += 1

    @property
    def _confirm(self) -> Locator:
        return self.frame.locator("#table .confirm")


async def play_on(thumbs: Sequence[Thumb], decisions: float = math.inf) -> None:
    """Make so many decisions, or play until all pages say that the game is over."""
    while decisions > 0:
        async with asyncio.timeout(PATIENCE / 1000):
            while not any(found := [await thumb.state() for thumb in thumbs]):
                await asyncio.sleep(0.02)
        if "over" in found:
            break
        for thumb, what in zip(thumbs, found, strict=True):
            if what:
                await thumb.decide(what)
                decisions -= 1
    else:
        return
    for thumb in thumbs:
        await thumb.frame.wait_for_function(f"() => {OVER}")
