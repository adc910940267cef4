"""Looking at a game that is over, turn by turn."""

from typing import Final

from bot.families import Family
from bot.games import describe
from bot.games.asking import Asking
from bot.games.course import Course
from bot.games.game import Game
from bot.games.header import IMPORTED
from bot.games.play import cut
from bot.scene import Choice, Phrase, Picture, PictureKind, Scene, Style, Who
from bot.scenes.face import themed
from bot.scenes.narration import story
from bot.scenes.over import winners
from bot.scenes.undone import undone


def kept(course: Course, turn: int) -> int:
    """How many steps belong to the turns up to this one."""
    return sum(step.turn <= turn for step in course.steps)


def last_turn(course: Course) -> int:
    """The last turn in which something was done."""
    return course.steps[-1].turn if course.steps else 0


def look(asking: Asking, game: Game, course: Course, turn: int, *before: Phrase) -> Scene:
    """The game after a turn, with buttons for the other turns."""
    last = last_turn(course)
    turn = max(0, min(turn, last))
    shown = course if turn == last else cut(course, kept(course, turn))
    lines = [*before, Phrase.of("viewer.heading", title=describe.title(game), turn=turn, last=last)]
    lines.extend(undone(game, turn, turn))
    if turn < last:
        lines.extend(story(game, course.during(turn, turn)))
    lines.append(describe.standings(game, shown.position.scores))
    if turn == last and game.header.ended_by:
        lines.append(Phrase.of("over.ended", who=Who(game.header.ended_by)))
    if turn == last and course.position.over:
        lines.append(winners(game, course.position.winners))
    return Scene(
        lines=tuple(lines),
        # Of a game in The Discoverers with open hands there is nothing to hide once it is over.
        picture=themed(
            game,
            Picture(
                PictureKind.BOARD, shown.position, game.header.names, view="whole", events=shown.recent()
            ),
        ),
        rows=(_steps(game, turn, last), _uses(asking, game, course, turn)),
        actor=asking.person.key,
        language=asking.person.language,
    )


_STEP: Final = Family("choice.viewer.{}", of=("first", "back", "forth", "last"))


def _steps(game: Game, turn: int, last: int) -> tuple[Choice, ...]:
    wanted = {
        "first": 0 if turn > 1 else None,
        "back": turn - 1 if turn > 0 else None,
        "forth": turn + 1 if turn < last else None,
        "last": last if turn < last - 1 else None,
    }
    return tuple(
        Choice(Phrase(_STEP(name)), f"history {game.id} {number}")
        for name, number in wanted.items()
        if number is not None
    )


def may_go_on(asking: Asking, game: Game) -> bool:
    """Whether this person may take the game up again: people their own, and who manages the chat all.

    What somebody sent belongs to whoever has the file.
    """
    sent = game.header.source == IMPORTED
    return sent or asking.request.admin or game.seat_of(asking.person) is not None


def _uses(asking: Asking, game: Game, course: Course, turn: int) -> tuple[Choice, ...]:
    row = [
        Choice(Phrase("choice.replay.film"), f"replay {game.id} film"),
        Choice(Phrase("choice.export"), f"export {game.id}"),
        Choice(Phrase("choice.verify"), f"verify {game.id}"),
    ]
    if may_go_on(asking, game) and (turn < last_turn(course) or not course.position.over):
        go_on = Choice(Phrase("choice.go_on"), f"history {game.id} {turn} continue", Style.MAIN)
        row.insert(0, go_on)
    return tuple(row)
