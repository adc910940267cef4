"""A place's standing appointment: every day at the same hour a new game, or a call for the next move."""

import json
from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace
from datetime import datetime, time, timedelta
from typing import Annotated, Final, Self

from pydantic import PlainSerializer, PlainValidator, TypeAdapter

from bot.clocks.control import Kind, read_hour, write_hour
from bot.clocks.tempo import Note, Reason
from bot.clocks.timer import reminders_passed
from bot.clocks.zones import at, zone
from bot.games import lobby
from bot.games.asking import Asking
from bot.games.game import Game
from bot.games.habits import persons
from bot.games.header import Status
from bot.games.names import clean_name
from bot.games.play import retimed
from bot.games.presence import last_heard, touched_at
from bot.games.seats import is_person
from bot.kept import Moment, read
from bot.people import Channel, Person
from bot.request import Request
from bot.timing.timekeeping import hand_of, reachable

LATE: Final = timedelta(hours=3)
"""An appointment that could not be kept in time is kept so much later at most."""
UNANSWERED: Final = timedelta(days=7)
"""An appointment that nobody answers for so long is kept no more, until somebody begins it again."""
APART: Final = timedelta(hours=1)
"""Nobody is told of the same turn twice within so much time."""

_DAY: Final = timedelta(days=1)
_MARK: Final = "daily"


def _person(parts: Sequence[str]) -> Person:
    return Person(*map(str, parts))


@dataclass(frozen=True, slots=True)
class Appointment:
    """An hour in a zone; what is to be played, as words after ``new``; who made it and when; its language.

    ``asked`` is the first hour since anybody in the place has done something, ``rests`` that it is not kept
    until somebody begins it again.
    """

    hour: Annotated[time, PlainValidator(read_hour), PlainSerializer(write_hour)]
    zone: str
    words: str
    host: Annotated[Person, PlainValidator(_person), PlainSerializer(astuple)]
    since: Moment
    language: str
    asked: Moment | None = None
    rests: bool = False

    def kept(self, game: Game | None, now: datetime) -> Self:
        """The appointment at its hour, when it is to be kept or has not been answered for too long."""
        touched = None if game is None else touched_at(game)
        if self.asked is None or (touched is not None and touched > self.asked):
            return replace(self, asked=now)
        return replace(self, rests=now - self.asked >= UNANSWERED - LATE)

    def latest(self, now: datetime) -> datetime | None:
        """The last hour that has come since the appointment was made; None before the first."""
        where = zone(self.zone)
        today = now.astimezone(where).date()
        hours = (at(today - days * _DAY, self.hour, where) for days in (0, 1, 2))
        return next((hour for hour in hours if self.since < hour <= now), None)

    def following(self, now: datetime) -> datetime:
        """The next hour to come."""
        where = zone(self.zone)
        today = now.astimezone(where).date()
        hours = (at(today + days * _DAY, self.hour, where) for days in range(3))
        return next(hour for hour in hours if hour > now)

    def request(self, channel: Channel, hour: datetime) -> Request:
        """What is asked for when an hour has come, the same however often it is tried."""
        once = f"{_MARK}:{hour.isoformat()}"
        return Request(channel, self.host, f"new {self.words}".strip(), once, language=self.language)

    def to_text(self) -> str:
        """The appointment as it is stored."""
        return json.dumps(_APPOINTMENT.dump_python(self, mode="json"))

    @classmethod
    def from_text(cls, text: str) -> "Appointment":
        """Read what :meth:`to_text` wrote. Raises ValueError."""
        return read(_APPOINTMENT, text)


_APPOINTMENT: Final = TypeAdapter(Appointment)


def mark(channel: Channel) -> Channel:
    """The name under which a place's appointment has a deadline of its own."""
    return Channel(channel.platform, (_MARK, *channel.place))


def marked(channel: Channel) -> Channel | None:
    """The place whose appointment has this name; None when it is a place itself."""
    if len(channel.place) < 2 or channel.place[0] != _MARK:
        return None
    return Channel(channel.platform, channel.place[1:])


def appointed(made: Appointment, asking: Asking) -> Game | None:
    """What an appointment does when its hour has come; None when there is nothing to do.

    Without a game it opens one, with those seated who played here last; while people are still gathering for
    one, they are called again. A running game's player is called, unless its own clock has a daily hour or
    they have just been told. The call stands for a reminder that would come at about the same time. What
    nobody answers for days ends with a line that says how it is begun again.
    """
    game = asking.game
    if made.rests:
        return _last_line(asking)
    if game is None or game.header.status is Status.OVER:
        return _opened(made, asking)
    if game.course is None:
        return _called(asking, game)
    tempo = game.header.tempo
    timer = tempo.timer
    if timer is None or timer.paused or timer.up or tempo.resting or tempo.clock.kind is Kind.DAILY:
        return None
    told = reachable(game, {timer.seat} & set(persons(game)), asking.known, asking.now)
    last = timer.began if tempo.note is None else tempo.note.when
    if not told or asking.now - last < APART:
        return None
    hand = hand_of(game, timer.seat, asking.known)
    passed = max(timer.reminded, reminders_passed(timer, tempo.clock, hand, asking.now + APART))
    note = Note(game.version + 1, asking.now, Reason.APPOINTMENT, told)
    return retimed(asking, game, tempo=replace(tempo, timer=replace(timer, reminded=passed), note=note))


def _last_line(asking: Asking) -> Game | None:
    game = asking.game
    if game is None or game.header.status is Status.OVER:
        return None
    note = Note(game.version + 1, asking.now, Reason.DAILY_RESTS, ())
    return retimed(asking, game, tempo=replace(game.header.tempo, note=note))


def _called(asking: Asking, game: Game) -> Game | None:
    """Those who are gathering are called once more, unless somebody has just come or been told."""
    note = game.header.tempo.note
    last = game.header.since if note is None else max(note.when, game.header.since)
    told = reachable(game, range(len(game.header.people)), asking.known, asking.now)
    if not told or asking.now - last < APART:
        return None
    note = Note(game.version + 1, asking.now, Reason.APPOINTMENT, told)
    return retimed(asking, game, tempo=replace(game.header.tempo, note=note))


def _opened(made: Appointment, asking: Asking) -> Game:
    """A game for whoever comes. Nobody has asked for it just now, its host no more than anybody else."""
    game = asking.game
    touched = made.since if game is None else touched_at(game)
    heard = last_heard(game, made.host.key, made.since)
    after = lobby.new(asking, lobby.played_last(game))
    people = list(after.header.people)
    for person in () if asking.game is None else asking.game.header.people:
        here = person.key in {other.key for other in people} or not is_person(person)
        if not here and len(people) < after.header.seats:
            people.append(replace(person, name=clean_name(person.name, [other.name for other in people])))
    after = replace(after, header=replace(after.header, people=tuple(people)))
    told = reachable(after, range(len(people)), asking.known, asking.now)
    note = Note(after.version, asking.now, Reason.APPOINTMENT, told) if told else None
    header = replace(
        after.header,
        tempo=replace(after.header.tempo, note=note),
        touched=max(touched, made.since),
        heard=heard,
    )
    return replace(after, header=header)
