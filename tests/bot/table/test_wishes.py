"""One's own settings: shown, changed, and what they do."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clocks.preferences import AutoPass, Preferences
from bot.commands.games.settings import WISHES, wished
from bot.games.habits import passes
from bot.people import Person
from bot.spots import take_backs
from core import Phase, Place, Position
from tests.bot.table.club import ANN, BO, CID, Club, Hands, choices, commands, keys
from tests.bot.table.search import EVERYTHING, claimed_road, reach
from tests.bot.table.weeks import Weeks


async def mine(club: Club, who: Person, command: str = "settings me") -> tuple[str, ...]:
    """One's own settings as sentences, in their own language."""
    reply = await club.say(who, command)
    assert reply.answer is not None, reply.refusal
    return tuple(club.text(line, reply.answer.language) for line in reply.answer.lines)


async def test_without_a_game_settings_are_ones_own(club: Club) -> None:
    """In an empty place, and after a game; while one gathers or runs, ``me`` asks for them."""
    reply = await club.say(ANN, "settings")
    assert keys(reply.answer)[0] == "wishes.heading"
    await club.begin()
    reply = await club.say(ANN, "settings")
    assert keys(reply.answer)[0] == "state.title"
    assert reply.answer is not None
    assert "settings me" in commands(reply.answer)
    reply = await club.say(ANN, "settings me")
    assert keys(reply.answer)[0] == "wishes.heading"
    await club.say(ANN, "end yes")
    reply = await club.say(ANN, "settings")
    assert keys(reply.answer)[0] == "wishes.heading"


async def test_every_button_does_what_it_says(club: Club) -> None:
    """Each choice on the screen is accepted, and then is not offered any more."""
    reply = await club.say(ANN, "settings me")
    assert reply.answer is not None
    offered = commands(reply.answer)
    assert len(offered) > 15
    for command in offered:
        after = await club.say(ANN, command)
        assert after.answer is not None, command
        assert command not in commands(after.answer) or "vacation=" in command
        for choice in choices(after.answer):
            assert len(choice.command.encode()) < 50


async def test_what_is_set_is_kept_for_all_games_and_places(club: Club) -> None:
    """Another process in another place knows it."""
    await club.say(BO, "settings me quiet=23:00-08:00 remind=12h private=on confirm=on")
    Weeks(club).restart()
    said = await mine(club, BO)
    assert "Godziny ciszy: 23:00-08:00. Zegar stoi i nie dostajesz powiadomień." in said
    assert "Pierwsze przypomnienie po 12 godzinach." in said
    assert "Strefa czasowa: Europe/Warsaw." in said
    assert await mine(club, ANN) != said


async def test_preferences_are_meant_in_a_game_too_where_their_names_are_unmistakable(club: Club) -> None:
    """``settings mute=on`` is one's own at any time; ``language`` is the game's unless it is said."""
    await club.begin()
    assert "No mentions and no reminders." in await mine(club, ANN, "settings mute=on")
    assert (await club.play(ANN, "settings language=cs")).language == "cs"
    said = await mine(club, ANN, "settings me language=pl")
    assert said[0].startswith("**Twoje ustawienia**") or said[0].startswith("Twoje ustawienia")


async def test_everyone_is_answered_in_the_language_they_chose(club: Club) -> None:
    """Answers and refusals are, and the public message is not touched."""
    await club.say(ANN, "settings me language=cs")
    scene = await club.begin()
    reply = await club.say(ANN, "game")
    assert reply.answer is not None
    assert (reply.language, reply.answer.language, scene.language) == ("cs", "cs", "en")
    assert (await club.say(ANN, "place 99")).language == "cs"
    assert (await club.say(BO, "place 99")).language == ""


