"""Abbey & Mayor: an abbey in place of a drawn tile, wagons that go on, barns that stand on corners."""

from typing import Final

from bot.games.talk import Hint, SetTalk
from bot.scene import Phrase
from bot.scenes.hints import always, offers
from bot.sets.abbey_mayor.abbeys import abbey, choices, held
from bot.sets.abbey_mayor.story import advised, told
from bot.sets.abbey_mayor.wagons import cells, wagon
from bot.spots import legal
from core import Figure, Phase, PlayAbbey

TALK: Final = SetTalk(
    words=("abbey", "mayor"),
    about=("wagon", "barn"),
    segments={"abbey": "monastery"},
    tile=lambda kind: Phrase("on_tile.abbey") if kind.per_player else None,
    faces={Phase.ABBEY: abbey, Phase.WAGON: wagon},
    besides={Phase.DRAW: choices},
    held=held,
    spots={Phase.WAGON: cells},
    passes=(Phase.ABBEY,),
    illegal=("barn", "barn_corner", "corner_no_field", "corner_open", "no_abbey", "no_hole", "wagon_reach"),
    trades=PlayAbbey,
    traded="refusal.undo_abbey",
    hints=(
        Hint(Phase.DRAW, 10, "abbey", lambda position: bool(legal(position, PlayAbbey))),
        Hint(Phase.DEPLOY, 40, "mayor", offers(Figure.MAYOR)),
        Hint(Phase.DEPLOY, 41, "barn", offers(Figure.BARN)),
        Hint(Phase.DEPLOY, 42, "wagon", offers(Figure.WAGON)),
        Hint(Phase.WAGON, 10, "wagon_moves", always),
    ),
    told=told,
    advised=advised,
    unshared=("barn",),
)
