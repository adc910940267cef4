"""What a test lets go wrong, and where it looks at requests on their way."""

from collections.abc import Callable

from tests.discord_server.api import Call
from tests.discord_server.faults import Fault
from tests.discord_server.gateway import Gateway
from tests.discord_server.rest import Hook, Rest
from tests.discord_server.world import World

UNKNOWN_ERROR = 4000

When = Callable[[Call], bool] | None


class Troubles:
    """Troubles of the server. Paths are patterns in which ``*`` matches anything, methods as well.

    ``when`` says of which requests among those: ``lambda call: bool(call.files)``, ``lambda call:
    call.closing``. ``times`` may be as large as one likes; :meth:`recover` calls everything off.
    """

    world: World
    _rest: Rest
    _gateway: Gateway

    def inject(self, fault: Fault) -> Fault:
        """Announce a trouble of any kind."""
        self._rest.faults.add(fault)
        return fault

    def fail(
        self,
        method: str,
        path: str,
        *,
        status: int,
        code: int = 0,
        times: int = 1,
        delay: float = 0.0,
        when: When = None,
    ) -> None:
        """Refuse the next requests to ``path``, after ``delay`` seconds."""
        self.inject(Fault(method, path, times, status=status, code=code, delay=delay, when=when))

    def limit(self, method: str, path: str, *, retry_after: float, times: int = 1, when: When = None) -> None:
        """Answer the next requests to ``path`` with 429."""
        self.inject(Fault(method, path, times, status=429, retry_after=retry_after, when=when))

    def delay(self, method: str, path: str, *, seconds: float, times: int = 1, when: When = None) -> None:
        """Do the next requests to ``path`` at once, and answer them so many seconds later."""
        self.inject(Fault(method, path, times, delay=seconds, when=when))

    def lose(self, method: str, path: str, *, times: int = 1, when: When = None) -> None:
        """Do the next requests to ``path``, and end the connection without an answer."""
        self.inject(Fault(method, path, times, lose=True, when=when))

    def cut(self, method: str, path: str, *, times: int = 1, when: When = None) -> None:
        """End the connection of the next requests to ``path`` before anything is done."""
        self.inject(Fault(method, path, times, cut=True, when=when))

    def recover(self) -> None:
        """Forget all troubles that were to come."""
        self._rest.faults.clear()

    @property
    def before(self) -> list[Hook]:
        """What is run for each request before anything is done, in this order; the bot waits for it."""
        return self._rest.before

    @property
    def after(self) -> list[Hook]:
        """What is run for each request when it is done and not yet answered; not for those that were cut."""
        return self._rest.after

    def slow_down(self, calls: int) -> None:
        """Take so many requests in a second from now on, interactions' answers left out."""
        self._rest.overall = calls

    @property
    def floods(self) -> int:
        """How many requests were too many."""
        return self._rest.floods

    def forget_nonces(self) -> None:
        """Let some minutes pass, after which a nonce no longer keeps a message from being posted twice."""
        self.world.nonces.clear()

    async def drop(self, code: int = UNKNOWN_ERROR) -> None:
        """Break the gateway's connections; without a code as a failing network does."""
        await self._gateway.drop(code)

    def refuse_gateway(self, code: int | None) -> None:
        """Close the gateway with this code on whoever identifies from now on; None lets them in again."""
        self._gateway.refusal = code
