"""The end of a game: the final scoring, and the winners."""

from collections.abc import Iterator
from dataclasses import replace

from bot.games import describe
from bot.games.course import Course
from bot.games.game import Game
from bot.games.opponents import opponents
from bot.games.results import counts
from bot.scene import Face, Phrase, PictureKind, Style, Who
from bot.scenes.face import choice, told
from bot.scenes.final import final_scoring


def over(game: Game, course: Course) -> Face:
    """The last scene."""
    position = course.position
    lines = [Phrase.of("over.heading", title=describe.title(game))]
    if game.header.ended_by:
        lines.append(Phrase.of("over.ended", who=Who(game.header.ended_by)))
    if position.over:
        # first of all, for a long scoring may not fit under a picture
        lines.append(winners(game, position.winners))
    lines.extend(describe.known_bag(game))
    lines.extend(_uncounted(game))
    lines.extend(_advised(game))
    if position.over and opponents(game.header) and counts(game):
        lines.append(Phrase("over.against"))
    # a button tells it in full
    lines.extend(replace(line, spare=1) for line in final_scoring(game, course))
    lines.append(describe.standings(game, position.scores))
    looks = [
        choice("replay film", Phrase("choice.replay.film")),
        choice("replay chart", Phrase("choice.replay.chart")),
        choice("replay review", Phrase("choice.replay.review")),
        choice("board", Phrase("choice.replay.board")),
    ]
    if position.over:
        looks.append(choice("score", Phrase("choice.replay.score")))
    row = (
        choice("new again", Phrase("choice.rematch"), Style.MAIN),
        choice("new", Phrase("choice.new")),
        choice("export", Phrase("choice.export")),
    )
    return Face(tuple(lines), told(game, course, PictureKind.SUMMARY), (row, tuple(looks)))


def _uncounted(game: Game) -> tuple[Phrase, ...]:
    """That the game is nobody's win and nobody's loss, where it is not said already."""
    header = game.header
    told = header.bag_shown or header.meddled or header.source
    return () if told or counts(game) else (Phrase("over.uncounted"),)


def _advised(game: Game) -> Iterator[Phrase]:
    """Who was given advice how often."""
    for seat, actions in sorted(game.header.asked.items()):
        yield Phrase.of("over.advised", who=game.who(seat), count=len(actions))


def winners(game: Game, seats: tuple[int, ...]) -> Phrase:
    """Who has won."""
    if len(seats) == 1:
        return Phrase.of("over.won", who=game.who(seats[0]))
    return Phrase.of("over.shared", who=game.everyone(seats))
