"""What goes wrong at the real server: its errors, and its limits for groups."""

import math
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from tests.telegram_server.calls import Call


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


def forbidden(what: str) -> ApiError:
    """The error 403 with this text."""
    return ApiError(403, f"Forbidden: {what}")


@dataclass(frozen=True, slots=True)
class Fault:
    """What happens to a request, instead of the answer or beside it.

    With a ``code``, or with nothing at all, it is an error and nothing is done. ``done`` means: do what was
    asked, then lose the answer. ``cut`` ends the connection before anything is done. ``delay`` are the
    seconds by which the answer is late; without a code it is the true one. ``when`` is a condition on the
    request: ``lambda call: bool(call.files)``, ``lambda call: call.closing``.
    """

    code: int = 0
    description: str = "Internal Server Error"
    parameters: Mapping[str, object] = field(default_factory=dict)
    done: bool = False
    delay: float = 0.0
    cut: bool = False
    when: Callable[[Call], bool] | None = None

    @property
    def refuses(self) -> bool:
        """Whether it is an error."""
        return not (self.done or self.cut) and bool(self.code or not self.delay)

    def error(self) -> ApiError:
        """The fault as it is answered."""
        return ApiError(self.code or 500, self.description, self.parameters)


LOSE = Fault(done=True)
CUT = Fault(cut=True)


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
class _Coming:
    """A fault for the next ``times`` requests of a method, in a chat if that is not 0."""

    method: str
    fault: Fault
    times: int
    chat: int

    def strikes(self, call: Call) -> bool:
        """Whether the request is one of those that were meant."""
        return (
            self.times > 0
            and fnmatchcase(call.method, self.method)
            and self.chat in (0, call.chat_id)
            and (self.fault.when is None or self.fault.when(call))
        )


class Faults:
    """The faults to come. Of several that would strike, the one that was announced first does."""

    def __init__(self) -> None:
        self._coming: list[_Coming] = []

    def add(self, method: str, fault: Fault, times: int, chat: int) -> None:
        """Announce a fault. ``method`` is a pattern: ``send*``, ``*``."""
        self._coming.append(_Coming(method, fault, times, chat))

    def clear(self) -> None:
        """Call all of them off."""
        self._coming.clear()

    def striking(self, call: Call) -> Fault | None:
        """The fault that this request meets."""
        found = next((coming for coming in self._coming if coming.strikes(call)), None)
        if found is None:
            return None
        found.times -= 1
        return found.fault


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
