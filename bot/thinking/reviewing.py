"""Looking back at a game before the picture of that is drawn: piece by piece, kept, and done once for all."""

import asyncio
import hashlib
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Final

import structlog
from pydantic import TypeAdapter

from bot.games.describe import feature_name, figure_name, points
from bot.games.talk import talks
from bot.kept import read
from bot.painter import Live, NotPainted, Painted, Painter, Progress
from bot.scene import Phrase, Picture, PictureKind, Who
from bot.store.protocol import StoreUnavailable, TimedTexts
from bot.thinking.minds import NoThought, Thinking
from core import Action, Deploy, GameRecord, Pass, Place, parse_action
from core.opponents.review import Expectations, Judged, Review

LONGEST: Final = 600.0
"""Seconds after which somebody who waits is sent away. What was found out until then is kept."""
KEPT: Final = 60 * 24 * 3600
"""Seconds for which what was found out of a game is kept."""
KEPT_EVERY: Final = 5.0
"""Seconds after which what has been found out is kept, so that little is lost with the process."""

log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Found:
    """What has been found out of a game, and with which of its actions to go on."""

    after: int = 0
    judged: tuple[Judged, ...] = ()
    expected: Expectations = ()


_FOUND: Final = TypeAdapter(Found)


@dataclass(slots=True)
class _Work:
    """A look back that is under way, and who is told how far it has got."""

    task: "asyncio.Task[Found]"
    progress: list[Progress] = field(default_factory=list)


class Reviewing:
    """A painter that looks back at games where a picture needs it; everything else it hands on."""

    def __init__(self, painter: Painter, minds: Thinking, reviews: TimedTexts) -> None:
        self._painter = painter
        self._minds = minds
        self._reviews = reviews
        self._under_way: dict[str, _Work] = {}
        # However many games are looked back at, whoever wants a thought besides waits for one piece alone.
        self._one = asyncio.Lock()

    async def paint(
        self,
        picture: Picture,
        profile: str,
        language: str,
        progress: Progress | None = None,
        *,
        live: Live | None = None,
    ) -> Painted:
        """See Painter."""
        record = picture.record
        if picture.kind is not PictureKind.REVIEW or record is None:
            return await self._painter.paint(picture, profile, language, progress, live=live)
        try:
            async with asyncio.timeout(LONGEST):
                found = await self._found(record, progress)
        except (NoThought, TimeoutError) as error:
            raise NotPainted("nobody could look back at the game") from error
        review = Review(found.judged, found.expected, picture.position.winners)
        seen = replace(picture, review=review)
        painted = await self._painter.paint(seen, profile, language, live=live)
        return replace(painted, said=verdict(seen))

    async def _found(self, record: GameRecord, progress: Progress | None) -> Found:
        """What can be found out. Who wants the same at the same time waits for the same work."""
        text = record.to_json()
        name = hashlib.sha256(text.encode()).hexdigest()
        work = self._under_way.get(name)
        if work is None:
            listeners: list[Progress] = []
            task = asyncio.create_task(self._look(name, record, text, listeners), name=f"review {name}")
            work = self._under_way[name] = _Work(task, listeners)
            task.add_done_callback(lambda _: self._under_way.pop(name, None))
        if progress is not None:
            work.progress.append(progress)
        return await asyncio.shield(work.task)

    async def _look(self, name: str, record: GameRecord, text: str, listeners: list[Progress]) -> Found:
        found = kept = await self._kept(name)
        until, kept_at = len(record.actions), time.monotonic()
        while found.after < until:
            async with self._one:
                some, after = await self._minds.review(text, found.after)
            found = replace(found, after=after, judged=(*found.judged, *some))
            for progress in listeners:
                progress(found.after, until)
            if time.monotonic() - kept_at >= KEPT_EVERY:
                await self._keep(name, found)
                kept_at = time.monotonic()
        if not found.expected:
            async with self._one:
                found = replace(found, expected=await self._minds.expect(text))
        if found != kept:
            await self._keep(name, found)
        return found

    async def _kept(self, name: str) -> Found:
        """What was found out before. What cannot be read is found out anew."""
        try:
            text = await self._reviews.get(name)
            return read(_FOUND, text) if text else Found()
        except (StoreUnavailable, ValueError) as error:
            log.info("review not read", reason=str(error))
            return Found()

    async def _keep(self, name: str, found: Found) -> None:
        try:
            await self._reviews.put(name, _FOUND.dump_json(found).decode(), KEPT)
        except StoreUnavailable as error:
            log.info("review not kept", reason=str(error))

    async def close(self) -> None:
        """Stop looking back; what was found out is kept as far as it was."""
        tasks = [work.task for work in self._under_way.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


TURNS: Final = 3
"""So many turns of each person are told."""


def verdict(picture: Picture) -> tuple[Phrase, ...]:
    """How well each has played, where the game turned, and what the dearest turns were."""
    review = picture.review
    return () if review is None else tuple(_said(picture, review))


def _said(picture: Picture, review: Review) -> Iterator[Phrase]:
    order = sorted(range(len(picture.names)), key=lambda seat: -(review.accuracy(seat) or 0))
    yield from (line for seat in order if (line := _accuracy(picture, review, seat)) is not None)
    yield from _turning(picture, review)
    for seat in picture.seats:
        for judged in review.costliest(seat, TURNS):
            yield _turn(picture, judged)
    yield Phrase("review.explained")


def _accuracy(picture: Picture, review: Review, seat: int) -> Phrase | None:
    accuracy = review.accuracy(seat)
    if accuracy is None:
        return None
    return Phrase.of(
        "review.accuracy",
        who=Who(picture.names[seat]),
        percent=accuracy,
        points=points(round(review.given_away(seat))),
        luck=_signed(review.luck(seat)),
    )


def _signed(points: float | None) -> str:
    if points is None:
        return "–"
    return f"{whole:+d}".replace("-", "−") if (whole := round(points)) else "0"


def _turning(picture: Picture, review: Review) -> Iterator[Phrase]:
    if len(review.won) != 1:
        return
    who = Who(picture.names[review.won[0]])
    if review.turning is None:
        yield Phrase.of("review.never", who=who)
    else:
        yield Phrase.of("review.turning", who=who, number=review.turning + 1)


def _turn(picture: Picture, judged: Judged) -> Phrase:
    moves = Phrase.of("review.moves", done=_moves(judged.done), best=_moves(judged.best))
    return Phrase.of(
        "review.turn",
        who=Who(picture.names[judged.seat]),
        number=judged.tile + 1,
        points=points(round(judged.cost)),
        moves=moves,
    )


def _moves(actions: tuple[str, ...]) -> Phrase:
    """What was done in one go: "3, -1 · meeple (city)"."""
    told = [phrase for action in actions if (phrase := _move(parse_action(action))) is not None]
    return reduce(lambda first, rest: Phrase.of("review.join", first=first, rest=rest), told)


def _move(action: Action) -> Phrase | None:
    match action:
        case Place(cell=(x, y)):
            return Phrase.of("review.place", x=x, y=y)
        case Deploy(figure=figure, where=where):
            kind = where.partition("@")[0]
            if kind == "corner":
                return figure_name(figure)
            return Phrase.of("review.figure", figure=figure_name(figure), feature=feature_name(kind))
        case Pass():
            return Phrase("review.no_figure")
        case _:
            return next(own for talk in talks().values() if (own := talk.advised(action, "review")))
