"""``tutorial``: learn by playing a small prepared game for one person alone.

It is played with the moves of any game, as ``tutorial place 3``, but it is no game of its place: nobody
else sees it, and it is kept with the person.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.games.access import due, fresh, in_phase
from bot.games.asking import Asking
from bot.games.course import Course
from bot.games.game import Game
from bot.games.header import Header, Status
from bot.games.names import clean_name
from bot.games.play import cut
from bot.games.undo import turnable
from bot.lessons import progress
from bot.lessons.lesson import BO, LEARNER, lesson
from bot.lessons.scenes import tutorial_scene
from bot.people import Person
from bot.refusal import Refused
from bot.scene import Phrase, Scene
from bot.texts import language_data
from bot.usecases.aside import led_aside, way_aside
from bot.usecases.beyond import Beyond
from bot.usecases.rows import CommandRow, Needs, Option, always, rows
from core import BastideError, GameRecord

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
    progress.go_on(course)
    return _game(asking, f"t-{asking.chance.game_id()}", 1, course), course


def _played(asking: Asking, game: Game, course: Course, words: tuple[str, ...]) -> Course:
    """The course after a move, with Bo's answer when the turn is over."""
    name, rest = words[0], words[1:]
    if name == "undo":
        return progress.again(course)
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
        progress.go_on(after, anyhow=True)
        return after
    move = rows()[name].move if name in rows() else None
    if move is None:
        raise Refused("refusal.unknown_command")
    in_phase(asking, game, course, *(move.phases if course.position.seat == LEARNER else ()))
    after.play(move.read(course.position, rest))
    progress.go_on(after)
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
