"""What an operator can set, read from the environment and from ``.env``.

The environment wins over the file, and an empty value counts as not set. ``.env.example`` lists every
setting with its meaning; a test keeps the two together.
"""

import base64
import re
from pathlib import Path
from typing import Annotated, Final, NamedTuple, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.errors import StartError
from bot.redis_url import check_redis_url
from bot.shards import Shards
from bot.texts import languages

ENV_FILE: Final = Path(".env")
"""Where settings stand that are not in the environment."""

LEAST_MEMORY: Final = 120
"""Megabytes below which the bot cannot draw."""

LOG_LEVELS: Final = ("debug", "info", "warning", "error")
LOG_FORMS: Final = ("text", "json")
_ANYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  names them, binds nothing


class SettingsError(StartError):
    """A setting is wrong. The text says which one and what is expected, and never repeats the value."""


class WebAddress(NamedTuple):
    """Where the bot listens; port 0 lets the system choose one."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """Where a program on this machine finds what listens there."""
        host = _ANYWHERE.get(self.host, self.host)
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"


def _address(value: str | WebAddress, wanted: str = "must be host:port, such as 0.0.0.0:8443") -> WebAddress:
    if not isinstance(value, str):
        return value
    match = re.fullmatch(r"(?:\[(?P<six>[0-9a-fA-F:]+)\]|(?P<host>[\w.-]+)):(?P<port>\d{1,5})", value.strip())
    if match is None or int(match["port"]) > 0xFFFF:
        raise ValueError(wanted)
    return WebAddress(match["six"] or match["host"], int(match["port"]))


def _web(value: str | WebAddress | None) -> WebAddress | None:
    if value is None or (isinstance(value, str) and value.strip().lower() == "off"):
        return None
    return _address(value, "must be host:port, such as 127.0.0.1:8080, or off")


def _hosts(value: str | tuple[str, ...]) -> tuple[str, ...]:
    if not isinstance(value, str):
        return value
    names = tuple(name.lower() for name in re.split(r"[\s,]+", value.strip()) if name)
    if not all(re.fullmatch(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*", name) for name in names):
        raise ValueError("must be host names with commas between them, such as bastide.example.org, no ports")
    return names


def _proxies(value: str | int) -> int:
    text = str(value).strip()
    if not re.fullmatch(r"[0-9]", text):
        raise ValueError("must be how many proxies stand before the web table, from 0 to 9")
    return int(text)


def _checked_url(value: str, schemes: tuple[str, ...]) -> str:
    wanted = f"must be a URL that begins with {' or '.join(f'{scheme}://' for scheme in schemes)}"
    try:
        parts = urlsplit(value)
        usable = parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise ValueError(wanted)
    return value.rstrip("/")


def _http(value: str) -> str:
    return _checked_url(value, ("https", "http"))


def _https(value: str) -> str:
    return _checked_url(value, ("https",))


def _websocket(value: str) -> str:
    return _checked_url(value, ("wss", "ws"))


def _redis(value: SecretStr) -> SecretStr:
    if url := value.get_secret_value():
        check_redis_url(url)
    return value


def _discord_token(value: SecretStr) -> SecretStr:
    token = value.get_secret_value().strip()
    if re.fullmatch(r"\S+", token) is None:
        raise ValueError("must be the bare token of the bot, without a word before it")
    return SecretStr(token)


def _client_secret(value: SecretStr) -> SecretStr:
    secret = value.get_secret_value().strip()
    if re.fullmatch(r"\S+", secret) is None:
        raise ValueError("must be the client secret of the application, from its page OAuth2")
    return SecretStr(secret)


def _number_in(token: str) -> str:
    """The number of the application that a token of Discord's begins with, "" for none."""
    first = token.partition(".")[0]
    try:
        number = base64.urlsafe_b64decode(first + "=" * (-len(first) % 4)).decode("ascii")
    except ValueError:
        return ""
    return number if re.fullmatch(r"[1-9][0-9]{0,19}", number) else ""


def _telegram_token(value: SecretStr) -> SecretStr:
    token = value.get_secret_value().strip()
    if re.fullmatch(r"\d+:[\w-]+", token) is None:
        raise ValueError("must be the token that BotFather gave, a number, a colon and letters")
    return SecretStr(token)


