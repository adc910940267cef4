"""A game as its place is shown it, and what can be seen of it when not everything can."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.clocks.tempo import Note, Reason
from bot.families import Family
from bot.games import describe
from bot.games.game import Game
from bot.games.loading import Games
from bot.people import Channel, Person
from bot.request import Notice, Reply
from bot.scene import At, Phrase, Scene
from bot.scenes.compose import closings, public
from bot.scenes.pace import silent_for, until
from bot.store.protocol import CorruptGame, NewerGame, StoreUnavailable
from bot.timing.timekeeper import SOON

_IN_THE_MESSAGE: Final = frozenset({Reason.END, Reason.REMATCH})
"""Of these the live message itself tells."""


_TO_MOVE: Final = frozenset({Reason.TURN, Reason.REMINDER, Reason.APPOINTMENT})
_TO_ANSWER: Final = frozenset({Reason.TIME_UP, Reason.UNDO, Reason.PAUSE, Reason.ENDING, Reason.OFFERED})
_MOVE: Final = Family("notice.{}", of=_TO_MOVE)
_ANSWER: Final = Family("notice.{}", of=_TO_ANSWER)


def notice(game: Game, now: datetime) -> Notice | None:
    """The game's notice as it is now, if its place has not seen it yet."""
    note, live = game.header.tempo.note, game.shown.live
    if note is None or note.reason in _IN_THE_MESSAGE or game.shown.told(game.id) >= note.version:
        return None
    scene = Scene(
        lines=tuple(_lines(game, note, now)),
        game=game.id,
        version=note.version,
        turn=game.turn,
        notify=tuple(person for person in game.header.people if person.key in note.people),
        language=game.header.language,
    )
    if not note.private:
        return Notice(scene)
    place = Phrase.of("notice.place", place=At(game.channel, "" if live is None else live.message))
    return Notice(scene, private=replace(scene, lines=(*scene.lines, place), language=note.private))


def _lines(game: Game, note: Note, now: datetime) -> Iterator[Phrase]:
    people = enumerate(game.header.people)
    told = tuple(game.who(seat, mention=True) for seat, person in people if person.key in note.people)
    title, ballot = describe.title(game), game.header.tempo.ballot
    if note.reason is Reason.DAILY_RESTS:
        yield Phrase("notice.daily_rests")
        return
    if game.course is None:
        yield Phrase.of("notice.lobby", who=told, title=title)
        return
    match note.reason:
        case reason if reason in _TO_MOVE:
            yield Phrase.of(_MOVE(note.reason), who=told, title=title)
            tile = game.course.position.tile
            if tile is not None:
                yield Phrase.of("prompt.tile", tile=describe.tile_in(game.course.position, tile))
            yield until(game, now)
        case reason if reason in _TO_ANSWER:
            about = told if ballot is None else game.who(ballot.seat)
            span = silent_for(game, note.when) if note.reason is Reason.TIME_UP else None
            if span:
                yield Phrase.of("notice.silent", who=told, about=about, title=title, span=span)
            else:
                yield Phrase.of(_ANSWER(note.reason), who=told, about=about, title=title)


def face(game: Game, now: datetime, *, quiet: bool = False, late: bool = False) -> Reply:
    """The game's public face, with what becomes of the messages that show earlier turns."""
    called = _called(game)
    calls = game.turn > 0 or bool(game.header.invited)
    return Reply(
        scene=public(game, now, notify=calls and not called and not quiet),
        closings=closings(game),
        notice=notice(game, now),
        shown=game.shown,
        late=late,
        quiet=quiet,
    )


def _called(game: Game) -> bool:
    """Whether the player has been called to this turn.

    Who plays another part of it is there already, unless somebody else had to decide between.
    """
    about, turn = game.shown.called
    begun, course = game.turn, game.course
    if course is not None and game.turn == course.turn:
        alone = all(step.seat == course.position.seat for step in course.during(course.begun, course.turn))
        begun = course.begun if alone else game.turn
    return about == game.id and begun <= turn <= game.turn


def decides(person: Person, game: Game) -> bool:
    """Whether the decision that is due is this person's."""
    return game.course is not None and game.seat_of(person) == game.course.position.seat


async def glimpse(games: Games, channel: Channel) -> tuple[Game | None, str]:
    """What can be seen of a place's game at once, and the key of what to say when it cannot be seen."""
    try:
        async with asyncio.timeout(SOON):
            return await games.current(channel), ""
    except (StoreUnavailable, TimeoutError):
        return None, "help.unreachable"
    except NewerGame:
        return None, "help.newer"
    except CorruptGame:
        return None, "help.unreadable"
