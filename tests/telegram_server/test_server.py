"""The Bot API server itself: it must notice what the real one would refuse."""

from typing import Any

import pytest

from tests.telegram_server import Spec
from tests.telegram_server.conftest import Caller
from tests.telegram_server.faults import ApiError
from tests.telegram_server.markup import parse_html


async def test_a_good_request_is_carried_out(call: Caller) -> None:
    """A message appears in the chat, with its markup read."""
    answer = await call("sendMessage", chat_id=call.chat.id, text="<b>a</b> &lt;", parse_mode="HTML")
    assert answer["ok"]
    assert call.chat.last.text == "a <"
    assert call.server.problems == []


@pytest.mark.parametrize(
    ("params", "problem"),
    [
        ({"text": "x", "colour": "red"}, "there is no parameter colour"),
        ({}, "text is missing"),
        ({"text": "x", "disable_notification": "maybe"}, "disable_notification is no Boolean"),
        ({"text": "x", "reply_markup": {"inline_keyboard": [[{"label": "x"}]]}}, "text is missing"),
        ({"text": "x", "reply_parameters": {"message_id": "7"}}, "message_id is no Integer"),
        ({"text": "x", "stray": b"file"}, "the file stray is not mentioned"),
    ],
)
async def test_a_request_against_the_description_is_a_problem(
    call: Caller, params: dict[str, Any], problem: str
) -> None:
    """Unknown, missing and mistyped parameters are refused and remembered."""
    if not Spec.load().types:
        pytest.skip("the published description is not here")
    answer = await call("sendMessage", chat_id=call.chat.id, **params)
    assert answer["error_code"] == 400
    assert any(problem in found for found in call.server.problems)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([[{"text": "x", "callback_data": "y" * 65}]], "BUTTON_DATA_INVALID"),
        ([[{"text": "x", "callback_data": ""}]], "BUTTON_DATA_INVALID"),
        ([[{"text": "", "callback_data": "y"}]], "text buttons"),
        ([[{"text": "x", "callback_data": "y"}] * 9], "too long"),
        ([[{"text": "x", "callback_data": "y"}]] * 101, "too long"),
        ([[{"text": "x", "callback_data": "y", "style": "pink"}]], "style"),
    ],
)
async def test_bad_keyboards_are_refused(call: Caller, rows: list[Any], reason: str) -> None:
    """Keyboards have limits that the description states in words only."""
    answer = await call("sendMessage", chat_id=call.chat.id, text="x", reply_markup={"inline_keyboard": rows})
    assert reason in answer["description"]
    assert not call.chat.from_bot


@pytest.mark.parametrize(
    ("method", "params", "reason"),
    [
        ("sendMessage", {"text": "x" * 4097}, "too long"),
        ("sendMessage", {"text": " "}, "empty"),
        ("sendMessage", {"text": "x", "message_thread_id": 7}, "thread not found"),
        ("sendPhoto", {"photo": b"no picture"}, "IMAGE_PROCESS_FAILED"),
        ("editMessageText", {"text": "x", "message_id": 99}, "not found"),
        ("deleteMessage", {"message_id": 99}, "not found"),
    ],
)
async def test_what_cannot_be_done_is_refused(
    call: Caller, method: str, params: dict[str, Any], reason: str
) -> None:
    """Limits of text, unknown topics and messages, files that are no pictures."""
    answer = await call(method, chat_id=call.chat.id, **params)
    assert reason in answer["description"]


async def test_mini_apps_have_buttons_in_private_chats_alone(call: Caller) -> None:
    """Elsewhere a link has to do, in messages as in edits; and no page is opened that is not encrypted."""
    opens = {"inline_keyboard": [[{"text": "Play", "web_app": {"url": "https://table.example.org/board/"}}]]}
    plain = {"inline_keyboard": [[{"text": "Play", "web_app": {"url": "http://table.example.org/"}}]]}
    message = await call.sent(call.private, reply_markup=opens)
    assert message.buttons[0].web_app == "https://table.example.org/board/"
    refused = "400 Bad Request: BUTTON_TYPE_INVALID"
    assert await call.refusal("sendMessage", call.chat, text="x", reply_markup=opens) == refused
    old = await call.sent(call.club)
    edit = {"text": "x", "message_id": old.id, "reply_markup": opens}
    assert await call.refusal("editMessageText", call.club, **edit) == refused
    assert "URL" in await call.refusal("sendMessage", call.private, text="x", reply_markup=plain)


async def test_messages_are_deleted(call: Caller) -> None:
    """A deleted message is no longer in the chat."""
    sent = await call("sendMessage", chat_id=call.chat.id, text="x")
    await call("deleteMessage", chat_id=call.chat.id, message_id=sent["result"]["message_id"])
    assert not call.chat.from_bot


async def test_a_wrong_token_is_refused(call: Caller) -> None:
    """Nothing works without the token."""
    assert (await call("getMe", token="1:x"))["error_code"] == 401


async def test_a_webhook_excludes_polling(call: Caller) -> None:
    """As at the real server, one way at a time."""
    await call("setWebhook", url="http://127.0.0.1:9/hook")
    assert (await call("getUpdates"))["error_code"] == 409


@pytest.mark.parametrize(
    "source", ["a < b", "<b>a", "a</b>", "<b><i>a</b></i>", "<span>a</span>", "&nbsp;", "<a href='x'>a</a>"]
)
def test_bad_markup_is_refused(source: str) -> None:
    """Telegram reads little HTML, and nothing that is not well formed."""
    with pytest.raises(ApiError, match="can't parse entities"):
        parse_html(source)


def test_entities_are_counted_in_utf_16() -> None:
    """Offsets and lengths are those of Telegram."""
    text, entities = parse_html('🐑 <a href="tg://user?id=7">Bo</a>')
    assert text == "🐑 Bo"
    assert entities == [{"type": "text_mention", "offset": 3, "length": 2, "user": 7}]


def test_the_small_table_agrees_with_the_description(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands in for the published description knows the same parameters and needs the same ones."""
    published = Spec.load()
    if not published.types:
        pytest.skip("the published description is not here")
    monkeypatch.setenv("BASTIDE_TELEGRAM_SPEC", "/nowhere")
    Spec.load.cache_clear()
    small = Spec.load()
    Spec.load.cache_clear()
    assert small.source != published.source
    for method, fields in small.methods.items():
        known = published.methods[method]
        assert set(fields) <= set(known)
        assert all(
            field.required == known[name].required for name, field in fields.items() if known[name].required
        )
        assert all(set(field.types) <= set(known[name].types) for name, field in fields.items())