def _mini_app(value: str) -> str:
    name = value.strip()
    if re.fullmatch(r"[A-Za-z0-9_]{3,30}", name) is None:
        raise ValueError("must be the short name that BotFather was given: 3 to 30 letters, figures or _")
    return name


def _data(value: Path) -> Path:
    folder = value.expanduser()
    if folder.exists() and not folder.is_dir():
        raise ValueError("must be a folder, and a file is there")
    return folder


def _language(value: str) -> str:
    if value not in languages():
        raise ValueError(f"must be one of {', '.join(languages())}")
    return value


def _memory(value: str | int) -> int:
    text = str(value).strip()
    if not re.fullmatch(r"[0-9]{3,5}", text) or int(text) < LEAST_MEMORY:
        raise ValueError(f"must be megabytes, {LEAST_MEMORY} or more, such as 200")
    return int(text)


def _shards(value: str | Shards | None) -> Shards | None:
    return Shards.parse(value) if isinstance(value, str) else value


def _yes(value: str | bool) -> bool:
    words = {"yes": True, "no": False}
    text = str(value).strip().lower()
    if not isinstance(value, bool) and text not in words:
        raise ValueError("must be yes or no")
    return value if isinstance(value, bool) else words[text]


def _log(value: str) -> str:
    return _one_of(LOG_LEVELS, value)


def _log_form(value: str) -> str:
    return _one_of(LOG_FORMS, value)


def _one_of(known: tuple[str, ...], value: str) -> str:
    chosen = value.strip().lower()
    if chosen not in known:
        raise ValueError(f"must be one of {', '.join(known)}")
    return chosen


