"""``tile``: the tile of the day. A move is chosen by taps, and may be changed until the day is over."""

import asyncio
from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

from bot import spots
from bot.games import describe
from bot.games.asking import Asking
from bot.games.moves import read_deploy, read_place
from bot.games.names import clean_name, clean_names
from bot.games.parser import read_turn
from bot.refusal import Refused
from bot.scene import Choice, Phrase, Picture, PictureKind, Scene, Style, Who
from bot.usecases.aside import led_aside, way_aside
from bot.usecases.beyond import Beyond
from bot.usecases.riddle import PURPOSE, Riddle, Solution, Streak, placed, places_of, rank, riddle, solutions
from bot.usecases.rows import CommandRow, Needs, Option, always, values
from core import Action, Deploy, Place, Position
from core.actions import PASS
from core.forecast import Move

LISTED: Final = 10
"""So many people of a place are ranked by name."""
YESTERDAY: Final = "yesterday"
ASIDE: Final = "private"
_DAY: Final = timedelta(days=1)
_BEFORE: Final = Choice(Phrase("choice.tile_yesterday"), f"tile {YESTERDAY}")
_ASIDE: Final = way_aside(f"tile {ASIDE}")


async def tile(beyond: Beyond, asking: Asking) -> Scene:
    """``tile [SPOT [TURN] [LETTER or pass]]``: today's tile. ``tile yesterday``: what was best.

    Where others would read along, the tile is only shown; ``tile private`` leads to where it is answered.
    """
    today = asking.now.date()
    if asking.command.options.get("day", _mark(today)) != _mark(today):
        raise Refused("refusal.another_day")
    words = asking.words
    if words[:1] == (YESTERDAY,):
        return await _yesterday(beyond, asking, today - _DAY)
    if words and asking.request.overheard:
        if words != (ASIDE,):
            raise Refused("refusal.tile_overheard")
        await _looked(beyond, asking, today)
        return led_aside(asking, Phrase("tile.aside"), "tile")
    posed = await _posed(beyond, today)
    if not words or words == (ASIDE,):
        return await _question(beyond, asking, posed)
    position = posed.position
    # The turn may be left out: then the tile lies as it fits first.
    turned = len(words) > 1 and read_turn(words[1]) is not None
    place = _place(position, words[: 1 + turned])
    laid = posed.position
    laid.play(place)
    match words[1 + turned :]:
        case ():
            return _deployment(asking, posed, position, laid, place)
        case (word,):
            return await _answer(beyond, asking, posed, laid, Move(place, _then(laid, word)))
        case _:
            raise Refused("usage.tile")


async def _posed(beyond: Beyond, day: date) -> Riddle:
    secret = await beyond.store.secret(PURPOSE)
    # To find it takes too long to keep everyone waiting.
    return await asyncio.to_thread(riddle, day, secret)


async def _question(beyond: Beyond, asking: Asking, posed: Riddle) -> Scene:
    position = posed.position
    lines = [
        Phrase.of("tile.heading", day=posed.day, who=posed.record.players[position.seat]),
        Phrase("tile.explained"),
    ]
    text, about = await _looked(beyond, asking, posed.day)
    if asking.request.overheard:
        return _page(asking, lines, _shown(posed, position), (_ASIDE,), (_BEFORE,))
    mine = Solution.from_text(text)
    if mine is not None:
        lines.append(Phrase.of("tile.answered", move=_told(mine.move)))
    streak = Streak.from_text(about)
    if streak is not None and posed.day - streak.last <= _DAY and streak.run > 1:
        lines.append(Phrase.of("tile.streak", count=streak.run))
    picture = _shown(posed, position)
    row = tuple(
        Choice(Phrase.of("choice.spot", spot=number), _command(posed, number))
        for number in range(1, len(picture.spots) + 1)
    )
    return _page(asking, lines, picture, row, (_BEFORE,))


async def _looked(beyond: Beyond, asking: Asking, day: date) -> tuple[str, str]:
    """Rank here, too, whoever answers elsewhere, before or after; what they answered, and their streak."""
    key, answers = asking.person.key, beyond.store.answers
    text = (await answers.on(day.isoformat())).get(key, "")
    about = await answers.about(key)
    await answers.put(day.isoformat(), key, placed(text, str(asking.request.channel)), about)
    return text, about


def _shown(posed: Riddle, position: Position) -> Picture:
    return Picture(
        PictureKind.BOARD,
        position,
        posed.record.players,
        spots=spots.places(position),
        seat=position.seat,
        verb=_command(posed),
    )


def _deployment(asking: Asking, posed: Riddle, before: Position, laid: Position, place: Place) -> Scene:
    """The tile as it would lie: to be turned, and to put a meeple on it."""
    number = spots.places(before).index(place.cell) + 1
    here = _command(posed, number, place.turn * 90)
    letters = spots.letters(laid)
    row = tuple(
        Choice(
            Phrase.of(
                "choice.tile_meeple",
                letter=letter.upper(),
                feature=describe.feature_name(where.partition("@")[0]),
            ),
            f"{here} {letter}",
            Style.MAIN,
        )
        for letter, where in letters
    )
    last = [Choice(Phrase("choice.pass"), f"{here} pass")]
    turned = spots.next_look(before, place)
    if turned is not None:
        last.insert(0, Choice(Phrase("choice.turn"), _command(posed, number, turned.turn * 90)))
    last.append(Choice(Phrase("choice.tile_back"), _command(posed)))
    picture = Picture(
        PictureKind.CLOSE_UP, laid, posed.record.players, letters=letters, seat=laid.seat, verb=here
    )
    return _page(asking, [Phrase("tile.deploy")], picture, row, tuple(last))


