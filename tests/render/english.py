"""English words for the keys of :mod:`render.text`, so that its texts can be read in tests."""

ENGLISH: dict[str, str | tuple[str, str]] = {
    "alt.over": "The game is over. Won by {winners}.",
    "alt.turn": "{player} is to move.",
    "alt.hand": "Tile in hand: {tile}.",
    "alt.hands": "Tile {number} in hand: {tile}.",
    "alt.bag": ("{count} tile is left in the bag.", "{count} tiles are left in the bag."),
    "alt.standing": "{player}: {points}; left: {supply}.",
    "alt.standing.bare": "{player}: {points}; no figures left.",
    "alt.points": ("{count} point", "{count} points"),
    "alt.supply.meeple": ("{count} meeple", "{count} meeples"),
    "alt.supply.mayor": ("mayor", "{count} mayors"),
    "alt.supply.wagon": ("wagon", "{count} wagons"),
    "alt.supply.barn": ("barn", "{count} barns"),
    "alt.supply.shepherd": ("shepherd", "{count} shepherds"),
    "alt.supply.big": ("big meeple", "{count} big meeples"),
    "alt.supply.builder": ("builder", "{count} builders"),
    "alt.supply.pig": ("pig", "{count} pigs"),
    "alt.supply.wine": ("{count} wine", "{count} wine"),
    "alt.supply.grain": ("{count} grain", "{count} grain"),
    "alt.supply.cloth": ("{count} cloth", "{count} cloth"),
    "alt.supply.abbey": ("abbey", "{count} abbeys"),
    "alt.spots": ("It fits in {count} place.", "It fits in {count} places."),
    "alt.spot": "{number} at {x}, {y}: {around}.",
    "alt.spot.tile": "{number} at {x}, {y}: {tile}.",
    "alt.beside.field": "field to the {side}",
    "alt.beside.road": "road to the {side}",
    "alt.beside.city": "city to the {side}",
    "alt.beside.plain": "plain to the {side}",
    "alt.beside.mountain": "mountains to the {side}",
    "alt.beside.sea": "sea to the {side}",
    "alt.beside.river": "river to the {side}",
    "alt.beside.abbey": "abbey to the {side}",
    "alt.north": "north",
    "alt.east": "east",
    "alt.south": "south",
    "alt.west": "west",
    **{
        f"alt.feature.{kind}": (
            f"{word} at {{x}}, {{y}}, {{count}} tile, {{figures}}: {{points}}.",
            f"{word} at {{x}}, {{y}}, {{count}} tiles, {{figures}}: {{points}}.",
        )
        for kind, word in (
            ("road", "Road"), ("city", "City"), ("field", "Field"), ("monastery", "Monastery"),
            ("plain", "Plain"),
            ("mountain", "Mountains"), ("sea", "Sea"),
        )
    },
    "alt.nobody": "nobody",
    "alt.closed": "Complete: {feature}",
    "alt.shut": "Closed: {feature}",
    "alt.last": "The tile just laid, at {x}, {y}: {tile}.",
    "alt.letter": "{letter}: {feature}",
    "alt.letter.corner": "{letter}: the corner where four tiles meet.",
    "alt.figure": "Figure {number} at {x}, {y}: {feature}",
    "alt.kind": "{number} × {tile}.",
    "alt.tile": "{parts}",
    "alt.on.field": "field only",
    "alt.on.abbey": "abbey",
    "alt.on.monastery": "monastery",
    "alt.on.hill": "hill",
    "alt.on.vineyard": "vineyard",
    "alt.on.river": "river {sides}",
    "alt.on.river.spring": "the river's spring",
    "alt.on.river.lake": "the lake where the river ends",
    "alt.on.inn": "an inn",
    "alt.on.cathedral": "a cathedral",
    "alt.on.wine": "wine",
    "alt.on.grain": "grain",
    "alt.on.cloth": "cloth",
    "alt.on.lake": "lake in the middle",
    "alt.on.fields": ("{count} field", "{count} fields"),
    "alt.on.port.plain": "port city on the plain",
    "alt.on.port.mountain": "port city at the mountains",
    "alt.on.ports": ("{count} port city", "{count} port cities"),
    "alt.on.road": "road {sides}",
    "alt.on.city": "city {sides}",
    "alt.on.plain": "plain {sides}",
    "alt.on.mountain": "mountains {sides}",
    "alt.on.sea": "sea {sides}",
    "alt.on.pennant": ("with a pennant", "with {count} pennants"),
}  # fmt: skip
"""One text for each key, or two: for one and for more."""


def say(key: str, **args: object) -> str:
    """The key's text with its arguments; raises KeyError for an unknown key or a missing argument."""
    text = ENGLISH[key]
    chosen = text if isinstance(text, str) else text[0 if args["count"] == 1 else 1]
    return chosen.format_map({name: _shown(value) for name, value in args.items()})


def _shown(value: object) -> str:
    return ", ".join(str(item) for item in value) if isinstance(value, tuple) else str(value)