class Settings(BaseSettings):
    """Every setting of the bot. Make one with :func:`load_settings`."""

    model_config = SettingsConfigDict(
        env_ignore_empty=True, extra="ignore", frozen=True, hide_input_in_errors=True
    )

    discord_token: Annotated[SecretStr, AfterValidator(_discord_token)] | None = None
    # None: no board within Discord.
    discord_client_secret: Annotated[SecretStr, AfterValidator(_client_secret)] | None = None
    telegram_token: Annotated[SecretStr, AfterValidator(_telegram_token)] | None = None
    # None: the board of a chat's game is not opened inside Telegram.
    telegram_app: Annotated[str, AfterValidator(_mini_app)] | None = None

    # Secret too, since the URL may hold a password. Empty: the embedded store, in ``data``.
    redis_url: Annotated[SecretStr, AfterValidator(_redis)] = SecretStr("")
    data: Annotated[Path, AfterValidator(_data)] = Field(Path(".bastide"), validation_alias="BASTIDE_DATA")

    # None: no web table.
    web: Annotated[WebAddress | None, NoDecode, BeforeValidator(_web)] = Field(
        WebAddress("127.0.0.1", 8080), validation_alias="BASTIDE_WEB"
    )
    # Besides the host it is bound to, localhost and numbers.
    web_hosts: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_hosts)] = Field(
        (), validation_alias="BASTIDE_WEB_HOSTS"
    )
    # Where the web table is found from anywhere. None: no chat leads to it.
    public_url: Annotated[str, AfterValidator(_https)] | None = Field(
        None, validation_alias="BASTIDE_PUBLIC_URL"
    )
    web_proxies: Annotated[int, BeforeValidator(_proxies)] = Field(0, validation_alias="BASTIDE_WEB_PROXIES")
    language: Annotated[str, AfterValidator(_language)] = Field("en", validation_alias="BASTIDE_LANGUAGE")
    log: Annotated[str, AfterValidator(_log)] = Field("info", validation_alias="BASTIDE_LOG")
    log_form: Annotated[str, AfterValidator(_log_form)] = Field("text", validation_alias="BASTIDE_LOG_FORMAT")

    # None: no figures are kept.
    metrics: Annotated[WebAddress | None, NoDecode, BeforeValidator(_address)] = Field(
        None, validation_alias="BASTIDE_METRICS"
    )

    # Megabytes that the bot aims at, its pictures included.
    memory: Annotated[int, BeforeValidator(_memory)] = Field(200, validation_alias="BASTIDE_MEMORY")

    # Wait for another worker's part to become free instead of not starting.
    standby: Annotated[bool, BeforeValidator(_yes)] = Field(False, validation_alias="BASTIDE_STANDBY")

    # None: all shards, as many as Discord recommends.
    discord_shards: Annotated[Shards | None, NoDecode, BeforeValidator(_shards)] = None

    discord_api_base: Annotated[str, AfterValidator(_http)] = "https://discord.com/api/v10"
    # None: Discord says where its gateway is.
    discord_gateway: Annotated[str, AfterValidator(_websocket)] | None = None
    telegram_api_base: Annotated[str, AfterValidator(_http)] = "https://api.telegram.org"
    # None: updates are fetched (polling).
    telegram_webhook_url: Annotated[str, AfterValidator(_http)] | None = None
    # None: on this machine only, at the port of the public address or 8443.
    telegram_webhook_listen: Annotated[WebAddress | None, NoDecode, BeforeValidator(_address)] = None

    @model_validator(mode="after")
    def _something_to_start(self) -> Self:
        if self.web is None and self.discord_token is None and self.telegram_token is None:
            raise ValueError("Nothing to start: set DISCORD_TOKEN or TELEGRAM_TOKEN, or leave BASTIDE_WEB on")
        return self

    @model_validator(mode="after")
    def _where_the_mini_app_is(self) -> Self:
        needed = {"BASTIDE_PUBLIC_URL": self.public_url, "TELEGRAM_TOKEN": self.telegram_token}
        missing = [name for name, value in needed.items() if value is None]
        if self.telegram_app is not None and missing:
            raise ValueError(f"TELEGRAM_APP is of no use without {' and '.join(missing)}: set that too")
        return self

    @model_validator(mode="after")
    def _activity_is_whole(self) -> Self:
        needed = {
            "BASTIDE_PUBLIC_URL": self.public_url,
            "BASTIDE_WEB": self.web,
            "DISCORD_TOKEN": self.discord_token,
        }
        missing = [name for name, value in needed.items() if value is None]
        if self.discord_client_secret is not None and missing:
            raise ValueError(f"DISCORD_CLIENT_SECRET opens nothing without {' and '.join(missing)}")
        if self.discord_client_secret is not None and not self.activity:
            raise ValueError(
                "DISCORD_TOKEN must be whole where DISCORD_CLIENT_SECRET is set: it begins with a number"
            )
        return self

    @property
    def activity(self) -> str:
        """The number of the application that shows the board within Discord; "" where none does."""
        if self.discord_client_secret is None or self.discord_token is None:
            return ""
        return _number_in(self.discord_token.get_secret_value())

    @property
    def board(self) -> str:
        """The address of the page with the board of a chat's game; "" where no chat leads to it."""
        return "" if self.public_url is None or self.web is None else f"{self.public_url}/board/"

    @property
    def hosts(self) -> tuple[str, ...]:
        """All names by which people call the web table, besides those that always work."""
        return (
            *self.web_hosts,
            *(() if self.public_url is None else (urlsplit(self.public_url).hostname or "",)),
            # Discord's own proxy, in case it calls us as the page calls it.
            *((f"{self.activity}.discordsays.com",) if self.activity else ()),
        )


def _reason(message: str) -> str:
    return message.removeprefix("Value error, ")


def open_to_others(env_file: Path) -> bool:
    """Whether other users of this machine may read the file, which has the tokens in it."""
    try:
        return bool(env_file.stat().st_mode & 0o077)
    except OSError:
        return False


def load_settings(env_file: Path | None = ENV_FILE) -> Settings:
    """Read the settings from the environment and from ``env_file`` if it exists.

    Raises SettingsError with one sentence for each setting that is wrong.
    """
    try:
        return Settings(_env_file=env_file, _env_file_encoding="utf-8")
    except ValidationError as error:
        sentences = [
            " ".join((*(str(name).upper() for name in problem["loc"][:1]), f"{_reason(problem['msg'])}."))
            for problem in error.errors(include_url=False, include_input=False)
        ]
    except (OSError, UnicodeDecodeError) as error:
        sentences = [f"{env_file} cannot be read: {type(error).__name__}."]
    raise SettingsError(" ".join(sentences))
