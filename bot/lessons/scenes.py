"""The screens of the tutorial."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from bot.families import Family
from bot.games import describe
from bot.games.course import Course, Step
from bot.games.game import Game
from bot.lessons import progress
from bot.lessons.lesson import LEARNER, lesson
from bot.scene import Choice, Face, Phrase, Picture, PictureKind, Row, Scene, Style
from bot.scenes.deploy import deploy
from bot.scenes.final import final_scoring
from bot.scenes.narration import story
from bot.scenes.over import winners
from bot.scenes.place import place
from core import Event, Phase, Position

_EARNED = ("story.points.", "story.shared.", "story.beaten", "story.tied")


def _turns() -> Iterable[int]:
    return range(1, len(lesson().turns) + 1)


_PLACE: Final = Family("tutorial.{}.place", of=_turns)
_DEPLOY: Final = Family("tutorial.{}.deploy", of=_turns)
_MISSED: Final = Family("tutorial.{}.missed", of=_turns)
_GOOD: Final = Family("tutorial.{}.good", of=_turns)


def tutorial_scene(game: Game, course: Course, *, alone: bool) -> Scene:
    """What the learner is shown: what the last turn brought, what to look for now, what can be done.

    Where the learner is ``alone``, a real game is one against the computer.
    """
    missed = progress.better(course)
    if course.position.over:
        face = _over(game, course, alone=alone)
    elif missed is not None:
        face = _missed(game, course, *missed)
    elif course.position.phase is Phase.DEPLOY:
        face = _deploying(game, course)
    else:
        face = _placing(game, course)
    return Scene(
        lines=face.lines,
        picture=face.picture,
        rows=face.rows,
        game=game.id,
        version=game.version,
        actor=game.header.host,
        language=game.header.language,
    )


def _placing(game: Game, course: Course) -> Face:
    face = place(game, course)
    number = progress.number(course)
    possible = lesson().turns[number - 1].shown(course.position) is not None
    lines = (
        _heading(number),
        *_looking_back(game, course, number - 1),
        Phrase(_PLACE(number) if possible else "tutorial.other"),
        *face.lines,
    )
    before = (*progress.learners(course, number - 1), *progress.bos(course, number - 1))
    events = tuple(event for step in before for event in step.events)
    return _in_lesson(Face(lines, face.picture, face.rows), events)


def _looking_back(game: Game, course: Course, turn: int) -> Iterator[Phrase]:
    """What the learner's last turn was good for, and what Bo did then."""
    if not turn:
        yield Phrase("tutorial.welcome")
        return
    yield from _earned(game, progress.learners(course, turn))
    if progress.met(course, turn):
        yield Phrase(_GOOD(turn))
    yield from story(game, progress.bos(course, turn))


def _deploying(game: Game, course: Course) -> Face:
    face = deploy(game, course)
    number = progress.number(course)
    offered = lesson().turns[number - 1].offered(course.position)
    what = Phrase(_DEPLOY(number) if offered else "tutorial.other_deploy")
    turns = any(choice.command == "turn" for row in face.rows for choice in row)
    lines = (_heading(number), what, *((Phrase("tutorial.turn"),) if turns else ()), *face.lines)
    undo = (Choice(Phrase("choice.undo"), "undo"),)
    return _in_lesson(Face(lines, face.picture, (*face.rows, undo)))


def _missed(game: Game, course: Course, position: Position, events: tuple[Event, ...]) -> Face:
    number = progress.number(course)
    lines = (
        _heading(number),
        *_earned(game, progress.learners(course, number)),
        Phrase(_MISSED(number)),
    )
    picture = Picture(PictureKind.BOARD, position, game.header.names, events=events)
    row = (
        Choice(Phrase("tutorial.again"), "undo", Style.MAIN),
        Choice(Phrase("tutorial.go_on"), "next"),
    )
    return _in_lesson(Face(lines, picture, (row,)))


def _over(game: Game, course: Course, *, alone: bool) -> Face:
    position = course.position
    last = len(lesson().turns)
    lines = (
        *_earned(game, progress.learners(course, last)),
        *((Phrase(_GOOD(last)),) if progress.met(course, last) else ()),
        Phrase("tutorial.over"),
        *final_scoring(game, course),
        describe.standings(game, position.scores),
        winners(game, position.winners),
        Phrase("tutorial.after"),
        *((Phrase("help.alone"),) if alone else ()),
    )
    picture = Picture(
        PictureKind.BOARD, position, game.header.names, view="whole", events=course.steps[-1].events
    )
    row = (
        *(() if alone else (Choice(Phrase("tutorial.real"), "new", Style.MAIN),)),
        Choice(Phrase("choice.against"), "new opponents=1", Style.MAIN if alone else Style.PLAIN),
        Choice(Phrase("choice.rules"), "rules"),
        Choice(Phrase("tutorial.restart"), "tutorial restart"),
    )
    return Face(lines, picture, (row,))


def _heading(number: int) -> Phrase:
    return Phrase.of("tutorial.heading", number=number, total=len(lesson().turns))


def _earned(game: Game, steps: Iterable[Step]) -> tuple[Phrase, ...]:
    """The sentences about the learner's points."""
    return tuple(phrase for phrase in story(game, steps) if phrase.key.startswith(_EARNED))


def _in_lesson(face: Face, events: tuple[Event, ...] = ()) -> Face:
    """The face with commands that mean the lesson, wherever it is played."""
    rows: tuple[Row, ...] = tuple(
        tuple(replace(choice, command=f"tutorial {choice.command}") for choice in row) for row in face.rows
    )
    picture = face.picture
    if picture is not None:
        picture = replace(
            picture, verb=f"tutorial {picture.verb}", events=(*picture.events, *events), seat=LEARNER
        )
    return Face(face.lines, picture, rows)
