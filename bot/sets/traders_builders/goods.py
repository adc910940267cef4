"""Goods: who took which, and who has how many."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from bot.families import Family
from bot.games.course import Course
from bot.games.game import Game
from bot.scene import Phrase
from core import Action, Event, Position, TokensTaken
from core.sets.traders_builders.goods import GOODS, goods

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
