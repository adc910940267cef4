"""The platforms: one file each, which ends in its row and is found, so that none is listed anywhere.

:mod:`bot.platforms.platform` tells what a row has. A row's file loads the libraries of its platform only when
it is opened or checked.
"""

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType

from bot.platforms.platform import App, Parts, Platform

__all__ = ["App", "Parts", "Platform", "platforms"]


@cache
def platforms() -> Mapping[str, Platform]:
    """The row of each platform by its name, which is that of its channels and people."""
    modules = (import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__))
    rows = (module.PLATFORM for module in modules if hasattr(module, "PLATFORM"))
    return MappingProxyType({row.name: row for row in rows})
