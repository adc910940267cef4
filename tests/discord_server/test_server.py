"""The small Discord itself: it must refuse what the real one refuses, and tell what the real one tells."""

from typing import Any

import pytest

from tests.discord_server.conftest import Bot, code
from tests.discord_server.world import (
    ADMINISTRATOR,
    ATTACH_FILES,
    INVITED,
    MANAGE_THREADS,
    READ_MESSAGE_HISTORY,
    SEND_MESSAGES,
    SEND_MESSAGES_IN_THREADS,
    VIEW_CHANNEL,
)


async def test_a_new_message_wakes_an_archived_thread(bot: Bot) -> None:
    """Edits and deletions there are refused; posting is not, and the gateway tells that it is active."""
    _, message = await bot.post(bot.thread)
    await bot.server.archive(bot.thread)
    assert code(await bot.edit(message)) == (400, 50083)
    assert code(await bot.delete(message)) == (400, 50083)
    assert (await bot.post(bot.thread))[0] == 200
    assert bot.heard() == ["THREAD_UPDATE", "THREAD_UPDATE"]
    assert not bot.last()["thread_metadata"]["archived"]
    assert (await bot.edit(message))[0] == 200


@pytest.mark.parametrize("archived", [False, True])
async def test_a_locked_thread_takes_nothing_new(bot: Bot, *, archived: bool) -> None:
    """Without the right to manage threads nothing is posted or edited there, archived or not."""
    _, message = await bot.post(bot.thread)
    await bot.server.lock(bot.thread)
    if archived:
        await bot.server.archive(bot.thread)
    assert code(await bot.post(bot.thread)) == (403, 50083)
    assert code(await bot.edit(message)) == ((400, 50083) if archived else (403, 50083))
    await bot.server.permit(bot.thread, INVITED | MANAGE_THREADS)
    assert (await bot.post(bot.thread))[0] == 200
    await bot.server.unlock(bot.thread)
    assert (await bot.edit(message))[0] == 200


async def test_messages_of_a_locked_thread_can_be_deleted(bot: Bot) -> None:
    """That is what an active thread still allows when it is locked."""
    _, message = await bot.post(bot.thread)
    await bot.server.lock(bot.thread)
    assert (await bot.delete(message))[0] == 204


async def test_answers_to_interactions_obey_the_thread(bot: Bot) -> None:
    """A tap in an archived thread can be acknowledged, but its message not be edited; the rest wakes it."""
    _, message = await bot.post(bot.thread)
    await bot.server.archive(bot.thread)
    tap = await bot.server.press(bot.ann, message, "x", wait=False)
    assert (await bot("POST", f"/interactions/{tap.id}/{tap.token}/callback", {"type": 6}))[0] == 200
    webhook = f"/webhooks/4242/{tap.token}"
    assert code(await bot("PATCH", f"{webhook}/messages/@original", {"content": "y"})) == (400, 50083)
    assert (await bot("POST", webhook, {"content": "psst", "flags": 64}))[0] == 200
    assert bot.thread["thread_metadata"]["archived"], "what one person sees wakes nothing"
    assert (await bot("POST", webhook, {"content": "y"}))[0] == 200
    assert not bot.thread["thread_metadata"]["archived"]
    await bot.server.lock(bot.thread)
    assert code(await bot("POST", webhook, {"content": "y"})) == (403, 50083)


async def test_a_webhook_lives_from_the_first_answer_until_it_expires(bot: Bot) -> None:
    """Before it is unknown, afterwards its token is invalid; and what has expired cannot be acknowledged."""
    _, message = await bot.post(bot.channel)
    tap = await bot.server.press(bot.ann, message, "x", wait=False)
    callback, webhook = f"/interactions/{tap.id}/{tap.token}/callback", f"/webhooks/4242/{tap.token}"
    assert code(await bot("POST", webhook, {"content": "y"})) == (404, 10015)
    assert (await bot("POST", callback, {"type": 6}))[0] == 200
    assert code(await bot("POST", callback, {"type": 6})) == (400, 40060)
    tap.expired = True
    assert code(await bot("POST", webhook, {"content": "y"})) == (401, 50027)
    late = await bot.server.press(bot.ann, message, "x", wait=False)
    late.expired = True
    answer = await bot("POST", f"/interactions/{late.id}/{late.token}/callback", {"type": 6})
    assert code(answer) == (404, 10062)


async def test_what_the_bot_cannot_see_it_cannot_reach(bot: Bot) -> None:
    """Without the right to view a channel everything there and in its threads is refused."""
    _, message = await bot.post(bot.channel)
    await bot.server.permit(bot.channel, INVITED & ~VIEW_CHANNEL)
    assert bot.heard() == ["CHANNEL_UPDATE"]
    (overwrite,) = bot.last()["permission_overwrites"]
    assert int(overwrite["deny"]) & VIEW_CHANNEL
    for answer in (
        await bot("GET", f"/channels/{bot.channel['id']}"),
        await bot("GET", f"/channels/{bot.channel['id']}/messages"),
        await bot.post(bot.channel),
        await bot.edit(message),
        await bot.delete(message),
        await bot.post(bot.thread),
    ):
        assert code(answer) == (403, 50001)
    await bot.server.permit(bot.channel, INVITED)
    assert bot.heard()[-1] == "THREAD_LIST_SYNC"
    assert [thread["id"] for thread in bot.last()["threads"]] == [bot.thread["id"]]
    assert (await bot.edit(message))[0] == 200


