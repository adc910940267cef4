"""Hills & Sheep: shepherds whose flocks grow by chance, hills and vineyards in the fields."""

from collections.abc import Sequence
from typing import Final

from bot.games.describe import points
from bot.games.talk import Hint, Scoring, SetTalk
from bot.scene import Phrase
from bot.scenes.hints import always, offers
from bot.sets.hills_sheep.flocks import choose, standings
from bot.sets.hills_sheep.story import deed, told
from core import Event, Figure, Phase, Terrain, TokenDrawn
from core.actions import HERD
from core.sets.hills_sheep.shepherds import flock


def _drawn(events: Sequence[Event]) -> dict[str, object]:
    """The tokens. What lies under a hill has been drawn by nobody and is not among the tiles."""
    return {"tokens": [event.sheep or "wolf" for event in events if isinstance(event, TokenDrawn)]}


TALK: Final = SetTalk(
    words=("hills", "sheep"),
    about=("shepherd", "vineyard"),
    marks={"hill": Phrase("on_tile.hill"), "vineyard": Phrase("on_tile.vineyard")},
    apart=(Figure.SHEPHERD,),
    faces={Phase.FLOCK: choose},
    scores={Phase.FLOCK: Scoring(always, lambda _position, _words: HERD)},
    illegal=("shepherd",),
    hints=(
        Hint(Phase.DEPLOY, 30, "shepherd", offers(Figure.SHEPHERD)),
        Hint(Phase.FLOCK, 10, "flock", always),
    ),
    told=told,
    deed=deed,
    bonuses={Terrain.MONASTERY: "vineyards"},
    unfinal=("flock",),
    standings=standings,
    numbers={
        "sheep": lambda position, seat: Phrase.of("count.sheep", count=flock(position, seat)),
        "flock": lambda position, seat: points(flock(position, seat)),
    },
    public=_drawn,
)
