"""Records outlive a change of the data: each goes on with the edition with which it was begun.

``golden/edition1.jsonl`` holds games that were played by the program as it was when it knew one edition:
their records, final scores, winners, and a hash of the table at the end.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import (
    GameRecord,
    Position,
    RecordError,
    TileKind,
    UnknownEdition,
    parse_action,
    tile_kind,
    tile_set,
)
from core.__main__ import main
from core.editions import FIRST, NEWEST, box_names
from core.options import CHOICES, DEFAULTS, complete_options, defaults
from core.records.verify import verify
from core.rulesets import ruleset

GAMES = [
    json.loads(line)
    for line in (Path(__file__).parent / "golden" / "edition1.jsonl").read_text("utf-8").splitlines()
]
EDITIONS = range(FIRST, NEWEST + 1)

MEANING: Mapping[int, Mapping[str, str]] = {
    1: {
        "base": "e2d45a7e87b9",
        "winter": "193dc585a70f",
        "abbey-mayor": "22bb07cd5301",
        "hills-sheep": "7ebcb6ccf482",
        "discoverers": "2a620aecd2d6",
        "river": "b11a4ff3bbb3",
        "inns-cathedrals": "829fc9ec7b1b",
        "traders-builders": "f8d382c2d690",
        "options": "c11f4752428e",
        "figures": "bc941337bf9b",
        "removed": "7d4b9c372023",
    },
    2: {
        "base": "e2d45a7e87b9",
        "winter": "193dc585a70f",
        "abbey-mayor": "22bb07cd5301",
        "hills-sheep": "7ebcb6ccf482",
        "discoverers": "a1dc1b349b15",
        "river": "b11a4ff3bbb3",
        "inns-cathedrals": "829fc9ec7b1b",
        "traders-builders": "f8d382c2d690",
        "options": "c11f4752428e",
        "figures": "bc941337bf9b",
        "removed": "7d4b9c372023",
    },
}
"""What the data mean, by edition. Entries are added and never changed: games under way go by them."""


def meaning(edition: int) -> dict[str, str]:
    """A hash for each set, for the options, and for what else the rules count."""
    found = {name: digest(_set(name, edition)) for name in box_names()}
    found["options"] = digest(sorted(complete_options({}, edition).items()))
    found["figures"] = digest(list(_figures(edition)))
    found["removed"] = digest(list(_removed(edition)))
    return found


def digest(what: object) -> str:
    """A short hash of what is written out."""
    return sha256(repr(what).encode()).hexdigest()[:12]


def _set(name: str, edition: int) -> object:
    box = tile_set(name, edition)
    kinds = [(kind.id, kind.count, kind.per_player, kind.start, _print(kind)) for kind in box.kinds.values()]
    elsewhere = [sorted(box.elsewhere.items())] if box.elsewhere else []
    return kinds, list(box.tokens.items()), *elsewhere


def _print(kind: TileKind) -> object:
    """What is printed on a tile."""
    # What later sets brought is told where there is any, so that the hashes of earlier sets hold.
    segments = [
        [str(value) for f in fields(segment) if (value := getattr(segment, f.name)) or f.name != "marks"]
        for segment in kind.segments
    ]
    also = sorted(kind.marks - {"hill", "vineyard"})
    return (
        *(kind.edges, segments, kind.meets, kind.cities, "hill" in kind.marks, "vineyard" in kind.marks),
        *([also] if also else ()),
    )


def _figures(edition: int) -> Iterator[object]:
    for game, sets in (
        ("carcassonne", ("base", "winter", "abbey-mayor", "hills-sheep")),
        ("discoverers", ("discoverers",)),
    ):
        rules = ruleset(game, sets, {}, edition)
        yield [(figure.value, count) for figure, count in rules.figures.items()], rules.most_players


def _removed(edition: int) -> Iterator[int]:
    for rule in CHOICES["even_turns"]:
        for players in range(2, 6):
            record = GameRecord(
                ("A", "B", "C", "D", "E")[:players], "discoverers", ("discoverers",), {"even_turns": rule},
                seed="0", edition=edition,
            )  # fmt: skip
            yield len(record.opening().setup.removed)


def test_the_data_of_an_edition_never_change() -> None:
    """Whoever changes what the data mean makes a new edition (core/editions.py) and enters it here."""
    assert {edition: meaning(edition) for edition in EDITIONS} == MEANING


def test_an_id_stands_for_one_print() -> None:
    """Tiles are drawn and named by their ids, whatever the edition."""
    for name in box_names():
        for edition in EDITIONS:
            for kind in tile_set(name, edition).kinds.values():
                assert _print(kind) == _print(tile_kind(kind.id)), kind.id


def test_sets_that_did_not_change_are_shared() -> None:
    """They are read once; the others differ."""
    shared = {name for name in box_names() if tile_set(name, 1) is tile_set(name, NEWEST)}
    assert shared == set(box_names()) - {"discoverers"}
    assert "discoverers/wedge3-mps" in tile_set("discoverers", 1).kinds
    assert "discoverers/wedge3-mps" not in tile_set("discoverers").kinds


def test_the_defaults_are_those_of_the_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    """A later edition changes those that it names, for its own records alone."""
    assert defaults() == {name: choices[0] for name, choices in CHOICES.items()}
    monkeypatch.setattr("core.options.DEFAULTS", {**DEFAULTS, 2: {"hand": 2}})
    old, new = (
        GameRecord(("A", "B"), "discoverers", ("discoverers",), seed="0", edition=edition)
        for edition in (1, 2)
    )
    assert (old.opening().options["hand"], new.opening().options["hand"]) == (0, 2)
    assert {**new.opening().options, "hand": 0} == old.opening().options


# What a record says


def record(**changes: object) -> GameRecord:
    """A record of The Discoverers with some entries changed; None takes one out."""
    data = {
        "format": "bastide/1", "game": "discoverers", "sets": ["discoverers"], "players": ["A", "B"],
        "seed": "5eed",
    } | changes  # fmt: skip
    return GameRecord.from_json(json.dumps({key: value for key, value in data.items() if value is not None}))


def test_a_record_that_names_none_is_of_the_first_edition() -> None:
    """It is written as it was read; new games are of the newest, and say so."""
    old = record()
    assert old.edition == 1
    assert old.opening().edition == 1
    assert "edition" not in json.loads(old.to_json())
    new = GameRecord(("A", "B"), seed="5eed")
    assert new.edition == NEWEST == json.loads(new.to_json())["edition"]
    for each in (old, new, record(edition=1), record(edition=2)):
        assert GameRecord.from_json(each.to_json()) == each
    assert record(edition=1) == old
    assert record(edition=2).opening() != old.opening()


@pytest.mark.parametrize("edition", [NEWEST + 1, 9999])
def test_an_unknown_edition_is_refused_by_name(edition: int) -> None:
    """In one sentence."""
    with pytest.raises(UnknownEdition, match=f"begun with edition {edition} of the tiles") as caught:
        record(edition=edition)
    assert (caught.value.part, caught.value.edition) == ("edition", edition)


@pytest.mark.parametrize("edition", [0, -1, True, 1.0, "2", [2], 10**400])
def test_what_is_no_edition_is_refused(edition: object) -> None:
    """Editions are whole numbers from 1."""
    with pytest.raises(RecordError, match='"edition" must be a whole number from 1 to 9999') as caught:
        record(edition=edition)
    assert caught.value.part == "edition"


@pytest.mark.parametrize(
    ("edition", "known", "unknown"), [(1, "wedge3-mps", "wedge3-msp"), (2, "wedge3-msp", "wedge3-mps")]
)
@pytest.mark.parametrize("part", ["bag", "start"])
def test_a_record_names_tiles_of_its_edition(edition: int, known: str, unknown: str, part: str) -> None:
    """In its bag and as its start tile; the sentence names tile and edition."""

    def named(tile: str) -> dict[str, object]:
        if part == "bag":
            return {"seed": None, "bag": [f"discoverers/{tile}"]}
        return {"start": [f"discoverers/{tile}", 0, 0, 0]}

    record(edition=edition, **named(known)).opening()
    with pytest.raises(RecordError, match=f"no tile 'discoverers/{unknown}' in edition {edition}") as caught:
        record(edition=edition, **named(unknown))
    assert caught.value.part == part


# Games that were begun with the first edition


def end_of(position: Position) -> tuple[list[int], list[int], str]:
    """Scores, winners, and a hash of the table."""
    lain = ";".join(f"{laid.tile.kind.id} {laid.cell} {laid.tile.turn}" for laid in position.laid)
    return [*position.scores], [*position.winners], sha256(lain.encode()).hexdigest()[:16]


def wanted(game: Mapping[str, Any]) -> tuple[list[int], list[int], str]:
    """What the older program found."""
    return game["scores"], game["winners"], game["table"]


@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
def test_finished_games_replay_and_verify_as_they_did(
    game: Mapping[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the program and by hand; ``python -m core`` says so too."""
    old = GameRecord.from_json(json.dumps(game["record"]))
    assert json.loads(old.to_json()) == game["record"]
    position = old.replay()
    assert position.over
    assert end_of(position) == wanted(game)
    assert verify(old).actions == len(old.actions)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game["record"]), "utf-8")
    assert main(["verify", str(file)]) == 0
    assert main(["replay", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["scores"] == game["scores"]


@given(st.sampled_from(GAMES), st.floats(0, 1))
def test_games_under_way_go_on_as_they_began(game: Mapping[str, Any], share: float) -> None:
    """From any moment, stored and read again, to the same end; every tile is one of their edition."""
    actions = game["record"]["actions"]
    moment = round(share * len(actions))
    middle = GameRecord.from_json(json.dumps({**game["record"], "actions": actions[:moment]}))
    position = GameRecord.from_json(middle.to_json()).replay()
    for text in actions[moment:]:
        position.play(parse_action(text))
    assert position.over
    assert end_of(position) == wanted(game)
    for laid in position.laid:
        assert laid.tile.kind is tile_kind(laid.tile.kind.id, FIRST)
