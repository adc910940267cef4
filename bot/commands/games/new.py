"""``new``: open a game, or the same once more. Nobody is seated who has not said so."""

from dataclasses import replace
from typing import Final

from bot.clocks.tempo import Note, Reason, Tempo
from bot.games import lobby
from bot.games.access import present, vacant
from bot.games.asking import Asking
from bot.games.game import Game
from bot.games.header import Header, Status
from bot.games.opponents import USUAL, opponents
from bot.games.results import Result
from bot.games.seats import is_person
from bot.people import Person, opponent
from bot.refusal import Refused
from bot.timing.timekeeping import reachable
from bot.usecases.agreed import AGREED
from bot.usecases.beyond import Beyond
from bot.usecases.rows import CommandRow, Option

AGAIN: Final = "again"


async def new(beyond: Beyond, asking: Asking) -> Game:
    """``new``: open a game. ``new again``: the one that is over once more."""
    last = lobby.played_last(asking.game)
    if not last and asking.words != (AGAIN,):
        last = await _finished_last(beyond, asking.person)
    return opened(asking, last)


def opened(asking: Asking, last: tuple[str, ...] = ()) -> Game:
    """The game that is opened; ``last`` are the sets of the one before. Raises Refused.

    Whoever asks for one once more sits in it, and the others are asked once. Who asks for it after another
    has joins.
    """
    if asking.words != (AGAIN,):
        return lobby.new(asking, last)
    game = asking.game
    if game is not None and game.header.status is Status.LOBBY and game.header.invited:
        # The button is the finished game's.
        return lobby.join(replace(asking, request=replace(asking.request, game="", version=None)))
    vacant(asking)
    if game is None or present(asking).course is None:
        raise Refused("refusal.rematch")
    return _opened(asking, game)


async def _finished_last(beyond: Beyond, person: Person) -> tuple[str, ...]:
    """The sets that a person has played last to the end, wherever that was."""
    found = await beyond.store.results.latest((person.key,))
    return Result.from_text(found[person.key]).sets if person.key in found else ()


def _opened(asking: Asking, game: Game) -> Game:
    old, key = game.header, asking.person.key
    others = [seat for seat, other in enumerate(old.people) if other.key != key and is_person(other)]
    told = reachable(game, others, asking.known, asking.now)
    header = Header(
        status=Status.LOBBY,
        people=(lobby.sits(asking.person, ()), *_rivals(asking, old)),
        host=key,
        game=old.game,
        sets=old.sets,
        seats=old.seats,
        options=old.options,
        order=old.order,
        language=old.language,
        since=asking.now,
        once=asking.request.once,
        tempo=Tempo(
            clock=old.tempo.clock,
            timeout=old.tempo.timeout,
            note=Note(1, asking.now, Reason.REMATCH, told) if told else None,
        ),
        theme=old.theme,
        hints=old.hints,
        invited=tuple(old.people[seat] for seat in others),
        last=old.sets,
        private=asking.request.alone,
    )
    return asking.opened(header)


def _rivals(asking: Asking, old: Header) -> tuple[Person, ...]:
    """The same opponents once more. Where nobody else can be, there is always one."""
    rivals = opponents(old)
    return rivals if rivals or not asking.request.alone else (opponent(USUAL, 1, old.language),)


COMMAND: Final = CommandRow(
    rank=10,
    errand=new,
    options=(*AGREED, Option("again", choices={AGAIN: "choice.rematch"})),
    ages=True,
)