async def test_a_language_acts_on_its_own_answer_already(club: Club) -> None:
    """The answer and whatever is said with it; ``auto`` goes back to what the platform says at once."""
    for command, language in (("language=cs", "cs"), ("language=pl", "pl"), ("language=auto", "")):
        reply = await club.say(CID, f"settings me {command}")
        assert reply.answer is not None
        assert (reply.language, reply.answer.language) == (language, language or CID.language)
    reply = await club.say(BO, "settings me language=en quiet=always")
    assert (reply.refusal is not None, reply.language) == (True, "")


async def test_the_language_of_a_place_acts_at_once_and_stays(club: Club) -> None:
    """The very next public message is in it, and so are the games that follow."""
    await club.begin()
    assert (await club.play(ANN, "settings language=cs")).language == "cs"
    assert (await club.play(ANN, "end yes")).language == "cs"
    assert (await club.play(BO, "new")).language == "cs"


@pytest.mark.parametrize(
    ("wish", "shown"),
    [
        ("confirm=on", "confirm"), ("autopass=on", "autopass"), ("nomeeple=pass", "nomeeple"),
        ("mute=on", "mute"), ("remind=6h", "remind"), ("zone=Asia/Tokyo", "zone"),
        ("quiet=22:00-07:00", "quiet"), ("vacation=3", "vacation"),
    ],
)  # fmt: skip
async def test_every_wish_is_seen_in_its_own_answer(club: Club, wish: str, shown: str) -> None:
    """Nothing is said of what held before."""
    before = set(await mine(club, ANN, "settings me"))
    after = set(await mine(club, ANN, f"settings me {wish}"))
    assert after - before, shown
    assert set(await mine(club, ANN, "settings me")) == after


async def test_a_wish_to_confirm_acts_on_the_very_next_move(club: Club) -> None:
    """Also in a turn that has begun before."""
    await club.begin()
    await club.say(ANN, "settings me confirm=on")
    assert "prompt.confirm" in keys(await club.play(ANN, "place 1"))


async def test_a_theme_is_in_the_very_next_picture(club: Club) -> None:
    """Of the game, and of every answer about it."""
    await club.begin()
    scene = await club.play(ANN, "settings theme=contrast")
    board = (await club.say(BO, "board")).answer
    assert scene.picture is not None
    assert board is not None
    assert board.picture is not None
    assert (scene.picture.theme, board.picture.theme) == ("contrast", "contrast")


@pytest.mark.parametrize(
    ("command", "key"),
    [("confirm=perhaps", "refusal.preference"), ("autopass=yes", "refusal.preference"),
     ("remind=soon", "refusal.preference"), ("remind=99d", "refusal.preference"),
     ("zone=Middle/Earth", "refusal.unknown_zone"), ("quiet=always", "refusal.quiet"),
     ("quiet=00:00-00:00", "refusal.quiet"), ("quiet=06:00-05:00", "refusal.quiet"),
     ("vacation=0", "refusal.vacation"), ("vacation=61", "refusal.vacation"),
     ("vacation=2030-02-01..2030-01-01", "refusal.vacation"),
     ("vacation=2029-01-01..2029-01-09", "refusal.vacation"),
     ("vacation=2030-01-01..2031-01-01", "refusal.vacation"), ("language=tlh", "refusal.unknown_language"),
     ("players=3", "usage.settings_me"), ("winter", "usage.settings_me")],
)  # fmt: skip
async def test_nonsense_is_refused_and_changes_nothing(club: Club, command: str, key: str) -> None:
    """Each wrong value has a sentence that says what is possible."""
    assert await club.refused(ANN, f"settings me {command}") == key
    assert await club.store.person_get(ANN.key) == {}


async def test_defaults_leave_nothing_behind(club: Club) -> None:
    """Set back to what it was at first, nothing is stored about a person but when they played before."""
    await club.say(ANN, "settings me mute=on zone=Asia/Tokyo vacation=3 nomeeple=pass language=pl")
    await club.say(ANN, "settings me mute=off zone=auto vacation=off nomeeple=ask language=auto")
    assert set(await club.store.person_get(ANN.key)) == {"earlier"}


