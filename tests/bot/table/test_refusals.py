"""Every refusal, in every phase."""

import pytest

from bot.command_names import GAME_COMMANDS
from bot.people import Person
from bot.scene import Who
from core import Phase, Position
from core.rulesets import PHASES
from core.sets.abbey_mayor.actions import ABBEY_DUE, WAGON_DUE
from core.sets.hills_sheep.actions import FLOCK_DUE
from tests.bot.table.club import ANN, BO, CID, Club, choices, keys
from tests.bot.table.search import at

PLACE = (ANN, BO)
ALWAYS = {
    "daily", "games", "help", "hints", "history", "play", "rules", "settings", "stats", "tile", "tutorial",
}  # fmt: skip
INCOMPLETE = {"forget", "import"}
"""These need no game either, but more than the bare word."""
LOOKING = {"board", "tiles", "game", "score", "export"}
MOVES = {
    "draw": {Phase.DRAW},
    "abbey": {Phase.DRAW, ABBEY_DUE},
    "choose 1": {Phase.CHOOSE},
    "place 1": {Phase.PLACE},
    "deploy a": {Phase.DEPLOY},
    "pass": {Phase.DEPLOY, ABBEY_DUE},
    "grow": {FLOCK_DUE},
    "score 1": {FLOCK_DUE, Phase.DEPLOY},
    "wagon 1": {WAGON_DUE},
}
SHOWN_AGAIN = {("draw", Phase.PLACE), ("draw", Phase.CHOOSE)}


def mover(position: Position) -> Person:
    """Who has to decide."""
    return PLACE[position.seat]


def other(position: Position) -> Person:
    """Who has not."""
    return PLACE[1 - position.seat]


@pytest.mark.parametrize("command", sorted(set(GAME_COMMANDS) - ALWAYS - INCOMPLETE - {"new"}))
async def test_without_a_game_every_command_says_so(club: Club, command: str) -> None:
    """In an empty place only /new and what needs no game are answered."""
    assert await club.refused(ANN, command) == "refusal.no_game"


@pytest.mark.parametrize(
    "command", [*MOVES, "turn", "undo", "resign", "resign yes", "export", "board", "tiles"]
)
async def test_in_the_lobby_nothing_is_played(club: Club, command: str) -> None:
    """Before the start, moves and looks at the board say how many are there."""
    await club.play(ANN, "new")
    assert await club.refused(ANN, command) == "refusal.not_begun"


@pytest.mark.parametrize(
    "command", [*MOVES, "turn", "undo", "join", "leave", "start", "resign", "resign yes", "end yes"]
)
async def test_when_the_game_is_over_nothing_is_played(club: Club, command: str) -> None:
    """After the end, everything that would change the game says that it is over."""
    await club.begin()
    await club.say(ANN, "end yes")
    assert await club.refused(ANN, command) == "refusal.over"


@pytest.mark.parametrize("phase", PHASES)
async def test_only_the_player_who_has_to_decide_can_move(club: Club, phase: Phase) -> None:
    """In every phase, strangers and other players are refused, and nothing changes."""
    await club.set_up(at(phase))
    position = await club.position()
    for command in MOVES:
        assert await club.refused(CID, command) == "refusal.not_a_player", command
        assert await club.refused(other(position), command) == "refusal.not_your_turn", command
    reply = await club.say(other(position), "pass")
    assert reply.refusal is not None
    assert mover(position).name in club.text(reply.refusal)


@pytest.mark.parametrize("phase", PHASES)
async def test_only_the_due_kind_of_decision_is_possible(club: Club, phase: Phase) -> None:
    """In every phase, the moves of other phases are refused with what is due."""
    await club.set_up(at(phase))
    who = mover(await club.position())
    for command, phases in MOVES.items():
        if phase not in phases and (command, phase) not in SHOWN_AGAIN:
            assert await club.refused(who, command) == "refusal.wrong_phase", command


