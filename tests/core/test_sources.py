"""Whoever reads a rule in the code finds it in the rulebook."""

import re
from inspect import getdoc, getmembers, isfunction
from pkgutil import iter_modules
from types import FunctionType, ModuleType
from typing import Final

import pytest

import core.rules
from core import scoring
from core.rules import abbey_mayor, carcassonne, discoverers, hills_sheep, turn

SOURCE: Final = re.compile(
    r"\((base game|Abbey & Mayor|Hills & Sheep|The Discoverers|house rule): [A-Z][a-z ]+\)"
)
WITHOUT: Final = {"install"}
"""They put rules together and are none."""
MODULES: Final[tuple[ModuleType, ...]] = (abbey_mayor, carcassonne, discoverers, hills_sheep, turn, scoring)
RULES: Final[list[FunctionType]] = [
    function
    for module in MODULES
    for name, function in getmembers(module, isfunction)
    if function.__module__ == module.__name__ and not name.startswith("_") and name not in WITHOUT
]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_rule_names_its_rulebook_and_section(rule: FunctionType) -> None:
    """Every function that decides what is legal, or what it brings."""
    assert SOURCE.search((getdoc(rule) or "").replace("\n", " ")), rule.__qualname__


def test_no_set_is_left_out() -> None:
    """A file of rules that defines functions is among those that are looked at."""
    looked_at = {module.__name__ for module in MODULES}
    for found in iter_modules(core.rules.__path__):
        module = getattr(core.rules, found.name)
        own = [name for name, f in getmembers(module, isfunction) if f.__module__ == module.__name__]
        assert module.__name__ in looked_at or set(own) <= WITHOUT
