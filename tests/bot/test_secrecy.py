"""No secret is ever written: by no start that fails, no doctor, no error that nobody foresaw."""

import asyncio
import contextlib
import io
import logging
import sys
from argparse import Namespace
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.errors import StartError
from bot.operations import serve
from bot.secrecy import Veil, hide, secrets_of, webhook_secret
from bot.settings import Settings
from tests.bot.test_start import bot

DISCORD = "MTIzNDU2.Gh1jkl.discord-s3cret_part"
TELEGRAM = "123456789:AAtelegram-s3cret_part"
PASSWORD = "r3d1s/s3cret"
REDIS = "redis://ann:r3d1s%2Fs3cret@127.0.0.1:1/0"
PARTS = (
    DISCORD, TELEGRAM, TELEGRAM.partition(":")[2], PASSWORD, "r3d1s%2Fs3cret", "s3cret",
    webhook_secret(TELEGRAM),
)  # fmt: skip


@contextlib.asynccontextmanager
async def parrot() -> AsyncIterator[str]:
    """A server that answers every request with a server error and whatever it was sent; its address."""

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = await reader.read(65536)
        writer.write(
            b"HTTP/1.1 500 %b\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%b"
            % (asked.split(b"\r\n")[0].replace(b" ", b"+"), len(asked), asked)
        )
        writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    server.close()
    await server.wait_closed()


WRONG = {
    "nobody listens": {"REDIS_URL": REDIS},
    "a path": {"REDIS_URL": f"{REDIS}/s3cret"},
    "an option": {"REDIS_URL": f"rediss://127.0.0.1:1/0?password={PASSWORD}&s3cret=s3cret"},
    "no address": {"REDIS_URL": f"redis://:{PASSWORD}@127.0.0.1:1"},
    "a port": {"REDIS_URL": "redis://:s3cret@127.0.0.1:s3cret"},
    "platforms": {"REDIS_URL": "memory://"},
    "a token with a word before it": {"DISCORD_TOKEN": f"Bot {DISCORD}", "REDIS_URL": REDIS},
    "the wrong token": {"TELEGRAM_TOKEN": DISCORD, "REDIS_URL": REDIS},
    "a webhook": {"REDIS_URL": "memory://", "TELEGRAM_WEBHOOK_URL": f"https://h/{TELEGRAM}",
                  "TELEGRAM_WEBHOOK_LISTEN": "127.0.0.1:1", "DISCORD_TOKEN": ""},
}  # fmt: skip


@pytest.mark.parametrize("command", ["serve", "doctor", "health"])
@pytest.mark.parametrize("kind", WRONG)
async def test_what_fails_tells_no_secret(kind: str, command: str, tmp_path: Path) -> None:
    """Whatever is wrong, and whatever a platform sends back."""
    async with parrot() as base:
        settings = {
            "DISCORD_TOKEN": DISCORD, "TELEGRAM_TOKEN": TELEGRAM, "DISCORD_API_BASE": base,
            "TELEGRAM_API_BASE": base, "BASTIDE_WEB": "off", "BASTIDE_LOG": "debug", **WRONG[kind],
        }  # fmt: skip
        # A part of them stands in the file, where it is as secret.
        (tmp_path / ".env").write_text(f"TELEGRAM_TOKEN='{settings.pop('TELEGRAM_TOKEN')}'\n")
        async with bot(tmp_path, command, **settings) as process:
            output, errors = await asyncio.wait_for(process.communicate(), 120)
    told = (output + errors).decode()
    assert told
    assert process.returncode == 1
    assert [part for part in PARTS if part in told] == []
    if command != "doctor":
        assert "Traceback" not in told


@pytest.mark.parametrize("error", [StartError, ZeroDivisionError])
def test_an_error_that_nobody_foresaw_tells_no_secret(
    error: type[Exception],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Its traceback is written, and what stands in it is veiled, as is whatever else goes to the streams."""

    async def fail(_settings: Settings, _options: Namespace) -> int:
        sys.stdout.write(f"printed {TELEGRAM}\n")
        logging.getLogger("elsewhere").warning("logged %s", DISCORD)
        raise error(f"told {PASSWORD} and {webhook_secret(TELEGRAM)}")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(serve, "run", fail)
    for name, value in {"DISCORD_TOKEN": DISCORD, "TELEGRAM_TOKEN": TELEGRAM, "REDIS_URL": REDIS}.items():
        monkeypatch.setenv(name, value)
    assert main(["serve"]) == 1
    output, errors = capsys.readouterr()
    assert "printed ***" in output
    assert "told *** and ***" in errors
    assert ("Traceback" in errors) == (error is ZeroDivisionError)
    assert [part for part in PARTS if part in output + errors] == []


def test_a_veil_is_a_stream() -> None:
    """It hides the longest first, and says how much it was given."""
    stream = io.StringIO()
    veil = Veil(stream, ["abcdef", "abc"])
    assert print("x abcdef abc", file=veil, flush=True) is None
    assert stream.getvalue() == "x *** ***\n"
    assert veil.write("abc") == 3
    assert not veil.isatty()
    assert hide("abc", []) == "abc"


def test_short_passwords_are_no_secrets() -> None:
    """Whoever has one letter for a password hides nothing by hiding that letter everywhere."""
    assert "x" not in secrets_of({"redis_url": "redis://:x@h/0"})
    assert "client-s3cret" in secrets_of({"discord_client_secret": "client-s3cret"})
    assert secrets_of({}) == ()
