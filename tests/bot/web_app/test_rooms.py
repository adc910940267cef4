"""People in a room, over real sockets."""

import asyncio
import json

import pytest
from aiohttp import ClientSession, WSServerHandshakeError
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from bot.people import Channel
from bot.texts import Texts
from bot.web_app.app import BURST, WebApp
from bot.web_app.socket import LONGEST_MESSAGE, MOST_PAGES_EACH, NO_COOKIE, TOO_MANY
from tests.bot.web_app.page import Message, Page, opened
from tests.bot.web_app.scripted import ScriptedPainter, ScriptedTable


def commands(scene: Message) -> list[str]:
    """What the scene's buttons would do."""
    return [choice["command"] for row in scene["rows"] for choice in row]


async def started(ann: Page, bo: Page) -> Message:
    """A game of two in which Ann is to lay; her scene."""
    await ann.scene_of("new")
    await bo.scene_of("join")
    await ann.do("start")
    scene: Message = {"version": 0}
    while scene["version"] < 4:
        scene = (await ann.expect("scene"))["scene"]
    while (await bo.expect("scene"))["scene"]["version"] < 4:
        pass
    return scene


async def test_an_empty_room_offers_games_and_the_lesson(site: str) -> None:
    """Whoever comes first can begin at once, with others or alone, or learn how."""
    async with opened(site, "a") as ann:
        assert ann.welcome["name"] == "Ann"
        assert ann.welcome["scene"]["lines"] == ["Nobody plays in this room yet."]
        assert commands(ann.welcome["scene"]) == ["new", "tutorial", "new opponents=1"]


async def test_everyone_sees_the_scene_and_one_may_act(site: str, table: ScriptedTable) -> None:
    """The picture goes to all in the room, the choices to the actor alone, nothing to other rooms."""
    async with opened(site, "a") as ann, opened(site, "a", "Bo") as bo, opened(site, "b", "Cy") as cy:
        scene = await started(ann, bo)
        assert scene["lines"] == ["Now Ann lays the tile."]
        assert len(commands(scene)) == 60
        assert scene["yours"]
        async with opened(site, "a", "Dee") as dee:
            watched = dee.welcome["scene"]
        assert watched["picture"]["src"] == scene["picture"]["src"]
        assert watched["rows"] == []
        assert not watched["yours"]
        assert [message["type"] for message in await cy.settled() if message["type"] != "people"] == []
    assert table.noted[-1] == (Channel("web", ("a",)), "g", 4, "g/1")


async def test_the_table_learns_who_where_and_what(site: str, table: ScriptedTable) -> None:
    """A tap arrives as a Request with the button's game and version; typed words have neither."""
    async with opened(site, "a", language="pl-PL,en;q=0.1") as ann:
        await ann.scene_of("/new   winter")
        await ann.do("start", once="tap-tap-tap", game="g", version=2)
        await ann.expect("done")
    typed, tapped = table.requests
    assert typed.command == "new winter"
    assert (typed.game, typed.version) == ("", None)
    assert (tapped.game, tapped.version, tapped.command) == ("g", 2, "start")
    assert tapped.once == f"{tapped.person.key}:tap-tap-tap"
    assert (tapped.person.platform, tapped.person.name, tapped.person.language) == ("web", "Ann", "pl")
    assert tapped.channel == Channel("web", ("a",))


async def test_the_same_tap_twice_is_one_move(site: str, table: ScriptedTable) -> None:
    """A message that is sent again after a lost line makes no second move."""
    async with opened(site, "a") as ann, opened(site, "a", "Bo") as bo:
        scene = await started(ann, bo)
        once = await ann.do("place 7", game="g", version=scene["version"])
        await ann.expect("done")
        await ann.do("place 7", once=once, game="g", version=scene["version"])
        assert (await ann.expect("done", "refusal"))["type"] == "done"
    assert table.moves.count(("Ann", "place 7")) == 1


async def test_one_persons_tap_key_does_not_block_anothers(site: str, table: ScriptedTable) -> None:
    """Keys belong to the person: nobody can use up somebody else's."""
    async with opened(site, "a") as ann, opened(site, "a", "Bo") as bo:
        await ann.do("new", once="same-key-1")
        await ann.expect("done")
        await bo.do("join", once="same-key-1")
        await bo.expect("done")
    assert table.moves == [("Ann", "new"), ("Bo", "join")]


