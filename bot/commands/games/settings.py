"""``settings``: what a game agrees on, or what a person wants wherever no game is meant."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from bot.clocks.preferences import (
    EARLIER,
    MOST_CHANGES,
    AutoPass,
    Preferences,
    followed,
    is_newer,
    write_earlier,
)
from bot.commands.games.new import AGREED
from bot.games import lobby
from bot.games.asking import Asking
from bot.games.game import Game
from bot.games.header import Status, View
from bot.games.parser import Command
from bot.refusal import Refused
from bot.scene import Scene
from bot.scenes.offers import DOOR
from bot.usecases import info
from bot.usecases.beyond import Beyond
from bot.usecases.rows import CommandRow, Option
from bot.usecases.wishes import WISH, WISHES, screen, wished

ME: Final = "me"
SOON: Final = timedelta(seconds=3)
"""After so long a person's games are looked at: what they chose is kept by then."""
OF_GAMES_TOO: Final = frozenset({"language"})
"""Preferences that share their name with something that a game's people agree on, where all read the same."""


async def settings(beyond: Beyond, asking: Asking) -> Scene | Game:
    """``settings me [name=value...]``; without ``me`` where no game is meant. Else what a game agrees on."""
    words, options = asking.words, asking.command.options
    if not _is_meant(asking):
        if asking.request.severally and set(options) & OF_GAMES_TOO:
            raise Refused("usage.settings_me", names=tuple(sorted(WISHES)))
        return lobby.settings(asking) if words or options else info.settings(asking)
    if set(words) - {ME} or set(options) - WISHES:
        raise Refused("usage.settings_me", names=tuple(sorted(WISHES)))
    person = asking.person
    kept = before = await beyond.store.person_get(person.key)
    if options:
        if is_newer(before):
            raise Refused("refusal.newer_settings")
        changes = wished(options, asking.now, asking.zone)
        changes |= _remembered(asking, before, changes)
        # Whatever changes when somebody plays or wants to be told changes clocks in all of their games. That
        # is the last thing that can fail and leave nothing changed: looking in vain does no harm.
        await beyond.time.look_at(await beyond.store.games_of(person.key), asking.now + SOON)
        await beyond.store.person_set(person.key, changes)
        kept = _changed(before, changes)
    return screen(asking, Preferences.from_table(kept))


def _is_meant(asking: Asking) -> bool:
    words, options, game = asking.words, set(asking.command.options), asking.game
    personal = WISHES if asking.request.severally else WISHES - OF_GAMES_TOO
    if words[:1] == (ME,) or (options and options <= personal):
        return True
    if words or (game is not None and game.header.status is not Status.OVER):
        return False
    return options <= (WISHES if game is None else personal)


def _changed(before: Mapping[str, str], changes: Mapping[str, str | None]) -> dict[str, str]:
    return {name: value for name, value in {**before, **changes}.items() if value is not None}


def _remembered(
    asking: Asking, before: Mapping[str, str], changes: Mapping[str, str | None]
) -> dict[str, str | None]:
    """What has held until now, for clocks that have run meanwhile: nobody's past time changes."""
    held, holds = Preferences.from_table(before), Preferences.from_table(_changed(before, changes))
    try:
        earlier = followed(held, holds, asking.now)
    except ValueError as error:
        raise Refused("refusal.too_many_changes", count=MOST_CHANGES) from error
    return {EARLIER: write_earlier(earlier)} if earlier != held.earlier else {}


_VALUES: Final = {
    "confirm": ("on", "off"),
    "nomeeple": ("ask", "pass"),
    "autopass": tuple(value.value for value in AutoPass),
    "mute": ("on", "off"),
    "private": ("on", "off"),
}
_LISTED: Final = tuple(
    Option(name, choices={value: WISH(name, value) for value in values}, named=True)
    for name, values in _VALUES.items()
)
"""What a person can choose for themselves from a list of values; what has no such list is typed."""


def _own(command: Command) -> bool:
    words, options = command.words, set(command.options)
    return words[:1] == (ME,) or (not words and options <= WISHES - OF_GAMES_TOO)


COMMAND: Final = CommandRow(
    rank=250,
    errand=settings,
    options=(
        *AGREED,
        Option("language", languages=True, named=True),
        Option("view", choices={view.value: DOOR(view) for view in View}, named=True),
        *_LISTED,
        *(Option(name, named=True) for name in ("remind", "zone", "quiet", "vacation")),
    ),
    private=_own,
    admins=True,
    ages=True,
    late=True,
    speaks=True,
)
