"""What films, charts and summaries say in words."""

import re

from render.films.film import film
from render.replays.chart import score_chart
from render.replays.review import review_picture
from render.replays.summary import summary_picture
from render.replays.text import KEYS, chart_text, film_text, order_of, review_text, summary_text
from render.text import KEYS as OTHERS
from tests.render.positions import EVERYTHING, NAMES
from tests.render.replays import ALL_SETS, ENGLISH, reviewed, say, whole_game

GAMES = [*ALL_SETS, EVERYTHING]


def test_every_key_has_its_arguments() -> None:
    """The words of the tests use no argument that a key does not have, and the keys are all there."""
    assert set(ENGLISH) == set(KEYS)
    for key, text in ENGLISH.items():
        for form in [text] if isinstance(text, str) else text:
            assert set(re.findall(r"\{(\w+)\}", form)) <= set(KEYS[key])


def test_the_keys_said_are_those_listed() -> None:
    """Pictures and their texts say every listed key, with exactly the listed arguments, and no other."""
    said: set[str] = set()
    known = {**OTHERS, **KEYS}

    def listening(key: str, **args: object) -> str:
        assert set(args) == set(known[key]), key
        said.add(key)
        return say(key, **args)

    for sets in GAMES:
        played = whole_game(sets, 3, tiles=30)
        for record in (played, played.with_actions(played.actions[:9])):
            for text in (film_text, chart_text, summary_text):
                text(record, listening, names=NAMES[:3])
            for picture in (film, score_chart, summary_picture):
                picture(record, names=NAMES[:3], say=listening)
            found = reviewed(record)
            review_text(record, found, listening, names=NAMES[:3])
            review_picture(record, found, names=NAMES[:3], say=listening, seats=(0, 1, 2))
    assert said == {*KEYS, "alt.over"}


def test_a_summary_says_everybodys_points() -> None:
    """The summary in words: who won, and for each player the score and its parts, the best first."""
    text = summary_text(whole_game(("base", "winter"), 4), say, names=NAMES[:4])
    assert text == (
        "The game is over. Won by Božena Němcová. "
        "Božena Němcová 73 points: Roads 7, Cities 46, Monasteries 5, Fields 15. "
        "Михаил 60 points: Roads 18, Cities 17, Monasteries 13, Fields 12. "
        "Ann 55 points: Roads 6, Cities 19, Fields 30. "
        "Zoë 52 points: Roads 27, Cities 4, Monasteries 9, Fields 12. "
        "Best move: Božena Němcová, 30 points with tile 40."
    )


def test_a_chart_says_who_led() -> None:
    """The chart in words names each change of the lead, and ends with the scores."""
    text = chart_text(whole_game(("base", "winter"), 4), say, names=NAMES[:4])
    assert text.startswith("The score turn by turn: 84 tiles. Михаил leads from tile 12 on. ")
    assert text.endswith("Score: Božena Němcová 73 points, Михаил 60 points, Ann 55 points, Zoë 52 points.")


def test_a_film_says_how_long_it_is() -> None:
    """The film in words: its tiles, the end, the scores; a game under way has no end."""
    played = whole_game(("base",), 2, tiles=3)
    assert film_text(played, say, names=NAMES[:2]).startswith("Film of the game: 4 tiles. The game is over.")
    begun = played.with_actions(played.actions[:2])
    assert film_text(begun, say, names=NAMES[:2]) == (
        "Film of the game: 2 tiles. Score: Ann 0 points, Božena Němcová 0 points."
    )


def test_seats_with_equal_scores_keep_their_order() -> None:
    """The best first; equal ones as they sit."""
    assert order_of((3, 9, 3, 12)) == [3, 1, 0, 2]
