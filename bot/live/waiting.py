"""Those who wait until something is shown, or is known to be impossible now."""

import asyncio
from typing import Final

from bot.live.trouble import Trouble
from bot.scene import Scene

Told = asyncio.Future[Trouble | None]
"""What came of a wish: None once it is shown, or what keeps it from being shown now."""

_LAST: Final = ("", 0)
"""In place of a game and a version: whoever waits for this waits for everything."""


class Waiting:
    """Who waits at one place, and for which version of which game."""

    def __init__(self) -> None:
        self._told: list[tuple[tuple[str, int], Told]] = []

    def until_shown(self, scene: Scene | None) -> Told:
        """Wait for a scene; without one, for everything."""
        told: Told = asyncio.get_running_loop().create_future()
        self._told.append((_LAST if scene is None else (scene.game, scene.version), told))
        return told

    def answer(self, trouble: Trouble | None) -> None:
        """Tell everyone what came of their wish."""
        told, self._told = self._told, []
        for _, future in told:
            if not future.done():
                future.set_result(trouble)

    def shown(self, scene: Scene) -> None:
        """Tell those whose wish has been fulfilled, or has been overtaken by another game."""
        waiting = [(about, told) for about, told in self._told if about > (scene.game, scene.version)]
        waiting = [(about, told) for about, told in waiting if about[0] == scene.game or about == _LAST]
        for about, told in self._told:
            if (about, told) not in waiting and not told.done():
                told.set_result(None)
        self._told = waiting
