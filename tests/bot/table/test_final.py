"""The final scoring, told so that one can follow it."""

import random
from dataclasses import replace
from typing import TypeVar

import pytest

from bot.games.describe import standings
from bot.scene import Phrase, Who
from bot.scenes.compose import closing
from bot.scenes.final import explained, final_scoring
from bot.scenes.over import over
from bot.texts import Texts
from core import GameRecord, PointsAwarded
from tests.bot.table.test_narration import game

T = TypeVar("T")

TWO_KINDS = GameRecord(
    ("Ann", "Bo"),
    bag=("base/U", "base/E"),
    actions=("draw", "place 1,0 0", "deploy meeple road@W", "draw", "place 0,1 180", "deploy meeple city@S"),
)
"""It ends with Ann's robber on a road of two tiles and Bo's knight in a city of one."""


def told(texts: Texts, record: GameRecord, language: str = "en") -> list[str]:
    """The final scoring in short."""
    return [texts.say(phrase, language) for phrase in final_scoring(*game(record))]


def at_length(texts: Texts, record: GameRecord, language: str = "en") -> list[str]:
    """The final scoring feature by feature."""
    return [texts.say(phrase, language) for phrase in explained(*game(record))]


def whole(sets: tuple[str, ...], seed: str) -> GameRecord:
    """A random game of three to its end, in which figures are put whenever they can."""
    kind = "discoverers" if "discoverers" in sets else "carcassonne"
    record = GameRecord(("Ann", "Bo", "Cid"), kind, sets, seed=seed)
    position, rng, actions = record.opening(), random.Random(seed), []
    while not position.over:
        legal = position.legal_actions()
        deployments = [action for action in legal if str(action).startswith("deploy")]
        action = rng.choice(deployments or legal)
        position.play(action)
        actions.append(str(action))
    return record.with_actions(actions)


def several(values: object, kind: type[T]) -> tuple[T, ...]:
    """The arguments of a phrase, all of which are of this kind."""
    assert isinstance(values, tuple)
    found = tuple(value for value in values if isinstance(value, kind))
    assert len(found) == len(values)
    return found


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Before the final scoring: Ann 0 and Bo 0.", "Roads: Ann +2 → 2.", "Cities: Bo +1 → 1."]),
        ("pl", ["Przed punktacją końcową: Ann 0 i Bo 0.", "Drogi: Ann +2 → 2.", "Miasta: Bo +1 → 1."]),
        ("cs", ["Před závěrečným vyhodnocením: Ann 0 a Bo 0.", "Cesty: Ann +2 → 2.", "Města: Bo +1 → 1."]),
    ],
)
def test_the_final_scoring_goes_kind_by_kind(texts: Texts, language: str, said: list[str]) -> None:
    """It begins with what everybody had; each line has the points of a kind and the sums with them."""
    assert [line.replace("\N{NO-BREAK SPACE}", " ") for line in told(texts, TWO_KINDS, language)] == said


def test_the_winner_and_the_points_are_told_where_there_is_no_room_for_all() -> None:
    """A button tells the final scoring in full."""
    table, course = game(TWO_KINDS)
    header = replace(table.header, record=TWO_KINDS.with_actions(()).to_json())
    face = over(replace(table, header=header), course)
    assert {line.key for line in face.lines if line.spare} == {"final.before", "final.road", "final.city"}
    assert "score" in [choice.command for row in face.rows for choice in row]


def test_the_message_before_the_end_has_the_points_of_then() -> None:
    """What the final scoring gave is told by the last message, and would be a riddle in the one before."""
    table, course = game(TWO_KINDS)
    assert course.position.scores == (2, 1)
    last = closing(table, 2, 2)
    assert last is not None
    assert last.lines[-1] == standings(table, (0, 0))


def test_a_game_without_final_points_has_no_final_scoring(texts: Texts) -> None:
    """With nothing on the board there is nothing to tell, and as little while the game runs."""
    assert (
        told(texts, GameRecord(("Ann", "Bo"), bag=("base/U",), actions=("draw", "place 1,0 0", "pass"))) == []
    )
    assert told(texts, TWO_KINDS.with_actions(TWO_KINDS.actions[:4])) == []


def test_each_feature_is_explained(texts: Texts) -> None:
    """Kind by kind, each feature with its size and whom it gives points."""
    assert at_length(texts, TWO_KINDS) == [
        "Roads",
        "Ann scores 2 points for a road (2 tiles).",
        "Cities",
        "Bo scores 1 point for a city (1 tile).",
    ]


@pytest.mark.parametrize(
    "sets",
    [("base",), ("base", "abbey-mayor"), ("base", "winter", "hills-sheep"), ("discoverers",)],
    ids="+".join,
)
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_all_final_points_are_told(texts: Texts, sets: tuple[str, ...], seed: str) -> None:
    """The last sums are the scores of the game, and every award is in one sentence."""
    record = whole(sets, seed)
    table, course = game(record)
    awards = [
        event
        for step in course.steps
        for event in step.events
        if isinstance(event, PointsAwarded) and event.final and event.points
    ]
    assert awards
    sums: dict[str, object] = {}
    for phrase in final_scoring(table, course)[1:]:
        for entry in several(phrase.args["entries"], Phrase):
            (who,) = several((entry.args["who"],), Who)
            sums[who.name] = entry.args["score"]
    scores = dict(zip(("Ann", "Bo", "Cid"), course.position.scores, strict=True))
    assert sums == {name: scores[name] for name in sums}
    named = [
        several(phrase.args["who"], Who) for phrase in explained(table, course) if "points" in phrase.args
    ]
    assert sum(map(len, named)) == len(awards)
    for language in texts.languages:
        for line in at_length(texts, record, language):
            assert line
            assert "story." not in line