async def test_a_message_needs_the_right_to_send_and_an_edit_does_not(bot: Bot) -> None:
    """In a thread it is a right of its own; who administers has all of them."""
    _, message = await bot.post(bot.channel)
    await bot.server.permit(bot.guild, INVITED & ~SEND_MESSAGES)
    assert bot.heard() == ["GUILD_ROLE_UPDATE"]
    assert code(await bot.post(bot.channel)) == (403, 50013)
    assert (await bot.edit(message))[0] == 200
    assert (await bot.post(bot.thread))[0] == 200
    await bot.server.permit(bot.channel, INVITED & ~SEND_MESSAGES_IN_THREADS)
    assert code(await bot.post(bot.thread)) == (403, 50013)
    assert (await bot.post(bot.channel))[0] == 200
    await bot.server.permit(bot.channel, ADMINISTRATOR)
    assert (await bot.post(bot.thread))[0] == 200


async def test_a_picture_needs_the_right_to_attach(bot: Bot) -> None:
    """In a new message and in an edit."""
    _, message = await bot.post(bot.channel)
    await bot.server.permit(bot.channel, INVITED & ~ATTACH_FILES)
    assert code(await bot.picture(bot.channel)) == (403, 50013)
    assert code(await bot.picture(bot.channel, message["id"])) == (403, 50013)
    await bot.server.permit(bot.channel, INVITED)
    assert (await bot.picture(bot.channel, message["id"]))[0] == 200


async def test_what_was_before_needs_a_right_to_be_read_and_answered(bot: Bot) -> None:
    """Without it there are no messages to read, none to fetch, and none to reply to; editing goes on."""
    _, message = await bot.post(bot.channel)
    await bot.server.permit(bot.channel, INVITED & ~READ_MESSAGE_HISTORY)
    reference = {"message_id": message["id"], "channel_id": message["channel_id"]}
    assert await bot.read(bot.channel) == []
    assert code(await bot("GET", f"/channels/{bot.channel['id']}/messages/{message['id']}")) == (403, 50013)
    assert code(await bot.post(bot.channel, message_reference=reference)) == (403, 160002)
    assert (await bot.edit(message))[0] == 200


async def test_a_reply_to_nothing_is_a_message_or_refused(bot: Bot) -> None:
    """As the request wants it."""
    _, message = await bot.post(bot.channel)
    await bot.server.remove(message)
    reference = {"message_id": message["id"], "channel_id": message["channel_id"]}
    assert code(await bot.post(bot.channel, message_reference=reference)) == (400, 50035)
    tolerant = {**reference, "fail_if_not_exists": False}
    status, plain = await bot.post(bot.channel, message_reference=tolerant)
    assert (status, plain["type"], "message_reference" in plain) == (200, 0, False)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", [5, 4, 3, 2, 1]),
        ("?limit=2", [5, 4]),
        ("?after={2}", [5, 4, 3]),
        ("?after={2}&limit=2", [4, 3]),
        ("?before={4}&limit=2", [3, 2]),
        ("?around={3}&limit=3", [4, 3, 2]),
        ("?around={3}&limit=1", [3]),
    ],
)
async def test_reading_a_channel(bot: Bot, query: str, expected: list[int]) -> None:
    """Newest first, on the side that was asked for and nearest to it; never what only one person sees."""
    ids = ["0", *[(await bot.post(bot.channel, str(number)))[1]["id"] for number in range(1, 6)]]
    tap = await bot.server.press(bot.ann, {"id": ids[1], "channel_id": bot.channel["id"]}, "x", wait=False)
    reply = {"type": 4, "data": {"content": "psst", "flags": 64}}
    await bot("POST", f"/interactions/{tap.id}/{tap.token}/callback", reply)
    assert await bot.read(bot.channel, query.format(*ids)) == [str(number) for number in expected]


@pytest.mark.parametrize("query", ["?limit=0", "?limit=101", "?before=1&after=1"])
async def test_reading_a_channel_wrongly(bot: Bot, query: str) -> None:
    """The limit has its bounds, and one side excludes the others."""
    assert code(await bot("GET", f"/channels/{bot.channel['id']}/messages{query}")) == (400, 50035)


async def test_the_bot_sees_that_others_write_but_not_what(bot: Bot) -> None:
    """It does not ask for their content; nor can it edit or delete what they wrote."""
    said = await bot.server.say(bot.ann, bot.channel, "hello")
    _, (seen,) = await bot("GET", f"/channels/{bot.channel['id']}/messages")
    assert (seen["author"]["username"], seen["content"]) == ("ann", "")
    assert code(await bot.edit(said)) == (403, 50005)
    assert code(await bot.delete(said)) == (403, 50013)


