"""The settings: what is read from where, what is refused, and that ``.env.example`` tells the truth."""

import re
from pathlib import Path

import pytest

from bot.settings import Settings, SettingsError, WebAddress, load_settings
from tests.env_example import example_settings

NAMES = (
    "DISCORD_TOKEN",
    "DISCORD_CLIENT_SECRET",
    "TELEGRAM_TOKEN",
    "TELEGRAM_APP",
    "REDIS_URL",
    "BASTIDE_DATA",
    "BASTIDE_WEB",
    "BASTIDE_WEB_HOSTS",
    "BASTIDE_PUBLIC_URL",
    "BASTIDE_WEB_PROXIES",
    "BASTIDE_LANGUAGE",
    "BASTIDE_LOG",
    "BASTIDE_LOG_FORMAT",
    "BASTIDE_METRICS",
    "BASTIDE_MEMORY",
    "BASTIDE_STANDBY",
    "DISCORD_SHARDS",
    "DISCORD_API_BASE",
    "DISCORD_GATEWAY",
    "TELEGRAM_API_BASE",
    "TELEGRAM_WEBHOOK_URL",
    "TELEGRAM_WEBHOOK_LISTEN",
)
"""The promised settings, spelled out here so that a renamed field is noticed."""


@pytest.fixture(autouse=True)
def _away_from_the_env_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def names_in_code() -> set[str]:
    """The environment variables that the settings class reads."""
    return {
        (field.validation_alias if isinstance(field.validation_alias, str) else name).upper()
        for name, field in Settings.model_fields.items()
    }


def test_the_settings_are_those_promised() -> None:
    """The code reads exactly the documented variables."""
    assert names_in_code() == set(NAMES)


def test_without_any_setting_the_web_table_runs_on_this_machine_alone() -> None:
    """Nothing needs to be set: web table on the loopback address, embedded store, English."""
    settings = load_settings()
    assert settings.web == WebAddress("127.0.0.1", 8080)
    assert settings.discord_token is None
    assert settings.telegram_token is None
    assert settings.redis_url.get_secret_value() == ""
    assert settings.data == Path(".bastide")
    assert (settings.language, settings.log) == ("en", "info")
    assert settings.telegram_webhook_url is None
    assert settings.telegram_webhook_listen is None


def test_the_env_file_is_read(tmp_path: Path) -> None:
    """Settings come from ``.env`` in the working folder, quotes and unknown names included."""
    (tmp_path / ".env").write_text(
        "# mine\nDISCORD_TOKEN='abc.def'\nBASTIDE_WEB=off\nOTHER=1\nTELEGRAM_TOKEN=\n",
        encoding="utf-8",
    )
    settings = load_settings()
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == "abc.def"
    assert settings.web is None
    assert settings.telegram_token is None


def test_the_environment_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable of the environment replaces the line of the file."""
    (tmp_path / ".env").write_text("BASTIDE_LANGUAGE=cs\nBASTIDE_LOG=debug\n", encoding="utf-8")
    monkeypatch.setenv("BASTIDE_LANGUAGE", "pl")
    settings = load_settings()
    assert (settings.language, settings.log) == ("pl", "debug")


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("0.0.0.0:80", WebAddress("0.0.0.0", 80)),  # noqa: S104  (an operator may choose it)
        ("localhost:0", WebAddress("localhost", 0)),
        ("[::1]:8080", WebAddress("::1", 8080)),
        (" OFF ", None),
    ],
)
def test_web_addresses(text: str, address: WebAddress | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Host and port, a bracketed IPv6 address, or off."""
    monkeypatch.setenv("BASTIDE_WEB", text)
    monkeypatch.setenv("TELEGRAM_TOKEN", "1:a")
    assert load_settings().web == address


