"""Gathering for a game."""

import json
from dataclasses import replace
from typing import cast

import pytest

from bot.games.header import Header
from bot.games.loading import Games
from bot.games.sets import canonical, folded
from bot.people import Person
from bot.texts import language_data, languages
from core import GameRecord, seat_order, seed_hash
from core.options import CHOICES
from core.rulesets import EXPANSIONS
from tests.bot.table.club import ANN, BO, CID, Club, commands, keys, last_word
from tests.bot.table.playing import finish

CROWD = tuple(Person("web", str(number), f"P{number}") for number in range(1, 8))


async def header(club: Club) -> Header:
    """The header as the store has it."""
    game = await Games(club.store).current(club.channel)
    assert game is not None
    return game.header


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("discoverers hand=2", "Everyone chooses from two tiles."),
        ("abbey wagon_move=adjacent", "A wagon reaches its own tile and the eight around it."),
        ("abbey abbey_round=off", "No round of abbeys at the end."),
        ("sheep hills_tie=count", "Ties: most figures on hills win."),
        ("sheep shepherds=off", "Without shepherds."),
        ("sheep hills=off", "Without hills."),
        ("sheep vineyards=off", "Without vineyards."),
        ("discoverers even_turns=exact", "Even turns: as many tiles stay out as it takes."),
    ],
)
async def test_every_option_is_said_as_a_sentence(club: Club, words: str, said: str) -> None:
    """What was agreed reads as people say it; what is as usual is not said."""
    scene = await club.play(ANN, f"new {words}")
    assert said in club.text(scene.lines[1])
    name = words.split()[1].partition("=")[0]
    usual = str(CHOICES[name][0]).lower()
    scene = await club.play(ANN, f"settings {name}={usual}")
    assert said not in [club.text(line) for line in scene.lines]


async def test_a_game_is_opened_by_its_host(club: Club) -> None:
    """Who opens a game sits in it, hosts it, and everyone gets the buttons."""
    scene = await club.play(ANN, "new")
    assert (scene.turn, scene.version, scene.actor, scene.notify) == (0, 1, "", ())
    assert {"join", "leave"} <= set(commands(scene))
    assert (await header(club)).host == ANN.key
    assert (await header(club)).names == ("Ann",)
    assert await club.store.games_of(ANN.key) == [club.channel]


@pytest.mark.parametrize(
    ("words", "sets", "options", "seats"),
    [
        ("", ("base",), {}, 6),
        ("carcassonne hills winter", ("base", "winter", "hills-sheep"), {}, 6),
        ("all players=3", ("base", *EXPANSIONS), {}, 3),
        ("abbey,sheep fields=off", ("base", "abbey-mayor", "hills-sheep"), {"fields": False}, 6),
        ("abbey_mayor=on wagon_move=adjacent hills=no", ("base", "abbey-mayor"),
         {"wagon_move": "adjacent", "hills": False}, 6),
        ("sets=base,winter players=3", ("base", "winter"), {}, 3),
        ("sets=all players=5", ("base", *EXPANSIONS), {}, 5),
        ("all winter=off", ("base", *EXPANSIONS[1:]), {}, 6),
        ("Wszystko", ("base", *EXPANSIONS), {}, 6),
        ("vše", ("base", *EXPANSIONS), {}, 6),
        ("sets=Rzeka,Karczmy+kupcy", ("base", "river", "inns-cathedrals", "traders-builders"), {}, 6),
        ("řeka hostince ovce", ("base", "river", "inns-cathedrals", "hills-sheep"), {}, 6),
        ("opatstvi reka", ("base", "river", "abbey-mayor"), {}, 6),
        ("odkrywcy", ("discoverers",), {}, 5),
        ("inns players=6", ("base", "inns-cathedrals"), {}, 6),
        ("sets=winter+sheep hills=no", ("base", "winter", "hills-sheep"), {"hills": False}, 6),
        ("discoverers", ("discoverers",), {}, 5),
        ("game=discovery", ("discoverers",), {}, 5),
        ("discovery hand=2 even_turns=exact players=4", ("discoverers",),
         {"hand": 2, "even_turns": "exact"}, 4),
    ],
)  # fmt: skip
async def test_a_game_is_opened_with_words(
    club: Club, words: str, sets: tuple[str, ...], options: dict[str, object], seats: int
) -> None:
    """Sets, options and the number of players can be said at once."""
    await club.play(ANN, f"new {words}")
    agreed = await header(club)
    assert (agreed.sets, dict(agreed.options), agreed.seats) == (sets, options, seats)


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("chess", "refusal.unknown_set"),
        ("clock=daily 18:00 Europe/Nowhere", "refusal.unknown_zone"),
        ("game=chess", "refusal.unknown_set"),
        ("sets=base,checkers", "refusal.unknown_set"),
        ("discoverers winter", "refusal.no_sets"),
        ("discoverers river inns traders", "refusal.no_sets"),
        ("discoverers all", "refusal.no_sets"),
        ("last", "refusal.no_last"),
        ("sets=minule river", "refusal.no_last"),
        ("winter=maybe", "refusal.option_value"),
        ("fields=7", "refusal.option_value"),
        ("speed=fast", "refusal.unknown_option"),
        ("order=backwards", "refusal.option_value"),
        ("players=1", "refusal.seats"),
        ("players=7", "refusal.seats"),
        ("players=x", "refusal.seats"),
        ("discoverers players=6", "refusal.seats"),
        ("language=tlh", "refusal.unknown_language"),
    ],
)
async def test_an_impossible_game_is_refused(club: Club, words: str, key: str) -> None:
    """What cannot be played is refused with the reason, and nothing is opened."""
    assert await club.refused(ANN, f"new {words}") == key
    assert await club.store.version(club.channel) is None


