"""Where the code names keys of the catalogue."""

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import bot
from bot.families import FAMILIES, Family
from render.replays.text import KEYS as REPLAY_KEYS
from render.text import KEYS as PICTURE_KEYS

ROOT = Path(__file__).parents[3]
SPEAKERS = {"Phrase", "Refused", "Stale"}
GAP: Final = r"[a-z0-9_.-]+"
GAP_PATTERN: Final = re.escape(GAP)


@dataclass(frozen=True)
class Spoken:
    """A place that makes a phrase.

    ``pattern`` matches the keys that can be meant there: one alone if it is ``plain``, else those of a
    family. ``arguments`` are the names that are given, or None where that cannot be seen.
    """

    place: str
    pattern: str
    plain: bool
    arguments: frozenset[str] | None


@cache
def spoken() -> tuple[Spoken, ...]:
    """Every place in the bot's code that makes a phrase from a key that stands there."""
    return tuple(place for path in _modules() for place in _spoken(path))


def mentioned(key: str) -> bool:
    """Whether the key stands in any of the bot's files outside the catalogues."""
    return key in _words()


@cache
def families() -> tuple[Family, ...]:
    """Every family of keys in the bot."""
    for module in pkgutil.walk_packages(bot.__path__, "bot."):
        importlib.import_module(module.name)
    return tuple(FAMILIES)


@cache
def declared() -> frozenset[str]:
    """The keys of all families, and those with which pictures are told in words."""
    return frozenset().union(*(family.keys for family in families()), PICTURE_KEYS, REPLAY_KEYS)


@cache
def written() -> frozenset[str]:
    """The keys that are written out where a phrase is made of them."""
    return frozenset(re.sub(r"\\(.)", r"\1", place.pattern) for place in spoken() if place.plain)


def built() -> Iterator[tuple[str, str]]:
    """Every place in the bot's code where a text is put together that may be a key, with its pattern."""
    for path in _modules():
        if ROOT / "bot" in path.parents:
            inner: set[ast.AST] = set()
            for node in ast.walk(_tree(path)):
                pattern = None if node in inner else _put_together(node)
                if (
                    isinstance(node, ast.expr)
                    and pattern is not None
                    and re.search(r"[a-z]", re.sub(GAP_PATTERN, "", pattern))
                ):
                    inner.update(ast.walk(node))
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", pattern


def _put_together(node: ast.AST) -> str | None:
    """The pattern of what an f-string, a sum, ``%``, ``format`` or ``join`` makes; None for other code."""
    match node:
        case ast.JoinedStr():
            return _pattern(node)
        case ast.BinOp(op=ast.Add()):
            return _sum(node)
        case ast.BinOp(op=ast.Mod(), left=ast.Constant(value=str() as text)):
            return GAP.join(re.escape(part) for part in re.split(r"%\w", text))
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str() as text), attr="format")):
            return GAP.join(re.escape(part) for part in re.split(r"\{[^}]*\}", text))
        case ast.Call(func=ast.Attribute(value=ast.Constant(value="."), attr="join")):
            return rf"{GAP}\.{GAP}"
        case _:
            return None


def _sum(node: ast.expr) -> str | None:
    """The pattern of a sum in which a text is written out."""
    match node:
        case ast.Constant(value=str() as text):
            return re.escape(text)
        case ast.JoinedStr():
            return _pattern(node)
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            first, second = _sum(left), _sum(right)
            return None if first is None and second is None else f"{first or GAP}{second or GAP}"
        case _:
            return None


def _spoken(path: Path) -> Iterator[Spoken]:
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Call) and node.args and _speaks(node.func):
            for key, plain in _keys(node.args[0], path):
                yield Spoken(f"{path.relative_to(ROOT)}:{node.lineno}", key, plain, _arguments(node))


def _speaks(function: ast.expr) -> bool:
    match function:
        case ast.Name(id=name):
            return name in SPEAKERS
        case ast.Attribute(value=ast.Name(id="Phrase"), attr="of"):
            return True
        case _:
            return False


def _keys(node: ast.expr, path: Path) -> Iterator[tuple[str, bool]]:
    match node:
        case ast.Constant(value=str() as text):
            yield re.escape(text), True
        case ast.Call(func=ast.Name(id=name)):
            family = getattr(_module(path), name, None)
            if isinstance(family, Family):
                yield "|".join(map(re.escape, sorted(family.keys))), False
        case ast.IfExp(body=first, orelse=second):
            yield from _keys(first, path)
            yield from _keys(second, path)


def _module(path: Path) -> object:
    return importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def _pattern(node: ast.JoinedStr) -> str:
    parts = (re.escape(str(part.value)) if isinstance(part, ast.Constant) else GAP for part in node.values)
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