@pytest.mark.parametrize(
    ("text", "hosts"),
    [
        ("table.example.org", ("table.example.org",)),
        (" A.example,  b.example ", ("a.example", "b.example")),
        ("", ()),
    ],
)
def test_names_of_the_web_table(text: str, hosts: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """One or several, in any case; and how many proxies there are before it."""
    assert load_settings().web_proxies == 0
    monkeypatch.setenv("BASTIDE_WEB_HOSTS", text)
    monkeypatch.setenv("BASTIDE_WEB_PROXIES", "2")
    assert (load_settings().web_hosts, load_settings().web_proxies) == (hosts, 2)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DISCORD_TOKEN", "Bot s3cret.s3cret"),
        ("DISCORD_CLIENT_SECRET", "s3cret s3cret"),
        ("TELEGRAM_TOKEN", "s3cret"),
        ("TELEGRAM_TOKEN", "12345:s3cret s3cret"),
        ("TELEGRAM_APP", "s3cret app"),
        ("TELEGRAM_APP", "s3"),
        ("TELEGRAM_APP", "s3cret" * 6),
        ("REDIS_URL", "http://user:s3cret@host"),
        ("REDIS_URL", "redis://:s3cret@host:99999/0"),
        ("REDIS_URL", "redis://[s3cret"),
        ("REDIS_URL", "s3cret"),
        ("BASTIDE_WEB", "s3cret"),
        ("BASTIDE_WEB", "localhost:70000"),
        ("BASTIDE_WEB", "localhost"),
        ("BASTIDE_WEB_HOSTS", "https://s3cret.example"),
        ("BASTIDE_WEB_HOSTS", "s3cret.example:8080"),
        ("BASTIDE_WEB_HOSTS", "*"),
        ("BASTIDE_WEB_PROXIES", "s3cret"),
        ("BASTIDE_WEB_PROXIES", "-1"),
        ("BASTIDE_WEB_PROXIES", "10"),
        ("BASTIDE_LANGUAGE", "s3cret!"),
        ("BASTIDE_LANGUAGE", "qq"),
        ("BASTIDE_LOG", "s3cret"),
        ("BASTIDE_LOG_FORMAT", "s3cret"),
        ("BASTIDE_METRICS", "s3cret"),
        ("BASTIDE_MEMORY", "s3cret"),
        ("BASTIDE_MEMORY", "119"),
        ("DISCORD_API_BASE", "s3cret"),
        ("DISCORD_API_BASE", "https://"),
        ("DISCORD_GATEWAY", "https://s3cret"),
        ("TELEGRAM_API_BASE", "ftp://s3cret"),
        ("TELEGRAM_WEBHOOK_URL", "s3cret.example/hook"),
        ("TELEGRAM_WEBHOOK_LISTEN", "s3cret.example"),
        ("TELEGRAM_WEBHOOK_LISTEN", "off"),
    ],
)
def test_a_wrong_value_is_one_sentence_that_names_the_setting_and_hides_the_value(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence says which setting and what is expected; what was given appears nowhere."""
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        load_settings()
    sentence = str(caught.value)
    assert re.fullmatch(rf"{name} must be [^\n]+\.", sentence)
    assert "s3cret" not in sentence
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None


def test_a_webhook_can_listen_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a container updates come from outside the machine."""
    monkeypatch.setenv("TELEGRAM_WEBHOOK_LISTEN", "0.0.0.0:8443")
    assert load_settings().telegram_webhook_listen == ("0.0.0.0", 8443)  # noqa: S104  (an operator may)


def test_each_wrong_setting_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two mistakes are two sentences, so that one start shows them all."""
    monkeypatch.setenv("BASTIDE_WEB", "here")
    monkeypatch.setenv("BASTIDE_LOG", "loud")
    with pytest.raises(SettingsError, match=r"^BASTIDE_WEB must .*\. BASTIDE_LOG must .*\.$"):
        load_settings()


def test_the_data_folder_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file where the data folder should be is refused at start."""
    (tmp_path / "data").touch()
    monkeypatch.setenv("BASTIDE_DATA", str(tmp_path / "data"))
    with pytest.raises(SettingsError, match=r"^BASTIDE_DATA must be a folder, and a file is there\.$"):
        load_settings()


def test_nothing_to_start_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without tokens and without the web table there is no bot."""
    monkeypatch.setenv("BASTIDE_WEB", "off")
    with pytest.raises(SettingsError, match=r"^Nothing to start: [^\n]+\.$"):
        load_settings()


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ({}, "BASTIDE_PUBLIC_URL and TELEGRAM_TOKEN"),
        ({"TELEGRAM_TOKEN": "1:a"}, "BASTIDE_PUBLIC_URL"),
        ({"BASTIDE_PUBLIC_URL": "https://table.example.org"}, "TELEGRAM_TOKEN"),
    ],
)
def test_a_mini_app_needs_a_bot_and_an_address(
    given: dict[str, str], missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is missing is told in a sentence; with both it is there."""
    monkeypatch.setenv("TELEGRAM_APP", "bastide")
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=rf"^TELEGRAM_APP is of no use without {missing}: [^\n]+\.$"):
        load_settings()
    monkeypatch.setenv("TELEGRAM_TOKEN", "1:a")
    monkeypatch.setenv("BASTIDE_PUBLIC_URL", "https://table.example.org")
    assert load_settings().telegram_app == "bastide"


