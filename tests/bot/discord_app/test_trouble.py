"""What goes wrong on the way is told to the person it concerns, and stops nobody else."""

import asyncio
from collections.abc import Callable

import discord
import pytest
import structlog
from simcord.results import InteractionResult

from bot.discord_app.client import BastideClient
from bot.people import Channel
from bot.request import Request
from bot.scene import PictureKind
from tests.bot.discord_app.conftest import Room
from tests.bot.discord_app.scripted import OneColour, ScriptedTable


def place_button(room: Room, number: int) -> str:
    """The id of a spot's button in the newest message."""
    for row in room.last.components:
        for child in row.children if isinstance(row, discord.ActionRow) else ():
            if child.custom_id and child.custom_id.endswith(f":place {number}"):
                return child.custom_id
    raise LookupError(number)


async def test_two_taps_at_once_make_one_move(room: Room, table: ScriptedTable) -> None:
    """Two handlers that run at the same time end in one move; the other is told that it came too late."""
    await room.begin()
    message = room.snapshot(room.last)
    first = room.tap(room.ann, message, place_button(room, 1))
    second = room.tap(room.ann, message, place_button(room, 2))
    await room.env.settle()
    assert table.moves == ["1"]
    assert first.followups == []
    assert led_on(room, second) == ["scripted.stale"]


async def test_buttons_of_past_turns_answer_politely(room: Room, table: ScriptedTable) -> None:
    """A button that was pressed in an old state of the message is refused in private."""
    await room.begin()
    before = room.snapshot(room.last)
    old = place_button(room, 1)
    await room.ann.click(room.last, label="1")
    late = room.tap(room.ann, before, old)
    await room.env.settle()
    assert led_on(room, late) == ["scripted.stale"]
    assert table.moves == ["1"]


def led_on(room: Room, late: InteractionResult) -> list[str]:
    """What an old button is answered in private, without the line that leads to the live message."""
    assert all(answer.ephemeral for answer in late.followups)
    sentences, links = zip(*(answer.content.split("\n") for answer in late.followups), strict=True)
    assert all(link.endswith(room.last.jump_url) for link in links)
    return list(sentences)


async def test_buttons_work_after_a_restart(
    room: Room, table: ScriptedTable, make_client: Callable[[], BastideClient]
) -> None:
    """In mid-turn the bot is replaced by a new one: the old message's buttons and selects still play."""
    table.spots = 60
    await room.begin()
    turn = room.last
    await room.env.restart_bot(make_client())
    assert room.last.id == turn.id
    await room.ann.select(room.last, ["place 60"], custom_id=f"bastide-select:g0:{table_version(table)}:2")
    assert table.moves == ["60"]
    await room.env.restart_bot(make_client())
    await room.ann.click(room.last, label="scripted.pass")
    assert room.bo.mention in room.last.content


def table_version(table: ScriptedTable) -> int:
    """The version of the only game."""
    (game,) = table.games.values()
    return game.version


async def test_what_was_not_shown_is_shown_after_a_restart(
    room: Room, table: ScriptedTable, make_client: Callable[[], BastideClient]
) -> None:
    """A bot that stopped between a move and its picture shows the picture when it is back, once."""
    await room.begin()
    game = table.games[Channel("discord", (str(room.guild.id), str(room.channel.id)))]
    game.laid, game.turn, game.version = False, 2, game.version + 1
    before = len(room.channel.history())
    await room.env.restart_bot(make_client())
    assert len(room.channel.history()) == before + 1
    assert notified(room) == [room.ann.id, room.bo.id]
    assert game.posted == game.version
    await room.env.restart_bot(make_client())
    assert len(room.channel.history()) == before + 1


@pytest.mark.parametrize(
    ("denied", "named"),
    [("send_messages", "Send Messages"), ("attach_files", "Attach Files")],
)
async def test_missing_permissions_are_named(
    room: Room, table: ScriptedTable, denied: str, named: str
) -> None:
    """Where the bot may not post, nothing happens, and the person learns what is missing."""
    me = room.guild.me
    assert me is not None
    closed = room.guild.create_text_channel(
        "closed", overwrites={me: discord.PermissionOverwrite(**{denied: False})}
    )
    answer = await room.ann.slash(closed, "new")
    assert answer.response is not None
    assert answer.response.ephemeral
    assert named in answer.response.content
    assert table.requests == []
    rules = await room.ann.slash(closed, "rules")
    assert rules.response is not None
    assert rules.response.content == "scripted.rules"


async def test_an_interaction_that_is_too_late_changes_nothing(room: Room, table: ScriptedTable) -> None:
    """If Discord no longer knows the interaction, it has told the person so: the tap must not count."""
    await room.begin()
    room.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    await room.ann.click(room.last, label="1")
    assert table.moves == []
    room.env.inject_error("POST", "/interactions/*/*/callback", status=400, code=40060)
    await room.ann.click(room.last, label="1")
    assert table.moves == []
    await room.ann.click(room.last, label="1")
    assert table.moves == ["1"]


