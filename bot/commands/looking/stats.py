"""``stats``: how people do, in this place and everywhere."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.families import Family
from bot.games.asking import Asking
from bot.games.ledger import rating_in, readable
from bot.games.names import clean_names
from bot.games.results import Result
from bot.people import Skill
from bot.scene import Choice, Phrase, Scene, Style, Who
from bot.texts import language_data, languages
from bot.usecases.beyond import Beyond
from bot.usecases.rows import CommandRow, Needs, Option, always, bare, values
from core.records.history import KINDS

MOST: Final = 12
"""So many people are listed."""


_PART: Final = Family("stats.part.{}", of=KINDS)
_AGAINST: Final = Family("stats.against.{}", of=Skill)


@dataclass(frozen=True, slots=True)
class Tally:
    """What somebody has done in some games."""

    games: int
    wins: int
    points: int
    best: int
    parts: Counter[str]

    @classmethod
    def of(cls, results: Sequence[Result], person: str) -> "Tally":
        """The tally of a person over results in which they have a part."""
        seats = [(result, result.people.index(person)) for result in results]
        parts: Counter[str] = Counter()
        for result, seat in seats:
            parts.update(result.parts[seat])
        points = [result.points[seat] for result, seat in seats]
        return cls(
            games=len(seats),
            wins=sum(result.ranks[seat] == 1 for result, seat in seats),
            points=sum(points),
            best=max(points, default=0),
            parts=parts,
        )


async def stats(beyond: Beyond, asking: Asking) -> Scene:
    """``stats``: the people of this place by their rating. ``stats me``: one's own, here and everywhere."""
    here = [
        result
        for text in await beyond.store.results.of_channel(asking.request.channel)
        if (result := readable(text)) is not None
    ]
    if asking.words and _means_me(asking.words[0]):
        return await _mine(beyond, asking, here)
    return await _everyone(beyond, asking, here)


async def _everyone(beyond: Beyond, asking: Asking, here: Sequence[Result]) -> Scene:
    against = [result for result in here if result.against is not None]
    here = [result for result in here if result.against is None]
    names = {
        key: name for result in here for key, name in zip(result.people, result.names, strict=True) if key
    }
    latest = await beyond.store.results.latest(tuple(names))
    ratings = {key: rating.shown for key, text in latest.items() if (rating := rating_in(text, key))}
    lines = [Phrase.of("stats.here", count=len(here))] if here else []
    order = sorted(names, key=lambda key: (-ratings.get(key, 0), names[key].casefold(), key))
    listed = order[:MOST]
    shown = clean_names(names[key] for key in listed)
    for place, (key, name) in enumerate(zip(listed, shown, strict=True), 1):
        tally = Tally.of([result for result in here if key in result.people], key)
        lines.append(
            Phrase.of(
                "stats.entry",
                place=place,
                who=Who(name, key),
                rating=ratings.get(key, 0),
                games=Phrase.of("count.games", count=tally.games),
                wins=Phrase.of("count.wins", count=tally.wins),
                average=tally.points / tally.games,
            )
        )
    if against:
        lines.append(Phrase.of("stats.against" if here else "stats.only_against", count=len(against)))
    lines = lines or [Phrase("stats.none_here")]
    return _page(asking, lines, Choice(Phrase("choice.stats_mine"), "stats me", Style.MAIN))


def _means_me(word: str) -> bool:
    return any(word.lower() in language_data(language).me for language in languages())


async def _mine(beyond: Beyond, asking: Asking, here: Sequence[Result]) -> Scene:
    key = asking.person.key
    listed = await beyond.store.results.of_person(key)
    everywhere = [
        result for *_, text in listed if (result := readable(text)) is not None and key in result.people
    ]
    back = Choice(Phrase("choice.stats_here"), "stats")
    if not everywhere:
        return _page(asking, [Phrase("stats.none_mine")], back)
    rating = rating_in(listed[-1][2], key)
    among = [result for result in everywhere if result.against is None]
    lines = [*_told("stats.mine_everywhere", Tally.of(among, key))] if among else []
    mine_here = [result for result in here if key in result.people and result.against is None]
    if 0 < len(mine_here) < len(among):
        lines.extend(_told("stats.mine_here", Tally.of(mine_here, key)))
    for level in Skill:
        games = [result for result in everywhere if result.against is level]
        if games:
            lines.append(_line(_AGAINST(level), Tally.of(games, key)))
    if rating is not None and among:
        lines.append(Phrase.of("stats.rating", rating=rating.shown))
    return _page(asking, lines, back)


def _told(key: str, tally: Tally) -> tuple[Phrase, ...]:
    parts = tuple(
        Phrase.of(_PART(kind), points=tally.parts[kind] / tally.games) for kind in KINDS if tally.parts[kind]
    )
    return (
        _line(key, tally),
        *((Phrase.of("stats.parts", parts=parts),) if parts else ()),
    )


def _line(key: str, tally: Tally) -> Phrase:
    return Phrase.of(
        key,
        games=Phrase.of("count.games", count=tally.games),
        wins=Phrase.of("count.wins", count=tally.wins),
        average=tally.points / tally.games,
        best=tally.best,
    )


def _page(asking: Asking, lines: Sequence[Phrase], *row: Choice) -> Scene:
    return Scene(tuple(lines), rows=(row,), actor=asking.person.key, language=asking.person.language)


COMMAND: Final = CommandRow(
    rank=320,
    errand=stats,
    options=(Option("whose", choices=values("whose", "me")),),
    needs=Needs.NO_GAME,
    private=always,
    anyone=bare,
)
