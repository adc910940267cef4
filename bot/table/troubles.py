"""What somebody is told when the store does not do what was asked."""

from typing import Final

import structlog

from bot.people import Channel
from bot.scene import Phrase
from bot.store.protocol import CorruptGame, NewerGame, OutcomeUnknown, StoreFull, StoreUnavailable

log: Final = structlog.get_logger(__name__)


def told(error: CorruptGame | StoreUnavailable, channel: Channel) -> Phrase:
    """The sentence about it. What somebody has to look after is logged."""
    match error:
        case OutcomeUnknown():
            # Whatever came of a game is shown in its place; of what is kept elsewhere nobody would be told.
            return Phrase("refusal.outcome_unknown" if error.game else "refusal.maybe_saved")
        case StoreFull():
            log.error("store full", error=str(error))
            return Phrase("refusal.store_full")
        case StoreUnavailable():
            return Phrase("refusal.store_unavailable")
        case _:
            log.warning("game cannot be read", channel=str(channel), reason=str(error))
            newer = isinstance(error, NewerGame)
            return Phrase("refusal.newer_game" if newer else "refusal.corrupt_game")
