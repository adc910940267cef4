"""Today's program reads what a landed one has stored, says the same of it, and plays on."""

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from bot.games.header import Header
from bot.games.results import Result
from bot.people import Channel
from bot.scene import Scene
from bot.store import open_store
from bot.store.redis_store import RedisStore
from bot.table.table import Table
from bot.texts import Texts
from bot.timing.appointment import Appointment
from bot.usecases.riddle import Solution
from tests.bot.store import kept
from tests.bot.store.redis_server import RedisServer
from tests.bot.table.club import Club, Hands
from tests.bot.table.club import Counter as Ids
from tests.core.goldens import GAMES

KEPT = sorted(path.name for path in kept.FOLDER.iterdir())
ADDED = re.compile(
    r"[ \n]\[[^]]* = (?:settings opponents=1|settings view=opponents|settings hints=\w+|advice|replay review"
    r"|settings (?:river|inns-cathedrals|traders-builders)=on|settings sets=\w+)\]"
    r"|\nAdvice: if all are new[^\n]*"
)
"""Buttons and settings that no program had when these stores were kept."""
LATER = {"river-place", "further-place"}
"""Games with sets that no program knew then."""


async def loaded(server: RedisServer, name: str, folder: Path) -> RedisStore:
    """The store of a landed program, on a server of its own."""
    with server.client() as client:
        kept.load(client, (kept.FOLDER / name / "store.jsonl").read_text("utf-8"))
    return await open_store(server.url, folder)


@pytest.mark.parametrize("name", KEPT)
async def test_scores_history_and_settings_are_what_they_were(
    name: str, start_server: Callable[..., RedisServer], tmp_path: Path
) -> None:
    """Of each place and person the same is said; every action is there. Buttons and settings may be new."""
    store = await loaded(start_server(), name, tmp_path)
    now = await kept.said(store, Hands(), Texts.load())
    await store.close()
    known = (kept.FOLDER / name / "said.txt").read_text("utf-8")
    assert ADDED.sub("", now).split("\n=== ") == known.split("\n=== ")


@pytest.mark.parametrize("name", KEPT)
async def test_every_game_goes_on(
    name: str, start_server: Callable[..., RedisServer], tmp_path: Path
) -> None:
    """In each phase whoever decides presses the first button that is theirs; then the game is another one."""
    store, texts, clock = await loaded(start_server(), name, tmp_path), Texts.load(), Hands()
    table, moved = Table(store, clock, Ids(2000)), set()
    for channel in await kept.places(store):
        scene = await table.current(channel)
        assert scene is not None
        who = {person.key: person for person in kept.people(channel.platform)}.get(scene.actor)
        if first_move(scene) is None or who is None:  # over, or the turn of somebody who was forgotten
            continue
        club = Club(table, store, texts, clock, channel, scene)
        before = after = await store.load(channel)
        assert before is not None
        assert after is not None
        for _ in range(2):  # some have chosen to confirm what they lay
            command = first_move(club.scene)
            assert command is not None
            reply = await club.press(who, command)
            assert reply.refusal is None, (str(channel), command, reply.refusal)
            after = await store.load(channel)
            assert after is not None
            if len(after.actions) > len(before.actions):
                break
        assert len(after.actions) > len(before.actions), str(channel)
        assert after.actions[: len(before.actions)] == before.actions
        moved.add(channel.place[-1])
    await store.close()
    assert {f"{game}-place" for game in GAMES} - {"hand-place", *LATER} <= moved


@pytest.mark.parametrize("name", KEPT)
async def test_a_lobby_can_be_joined_and_begun(
    name: str, start_server: Callable[..., RedisServer], tmp_path: Path
) -> None:
    """What was agreed on before holds in the game."""
    store, clock = await loaded(start_server(), name, tmp_path), Hands()
    for platform in kept.PLATFORMS:
        ann, _, cid, _ = kept.people(platform)
        channel = kept.place(platform, "lobby-all")
        club = Club(Table(store, clock, Ids(3000)), store, Texts.load(), clock, channel)
        await club.play(cid, "join")
        scene = await club.play(ann, "start")
        assert scene.actor
        header = await header_of(store, channel)
        assert header["sets"] == "base winter abbey-mayor hills-sheep"
        assert header["undo"] == "off"
    await store.close()


@pytest.mark.parametrize("name", KEPT)
def test_every_kind_of_key_is_kept(name: str) -> None:
    """Whatever the store writes for games and people is among the bytes."""
    text = (kept.FOLDER / name / "store.jsonl").read_text("utf-8")
    keys = [json.loads(line)["key"].removeprefix("bastide:") for line in text.splitlines()]
    lacking = [kind for kind, name in kept.KINDS.items() if not any(re.fullmatch(name, key) for key in keys)]
    assert lacking == []
    assert '"_shown"' in text


@pytest.mark.parametrize("name", KEPT)
def test_what_is_kept_is_written_as_it_was(name: str) -> None:
    """So the landed program, and another one beside ours, can read what today's writes."""
    compared: Counter[str] = Counter()
    for line in (kept.FOLDER / name / "store.jsonl").read_text("utf-8").splitlines():
        entry = json.loads(line)
        for pattern, again in WRITTEN.items():
            if re.fullmatch(pattern, entry["key"].removeprefix("bastide:")):
                table = {field: text for field, text in entry["value"].items() if not field.startswith("_")}
                assert again(table).items() >= table.items(), entry["key"]
                compared[pattern] += len(table)
    assert compared.keys() == WRITTEN.keys()


def _answer(text: str) -> str:
    solution = Solution.from_text(text)
    return "" if solution is None else solution.to_text()


def _each(again: Callable[[str], str]) -> Callable[[dict[str, str]], dict[str, str]]:
    return lambda table: {name: again(text) for name, text in table.items()}


WRITTEN: Final[dict[str, Callable[[dict[str, str]], dict[str, str]]]] = {
    r"{.*}:game:\w+": lambda table: Header.from_table(table).to_table(),
    "{results}:all": _each(lambda text: Result.from_text(text).to_text()),
    "notes:appointments": _each(lambda text: Appointment.from_text(text).to_text()),
    r"{tiles}:day:.*": _each(_answer),
}
"""What is kept, and how it is read and written again."""


def first_move(scene: Scene | None) -> str | None:
    """The first move that whoever decides is offered, if there is any."""
    if scene is None:
        return None
    offered = [choice for row in scene.rows for choice in row if (choice.actor or scene.actor) == scene.actor]
    return next((choice.command for choice in offered if choice.command.split()[0] in kept.MOVES), None)


async def header_of(store: RedisStore, channel: Channel) -> dict[str, str]:
    """The header of a place's game."""
    stored = await store.load(channel)
    assert stored is not None
    return dict(stored.header)
