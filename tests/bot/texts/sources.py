"""Where the code names keys of the catalogue."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[3]
SPEAKERS = {"Phrase", "Refused", "Stale"}


@dataclass(frozen=True)
class Spoken:
    """A place that makes a phrase.

    ``pattern`` matches the keys that can be meant there, one alone if it is ``literal``; ``arguments`` are
    the names that are given, or None where that cannot be seen.
    """

    place: str
    pattern: str
    literal: bool
    arguments: frozenset[str] | None


@cache
def spoken() -> tuple[Spoken, ...]:
    """Every place in the bot's code that makes a phrase from a key that stands there."""
    return tuple(place for path in _modules() for place in _spoken(path))


def mentioned(key: str) -> bool:
    """Whether the key stands in any of the bot's files outside the catalogues."""
    return key in _words()


@cache
def patterns() -> tuple[str, ...]:
    """The keys that f-strings make, as patterns; those that would match anything are left out."""
    found = set()
    for path in _modules():
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.JoinedStr):
                found.add(_pattern(node))
    return tuple(pattern for pattern in found if re.match(r"[a-z_]+\\\.", pattern))


def _spoken(path: Path) -> Iterator[Spoken]:
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Call) and node.args and _speaks(node.func):
            for key, literal in _keys(node.args[0]):
                yield Spoken(f"{path.relative_to(ROOT)}:{node.lineno}", key, literal, _arguments(node))


def _speaks(function: ast.expr) -> bool:
    match function:
        case ast.Name(id=name):
            return name in SPEAKERS
        case ast.Attribute(value=ast.Name(id="Phrase"), attr="of"):
            return True
        case _:
            return False


def _keys(node: ast.expr) -> Iterator[tuple[str, bool]]:
    match node:
        case ast.Constant(value=str() as text):
            yield re.escape(text), True
        case ast.JoinedStr():
            yield _pattern(node), False
        case ast.IfExp(body=first, orelse=second):
            yield from _keys(first)
            yield from _keys(second)


def _pattern(node: ast.JoinedStr) -> str:
    parts = (
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[a-z0-9_-]+"
        for part in node.values
    )
    return "".join(parts)


def _arguments(call: ast.Call) -> frozenset[str] | None:
    if any(keyword.arg is None for keyword in call.keywords):
        return None
    named = {keyword.arg for keyword in call.keywords if keyword.arg is not None}
    if len(call.args) == 1:
        return frozenset(named)
    match call.args[1]:
        case ast.Dict(keys=keys) if all(isinstance(key, ast.Constant) for key in keys):
            return frozenset(str(key.value) for key in keys if isinstance(key, ast.Constant))
        case _:
            return None


def _modules() -> list[Path]:
    return [path for path in _files() if path.suffix == ".py"]


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def _words() -> frozenset[str]:
    found = (re.findall(r"[\w.-]+", path.read_text(encoding="utf-8")) for path in _files())
    return frozenset(word.strip(".") for words in found for word in words)


@cache
def _files() -> tuple[Path, ...]:
    found = (path for part in ("bot", "render") for path in (ROOT / part).rglob("*"))
    return tuple(sorted(path for path in found if path.suffix in {".py", ".js", ".html"}))
