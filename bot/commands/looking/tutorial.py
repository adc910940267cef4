"""``tutorial``: learn by playing a small prepared game for one person alone.

It is played with the moves of any game, as ``tutorial place 3``, but it is no game of its place: nobody
else sees it, and it is kept with the person.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from bot.families import Family
from bot.games import describe
from bot.games.access import due, fresh, in_phase
from bot.games.asking import Asking
from bot.games.course import Course, Step
from bot.games.game import Game
from bot.games.header import Header, Status
from bot.games.names import clean_name
from bot.games.play import cut
from bot.games.talk import talks
from bot.games.undo import turnable
from bot.lessons.lesson import BO, LEARNER, lesson
from bot.people import Person
from bot.refusal import Refused
from bot.scene import Choice, Face, Phrase, Picture, PictureKind, Row, Scene, Style
from bot.scenes.deploy import deploy
from bot.scenes.final import final_scoring
from bot.scenes.narration import story
from bot.scenes.over import winners
from bot.scenes.place import place
from bot.texts import language_data
from bot.usecases.aside import led_aside, way_aside
from bot.usecases.beyond import Beyond
from bot.usecases.rows import CommandRow, Needs, Option, always, rows
from core import BastideError, Event, GameRecord, Phase, Position

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
    missed = lesson().better(course)
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
    number = lesson().number(course)
    possible = lesson().turns[number - 1].shown(course.position) is not None
    lines = (
        _heading(number),
        *_looking_back(game, course, number - 1),
        Phrase(_PLACE(number) if possible else "tutorial.other"),
        *face.lines,
    )
    before = (*lesson().learners(course, number - 1), *lesson().bos(course, number - 1))
    events = tuple(event for step in before for event in step.events)
    return _in_lesson(Face(lines, face.picture, face.rows), events)


def _looking_back(game: Game, course: Course, turn: int) -> Iterator[Phrase]:
    """What the learner's last turn was good for, and what Bo did then."""
    if not turn:
        yield Phrase("tutorial.welcome")
        return
    yield from _earned(game, lesson().learners(course, turn))
    if lesson().met(course, turn):
        yield Phrase(_GOOD(turn))
    yield from story(game, lesson().bos(course, turn))


def _deploying(game: Game, course: Course) -> Face:
    face = deploy(game, course)
    number = lesson().number(course)
    offered = lesson().turns[number - 1].offered(course.position)
    what = Phrase(_DEPLOY(number) if offered else "tutorial.other_deploy")
    turns = any(choice.command == "turn" for row in face.rows for choice in row)
    lines = (_heading(number), what, *((Phrase("tutorial.turn"),) if turns else ()), *face.lines)
    undo = (Choice(Phrase("choice.undo"), "undo"),)
    return _in_lesson(Face(lines, face.picture, (*face.rows, undo)))


