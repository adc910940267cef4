"""Answers that the asking person alone can see."""

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, Final

import discord
import structlog
from discord.utils import MISSING

from bot.discord_app.page import NOBODY, Page
from bot.discord_app.troubles import TROUBLES, detail, judge
from bot.live.trouble import Kind

Rewrite = Callable[[], Awaitable[Page]]

log: Final = structlog.get_logger(__name__)


async def acknowledge(tap: discord.Interaction[Any]) -> bool:
    """Tell Discord that the interaction arrived, which it wants to know within three seconds.

    False when that failed: it came too late, or another delivery of it was here before. Discord then says
    so to the person, and nothing must happen.
    """
    try:
        await tap.response.defer(
            ephemeral=True, thinking=tap.type is discord.InteractionType.application_command
        )
    except (*TROUBLES, discord.InteractionResponded) as error:
        _note("interaction lost", tap, error)
        return False
    return True


async def tell(
    tap: discord.Interaction[Any], page: Page, *, in_place: bool = False, in_words: Rewrite | None = None
) -> None:
    """Show a page to the person. With ``in_place``, a private message whose button was pressed is edited.

    ``in_words`` writes the page again without its picture, for where Discord refuses that.
    """
    try:
        await _show(tap, page, in_place=in_place)
    except TROUBLES as error:
        # After a quarter of an hour Discord takes no answers any more.
        _note("answer not shown", tap, error)
        pictured = bool(page.attachments)
        if in_words is not None and judge(error, sending=False, pictured=pictured).kind is Kind.PICTURE:
            await tell(tap, await in_words(), in_place=in_place)


async def _show(tap: discord.Interaction[Any], page: Page, *, in_place: bool) -> None:
    pressed = tap.message
    if pressed is None or (in_place and pressed.flags.ephemeral):
        await tap.edit_original_response(
            content=page.content, attachments=page.files, view=page.view, allowed_mentions=NOBODY
        )
    else:
        await tap.followup.send(
            page.content,
            files=page.files,
            view=page.view or MISSING,
            ephemeral=True,
            allowed_mentions=NOBODY,
        )
    for content in page.rest:
        await tap.followup.send(content, ephemeral=True, allowed_mentions=NOBODY)


async def refuse(tap: discord.Interaction[Any], sentence: str) -> None:
    """Say to the person alone why nothing happened."""
    await tell(tap, Page(sentence))


async def dismiss(tap: discord.Interaction[Any]) -> None:
    """End a slash command that needs no answer of its own: the channel shows what it did."""
    if tap.message is not None:
        return
    try:
        await tap.delete_original_response()
    except TROUBLES as error:
        _note("answer not dismissed", tap, error)


def _note(event: str, tap: discord.Interaction[Any], error: Exception) -> None:
    """One line about an answer that failed. That Discord refuses one is nothing that anybody has to know."""
    refused = isinstance(error, discord.HTTPException) and error.status < HTTPStatus.INTERNAL_SERVER_ERROR
    note = log.info if refused or isinstance(error, discord.InteractionResponded) else log.warning
    note(event, interaction=tap.id, error=detail(error))
