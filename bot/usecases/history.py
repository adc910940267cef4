"""``history``: the games of this place that are over. To look at, turn by turn, and to go on with."""

from dataclasses import replace
from typing import Final

from bot.games import describe
from bot.games.access import vacant
from bot.games.asking import Asking
from bot.games.course import Course
from bot.games.game import Game
from bot.games.header import EARLIER, IMPORTED, Header, Order, Status
from bot.games.names import clean_name
from bot.games.parser import read_number
from bot.games.play import cut
from bot.games.settle import settle
from bot.games.undone import until
from bot.people import Person, number_of
from bot.refusal import Refused
from bot.scene import Choice, Phrase, Scene
from bot.scenes.viewer import kept, last_turn, look, may_go_on
from bot.store.protocol import CorruptGame
from bot.usecases.beyond import Beyond

PAGE: Final = 8
"""So many games are listed at once."""
GO_ON: Final = "continue"
MOST_GAMES: Final = 9999
MOST_TURNS: Final = 999
"""The highest numbers of games and turns that can be filled in where a platform checks them itself."""


async def history(beyond: Beyond, asking: Asking) -> Scene | Game:
    """``history [before NUMBER]``, ``history GAME [TURN [continue]]``; a game is named by number or id."""
    words = asking.words
    if not words or words[0].lower() == "before":
        return await _list(beyond, asking)
    game = await beyond.find(asking, words[0])
    course = _course(game)
    turn = last_turn(course)
    if len(words) > 1:
        number = read_number(words[1])
        if number is None:
            raise Refused("usage.history")
        turn = number
    if words[2:] == (GO_ON,):
        return _go_on(asking, game, turn)
    if len(words) > 2:
        raise Refused("usage.history")
    return look(asking, game, course, turn)


async def _list(beyond: Beyond, asking: Asking) -> Scene:
    ids = await beyond.finished(asking)
    before = len(ids) + 1
    if len(asking.words) > 1:
        before = min(before, read_number(asking.words[1]) or before)
    lines: list[Phrase] = []
    row: list[Choice] = []
    number = before - 1
    while number > 0 and len(lines) < PAGE:
        entry = await _entry(beyond, asking, ids[number - 1], number)
        if entry is not None:
            lines.append(entry)
            row.append(Choice(Phrase.of("choice.number", number=number), f"history {number}"))
        number -= 1
    older = (Choice(Phrase("choice.older"), f"history before {number + 1}"),) if number > 0 else ()
    if not lines:
        lines = [Phrase("history.none")]
    rows = tuple(row for row in (tuple(row), older) if row)
    return Scene(tuple(lines), rows=rows, actor=asking.person.key, language=asking.person.language)


async def _entry(beyond: Beyond, asking: Asking, game_id: str, number: int) -> Phrase | None:
    """A line about a game; None for one that was called off before it began."""
    channel = asking.request.channel
    try:
        stored = await beyond.store.load_game(channel, game_id)
        if stored is None:
            return None
        game = beyond.games.open(channel, stored)
    except CorruptGame:
        return Phrase.of("history.corrupt", number=number)
    if game.course is None:
        return None
    scores = dict(enumerate(game.course.position.scores))
    return Phrase.of(
        "history.ended" if game.header.ended_by else "history.entry",
        number=number,
        day=game.header.since,
        title=describe.title(game),
        entries=describe.ranking(game, scores),
    )


def _go_on(asking: Asking, old: Game, turn: int) -> Game:
    """A new game here that goes on where the old one stood after a turn."""
    vacant(asking)
    if not may_go_on(asking, old):
        raise Refused("refusal.not_your_game")
    course = cut(_course(old), kept(_course(old), turn))
    if course.position.over:
        raise Refused("refusal.over")
    settle(course)
    header = _taken_up(asking, old.header, hides=course.position.hides)
    header = replace(header, undone=until(old.header.undone, course.turn))
    return asking.opened(header, course)


def _taken_up(asking: Asking, old: Header, *, hides: bool) -> Header:
    """The header of a game that is taken up again. Time begins anew.

    ``hides``: it has tiles to come, whose order the end of the old game, or the file, has shown.
    """
    imported = old.source == IMPORTED
    return Header(
        status=Status.RUNNING,
        people=_with_namesake(asking, old) if imported else old.people,
        host=asking.person.key,
        game=old.game,
        sets=old.sets,
        seats=len(old.people),
        options=old.options,
        order=Order.JOINED,
        language=asking.request.language if imported else old.language,
        record=old.record,
        seed_hash=old.seed_hash,
        source=IMPORTED if imported else EARLIER,
        theme=old.theme,
        bag_shown=hides,
        left=old.left,
        undo=old.undo,
        since=asking.now,
        once=asking.request.once,
    )


def _with_namesake(asking: Asking, old: Header) -> tuple[Person, ...]:
    """The seats, with the asking person in that which has their name, if one has."""
    people = list(old.people)
    wanted = clean_name(asking.person.name, ()).casefold()
    if number_of(wanted) is not None:
        return old.people
    for seat, person in enumerate(people):
        if person.name.casefold() == wanted:
            people[seat] = replace(asking.person, name=person.name)
            break
    return tuple(people)


def _course(game: Game) -> Course:
    if game.course is None:
        raise Refused("refusal.unknown_game")
    return game.course
