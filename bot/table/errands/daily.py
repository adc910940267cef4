"""``daily``: a place's standing appointment, made, shown and called off."""

from dataclasses import replace

from bot.scene import Choice, Phrase, Scene, Style
from bot.table import lobby
from bot.table.appointment import Appointment
from bot.table.asking import Asking
from bot.table.clock import read_hour, write_hour
from bot.table.clock_zones import zone_name
from bot.table.errands.beyond import Beyond
from bot.table.parser import Command
from bot.table.refusal import Refused

OFF = "off"


async def daily(beyond: Beyond, asking: Asking) -> Scene:
    """``daily``; ``daily HOUR [ZONE] [what to play, as after new]``; ``daily off``."""
    made = await beyond.time.appointment(asking.request.channel)
    words = asking.words
    if not words and not asking.command.options:
        return _shown(asking, made)
    if made is not None and asking.person.key != made.host.key and not asking.request.admin:
        raise Refused("refusal.only_host", who=made.host.name)
    if words == (OFF,):
        if made is None:
            raise Refused("refusal.no_appointment")
        await beyond.time.call_off(asking.request.channel)
        return _answer(asking, Phrase("daily.called_off"))
    appointment = _read(asking)
    await beyond.time.appoint(asking.request.channel, appointment, asking.now)
    return _shown(asking, appointment)


def _read(asking: Asking) -> Appointment:
    """The appointment that is meant. Raises Refused, also when what is to be played is impossible."""
    words = asking.words
    try:
        hour = read_hour(words[0] if words else "")
    except ValueError as error:
        raise Refused("usage.daily") from error
    name = zone_name(words[1]) if len(words) > 1 else None
    rest = words[1:] if name is None else words[2:]
    options = asking.command.options
    # Whatever cannot be played is refused now, not every day.
    lobby.new(replace(asking, game=None, command=Command("new", rest, options)))
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
    if not made.words:
        return _answer(asking, line, off=True)
    return _answer(asking, line, Phrase.of("daily.words", words=made.words), off=True)


def _answer(asking: Asking, *lines: Phrase, off: bool = False) -> Scene:
    row = (Choice(Phrase("choice.daily_off"), f"daily {OFF}", Style.DANGER),)
    return Scene(
        lines=lines, rows=(row,) if off else (), actor=asking.person.key, language=asking.person.language
    )
