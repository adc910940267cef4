"""``verify`` and ``export``: of the game here, of an earlier one, or of a file."""

import re
from dataclasses import replace
from typing import Final

from bot.games import describe
from bot.games.access import present
from bot.games.asking import Asking
from bot.games.game import Game
from bot.games.header import IMPORTED, Status
from bot.refusal import Refused
from bot.scene import Phrase, Scene
from bot.usecases.beyond import Beyond
from bot.usecases.export import export as export_game
from bot.usecases.info import answer
from bot.usecases.records import apart, read_record, refused_record
from core import GameRecord, RecordError
from core.quoting import short
from core.records.verify import Verdict
from core.records.verify import verify as check

_HASH: Final = re.compile(r"[0-9a-f]{64}", re.IGNORECASE)


async def export(beyond: Beyond, asking: Asking) -> Scene:
    """``export [GAME]``: the game as a file."""
    return export_game(replace(asking, game=await _meant(beyond, asking)))


async def verify(beyond: Beyond, asking: Asking) -> Scene:
    """``verify [GAME]``: is the shuffle the promised one? Or of a file: ``verify [HASH]``."""
    if asking.request.file is not None:
        record, _ = await apart(read_record, asking.request, "usage.verify")
        published = next((word for word in asking.words if _HASH.fullmatch(word)), None)
        verdict = await apart(check, record, published)
        return _page(asking, *_said(verdict, record))
    game = await _meant(beyond, asking)
    header = game.header
    if game.course is None:
        raise Refused("refusal.not_begun", count=len(header.people))
    if header.status is not Status.OVER:
        running = "verify.running_shown" if header.bag_shown else "verify.running"
        line = Phrase.of(running, hash=header.seed_hash) if header.seed_hash else _NO_SEED
        return answer(asking, game, line, *describe.known_bag(game))
    record = GameRecord.from_json(header.record).with_actions(
        [str(step.action) for step in game.course.steps]
    )
    # Nothing was promised here for a game that somebody sent: its hash is made from the file itself.
    published = None if header.source == IMPORTED else header.seed_hash or None
    try:
        verdict = await apart(check, record, published)
    except RecordError as error:
        raise refused_record(error) from error
    return _page(asking, *_said(verdict, record), *describe.known_bag(game))


async def _meant(beyond: Beyond, asking: Asking) -> Game:
    return await beyond.find(asking, asking.words[0]) if asking.words else present(asking)


_NO_SEED: Final = Phrase("verify.no_seed")


def _said(verdict: Verdict, record: GameRecord) -> tuple[Phrase, ...]:
    legal = Phrase.of("verify.legal", count=verdict.actions)
    if verdict.seed_hash is None:
        return legal, _NO_SEED
    seed = short(record.seed or "")
    order = Phrase.of("verify.order", count=verdict.drawn, seed=seed, hash=verdict.seed_hash)
    if verdict.matches is None:
        return legal, order, Phrase("verify.compare")
    return legal, order, Phrase("verify.fair" if verdict.matches else "verify.unfair")


def _page(asking: Asking, *lines: Phrase) -> Scene:
    return Scene(lines=lines, actor=asking.person.key, language=asking.person.language)
