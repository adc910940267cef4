"""The log: one line an event, on standard error, and never a secret in it."""

import logging
import sys
from collections.abc import Iterable

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from bot.veil import hide


def set_up_log(level: str, secrets: Iterable[str], form: str = "text") -> None:
    """Send everything that is logged, by us and by libraries, to standard error.

    ``level`` is one of ``bot.settings.LOG_LEVELS``, ``form`` of ``LOG_FORMS``: ``json`` makes each line an
    object, for programs that collect them. Wherever one of the ``secrets`` would stand, ``***`` stands
    instead. What comes of one request has its id (:mod:`bot.tracing`), in lines of libraries too.
    """
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    render: Processor = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    if form == "json":
        render = structlog.processors.JSONRenderer()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                _Hiding(render, [secret for secret in secrets if secret]),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())


class _Hiding:
    """Renders a line and takes the secrets out of it, whoever put them there."""

    def __init__(self, render: Processor, secrets: list[str]) -> None:
        self._render = render
        self._secrets = secrets

    def __call__(self, logger: WrappedLogger, name: str, event: EventDict) -> str:
        return hide(str(self._render(logger, name, event)), self._secrets)
