"""The names of the games' commands: one file each, found by being there.

They lie in ``bot/commands``, those of a set alone in ``bot/sets/SET/commands``.

The name of a file is the name of its command, with an underscore where that is a word of Python. To know the
names nothing is loaded; the rows of the commands are read with :func:`bot.usecases.rows.rows`.
"""

from pathlib import Path
from typing import Final

_BOT: Final = Path(__file__).parent

MODULES: Final = {
    file.stem.removesuffix("_"): ".".join(file.relative_to(_BOT).with_suffix("").parts)
    for pattern in ("commands/**/*.py", "sets/*/commands/*.py")
    for file in sorted(_BOT.glob(pattern))
    if file.name != "__init__.py"
}
"""The module of each command within the package ``bot``, by the command's name."""
GAME_COMMANDS: Final = tuple(sorted(MODULES))
"""Every command's name, the same on all platforms."""
