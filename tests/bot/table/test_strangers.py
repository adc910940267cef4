"""Anybody can open any web room: what a stranger says there changes nothing of what others have agreed on."""

import pytest

from bot.command_names import GAME_COMMANDS
from tests.bot.table.club import ANN, BO, CID, Club

SAID = (
    *GAME_COMMANDS,
    "new winter", "leave", "place 1", "place 1 90", "turn", "deploy a", "choose 1", "score 1", "grow",
    "wagon home", "resign yes", "end yes", "settings language=pl", "settings theme=night", "settings winter",
    "settings clock=24h", "settings players=4", "settings order=random", "settings timeout=skip",
    "vote yes", "vote no", "vote skip",
    "pause", "undo", "daily 18:00", "daily off", "daily 18:00 winter", "history 1 1 continue", "rescue skip",
    "rescue pause", "rescue resume", "rescue free 1", "rescue back 1", "rescue redo", "hints on", "hints off",
)  # fmt: skip
"""Every command as it stands, and whatever of them could change something."""


async def kept(club: Club) -> object:
    """What the store holds of the place."""
    return await club.store.load(club.channel), await club.store.notes_get("appointments")


@pytest.mark.parametrize("stage", ["lobby", "running", "over"])
async def test_a_stranger_changes_nothing_in_a_web_room(club: Club, stage: str) -> None:
    """Neither the game, nor its settings, nor what happens there every day.

    To sit down in a lobby, and to open a game where none is on, is what a room is for.
    """
    if stage == "lobby":
        await club.play(ANN, "new")
        await club.play(BO, "join")
    else:
        await club.begin(people=(ANN, BO))
    if stage == "over":
        await club.play(ANN, "end yes")
    assert (await club.say(ANN, "daily 18:00")).answer is not None
    before = await kept(club)
    allowed = {"lobby": {"join"}, "running": set(), "over": {"new", "new winter"}}[stage]
    for said in SAID:
        if said not in allowed:
            reply = await club.say(CID, said)
            assert reply.scene is None, said
            assert await kept(club) == before, said
