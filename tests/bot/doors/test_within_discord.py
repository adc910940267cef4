"""The board opens within Discord, by a button or by Discord's own command: the very game of the channel."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientResponse

from bot.discord_app.activity import CUSTOM_ID
from bot.discord_app.buttons import BUTTONS, ROWS, view
from bot.scene import Choice, Phrase, Scene
from bot.store.redis_store import RedisStore
from bot.texts import Texts
from tests.bot.discord_app.scripted import OneColour
from tests.bot.doors.page import BoardPage, Message
from tests.bot.doors.within_discord import BOARD, Club, club
from tests.discord_server import Interaction, Payload
from tests.discord_server.world import ENTRY_POINT, EPHEMERAL

LAUNCHED = 12


@pytest.fixture
async def place(store: RedisStore, texts: Texts) -> AsyncIterator[Club]:
    """A club whose board opens within Discord."""
    async with club(store, texts, OneColour()) as opened:
        yield opened


def first(scene: Message, verb: str) -> str:
    """The first button of the scene with this verb."""
    commands: list[str] = [choice["command"] for row in scene["rows"] for choice in row]
    return next(command for command in commands if command.split()[0] == verb)


def rows(message: Payload) -> list[list[str]]:
    """The ids of a message's buttons, row by row."""
    return [[part["custom_id"] for part in row["components"]] for row in message["components"]]


def entry(place: Club) -> Payload:
    """The command that opens the Activity."""
    (command,) = [command for command in place.server.world.commands if command.get("type") == ENTRY_POINT]
    return command


async def opened(place: Club, who: Payload) -> str:
    """Open the board by the button of the live message; the instance."""
    tap = await place.server.press(who, place.stage.last, CUSTOM_ID)
    assert tap.callback == LAUNCHED
    (instance,) = [
        name for name, about in place.server.world.instances.items() if who["id"] in about["users"]
    ]
    return instance


async def link_given(place: Club, tap: Interaction) -> None:
    """Whoever tapped is answered in private, by a link to the page."""
    messages = place.server.world.messages[tap.channel]
    await place.server.until(
        lambda: BOARD in str([messages.get(number) for number in (tap.response, *tap.followups) if number])
    )
    assert tap.callback != LAUNCHED
    assert messages[tap.followups[-1] if tap.followups else tap.response or 0]["flags"] & EPHEMERAL


async def test_what_is_done_within_discord_is_in_the_channel(place: Club) -> None:
    """And the other way: the live message ends with the button, and one game is shown on all of them."""
    await place.begin()
    assert rows(place.stage.last)[-1] == [CUSTOM_ID]
    instance = await opened(place, place.stage.ann)
    place.server.world.enter_instance(place.stage.channel, place.stage.bo)
    pages = {user["id"]: await place.page(user, instance) for user in (place.stage.ann, place.stage.bo)}
    for _ in range(3):
        mover = place.stage.mover
        mine, (other,) = pages[mover["id"]], [page for who, page in pages.items() if who != mover["id"]]
        while place.stage.mover == mover:
            version = mine.scene["version"]
            done = await mine.do(first(mine.scene, "place" if mine.scene["board"]["tile"] else "pass"))
            assert done["type"] == "done"
            async with asyncio.timeout(60):
                await mine.shown(version + 1)
                await other.shown(version + 1)
            await place.server.until(lambda version=version: f":{version + 1}:" in str(place.stage.last))  # type: ignore[misc]
    public = place.server.world.public(place.stage.channel)
    await place.server.until(lambda: sum(bool(message["components"]) for message in public) == 1)
    assert rows(place.stage.last)[-1] == [CUSTOM_ID]


async def test_discords_own_command_opens_the_board_of_a_thread(place: Club) -> None:
    """It bears our names and is told to us; the place where it was said decides, whatever Discord tells."""
    assert (entry(place)["name"], entry(place)["handler"]) == ("open-board", 1)
    assert entry(place)["name_localizations"]["pl"] == "otwórz-planszę"
    thread = place.server.world.add_channel(
        place.server.world.guilds[int(place.stage.channel["guild_id"])], thread_of=place.stage.channel
    )
    await place.begin()
    place.stage.channel = thread
    await place.begin()
    tap = await place.server.command(place.stage.bo, thread, "open-board")
    assert tap.callback == LAUNCHED
    (instance,) = place.server.world.instances.values()
    # Discord's documentation knows no threads as places of an Activity.
    instance["location"]["channel_id"] = thread["parent_id"]
    page = await place.page(place.stage.bo, instance["instance_id"])
    assert f":{page.scene['game']}:" in str(rows(place.stage.last))


