"""The figures: what is counted where, who can fetch them and when, and that what shows them knows them."""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from aiohttp import ClientConnectorError, ClientSession

from bot import metrics
from bot.errors import StartError
from bot.people import Channel, Person
from bot.request import Reply, Request
from bot.scene import Phrase
from tests.bot.store.redis_server import free_port
from tests.bot.test_start import READY_SECONDS, bot
from tests.bot.web_app.page import opened

ROOT = Path(__file__).parents[2]


async def figures(port: int) -> dict[str, float]:
    """The lines that Prometheus would fetch."""
    async with ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as response:
        assert response.status == 200
        text = await response.text()
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


async def test_a_bot_tells_what_it_does(tmp_path: Path) -> None:
    """Requests, pictures, the store and the rest are counted; no room, name or text of anybody is told."""
    port, web = free_port(), free_port()
    settings = {
        "REDIS_URL": "memory://", "BASTIDE_WEB": f"127.0.0.1:{web}", "BASTIDE_METRICS": f"127.0.0.1:{port}",
    }  # fmt: skip
    async with bot(tmp_path, **settings) as process:
        assert process.stdout is not None
        line = await asyncio.wait_for(process.stdout.readline(), READY_SECONDS)
        assert line.startswith(b"bastide ready: ")
        async with opened(f"http://127.0.0.1:{web}/", "hideaway", "Secretive") as ann:
            await ann.scene_of("new")
            await ann.do("utterly nonsensical")
            await ann.expect("refusal")
            await ann.do("tile")
            await ann.expect("answer")
            told = await figures(port)
    request = 'bastide_request_seconds_count{command="%s",outcome="%s",platform="web"}'
    assert told[request % ("new", "ok")] == 1
    assert told[request % ("other", "refused")] == 1
    assert told[request % ("tile", "ok")] == 1
    assert [told[name] for name in told if name.startswith("bastide_picture_seconds_count")] == [1]
    assert told['bastide_shown_seconds_count{outcome="ok",platform="web"}'] >= 1
    assert told["bastide_web_pages"] == told["bastide_web_rooms"] == 1
    assert told['bastide_store_seconds_count{outcome="ok"}'] > 1
    assert told["bastide_store_trips_total"] >= told['bastide_store_seconds_count{outcome="ok"}']
    assert told["bastide_pictures_open"] == 0
    assert told["bastide_keeper_idle_seconds"] < READY_SECONDS
    assert told['bastide_memory_bytes{process="bot"}'] > 20e6
    assert [name for name in told if name.startswith("bastide_info{") and 'engine="' in name]
    assert [name for name in told if re.search("hideaway|Secretive|nonsens", name)] == []


async def test_the_figures_end_with_the_bot() -> None:
    """Afterwards nobody listens and nothing is counted; the next time begins at nothing."""
    for _ in range(2):
        with metrics.exposed(("127.0.0.1", 0)) as port:
            metrics.SUPERSEDED.add()
            assert (await figures(port))["bastide_pictures_superseded_total"] == 1
        metrics.SUPERSEDED.add()
        with pytest.raises(ClientConnectorError):
            await figures(port)


def test_an_address_that_is_taken_is_one_sentence() -> None:
    """The operator reads which setting it is."""
    with (
        metrics.exposed(("127.0.0.1", 0)) as port,
        pytest.raises(StartError, match=rf"^BASTIDE_METRICS cannot listen at 127.0.0.1:{port}: .+\.$"),
        metrics.exposed(("127.0.0.1", port)),
    ):
        pass


def test_what_is_not_configured_is_not_loaded() -> None:
    """A bot without figures does not pay for the library."""
    apps = "bot.operations.serve, bot.web_app.app, bot.discord_app.app, bot.telegram_app.app"
    program = f"import sys, {apps}; print('prometheus_client' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


async def test_errors_are_counted_by_their_names() -> None:
    """What is timed says what came of it, and how many are under way."""

    class Broken(Exception):
        pass

    with metrics.exposed(("127.0.0.1", 0)) as port:
        with metrics.PICTURE.timed("board"):
            assert metrics.PICTURE.running == 1
        with pytest.raises(Broken), metrics.PICTURE.timed("film"):
            raise Broken
        told = await figures(port)
    assert metrics.PICTURE.running == 0
    assert told['bastide_picture_seconds_count{kind="board",outcome="ok"}'] == 1
    assert told['bastide_picture_seconds_count{kind="film",outcome="Broken"}'] == 1


async def test_requests_are_counted_by_what_became_of_them() -> None:
    """By platform and command; one to which nothing was said has failed."""
    request = Request(Channel("telegram", ("1",)), Person("telegram", "1", "Ann"), "/Place 3", "once")
    with metrics.exposed(("127.0.0.1", 0)) as port:
        for reply in (Reply(), Reply(refusal=Phrase("refusal.stale"), stale=True)):
            with metrics.asked(request) as asked:
                asked.reply = reply
        with pytest.raises(KeyError), metrics.asked(request):
            raise KeyError
        told = await figures(port)
    count = 'bastide_request_seconds_count{command="place",outcome="%s",platform="telegram"}'
    assert [told.get(count % outcome) for outcome in ("ok", "stale", "failed")] == [1, 1, 1]


def expressions() -> Iterator[str]:
    """What the dashboard and the rules ask for."""
    dashboard = json.loads((ROOT / "deploy" / "grafana-dashboard.json").read_text("utf-8"))
    for panel in dashboard["panels"]:
        yield from (target["expr"] for target in panel["targets"])
    for group in yaml.safe_load((ROOT / "deploy" / "alerts.yaml").read_text("utf-8"))["groups"]:
        yield from (rule["expr"] for rule in group["rules"])


def test_the_dashboard_and_the_rules_know_the_figures() -> None:
    """Each figure that they name is there, with these labels; each is shown, and each explained."""
    known: dict[str, set[str]] = {}
    for figure in metrics.ALL:
        endings = ("_count", "_bucket") if isinstance(figure, metrics.Timing) else ("",)
        known.update({figure.name + ending: set(figure.labels) for ending in endings})
    asked: set[str] = set()
    for expression in expressions():
        names = set(re.findall(r"bastide_\w+", expression))
        assert names
        assert names <= known.keys(), expression
        asked |= names
        labels = set(re.findall(r"(\w+)\s*(?:=~|!=|=)", expression))
        labels |= {label for by in re.findall(r"by \(([^)]*)\)", expression) for label in by.split(", ")}
        assert labels - {"le"} <= set.intersection(*(known[name] for name in names)), expression
    assert {figure.name for figure in metrics.ALL} <= {re.sub("_(count|bucket)$", "", name) for name in asked}
    explained = (ROOT / "docs" / "metrics.md").read_text("utf-8")
    assert [figure.name for figure in metrics.ALL if f"`{figure.name}`" not in explained] == []