async def test_a_nonce_gives_the_same_message_for_some_minutes(bot: Bot) -> None:
    """In its channel, also with a picture; even when it was deleted, until the nonce is forgotten."""
    once: dict[str, Any] = {"nonce": "g1:7", "enforce_nonce": True}
    _, first = await bot.post(bot.channel, **once)
    _, again = await bot.post(bot.channel, "another text", **once)
    _, elsewhere = await bot.post(bot.thread, **once)
    assert (again["id"], again["content"], again["nonce"]) == (first["id"], "turn 1", "g1:7")
    assert elsewhere["id"] != first["id"]
    _, (read,) = await bot("GET", f"/channels/{bot.channel['id']}/messages")
    assert "nonce" not in read, "it is not kept with the message"
    await bot.server.remove(first)
    assert code(await bot.post(bot.channel, **once)) == (404, 10008)
    bot.server.forget_nonces()
    _, new = await bot.post(bot.channel, **once)
    _, unforced = await bot.post(bot.channel, nonce="g1:7")
    assert len({first["id"], new["id"], unforced["id"]}) == 3


async def test_channels_are_told_as_they_are(bot: Bot) -> None:
    """A thread says what it is, and what state it is in; so does a channel."""
    await bot.server.archive(bot.thread)
    _, thread = await bot("GET", f"/channels/{bot.thread['id']}")
    assert (thread["type"], thread["guild_id"], thread["parent_id"]) == (
        11,
        bot.guild["id"],
        bot.channel["id"],
    )
    assert thread["thread_metadata"]["archived"]
    _, channel = await bot("GET", f"/channels/{bot.channel['id']}")
    assert (channel["type"], channel["name"]) == (0, "games")


async def test_a_deleted_channel_is_unknown(bot: Bot) -> None:
    """With its threads; a thread that is deleted alone leaves its channel."""
    _, message = await bot.post(bot.channel)
    other = bot.server.world.add_channel(bot.guild, "other", thread_of=bot.channel)
    await bot.server.delete_channel(other)
    assert bot.heard() == ["THREAD_DELETE"]
    assert code(await bot.post(other)) == (404, 10003)
    assert (await bot.post(bot.thread))[0] == 200
    await bot.server.delete_channel(bot.channel)
    assert bot.heard()[-1] == "CHANNEL_DELETE"
    for answer in (await bot.post(bot.channel), await bot.edit(message), await bot.post(bot.thread)):
        assert code(answer) == (404, 10003)
    assert bot.guild["channels"] == bot.guild["threads"] == []


async def test_a_bot_that_was_removed_has_no_access(bot: Bot) -> None:
    """Its guild is unknown and the channels are closed to it, until it is added again."""
    await bot.server.remove_bot(bot.guild)
    assert code(await bot.post(bot.channel)) == (403, 50001)
    assert code(await bot("GET", f"/guilds/{bot.guild['id']}")) == (404, 10004)
    assert (await bot("GET", "/users/@me/guilds"))[1] == []
    await bot.server.archive(bot.thread)
    await bot.server.add_bot(bot.guild)
    assert (bot.heard()[0], bot.heard()[-1]) == ("GUILD_DELETE", "GUILD_CREATE")
    assert bot.last()["threads"] == [], "threads that sleep are not told of"
    assert (await bot.post(bot.channel))[0] == 200


async def test_the_entry_point_cannot_be_left_out(bot: Bot) -> None:
    """What Discord registered itself has to be in every new list of commands."""
    command = {"name": "new", "description": "A new game", "type": 1}
    path = "/applications/4242/commands"
    assert (await bot("PUT", path, [command]))[0] == 200
    entry = bot.server.world.add_entry_point()
    assert code(await bot("PUT", path, [command])) == (400, 50240)
    kept = {key: entry[key] for key in ("id", "name", "type", "handler")}
    assert (await bot("PUT", path, [command, kept]))[0] == 200


async def test_who_was_called_and_what_can_be_pressed(bot: Bot) -> None:
    """Only those whom text and request both name are called, by messages and not by edits or silent ones."""
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Join", "custom_id": "join"}]}
    mention, allowed = f"<@{bot.ann['id']}>", {"users": [bot.ann["id"]]}
    _, lobby = await bot.post(
        bot.channel, f"{mention}!", components=[row], allowed_mentions={"users": [bot.ann["id"]]}
    )
    await bot.post(bot.channel, "nobody is named here", allowed_mentions=allowed)
    await bot.post(bot.channel, mention, allowed_mentions={"parse": []})
    await bot.post(bot.channel, mention, allowed_mentions=allowed, flags=4096)
    assert [(message["id"], ids) for message, ids in bot.server.mentions(bot.channel)] == [
        (lobby["id"], [bot.ann["id"]])
    ]
    assert [ids for _, ids in bot.server.buttons(bot.channel)] == [["join"]]
    await bot.edit(lobby, mention)
    assert bot.server.buttons(bot.channel) == []
    assert len(bot.server.mentions(bot.channel)) == 1
