"""Whatever a call to Telegram can meet: each kind of refusal, silence, and the end of the process."""

from collections.abc import Awaitable, Callable
from typing import Final

from tests.bot.chaos.telegram_evening import Evening
from tests.telegram_server import (
    CUT,
    FORBIDDEN,
    LOSE,
    NOT_FOUND,
    SERVER_ERROR,
    Call,
    Fault,
    too_many_requests,
)

REFUSALS: Final = {
    "again": Fault(400, "Bad Request: internal error"),
    "gone": NOT_FOUND,
    "uneditable": Fault(400, "Bad Request: message can't be edited"),
    "closed": Fault(400, "Bad Request: TOPIC_CLOSED"),
    "no place": Fault(400, "Bad Request: chat not found"),
    "picture": Fault(400, "Bad Request: not enough rights to send photos to the chat"),
    "right": Fault(400, "Bad Request: CHAT_WRITE_FORBIDDEN"),
    "unknown": Fault(400, "Bad Request: WHAT_NOBODY_HAS_MET_YET"),
    "forbidden": FORBIDDEN,
    "not found": Fault(404, "Not Found"),
    "flood": too_many_requests(1),
    "failing": SERVER_ERROR,
    "failing long": SERVER_ERROR,
    "lost": LOSE,
    "cut": CUT,
    "late": Fault(delay=0.05),
}
"""Those that need no more than an answer, or none, by their names."""

KILLS: Final = ("killed before", "killed after")
FAULTS: Final = (*REFUSALS, *KILLS)

UNTOLD: Final = frozenset({"lost", "cut", "failing", "failing long", "late", *KILLS})
"""After these the bot cannot know whether a call was done: it may do it once more."""

_TIMES: Final = {"failing long": 10}


def strike(evening: Evening, method: str, name: str) -> None:
    """Let the next call of this method meet a fault."""
    server = evening.server
    if name in REFUSALS:
        server.inject(method, REFUSALS[name], times=_TIMES.get(name, 1))
        return
    process = evening.process
    assert process is not None

    async def kill(call: Call) -> None:
        if call.method == method and process.alive:
            server.note(f"the process is {name} {method}")
            await process.kill()

    hooks: list[Callable[[Call], Awaitable[None]]] = server.before
    if name == "killed before":
        server.inject(method, CUT)
    else:
        hooks = server.after
    hooks.append(kill)
