"""What Discord gets to know about the commands is what it accepts, in every language."""

import unicodedata
from collections.abc import Callable, Iterator
from typing import Any

import discord
import pytest
import simcord

from bot.discord_app.client import BastideClient
from bot.discord_app.commands import payload, sync
from bot.texts import Texts
from bot.usecases.rows import offered

Payload = dict[str, Any]


@pytest.fixture
async def commands(make_client: Callable[[], BastideClient]) -> list[Payload]:
    """The commands as they are sent."""
    client = make_client()
    async with simcord.run(client):
        return await payload(client.tree)


def valid_name(name: str) -> bool:
    r"""Discord's rule: ``^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$``, and no capitals."""
    letters = all(char in "-_'" or unicodedata.category(char)[0] in "LN" or _joins(char) for char in name)
    return 1 <= len(name) <= 32 and letters and name == name.lower()


def _joins(char: str) -> bool:
    return unicodedata.name(char, "").startswith(("DEVANAGARI", "THAI"))


def spoken(item: Payload, field: str) -> Iterator[tuple[str, str]]:
    """A field in every language, as (locale, text)."""
    yield "", item[field]
    yield from (item.get(f"{field}_localizations") or {}).items()


async def test_every_command_of_the_game_is_there(commands: list[Payload]) -> None:
    """Each command of the game is a slash command, and Discord takes 100 of them at most."""
    assert [command["name"] for command in commands] == list(offered(board=False))
    assert len(commands) <= 100


async def test_names_and_descriptions_keep_to_the_rules(commands: list[Payload]) -> None:
    """In every locale names are valid and different from each other, descriptions not empty or too long."""
    for siblings in (commands, *(command["options"] for command in commands)):
        for item in siblings:
            assert all(valid_name(name) for _, name in spoken(item, "name")), item
            assert all(1 <= len(text) <= 100 for _, text in spoken(item, "description")), item
        for locale in ["", *map(str, discord.Locale)]:
            names = [dict(spoken(item, "name")).get(locale, item["name"]) for item in siblings]
            assert len(names) == len(set(names)), (locale, names)


async def test_options_and_choices_are_not_too_many(commands: list[Payload]) -> None:
    """At most 25 options, required ones first, at most 25 choices of 1 to 100 characters, 8000 in all."""
    for command in commands:
        options = command["options"]
        assert len(options) <= 25
        required = [option.get("required", False) for option in options]
        assert required == sorted(required, reverse=True)
        for option in options:
            choices = option.get("choices") or []
            assert len(choices) <= 25
            assert not (choices and option.get("autocomplete"))
            for choice in choices:
                assert all(1 <= len(text) <= 100 for _, text in spoken(choice, "name")), choice
        assert longest(command) <= 8000


def longest(command: Payload) -> int:
    """The characters of a command: of each text, the longest translation counts."""
    parts = [command, *command["options"]]
    total = sum(
        max(len(text) for _, text in spoken(p, field)) for p in parts for field in ("name", "description")
    )
    choices = [choice for option in command["options"] for choice in option.get("choices") or []]
    return total + sum(max(len(t) for _, t in spoken(c, "name")) + len(str(c["value"])) for c in choices)


async def test_polish_and_czech_have_names_of_their_own(commands: list[Payload], texts: Texts) -> None:
    """What the catalogues translate reaches Discord; the source language is the default."""
    place = next(command for command in commands if command["name"] == "place")
    assert place["name_localizations"]["pl"] == "połóż"
    assert place["name_localizations"]["cs"] == "přiložit"
    assert set(place["name_localizations"]) == set(texts.languages) - {"en"}
    spot = place["options"][0]
    assert spot["autocomplete"]
    assert spot["name_localizations"]["pl"] == "miejsce"


async def test_commands_are_registered_only_when_they_changed(
    make_client: Callable[[], BastideClient],
) -> None:
    """A second start with the same commands registers nothing; a changed command is registered."""
    first = make_client()
    async with simcord.run(first) as env:
        assert puts(env) == 1
        second = make_client()
        await env.restart_bot(second)
        assert puts(env) == 1
        names = {command.name for command in second.tree.get_commands()}
        assert set(await sync(second.tree)) == names
        assert puts(env) == 1
        second.tree.remove_command("help")
        assert set(await sync(second.tree)) == names - {"help"}
        assert puts(env) == 2


def puts(env: simcord.env.Env) -> int:
    """How often commands were registered."""
    return sum(
        request.method == "PUT" and request.path.endswith("/commands") for request in env.http_requests
    )
