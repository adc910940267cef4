"""``daily``: a place's standing appointment, made, shown and called off."""

from dataclasses import replace
from typing import Final

from bot.clocks.control import read_hour, write_hour
from bot.clocks.zones import zone, zone_name
from bot.games import lobby
from bot.games.asking import Asking
from bot.games.header import Status
from bot.games.opponents import OPTIONS as OPPONENTS
from bot.games.parser import Command
from bot.games.presence import HOST_SILENT, is_member, last_heard
from bot.refusal import Refused
from bot.scene import Choice, Moment, Phrase, Scene, Style
from bot.timing.appointment import Appointment
from bot.usecases.beyond import Beyond
from bot.usecases.quotas import APPOINTMENTS, spend
from bot.usecases.rescue import UNMANAGED
from bot.usecases.rows import CommandRow, Option, always

OFF: Final = "off"
ON: Final = "on"


async def daily(beyond: Beyond, asking: Asking) -> Scene:
    """``daily``; ``daily HOUR [ZONE] [what to play, as after new]``; ``daily off``.

    ``daily on`` begins one again that rests because nobody answered it: whoever may change it then.
    """
    made = await beyond.time.appointment(asking.request.channel)
    words = asking.words
    if not words and not asking.command.options:
        return _shown(asking, made)
    if words == (ON,):
        return await _again(beyond, asking, made)
    _may_change(asking, made)
    if words == (OFF,):
        if made is None:
            raise Refused("refusal.no_appointment")
        await beyond.time.call_off(asking.request.channel)
        return _answer(asking, Phrase("daily.called_off"))
    appointment = _read(asking)
    await spend(beyond.store, APPOINTMENTS, asking.request)
    await beyond.time.appoint(asking.request.channel, appointment, asking.now)
    return _shown(asking, appointment)


async def _again(beyond: Beyond, asking: Asking, made: Appointment | None) -> Scene:
    if made is None:
        raise Refused("refusal.no_appointment")
    if made.rests:
        _may_change(asking, made)
        made = replace(made, rests=False, asked=None)
        await beyond.time.appoint(asking.request.channel, made, asking.now)
    return _shown(asking, made)


def _may_change(asking: Asking, made: Appointment | None) -> None:
    """Only those whose place it is. Raises Refused.

    That is who manages the chat, who made the appointment, and in a room that nobody manages the host of its
    game; and whoever plays here, when the former are silent for days. One that rests, and the first one, are
    for whoever plays here; in a chat with members, for any of them, the first one between games.
    """
    person, game = asking.person, asking.game
    unmanaged = asking.request.channel.platform in UNMANAGED
    if asking.request.admin or (made is not None and person.key == made.host.key):
        return
    if game is not None and unmanaged and person.key == game.header.host:
        return
    plays = game is not None and is_member(game, person)
    if made is None:
        between = game is None or game.header.status is Status.OVER
        if not plays and (unmanaged or not between):
            raise Refused("refusal.only_players_daily")
        return
    heirs = last_heard(game, made.host.key, made.since) + HOST_SILENT
    if not (made.rests and not unmanaged) and not (plays and (made.rests or asking.now >= heirs)):
        only = Phrase.of("refusal.only_host", who=made.host.name)
        when = Moment(heirs.astimezone(zone(made.zone)))
        raise Refused("refusal.until_heirs", refusal=only, when=when)


def _read(asking: Asking) -> Appointment:
    """The appointment that is meant. Raises Refused, also when what is to be played is impossible."""
    words = asking.words
    try:
        hour = read_hour(words[0] if words else "")
    except ValueError as error:
        raise Refused("usage.daily") from error
    name = zone_name(words[1]) if len(words) > 1 else None
    rest = words[1:] if name is None else words[2:]
    options = dict(asking.command.options)
    if asking.request.alone and not OPPONENTS & set(options):
        # Nobody else will come.
        options["opponents"] = "1"
    # Whatever cannot be played is refused now, not every day.
    lobby.new(
        replace(asking, game=None, command=Command("new", rest, options)), lobby.played_last(asking.game)
    )
    return Appointment(
        hour=hour,
        zone=name or asking.zone,
        words=" ".join((*rest, *(f"{option}={value}" for option, value in options.items()))),
        host=asking.person,
        since=asking.now,
        language=asking.request.language,
    )


def _shown(asking: Asking, made: Appointment | None) -> Scene:
    if made is None:
        return _answer(asking, Phrase("daily.none"))
    line = Phrase.of("daily.made", hour=write_hour(made.hour), zone=made.zone, who=made.host.name)
    words = (Phrase.of("daily.words", words=made.words),) if made.words else ()
    off = Choice(Phrase("choice.daily_off"), f"daily {OFF}", Style.DANGER)
    if not made.rests:
        return _answer(asking, line, *words, row=(off,))
    on = Choice(Phrase("choice.daily_on"), f"daily {ON}", Style.MAIN)
    return _answer(asking, line, *words, Phrase("daily.rests"), row=(on, off))


def _answer(asking: Asking, *lines: Phrase, row: tuple[Choice, ...] = ()) -> Scene:
    return Scene(
        lines=lines, rows=(row,) if row else (), actor=asking.person.key, language=asking.person.language
    )


def _switches(command: Command) -> bool:
    return not command.options and command.words in {(), ("off",), ("on",)}


COMMAND: Final = CommandRow(
    rank=280,
    errand=daily,
    options=(Option("hour"), Option("zone"), Option("play")),
    private=always,
    anyone=_switches,
    admins=True,
)
