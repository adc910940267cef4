"""The words of films, charts and summaries, and what they show for those who cannot see them.

Every text comes from the caller, as in :mod:`render.text`.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from core import GameRecord
from core.opponents.review import Review
from core.records.history import KINDS, History, Move, history
from render.say import Say

KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "replay.final": (),
    "replay.won": ("winners",),
    "replay.chart": (),
    "replay.tiles": (),
    "replay.summary": (),
    "replay.best": (),
    "replay.leads": (),
    "replay.review": (),
    "replay.accuracy": (),
    "replay.given": (),
    "replay.luck": (),
    "replay.turn": ("number", "count"),
    "replay.played": (),
    "replay.better": (),
    **{f"replay.kind.{kind}": () for kind in KINDS},
    "alt.replay.film": ("count",),
    "alt.replay.chart": ("count",),
    "alt.replay.leader": ("player", "number"),
    "alt.replay.scores": ("scores",),
    "alt.replay.score": ("player", "count"),
    "alt.replay.parts": ("score", "parts"),
    "alt.replay.part": ("kind", "count"),
    "alt.replay.best": ("player", "count", "number"),
    "alt.replay.review": ("count",),
    "alt.replay.accuracy": ("player", "percent"),
}
"""Every key, with the names of its arguments. ``count`` chooses the plural."""


def film_text(record: GameRecord, say: Say, *, names: Sequence[str]) -> str:
    """What a film tells: how many tiles it shows, and how the game stands at its end."""
    told = history(record)
    shown = say("alt.replay.film", count=len(told.position.laid))
    return " ".join((shown, *_over(told, say, names), _scores(told, say, names)))


def chart_text(record: GameRecord, say: Say, *, names: Sequence[str]) -> str:
    """What a chart shows: who took the lead when, and the last scores."""
    told = history(record)
    parts = [say("alt.replay.chart", count=len(told.position.laid))]
    leader: int | None = None
    for turn in told.turns:
        best = max(turn.scores)
        ahead = [seat for seat, score in enumerate(turn.scores) if score == best]
        if len(ahead) == 1 and ahead[0] != leader:
            leader = ahead[0]
            parts.append(say("alt.replay.leader", player=names[leader], number=turn.number + 1))
    return " ".join((*parts, _scores(told, say, names)))


def summary_text(record: GameRecord, say: Say, *, names: Sequence[str]) -> str:
    """What a summary shows: who won, each player's points by kind, and the best move."""
    told = history(record)
    parts = list(_over(told, say, names))
    for seat in order_of(told.position.scores):
        kinds = tuple(
            say("alt.replay.part", kind=say(f"replay.kind.{kind}"), count=points)
            for kind, points in told.by_kind[seat].items()
        )
        score = say("alt.replay.score", player=names[seat], count=told.position.scores[seat])
        parts.append(say("alt.replay.parts", score=score, parts=kinds or ("–",)))
    if told.best is not None:
        parts.append(_best(told.best, say, names))
    return " ".join(parts)


def review_text(record: GameRecord, review: Review, say: Say, *, names: Sequence[str]) -> str:
    """What a look back shows: how well each has played."""
    told = history(record)
    parts = [say("alt.replay.review", count=len(told.position.laid)), *_over(told, say, names)]
    for seat in order_of(told.position.scores):
        accuracy = review.accuracy(seat)
        if accuracy is not None:
            parts.append(say("alt.replay.accuracy", player=names[seat], percent=accuracy))
    return " ".join(parts)


def order_of(scores: Sequence[int]) -> list[int]:
    """The seats by score, the best first."""
    return sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))


def _best(move: Move, say: Say, names: Sequence[str]) -> str:
    number = move.turn.number + 1
    return say("alt.replay.best", player=names[move.seat], count=move.points, number=number)


def _scores(told: History, say: Say, names: Sequence[str]) -> str:
    scores = told.position.scores
    each = (say("alt.replay.score", player=names[seat], count=scores[seat]) for seat in order_of(scores))
    return say("alt.replay.scores", scores=tuple(each))


def _over(told: History, say: Say, names: Sequence[str]) -> tuple[str, ...]:
    """That the game is over, if it is (a key of :mod:`render.text`)."""
    winners = tuple(names[seat] for seat in told.position.winners)
    return (say("alt.over", winners=winners),) if winners else ()
