"""The games that are written down: on which platform, with which tiles, and what people do."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from core import GameRecord
from tests.bot.transcripts.on_discord import OnDiscord
from tests.bot.transcripts.on_telegram import OnTelegram
from tests.bot.transcripts.on_web import OnWeb
from tests.bot.transcripts.stage import Stage
from tests.core.games import shortened
from tests.core.goldens import FOLDER

EVENING: Final = """
# Before anything
Ann /game
Ann /help
Ann /rules
Ann > rules winter
Ann /stats
Ann /draw

# The tutorial
{alone}/tutorial
Ann > tutorial place 1
{alone}/tutorial pass
{alone}/tutorial place 99
Ann > tutorial next
{alone}/tutorial

# The lobby
Ann /new winter order=joined
Ann > settings view=game
Ann > settings view=main
Ann > settings view=clock
Ann > settings view=main
Ann > settings view=more
Ann > settings view=main
Ann /settings undo=free
Ann /settings clock=24h
Bo > settings view=game
Bo > join
Cid /join
Cid > leave
Bo /settings
Ann > start
Ann /settings

# Moves by buttons and by typed commands, refused ones among them
Bo > place 1
Bo /place 1
Ann /place 99
Ann /place 2
Ann > turn
Ann > undo
Ann /place 1
Ann /deploy a
Ann > undo
Ann > pass
Bo /place 1
Bo /deploy z
Bo /pass
Bo /undo
Cid /place 1
play 9
Ann /draw
Ann /abbey
Ann /rescue skip

# Looking
Ann /board
Bo /board whole
Ann /board mine
Bo /tiles
Cid /score
Ann /score
Bo /game
Ann /games
Ann /history
Cid /hints off
Bo /hints
Ann /export
Ann /verify
Ann /replay

# Wishes and languages
Bo /settings zone=Europe/Warsaw
Bo /settings remind=1h quiet=22-8
Bo /settings confirm=on
Ann /settings language=cs
play 4
Ann /settings language=en

# Pausing and time
Ann /pause
Bo > vote yes
Ann /place 1
Bo /pause off
wait 12h
wait 10h
wait 3h
Bo /vote wait
play 3

# The end
Ann /resign
Bo /end
Bo /end ask
Bo /resign
Bo > resign yes
Ann /score
Ann /stats
Bo /stats me
Ann /history 1
Ann /export 1
Ann /verify 1
Ann /replay 1
Ann /replay 1 chart
Ann /new again
Bo > join
Ann > leave
Bo /daily 18:00
Bo /daily
Bo /daily off
Bo /tile
Bo file /import
Bo > history 0000000006 35
Bo > replay 0000000006 film
Ann /forget me
Ann > forget me yes
"""

IN_ONES_OWN_CHAT: Final = "Ann @"
HERE: Final = "Ann "

TYPED: Final = """
# A game that is under way already
set-up {people}
{first} /rules
{first} /score
play {moves}
{first} /board
{first} /tiles
{first} /game
{first} /history
{first} /export
{first} /replay
{first} /verify
{first} /stats
{first} /new again
"""


@dataclass(frozen=True)
class Evening:
    """What is played where."""

    stage: Callable[[], Stage]
    script: str
    record: GameRecord | None = None


def _typed(people: str, moves: int) -> str:
    return TYPED.format(people=people, first=people.split(maxsplit=1)[0], moves=moves)


FILE: Final = GameRecord.from_json(
    json.dumps(json.loads((FOLDER / "winter.json").read_text("utf-8"))["record"])
)
"""What somebody sends to be imported."""
ABBEYS: Final = shortened(
    GameRecord(("Ann", "Bo"), sets=("base", "abbey-mayor", "hills-sheep"), seed="a bbey"), 16
)
ISLANDS: Final = shortened(
    GameRecord(("Ann", "Bo"), game="discoverers", sets=("discoverers",), options={"hand": 2}, seed="d15c"), 14
)
GAMES: Final[Mapping[str, Evening]] = {
    "discord-evening": Evening(OnDiscord, EVENING.format(alone=HERE), FILE),
    "discord-abbeys": Evening(OnDiscord, _typed("Bo Ann", 60), ABBEYS),
    "discord-discoverers": Evening(OnDiscord, _typed("Cid Ann Bo", 60), ISLANDS),
    "telegram-evening": Evening(OnTelegram, EVENING.format(alone=IN_ONES_OWN_CHAT), FILE),
    "telegram-abbeys": Evening(OnTelegram, _typed("Cid Bo", 60), ABBEYS),
    "telegram-discoverers": Evening(OnTelegram, _typed("Bo Ann Cid", 60), ISLANDS),
    "web-evening": Evening(OnWeb, EVENING.format(alone=HERE), FILE),
    "web-abbeys": Evening(OnWeb, _typed("Ann Bo", 60), ABBEYS),
    "web-discoverers": Evening(OnWeb, _typed("Bo Cid", 60), ISLANDS),
}
"""By the name of its file."""