async def test_a_vacation_of_days_begins_today_where_one_lives(club: Club) -> None:
    """In Tokyo the second of January has begun when it is still the first in London."""
    club.clock.pass_by(hours=6)
    await club.say(ANN, "settings me zone=Asia/Tokyo")
    await club.say(ANN, "settings me vacation=3")
    assert (await club.store.person_get(ANN.key))["vacation"] == "2030-01-02..2030-01-04"


async def test_confirming_asks_before_every_decision(club: Club) -> None:
    """The tap is shown to everyone as what it would do; a second one does it, or goes back."""
    await club.say(ANN, "settings me confirm=on")
    scene = await club.begin()
    asked = await club.press(ANN, "place 1")
    assert asked.scene is not None
    assert commands(asked.scene) == ("place 1 yes", "undo")
    assert "prompt.confirm" in keys(asked.scene)
    back = await club.press(ANN, "undo")
    assert back.scene is not None
    assert commands(back.scene) == commands(scene)
    await club.press(ANN, "place 1")
    laid = await club.press(ANN, "place 1 yes")
    assert laid.scene is not None
    assert "pass" in commands(laid.scene)
    await club.press(ANN, "pass")
    assert (await club.position()).seat == 0
    await club.press(ANN, "pass yes")
    assert (await club.position()).seat == 1
    assert "pass" in commands(await club.play(BO, "place 1"))


async def test_what_is_to_be_confirmed_must_be_legal_and_ones_own(club: Club) -> None:
    """A wrong spot is refused at once; nobody confirms for another; typing ``yes`` saves the question."""
    await club.say(ANN, "settings me confirm=on")
    await club.begin()
    assert await club.refused(ANN, "place 99") == "refusal.unknown_spot"
    await club.press(ANN, "place 1")
    assert await club.refused(BO, "place 1 yes") == "refusal.not_your_turn"
    scene = await club.play(ANN, "place 1 yes")
    assert "pass" in commands(scene)


def placement(position: Position, wish: Preferences) -> Place | None:
    """A placement after which this wish, and no rule, keeps the player from being asked for a figure."""
    if position.phase is not Phase.PLACE:
        return None
    for action in position.legal_actions():
        after = position.copy()
        after.play(action)
        if after.phase is Phase.DEPLOY and len(after.legal_actions()) > 1 and passes(after, wish):
            return action if isinstance(action, Place) else None
    return None


@pytest.mark.parametrize(
    ("option", "wish", "sets"),
    [
        ("autopass=fields", Preferences(autopass=AutoPass.FIELDS), ("base",)),
        ("autopass=on", Preferences(autopass=AutoPass.ON), ("base",)),
        ("nomeeple=pass", Preferences(no_meeple=True), EVERYTHING),
    ],
)
async def test_who_does_not_want_to_be_asked_for_a_figure_is_not(
    club: Club, option: str, wish: Preferences, sets: tuple[str, ...]
) -> None:
    """Passing is done for them, the turn goes on, and it can be undone like a tap of their own."""
    record = reach(lambda position: placement(position, wish) is not None, sets)
    await club.set_up(record)
    position = await club.position()
    found, who = placement(position, wish), (ANN, BO)[position.seat]
    assert found is not None
    (x, y), turn = found.cell, found.turn * 90
    assert "pass" in commands(await club.play(who, f"place {x},{y} {turn}"))
    await club.play(who, "undo")
    await club.say(who, f"settings me {option}")
    await club.play(who, f"place {x},{y} {turn}")
    stored = await club.store.load(club.channel)
    assert stored is not None
    assert "pass" in stored.actions[len(record.actions) :]
    scene = await club.play(who, "undo")
    if "vote yes" in commands(scene):
        scene = await club.play((ANN, BO)[1 - position.seat], "vote yes")
    assert "pass" in commands(scene)