async def _answer(beyond: Beyond, asking: Asking, posed: Riddle, laid: Position, move: Move) -> Scene:
    key, day = asking.person.key, posed.day.isoformat()
    earlier = places_of((await beyond.store.answers.on(day)).get(key, ""))
    name = clean_name(asking.person.name, ())
    solution = Solution(move, posed.value(move), name, earlier | {str(asking.request.channel)})
    streak = Streak.from_text(await beyond.store.answers.about(key))
    streak = Streak(posed.day) if streak is None else streak.on(posed.day)
    await beyond.store.answers.put(day, key, solution.to_text(), streak.to_text())
    laid.play(move.then)
    lines = [
        Phrase.of("tile.noted", move=_told(move)),
        Phrase.of("tile.streak", count=streak.run),
    ]
    picture = Picture(PictureKind.BOARD, laid, posed.record.players, seat=posed.position.seat)
    change = Choice(Phrase("choice.tile_change"), _command(posed))
    return _page(asking, lines, picture, (change,))


async def _yesterday(beyond: Beyond, asking: Asking, day: date) -> Scene:
    """What was best, what one's own move was worth, and how the others did."""
    posed = await _posed(beyond, day)
    answers = solutions(await beyond.store.answers.on(day.isoformat()))
    best = posed.moves[0]
    lines = [
        Phrase.of("tile.best", day=day, value=describe.points(posed.best), move=_told(best)),
        Phrase("tile.explained"),
    ]
    mine = answers.get(asking.person.key)
    if mine is not None:
        place = rank(mine.value, answers)
        lines.append(Phrase.of("tile.mine", value=describe.points(mine.value), move=_told(mine.move)))
        lines.append(Phrase.of("tile.rank", place=place, count=len(answers)))
    here = str(asking.request.channel)
    local = {key: answer for key, answer in answers.items() if here in answer.places}
    ranked = sorted(local.items(), key=lambda entry: (-entry[1].value, entry[1].name.casefold()))[:LISTED]
    names = clean_names(answer.name for _, answer in ranked)
    lines.extend(
        Phrase.of(
            "tile.entry",
            place=rank(answer.value, local),
            who=Who(name, key),
            value=describe.points(answer.value),
        )
        for name, (key, answer) in zip(names, ranked, strict=True)
    )
    if not local:
        lines.append(Phrase("tile.nobody_here"))
    shown = posed.position
    seat = shown.seat
    for action in best:
        shown.play(action)
    picture = Picture(PictureKind.BOARD, shown, posed.record.players, seat=seat)
    today = Choice(Phrase("choice.tile_today"), "tile", Style.MAIN)
    return _page(asking, lines, picture, (today,))


def _place(position: Position, words: tuple[str, ...]) -> Place:
    action = _read(read_place, position, words)
    if not isinstance(action, Place):
        raise Refused("usage.tile")
    return action


def _then(laid: Position, word: str) -> Action:
    return PASS if word.lower() == "pass" else _read(read_deploy, laid, (word,))


def _read(
    reader: Callable[[Position, tuple[str, ...]], Action], position: Position, words: tuple[str, ...]
) -> Action:
    """What a move's reader reads; where it would explain its own command, this one is explained."""
    try:
        return reader(position, words)
    except Refused as refused:
        if refused.phrase.key.startswith("usage."):
            raise Refused("usage.tile") from refused
        raise


def _told(move: Move) -> Phrase:
    """A move in words."""
    x, y = move.place.cell
    if not isinstance(move.then, Deploy):
        return Phrase.of("tile.move", x=x, y=y)
    feature = describe.feature_name(move.then.where.partition("@")[0])
    return Phrase.of("tile.move_meeple", x=x, y=y, feature=feature)


def _mark(day: date) -> str:
    return f"{day:%m%d}"


def _command(posed: Riddle, *words: object) -> str:
    """A command about the tile of a day: pressed on another day, it is recognised as an old one."""
    return " ".join(("tile", f"day={_mark(posed.day)}", *map(str, words)))


def _page(asking: Asking, lines: list[Phrase], picture: Picture, *rows: tuple[Choice, ...]) -> Scene:
    return Scene(
        lines=tuple(lines),
        picture=picture,
        rows=tuple(row for row in rows if row),
        actor=asking.person.key,
        language=asking.person.language,
    )


COMMAND: Final = CommandRow(
    rank=330,
    errand=tile,
    options=(
        Option("spot"),
        Option("turn", choices=values("turn", "0", "90", "180", "270")),
        Option("where"),
    ),
    needs=Needs.NO_GAME,
    private=always,
    anyone=always,
)