def test_an_unreadable_env_file_is_one_sentence(tmp_path: Path) -> None:
    """A file in another encoding is told by name, without a traceback."""
    (tmp_path / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe\n")
    with pytest.raises(SettingsError, match=r"^\.env cannot be read: UnicodeDecodeError\.$"):
        load_settings()


PUBLIC = "https://table.example.org"
WHOLE = "NDI0Mg.abc.def"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "DISCORD_CLIENT_SECRET opens nothing without BASTIDE_PUBLIC_URL and DISCORD_TOKEN."),
        ({"DISCORD_TOKEN": WHOLE}, "DISCORD_CLIENT_SECRET opens nothing without BASTIDE_PUBLIC_URL."),
        (
            {"DISCORD_TOKEN": WHOLE, "BASTIDE_PUBLIC_URL": PUBLIC, "BASTIDE_WEB": "off"},
            "DISCORD_CLIENT_SECRET opens nothing without BASTIDE_WEB.",
        ),
        (
            {"DISCORD_TOKEN": "s3cret.a.b", "BASTIDE_PUBLIC_URL": PUBLIC},
            "DISCORD_TOKEN must be whole where DISCORD_CLIENT_SECRET is set: it begins with a number.",
        ),
    ],
)
def test_what_a_board_within_discord_needs(
    given: dict[str, str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence tells what is missing; without the secret nothing else is looked at."""
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert load_settings().activity == ""
    monkeypatch.setenv("DISCORD_CLIENT_SECRET", "s3cret")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value) == sentence


def test_a_board_within_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    """The application's number stands in the token, and Discord's proxy may call us by a name of its own."""
    monkeypatch.setenv("DISCORD_TOKEN", WHOLE)
    monkeypatch.setenv("DISCORD_CLIENT_SECRET", " s3cret ")
    monkeypatch.setenv("BASTIDE_PUBLIC_URL", PUBLIC)
    settings = load_settings()
    assert settings.activity == "4242"
    assert settings.hosts == ("table.example.org", "4242.discordsays.com")
    assert "s3cret" not in repr(settings)


def test_secrets_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """Printing the settings, or a part of them, shows no token and no password."""
    monkeypatch.setenv("DISCORD_TOKEN", "s3cret.discord")
    monkeypatch.setenv("TELEGRAM_TOKEN", "1:s3cret")
    monkeypatch.setenv("REDIS_URL", "redis://:s3cret@localhost/0")
    settings = load_settings()
    shown = f"{settings} {settings!r} {settings.model_dump()} {settings.model_dump_json()}"
    assert "s3cret" not in shown


def test_the_example_file_lists_every_setting_with_a_comment() -> None:
    """``.env.example`` has exactly the settings of the code, each with its explanation."""
    example = example_settings()
    assert set(example) == names_in_code()
    assert [name for name, (comment, _) in example.items() if len(comment.split()) < 4] == []


def test_the_example_file_gives_the_true_defaults(tmp_path: Path) -> None:
    """Taking every line of the example into use changes nothing."""
    lines = [f"{name}={value}" for name, (_, value) in example_settings().items()]
    (tmp_path / "all.env").write_text("\n".join(lines), encoding="utf-8")
    assert load_settings(tmp_path / "all.env") == load_settings(None)
