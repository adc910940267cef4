"""One update after the other: ask the table, then show what it says."""

import asyncio
import dataclasses
from typing import Final

from telegram import Bot, CallbackQuery, MaybeInaccessibleMessage, Message, Update, User
from telegram.constants import ChatType

from bot import tracing
from bot.live.displays import Displays
from bot.live.trouble import Trouble, TroubleKind
from bot.live.words import not_shown
from bot.people import Person
from bot.request import Reply, Request
from bot.scene import Phrase, Scene
from bot.telegram_app.answers import COMES, PersonalAnswers
from bot.telegram_app.incoming import Incoming
from bot.telegram_app.jobs import Jobs
from bot.telegram_app.keyboard import Pressed
from bot.telegram_app.places import PLATFORM, Places, channel_of, chat_of, topic_of, write_message
from bot.telegram_app.ports import TelegramTable
from bot.telegram_app.rights import Admins
from bot.telegram_app.writing import Place, TelegramPage

PATIENCE: Final = 1.0
"""Seconds after which a button stops waiting although the table still thinks."""
SHOWN: Final = 0.05
"""Seconds after which it stops waiting although nobody knows yet whether the move can be shown."""
NOT_YOURS: Final = Phrase("telegram.not_yours")


class Conversation:
    """What people say and press, and what they get in return."""

    def __init__(
        self,
        bot: Bot,
        table: TelegramTable,
        *,
        displays: Displays[TelegramPage],
        jobs: Jobs,
        answers: PersonalAnswers,
        places: Places,
        language: str,
    ) -> None:
        self._bot = bot
        self._table = table
        self._displays = displays
        self._jobs = jobs
        self._answers = answers
        self._places = places
        self._language = language
        self._incoming = Incoming(Admins(bot), table, language)

    async def written(self, update_id: int, message: Message) -> None:
        """A person wrote something."""
        self._places.learn(message.chat)
        request = await self._incoming.written(update_id, message, self._bot.username)
        place = Place(message.chat.id, topic_of(channel_of(message)), message.message_id)
        if isinstance(request, Scene):
            self._answers.inform(place, request)
        if not isinstance(request, Request):
            return
        reply = await self._table.handle(request)
        if reply.refusal and message.chat.type == ChatType.PRIVATE and request.command == "start":
            # Telegram itself says /start when somebody meets the bot.
            reply = await self._table.handle(_instead(request, "help"))
        if reply.refusal:
            self._answers.refuse(place, reply.refusal, reply.language or request.person.language)
        if reply.answer and self._answers.waiting(place, reply.answer) is COMES:
            self._answers.refuse(place, COMES, reply.answer.language)
        elif reply.answer:
            self._answers.inform(place, reply.answer)
        if reply.scene:
            _ = self._displays.show(request.channel, reply)
        self._displays.answered(request, reply)

    async def pressed(self, update_id: int, query: CallbackQuery) -> None:
        """A person pressed a button."""
        data = Pressed.parse(query.data or "")
        if data and data.user not in {"", str(query.from_user.id)}:
            language = await self._language_of(query.from_user)
            await self._answers.toast(query, self._answers.sentence(NOT_YOURS, language))
            return
        message = query.message
        if data is None or message is None:
            await self._answers.toast(query)
            return
        # The button stops waiting at once, unless the answer has something to say in time.
        asking = asyncio.ensure_future(self._asked(update_id, query, message, data))
        await asyncio.wait({asking}, timeout=PATIENCE)
        open_query = query if asking.done() else None
        if open_query is None:
            await self._answers.toast(query)
        request, reply = await asking
        # A group that has become a supergroup has left its messages behind.
        here = message.chat.id == chat_of(request.channel)
        number = write_message(message.chat.id, message.message_id) if here else ""
        game = {post.message for post in reply.shown.messages} | {self._displays.live(request.channel)}
        answer = here and message.is_accessible and number not in game
        pressed = message if answer and isinstance(message, Message) else None
        # The picture begins to be drawn while the answer is on its way.
        known = self._displays.trouble(request.channel)
        told = self._displays.show(request.channel, reply) if reply.scene else None
        self._displays.answered(request, reply, number)
        place = Place(
            chat_of(request.channel), topic_of(request.channel), message.message_id if here else None
        )
        if told is None or open_query is None or reply.answer:
            await self._tell(request, reply, place, query=open_query, pressed=pressed)
            return

        async def tell() -> None:
            # Whether it can be shown is known soon; the next press need not wait for that.
            trouble = known
            if known is None or known.kind is not TroubleKind.CLOSED:
                await asyncio.wait({told}, timeout=SHOWN)
                trouble = told.result() if told.done() else self._displays.trouble(request.channel)
            await self._tell(request, reply, place, query=open_query, pressed=pressed, trouble=trouble)

        self._jobs.start(tell(), chat=place.chat)

    async def _asked(
        self, update_id: int, query: CallbackQuery, message: MaybeInaccessibleMessage, data: Pressed
    ) -> tuple[Request, Reply]:
        """What a press asks for, and what the table says to it."""
        request = await self._incoming.pressed(update_id, query, message, data)
        reply = await self._table.handle(request)
        if reply.refusal:
            # The game may just have moved with its group.
            again = await self._incoming.pressed(update_id, query, message, data)
            if again.channel != request.channel:
                return again, await self._table.handle(again)
        return request, reply

    async def failed(self, update: Update) -> None:
        """Say sorry for an update whose handling failed."""
        sorry = Phrase.of("telegram.failed", request=tracing.current())
        query, person = update.callback_query, update.effective_user
        message = query.message if query else update.message
        language = await self._language_of(person)
        if query and await self._answers.toast(query, self._answers.sentence(sorry, language)):
            return
        if isinstance(message, Message):
            place = Place(message.chat.id, topic_of(channel_of(message)), message.message_id)
            self._answers.refuse(place, sorry, language)

    async def _language_of(self, user: User | None) -> str:
        """The language that a person has chosen, or else what Telegram knows of them."""
        if user is None:
            return self._language
        chosen = await self._table.language(Person(PLATFORM, str(user.id), user.full_name))
        return chosen or user.language_code or self._language

    async def _tell(
        self,
        request: Request,
        reply: Reply,
        place: Place,
        *,
        query: CallbackQuery | None,
        pressed: Message | None,
        trouble: Trouble | None = None,
    ) -> None:
        """Give the person who pressed their answer.

        ``query`` is None when it was answered already, ``pressed`` is the message if it was an answer too;
        ``trouble`` is what keeps the move from being shown.
        """
        aside = "" if reply.answer is None else reply.answer.aside
        if aside and query is not None and await self._answers.lead(query, aside):
            return
        language = reply.language or request.person.language
        waiting = None if reply.answer is None else self._answers.waiting(place, reply.answer)
        text, stays = "", False
        if said := reply.refusal or waiting:
            text = self._answers.sentence(said, language)
        elif reply.answer:
            text, stays = await self._answers.brief(reply.answer), True
        elif trouble:
            text = self._answers.sentence(not_shown(trouble), language)
        told = query is not None and await self._answers.toast(query, text, stays=stays and bool(text))
        if waiting is COMES or (text and told and waiting is None):
            return
        if reply.refusal and query is None:
            self._answers.refuse(place, reply.refusal, language)
        if reply.answer:
            self._answers.inform(place, reply.answer, pressed=pressed)
        elif reply.scene and pressed:
            self._answers.spent(pressed)


def _instead(request: Request, command: str) -> Request:
    """The same person asking for something else."""
    return dataclasses.replace(request, command=command, once=f"{request.once}:{command}")
