"""``help``: what one can do here and now."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.families import Family
from bot.games.access import due, host_name
from bot.games.asking import Asking
from bot.games.course import Course
from bot.games.game import Game
from bot.games.header import Status
from bot.games.talk import talks_of
from bot.games.undone import Undo
from bot.lessons.screens import TOPICS
from bot.scene import Choice, Phrase, Scene, Style
from bot.usecases.beyond import Beyond
from bot.usecases.rows import CommandRow, Needs, always
from bot.usecases.showing import glimpse
from core import Figure, Phase, Position
from core.rulesets import PHASES


def help_(asking: Asking, unseen: str = "", *, board: bool = False) -> Scene:
    """``help``: what fits the asking person's situation first, then where to look and learn.

    Where nobody can tell whether there is a game, ``unseen`` is the key of the text that says why. With
    ``board`` the place leads to the board that one touches.
    """
    learn = Choice(Phrase("choice.tutorial"), "tutorial", Style.MAIN)
    rules = Choice(Phrase("choice.rules"), _rules(asking.game))
    return Scene(
        lines=(*_lines(asking, unseen), *((Phrase("help.board"),) if board else ())),
        rows=((learn, *_against(asking, unseen), rules),),
        actor=asking.person.key,
        language=asking.person.language,
    )


def _against(asking: Asking, unseen: str) -> tuple[Choice, ...]:
    """The way to a game against the computer, where none is on."""
    game = asking.game
    if unseen or (game is not None and game.header.status is not Status.OVER):
        return ()
    return (Choice(Phrase("choice.against"), "new opponents=1"),)


def _lines(asking: Asking, unseen: str) -> Iterator[Phrase]:
    game = asking.game
    if unseen:
        yield Phrase(unseen)
    elif game is None or game.header.status is Status.OVER:
        yield Phrase("help.alone" if asking.request.alone else "help.begin")
    elif game.course is None:
        yield Phrase("help.lobby")
        yield Phrase.of("help.start", host=host_name(game))
    else:
        yield from _playing(asking, game, game.course)
    yield Phrase("help.learn")
    yield Phrase("help.more")
    playing = game is not None and game.header.status is Status.RUNNING
    if not unseen and not playing:
        yield Phrase("help.files")


_UNDO: Final = Family("help.undo.{}", of=Undo)
_TURN: Final = Family("help.turn.{}", of=(phase for phase in PHASES if phase is not Phase.DEPLOY))


def _playing(asking: Asking, game: Game, course: Course) -> Iterator[Phrase]:
    seat = game.seat_of(asking.person)
    asked = game.header.tempo.ballot is not None and seat is not None
    if seat == course.position.seat:
        yield _due(course.position)
        if not asked:
            yield Phrase(_UNDO(game.header.undo))
    elif seat is None:
        yield Phrase.of("help.watching", due=due(game))
    else:
        yield Phrase.of("help.waiting", due=due(game))
    if asked:
        yield Phrase("help.vote")
    if seat != course.position.seat and asking.request.admin:
        yield Phrase("help.rescue")
    yield Phrase("help.look")
    if seat is not None:
        yield Phrase("help.leave")


def _due(position: Position) -> Phrase:
    """What to tap and type for the decision that is due, as far as the game knows it."""
    for talk in talks_of(position):
        if position.phase in talk.help:
            return talk.help[position.phase]
    if position.phase is not Phase.DEPLOY:
        return Phrase(_TURN(position.phase))
    others = [figure for figure in position.figure_kinds if figure is not Figure.MEEPLE]
    if others:
        return Phrase.of("help.turn.deploy.figure", figure=others[0].value)
    return Phrase("help.turn.deploy")


def _rules(game: Game | None) -> str:
    """The rules of what is played here, or all of them."""
    return f"rules {game.header.game}" if game is not None and game.header.game in TOPICS else "rules"


async def here(beyond: Beyond, asking: Asking) -> Scene:
    """Help is there at once, whatever can be seen of the game."""
    game, unseen = await glimpse(beyond.games, asking.request.channel)
    here = bool(beyond.board) and asking.request.channel.platform != "web"
    return help_(replace(asking, game=game), unseen, board=here)


COMMAND: Final = CommandRow(
    rank=230,
    errand=here,
    needs=Needs.NOTHING,
    private=always,
    anyone=always,
    admins=True,
)