def test_a_field_is_not_a_city_and_no_meeple_is_not_one() -> None:
    """The wishes hold for just what they say."""
    fields, meeples = Preferences(autopass=AutoPass.FIELDS), Preferences(no_meeple=True)
    city = reach(
        lambda position: (
            position.phase is Phase.DEPLOY
            and any(str(action).startswith("deploy meeple city") for action in position.legal_actions())
        )
    ).replay()
    assert not passes(city, fields)
    assert not passes(city, meeples)
    back = reach(
        lambda position: position.phase is Phase.DEPLOY and bool(take_backs(position)), ("discoverers",)
    )
    assert not passes(back.replay(), Preferences(autopass=AutoPass.ON))


async def test_a_tile_that_can_be_turned_is_left_to_its_player(club: Club) -> None:
    """Not being asked for figures does not mean losing ⟳."""
    await club.say(BO, "settings me autopass=on")
    await club.set_up(claimed_road())
    scene = await club.play(BO, "place 2,0")
    assert {"turn", "pass"} <= set(commands(scene))


@given(st.dictionaries(st.sampled_from(sorted(WISHES)), st.text(max_size=12)))
def test_whatever_is_stored_can_be_read(table: dict[str, str]) -> None:
    """Settings of an older or a broken version never keep anybody from playing."""
    preferences = Preferences.from_table(table)
    assert preferences.schedule("en").zone


def test_what_is_wished_is_read_back() -> None:
    """What the screen stores is what it shows again."""
    wanted = {"confirm": "on", "remind": "36h", "quiet": "22:30-06:15", "vacation": "5", "zone": "utc"}
    stored = wished(wanted, Hands().now(), "UTC")
    assert stored["remind"] == "36h"
    assert stored["zone"] == "UTC"
    preferences = Preferences.from_table({name: value for name, value in stored.items() if value})
    assert preferences.confirm
    assert preferences.quiet is not None
    assert preferences.vacation is not None


async def test_days_that_stood_still_stay_so(club: Club) -> None:
    """Ten days of a vacation that is then called off have not run, whoever looks at the clock afterwards."""
    weeks = Weeks(club)
    await club.begin("clock=24h", "timeout=skip")
    await weeks.live(hours=1)
    await club.say(ANN, "settings me vacation=14")
    await weeks.live(days=10)
    await club.say(ANN, "settings me vacation=off")
    turn = (await club.position()).seat
    await weeks.live(hours=20)
    assert (await club.position()).seat == turn
    await weeks.live(hours=4)
    assert (await club.position()).seat != turn


async def test_a_vacation_gives_no_time_back(club: Club) -> None:
    """With an hour left, a vacation that began before today stops the clock from now on, and no more."""
    weeks = Weeks(club)
    await club.begin("clock=24h", "timeout=skip")
    await weeks.live(hours=23)
    await club.say(ANN, "settings me zone=UTC vacation=2029-12-30..2030-01-05")
    await weeks.live(until="2030-01-06 00:59")
    assert (await club.position()).seat == 0
    await weeks.live(until="2030-01-06 01:01")
    assert (await club.position()).seat == 1


async def test_who_changes_when_they_play_again_and_again_is_told_to_wait(club: Club) -> None:
    """What has held is kept for every clock that may need it, so it has an end."""
    for number in range(60):
        hour = 1 + number % 2
        club.clock.time += timedelta(minutes=1)
        assert (await club.say(ANN, f"settings me quiet=22:00-0{hour}:00")).refusal is None
    club.clock.time += timedelta(minutes=1)
    assert await club.refused(ANN, "settings me quiet=off") == "refusal.too_many_changes"
    assert (await club.say(ANN, "settings me mute=on")).refusal is None
    club.clock.time += timedelta(days=121)
    assert (await club.say(ANN, "settings me quiet=off")).refusal is None


async def test_a_time_left_is_that_of_the_moment_when_it_is_said(club: Club) -> None:
    """A page that is opened a day later says how much is left by then."""
    await club.begin("clock=24h")
    club.clock.time += timedelta(hours=21)
    scene = await club.table.view(club.channel)
    assert scene is not None
    assert "Time to move: 3 hours" in " ".join(club.text(line) for line in scene.lines)
