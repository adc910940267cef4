"""What goes wrong at the real server: its errors, and its limits for groups."""

import math
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field


class ApiError(Exception):
    """An answer with ``ok: false``."""

    def __init__(self, code: int, description: str, parameters: Mapping[str, object] | None = None) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = dict(parameters or {})


def bad_request(what: str) -> ApiError:
    """The error 400 with this text."""
    return ApiError(400, f"Bad Request: {what}")


@dataclass(frozen=True, slots=True)
class Fault:
    """An error to give instead of the answer. ``done`` means: do what was asked, then lose the answer."""

    code: int = 500
    description: str = "Internal Server Error"
    parameters: Mapping[str, object] = field(default_factory=dict)
    done: bool = False

    def error(self) -> ApiError:
        """The fault as it is answered."""
        return ApiError(self.code, self.description, self.parameters)


def too_many_requests(retry_after: int = 1) -> Fault:
    """Error 429."""
    text = f"Too Many Requests: retry after {retry_after}"
    return Fault(429, text, {"retry_after": retry_after})


FLOOD = too_many_requests(1)
SERVER_ERROR = Fault(502, "Bad Gateway")
FORBIDDEN = Fault(403, "Forbidden: bot was kicked from the group chat")
NOT_MODIFIED = Fault(
    400,
    "Bad Request: message is not modified: specified new message content and reply markup are exactly the "
    "same as a current content and reply markup of the message",
)
NOT_FOUND = Fault(400, "Bad Request: message to edit not found")


@dataclass(slots=True)
class GroupLimit:
    """How many messages and edits a chat takes in a span of time; ``floods`` counts those beyond."""

    calls: int = 20
    seconds: float = 60.0
    floods: int = 0
    _seen: dict[int, deque[float]] = field(default_factory=dict)

    def admit(self, chat: int, now: float) -> None:
        """Count a call; raises error 429 when it is one too many."""
        seen = self._seen.setdefault(chat, deque())
        while seen and now - seen[0] >= self.seconds:
            seen.popleft()
        if len(seen) >= self.calls:
            self.floods += 1
            raise too_many_requests(max(1, math.ceil(self.seconds - (now - seen[0])))).error()
        seen.append(now)
