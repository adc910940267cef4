"""Checking shuffles: the seed against the hash, the tiles against the seed, the actions against the rules."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from core import GameRecord, RecordError, seed_hash
from core.__main__ import main
from core.actions import SKIP
from core.records.verify import verify

EVERYTHING = ("base", "winter", "abbey-mayor", "hills-sheep")


def played(sets: tuple[str, ...], seed: str, **options: object) -> GameRecord:
    """A whole game of random moves, a lost turn among them."""
    game = "discoverers" if sets == ("discoverers",) else "carcassonne"
    record = GameRecord(("Ann", "Bo"), game, sets, options, seed=seed)  # type: ignore[arg-type]  # test values
    position, chance = record.opening(), random.Random(seed)
    actions: list[str] = []
    while not position.over:
        lost = len(actions) == 40 and position.can(SKIP)
        action = SKIP if lost else chance.choice(position.legal_actions())
        position.play(action)
        actions.append(str(action))
    return record.with_actions(actions)


@pytest.fixture(scope="module")
def game() -> GameRecord:
    """One whole base game."""
    return played(("base",), "5eed")


@pytest.mark.parametrize(
    ("sets", "options"),
    [(("base",), {}), (EVERYTHING, {}), (("discoverers",), {}), (("discoverers",), {"hand": 2})],
)
def test_a_fair_game_is_found_fair(sets: tuple[str, ...], options: dict[str, object]) -> None:
    """Tiles under hills, abbeys, discarded tiles and open hands do not make an honest shuffle suspicious."""
    record = played(sets, "fair", **options)
    verdict = verify(record, seed_hash("fair"))
    assert (verdict.fair, verdict.matches, verdict.actions) == (True, True, len(record.actions))
    assert verdict.seed_hash == seed_hash("fair")


def test_another_seed_than_the_promised_one_is_found_out(game: GameRecord) -> None:
    """A hash that is not the seed's is no match; without one to compare nothing is claimed."""
    assert verify(game, seed_hash("another")).fair is False
    assert verify(game).matches is None
    assert verify(game, f"  {seed_hash('5eed').upper()}\n").matches is True


def test_a_changed_seed_breaks_the_actions(game: GameRecord) -> None:
    """The same actions under another seed meet other tiles, and some action is illegal."""
    with pytest.raises(RecordError) as refused:
        verify(replace(game, seed="another"))
    assert refused.value.index is not None


def test_tiles_given_one_by_one_have_no_shuffle_to_check() -> None:
    """A record with a bag can be legal, and matches no hash."""
    record = GameRecord(("Ann", "Bo"), bag=("base/V",), actions=("draw",))
    assert verify(record).seed_hash is None
    assert verify(record, seed_hash("5eed")).fair is False


def run(tmp_path: Path, text: str, *arguments: str) -> int:
    """Write a file and let the command line check it."""
    file = tmp_path / "game.json"
    file.write_text(text, "utf-8")
    return main(["verify", str(file), *arguments])


def test_the_command_says_what_it_found(
    tmp_path: Path, game: GameRecord, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the right hash all is well; the seed, its hash and the number of actions are printed."""
    assert run(tmp_path, game.to_json(), "--hash", seed_hash("5eed")) == 0
    said = capsys.readouterr().out
    assert f"actions: {len(game.actions)}, all legal" in said
    assert f"hash: {seed_hash('5eed')}" in said
    assert "the hash is the one that was shown at the start" in said


def test_a_wrong_hash_is_status_1(
    tmp_path: Path, game: GameRecord, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another hash is said on standard error."""
    assert run(tmp_path, game.to_json(), "--hash", seed_hash("another")) == 1
    assert "not the promised one" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["garbage", '{"format": "bastide/1", "players": ["a", "b"], "bag": []}'])
def test_without_a_hash_the_reader_is_asked_to_compare(
    tmp_path: Path, game: GameRecord, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    """Only a record with a seed has a hash to compare; garbage is refused with status 2."""
    assert run(tmp_path, game.to_json()) == 0
    assert "compare this hash" in capsys.readouterr().out
    assert run(tmp_path, text) == (2 if text == "garbage" else 0)
    assert "compare" not in capsys.readouterr().out


def test_an_illegal_action_is_status_2_with_its_number(
    tmp_path: Path, game: GameRecord, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first action that breaks a rule is named, with what was legal there."""
    broken = game.with_actions((*game.actions[:7], "draw", *game.actions[7:]))
    assert run(tmp_path, broken.to_json(), "--hash", seed_hash("5eed")) == 2
    said = capsys.readouterr()
    assert "action 7" in said.err
    assert "legal there: " in said.err
    assert said.out == ""


@pytest.mark.parametrize(
    ("change", "part"),
    [({"format": "chess/1"}, "format"), ({"players": ["a"]}, "players"), ({"sets": ["no"]}, "sets"),
     ({"seed": None}, "bag"), ({"seed": 7}, "seed"), ({"tokens": [9]}, "tokens"), ({"start": [1]}, "start"),
     ({"options": []}, "options"), ({"mood": "good"}, "mood"), ({"actions": "draw"}, "actions"),
     ({"bag": ["base/V"], "seed": None, "sets": ["base", 1]}, "sets")],
)  # fmt: skip
def test_a_refusal_names_the_part_at_fault(change: dict[str, object], part: str) -> None:
    """Messages in other languages can say which entry of the record is wrong."""
    data = {"format": "bastide/1", "players": ["a", "b"], "seed": "5eed"} | change
    with pytest.raises(RecordError) as refused:
        GameRecord.from_json(json.dumps(data))
    assert refused.value.part == part
    assert refused.value.index is None


@pytest.mark.parametrize("text", ["{", "[]" * 100_000, '{"format": "bastide/1", "seed": "\\ud800"}', ""])
def test_what_is_no_json_or_no_text_is_refused_as_such(text: str) -> None:
    """Half a file, deep nesting, and half characters are no JSON that could be kept."""
    with pytest.raises(RecordError) as refused:
        GameRecord.from_json(text)
    assert refused.value.part == "json"
