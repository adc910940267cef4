"""Where the games are kept. See docs/store.md."""

from bot.store.opening import open_store, share_store
from bot.store.protocol import (
    Change,
    CorruptGame,
    NewerGame,
    Outcome,
    OutcomeUnknown,
    Store,
    StoredGame,
    StoreFull,
    StoreUnavailable,
)

__all__ = [
    "Change",
    "CorruptGame",
    "NewerGame",
    "Outcome",
    "OutcomeUnknown",
    "Store",
    "StoreFull",
    "StoreUnavailable",
    "StoredGame",
    "open_store",
    "share_store",
]
