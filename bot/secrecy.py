"""What must never be read by anybody: the secrets of this bot, and how they stay out of all that is written.

That is the log, one line an event on standard error, and whatever else goes to the streams.
"""

import hashlib
import io
import json
import logging
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Final, TextIO
from urllib.parse import quote

import structlog
from dotenv import dotenv_values
from structlog.typing import EventDict, Processor, WrappedLogger

from bot.redis_url import passwords_in

HIDDEN: Final = "***"
SHORTEST: Final = 3
"""Passwords that are shorter stand in every word: hiding them would only show where they are."""

_TOKENS: Final = ("DISCORD_TOKEN", "DISCORD_CLIENT_SECRET", "TELEGRAM_TOKEN")
_REDIS: Final = "REDIS_URL"


def webhook_secret(token: str) -> str:
    """What Telegram sends with each update. Only those who have the token know it."""
    return hashlib.sha256(f"webhook of {token}".encode()).hexdigest()


def secrets_of(settings: Mapping[str, str | None]) -> tuple[str, ...]:
    """The secrets among settings by name, right or wrong, in every way of writing them; longest first."""
    given = {name.upper(): value or "" for name, value in settings.items()}
    found = {token for name in _TOKENS for token in (given.get(name, ""), given.get(name, "").strip())}
    # The second part of a token on Telegram is the secret one; the first is the bot's number.
    found |= {token.partition(":")[2] for token in found}
    if token := given.get("TELEGRAM_TOKEN", "").strip():
        found.add(webhook_secret(token))
    found |= passwords_in(given.get(_REDIS, ""))
    found |= {quote(secret, safe="") for secret in found} | {repr(secret)[1:-1] for secret in found}
    found |= {json.dumps(secret)[1:-1] for secret in found}
    return tuple(sorted((each for each in found if len(each) >= SHORTEST), key=len, reverse=True))


def environment(env_file: Path) -> dict[str, str | None]:
    """The settings as they are found, before anything is made of them: the environment wins over the file."""
    try:
        from_file = dotenv_values(env_file, encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        from_file = {}
    return {**from_file, **os.environ}


def hide(text: str, secrets: Iterable[str]) -> str:
    """The text with *** wherever one of the secrets stands."""
    for secret in secrets:
        text = text.replace(secret, HIDDEN)
    return text


class Veil(io.TextIOBase):
    """A stream before another one, which hides the secrets in whatever is written."""

    def __init__(self, stream: TextIO, secrets: Iterable[str]) -> None:
        self._stream = stream
        self._secrets = tuple(secrets)

    def write(self, text: str, /) -> int:
        """Write the text without the secrets."""
        self._stream.write(hide(text, self._secrets))
        return len(text)

    def flush(self) -> None:
        """Let everything be read that was written."""
        self._stream.flush()

    def isatty(self) -> bool:
        """Whether somebody sits before it."""
        return self._stream.isatty()

    def writable(self) -> bool:
        """It is."""
        return True

    def fileno(self) -> int:
        """The number of the stream behind it."""
        return self._stream.fileno()


@contextmanager
def veiled(secrets: Iterable[str]) -> Iterator[None]:
    """Let nothing that is written to standard output and standard error have a secret in it meanwhile."""
    known = tuple(secrets)
    with redirect_stdout(Veil(sys.stdout, known)), redirect_stderr(Veil(sys.stderr, known)):
        yield


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