async def test_where_it_cannot_be_opened_there_is_the_link(place: Club) -> None:
    """Discord refuses where Activities are off; then it is as if /play had been typed."""
    await place.begin()
    place.server.world.activities = False
    for ask in (
        place.server.press(place.stage.ann, place.stage.last, CUSTOM_ID),
        place.server.command(place.stage.ann, place.stage.channel, "open-board"),
    ):
        await link_given(place, await ask)


async def test_whoever_is_turned_away_comes_in_by_a_new_code(place: Club) -> None:
    """A code is for once: a page that lost its line before it had a pass asks for another one."""
    await place.begin()
    proof = place.proof(place.stage.bo, await opened(place, place.stage.bo))
    page = await BoardPage(place.session, place.site).enter("discord", proof)
    refused = await BoardPage(place.session, place.site).knock("discord", proof, language="cs")
    assert refused["type"] == "turned"
    assert "Discord mi neřekl" in refused["text"]
    again = await BoardPage(place.session, place.site).enter("pass", page.given)
    assert again.scene["version"] == page.scene["version"]


async def test_a_page_knocks_with_its_code(place: Club) -> None:
    """It gets a pass for that; the same code, or one for another instance, gets nothing."""
    await place.begin()
    proof = place.proof(place.stage.bo, await opened(place, place.stage.bo))

    async def knock(proof: str) -> ClientResponse:
        return await place.session.post(
            f"{place.site}board/door", headers={"Authorization": f"discord {proof}"}
        )

    for wrong in (place.proof(place.stage.bo, "i-another"), "{}", proof.replace("code", "kode")):
        assert (await knock(wrong)).status == 403, wrong
    told = await (await knock(proof)).json()
    assert (await knock(proof)).status == 403
    page = await BoardPage(place.session, place.site).enter("pass", told["pass"])
    assert page.scene["playing"]


async def test_a_door_that_is_shut_shows_nothing(store: RedisStore, texts: Texts) -> None:
    """No button, and Discord's own command is as it was; a button of earlier days gives the link."""
    async with club(store, texts, OneColour(), opened=False) as place:
        assert (entry(place)["name"], entry(place)["handler"]) == ("launch", 2)
        await place.begin()
        assert CUSTOM_ID not in str(place.stage.last)
        button = {"type": 2, "style": 2, "label": "Open the board", "custom_id": CUSTOM_ID}
        place.stage.last["components"].append({"type": 1, "components": [button]})
        await link_given(place, await place.server.press(place.stage.ann, place.stage.last, CUSTOM_ID))


async def test_nothing_is_registered_a_second_time(place: Club) -> None:
    """A bot that starts again finds all commands as it left them, Discord's own among them."""
    assert place.app._client is not None
    await place.app._client.setup_hook()
    assert [call.method for call in place.server.calls].count("PUT") == 1


@pytest.mark.parametrize(
    ("full", "last"),
    [
        ([1], 1),
        ([BUTTONS] * (ROWS - 1), 1),
        ([*[BUTTONS] * (ROWS - 1), BUTTONS - 1], BUTTONS),
        ([BUTTONS] * ROWS, None),
        ([*[BUTTONS] * (ROWS - 1), 25], None),
    ],
)
async def test_the_button_comes_last_if_there_is_room(full: list[int], last: int | None) -> None:
    """In a row of its own, else in the last one; where all is full there is none."""
    groups = tuple(
        tuple(Choice(Phrase("choice.play"), f"pass {row} {i}") for i in range(count))
        for row, count in enumerate(full)
    )
    plain = view(Scene(lines=(), rows=groups, game="g"), str)
    shown = view(Scene(lines=(), rows=groups, game="g"), str, board=Phrase("choice.play"))
    assert plain is not None
    assert shown is not None
    before, after = plain.to_components(), shown.to_components()
    if last is None:
        assert after == before
        return
    assert after[-1]["components"][-1]["custom_id"] == CUSTOM_ID
    assert len(after[-1]["components"]) == last