def _missed(game: Game, course: Course, position: Position, events: tuple[Event, ...]) -> Face:
    number = lesson().number(course)
    lines = (
        _heading(number),
        *_earned(game, lesson().learners(course, number)),
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
        *_earned(game, lesson().learners(course, last)),
        *((Phrase(_GOOD(last)),) if lesson().met(course, last) else ()),
        Phrase("tutorial.over"),
        *final_scoring(game, course),
        describe.standings(game, position.scores),
        winners(game, position.winners),
        Phrase("tutorial.after"),
        *_more(),
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


def _more() -> Iterator[Phrase]:
    """What can be added to a game, as far as a set has something to say to beginners."""
    tastes = tuple(talk.tasted for talk in talks().values() if talk.tasted is not None)
    if tastes:
        yield Phrase.of("tutorial.more", tastes=tastes)


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


FIELD: Final = "tutorial"
"""The command's name, under which a person's lesson is kept among what is known of the person."""

RESTART: Final = ("restart",)


async def tutorial(beyond: Beyond, asking: Asking) -> Scene:
    """``tutorial [move...|next|restart]``: begin or go on; a move, as in any game; begin anew.

    It is nobody else's: where others would read along, it is only said where to play it.
    """
    if asking.request.overheard:
        return led_aside(asking, Phrase("tutorial.aside"), FIELD, way_aside(FIELD))
    key = asking.person.key
    found = _read(asking, await beyond.store.person_get(key))
    words, request = asking.words, asking.request
    if request.game and (found is None or found[0].id != request.game):
        raise Refused("refusal.tutorial_of_another")
    if found is not None:
        game, course = found
        repeated = bool(request.once) and request.once == game.header.once
        if repeated or (not words and not course.position.over):
            return tutorial_scene(game, course, alone=request.alone)
    if not words or words == RESTART:
        game, course = _begun(asking)
    elif found is None:
        raise Refused("refusal.tutorial_none")
    else:
        fresh(asking, found[0])
        course = _played(asking, *found, words)
        game = _game(asking, found[0].id, found[0].version + 1, course)
    await beyond.store.person_set(key, {FIELD: _written(game, course)})
    return tutorial_scene(game, course, alone=request.alone)


def _begun(asking: Asking) -> tuple[Game, Course]:
    course = Course(_record(asking.person).opening())
    lesson().go_on(course)
    return _game(asking, f"t-{asking.chance.game_id()}", 1, course), course


def _played(asking: Asking, game: Game, course: Course, words: tuple[str, ...]) -> Course:
    """The course after a move, with Bo's answer when the turn is over."""
    name, rest = words[0], words[1:]
    if name == "undo":
        return lesson().again(course)
    if name == "turn":
        found = turnable(course)
        if found is None:
            raise Refused("refusal.one_look")
        action, keep = found
        after = cut(course, keep)
        after.play(action)
        return after
    after = course.copy()
    if name == "next":
        if course.position.over or course.position.seat != BO:
            raise Refused("refusal.wrong_phase", due=due(game, asking.person))
        lesson().go_on(after, anyhow=True)
        return after
    move = rows()[name].move if name in rows() else None
    if move is None:
        raise Refused("refusal.unknown_command")
    in_phase(asking, game, course, *(move.phases if course.position.seat == LEARNER else ()))
    after.play(move.read(course.position, rest))
    lesson().go_on(after)
    return after


def _game(asking: Asking, identifier: str, version: int, course: Course) -> Game:
    """The lesson as a game, as far as scenes and refusals need one."""
    person = asking.person
    header = Header(
        status=Status.OVER if course.position.over else Status.RUNNING,
        people=(replace(person, name=_name(person)), Person("tutorial", "bo", _bo(person))),
        host=person.key,
        game="carcassonne",
        sets=("base",),
        seats=2,
        since=asking.now,
        language=person.language,
        once=asking.request.once,
    )
    return Game(asking.request.channel, identifier, version, header, course)


def _name(person: Person) -> str:
    return clean_name(person.name, (_bo(person),))


def _bo(person: Person) -> str:
    return language_data(person.language).players[BO]


def _record(person: Person) -> GameRecord:
    return lesson().record(_name(person), _bo(person))


def _written(game: Game, course: Course) -> str:
    actions = [str(step.action) for step in course.steps]
    return json.dumps([game.id, game.version, game.header.once, *actions])


def _read(asking: Asking, kept: Mapping[str, str]) -> tuple[Game, Course] | None:
    """The person's lesson; None when there is none, or none that can be played on."""
    try:
        identifier, version, once, *actions = json.loads(kept[FIELD])
        course = Course.replay(_record(asking.person).opening(), actions)
    except (KeyError, TypeError, ValueError, BastideError):
        return None
    game = _game(asking, str(identifier), int(version), course)
    return replace(game, header=replace(game.header, once=once)), course


COMMAND: Final = CommandRow(
    rank=360,
    errand=tutorial,
    options=(Option("move"),),
    needs=Needs.NO_GAME,
    private=always,
    anyone=always,
)
