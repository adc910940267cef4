"""Whoever reads a rule in the code finds it in the rulebook."""

import re
from importlib import import_module
from inspect import getdoc, getmembers, isfunction
from pkgutil import walk_packages
from types import FunctionType, ModuleType
from typing import Final

import pytest

import core.rules
import core.sets
from core import scoring

SOURCE: Final = re.compile(
    r"\((base game|The River|Inns & Cathedrals|Traders & Builders|Abbey & Mayor|Hills & Sheep|The Discoverers"
    r"|house rule): [A-Z][a-z ]+\)"
)
WITHOUT: Final = {"install"}
"""They put rules together and are none; nor is how a set judges its own things a rule."""
MODULES: Final[tuple[ModuleType, ...]] = (
    *(
        import_module(found.name)
        for room in (core.rules, core.sets)
        for found in walk_packages(room.__path__, f"{room.__name__}.")
        if not found.name.endswith(".insight")
    ),
    scoring,
)
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
