"""Who writes in the name of a group or a channel: nobody can tell which person it is.

Telegram hides who an anonymous administrator is, and shows a channel in place of its owner. Whoever presses
a button is told, so that is the way on for all that a person does as a player.
"""

from typing import Final

from bot.families import Family
from bot.games.parser import parse
from bot.games.refusal import Refused
from bot.scene import Choice, Phrase, Scene, Style
from bot.telegram_app.keyboard import Pressed
from bot.usecases.rows import rows

_BUTTONS: Final = frozenset({"new", "join"})
"""Commands that have no button to be pressed yet, or one that is far away."""
_LABEL: Final = Family("choice.{}", of=_BUTTONS)


def needs_a_name(command: str) -> bool:
    """Whether a command can only be served when it is known which person asks."""
    try:
        asked = parse(command)
    except Refused:
        return False
    return not rows()[asked.name].anyone(asked)


def way_on(command: str, language: str) -> Scene:
    """What somebody without a name is told in place of what they asked for."""
    name, _, _ = command.partition(" ")
    if name not in _BUTTONS:
        return Scene((Phrase("telegram.nameless"),), language=language)
    whole = command if Pressed("", 0, command).fits else name
    return Scene(
        (Phrase("telegram.nameless_button"),),
        rows=((Choice(Phrase(_LABEL(name)), whole, Style.MAIN),),),
        language=language,
    )
