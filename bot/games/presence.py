"""Who was here last: nobody is needed for ever, neither the host of a game nor anybody else.

A host who is silent for some days is not waited for: whoever else has joined may do what only the host could.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.clocks.tempo import Tempo
from bot.clocks.timer import Call, given_time
from bot.games.asking import Asking
from bot.games.game import Game, ancestor
from bot.games.header import Header, Status
from bot.people import Person

HOST_SILENT: Final = timedelta(days=3)
"""After so much silence of the host, anybody who has joined may do what only the host could."""
FORGOTTEN: Final = timedelta(days=30)
"""After so much silence of everybody, anybody in the place may end the game, so that another can begin."""

UNNOTICED: Final = frozenset({"hints", "settings"})
"""What people change without playing: it does not wake a game that rests."""


def touched_at(game: Game) -> datetime:
    """When a person last did something to the game."""
    return game.header.touched or game.header.since


def heard_at(game: Game) -> datetime:
    """When the host last did something to the game, or became its host."""
    return game.header.heard or game.header.since


def last_heard(game: Game | None, key: str, otherwise: datetime) -> datetime:
    """When a person was last heard of in a place, as far as its present game tells: not before ``otherwise``.

    Of a player who is not the host it is only known when somebody last did something.
    """
    if game is None or key not in {game.header.host, *game.header.keys}:
        return otherwise
    return max(otherwise, heard_at(game) if game.header.host == key else touched_at(game))


def heirs_from(game: Game) -> datetime:
    """From when on anybody who has joined may do what only the host could."""
    return heard_at(game) + HOST_SILENT


def is_member(game: Game, person: Person) -> bool:
    """Whether a person sits in the game and has not left it."""
    seat = game.seat_of(person)
    return seat is not None and (game.course is None or seat not in game.course.position.resigned)


def is_heir(asking: Asking, game: Game) -> bool:
    """Whether the asking person may do what only the host could, who has been silent for so long."""
    return asking.now >= heirs_from(game) and is_member(game, asking.person)


def is_forgotten(asking: Asking, game: Game) -> bool:
    """Whether nobody has done anything to a game that is on for so long that anybody may end it."""
    return game.header.status is not Status.OVER and asking.now - touched_at(game) >= FORGOTTEN


def may_replace(asking: Asking, game: Game) -> bool:
    """Whether another game may be opened instead of one for which people are still gathering.

    By a member when the host is silent, and by anybody when all are.
    """
    if game.header.status is not Status.LOBBY:
        return False
    return is_heir(asking, game) or asking.now - touched_at(game) >= HOST_SILENT


def attended(asking: Asking, after: Game, *, by_person: bool = True, plays: bool = False) -> Game:
    """The changed game with a note of who was there; without ``by_person`` nobody has asked for it.

    ``plays``: what was asked for is a decision of the rules.
    """
    before, header = asking.game, after.header
    if by_person:
        header = replace(header, touched=asking.now)
        tempo = _woken(asking, None if before is None else before.header.tempo, header)
        header = replace(header, tempo=_played_on(asking, after, tempo) if plays else tempo)
    same = ancestor(before, after)
    if _hears_host(asking, None if same is None else same.header, header, by_person):
        header = replace(header, heard=asking.now)
    return replace(after, header=header)


def _woken(asking: Asking, before: Tempo | None, header: Header) -> Tempo:
    """What the game keeps about time when somebody is there again: who is to move gets their time anew.

    They are called, unless it is they who have come. Where the others were asked about them, the answer
    tells what happens.
    """
    tempo = header.tempo
    timer = tempo.timer
    if not tempo.missed or asking.command.name in UNNOTICED:
        return tempo
    asked = before is not None and before.timer is not None and before.timer.up
    if tempo.resting and timer is not None and not asked:
        called = timer.call if asking.person.key == header.keys[timer.seat] else Call.LATER
        timer = replace(given_time(timer, tempo.clock, asking.now), call=called)
    return replace(tempo, missed=0, timer=timer)


def _played_on(asking: Asking, after: Game, tempo: Tempo) -> Tempo:
    """Who plays on although they were asked whether to end the game does not want that."""
    before, ballot = asking.game, tempo.ballot
    if before is None or ballot is None or not tempo.asks_to_end:
        return tempo
    moved = before.course is not after.course
    asked = before.seat_of(asking.person) != ballot.seat
    return replace(tempo, ballot=None) if moved and asked else tempo


def _hears_host(asking: Asking, before: Header | None, after: Header, by_person: bool) -> bool:
    """Whether it was the host who asked, or somebody has only now become the host."""
    if by_person and asking.person.key == after.host:
        return True
    return before is not None and before.host != after.host
