"""The Telegram app: it starts, listens and stops."""

import asyncio
import logging
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit

import structlog
from telegram import Update
from telegram.error import InvalidToken, TelegramError
from telegram.ext import Application, CallbackContext, TypeHandler

from bot import tracing
from bot.claims import Claims
from bot.doors.telegram import Whereabouts
from bot.errors import StartError
from bot.gate import Gate, alone
from bot.live.displays import Displays
from bot.live.patience import PATIENCE, Patience
from bot.painter import Painter
from bot.people import Channel, Person
from bot.request import Reply
from bot.secrecy import webhook_secret
from bot.store.protocol import StoreUnavailable
from bot.store.workers.pacing import Pacing
from bot.telegram_app.answers import PersonalAnswers
from bot.telegram_app.conversation import Conversation
from bot.telegram_app.incoming import TopicDoor, door
from bot.telegram_app.jobs import InOrder, Jobs
from bot.telegram_app.keyboard import publish_menu
from bot.telegram_app.line import Line
from bot.telegram_app.messenger import AnswersSent, Single, TelegramMessenger
from bot.telegram_app.mini_app import MiniApp
from bot.telegram_app.outbox import PAUSES, Outbox
from bot.telegram_app.pace import GROUP, OVERALL, Limiter, Others, Pace, Paces
from bot.telegram_app.places import NO_TOPIC, PLATFORM, Places, moved
from bot.telegram_app.ports import TelegramTable
from bot.telegram_app.rights import Members
from bot.telegram_app.updates import Polling, Webhook, claim_of
from bot.telegram_app.writing import TelegramWriter
from bot.texts import Texts

UPDATES: Final = ("message", "callback_query", "my_chat_member")
"""The kinds of updates that are asked for: no edited messages, no channel posts."""
FAREWELL: Final = 10.0
"""Seconds for which the end waits for messages on their way."""
WEBHOOK_PORT: Final = 8443

log: Final = structlog.get_logger(__name__)


