"""Help: what one can do here and now, on one screen of a phone."""

import re

import pytest

from bot.people import Person
from bot.request import GAME_COMMANDS
from bot.scene import Scene, Who
from core import Phase
from tests.bot.table.club import ANN, BO, CID, Club, commands, keys
from tests.bot.table.search import at

LINES = 12
WIDE = 42
"""Characters of a line on a phone."""


async def helped(club: Club, who: Person = ANN, *, admin: bool = False) -> Scene:
    """The screen of help, which must be short in every language."""
    reply = await club.say(who, "help", admin=admin)
    assert reply.answer is not None
    for language in club.texts.languages:
        said = [club.text(line, language) for line in reply.answer.lines]
        assert sum(-(-len(line.replace("*", "")) // WIDE) for line in said) <= LINES
        named = set(re.findall(r"/(\w+)", " ".join(said)))
        assert named <= set(GAME_COMMANDS)
    assert commands(reply.answer) == ("tutorial", "rules")
    return reply.answer


async def test_without_a_game_help_says_how_to_begin(club: Club) -> None:
    """In an empty place, and after a game."""
    assert keys(await helped(club)) == ("help.begin", "help.learn", "help.more")
    await club.begin()
    await club.play(ANN, "end yes")
    assert keys(await helped(club))[0] == "help.begin"


async def test_before_a_game_help_says_how_to_join_and_who_starts(club: Club) -> None:
    """While people gather."""
    await club.play(ANN, "new")
    shown = await helped(club, BO)
    assert keys(shown)[:2] == ("help.lobby", "help.start")
    assert shown.lines[1].args["host"] == Who("Ann", ANN.key)


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.OVER])
async def test_on_ones_turn_help_is_about_the_decision_that_is_due(club: Club, phase: Phase) -> None:
    """Each kind of decision has its own line, with how to tap and how to type."""
    scene = await club.set_up(at(phase))
    who = ANN if scene.actor == ANN.key else BO
    assert keys(await helped(club, who))[:2] == (f"help.turn.{phase}", "help.undo")


async def test_others_are_told_what_the_game_waits_for(club: Club) -> None:
    """Who waits learns that they will be told; who looks on, where to look."""
    await club.begin()
    waiting = await helped(club, BO)
    assert keys(waiting)[:2] == ("help.waiting", "help.look")
    assert "Ann" in club.text(waiting.lines[0])
    watching = await helped(club, CID)
    assert keys(watching)[0] == "help.watching"
    assert "help.leave" not in keys(watching)


async def test_who_manages_the_chat_learns_how_to_rescue_a_game(club: Club) -> None:
    """While the game waits for somebody else; nobody else is told, and without a game it says nothing."""
    assert "help.rescue" not in keys(await helped(club, admin=True))
    await club.begin()
    assert "help.rescue" not in keys(await helped(club, ANN, admin=True))
    for who in (BO, CID):
        assert "help.rescue" in keys(await helped(club, who, admin=True))
        assert "help.rescue" not in keys(await helped(club, who))
