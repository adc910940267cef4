"""Games as people play them on Discord: commands, buttons, messages."""

import discord
import pytest

from bot.discord_app.client import BastideClient
from bot.people import Channel
from bot.scene import Phrase, PictureKind, Scene
from tests.bot.discord_app.conftest import Room
from tests.bot.discord_app.scripted import ANSWERS, PIXEL, OneColour, ScriptedTable


def buttons(message: discord.Message) -> list[str]:
    """The labels of a message's buttons."""
    return [
        child.label or ""
        for row in message.components
        if isinstance(row, discord.ActionRow)
        for child in row.children
        if isinstance(child, discord.Button)
    ]


async def test_from_the_lobby_through_several_turns(room: Room, table: ScriptedTable) -> None:
    """A game goes from /new over buttons and commands; each turn is one message, edited while it lasts."""
    opened = await room.ann.slash(room.channel, "new")
    assert opened.ephemeral
    assert opened.response is None, "the lobby itself is the answer"
    lobby = room.last
    assert buttons(lobby) == ["scripted.join", "scripted.start"]

    await room.bo.click(lobby, label="scripted.join")
    assert room.last.id == lobby.id
    await room.ann.click(room.last, label="scripted.start")
    first = room.last
    assert first.id != lobby.id
    assert room.ann.mention in first.content

    await room.ann.slash(room.channel, "place", spot="2")
    assert room.last.id == first.id
    assert buttons(room.last) == ["scripted.pass"]
    await room.ann.click(room.last, label="scripted.pass")
    second = room.last
    assert second.id != first.id
    assert room.bo.mention in second.content
    await room.bo.click(second, label="3")
    await room.bo.click(room.last, label="scripted.pass")

    history = room.channel.history()
    said = [message.content.split("\n")[-1] for message in history]
    assert said == [*["scripted.closing"] * 3, "scripted.turn"]
    assert [buttons(message) for message in history[:3]] == [[], [], []]
    assert table.moves == ["2", "3"]
    game = table.games[Channel("discord", (str(room.guild.id), str(room.channel.id)))]
    assert game.live
    assert (game.posted, game.live) == (game.version, str(room.last.id))


async def test_only_the_next_player_is_notified_and_only_once(room: Room) -> None:
    """Posting a turn may mention its player alone; edits and last words notify nobody."""
    await room.begin()
    await room.ann.click(room.last, label="1")
    allowed = [
        request.json["allowed_mentions"]
        for request in room.env.http_requests
        if request.json and "/messages" in request.path and "allowed_mentions" in request.json
    ]
    notified = [mentions["users"] for mentions in allowed if mentions.get("users")]
    assert notified == [[room.ann.id]]
    assert all(not mentions.get("parse") for mentions in allowed)


async def test_pictures_come_with_a_description(room: Room, painter: OneColour) -> None:
    """A turn's message carries the picture for Discord, with its alternative text; a closed one keeps it."""
    await room.begin()
    (attachment,) = room.last.attachments
    assert await attachment.read() == PIXEL
    assert painter.painted[-1] == (PictureKind.BOARD, "discord", "en")
    await room.ann.click(room.last, label="1")
    await room.ann.click(room.last, label="scripted.pass")
    closed = room.channel.history()[-2]
    assert [file.filename for file in closed.attachments] == ["board.png"]


async def test_a_game_goes_on_without_its_picture(room: Room, painter: OneColour) -> None:
    """When drawing fails, the turn is shown in words, and its buttons work."""
    painter.broken = True
    await room.begin()
    assert room.last.attachments == []
    assert "picture could not be drawn" in room.last.content
    await room.ann.click(room.last, label="1")
    assert buttons(room.last) == ["scripted.pass"]


async def test_refusals_are_for_the_asking_person_alone(room: Room, table: ScriptedTable) -> None:
    """Whoever is not to move, in a channel without a game or with an old button, is told so in private."""
    nothing = await room.ann.slash(room.channel, "place", spot="1")
    assert nothing.response is not None
    assert (nothing.response.ephemeral, nothing.response.content) == (True, "scripted.no_game")

    await room.begin()
    wrong = await room.bo.click(room.last, label="1")
    assert [(answer.ephemeral, answer.content) for answer in wrong.followups] == [
        (True, "scripted.not_your_turn")
    ]
    assert table.moves == []


