"""Game records: the format ``bastide/1``, and their replay.

A record is a header and the actions so far; it is the one thing that is stored and shared. The format is
described in docs/records.md.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final, Self

from core.editions import FIRST, NEWEST
from core.errors import BastideError, IllegalAction, NotationError, RecordError, UnknownEdition
from core.events import Event
from core.game import Position
from core.geometry import Cell
from core.notation import parse_action
from core.options import complete_options
from core.quoting import quoted, short
from core.ruleset import OptionValue, Ruleset
from core.rulesets import GAMES, ruleset
from core.sets import rows
from core.setup import Setup, Token
from core.shuffle import shuffled, token_of
from core.state import State
from core.tile_data import tile_kind, tile_set
from core.tiles import TileKind

FORMAT: Final = "bastide/1"
_KEYS: Final = {
    "format", "edition", "game", "sets", "options", "players", "bag", "seed", "tokens", "start", "actions",
}  # fmt: skip

LONGEST_TEXT: Final = 128
"""Characters of a seed, a name or an action at most."""
MOST_ITEMS: Final = 500
"""Tiles of a bag at most, and tokens: several times what all sets together have."""
MOST_ACTIONS: Final = 2000
"""Actions of a record that is read at most; the longest games have some seven hundred."""
LAST_EDITION: Final = 9999
"""What is beyond was written by no program."""
FARTHEST: Final = 500
"""A start tile may lie so far from the middle."""


@dataclass(frozen=True)
class GameRecord:
    """A game as it is written down.

    Exactly one of ``bag`` (tile ids in the order of draws) and ``seed`` is given. ``tokens`` lists
    tokens in the order of draws; without it they follow from the seed. ``start`` is (tile id, x, y, degrees).
    ``edition`` is that of the data with which it was begun (:mod:`core.editions`).
    Constructing one checks everything but the actions, sizes too, and raises RecordError whose ``part`` is
    the entry that is wrong.
    """

    players: tuple[str, ...]
    game: str = "carcassonne"
    sets: tuple[str, ...] = ("base",)
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    bag: tuple[str, ...] | None = None
    seed: str | None = None
    tokens: tuple[Token, ...] | None = None
    start: tuple[str, int, int, int] | None = None
    actions: tuple[str, ...] = ()
    edition: int = NEWEST

    def __post_init__(self) -> None:
        if not FIRST <= self.edition <= NEWEST:
            raise UnknownEdition(self.edition)
        rules = self._rules()
        if not 2 <= len(self.players) <= rules.most_players:
            sentence = f"{len(self.players)} players; {self.game} is for 2 to {rules.most_players}"
            raise RecordError(sentence, part="players")
        for name in self.players:
            _bounded("players", len(name), LONGEST_TEXT, "characters in a name")
        if (self.bag is None) == (self.seed is None):
            part = "bag" if self.bag is None else "bag, seed"
            raise RecordError("a record has either a bag or a seed", part=part)
        _bounded("seed", len(self.seed or ""), LONGEST_TEXT, "characters")
        _bounded("bag", len(self.bag or ()), MOST_ITEMS, "tiles")
        for tile in self.bag or ():
            self._kind(tile, "bag")
        _bounded("tokens", len(self.tokens or ()), MOST_ITEMS, "tokens")
        for token in self.tokens or ():
            if type(token) not in (int, str) or token not in _tokens():
                raise RecordError(f"there is no token {quoted(token)}", part="tokens")
        if self.start is not None:
            self._check_start(*self.start)

    def _rules(self) -> Ruleset[State]:
        if self.game not in GAMES:
            games = ", ".join(GAMES)
            raise RecordError(f"there is no game {quoted(self.game)}; there are {games}", part="game")
        for name, value in self.options.items():
            try:
                complete_options({name: value}, self.edition)
            except NotationError as error:
                raise RecordError(str(error), part=short(f"options.{name}")) from error
        try:
            return ruleset(self.game, self.sets, self.options, self.edition)
        except NotationError as error:
            raise RecordError(str(error), part="sets") from error

    def _check_start(self, tile: str, x: int, y: int, turn: int) -> None:
        self._kind(tile, "start")
        if turn not in (0, 90, 180, 270) or not all(isinstance(n, int) for n in (x, y)):
            sentence = "start is [tile, x, y, turn] with a turn of 0, 90, 180 or 270"
            raise RecordError(sentence, part="start")
        if max(abs(x), abs(y)) > FARTHEST:
            raise RecordError(f"start lies more than {FARTHEST} from the middle", part="start")

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read a record. Raises RecordError, whose sentence says what is wrong."""
        try:
            data = json.loads(text)
            # "\ud800" is JSON, but half a character: nothing could print it or use it as a seed.
            json.dumps(data, ensure_ascii=False).encode()
        except (ValueError, RecursionError) as error:
            raise RecordError(f"this is not JSON: {error}", part="json") from error
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise RecordError(f'this is no game record: "format" must be "{FORMAT}"', part="format")
        if unknown := sorted(set(data) - _KEYS):
            raise RecordError(f"a record has no {short(', '.join(unknown))}", part=short(unknown[0]))
        actions = _strings(data, "actions", ())
        _bounded("actions", len(actions), MOST_ACTIONS, "actions")
        for index, action in enumerate(actions):
            if len(action) > LONGEST_TEXT:
                raise RecordError(f"action {index}: {quoted(action)} is no action", index=index)
        return cls(
            players=_strings(data, "players", ()),
            game=_one(data, "game", str, "carcassonne"),
            sets=_strings(data, "sets", ("base",)),
            options=_one(data, "options", dict, {}),
            bag=_strings(data, "bag", None),
            seed=_one(data, "seed", str, None),
            tokens=_list(data, "tokens"),
            start=_start(data),
            actions=actions,
            edition=_edition(data),
        )

    def to_json(self) -> str:
        """The record as text; ``from_json`` reads it back."""
        data: dict[str, Any] = {
            "format": FORMAT,
            # Records of the first edition are written as they were read, by programs that knew no other.
            **({"edition": self.edition} if self.edition != FIRST else {}),
            "game": self.game,
            "sets": self.sets,
            "options": dict(self.options),
            "players": self.players,
        }
        for name in ("bag", "seed", "tokens", "start"):
            if getattr(self, name) is not None:
                data[name] = getattr(self, name)
        data["actions"] = self.actions
        return json.dumps(data, ensure_ascii=False)

    def with_actions(self, actions: Sequence[str]) -> Self:
        """The same game with other actions."""
        return replace(self, actions=tuple(actions))

    def opening(self) -> Position:
        """The position before the first action."""
        start = self._start()
        rules = ruleset(self.game, self.sets, self.options, self.edition)
        removed: tuple[TileKind, ...] = ()
        if self.bag is not None:
            bag = tuple(tile_kind(tile, self.edition) for tile in self.bag)
        else:
            assert self.seed is not None
            bag = full_bag(self.sets, start[0], self.seed, self.edition)
            if count := rules.removed.get(len(self.players), 0):
                bag, removed = bag[:-count], bag[-count:]
        setup = Setup(self.players, bag, start, self.tokens, self.seed, removed)
        return Position(rules, setup)

    def replay(self, upto: int | None = None) -> Position:
        """The position after all actions, or after the first ``upto``.

        Raises RecordError with the number of the action that breaks a rule.
        """
        position = self.opening()
        for index, text in enumerate(self.actions[:upto]):
            play_text(position, text, index)
        return position

    def replay_events(self) -> tuple[Position, tuple[tuple[int, Event], ...]]:
        """The last position, and every event with the number of its action. Raises RecordError."""
        position = self.opening()
        events: list[tuple[int, Event]] = []
        for index, text in enumerate(self.actions):
            events.extend((index, event) for event in play_text(position, text, index))
        return position, tuple(events)

    def _kind(self, tile: str, part: str) -> TileKind:
        try:
            kind = tile_kind(tile, self.edition)
        except NotationError as error:
            raise RecordError(str(error), part=part) from error
        if tile.partition("/")[0] not in self.sets:
            raise RecordError(f"{tile} does not belong to the sets {', '.join(self.sets)}", part=part)
        if not kind.count:
            raise RecordError(f"{tile} is never in the bag", part=part)
        return kind

    def _start(self) -> tuple[TileKind, Cell, int]:
        if self.start is not None:
            tile, x, y, turn = self.start
            return tile_kind(tile, self.edition), (x, y), turn // 90
        return start_tiles(self.sets, self.edition)[-1], (0, 0), 0