async def test_refusals_and_answers_are_for_the_asker_alone(site: str) -> None:
    """Bo's mistake and his look at the board are nobody else's business."""
    async with opened(site, "a") as ann, opened(site, "a", "Bo") as bo:
        await started(ann, bo)
        await ann.settled()
        await bo.do("place 3")
        refusal = await bo.expect("refusal")
        assert refusal["text"] == "It is not your turn, Bo."
        await bo.do("board")
        answer = await bo.expect("answer")
        assert answer["scene"]["picture"]["alt"].startswith("A board")
        assert answer["scene"]["lines"] == ["The \x02whole\x03 board."]
        await bo.do("export")
        assert (await bo.expect("answer"))["scene"]["file"]["name"] == "game.json"
        assert await ann.settled() == []


async def test_a_closing_goes_to_the_log_of_all_and_of_those_who_come_later(site: str) -> None:
    """What happened is told as it comes, and whole to whoever enters."""
    async with opened(site, "a") as ann, opened(site, "a", "Bo") as bo:
        await started(ann, bo)
        await ann.scene_of("place 9")
        await ann.do("pass")
        while (await bo.expect("scene"))["scene"]["turn"] < 2:
            pass
        told = await bo.expect("log")
        assert (told["keep"], [turn["lines"] for turn in told["entries"]]) == (0, [["Ann laid on spot 9."]])
        async with opened(site, "a", "Cy") as cy:
            assert cy.welcome["log"] == told["entries"]
        await bo.do("place 3")
        await bo.do("pass")
        told = await ann.expect("log")
        assert told["keep"] == 0
        told = await ann.expect("log")
        assert (told["keep"], [turn["lines"] for turn in told["entries"]]) == (1, [["Bo laid on spot 3."]])


async def test_a_turn_that_is_played_again_has_one_entry(site: str, table: ScriptedTable) -> None:
    """Taken back and played anew, a turn tells what came of it in the end, under the same key."""
    async with opened(site, "a") as ann, opened(site, "a", "Bo") as bo:
        await started(ann, bo)
        keys: list[tuple[int, str]] = []
        for spot in (9, 12):
            await ann.scene_of(f"place {spot}")
            await ann.do("pass")
            told = await bo.expect("log")
            if keys:
                assert (told["keep"], told["entries"]) == (0, []), "what was taken back is told no more"
                told = await bo.expect("log")
            keys.append((told["keep"], told["entries"][0]["key"]))
            if spot == 9:
                play = table.plays[Channel("web", ("a",))]
                play.turn, play.seat = 1, 0
        async with opened(site, "a", "Cy") as cy:
            assert [kept["lines"] for kept in cy.welcome["log"]] == [["Ann laid on spot 12."]]
    assert keys[0] == keys[1]


async def test_everyone_is_spoken_to_in_their_own_language(site: str, painter: ScriptedPainter) -> None:
    """One scene, two languages, two pictures; readers of one language share theirs."""
    async with (
        opened(site, "a") as ann,
        opened(site, "a", "Ola", language="pl") as ola,
        opened(site, "a", "Jan", language="pl") as jan,
    ):
        await ann.do("new")
        scenes = [(await page.expect("scene"))["scene"] for page in (ann, ola, jan)]
        assert [scene["rows"][0][0]["label"] for scene in scenes] == ["Join", "Dołącz", "Dołącz"]
        await ann.do("start")
        sources = [(await page.expect("scene"))["scene"]["picture"]["src"] for page in (ann, ola, jan)]
    assert sources[0] != sources[1] == sources[2]
    assert sorted(language for _, _, language in painter.painted) == ["en", "pl"]
    assert {profile for _, profile, _ in painter.painted} == {"web"}


async def test_who_comes_back_is_shown_everything_and_is_the_same_person(site: str) -> None:
    """After a lost line the page gets the scene as it stands now, and its choices."""
    async with opened(site, "a") as ann, opened(site, "a", "Bo") as bo:
        await started(ann, bo)
        await bo.socket.close()
        await ann.scene_of("place 4")
        await ann.do("pass")
        await ann.expect("log")
        welcome = await bo.connect()
        assert len(commands(welcome["scene"])) == 60
        assert welcome["scene"]["yours"]
        assert [entry["lines"] for entry in welcome["log"]] == [["Ann laid on spot 4."]]


async def test_a_move_is_made_and_shown_though_its_player_vanished(site: str, table: ScriptedTable) -> None:
    """A line that breaks between tap and answer costs nobody anything."""
    async with opened(site, "a") as ann, opened(site, "a", "Bo") as bo:
        await started(ann, bo)
        table.gate.clear()
        await ann.do("place 5")
        async with asyncio.timeout(60):
            while table.requests[-1].command != "place 5":
                await asyncio.sleep(0.01)
        ann.socket._response.close()
        table.gate.set()
        scene = (await bo.expect("scene"))["scene"]
        assert "may put a meeple" in scene["lines"][0]
    assert table.moves[-1] == ("Ann", "place 5")