async def test_no_answer_takes_more_than_three_messages(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """However much there is to be said; the last one says that there is more."""
    lines = tuple(Phrase(f"line {number} " + "x" * 900) for number in range(40))
    monkeypatch.setitem(ANSWERS, "rules", Scene(lines))
    shown = await room.ann.slash(room.channel, "rules")
    assert shown.response is not None
    assert shown.response.content.startswith("line 0 ")
    assert [more.content[:7] for more in shown.followups] == ["line 2 ", "line 4 "]
    assert shown.followups[-1].content.endswith("…")


async def test_answers_are_private_and_their_buttons_turn_their_pages(room: Room) -> None:
    """/rules answers the asking person, and its buttons change that answer in place."""
    shown = await room.ann.slash(room.channel, "rules")
    assert shown.response is not None
    assert (shown.response.ephemeral, shown.response.content) == (True, "scripted.rules")
    turned = await room.ann.click(shown.response, label="scripted.roads")
    assert turned.followups == []
    assert turned.response is not None
    assert turned.response.id == shown.response.id
    board = await room.ann.slash(room.channel, "board", view="whole")
    assert board.response is not None
    assert [file.filename for file in board.response.attachments] == ["board.png"]


async def test_export_is_a_file(room: Room) -> None:
    """/export brings the record as an attachment."""
    shown = await room.ann.slash(room.channel, "export")
    assert shown.response is not None
    (attachment,) = shown.response.attachments
    assert await attachment.read() == b'{"format": "bastide/1"}'


async def test_options_become_the_words_of_the_command(room: Room, table: ScriptedTable) -> None:
    """What people fill in reaches the table as the text that they could have typed, with who and where."""
    await room.boss.slash(room.channel, "new", expansion="winter", players=3, fields="off")
    await room.ann.slash(room.channel, "place", spot=" 12 ", turn="90")
    await room.ann.slash(room.channel, "deploy", where="b", figure="mayor")
    assert [request.command for request in table.requests] == [
        "new winter players=3 fields=off",
        "place 12 90",
        "deploy b mayor",
    ]
    first, second, _ = table.requests
    assert first.channel == Channel("discord", (str(room.guild.id), str(room.channel.id)))
    assert (first.person.key, first.person.name, first.person.language) == (
        f"discord:{room.boss.id}",
        "Cy",
        "en",
    )
    assert (first.admin, second.admin) == (True, False)
    assert first.once.startswith("dc:")
    assert (first.game, first.version) == ("", None)
    assert len({request.once for request in table.requests}) == 3


async def test_suggestions_are_what_the_game_offers_now(room: Room, table: ScriptedTable) -> None:
    """While typing, the player is offered the legal spots, best matches first; the others nothing."""
    table.spots = 60
    assert await room.ann.autocomplete(room.channel, "place", "spot", "") == []
    await room.begin()
    every = await room.ann.autocomplete(room.channel, "place", "spot", "")
    assert [choice["value"] for choice in every] == [str(number) for number in range(1, 26)]
    some = await room.ann.autocomplete(room.channel, "place", "spot", "3")
    assert [choice["value"] for choice in some] == [
        "3", *map(str, range(30, 40)), "13", "23", "43", "53",
    ]  # fmt: skip
    assert await room.bo.autocomplete(room.channel, "place", "spot", "") == []


async def test_without_suggestions_one_can_still_type(
    room: Room, table: ScriptedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the table cannot be asked, nothing is suggested; typing goes on, and the command answers."""
    await room.begin()

    async def unreachable(*_args: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(table, "view", unreachable)
    assert await room.ann.autocomplete(room.channel, "place", "spot", "1") == []
    await room.ann.slash(room.channel, "place", spot="1")
    assert table.moves == ["1"]


async def test_sixty_spots_can_be_chosen(room: Room, table: ScriptedTable) -> None:
    """With sixty spots there are selects, and choosing from one lays the tile."""
    table.spots = 60
    await room.begin()
    selects = [row.children[0] for row in room.last.components if isinstance(row, discord.ActionRow)][:3]
    assert [len(select.options) for select in selects if isinstance(select, discord.SelectMenu)] == [
        25,
        25,
        10,
    ]
    assert isinstance(selects[1], discord.SelectMenu)
    assert selects[1].placeholder == "26 – 50"
    await room.ann.select(room.last, ["place 42"], custom_id=selects[1].custom_id)
    assert table.moves == ["42"]
    assert buttons(room.last) == ["scripted.pass"]


async def test_threads_have_games_of_their_own(room: Room, table: ScriptedTable) -> None:
    """A thread, and so a forum post, is a place of its own."""
    cached = room.env.bot.get_channel(room.channel.id)
    assert isinstance(cached, discord.TextChannel)
    await room.begin()
    created = await cached.create_thread(name="side game", type=discord.ChannelType.public_thread)
    await room.env.settle()
    (thread,) = room.channel.threads
    await room.bo.slash(thread, "new")
    assert not table.requests[-1].alone
    assert {channel.place[1] for channel in table.games} == {str(room.channel.id), str(created.id)}
    assert [message.content for message in thread.history() if message.content] == ["scripted.lobby"]


async def test_a_chat_of_two_is_a_place_too(room: Room, table: ScriptedTable) -> None:
    """Commands work in a direct message, and the table knows that nobody else is there."""
    await room.ann.user.slash("new")
    (channel,) = table.games
    assert table.requests[-1].alone
    assert channel.place == ("dm", str(room.ann.user.dm_channel.id))
    assert [message.content for message in room.ann.user.dm_channel.history()] == ["scripted.lobby"]


async def test_no_privileged_intents(simcord_bot: BastideClient) -> None:
    """The bot asks for guilds only: nobody has to be asked for approval, and no message is read."""
    assert simcord_bot.intents == discord.Intents(guilds=True)
