"""``play``: a link to the board that one touches, with the very game of this place."""

from dataclasses import replace
from typing import Final

from bot.doors.guest import Guest
from bot.doors.passes import PassOffice
from bot.games.asking import Asking
from bot.refusal import Refused
from bot.scene import Choice, Phrase, Scene, Style
from bot.usecases.aside import led_aside, way_aside
from bot.usecases.beyond import Beyond
from bot.usecases.quotas import BOARDS, spend
from bot.usecases.rows import CommandRow, Needs, always

COMMAND_NAME: Final = "play"


async def play(beyond: Beyond, asking: Asking) -> Scene:
    """``play``: the link, for the asking person alone. ``play TICKET`` where nobody else reads along."""
    request, person = asking.request, asking.person
    if not beyond.board:
        raise Refused("refusal.no_board")
    if request.channel.platform == "web":
        raise Refused("refusal.board_here")
    await spend(beyond.store, BOARDS, request)
    office = PassOffice(beyond.store.passes)
    guest = Guest(person, request.channel, request.alone, request.language)
    if asking.words:
        guest = await _led_here(office, asking)
    ticket = await office.ticket(guest)
    if request.overheard:
        return led_aside(asking, Phrase("play.aside"), f"{COMMAND_NAME} {ticket}", way_aside(COMMAND_NAME))
    way = Choice(Phrase("choice.play"), COMMAND_NAME, Style.MAIN, url=f"{beyond.board}#{ticket}")
    return Scene(lines=(Phrase("play.link"),), rows=((way,),), actor=person.key, language=person.language)


async def _led_here(office: PassOffice, asking: Asking) -> Guest:
    """Whoever asked for the link in another place, where others would have read it."""
    guest = await office.redeem(asking.words[0]) if len(asking.words) == 1 else None
    if guest is None or guest.person.key != asking.person.key:
        raise Refused("refusal.play_again")
    return replace(guest, person=asking.person)


COMMAND: Final = CommandRow(
    rank=165,
    errand=play,
    needs=Needs.NO_GAME,
    private=always,
    board=True,
)