async def test_people_of_a_room_are_told_apart(site: str) -> None:
    """Namesakes get a number, a Hebrew name keeps to itself, and of a filler nothing is taken for a name."""
    async with opened(site, "a", "Ann") as ann, opened(site, "a", "Аnn"), opened(site, "a", "דוד"):
        await ann.settled()
        async with opened(site, "a") as filler:
            names = (await filler.expect("people"))["names"]
            await filler.socket.send_json({"type": "name", "name": "\u3164"})
            assert (await filler.expect("named"))["name"] == "Ann"
            refused = await filler.expect("refusal")
            assert refused["text"] == "Please tell us your name first."
    assert names == ["Ann", "Ann 2", "Аnn 3", "\u2068דוד\u2069"]


async def test_names_are_seen_by_all_and_can_be_changed(site: str) -> None:
    """A rename reaches every page of that person and everyone's list."""
    async with opened(site, "a") as ann, opened(site, "a", "Bo") as bo:
        await ann.settled()
        await bo.socket.send_json({"type": "name", "name": "  Bo\u202e\n Peep "})
        assert (await bo.expect("named"))["name"] == "Bo Peep"
        assert (await ann.expect("people"))["names"] == ["Ann", "Bo Peep"]
        await bo.socket.send_json({"type": "name", "name": "  "})
        assert (await bo.expect("refusal"))["text"] == "Please tell us your name first."
    async with opened(site, "a", "Ann") as ann:
        async with opened(site, "a", "Bo"):
            assert (await ann.expect("people"))["names"] == ["Ann"]
            assert (await ann.expect("people"))["names"] == ["Ann", "Bo"]
        assert (await ann.expect("people"))["names"] == ["Ann"]


async def test_a_nameless_watcher_sees_and_does_not_act(site: str, table: ScriptedTable) -> None:
    """Looking on needs no name; doing something does."""
    async with opened(site, "a", "") as watcher:
        await watcher.do("new")
        assert (await watcher.expect("refusal"))["text"] == "Please tell us your name first."
    assert table.requests == []


async def test_who_comes_in_with_a_name_that_nobody_sees_is_told(site: str) -> None:
    """It was given before the line was open; whoever gave none only watches and is told nothing."""
    async with opened(site, "a", "\u200b") as unseen, opened(site, "a", "") as watcher:
        assert unseen.welcome["name"] == ""
        assert (await unseen.expect("refusal"))["text"] == "Please tell us your name first."
        assert not [message for message in await watcher.settled() if message["type"] == "refusal"]


async def test_what_breaks_is_said_politely_and_breaks_nothing_else(site: str) -> None:
    """An unexpected error is one sentence to the asker with the id that is logged; the room goes on."""
    async with opened(site, "a") as ann:
        with capture_logs((merge_contextvars,)) as logs:
            once = await ann.do("break")
            refusal = await ann.expect("refusal", "done")
        (entry,) = logs
        assert refusal == {
            "type": "refusal",
            "once": once,
            "text": f"Something went wrong here; please try again in a moment. ({entry['request']})",
        }
        assert (await ann.scene_of("new"))["version"] == 2


async def test_a_picture_that_cannot_be_drawn_stops_nobody(site: str, painter: ScriptedPainter) -> None:
    """The scene comes without it, and says so."""
    painter.broken = True
    async with opened(site, "a") as ann, opened(site, "a", "Bo") as bo:
        scene = await started(ann, bo)
        assert scene["picture"] == {"failed": "The picture could not be drawn; everything else works."}
        assert len(commands(scene)) == 60
        painter.broken = False
        assert "src" in (await ann.scene_of("place 1"))["picture"]


