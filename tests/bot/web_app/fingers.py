"""Many fingers on the board: touches that change nothing, and ✓ twice over cut lines, which makes one move.

    python -m tests.bot.web_app.fingers --touches 1000 --ticks 200 --seed 5

Two people play as many games as that takes, by touching alone. It prints what was done; the first thing that
is wrong ends it.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, get_args

from tests.bot.web_app.browser import PATIENCE, Visitor, chromium
from tests.bot.web_app.touched import (
    ROOM,
    Finger,
    House,
    Moment,
    begun,
    choose,
    confirm_twice,
    decision_of,
    opened_house,
    phone,
    touch_anywhere,
)

AT_ONCE: Final = 50
"""So many touches before a move."""


@dataclass
class Done:
    """What was done: touches, after how many of them something was chosen, ✓ by decision and moment."""

    touches: int = 0
    chosen: int = 0
    ticks: Counter[tuple[str, str]] = field(default_factory=Counter)
    games: int = 1


async def next_move(house: House, fingers: Sequence[Finger]) -> tuple[Finger, str] | None:
    """Who can choose what on the board, once somebody can; None when the game is over."""
    async with asyncio.timeout(PATIENCE / 1000):
        while True:
            for finger in fingers:
                if decision := await decision_of(finger.visitor):
                    return finger, decision
            scene = await house.table.current(ROOM)
            if scene is not None and not scene.actor:
                return None
            await asyncio.sleep(0.02)


async def another_game(ann: Visitor, bo: Visitor) -> None:
    """The same two once more."""
    await ann.page.fill("#command", "/new order=joined")
    await ann.page.keyboard.press("Enter")
    await bo.choices("join").click()
    await ann.choices("start").click()


async def play(
    house: House, fingers: Sequence[Finger], touches: int, ticks: int, chance: random.Random
) -> Done:
    """Touch and play until all is done. Raises AssertionError where something came of it that must not."""
    done = Done()
    ann, bo = (finger.visitor for finger in fingers)
    await begun(ann, bo)
    after: tuple[str, int] | None = None
    while done.touches < touches or done.ticks.total() < ticks:
        found = await next_move(house, fingers)
        if found is None:
            await another_game(ann, bo)
            done.games, after = done.games + 1, None
            continue
        finger, decision = found
        before = await house.version()
        assert after in {None, before}, "one more move was made later"
        if done.touches < touches:
            count = min(AT_ONCE, touches - done.touches)
            done.chosen += await touch_anywhere(finger.visitor, chance, count)
            done.touches += count
            assert await house.version() == before, "a touch without ✓ has changed the game"
        await choose(finger.visitor, decision)
        moment: Moment = chance.choice(get_args(Moment))
        await confirm_twice(finger.visitor, house, finger.line, moment)
        done.ticks[decision, moment] += 1
        after = await house.version()
    return done


async def main() -> None:
    """Do what the command line says, and tell of it."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--touches", type=int, default=1000)
    options.add_argument("--ticks", type=int, default=200)
    options.add_argument("--seed", type=int, default=5)
    asked = options.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        async with (
            opened_house(Path(folder)) as house,
            chromium() as browser,
            phone(browser, house) as ann,
            phone(browser, house) as bo,
        ):
            done = await play(house, (ann, bo), asked.touches, asked.ticks, random.Random(asked.seed))
    told = [f"{done.touches} touches without ✓, {done.chosen} with something chosen: no move"]
    for (decision, moment), count in sorted(done.ticks.items()):
        told.append(f"{count:4} doubled ✓ of {decision}, line cut {moment}: one move each")
    told.append(f"{done.ticks.total()} in all, {done.games} games, {time.monotonic() - began:.0f} s")
    sys.stdout.write("\n".join(told) + "\n")


if __name__ == "__main__":
    asyncio.run(main())
