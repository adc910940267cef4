"""Whole games to draw, their words, and reference pictures of them.

``python -m tests.render.replays`` draws the pictures anew. Look at them before you commit.
"""

import random
from collections.abc import Callable, Sequence
from functools import cache
from io import BytesIO

from PIL import Image

from core import GameRecord
from core.opponents.review import Judged, Review, expectations, judged
from render.encode import few_colours
from render.films.film import Film, film
from render.replays.chart import score_chart
from render.replays.review import review_picture
from render.replays.summary import summary_picture
from tests.render import english
from tests.render.goldens import FOLDER, shrunk
from tests.render.positions import EVERYTHING, NAMES, _choose, record

ALL_SETS: tuple[tuple[str, ...], ...] = (
    ("base",),
    ("base", "winter"),
    ("base", "abbey-mayor"),
    ("base", "hills-sheep"),
    ("base", "river", "inns-cathedrals", "traders-builders"),
    ("discoverers",),
)

ENGLISH: dict[str, str | tuple[str, str]] = {
    "replay.final": "Final scoring",
    "replay.won": "{winners} won",
    "replay.chart": "Score turn by turn",
    "replay.tiles": "tiles",
    "replay.summary": "How the game stands",
    "replay.best": "Best move",
    "replay.leads": "Expected lead",
    "replay.review": "A look back",
    "replay.accuracy": "accuracy",
    "replay.given": "given away",
    "replay.luck": "luck",
    "replay.turn": ("Tile {number}: {count} point given away", "Tile {number}: {count} points given away"),
    "replay.played": "Played",
    "replay.better": "Better",
    "replay.kind.road": "Roads",
    "replay.kind.city": "Cities",
    "replay.kind.monastery": "Monasteries",
    "replay.kind.field": "Fields",
    "replay.kind.wine": "Wine",
    "replay.kind.grain": "Grain",
    "replay.kind.cloth": "Cloth",
    "replay.kind.barn": "Barns",
    "replay.kind.flock": "Flocks",
    "replay.kind.plain": "Plains",
    "replay.kind.mountain": "Mountains",
    "replay.kind.sea": "Seas",
    "alt.replay.film": ("Film of the game: {count} tile.", "Film of the game: {count} tiles."),
    "alt.replay.chart": ("The score turn by turn: {count} tile.", "The score turn by turn: {count} tiles."),
    "alt.replay.leader": "{player} leads from tile {number} on.",
    "alt.replay.scores": "Score: {scores}.",
    "alt.replay.score": ("{player} {count} point", "{player} {count} points"),
    "alt.replay.parts": "{score}: {parts}.",
    "alt.replay.part": "{kind} {count}",
    "alt.replay.best": (
        "Best move: {player}, {count} point with tile {number}.",
        "Best move: {player}, {count} points with tile {number}.",
    ),
    "alt.replay.review": ("A look back at a game: {count} tile.", "A look back at a game: {count} tiles."),
    "alt.replay.accuracy": "{player}: {percent} % of the best play.",
}
"""English words for the keys of :mod:`render.replays.text`."""


def say(key: str, **args: object) -> str:
    """The key's text with its arguments; raises KeyError for an unknown key or a missing argument."""
    text = ENGLISH.get(key)
    if text is None:
        return english.say(key, **args)
    chosen = text if isinstance(text, str) else text[0 if args["count"] == 1 else 1]
    return chosen.format_map(
        {name: ", ".join(value) if isinstance(value, tuple) else str(value) for name, value in args.items()}
    )


@cache
def whole_game(
    sets: Sequence[str] = ("base",), players: int = 2, seed: str = "5eed", chance: int = 1, tiles: int = 0
) -> GameRecord:
    """A random game to its end; ``tiles`` limits the bag."""
    played = record(sets, players, seed)
    if tiles:
        played = record(sets, players, bag=[kind.id for kind in played.opening().setup.bag[:tiles]])
    position, rng, actions = played.opening(), random.Random(chance), []
    while not position.over:
        action = _choose(position, rng, 0.6, None)
        position.play(action)
        actions.append(str(action))
    return played.with_actions(actions)


def film_of(played: GameRecord, theme: str = "day") -> Film:
    """A film with English words."""
    return _film(played.to_json(), theme)


@cache
def _film(played: str, theme: str) -> Film:
    read = GameRecord.from_json(played)
    return film(read, names=NAMES[: len(read.players)], say=say, theme=theme)


def chart(played: GameRecord, theme: str = "day", width: int = 840) -> Image.Image:
    """A chart with English words."""
    names = NAMES[: len(played.players)]
    return score_chart(played, names=names, say=say, theme=theme, width=width).image


def summary(played: GameRecord, theme: str = "day", width: int = 840) -> Image.Image:
    """A summary with English words."""
    names = NAMES[: len(played.players)]
    return summary_picture(played, names=names, say=say, theme=theme, width=width).image


def reviewed(played: GameRecord) -> Review:
    """A look back at a game: at every twelfth decision, which takes less time."""
    return _reviewed(played.to_json())


@cache
def _reviewed(text: str) -> Review:
    played = GameRecord.from_json(text)
    found: list[Judged] = []
    for start in range(0, len(played.actions), 12):
        some, _ = judged(played, start, lambda: True)
        found += [one for one in some if not found or one.number > found[-1].number]
    return Review(tuple(found), expectations(played), played.replay().winners)


def review(played: GameRecord, theme: str = "day", width: int = 840) -> Image.Image:
    """A look back with English words."""
    names, seats = NAMES[: len(played.players)], range(len(played.players))
    found = reviewed(played)
    return review_picture(played, found, names=names, say=say, seats=seats, theme=theme, width=width).image


def frame(made: Film, number: int) -> Image.Image:
    """One frame of a film as one sees it; negative numbers count from the end."""
    with Image.open(BytesIO(made.content)) as opened:
        opened.seek(number % made.frames)
        return opened.convert("RGB")


GOLDENS: dict[str, Callable[[], Image.Image]] = {
    "film": lambda: frame(film_of(whole_game(("base", "winter"), 4)), 55),
    "film-final": lambda: frame(film_of(whole_game(("base", "hills-sheep"), 2), "night"), -2),
    "film-end": lambda: frame(film_of(whole_game(EVERYTHING, 6), "contrast"), -1),
    "film-discoverers": lambda: frame(film_of(whole_game(("discoverers",), 3), "winter"), 70),
    "chart": lambda: chart(whole_game(("base", "winter"), 4)),
    "chart-night": lambda: chart(whole_game(("discoverers",), 2), "night"),
    "chart-many": lambda: chart(whole_game(EVERYTHING, 6), "contrast"),
    "summary": lambda: summary(whole_game(("base", "winter"), 4)),
    "summary-night": lambda: summary(whole_game(("discoverers",), 2), "night"),
    "review": lambda: review(whole_game(("base", "winter"), 2)),
    "review-night": lambda: review(whole_game(("discoverers",), 3), "night"),
    "summary-many": lambda: summary(whole_game(EVERYTHING, 6), "winter"),
}
"""Each reference picture by name."""


def main() -> None:
    """Draw every reference picture."""
    FOLDER.mkdir(exist_ok=True)
    for name, draw in GOLDENS.items():
        few_colours(shrunk(draw())).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