async def test_a_flood_is_refused_politely(
    table: ScriptedTable, texts: Texts, painter: ScriptedPainter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever hammers is told so, and nobody else notices."""
    monkeypatch.setattr("bot.web_app.app.RATE", 0.0)
    app = WebApp(host="127.0.0.1", port=0, table=table, texts=texts, painter=painter)
    site = await app.start()
    async with opened(site, "a") as ann, opened(site, "a", "Bo") as bo:
        await ann.scene_of("new")
        for _ in range(BURST + 10):
            await ann.do("export")
        answers = [await ann.expect("answer", "refusal") for _ in range(BURST + 10)]
        refused = [message["text"] for message in answers if message["type"] == "refusal"]
        assert refused == ["That was too fast; please try again in a moment."] * 11
        await bo.do("join")
        await bo.expect("done")
    assert table.moves == [("Ann", "new"), ("Bo", "join")]
    await app.stop()


@pytest.mark.parametrize(
    "frame",
    ["x" * (LONGEST_MESSAGE + 1), "[" * 4000, "not json", "[]", '{"type": "unknown"}', '{"type": 5}'],
)
async def test_nonsense_ends_the_line_of_its_sender_alone(site: str, frame: str) -> None:
    """Too long, unreadable or unknown messages close that connection."""
    async with opened(site, "a") as ann, opened(site, "a", "Bo") as bo:
        await bo.socket.send_str(frame)
        async with asyncio.timeout(60):
            while not bo.socket.closed:
                await bo.socket.receive()
        assert (await ann.scene_of("new"))["version"] == 2


@pytest.mark.parametrize(
    "message",
    [
        {"once": "short"},
        {"once": 12345678},
        {"once": "tap-tap-tap", "game": "g\n"},
        {"once": "tap:tap:tap"},
    ],
)
async def test_taps_without_a_proper_key_are_dropped(
    site: str, table: ScriptedTable, message: Message
) -> None:
    """Only our own page's form of a tap reaches the table."""
    async with opened(site, "a") as ann:
        await ann.socket.send_json({"type": "do", "command": "new", **message})
        assert not [sent for sent in await ann.settled() if sent["type"] != "people"]
    assert table.requests == []


async def test_empty_and_endless_commands_are_refused(site: str, table: ScriptedTable) -> None:
    """A command is one to 200 characters."""
    async with opened(site, "a") as ann:
        for command in ("", "  / ", "x" * 201, "\ud800"):
            await ann.socket.send_str(json.dumps({"type": "do", "once": "tap-tap-tap", "command": command}))
            assert "/help" in (await ann.expect("refusal"))["text"]
    assert table.requests == []


async def test_other_sites_cannot_open_a_line(site: str) -> None:
    """The origin must be our own; a browser always tells it."""
    async with ClientSession() as session:
        for origin in ("https://evil.example", "null", site.rstrip("/") + ".evil.example", ""):
            with pytest.raises(WSServerHandshakeError) as refused:
                await session.ws_connect(site + "r/a/socket", headers={"Origin": origin})
            assert refused.value.status == 403
        with pytest.raises(WSServerHandshakeError):
            await session.ws_connect(site + "r/a/socket")


async def test_a_browser_without_our_cookie_is_told(site: str) -> None:
    """The line closes with a code that the page explains."""
    async with ClientSession() as session:
        socket = await session.ws_connect(site + "r/a/socket", headers={"Origin": site.rstrip("/")})
        await socket.send_json({"type": "hello", "name": "Ann"})
        await socket.receive()
        assert socket.close_code == NO_COOKIE


async def test_one_person_cannot_open_pages_without_end(site: str) -> None:
    """The next page too many is closed with a code that the page explains; others come in."""
    async with opened(site, "a") as ann:
        headers = {"Origin": site.rstrip("/")}
        others = [
            await ann.session.ws_connect(site + "r/a/socket", headers=headers)
            for _ in range(MOST_PAGES_EACH - 1)
        ]
        for other in others:
            await other.send_json({"type": "hello", "name": "Ann"})
            assert (await other.receive_json())["type"] == "welcome"
        socket = await ann.session.ws_connect(site + "r/a/socket", headers=headers)
        await socket.send_json({"type": "hello", "name": "Ann"})
        await socket.receive()
        assert socket.close_code == TOO_MANY
        async with opened(site, "a", "Bo") as bo:
            assert bo.welcome["name"] == "Bo"
        assert not any(other.closed for other in others)


async def test_two_taps_at_once_are_shown_in_order(site: str, table: ScriptedTable) -> None:
    """What two people do at the same moment reaches everyone as the same sequence of versions."""
    async with opened(site, "a") as ann, opened(site, "a", "Bo") as bo, opened(site, "a", "Cy") as cy:
        await ann.scene_of("new")
        await asyncio.gather(*(page.do("join") for page in (ann, bo, cy) for _ in range(4)))
        for page in (ann, bo, cy):
            versions = [0]
            while versions[-1] < 14:
                versions.append((await page.expect("scene"))["scene"]["version"])
            assert versions == sorted(versions)
