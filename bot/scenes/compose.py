"""The scene that everyone in a place sees, and what is left of it when its turn has passed."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.clocks.ballot import Question
from bot.clocks.tempo import Reason
from bot.games import describe, seats
from bot.games.advised import advisable
from bot.games.course import Course, Step
from bot.games.game import Game
from bot.games.header import Status
from bot.games.talk import talks_of
from bot.games.undoing import undoing
from bot.people import Person
from bot.scene import ANYONE, NOBODY, Choice, Face, Phrase, Reading, Row, Scene
from bot.scenes import pace
from bot.scenes.deploy import deploy
from bot.scenes.face import drawn, themed
from bot.scenes.final import in_play
from bot.scenes.hints import hint
from bot.scenes.lobby import called, lobby
from bot.scenes.narration import story
from bot.scenes.over import over
from bot.scenes.place import draw, place
from bot.scenes.readers import readings, unmarked
from bot.scenes.undone import undone
from bot.shown import spans
from core import Phase

FACES: Final[Mapping[Phase, Callable[[Game, Course], Face]]] = {
    Phase.DRAW: draw,
    Phase.PLACE: place,
    Phase.DEPLOY: deploy,
}
"""Who makes what is asked and offered at the decisions that every game has."""

WAY_ON: Final[Row] = (Choice(Phrase("choice.help"), "help", actor=ANYONE, audience=NOBODY),)
"""The button of a message that would have none: nobody may undo what the computer is thinking about.

