"""Which commands need a right to post is what the table makes of them."""

from pathlib import Path
from typing import get_type_hints

import discord
import pytest

from bot.discord_app.permissions import PRIVATE, answered_alone
from bot.request import GAME_COMMANDS
from bot.scene import Scene
from bot.store import open_store
from bot.table import Table
from bot.table.errands import ERRANDS
from bot.table.usecases import ASKED, MOVED
from bot.texts import Texts
from tests.bot.discord_app.conftest import Room
from tests.bot.discord_app.scripted import ScriptedTable
from tests.bot.table.club import ANN, BO, CID, Club, Hands

SITUATIONS = ("nothing", "lobby", "running", "over")
FORMS = (
    "settings", "settings me", "settings me mute=on", "settings mute=off", "settings private=on zone=UTC",
    "settings me players=4", "settings something", "settings theme=night", "settings players=4",
    "settings language=pl", "settings mute=on theme=day",
    "hints", "hints off", "hints on",
    "history", "history before 2", "history 1", "history 1 1", "history 1 1 stop", "history 1 0 continue",
    "rescue", "rescue skip", "rescue free 2", "rescue back 1", "rescue dance",
)  # fmt: skip


async def bring_about(club: Club, situation: str) -> None:
    """Let there be a game that stands like this."""
    match situation:
        case "lobby":
            await club.play(ANN, "new")
        case "running":
            await club.begin(people=(ANN, BO, CID))
        case "over":
            await club.begin()
            await club.play(ANN, "place 1")
            await club.play(BO, "resign yes")


def test_what_is_only_ever_answered_needs_nothing() -> None:
    """By what the table's functions give: errands a scene alone, and questions that are no moves, too."""
    errands = {name for name, errand in ERRANDS.items() if get_type_hints(errand)["return"] is Scene}
    questions = set(ASKED) - set(MOVED) - set(ERRANDS)
    assert {*errands, *questions, "games"} == PRIVATE
    assert set(GAME_COMMANDS) >= PRIVATE
    assert all(answered_alone(name) for name in PRIVATE)


async def test_what_can_change_the_game_needs_a_right(texts: Texts, tmp_path: Path) -> None:
    """A form of a command that both asks and changes needs one if anywhere it changes what all see."""
    public, private = set(), set()
    for situation in SITUATIONS:
        store = await open_store("memory://", tmp_path)
        club = Club(Table(store, Hands()), store, texts)
        await bring_about(club, situation)
        for form in FORMS:
            reply = await club.say(ANN, form, admin=True)
            public |= {form} if reply.scene is not None else set()
            private |= {form} if reply.answer is not None else set()
        await store.close()
    assert len(public) >= 9
    assert {form for form in public if answered_alone(form)} == set()
    assert {form for form in private - public if not answered_alone(form)} == set()


@pytest.mark.parametrize("form", ["end", "resign", "draw", "score", "hints off", "new", "vote yes"])
def test_whatever_leads_to_a_change_needs_a_right_at_once(form: str) -> None:
    """Nobody is asked whether they mean what cannot be done."""
    assert not answered_alone(form)


def test_what_is_no_command_needs_nothing() -> None:
    """The table refuses it, in private."""
    assert answered_alone("dance")


async def test_a_film_needs_no_right(room: Room, table: ScriptedTable) -> None:
    """It is shown to the asking person alone, also where the bot may not post."""
    me = room.guild.me
    assert me is not None
    closed = room.guild.create_text_channel(
        "closed", overwrites={me: discord.PermissionOverwrite(send_messages=False)}
    )
    shown = await room.ann.slash(closed, "replay", what="film")
    assert shown.response is not None
    assert shown.response.ephemeral
    assert shown.response.content == "scripted.film"
    assert [request.command for request in table.requests] == ["replay film"]
