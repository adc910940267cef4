"""The image and the compose file keep their promises, as far as text can tell."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import yaml

from tests.env_example import example_settings

ROOT = Path(__file__).parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text("utf-8"))
BOT = COMPOSE["services"]["bastide"]
REDIS = COMPOSE["services"]["redis"]


def steps() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile, continued lines joined."""
    text = (ROOT / "deploy" / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    return re.findall(r"^([A-Z]+) +(.+)$", text, flags=re.MULTILINE)


def final_stage() -> dict[str, str]:
    """The last instruction of each kind after the last FROM."""
    stage: dict[str, str] = {}
    for name, value in steps():
        stage = {} if name == "FROM" else {**stage, name: value}
    return stage


def test_the_image_is_built_in_two_slim_stages() -> None:
    """Both stages start from the same slim image, so that what was installed in one runs in the other."""
    bases = [value.split()[0] for name, value in steps() if name == "FROM"]
    assert len(bases) == 2
    assert len(set(bases)) == 1
    assert "-slim" in bases[0]


def test_the_image_copies_what_exists_and_what_may_be_copied() -> None:
    """Each source of a COPY is in the repository, and .dockerignore lets it through."""
    allowed = {
        line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line[:1] == "!"
    }
    sources = {
        source
        for name, value in steps()
        if name == "COPY" and "--from" not in value
        for source in value.split()[:-1]
    }
    assert {source for source in sources if not (ROOT / source).exists()} == set()
    assert sources == allowed


def test_the_image_holds_no_settings() -> None:
    """Everything is kept out of the build unless it is named; ``.env`` is not."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert "*" in lines
    assert [line for line in lines if line.startswith("!") and "env" in line] == []


def test_the_image_runs_as_nobody_special() -> None:
    """The program runs under a number that is not root's, and asks after its own health."""
    stage = final_stage()
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", stage["USER"])
    assert json.loads(stage["ENTRYPOINT"]) == ["python", "-m", "bot"]
    check = re.search(r"CMD (\[.*\])$", stage["HEALTHCHECK"])
    assert check is not None
    assert json.loads(check[1]) == ["python", "-m", "bot", "health"]


def test_every_variable_that_is_set_is_a_setting() -> None:
    """Neither the image nor the compose file sets a setting that does not exist."""
    known = set(example_settings())
    image = {word.partition("=")[0] for word in shlex.split(final_stage()["ENV"])}
    assert image - {"PATH", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"} - known == set()
    assert set(BOT["environment"]) - known == set()


def test_the_bot_waits_for_its_store_and_comes_back() -> None:
    """It starts after Redis answers, restarts by itself, and may do next to nothing on the host."""
    assert BOT["depends_on"] == {"redis": {"condition": "service_healthy"}}
    assert BOT["restart"] == "unless-stopped"
    assert BOT["environment"]["REDIS_URL"] == "redis://redis:6379/0"
    assert BOT["read_only"] is True
    assert BOT["cap_drop"] == ["ALL"]
    assert BOT["security_opt"] == ["no-new-privileges:true"]


def test_only_this_machine_reaches_the_web_table() -> None:
    """The one published port is bound to the loopback address; Redis publishes none."""
    assert [port for port in BOT["ports"] if not port.startswith("127.0.0.1:")] == []
    assert "ports" not in REDIS


def test_only_the_bot_reaches_redis() -> None:
    """Redis, which asks for no password here, is in an internal network alone."""
    assert REDIS["networks"] == ["store"]
    assert COMPOSE["networks"]["store"] == {"internal": True}
    assert "store" in BOT["networks"]


def test_redis_runs_with_our_configuration_on_a_volume() -> None:
    """The shipped redis.conf is what the server reads; its data outlive the container."""
    conf = "/usr/local/etc/redis/redis.conf"
    assert REDIS["command"][:2] == ["redis-server", conf]
    assert f"./redis.conf:{conf}:ro" in REDIS["volumes"]
    assert "games:/data" in REDIS["volumes"]
    assert "games" in COMPOSE["volumes"]
    assert REDIS["restart"] == "unless-stopped"
    assert "redis-cli ping" in REDIS["healthcheck"]["test"][1]


def test_redis_flags_weaken_nothing_but_the_address() -> None:
    """The command line changes who may connect, which the network decides instead, and no promise."""
    flags = [word for word in REDIS["command"] if word.startswith("--")]
    assert flags == ["--bind", "--protected-mode"]