class TelegramApp:
    """Plays in Telegram chats. :meth:`start` and :meth:`stop` are called while an event loop runs.

    ``api_base`` is the address of the Bot API; ``webhook_url`` the public address for updates, None to
    fetch them. ``webhook_listen`` (host and port) is where a webhook's updates arrive; by default on this
    machine's loopback, at the port of the public address or 8443, for a proxy in front. ``language`` is
    that of groups, ``group_pace`` how many messages and edits a group is sent, ``patience`` how long to wait
    before what could not be shown is tried again. With ``board`` chats lead to the board that one touches,
    with a ``mini_app`` inside Telegram.
    ``claims`` keep other workers from fetching updates, too,
    and with ``pacing`` all of them keep Telegram's limits together.
    """

    def __init__(
        self,
        *,
        token: str,
        api_base: str,
        webhook_url: str | None,
        table: TelegramTable,
        texts: Texts,
        painter: Painter,
        language: str,
        webhook_listen: tuple[str, int] | None = None,
        group_pace: Pace = GROUP,
        patience: Patience = PATIENCE,
        claims: Claims | None = None,
        pacing: Pacing | None = None,
        board: bool = False,
        mini_app: MiniApp | None = None,
    ) -> None:
        # They log addresses, of which the token is a part, what people write, and with a traceback whatever
        # a gateway answers in place of Telegram, which is raised as well.
        for library, level in (
            ("telegram", logging.INFO),
            ("telegram.request", logging.CRITICAL),
        ):
            logging.getLogger(library).setLevel(level)
        self._token = token
        self._api_base = api_base
        self._webhook_url = webhook_url
        self._webhook_listen = webhook_listen
        self._webhook: Webhook | None = None
        self._claims = claims
        self._table = table
        self._texts = texts
        self._language = language
        self._board = board
        workers = alone if claims is None else partial(claims.sharing, PLATFORM)
        others = None if pacing is None else Others(token.partition(":")[0], pacing, workers)
        paces = Paces(group_pace, others)
        gate = Gate(OVERALL, workers)
        self._application = _application(token, api_base, Limiter(paces, gate))
        self._application.add_handler(TypeHandler(Update, self._on_update))
        self._application.add_error_handler(self._on_error)
        bot = self._application.bot
        self._jobs = Jobs()
        self._polling = Polling(self._application, claims, UPDATES, self._begun)
        self._outbox = Outbox(self._move, paces)
        places = Places()
        writer = TelegramWriter(texts, painter, places)
        answered = AnswersSent()
        messenger = TelegramMessenger(
            bot, self._outbox, writer, answered=answered, single=Single(claims), mini_app=mini_app
        )
        self._members = Members(bot)
        self._displays = Displays(PLATFORM, table, messenger, patience=patience, leisure=gate)
        answers = PersonalAnswers(bot, self._outbox, writer, places, jobs=self._jobs, answered=answered)
        self._conversation = Conversation(
            bot,
            table,
            displays=self._displays,
            jobs=self._jobs,
            answers=answers,
            places=places,
            language=language,
        )

    async def start(self) -> str:
        """Check the token, show what was not shown yet, listen. Returns the bot's name.

        Raises StartError.
        """
        try:
            await self._start()
        except BaseException:
            await self.stop()
            raise
        self._jobs.start(publish_menu(self._application.bot, self._texts, self._language, board=self._board))
        return f"@{self._application.bot.username}"

    async def stop(self) -> None:
        """Stop listening, finish what was begun, close all connections."""
        await self._polling.stop()
        if self._webhook:
            await self._webhook.stop()
        if self._application.running:
            await self._application.stop()
        await self._displays.finish(FAREWELL)
        await self._jobs.settle(FAREWELL)
        await self._application.shutdown()
        await self._application.bot.shutdown()

    async def show(self, channel: Channel, reply: Reply) -> None:
        """Show what has come about in a chat without anybody's message."""
        await self._displays.show(channel, reply)

    async def member(self, channel: Channel, person: Person) -> Whereabouts | None:
        """See Member in :mod:`bot.doors.telegram`."""
        return await self._members.find(channel, person)

    async def reachable(self) -> bool:
        """Whether Telegram can be reached now."""
        try:
            await self._application.bot.get_me()
        except TelegramError:
            return False
        return True

    async def _start(self) -> None:
        try:
            await self._application.initialize()
        except InvalidToken:
            # Not chained: the library's own sentence repeats the token.
            raise StartError("Telegram rejects TELEGRAM_TOKEN: copy it once more from @BotFather.") from None
        except TelegramError as error:
            raise StartError(f"Telegram cannot be reached at {self._api_base}: {error.message}.") from None
        await self._application.start()
        try:
            await self._listen()
        except TelegramError as error:
            raise StartError(f"Telegram does not send updates: {error.message}.") from None
        except OSError as error:
            raise StartError(f"The webhook cannot listen: {error.strerror}.") from error

    def _begun(self) -> None:
        self._jobs.start(self._catch_up())

    async def _catch_up(self) -> None:
        """Show what was not shown when the bot stopped."""
        try:
            await self._displays.catch_up()
        except StoreUnavailable as error:
            log.warning("not caught up", error=str(error))

    async def _listen(self) -> None:
        if self._webhook_url is None:
            await self._polling.start()
            return
        if self._claims is not None:
            # Whoever fetches updates would get none any more.
            what, name = claim_of(self._application.bot)
            await self._claims.take(what, name)
            await self._claims.give_back(what)
        url = urlsplit(self._webhook_url)
        host, port = self._webhook_listen or ("127.0.0.1", url.port or WEBHOOK_PORT)
        secret = webhook_secret(self._token)
        webhook = Webhook(self._application, url.path, secret)
        webhook.listen(host, port)
        self._webhook = webhook
        await self._application.bot.set_webhook(
            self._webhook_url, allowed_updates=UPDATES, secret_token=secret
        )
        self._begun()

    async def _on_update(self, update: Update, _: CallbackContext[Any, Any, Any, Any]) -> None:
        tracing.begin()
        message, change = update.message, door(update)
        if change is not None and change.open:
            self._enter(change)
        if update.callback_query:
            await self._conversation.pressed(update.update_id, update.callback_query)
        elif message and message.migrate_to_chat_id:
            await self._move(message.chat.id, message.migrate_to_chat_id)
        elif message and message.migrate_from_chat_id:
            await self._move(message.migrate_from_chat_id, message.chat.id)
        elif message:
            await self._conversation.written(update.update_id, message)

    def _enter(self, door: TopicDoor) -> None:
        """Show at once what could not be shown here until now."""
        chat, topic = str(door.chat), None if door.topic is None else str(door.topic)
        self._displays.again(lambda channel: channel.place[0] == chat and topic in {None, channel.place[1]})
        self._displays.look(Channel(PLATFORM, (chat, topic or NO_TOPIC)))

    async def _on_error(self, update: object, context: CallbackContext[Any, Any, Any, Any]) -> None:
        about = update if isinstance(update, Update) else None
        log.error(
            "update failed",
            update=about.update_id if about else None,
            chat=about.effective_chat.id if about and about.effective_chat else None,
            exc_info=context.error,
        )
        if about:
            await self._conversation.failed(about)

    async def _move(self, old: int, new: int) -> None:
        """A group has become a supergroup and got a new number; its game goes with it."""
        before = Channel(PLATFORM, (str(old), NO_TOPIC))
        await self._rename(before, moved(before, new))
        self._outbox.rename(old, new)
        await self._displays.forget(before)
        self._displays.look(moved(before, new))
        log.info("chat moved", old=old, new=new)

    async def _rename(self, old: Channel, new: Channel) -> None:
        """Move the game, trying for a while: a move that Telegram has told of is not told of again."""
        for pause in PAUSES:
            try:
                await self._table.rename_channel(old, new)
            except StoreUnavailable:
                log.warning("chat not moved yet", old=str(old), new=str(new))
                await asyncio.sleep(pause)
            else:
                return
        await self._table.rename_channel(old, new)


def _application(token: str, api_base: str, limiter: Limiter) -> Application[Any, Any, Any, Any, Any, Any]:
    return (
        Application.builder()
        .token(token)
        .base_url(f"{api_base}/bot")
        .base_file_url(f"{api_base}/file/bot")
        .concurrent_updates(InOrder())
        .job_queue(None)
        .rate_limiter(limiter)
        .request(Line())
        .get_updates_request(Line(1))
        .build()
    )
