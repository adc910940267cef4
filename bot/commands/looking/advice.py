"""``advice``: what the best player would do, told to whoever has to decide, if the game allows it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot import spots
from bot.families import Family
from bot.games import describe
from bot.games.access import mover, running
from bot.games.advised import may_advise
from bot.games.asking import Asking
from bot.games.course import Course
from bot.games.describe import feature_name, figure_name
from bot.games.game import Answered, Game
from bot.games.talk import talks
from bot.refusal import Refused
from bot.scene import Phrase, Picture, PictureKind, Scene
from bot.thinking.minds import NoThought
from bot.usecases.aside import led_aside, way_aside
from bot.usecases.beyond import Beyond
from bot.usecases.info import answer
from bot.usecases.rows import CommandRow, always
from core import Action, Deploy, Pass, Phase, Place, Position, TakeBack, parse_action
from core.opponents.reasons import Reason, Why
from core.opponents.weighing import can_weigh

TOLD: Final = 2
"""So many reasons are told."""

_WHY: Final = Family("advice.why.{}", of=Why)


async def advice(beyond: Beyond, asking: Asking) -> Scene | Answered:
    """``advice``: the move, with why. ``advice GAME`` asks for it from where nobody else reads along."""
    if asking.words:
        return await _elsewhere(beyond, asking)
    game, course = running(asking)
    seat = mover(asking, game, course)
    if not may_advise(game):
        raise Refused("refusal.no_advice")
    if not can_weigh(course.position):
        raise Refused("refusal.nothing_to_advise")
    if asking.request.overheard:
        command = f"advice {game.id}"
        return led_aside(asking, Phrase("advice.aside"), command, way_aside("advice"))
    try:
        given = await beyond.minds.advise(game.record.to_json())
    except NoThought:
        raise Refused("refusal.no_thought") from None
    actions = tuple(map(parse_action, given.actions))
    after = _noted(asking, game, seat)
    lines = (
        Phrase("advice.heading"),
        *_told(course.position, actions),
        *(_why(game, reason) for reason in given.reasons[:TOLD]),
        *(() if given.reasons else (Phrase("advice.why.nothing"),)),
    )
    return Answered(after, answer(asking, after, *lines, picture=_picture(after, course, actions)))


def _told(position: Position, actions: tuple[Action, ...]) -> Iterator[Phrase]:
    """Each move, as it is called when it is due."""
    due = position.copy()
    for action in actions:
        yield advised(due, action)
        if isinstance(action, Place):
            due.play(action)


def _noted(asking: Asking, game: Game, seat: int) -> Game:
    """The game with a note that a seat was given advice on the decision that is due."""
    actions = 0 if game.course is None else len(game.course.steps)
    before = game.header.asked.get(seat, ())
    asked = {**game.header.asked, seat: tuple(sorted({*before, actions}))}
    return game.then(replace(game.header, asked=asked, once=asking.request.once))


async def _elsewhere(beyond: Beyond, asking: Asking) -> Scene:
    """The advice on a game of another place, asked for where nobody reads along."""
    if len(asking.words) > 1:
        raise Refused("usage.advice")
    request = asking.request
    place = await beyond.store.where_is(request.channel.platform, asking.words[0].lower())
    if place is None:
        raise Refused("refusal.unknown_game")
    reply = await beyond.ask(replace(request, channel=place, command="advice", game="", version=None))
    if reply.refusal is not None:
        raise Refused(reply.refusal.key, **reply.refusal.args)
    if reply.answer is None:
        raise Refused("refusal.nothing_to_advise")
    # Its buttons would be pressed in this place, which has another game.
    return replace(reply.answer, rows=(), game="", version=0)


def _why(game: Game, reason: Reason) -> Phrase:
    return Phrase.of(
        _WHY(reason.why),
        points=describe.points(reason.points),
        feature="" if reason.terrain is None else describe.feature_name(reason.terrain),
        who=game.everyone(reason.seats),
    )


def _picture(game: Game, course: Course, actions: tuple[Action, ...]) -> Picture | None:
    """The tile as it would lie, with the figure's place lettered."""
    position, last = course.position.copy(), actions[-1]
    for action in actions:
        if isinstance(action, Place):
            position.play(action)
    if position.phase is not Phase.DEPLOY:
        return None
    picture = Picture(PictureKind.CLOSE_UP, position, game.header.names, seat=position.seat)
    match last:
        case Deploy(where=where):
            return replace(picture, letters=tuple(p for p in spots.letters(position) if p[1] == where))
        case TakeBack(cell=cell, where=where):
            number = str(spots.take_backs(position).index(last) + 1)
            return replace(picture, figures=((number, cell, where),))
        case _:
            return picture


def advised(position: Position, action: Action) -> Phrase:
    """What somebody is advised to do when that is due: "Lay the tile on spot 3 as in the picture."."""
    for talk in talks().values():
        if own := talk.advised(action, "advice"):
            return own
    match action:
        case Place(cell=cell):
            return Phrase.of("advice.place", spot=spots.places(position).index(cell) + 1)
        case Deploy(figure=figure, where=where):
            kind = where.partition("@")[0]
            if kind == "corner":
                return Phrase.of("advice.deploy_there", figure=figure_name(figure))
            letter = next(letter for letter, at in spots.letters(position) if at == where)
            return Phrase.of(
                "advice.deploy",
                figure=figure_name(figure),
                letter=letter.upper(),
                feature=feature_name(kind),
            )
        case Pass():
            return Phrase("advice.pass")
        case _:
            raise LookupError(f"nobody says how to advise {action}")


COMMAND: Final = CommandRow(
    rank=155,
    errand=advice,
    private=always,
)
