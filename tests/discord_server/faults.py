"""Troubles to come, which a test announces before the bot makes the request."""

from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase

from tests.discord_server.api import Call


@dataclass
class Fault:
    """What happens to the next ``times`` requests that match.

    ``method`` and ``path`` are patterns (``*`` is anything), ``when`` a further condition. With a ``status``
    the request is refused and nothing is done. ``cut`` ends the connection before anything is done, ``lose``
    ends it when all is done and nothing said. ``delay`` are the seconds by which the answer is late.
    """

    method: str = "*"
    path: str = "*"
    times: int = 1
    status: int = 0
    code: int = 0
    message: str = "refused by the test"
    retry_after: float = 0.0
    delay: float = 0.0
    lose: bool = False
    cut: bool = False
    when: Callable[[Call], bool] | None = None

    def strikes(self, call: Call) -> bool:
        """Whether the request is one of those that were meant."""
        return (
            self.times > 0
            and fnmatchcase(call.method, self.method)
            and fnmatchcase(call.path, self.path)
            and (self.when is None or self.when(call))
        )


NO_FAULT = Fault(times=0)


class Faults:
    """The troubles to come. Of several that would strike, the one that was announced first does."""

    def __init__(self) -> None:
        self._coming: list[Fault] = []

    def add(self, fault: Fault) -> None:
        """Announce a trouble."""
        self._coming.append(fault)

    def clear(self) -> None:
        """Call all of them off."""
        self._coming.clear()

    def striking(self, call: Call) -> Fault:
        """The trouble that this request meets."""
        fault = next((fault for fault in self._coming if fault.strikes(call)), NO_FAULT)
        if fault is not NO_FAULT:
            fault.times -= 1
        return fault
