"""Commands that look beyond the place's current game. Only they and the table itself touch the store."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.scene import Scene
from bot.table.asking import Asking
from bot.table.errands.beginning import hints, start
from bot.table.errands.beyond import Beyond
from bot.table.errands.checking import export, verify
from bot.table.errands.daily import daily
from bot.table.errands.forget import forget
from bot.table.errands.history import history
from bot.table.errands.importing import import_
from bot.table.errands.personal import settings
from bot.table.errands.replay import replay
from bot.table.errands.rescue import rescue
from bot.table.errands.statistics import stats
from bot.table.errands.tile import tile
from bot.table.errands.tutorial import tutorial
from bot.table.game import Answered, Game

ERRANDS: Final[Mapping[str, Callable[[Beyond, Asking], Awaitable[Scene | Game | Answered]]]] = {
    "daily": daily,
    "export": export,
    "forget": forget,
    "hints": hints,
    "history": history,
    "import": import_,
    "settings": settings,
    "start": start,
    "replay": replay,
    "rescue": rescue,
    "stats": stats,
    "tile": tile,
    "tutorial": tutorial,
    "verify": verify,
}
"""Which command is run by which errand."""

__all__ = ["ERRANDS", "Beyond"]