@cache
def _tokens() -> frozenset[Token]:
    """The tokens of all boxes."""
    return frozenset(token_of(name) for box in map(tile_set, rows()) for name in box.tokens)


def full_bag(sets: Sequence[str], start: TileKind, seed: str, edition: int) -> tuple[TileKind, ...]:
    """Every tile of an edition's sets but the start tile, in the order of the seed (:mod:`core.shuffle`).

    Those of sets that go ahead of all others come first. Another start tile takes the place of the printed
    one, of which no second is laid.
    """
    ahead: list[TileKind] = []
    others: list[TileKind] = []
    for name in sets:
        kinds = tile_set(name, edition).kinds.values()
        tiles = [kind for kind in kinds for _ in range(kind.count)]
        order = rows()[name].ahead
        if order is None:
            others += tiles
        else:
            if start in tiles:
                tiles.remove(start)
            ahead += order(tiles, seed)
    others.remove(start if start in others else start_tiles(sets, edition)[0])
    return (*ahead, *shuffled(others, seed, "bag"))


def start_tiles(sets: Sequence[str], edition: int) -> tuple[TileKind, ...]:
    """The start tile of each set that has one. The last is laid, the others are out of the game."""
    boxes = [tile_set(name, edition).kinds.values() for name in sets]
    return tuple(kind for kinds in boxes for kind in kinds if kind.start)