Where everybody gets a scene of their own, the page has help beside it.
"""


def public(game: Game, now: datetime, *, notify: bool = False) -> Scene:
    """The game as it stands now. With ``notify``, whoever has to decide is mentioned."""
    if game.course is None:
        closed = game.header.status is Status.OVER
        gathering = replace(_scene(game, lobby(game, now, notify=notify)), open=not closed)
        return replace(gathering, notify=called(game)) if notify else gathering
    if game.header.status is Status.OVER:
        last = _scene(game, over(game, game.course))
        return replace(last, notify=_called_at_the_end(game)) if notify else last
    course = game.course
    seat = course.position.seat
    person = game.header.people[seat]
    face = pace.confirming(game, _face(game, course))
    notify = notify and pace.calls(game) and not game.opponent_decides
    vacant = not seats.is_person(person)
    heading = Phrase.of(
        _heading(game, course),
        who=game.who(seat, mention=notify),
        title=describe.name(game),
        tiles=Phrase.of("count.tiles_left", count=course.position.bag_left),
    )
    before = (
        *describe.known_bag(game),
        *undone(game, game.turn - 1, course.turn),
        *story(game, course.during(game.turn, course.turn)),
        *(note for talk in talks_of(course.position) for note in talk.notes(game, course)),
        *seats.notes(game),
    )
    time = tuple(pace.lines(game, course, now))
    asked_for = () if vacant else (*face.lines, *hint(game, course))
    lines = (heading, *before, *asked_for, *time)
    # Where nobody else reads it, nobody is told where they have just laid their tile.
    done = () if seat != course.position.active else ("story.placed",)
    own = (heading, *(line for line in before if line.key not in done), *asked_for, *time)
    picture = themed(game, face.picture)
    if vacant and picture is not None:
        picture = unmarked(picture)
    undo = () if game.header.tempo.asks else _undo(game, course)
    if vacant:
        rows = (undo if game.opponent_decides else (), *pace.rows(game))
    else:
        rows = (*face.rows, (*undo, *_advice(game)), *pace.rows(game))
    rows = tuple(row for row in rows if row)
    offered = seats.choices(game)
    rows = (*rows, offered) if offered else rows
    return Scene(
        lines=lines,
        picture=picture,
        drawn=drawn(game, course, picture),
        rows=rows or (WAY_ON,),
        game=game.id,
        version=game.version,
        turn=game.turn,
        actor=person.key,
        notify=(person,) if notify and not vacant else (),
        language=game.header.language,
        done=game.header.tempo.note is None,
        open=True,
        offer=None if vacant else face.offer,
        seated=tuple(each.key for each in game.header.people),
        readings=readings(game, course, mine=Reading(own, picture), common=(*before, *time)),
    )


def _face(game: Game, course: Course) -> Face:
    """What is asked and offered at the decision that is due."""
    phase = course.position.phase
    own = (talk.faces[phase] for talk in talks_of(course.position) if phase in talk.faces)
    face = next(own, FACES.get(phase))
    if face is None:
        raise LookupError(f"nobody asks for {phase}")
    return face(game, course)


def _heading(game: Game, course: Course) -> str:
    """The key of the line that says whose turn it is."""
    position = course.position
    if game.opponent_decides:
        return "turn.opponent"
    if seats.is_free(game.header.people[position.seat]):
        return "turn.vacant"
    return "turn.heading" if position.seat == position.active else "turn.asked"


def closings(game: Game) -> Mapping[int, Scene]:
    """What the messages of other turns say from now on, by turn: each what happened until the next one."""
    last_words = {
        turn: closing(game, *span) for turn, span in spans(game.shown.posted_in(game.id), game.turn)
    }
    return {turn: scene for turn, scene in last_words.items() if scene is not None}


def closing(game: Game, turn: int, last: int) -> Scene | None:
    """What the message of a turn says when others, up to ``last``, were not shown; None while it lasts."""
    if turn == game.turn:
        return None
    if turn == 0 or game.course is None:
        lines = _beginning(game)
    elif turn > game.turn:
        lines = (Phrase("closing.undone"),)
    else:
        steps = game.course.during(turn, last)
        # What the final scoring gives is told by the last message, which comes after this one.
        scores = describe.standings(game, in_play(game.course))
        lines = (*undone(game, turn, last), *story(game, steps), scores)
    return Scene(lines=lines, game=game.id, version=game.version, turn=turn, language=game.header.language)


def past(game: Game) -> tuple[Scene, ...]:
    """What has happened so far, told from the record: the beginning, and each turn that is over."""
    if game.course is None:
        return ()
    turns: dict[int, list[Step]] = {}
    for step in game.course.steps:
        turns.setdefault(step.turn, []).append(step)
    told = {
        turn: (*undone(game, turn, turn), *story(game, steps))
        for turn, steps in turns.items()
        if turn < game.turn
    }
    lines = {0: _beginning(game), **told}
    return tuple(
        Scene(lines=said, game=game.id, version=game.version, turn=turn, language=game.header.language)
        for turn, said in lines.items()
        if said
    )


def _scene(game: Game, face: Face) -> Scene:
    picture = themed(game, face.picture)
    return Scene(
        lines=face.lines,
        picture=picture,
        drawn=drawn(game, game.course, picture),
        rows=face.rows,
        game=game.id,
        version=game.version,
        turn=game.turn,
        language=game.header.language,
    )


def _called_at_the_end(game: Game) -> tuple[Person, ...]:
    note = game.header.tempo.note
    if note is None or note.reason is not Reason.END:
        return ()
    return tuple(person for person in game.header.people if person.key in note.people)


def _beginning(game: Game) -> tuple[Phrase, ...]:
    return (Phrase.of("closing.started", title=describe.title(game), who=game.players),)


def _advice(game: Game) -> Row:
    """The button that asks for advice, where that is allowed and there is some to give."""
    if game.header.tempo.asks or not advisable(game):
        return ()
    return (Choice(Phrase("choice.advice"), "advice"),)


def _undo(game: Game, course: Course) -> Row:
    """The button of who can undo now, or can ask for it; none while that is asked."""
    way, ballot = undoing(game, course), game.header.tempo.ballot
    if way is None or seats.is_free(game.header.people[way.seat]):
        return ()
    key, who = game.header.people[way.seat].key, game.who(way.seat)
    if way.asks is not None:
        if ballot is not None and ballot.question is Question.UNDO:
            return ()
        label, own = Phrase.of("choice.undo_request", who=who), Phrase("choice.undo_request_own")
        return (Choice(label, "undo", actor=key, own=own),)
    if way.seat == course.position.seat:
        return (Choice(Phrase("choice.undo"), "undo"),)
    label = Phrase.of("choice.undo_of", who=who)
    return (Choice(label, "undo", actor=key, own=Phrase("choice.undo")),)
