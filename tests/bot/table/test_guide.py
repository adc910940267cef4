"""Help: what one can do here and now, on one screen of a phone."""

import re

import pytest

from bot.command_names import GAME_COMMANDS
from bot.games.parser import parse
from bot.people import Person
from bot.scene import Scene, Who
from bot.texts.catalogues import keys as keys_of
from bot.texts.catalogues import read_languages
from core import Phase
from core.rulesets import PHASES
from tests.bot.table.club import ANN, BO, CID, Club, commands, keys
from tests.bot.table.search import at, reach

LINES = 12
WIDE = 42
"""Characters of a line on a phone."""

NAMED = re.compile(r"(?<![\w/.])/([a-z_]+)\b(?!/)")
"""A command as texts write it."""
TYPED = re.compile(r"(?<![\w/.])(/[a-z]+(?: [A-Za-z0-9]+\b)*)")


async def helped(club: Club, who: Person = ANN, *, admin: bool = False, rules: str = "rules") -> Scene:
    """The screen of help, which must be short in every language."""
    reply = await club.say(who, "help", admin=admin)
    assert reply.answer is not None
    for language in club.texts.languages:
        said = [club.text(line, language) for line in reply.answer.lines]
        assert sum(-(-len(line.replace("*", "")) // WIDE) for line in said) <= LINES
        named = set(re.findall(r"/(\w+)", " ".join(said)))
        assert named <= set(GAME_COMMANDS)
    between = ("new opponents=1",) if keys(reply.answer)[0] == "help.begin" else ()
    assert commands(reply.answer) == ("tutorial", *between, rules)
    return reply.answer


async def test_without_a_game_help_says_how_to_begin(club: Club) -> None:
    """In an empty place, and after a game."""
    assert keys(await helped(club)) == ("help.begin", "help.learn", "help.more", "help.files")
    await club.begin()
    await club.play(ANN, "end yes")
    assert keys(await helped(club))[0] == "help.begin"


async def test_before_a_game_help_says_how_to_join_and_who_starts(club: Club) -> None:
    """While people gather."""
    await club.play(ANN, "new")
    shown = await helped(club, BO)
    assert keys(shown)[:2] == ("help.lobby", "help.start")
    assert shown.lines[1].args["host"] == Who("Ann", ANN.key)


@pytest.mark.parametrize("phase", PHASES)
async def test_on_ones_turn_help_is_about_the_decision_that_is_due(club: Club, phase: Phase) -> None:
    """Each kind of decision has its own line, with how to tap and how to type."""
    scene = await club.set_up(at(phase))
    who = ANN if scene.actor == ANN.key else BO
    rules = "rules discoverers" if phase is Phase.CHOOSE else "rules"
    assert keys(await helped(club, who, rules=rules))[:2] == (f"help.turn.{phase}", "help.undo.next")


@pytest.mark.parametrize("rule", ["next", "free", "off"])
async def test_help_says_what_was_agreed_on_undoing(club: Club, rule: str) -> None:
    """Each of the rules has its own line, which is as short."""
    await club.begin(f"undo={rule}")
    assert keys(await helped(club))[1] == f"help.undo.{rule}"


@pytest.mark.parametrize(
    ("sets", "key", "figure"),
    [
        (("base",), "help.turn.deploy", None),
        (("base", "abbey-mayor"), "help.turn.deploy.figure", "mayor"),
        (("base", "hills-sheep"), "help.turn.deploy.figure", "shepherd"),
        (("discoverers",), "help.turn.deploy.back", None),
    ],
)
async def test_help_with_figures_names_those_of_the_game(
    club: Club, sets: tuple[str, ...], key: str, figure: str | None
) -> None:
    """No wagon where there is none; The Discoverers takes figures back and links its own rules."""
    scene = await club.set_up(reach(lambda position: position.phase is Phase.DEPLOY, sets))
    rules = "rules discoverers" if "discoverers" in sets else "rules"
    shown = await helped(club, ANN if scene.actor == ANN.key else BO, rules=rules)
    assert shown.lines[0].key == key
    assert shown.lines[0].args.get("figure") == figure


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


async def test_while_a_question_is_open_help_says_how_to_answer(club: Club) -> None:
    """Players learn of the vote in place of taking back; who only looks on does not."""
    await club.begin()
    await club.play(ANN, "pause")
    for who in (ANN, BO):
        shown = keys(await helped(club, who))
        assert "help.vote" in shown
        assert "help.undo" not in shown
    assert "help.vote" not in keys(await helped(club, CID))


def test_every_command_is_named_in_some_help_and_no_other() -> None:
    """What can be asked is found in the help of some moment; what a text names can be asked."""
    for language, catalogue in read_languages().items():
        texts = keys_of(catalogue)
        named = {key: set(NAMED.findall(" ".join(said))) for key, said in texts.items()}
        assert {
            key: names - set(GAME_COMMANDS) for key, names in named.items() if names - set(GAME_COMMANDS)
        } == {}
        helped_with = set().union(*(names for key, names in named.items() if key.startswith("help.")))
        assert helped_with == set(GAME_COMMANDS) - {"help"}, language


@pytest.mark.parametrize("name", GAME_COMMANDS)
async def test_every_command_is_understood(club: Club, name: str) -> None:
    """No command of the list is unknown to the table, which serves all platforms alike."""
    reply = await club.say(ANN, name)
    assert reply.refusal is None or reply.refusal.key != "refusal.unknown_command"


@pytest.mark.parametrize("language", ["en", "pl", "cs"])
def test_what_help_says_to_type_is_read(language: str) -> None:
    """Every command in a help text, with its words, is one that the parser takes."""
    for key, said in keys_of(read_languages()[language]).items():
        if key.startswith(("help.", "tile.")):
            for text in said:
                for example in TYPED.findall(text.replace("{figure}", "mayor")):
                    assert parse(example).name in GAME_COMMANDS, (key, example)