async def test_an_answer_that_comes_too_late_is_let_go(room: Room) -> None:
    """After a quarter of an hour the token is void: the answer is lost, and nothing else."""
    room.env.inject_error("PATCH", "/webhooks/*/*/messages/@original", status=401, code=50027)
    await room.ann.slash(room.channel, "rules")
    shown = await room.ann.slash(room.channel, "rules")
    assert shown.response is not None
    assert shown.response.content == "scripted.rules"


async def test_an_unexpected_error_is_logged_and_told(room: Room, table: ScriptedTable) -> None:
    """A defect costs this one tap: a polite sentence, a log entry without secrets, and the game goes on."""
    await room.begin()

    def broken(_request: Request) -> None:
        raise RuntimeError("a defect")

    table.before = broken
    with structlog.testing.capture_logs((structlog.contextvars.merge_contextvars,)) as logs:
        answer = await room.ann.click(room.last, label="1")
    assert ["Something went wrong" in message.content for message in answer.followups] == [True]
    (entry,) = [entry for entry in logs if entry["event"] == "request failed"]
    assert entry["command"] == "place 1"
    assert answer.followups[0].content.endswith(f" ({entry['request']})")
    assert entry["channel"] == f"discord:{room.guild.id}:{room.channel.id}"
    assert "token" not in str(entry)
    table.languages[table.requests[-1].person.key] = "cs"
    answer = await room.ann.click(room.last, label="1")
    assert next(message.content for message in answer.followups).startswith("Něco se pokazilo.")
    table.before = lambda _request: None
    await room.ann.click(room.last, label="1")
    assert table.moves == ["1"]


async def test_taps_that_pile_up_are_shown_in_one_edit(
    room: Room, table: ScriptedTable, painter: OneColour
) -> None:
    """While a scene is drawn, later ones of its turn replace each other; only the last one is shown."""
    await room.begin()
    (game,) = table.games.values()
    before, edited = game.version, len(edits(room))
    painter.paused = asyncio.Event()
    for number in range(1, 7):
        custom_id = f"bastide::0:place {number}"
        button = {"type": 2, "style": 1, "label": "a spot", "custom_id": custom_id}
        message = {**room.snapshot(room.last), "components": [{"type": 1, "components": [button]}]}
        room.tap(room.ann, message, custom_id)
    while game.version < before + 6:
        await asyncio.sleep(0)
    painter.paused.set()
    await room.env.settle()
    assert table.moves == ["1", "2", "3", "4", "5", "6"]
    assert game.posted == game.version
    assert len(edits(room)) - edited == 1
    assert f"bastide:g0:{game.version}:pass" in str(room.snapshot(room.last)["components"])


async def test_nobody_waits_for_a_film(room: Room, table: ScriptedTable, painter: OneColour) -> None:
    """While a film is drawn for Bo, Ann's turn goes on and is shown; then Bo gets the film, in private."""
    await room.begin()
    (game,) = table.games.values()
    painter.films = asyncio.Event()
    for person, command in ((room.bo, "replay film"), (room.ann, "place 1")):
        custom_id = f"bastide::0:{command}"
        button = {"type": 2, "style": 1, "label": "a button", "custom_id": custom_id}
        message = {**room.snapshot(room.last), "components": [{"type": 1, "components": [button]}]}
        room.tap(person, message, custom_id)
    async with asyncio.timeout(60):
        while not (table.moves and game.posted == game.version):
            await asyncio.sleep(0)
    assert answers(room) == []
    painter.films.set()
    await room.env.settle()
    assert len(answers(room)) == 1
    assert painter.painted[-1] == (PictureKind.FILM, "discord", "en")


def answers(room: Room) -> list[object]:
    """The private answers so far."""
    return [r for r in room.env.http_requests if r.method == "POST" and "/webhooks/" in r.path]


def notified(room: Room) -> list[int]:
    """Whom messages have called so far."""
    bodies = [r.json for r in room.env.http_requests if r.json and "/messages" in r.path]
    return [user for body in bodies for user in body.get("allowed_mentions", {}).get("users", ())]


def edits(room: Room) -> list[object]:
    """The edits of messages so far."""
    return [request for request in room.env.http_requests if request.method == "PATCH"]


async def test_people_are_answered_in_their_own_language(room: Room, table: ScriptedTable) -> None:
    """A refusal is in the language of the person's client, and the table knows it."""
    await room.begin()
    room.tap(room.bo, room.snapshot(room.last), place_button(room, 1), locale="pl")
    await room.env.settle()
    assert table.requests[-1].person.language == "pl"
    table.before = lambda _request: (_ for _ in ()).throw(RuntimeError("a defect"))
    answer = room.tap(room.bo, room.snapshot(room.last), place_button(room, 1), locale="pl")
    await room.env.settle()
    assert "Coś poszło nie tak" in answer.followups[0].content
