"""Where everyone reads the answers: leading a person to a private chat, for what is theirs alone."""

from bot.games.asking import Asking
from bot.scene import Choice, Phrase, Scene, Style


def led_aside(asking: Asking, line: Phrase, command: str, *row: Choice) -> Scene:
    """Tell the person with this line to say the command in private."""
    return Scene(
        lines=(line,),
        rows=(row,) if row else (),
        actor=asking.person.key,
        language=asking.person.language,
        aside=command,
    )


def way_aside(command: str) -> Choice:
    """The button that leads there."""
    return Choice(Phrase("choice.aside"), command, Style.MAIN)
