"""``help``: how to begin and how to play, on one screen of a phone."""

from bot.scene import Choice, Phrase, Scene, Style
from bot.table.asking import Asking


def help_(asking: Asking) -> Scene:
    """``help``: it needs no game."""
    lines = (Phrase("help.begin"), Phrase("help.turn"), Phrase("help.look"), Phrase("help.more"))
    rows = ((Choice(Phrase("rules.turn.title"), "rules turn", Style.MAIN),),)
    return Scene(lines=lines, rows=rows, actor=asking.person.key, language=asking.person.language)