async def test_whoever_asks_for_what_there_is_not_reads_all_that_there_is(club: Club) -> None:
    """Each name that is told is one that can be agreed on, and what a table chooses most is among them."""
    reply = await club.say(ANN, "new speed=fast")
    assert reply.refusal is not None
    told = cast("tuple[str, ...]", reply.refusal.args["options"])
    assert {"sets", "players", "clock", "timeout", "opponents", "undo", "order", "language", "fields"} <= {
        *told
    }
    for name in told:
        reply = await club.say(ANN, f"new {name}=?")
        assert reply.refusal is not None
        assert reply.refusal.key != "refusal.unknown_option", name


async def test_people_join_and_leave(club: Club) -> None:
    """Each person sits once; who leaves makes room. Where there is none, nobody is asked in."""
    assert "join" in commands(await club.play(ANN, "new players=2"))
    assert "join" not in commands(await club.play(BO, "join"))
    assert await club.refused(BO, "join") == "refusal.already_joined"
    assert await club.refused(CID, "join") == "refusal.full"
    assert await club.refused(CID, "leave") == "refusal.not_joined"
    assert "join" in commands(await club.play(BO, "leave"))
    await club.play(CID, "join")
    assert (await header(club)).names == ("Ann", "Cid")
    assert list(await club.store.games_of(BO.key)) == []


async def test_everyone_may_press_join_on_the_same_message(club: Club) -> None:
    """A button of the lobby stays good when others were faster."""
    scene = await club.play(ANN, "new")
    for person in (BO, CID):
        assert (await club.press(person, "join", scene=scene)).refusal is None
    assert (await header(club)).names == ("Ann", "Bo", "Cid")


async def test_names_are_cleaned_and_told_apart(club: Club) -> None:
    """Two people of one name, and one without a visible name, have different names in the game."""
    await club.play(ANN, "new")
    await club.play(Person("web", "8", "Ann\u202e"), "join")
    await club.play(Person("web", "9", "\u200b"), "join")
    assert (await header(club)).names == ("Ann", "Ann 2", "#3")


async def test_the_nameless_are_called_by_their_seats(club: Club) -> None:
    """Once seats are known, Player 2 sits in the second one, in every order of joining and seating."""
    await club.play(ANN, "new")
    for number in (7, 8, 9):
        await club.play(Person("web", str(number), "\u3164"), "join")
    await club.play(ANN, "start")
    names = (await header(club)).names
    assert set(names) == {"Ann", *(f"#{seat + 1}" for seat, name in enumerate(names) if name != "Ann")}
    assert all(name in {"Ann", f"#{seat + 1}"} for seat, name in enumerate(names))


async def test_the_host_can_leave(club: Club) -> None:
    """The next person becomes the host; when nobody is left the game is called off."""
    await club.play(ANN, "new")
    await club.play(BO, "join")
    await club.play(ANN, "leave")
    assert (await header(club)).host == BO.key
    assert keys(await club.play(BO, "leave")) == ("lobby.closed",)
    assert await club.refused(BO, "join") == "refusal.over"
    await club.play(CID, "new")


