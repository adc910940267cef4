"""The names of the games' commands: one file each in ``bot/commands``, found by being there.

The name of a file is the name of its command, with an underscore where that is a word of Python. To know the
names nothing is loaded; the rows of the commands are read with :func:`bot.usecases.rows.rows`.
"""

from pathlib import Path
from typing import Final

_COMMANDS: Final = Path(__file__).with_name("commands")

MODULES: Final = {
    file.stem.removesuffix("_"): ".".join(file.relative_to(_COMMANDS.parent).with_suffix("").parts)
    for file in sorted(_COMMANDS.rglob("*.py"))
    if file.name != "__init__.py"
}
"""The module of each command within the package ``bot``, by the command's name."""
GAME_COMMANDS: Final = tuple(sorted(MODULES))
"""Every command's name, the same on all platforms."""
