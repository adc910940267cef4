"""Whoever wants it is told on their devices that it is their turn: who, of what, and from when on.

A game has a deadline for that of its own, which is written with the change. It lies on a platform that is
none, so that the keeper leaves it alone and whoever sends such notices finds it (``bot.pushing``).
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.clocks.preferences import Known
from bot.clocks.tempo import Reason
from bot.clocks.timer import Call
from bot.games.game import Game
from bot.games.habits import persons
from bot.games.header import Status
from bot.people import Channel, Person

PUSH: Final = "push"
"""In place of a platform."""

AFTER: Final = timedelta(seconds=5)
"""Whoever has the page before them says so within this time, and needs no notice."""


@dataclass(frozen=True, slots=True)
class Nudge:
    """What a person should be told: that it is their turn, or that it still is.

    ``about`` is the game, the turn and the seat; ``reminder`` the version of the game that reminds them, 0
    for the turn itself. ``version`` is the first that shows it: who has seen that page needs not be told.
    ``playing``: they have begun with their turn already.
    """

    person: Person
    about: str
    reminder: int
    version: int
    when: datetime
    playing: bool = False


def nudging(channel: Channel) -> Channel:
    """The name under which a place has this deadline."""
    return Channel(PUSH, (channel.platform, *channel.place))


def nudged(name: Channel) -> Channel:
    """The place that has this name."""
    platform, *place = name.place
    return Channel(platform, tuple(place))


def nudge(game: Game, known: Known) -> Nudge | None:
    """What is to be told of a game as it stands, by its header alone; None for nothing."""
    header, tempo = game.header, game.header.tempo
    timer = tempo.timer
    if header.status is not Status.RUNNING or timer is None or timer.paused or tempo.resting:
        return None
    if timer.seat not in persons(game) or timer.call not in {Call.NOW, Call.DONE}:
        return None
    person = header.people[timer.seat]
    preferences = known.of(person)
    if not preferences.notices or preferences.mute:
        return None
    about = f"{game.id}/{timer.turn}/{timer.seat}"
    note = tempo.note
    if note is not None and note.reason is Reason.REMINDER and person.key in note.people:
        return Nudge(person, about, note.version, note.version, note.when)
    playing = header.since > timer.began
    return Nudge(person, about, 0, tempo.moved, timer.began + AFTER, playing)
