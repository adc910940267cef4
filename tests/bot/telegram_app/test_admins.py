"""Who manages a chat: asked for where it matters, once, and never for long."""

import ast
import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
import telegram

import bot
from bot.games import play
from bot.request import Reply
from bot.telegram_app import rights
from bot.telegram_app.rights import Admins
from bot.usecases.rows import rows
from tests.bot.telegram_app.conftest import World, client
from tests.bot.telegram_app.scripted import button, scene
from tests.telegram_server import SERVER_ERROR, BotApiServer
from tests.telegram_server.calls import Call

ASKING = "getChatAdministrators"
ROOT = Path(bot.__file__).parent

Name = tuple[str, str]
"""A module and a name in it."""


def uses() -> dict[Name, set[Name]]:
    """Which functions and values of the commands and of all that they stand on use which others."""
    folders = ("games", "timing", "scenes", "sets", "lessons", "usecases", "commands", "table")
    files = (file for folder in folders for file in (ROOT / folder).rglob("*.py"))
    return dict(use for file in files for use in _uses(file))


def _uses(file: Path) -> Iterator[tuple[Name, set[Name]]]:
    parts = file.relative_to(ROOT.parent).with_suffix("").parts
    module = ".".join(parts).removesuffix(".__init__")
    tree = ast.parse(file.read_text("utf-8"))
    known: dict[str, Name] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            known |= {alias.asname or alias.name: (node.module, alias.name) for alias in node.names}
        else:
            known |= {name: (module, name) for name in _made(node)}
    for node in tree.body:
        for name in _made(node):
            yield (module, name), {target for part in ast.walk(node) for target in _named(part, known)}


def _made(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case _:
            return []


def _named(node: ast.AST, known: dict[str, Name]) -> Iterator[Name]:
    match node:
        case ast.Attribute(attr="admin"):
            yield ("", "admin")
        case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in known:
            # A function of a module that was imported whole.
            yield (".".join(known[name]), attribute)
        case ast.Name(id=name) if name in known:
            yield known[name]


def reach(start: Name, graph: dict[Name, set[Name]]) -> set[Name]:
    """All that can be used by what is used here."""
    found, left = {start}, [start]
    while left:
        new = graph.get(left.pop(), set()) - found
        found |= new
        left += new
    return found


def test_every_command_that_asks_who_manages_the_chat_is_known() -> None:
    """Whatever a command may call was followed to its end; those that read it, and no others, are named."""
    graph = uses()
    functions = {name: row.serve or row.errand or play.move for name, row in rows().items()}
    reading = {
        name
        for name, function in functions.items()
        if ("", "admin") in reach((function.__module__, function.__name__), graph)
    }
    assert reading == {name for name, row in rows().items() if row.admins}


def holding(told: asyncio.Event) -> Callable[[Call], Awaitable[None]]:
    """Lets Telegram say who manages a chat only once the event is set."""

    async def hold(call: Call) -> None:
        if call.method == ASKING:
            await told.wait()

    return hold


async def live(world: World, *commands: str) -> None:
    """A message in the group with buttons of these commands."""
    before = world.scripted.answer
    shown = scene("live", rows=[[button(command, command) for command in commands]])
    world.scripted.answer = lambda request: Reply(scene=shown)
    await world.group.say(world.ann, "/new")
    await world.group.until(lambda: bool(world.scripted.seen))
    world.scripted.answer = before


async def test_who_manages_a_group_is_asked_where_it_matters_and_kept(world: World) -> None:
    """Moves ask nobody; ending a game asks once, whoever wants to, by tap or by word."""
    await world.start(world.scripted)
    await live(world, "place 1", "end")
    await world.group.press(world.ann, "place 1")
    await world.group.ask(world.bo, "/pass")
    assert world.server.made(ASKING) == []
    await world.group.press(world.ann, "end")
    await world.group.ask(world.bo, "/end")
    assert [(r.command, r.admin) for r in world.scripted.requests[1:]] == [
        ("place 1", False),
        ("pass", False),
        ("end", True),
        ("end", False),
    ]
    assert len(world.server.made(ASKING)) == 1


async def test_a_failure_is_remembered_too(world: World) -> None:
    """While Telegram does not tell nobody manages the chat, and it is not asked again for each request."""
    await world.start(world.scripted)
    world.server.inject(ASKING, SERVER_ERROR)
    for _ in range(3):
        await world.group.ask(world.ann, "/end")
    assert [request.admin for request in world.scripted.requests] == [False] * 3
    assert len(world.server.made(ASKING)) == 1


async def test_after_a_while_it_is_asked_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has become an administrator is one after a minute, and after a failure all are again."""
    await world.start(world.scripted)
    world.server.inject(ASKING, SERVER_ERROR)
    await world.group.ask(world.ann, "/end")
    monkeypatch.setattr(rights, "KEPT", 0.0)
    await world.group.ask(world.ann, "/end")
    assert [request.admin for request in world.scripted.requests] == [False, True]


async def test_nobody_waits_long(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """When Telegram does not answer at all people go on without its answer, and wait for it only once."""
    monkeypatch.setattr(rights, "PATIENCE", 0.3)
    told = asyncio.Event()
    await world.start(world.scripted)
    world.server.before.append(holding(told))
    async with asyncio.timeout(60):
        for person in (world.ann, world.bo):
            await world.group.ask(person, "/end")
    told.set()
    assert [request.admin for request in world.scripted.requests] == [False] * 2
    assert len(world.server.made(ASKING)) == 1


async def test_all_wait_for_the_same_answer(server: BotApiServer) -> None:
    """Requests that come while it is being asked make no calls of their own, also when one of them ends."""
    ann, bo = server.user("Ann"), server.user("Bo")
    group = server.group("Friends", ann, bo)
    told = asyncio.Event()
    server.before.append(holding(told))
    async with client(server.base) as bot:
        asked = Admins(bot)
        chat = telegram.Chat(group.id, "group")
        waiting = [asyncio.create_task(asked.manages(chat, user.id, "end")) for user in (bo, ann, bo)]
        await server.wait_until(lambda: bool(server.made(ASKING)))
        waiting[0].cancel()
        told.set()
        assert await asyncio.gather(*waiting[1:]) == [True, False]
    assert len(server.made(ASKING)) == 1


async def test_a_button_stops_waiting_before_telegram_says_who_manages_the_chat(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The press is answered in its time; what it asks for is done once it is known whether it may be."""
    monkeypatch.setattr("bot.telegram_app.conversation.PATIENCE", 0.05)
    told = asyncio.Event()
    await world.start(world.scripted)
    await live(world, "end")
    world.server.before.append(holding(told))
    assert (await world.group.press(world.ann, "end")).text == ""
    assert [request.command for request in world.scripted.requests] == ["new"]
    told.set()
    await world.group.until(lambda: len(world.scripted.requests) == 2)
    assert world.scripted.requests[-1].admin
