"""Traders & Builders: goods, pigs, and the builder who brings a second part of the turn."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from bot.families import Family
from bot.games.course import Course
from bot.games.game import Game
from bot.games.talk import Hint, SetTalk
from bot.scene import Phrase
from bot.scenes.hints import offers
from core import Action, Deploy, Event, Phase, Place, PointsAwarded, Position, Terrain, TokensTaken
from core.sets.traders_builders.builders import BUILDER, SECOND
from core.sets.traders_builders.goods import GOODS, goods
from core.sets.traders_builders.pigs import PIG

_COUNT: Final = Family("count.goods.{}", of=GOODS)


def told(game: Game, _seat: int, what: Action | Event) -> Phrase | None:
    """The sentence about goods that were taken."""
    match what:
        case TokensTaken(seat, kinds):
            return Phrase.of("story.goods", who=game.who(seat), goods=_listed(Counter(kinds)))
        case _:
            return None


def deed(event: Event) -> Phrase | None:
    """The same in a word or two."""
    match event:
        case TokensTaken(kinds=kinds):
            return Phrase.of("news.goods", goods=_listed(Counter(kinds)))
        case _:
            return None


def standings(game: Game, course: Course) -> Iterator[Phrase]:
    """Whoever has goods, and which."""
    position = course.position
    for seat in range(len(position.scores)):
        held = goods(position, seat)
        if any(held.values()):
            yield Phrase.of("worth.goods", who=game.who(seat), goods=_listed(held))


def counted(position: Position, seat: int) -> Phrase:
    """What a seat has, as a text of the rules calls it."""
    return Phrase.of("count.goods", goods=_listed(goods(position, seat)))


def _listed(held: Mapping[str, int]) -> tuple[Phrase, ...]:
    return tuple(Phrase.of(_COUNT(kind), count=held[kind]) for kind in GOODS if held.get(kind))


def notes(game: Game, course: Course) -> Iterator[Phrase]:
    """In the second part: that it is one, unless the same message tells already what has led to it."""
    told = any(SECOND in step.called for step in course.during(game.turn, course.turn))
    if SECOND in course.position.called and not course.position.over and not told:
        yield Phrase.of("note.second_part", who=game.who(course.position.active))


_WITH_PIG: Final = (2, 4)
"""Points for each city of a field where the own pig stands, one more than elsewhere."""


def _pig(award: PointsAwarded) -> bool:
    return award.reason == Terrain.FIELD and award.points in {each * award.cities for each in _WITH_PIG}


def _cities(position: Position, action: Deploy) -> int:
    """What a pig would add: a point for each completed city, to whoever has the majority there."""
    view = position.feature_at(position.laid[-1].cell, action.where)
    return view.cities if position.seat in view.owners else 0


def _may_extend(position: Position, action: Action) -> bool:
    """Whether it depends on where a tile is laid who draws the next: its player once more, or another."""
    builds = (standing.figure is BUILDER and standing.seat == position.seat for standing in position.figures)
    return isinstance(action, Place) and SECOND not in position.called and any(builds)


def _in_second_part(position: Position) -> bool:
    return SECOND in position.called


TALK: Final = SetTalk(
    tasted=Phrase("taste.traders-builders"),
    words=("traders", "builders"),
    about=("builder", "pig", "goods"),
    marks={
        "wine": Phrase("on_tile.wine"),
        "grain": Phrase("on_tile.grain"),
        "cloth": Phrase("on_tile.cloth"),
    },
    adds={PIG: _cities},
    illegal=("no_own_follower", "completed"),
    trades=_may_extend,
    traded="refusal.undo_builder",
    hints=(
        Hint(Phase.PLACE, 12, "second_part", _in_second_part),
        Hint(Phase.DEPLOY, 33, "builder", offers(BUILDER)),
        Hint(Phase.DEPLOY, 34, "pig", offers(PIG)),
    ),
    told=told,
    called={SECOND: "second_part"},
    deed=deed,
    special={"pig": _pig},
    everywhere=GOODS,
    notes=notes,
    standings=standings,
    numbers={"goods": counted},
)
