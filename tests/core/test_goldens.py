"""Games kept with their final reports, and counts of the tree of legal actions.

Whoever changes a rule on purpose writes them anew: ``python -m tests.core.goldens``.
"""

import json

import pytest

from core import FigureDeployed, FigureMoved, PointsAwarded, TilePlaced
from core.rulesets import FIGURES
from tests.core.goldens import GAMES, PERFT, counts, final_report, load
from tests.core.recount import Recount


@pytest.mark.parametrize("name", GAMES)
def test_the_report_of_a_kept_game_is_as_it_was(name: str) -> None:
    """Scores, supplies, features and every event."""
    record, kept = load(name)
    assert kept["over"]
    assert final_report(record) == kept


@pytest.mark.parametrize("name", GAMES)
def test_the_tree_of_legal_actions_is_as_it_was(name: str) -> None:
    """Perft at the beginning and after each quarter of the kept games."""
    record, _ = load(name)
    assert counts(record) == json.loads(PERFT.read_text("utf-8"))[name]


def test_the_kept_games_show_what_the_sets_bring() -> None:
    """Every figure is put in one of them, a wagon moves, an abbey lies, a vineyard counts; all is scored."""
    events = [event for name in GAMES for _, event in load(name)[0].replay_events()[1]]
    assert {event.figure for event in events if isinstance(event, FigureDeployed)} == set(FIGURES)
    assert any(isinstance(event, FigureMoved) for event in events)
    assert any(isinstance(event, TilePlaced) and event.tile == "abbey-mayor/abbey" for event in events)
    awards = [event for event in events if isinstance(event, PointsAwarded)]
    assert any(award.bonus for award in awards)
    assert any(award.reason == "field" and not award.final for award in awards)
    assert {award.reason for award in awards} == {
        "road", "city", "monastery", "field", "wine", "grain", "cloth", "barn", "flock", "plain", "mountain",
        "sea",
    }  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_kept_games_agree_with_the_recount(name: str) -> None:
    """What is kept is right, not only unchanged: the scores are those of the slow recount."""
    record, kept = load(name)
    recount = Recount(record)
    assert [recount.act(text) for text in record.actions][-1] == tuple(kept["scores"])
