"""Who may do what, and when: the checks that come before a use case."""

from typing import Final

from bot.families import Family
from bot.games import describe_time
from bot.games.asking import Asking
from bot.games.course import Course
from bot.games.game import Game
from bot.games.header import Status
from bot.games.presence import heirs_from, is_forgotten, is_heir, may_replace
from bot.people import Person
from bot.refusal import Refused, Stale
from bot.request import Request
from bot.scene import Moment, Phrase, Who
from core import Phase
from core.rulesets import PHASES


def present(asking: Asking) -> Game:
    """The game, if there is one here; a button must belong to it."""
    game, of = asking.game, asking.request.game
    if game is None:
        raise Refused("refusal.no_game")
    if of and of != game.id:
        raise Stale("refusal.other_game", due=due(game, asking.person))
    return game


def vacant(asking: Asking) -> None:
    """No game is on here, so that another can begin; nor one of which nobody has taken care for days."""
    game = asking.game
    if game is None or game.header.status is Status.OVER or may_replace(asking, game):
        return
    if game.header.status is Status.LOBBY:
        if game.seat_of(asking.person) is None:
            raise Refused("refusal.already_open")
        hosts = asking.person.key == game.header.host
        raise Refused("refusal.own_lobby" if hosts else "refusal.already_joined")
    raise Refused("refusal.game_forgotten" if is_forgotten(asking, game) else "refusal.game_on")


def in_lobby(asking: Asking) -> Game:
    """The game, if people are still gathering for it."""
    game = present(asking)
    if game.header.status is Status.RUNNING:
        raise Refused("refusal.already_running")
    if game.header.status is Status.OVER:
        raise Refused("refusal.over")
    return game


def begun(asking: Asking) -> tuple[Game, Course]:
    """The game and its course, if it has begun; it may be over."""
    game = present(asking)
    if game.course is None:
        if game.header.status is Status.OVER:
            raise Refused("refusal.over")
        raise Refused("refusal.not_begun", count=len(game.header.people))
    return game, game.course


def running(asking: Asking) -> tuple[Game, Course]:
    """The game and its course, if it is being played."""
    game, course = begun(asking)
    if game.header.status is Status.OVER:
        raise Refused("refusal.over")
    return game, course


def player(asking: Asking, game: Game) -> int:
    """The seat of the asking person, who must sit in the game and still play."""
    seat = game.seat_of(asking.person)
    if seat is None:
        raise Refused("refusal.not_a_player")
    if game.course is not None and seat in game.course.position.resigned:
        raise Refused("refusal.resigned")
    return seat


def mover(asking: Asking, game: Game, course: Course) -> int:
    """The seat of the asking person, whose decision it must be."""
    seat = player(asking, game)
    if seat != course.position.seat:
        raise Refused("refusal.not_your_turn", due=due(game))
    return seat


def in_phase(asking: Asking, game: Game, course: Course, *phases: Phase) -> None:
    """One of these kinds of decision must be due."""
    if course.position.phase not in phases:
        raise Refused("refusal.wrong_phase", due=due(game, asking.person))


def fresh(asking: Asking, game: Game) -> None:
    """A button must belong to the present moment; typed text always does.

    It still does when nothing but clocks and questions has changed since it was made.
    """
    if is_stale(asking.request, game):
        raise Stale("refusal.stale", due=due(game, asking.person))


def decision_of(asking: Asking) -> Phase | None:
    """The decision that is due, if the asking person has to take it."""
    game = asking.game
    if game is None or game.course is None or game.seat_of(asking.person) != game.course.position.seat:
        return None
    return game.course.position.phase


def is_stale(request: Request, game: Game | None) -> bool:
    """Whether a request comes from a button that belongs to another game or to an earlier moment."""
    if not request.game or request.version is None:
        return False
    if game is None or game.id != request.game:
        return True
    oldest = game.header.tempo.moved or game.version
    return not oldest <= request.version <= game.version


def host_or_admin(asking: Asking, game: Game) -> None:
    """Only the host and those who manage the chat; when the host is silent for days, whoever has joined."""
    if not leads(asking, game):
        raise Refused("refusal.until_heirs", refusal=_only_host(game), when=heirs_moment(game))


def in_charge(asking: Asking, game: Game) -> bool:
    """Whether the asking person is the host or manages the chat."""
    return asking.person.key == game.header.host or asking.request.admin


def leads(asking: Asking, game: Game) -> bool:
    """Whether the asking person may do what the host can."""
    return in_charge(asking, game) or is_heir(asking, game)


def heirs_moment(game: Game) -> Moment:
    """From when on anybody who has joined may do what only the host could, as people read it."""
    return describe_time.moment(game, heirs_from(game))


def _only_host(game: Game) -> Phrase:
    return Phrase.of("refusal.only_host", who=host_name(game))


def host_name(game: Game) -> Who:
    """The host by their name in the game; an empty one when the host has left it."""
    people = game.header.people
    return next(
        (Who(person.name, person.key) for person in people if person.key == game.header.host), Who("")
    )


_DUE: Final = Family("due.{}", of=PHASES)
_YOURS: Final = Family("due.yours.{}", of=PHASES)


def due(game: Game, reader: Person | None = None) -> Phrase:
    """What has to happen next, and who has to do it; said to the reader, if it is up to them."""
    if game.header.status is Status.OVER:
        return Phrase("due.over")
    if game.course is None:
        return Phrase.of("due.lobby", count=len(game.header.people))
    position = game.course.position
    if reader is not None and game.seat_of(reader) == position.seat:
        return Phrase(_YOURS(position.phase))
    return Phrase.of(_DUE(position.phase), who=game.who(position.seat))
