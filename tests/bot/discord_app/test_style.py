"""Foreign text stays as it was written, whatever it contains."""

from dataclasses import replace

import pytest

from bot.discord_app.page import DiscordStyle, DiscordWriter
from bot.discord_app.shorten import shorten, split_lines, units
from bot.people import Channel
from bot.scene import Phrase, Scene, Who
from bot.texts import Texts
from tests.bot.discord_app.scripted import OneColour

DISCORD = DiscordStyle({"new": 12})


@pytest.mark.parametrize(
    ("name", "escaped"),
    [
        ("Ann", "Ann"),
        ("-1", "-1"),
        ("- Bo", r"\- Bo"),
        ("*Bo*_Y_", r"\*Bo\*\_Y\_"),
        ("||no||`x`~~y~~", r"\|\|no\|\|\`x\`\~\~y\~\~"),
        ("@everyone", "@\u200beveryone"),
        ("<@123> <#4> <t:0>", "<\u200b@\u200b123> <\u200b#4> <\u200bt:0>"),
        ("two\nlines", "two lines"),
        ("https://example.org", "https:\u200b//example.org"),
    ],
)
def test_names_bring_no_markup(name: str, escaped: str) -> None:
    """Mark-up, mentions, tags, links and new lines in a name come to nothing."""
    assert DISCORD.escape(name) == escaped


def test_only_people_of_discord_are_mentioned() -> None:
    """Somebody who plays from another platform is named, not mentioned."""
    assert DISCORD.mention(Who("Ann", "discord:123", mention=True)) == "<@123>"
    assert DISCORD.mention(Who("A_n", "telegram:123", mention=True)) == r"A\_n"


def test_commands_are_mentioned_by_number() -> None:
    """So they can be tapped in every language; one that is not registered is only typed."""
    assert DISCORD.command("new") == "</new:12>"
    assert DISCORD.command("draw") == "/draw"


def test_channels_are_links() -> None:
    """A channel, a chat of two and a place elsewhere are each shown as well as can be."""
    assert DISCORD.channel(Channel("discord", ("1", "2"))) == "<#2>"
    assert DISCORD.channel(Channel("discord", ("dm", "2"))) == "https://discord.com/channels/@me/2"
    assert DISCORD.channel(Channel("web", ("red_house",))) == r"red\_house"


def test_shortened_text_fits_and_says_so() -> None:
    """Length is counted as Discord counts, also for characters outside the basic plane."""
    assert shorten("short", 80) == "short"
    assert shorten(" \n ", 80) == "…"
    cut = shorten("🐑" * 500, 80)
    assert units(cut) <= 80
    assert cut.endswith("…")


def test_long_texts_are_split_between_lines() -> None:
    """No line is lost, and each piece fits."""
    lines = [f"line {number} " + "x" * 90 for number in range(100)]
    pieces = split_lines(lines, 2000)
    assert all(units(piece) <= 2000 for piece in pieces)
    assert "\n".join(pieces).split("\n") == lines
    assert units(split_lines(["🐑" * 5000], 2000)[0]) <= 2000


async def test_a_message_tells_what_matters_however_much_has_happened() -> None:
    """Of a live message that is too long goes what can be left out, and an answer loses nothing."""
    writer = DiscordWriter(Texts.load(), OneColour(), "en")
    told = [Phrase.of("over.won", who=str(number) * 300) for number in range(8)]
    story = tuple(replace(said, spare=number % 2) for number, said in enumerate(told))
    scene = Scene((*story, Phrase("prompt.draw")), language="en")
    live, answer = await writer.page(scene), await writer.page(scene, live=False)
    *kept, last = live.short.splitlines()
    assert [line.strip("*")[0] for line in kept] == ["0", "2", "4", "6"]
    assert live.rest == []
    assert last == answer.rest[-1].splitlines()[-1]
    assert sum(len(text.splitlines()) for text in (answer.content, *answer.rest)) == len(scene.lines)
