"""The commands of the games: one file each, found by being here, and ending in a row of all that holds of it.

The name of a file is the name of its command, with an underscore where that is a word of Python. To know the
names nothing is loaded; the rows are read with :func:`bot.table.rows.rows`.
"""

from pkgutil import iter_modules
from typing import Final

MODULES: Final = {module.name.removesuffix("_"): module.name for module in iter_modules(__path__)}
"""The file of each command, by the command's name."""
GAME_COMMANDS: Final = tuple(sorted(MODULES))
"""Every command's name, the same on all platforms."""