async def test_settings_are_the_hosts(club: Club) -> None:
    """The host, or who manages the chat, changes what is agreed; others are told who can."""
    await club.play(ANN, "new")
    await club.play(BO, "join")
    assert await club.refused(BO, "settings fields=off") == "refusal.until_heirs"
    await club.press(ANN, "settings view=more")
    await club.press(ANN, "settings players=4")
    await club.press(ANN, "settings order=joined")
    await club.press(ANN, "settings view=rules")
    await club.press(ANN, "settings fields=off")
    await club.press(ANN, "settings view=main")
    await club.press(ANN, "settings view=game")
    await club.press(ANN, "settings winter=on")
    assert "settings winter=off" in commands(await club.play(ANN, "settings view=game"))
    assert (await club.say(BO, "settings winter=off", admin=True)).refusal is None
    agreed = await header(club)
    assert (agreed.sets, agreed.options, agreed.seats, agreed.order) == (
        ("base",),
        {"fields": False},
        4,
        "joined",
    )


async def test_settings_can_be_read_by_all(club: Club) -> None:
    """Without words, the settings are an answer that changes nothing."""
    await club.play(ANN, "new all fields=off hand=0")
    reply = await club.say(CID, "settings")
    assert {"adds.winter", "lobby.fields.off", "lobby.order.random"} <= set(keys(reply.answer))


async def test_a_game_for_fewer_cannot_be_chosen_by_too_many(club: Club) -> None:
    """Six people cannot agree on a game for five."""
    await club.play(CROWD[0], "new")
    for person in CROWD[1:6]:
        await club.play(person, "join")
    assert await club.refused(CROWD[6], "join") == "refusal.full"
    assert await club.refused(CROWD[0], "settings game=discoverers") == "refusal.too_many"
    assert await club.refused(CROWD[0], "settings players=5") == "refusal.seats"


async def test_the_host_starts_with_two_at_least(club: Club) -> None:
    """Alone there is no game, and no button for one; only the host starts it."""
    assert "start" not in commands(await club.play(ANN, "new"))
    assert await club.refused(ANN, "start") == "refusal.too_few"
    assert "start" in commands(await club.play(BO, "join"))
    assert await club.refused(BO, "start") == "refusal.until_heirs"
    scene = await club.play(ANN, "start")
    assert scene.turn == 1
    assert await club.refused(CID, "join") == "refusal.already_running"
    assert await club.refused(CID, "new") == "refusal.game_on"
    assert await club.refused(ANN, "settings fields=off") == "refusal.already_running"


async def test_whoever_leaves_too_late_is_told_how_it_is_done(club: Club) -> None:
    """Once the game has begun one resigns; who has done so, or never played, has nothing to leave."""
    await club.begin()
    reply = await club.say(BO, "leave")
    assert reply.refusal is not None
    assert "/resign" in club.text(reply.refusal)
    assert await club.refused(CID, "leave") == "refusal.not_a_player"


async def test_a_second_lobby_is_refused(club: Club) -> None:
    """One game in a place at a time."""
    await club.play(ANN, "new")
    assert await club.refused(BO, "new") == "refusal.already_open"
    assert await club.refused(ANN, "new") == "refusal.own_lobby", "not that she could join"


async def test_the_start_publishes_the_hash_of_the_seed(club: Club) -> None:
    """The seed is secret, its hash is there to be seen from the first tile on, in the way of nobody.

    It is fixed in the very change that draws the first tile.
    """
    await club.play(ANN, "new order=joined")
    await club.play(BO, "join")
    await club.play(ANN, "start")
    closing = last_word(club.replies[-1])
    agreed = await header(club)
    record = GameRecord.from_json(agreed.record)
    assert record.seed is not None
    assert len(record.seed) == 32
    assert seed_hash(record.seed) == agreed.seed_hash
    assert closing is not None
    assert keys(closing) == ("closing.started",)
    for command in ("verify", "game"):
        answer = (await club.say(CID, command)).answer
        assert answer is not None
        assert agreed.seed_hash in [line.args.get("hash") for line in answer.lines]
    stored = await club.store.load(club.channel)
    assert stored is not None
    assert stored.actions == ("draw",)
    shown = json.dumps(
        [club.text(line) for reply in club.replies[-1:] for line in (reply.scene or closing).lines]
    )
    assert record.seed not in shown


async def test_random_seats_follow_from_the_seed(club: Club) -> None:
    """A shuffled order can be checked with the seed afterwards."""
    await club.begin(people=CROWD[:5], order="random")
    agreed = await header(club)
    seed = GameRecord.from_json(agreed.record).seed
    assert seed is not None
    assert agreed.names == tuple(CROWD[number].name for number in seat_order(seed, 5))