def play_text(position: Position, text: str, index: int) -> tuple[Event, ...]:
    """Play the action with this number. Raises RecordError that says what was wrong and what was legal."""
    try:
        return position.play(parse_action(text))
    except BastideError as error:
        legal = tuple(sorted(str(action) for action in position.legal_actions()))
        raise RecordError(f"action {index} ({short(text)}): {error}", index=index, legal=legal) from error


def legal_texts(position: Position) -> list[str]:
    """Every legal action as text, sorted."""
    return sorted(str(action) for action in position.legal_actions())


def _bounded(part: str, count: int, most: int, what: str) -> None:
    if count > most:
        raise RecordError(f"{part}: {count} {what}; {most} are allowed", part=part)


def _one(data: Mapping[str, Any], name: str, kind: type, default: Any) -> Any:
    value = data.get(name)
    if value is None:
        return default
    if not isinstance(value, kind):
        raise RecordError(f'"{name}" must be {"text" if kind is str else "an object"}', part=name)
    return value


def _edition(data: Mapping[str, Any]) -> int:
    value = data.get("edition")
    if value is None:
        return FIRST
    if type(value) is not int or not FIRST <= value <= LAST_EDITION:
        sentence = f'"edition" must be a whole number from {FIRST} to {LAST_EDITION}'
        raise RecordError(sentence, part="edition")
    return value


def _list(data: Mapping[str, Any], name: str) -> tuple[Any, ...] | None:
    value = data.get(name)
    if value is None:
        return None
    if not isinstance(value, list):
        raise RecordError(f'"{name}" must be a list', part=name)
    return tuple(value)


def _strings(data: Mapping[str, Any], name: str, default: Any) -> Any:
    values = _list(data, name)
    if values is None:
        return default
    if not all(isinstance(value, str) for value in values):
        raise RecordError(f'"{name}" must be a list of text', part=name)
    return values


def _start(data: Mapping[str, Any]) -> tuple[str, int, int, int] | None:
    value = _list(data, "start")
    if value is None:
        return None
    if len(value) != 4 or not isinstance(value[0], str) or not all(type(n) is int for n in value[1:]):
        raise RecordError('"start" must be [tile, x, y, turn]', part="start")
    return value[0], value[1], value[2], value[3]


__all__ = ["FORMAT", "GameRecord", "IllegalAction", "full_bag", "legal_texts", "play_text"]
