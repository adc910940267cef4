"""``replay``: a game as a film, a chart, a summary or a look back: the one played here, or an earlier one."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.families import Family
from bot.games import describe
from bot.games.asking import Asking
from bot.games.game import Game
from bot.games.header import Status
from bot.people import is_opponent
from bot.refusal import Refused
from bot.scene import Choice, Phrase, PictureKind, Scene
from bot.scenes.face import told
from bot.usecases.beyond import Beyond
from bot.usecases.history import MOST_GAMES
from bot.usecases.info import answer
from bot.usecases.rows import CommandRow, Option, always

SHOWN: Final[Mapping[str, PictureKind]] = {
    "summary": PictureKind.SUMMARY,
    "film": PictureKind.FILM,
    "chart": PictureKind.CHART,
    "mp4": PictureKind.FILM,
    "review": PictureKind.REVIEW,
}
"""What can be shown. A film is a GIF, or on demand an MP4 where there is a program that makes one."""


REPLAY: Final = Family("choice.replay.{}", of=SHOWN)


async def replay(beyond: Beyond, asking: Asking) -> Scene:
    """``replay [GAME] [summary|film|chart|mp4|review]``; a game is named by number or id."""
    words = [word.lower() for word in asking.words]
    wanted = [word for word in words if word in SHOWN] or ["summary"]
    games = [word for word in words if word not in SHOWN]
    if len(wanted) > 1 or len(games) > 1:
        raise Refused("usage.replay")
    game = await _meant(beyond, asking, games[0] if games else "")
    course = game.course
    if course is None:
        raise Refused("refusal.not_begun", count=len(game.header.people))
    picture = told(game, course, SHOWN[wanted[0]], view=wanted[0])
    if picture.kind is PictureKind.REVIEW:
        if game.header.status is not Status.OVER:
            raise Refused("refusal.review_running")
        picture = replace(
            picture, seats=tuple(s for s, p in enumerate(game.header.people) if not is_opponent(p))
        )
    lines = (
        Phrase.of("state.title", title=describe.title(game), who=game.players),
        describe.standings(game, course.position.scores),
    )
    here = asking.game is not None and asking.game.id == game.id
    row = tuple(
        Choice(Phrase(REPLAY(other)), f"replay {other}" if here else f"replay {game.id} {other}")
        for other in ("summary", "film", "chart", "review")
        if SHOWN[other] is not picture.kind and (other != "review" or game.header.status is Status.OVER)
    )
    return answer(asking, game, *lines, picture=picture, rows=(row,))


async def _meant(beyond: Beyond, asking: Asking, word: str) -> Game:
    """The game that is named, or whose button was pressed; else the one here, or the last that is over."""
    here, pressed = asking.game, asking.request.game
    if word:
        return await beyond.find(asking, word)
    if pressed and (here is None or pressed != here.id):
        return await beyond.find(asking, pressed)
    if here is not None and here.course is not None:
        return here
    for earlier in reversed(await beyond.finished(asking)):
        try:
            return await beyond.find(asking, earlier)
        except Refused:
            # it was called off before it began
            continue
    if here is None:
        raise Refused("refusal.no_game")
    return here


COMMAND: Final = CommandRow(
    rank=380,
    errand=replay,
    options=(
        Option("number", between=(1, MOST_GAMES)),
        Option("what", choices={what: REPLAY(what) for what in SHOWN}),
    ),
    private=always,
    anyone=always,
)