async def test_the_language_of_the_place_can_be_changed_during_the_game(club: Club) -> None:
    """The host changes the language of the public messages at any time, and nothing else."""
    await club.begin()
    assert (await club.play(ANN, "settings language=cs")).language == "cs"
    await club.say(ANN, "end yes")
    assert await club.refused(ANN, "settings language=pl") == "refusal.over"


@pytest.mark.parametrize("language", languages())
def test_words_for_sets_mean_one_thing_in_all_languages(language: str) -> None:
    """However they are typed; no language takes a word from another."""
    for name, words in language_data(language).sets.items():
        assert {canonical(form(word)) for word in words for form in (str, str.upper, folded)} == {name}


async def test_all_expansions_are_added_and_removed_by_one_tap(club: Club) -> None:
    """The button for what is so already is not there."""
    presets = {"settings sets=all", "settings sets=base"}
    await club.play(ANN, "new river")
    assert presets <= set(commands(await club.play(ANN, "settings view=game")))
    scene = (await club.press(ANN, "settings sets=all")).scene
    assert scene is not None
    assert (await header(club)).sets == ("base", *EXPANSIONS)
    assert presets & set(commands(scene)) == {"settings sets=base"}
    scene = (await club.press(ANN, "settings sets=base")).scene
    assert scene is not None
    assert (await header(club)).sets == ("base",)
    assert presets & set(commands(scene)) == {"settings sets=all"}
    await club.play(ANN, "settings sets=base,river+inns")
    await club.play(ANN, "settings sets=sheep river=off")
    assert (await header(club)).sets == ("base", "inns-cathedrals", "hills-sheep"), "base begins anew"


async def test_the_sets_of_the_game_before_can_be_chosen_at_once(club: Club) -> None:
    """As last time in this chat: said by name, offered by a button while it is otherwise, and typed."""
    await club.begin("river", "inns", "fields=off")
    await club.say(ANN, "end yes")
    await club.play(BO, "new winter")
    scene = await club.play(BO, "settings view=game")
    (line,) = [line for line in scene.lines if line.key == "lobby.last"]
    assert club.text(line) == "As last time: Carcassonne + River + Inns and Cathedrals."
    assert (await club.press(BO, "settings sets=last")).refusal is None
    agreed = await header(club)
    assert (agreed.sets, agreed.options) == (("base", "river", "inns-cathedrals"), {})
    assert club.scene is not None
    assert "settings sets=last" not in commands(club.scene)
    assert "lobby.last" not in keys(club.scene)
    await club.play(BO, "leave")
    await club.play(CID, "new players=4 ostatnio traders")
    agreed = await header(club)
    assert (agreed.sets, agreed.seats) == (("base", "river", "inns-cathedrals", "traders-builders"), 4)
    assert await club.refused(CID, "settings last discoverers") == "refusal.impossible_game"


async def test_another_game_of_last_time_is_chosen_as_a_game(club: Club) -> None:
    """With as many seats as it has; and not where more people sit than can play it."""
    await club.begin("discoverers")
    await club.say(ANN, "end yes")
    assert await club.refused(ANN, "new last river") == "refusal.no_sets"
    await club.play(ANN, "new")
    await club.play(ANN, "settings view=game")
    for person in CROWD[1:6]:
        await club.play(person, "join")
    assert club.scene is not None
    assert "settings sets=last" not in commands(club.scene)
    assert await club.refused(ANN, "settings sets=last") == "refusal.too_many"
    await club.play(CROWD[1], "leave")
    await club.press(ANN, "settings sets=last")
    agreed = await header(club)
    assert (agreed.game, agreed.sets, agreed.seats) == ("discoverers", ("discoverers",), 5)


async def test_where_nothing_was_played_it_is_what_the_host_has_finished_last(club: Club) -> None:
    """A new place knows nothing yet, the person who opens a game there does; so does no other."""
    await club.begin("river", "traders")
    await finish(club)
    club.channel = replace(club.channel, place=("elsewhere",))
    await club.play(CID, "new")
    assert await club.refused(CID, "settings sets=last") == "refusal.no_last"
    await club.play(CID, "leave")
    await club.play(BO, "new sets=last")
    assert (await header(club)).sets == ("base", "river", "traders-builders")


async def test_a_new_game_follows_an_old_one(club: Club) -> None:
    """When a game is over, another begins in the same place with an id of its own."""
    first = await club.begin()
    await club.say(ANN, "end yes")
    second = await club.begin()
    assert first.game != second.game
    assert second.version == 3