@pytest.mark.parametrize("phase", PHASES)
async def test_everyone_may_look_in_every_phase(club: Club, phase: Phase) -> None:
    """Looking changes nothing and is open to strangers too."""
    await club.set_up(at(phase))
    before = await club.store.version(club.channel)
    # In a room of the web table the board is there already.
    for command in (*LOOKING, *(ALWAYS - {"play"}), "settings"):
        reply = await club.say(CID, command)
        assert reply.refusal is None, command
        assert reply.answer is not None
    assert await club.store.version(club.channel) == before


async def test_an_unknown_view_or_topic_is_refused(club: Club) -> None:
    """Looks and rules name what there is."""
    await club.begin()
    assert await club.refused(ANN, "board sideways") == "usage.board"
    assert await club.refused(CID, "board mine") == "refusal.not_a_player"
    assert await club.refused(ANN, "rules base 99") == "refusal.unknown_screen"
    assert await club.refused(ANN, "rules base two") == "refusal.unknown_screen"


async def test_rules_on_what_has_none_lead_to_those_that_there_are(club: Club) -> None:
    """By buttons, in the language of whoever asks: nobody has to know what a topic is called in commands."""
    answer = (await club.say(BO, "rules drogi")).answer
    assert answer is not None
    assert keys(answer) == ("rules.unknown",)
    assert [club.text(choice.label, "pl") for choice in choices(answer)][:3] == ["Tura", "Drogi", "Miasta"]


async def test_who_has_resigned_can_only_look(club: Club) -> None:
    """A player who left is told that the game goes on without them."""
    await club.begin(people=(ANN, BO, CID))
    await club.say(CID, "resign yes")
    for command in ("place 1", "undo", "turn", "resign", "resign yes"):
        assert await club.refused(CID, command) == "refusal.resigned"
    assert (await club.say(CID, "board")).refusal is None


async def test_only_the_host_or_an_admin_ends_a_game(club: Club) -> None:
    """Others cannot end the game for everyone alone; who manages the chat can."""
    await club.begin()
    assert await club.refused(CID, "end") == "refusal.until_heirs"
    assert await club.refused(CID, "end yes") == "refusal.until_heirs"
    assert await club.refused(BO, "end yes") == "refusal.end_together"
    reply = await club.say(CID, "end yes", admin=True)
    assert reply.refusal is None
    assert reply.scene is not None
    assert "over.ended" in [line.key for line in reply.scene.lines]


@pytest.mark.parametrize("phase", PHASES)
async def test_whoever_has_to_decide_is_told_so_and_others_are_told_who(club: Club, phase: Phase) -> None:
    """Ann reads that she lays the tile, Bo reads that Ann does; so it is about the state of the game."""
    await club.set_up(at(phase))
    position = await club.position()
    decides, waits = mover(position), other(position)
    wrong = next(command for command, phases in MOVES.items() if phase not in phases and command != "draw")
    for person in (decides, waits):
        refusal = (await club.say(person, wrong)).refusal
        assert refusal is not None
        name, said = decides.name, club.text(refusal)
        assert (name in said, " you " in said.partition(":")[2]) == (person is waits, person is decides), said
        state = (await club.say(person, "game")).answer
        assert state is not None
        due = next(club.text(line) for line in state.lines if line.key == "state.due")
        assert due.startswith("Now: you ") == (person is decides)


async def test_a_spot_that_is_not_there_is_named(club: Club) -> None:
    """A bare 99 is understood, and refused for what it is."""
    await club.begin()
    refusal = (await club.say(ANN, "99")).refusal
    assert refusal is not None
    assert club.text(refusal).startswith("There is no spot 99")


async def test_a_mistyped_command_is_answered_with_the_one_that_was_meant(club: Club) -> None:
    """In every language, with the command as the platform writes it."""
    refusal = (await club.say(ANN, "plcae 12")).refusal
    assert refusal is not None
    assert club.text(refusal) == "I do not know /plcae: did you mean /place?"


async def test_a_namesake_who_ends_a_game_is_not_taken_for_a_player(club: Club) -> None:
    """A player is named as at the table; somebody else who is called like one gets a number."""
    await club.begin()
    reply = await club.say(Person("web", "77", "Аnn"), "end yes", admin=True)  # with a Cyrillic letter
    assert reply.scene is not None
    ended = next(line for line in reply.scene.lines if line.key == "over.ended")
    assert ended.args["who"] == Who("Аnn 2")
