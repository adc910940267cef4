"""What an operator is told in figures, for Prometheus to fetch. Without :func:`exposed` nothing is kept.

Labels are bounded: platforms, commands, kinds and outcomes that the code names, never a chat, a person, a
game or what somebody wrote. ``docs/metrics.md`` says what each figure is good for.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakMethod

from bot.build import engine, version
from bot.command_names import GAME_COMMANDS
from bot.errors import StartError
from bot.processes.memory import resident
from bot.request import Reply, Request

if TYPE_CHECKING:
    import prometheus_client
    from prometheus_client.core import Metric

Labels = tuple[str, ...]

OK: Final = "ok"
FAILED: Final = "failed"
REFUSED: Final = "refused"
LIMITED: Final = "limited"
"""A platform says that there are too many calls."""
OTHER: Final = "other"
"""In place of a command that there is not."""
BUCKETS: Final = (0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0)

_UNAVAILABLE: Final = frozenset({
    "refusal.store_unavailable", "refusal.store_full", "refusal.outcome_unknown", "refusal.maybe_saved",
})  # fmt: skip


class Count:
    """How often something has happened."""

    def __init__(self, name: str, about: str, *labels: str) -> None:
        self.name, self.about, self.labels = name, about, labels
        self._sink: prometheus_client.Counter | None = None

    def open(self, registry: "prometheus_client.CollectorRegistry") -> None:
        """Keep the figure from now on."""
        import prometheus_client  # noqa: PLC0415 - loaded where it is configured

        self._sink = prometheus_client.Counter(self.name, self.about, self.labels, registry=registry)

    def close(self) -> None:
        """Keep it no more."""
        self._sink = None

    def add(self, *labels: str) -> None:
        """It has happened once more."""
        if self._sink is not None:
            (self._sink.labels(*labels) if labels else self._sink).inc()


class Timing:
    """How long something takes, and how often it happens. ``running`` is how many go on now."""

    def __init__(self, name: str, about: str, *labels: str) -> None:
        self.name, self.about, self.labels = name, about, labels
        self.running = 0
        self._sink: prometheus_client.Histogram | None = None

    def open(self, registry: "prometheus_client.CollectorRegistry") -> None:
        """Keep the figure from now on."""
        import prometheus_client  # noqa: PLC0415 - loaded where it is configured

        self._sink = prometheus_client.Histogram(
            self.name, self.about, self.labels, registry=registry, buckets=BUCKETS
        )

    def close(self) -> None:
        """Keep it no more."""
        self._sink = None

    def took(self, seconds: float, *labels: str) -> None:
        """It has happened, and taken so long."""
        if self._sink is not None:
            self._sink.labels(*labels).observe(seconds)

    @contextmanager
    def timed(self, *labels: str) -> Iterator[None]:
        """Time what is done meanwhile. The last label, which is added, is ``ok`` or the name of the error."""
        begun, outcome = time.monotonic(), OK
        self.running += 1
        try:
            yield
        except BaseException as error:
            outcome = type(error).__name__
            raise
        finally:
            self.running -= 1
            self.took(time.monotonic() - begun, *labels, outcome)


class Level:
    """How many there are at this moment: asked for whenever somebody fetches the figures."""

    def __init__(self, name: str, about: str, *labels: str) -> None:
        self.name, self.about, self.labels = name, about, labels
        self._sources: list[Callable[[], Callable[[], Mapping[Labels, float]] | None]] = []

    def open(self, registry: "prometheus_client.CollectorRegistry") -> None:
        """Tell the figure from now on."""
        registry.register(self)

    def close(self) -> None:
        """Nothing was kept."""

    def watch(self, method: Callable[[], Mapping[Labels, float]]) -> None:
        """Add what an object's method says to the figure, for as long as there is the object.

        It is asked in a thread of its own, and must do no more than look.
        """
        self._sources = [source for source in self._sources if source() is not None]
        self._sources.append(WeakMethod(method))

    def collect(self) -> "Iterator[Metric]":
        """The figure, as prometheus_client asks for it."""
        from prometheus_client.core import GaugeMetricFamily  # noqa: PLC0415 - loaded where it is configured

        family = GaugeMetricFamily(self.name, self.about, labels=self.labels)
        for labels, value in self.read().items():
            family.add_metric(labels, value)
        yield family

    def read(self) -> Mapping[Labels, float]:
        """The sum of all sources, by labels."""
        total: Counter[Labels] = Counter()
        for source in self._sources:
            if (method := source()) is not None:
                total.update(method())
        return total


class _Process:
    """What the process itself says of itself."""

    def info(self) -> Mapping[Labels, float]:
        return {(version(), engine()): 1}

    def memory(self) -> Mapping[Labels, float]:
        return {(name,): size for name, size in resident().items()}

    def pictures(self) -> Mapping[Labels, float]:
        return {(): PICTURE.running}


REQUEST: Final = Timing(
    "bastide_request_seconds", "From a tap or command to the answer of the table.",
    "platform", "command", "outcome",
)  # fmt: skip
SHOWN: Final = Timing(
    "bastide_shown_seconds", "From a tap, command or errand until its place is shown, or has failed.",
    "platform", "outcome",
)  # fmt: skip
TROUBLE: Final = Level("bastide_displays_in_trouble", "Places that cannot be shown now.", "platform", "kind")
PLACES: Final = Level("bastide_places", "Places whose games were shown lately.", "platform")
PICTURE: Final = Timing(
    "bastide_picture_seconds", "From the wish for a picture to its bytes.", "kind", "outcome"
)
PICTURES_OPEN: Final = Level("bastide_pictures_open", "Pictures that wait or are being drawn.")
SUPERSEDED: Final = Count("bastide_pictures_superseded_total", "Scenes dropped since a newer one came.")
STORE: Final = Timing("bastide_store_seconds", "Calls to the store, repetitions included.", "outcome")
STORE_TRIPS: Final = Count("bastide_store_trips_total", "Round trips to the store.")
DEADLINE: Final = Timing(
    "bastide_deadline_seconds", "What was due in a place, done and shown.", "platform", "outcome"
)
LOOKED: Final = Level("bastide_keeper_idle_seconds", "Seconds since the keeper looked at what is due.")
CALL: Final = Count("bastide_platform_calls_total", "Calls to a platform's interface.", "platform", "outcome")
NOTICE: Final = Count("bastide_notices_total", "Notices brought to push services of devices.", "outcome")
ROOMS: Final = Level("bastide_web_rooms", "Rooms with somebody in them.")
PAGES: Final = Level("bastide_web_pages", "Open pages of the web table.")
MEMORY: Final = Level("bastide_memory_bytes", "Resident memory of the bot and its children.", "process")
INFO: Final = Level("bastide_info", "Always 1: which version runs, and which engine.", "version", "engine")

ALL: Final = (
    REQUEST, SHOWN, TROUBLE, PLACES, PICTURE, PICTURES_OPEN, SUPERSEDED, STORE, STORE_TRIPS, DEADLINE, LOOKED,
    CALL, NOTICE, ROOMS, PAGES, MEMORY, INFO,
)  # fmt: skip

_PROCESS: Final = _Process()
INFO.watch(_PROCESS.info)
MEMORY.watch(_PROCESS.memory)
PICTURES_OPEN.watch(_PROCESS.pictures)


@contextmanager
def exposed(address: tuple[str, int] | None) -> Iterator[int]:
    """Keep the figures meanwhile and serve them at this host and port; None: do neither.

    Yields the port, 0 for none. Raises StartError when the address cannot be had.
    """
    if address is None:
        yield 0
        return
    import prometheus_client  # noqa: PLC0415 - loaded where it is configured

    registry = prometheus_client.CollectorRegistry()
    prometheus_client.ProcessCollector(registry=registry)
    host, port = address
    try:
        server, thread = prometheus_client.start_http_server(port, host, registry)
    except OSError as error:
        raise StartError(f"BASTIDE_METRICS cannot listen at {host}:{port}: {error.strerror}.") from error
    try:
        for figure in ALL:
            figure.open(registry)
        yield server.server_port
    finally:
        for figure in ALL:
            figure.close()
        server.shutdown()
        server.server_close()
        thread.join()


@dataclass(slots=True)
class Asked:
    """A request that is being answered, and the reply as soon as there is one."""

    reply: Reply | None = None


@contextmanager
def asked(request: Request) -> Iterator[Asked]:
    """Time how a request is answered meanwhile."""
    begun, answered = time.monotonic(), Asked()
    try:
        yield answered
    finally:
        name = (*request.command.removeprefix("/").lower().split(maxsplit=1), "")[0]
        command = name if name in GAME_COMMANDS else OTHER
        outcome = FAILED if answered.reply is None else _outcome(answered.reply)
        REQUEST.took(time.monotonic() - begun, request.channel.platform, command, outcome)


def shown(platform: str, begun: float, told: "asyncio.Future[Any]") -> None:
    """Time what is shown as soon as it is; ``begun`` is when it was asked for."""

    def done(told: "asyncio.Future[Any]") -> None:
        if not told.cancelled():
            trouble = told.result()
            SHOWN.took(time.monotonic() - begun, platform, OK if trouble is None else str(trouble.kind))

    told.add_done_callback(done)


def _outcome(reply: Reply) -> str:
    if reply.refusal is None:
        return OK
    if reply.refusal.key in _UNAVAILABLE:
        return "unavailable"
    return "stale" if reply.stale else REFUSED
