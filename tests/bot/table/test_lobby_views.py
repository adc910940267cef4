"""The views of the lobby: three choices first, everything else one tap away, and every tap has its twin."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from bot.discord_app import buttons
from bot.games.header import Header, View
from bot.games.loading import Games
from bot.scene import Choice, Phrase, Scene
from bot.scenes.offers import matters, written
from bot.telegram_app.keyboard import keyboard
from core.options import CHOICES
from core.rulesets import EXPANSIONS, GAMES
from tests.bot.table.club import ANN, BO, CID, Club, choices, commands

MANY = len(EXPANSIONS) - 1
ALL_SETS = tuple(
    " ".join(chosen) for count in (0, 1, MANY, MANY + 1) for chosen in combinations(EXPANSIONS, count)
)
"""No set, each alone, all but one, and all."""
WORDS = (*ALL_SETS, "discoverers")
OTHERWISE = (
    "fields=off wagon_move=adjacent abbey_round=off hills_tie=count "
    "shepherds=off hills=off vineyards=off hand=2"
)
CHANGED = (
    "all clock=24h",
    "all clock=daily 18:00",
    f"all {OTHERWISE} even_turns=printed order=joined",
    "discoverers hand=2 even_turns=exact clock=bank 3d+8h",
)
DOORS = tuple(f"settings view={view}" for view in View)


async def header(club: Club) -> Header:
    """The header as the store has it."""
    game = await Games(club.store).current(club.channel)
    assert game is not None
    return game.header


async def views(club: Club) -> dict[View, Scene]:
    """Every view of the lobby, as it is now."""
    return {view: await club.play(ANN, f"settings view={view}") for view in View}


def offered(scenes: dict[View, Scene]) -> set[str]:
    """All commands that are offered somewhere."""
    return {command for scene in scenes.values() for command in commands(scene)}


def labels(club: Club, scene: Scene) -> Iterator[tuple[str, Choice]]:
    """Each button's label in each language."""
    for choice in choices(scene):
        for language in club.texts.languages:
            yield club.text(choice.label, language), choice


@pytest.mark.parametrize("words", WORDS)
async def test_the_first_view_is_short(club: Club, words: str) -> None:
    """Three short paragraphs and no more than seven buttons: which game, who, how fast, and the rest."""
    await club.play(ANN, f"new {words} clock=bank 3d+8h")
    for person in (BO, CID):
        await club.play(person, "join")
    scene = await club.play(CID, "leave")
    assert commands(scene) == (
        "join", "leave", "start", "settings view=game", "settings view=clock", "settings view=more",
        "settings opponents=1",
    )  # fmt: skip
    assert len(choices(scene)) <= 7
    assert len(scene.lines) == 3
    for language in club.texts.languages:
        assert all(len(club.text(line, language)) <= 220 for line in scene.lines)


@pytest.mark.parametrize("words", WORDS)
async def test_the_views_together_offer_every_setting(club: Club, words: str) -> None:
    """Nothing that can be agreed on has to be known by heart, as far as it changes anything."""
    await club.play(ANN, f"new {words} clock=24h")
    scenes = await views(club)
    agreed = await header(club)
    wanted = {f"settings game={game}" for game in GAMES if game != agreed.game}
    if "base" in agreed.sets:
        wanted |= {f"settings {name}={'off' if name in agreed.sets else 'on'}" for name in EXPANSIONS}
        added = sum(name in agreed.sets for name in EXPANSIONS)
        wanted |= {"settings sets=all"} if added < len(EXPANSIONS) else set()
        wanted |= {"settings sets=base"} if added else set()
    wanted |= {f"settings players={count}" for count in range(2, agreed.seats)}
    wanted |= {"settings order=joined", "settings undo=free", "settings undo=off"}
    wanted |= {"settings hints=on", "settings hints=off"}
    wanted |= {f"settings clock={clock}" for clock in ("none", "bank 3d+8h", "daily 18:00")}
    wanted |= {f"settings timeout={timeout}" for timeout in ("skip", "auto")}
    for name, values in CHOICES.items():
        if matters(name, agreed):
            wanted |= {f"settings {name}={written(value)}" for value in values[1:]}
    wanted |= {f"settings opponents={count}" for count in range(1, agreed.seats)}
    people = {"join", "leave"}
    assert offered(scenes) == wanted | people | set(DOORS)


@pytest.mark.parametrize("words", WORDS)
async def test_every_view_has_the_people_and_a_way_back(club: Club, words: str) -> None:
    """Others can join while somebody looks through the settings, and every view leads back."""
    await club.play(ANN, f"new {words}")
    for view, scene in (await views(club)).items():
        assert commands(scene)[:2] == ("join", "leave")
        if view is not View.MAIN:
            assert commands(scene)[-1] == "settings view=main"
    reachable, found = {"settings view=main"}, {DOORS[0]}
    while found:
        scene = await club.play(ANN, found.pop())
        new = {command for command in commands(scene) if "view=" in command} - reachable
        reachable, found = reachable | new, found | new
    assert reachable == set(DOORS)


@pytest.mark.parametrize("clock", ["none", "24h", "bank 3d+8h", "daily 18:00"])
@pytest.mark.parametrize("words", WORDS)
async def test_every_button_works_and_offers_the_way_back(club: Club, words: str, clock: str) -> None:
    """No button is refused, in no view; its view stays, and then the opposite is offered there."""
    await club.play(ANN, f"new {words} clock={clock}")
    for view in View:
        for command in commands(await club.play(ANN, f"settings view={view}")):
            if not command.startswith("settings") or "view=" in command or "game=" in command:
                continue
            before, shown = await header(club), club.scene
            if "sets=" in command and shown is not None and command not in commands(shown):
                continue  # there is none of this, or nothing but this, by now
            reply = await club.press(ANN, command)
            assert reply.refusal is None, command
            assert reply.scene is not None
            assert command not in commands(reply.scene)
            after = await header(club)
            assert after.view is before.view is view
            assert after != before
            await club.play(ANN, f"settings view={view}")


@pytest.mark.parametrize("words", [*WORDS, *CHANGED])
async def test_labels_are_short_and_fit_every_platform(club: Club, words: str) -> None:
    """At most 20 characters, all different; buttons without a select on Discord, all of them on Telegram."""
    await club.play(ANN, f"new {words}")
    for scene in (await views(club)).values():
        assert {label: len(label) for label, _ in labels(club, scene) if len(label) > 20} == {}
        for language in club.texts.languages:
            said = [club.text(choice.label, language) for choice in choices(scene)]
            assert len(set(said)) == len(said)
        rows = buttons.arrange(scene.rows)
        assert len(rows) <= buttons.ROWS
        assert not any(select for select, _ in rows)
        assert sum(len(row) for _, row in rows) == len(choices(scene))
        markup = keyboard(scene, club.texts)
        assert markup is not None
        assert sum(map(len, markup.inline_keyboard)) == len(choices(scene))


async def test_what_is_agreed_is_said_in_sentences(club: Club) -> None:
    """No inner name of an option is shown; an option that means nothing here is not mentioned."""
    await club.play(ANN, f"new all {OTHERWISE} even_turns=exact order=joined")
    answer = (await club.say(ANN, "settings")).answer
    assert answer is not None
    assert club.scene is not None
    for scene in (club.scene, answer):
        said = " ".join(club.text(line) for line in scene.lines)
        for sentence in (
            "Without fields: no farmers.", "the eight around it.", "No round of abbeys", "most figures on",
            "Without shepherds.", "Without hills.", "Without vineyards.", "Order of play: as you joined.",
        ):  # fmt: skip
            assert sentence in said
        assert not any(name in said for name in CHOICES if "_" in name)
        assert "two tiles" not in said
        assert "Even turns" not in said
    scene = await club.play(ANN, "settings game=discoverers")
    said = " ".join(club.text(line) for line in scene.lines)
    assert "fields" not in said
    assert "chooses from two tiles." in said
    assert "Even turns: as many tiles stay out as it takes." in said


async def test_the_first_view_says_how_it_stands(club: Club) -> None:
    """What is played, who is in and how fast is one glance; then what is missing."""
    scene = await club.play(ANN, "new winter")
    heading, state, missing = (club.text(line) for line in scene.lines)
    assert heading == "Carcassonne + Winter Edition: who's in?"
    assert state == f"Players (1 of 6): Ann. {club.text(Phrase('clock.open_end'))}"
    assert missing == "One more player is needed."
    scene = await club.play(BO, "join")
    assert club.text(scene.lines[2]) == "Ann can start the game."
    scene = await club.play(ANN, "settings clock=12h")
    assert "12 hours" in club.text(scene.lines[1])


async def test_only_the_host_leafs_through_the_settings(club: Club) -> None:
    """What everyone sees is not changed by somebody who can change nothing there; nor when it has begun."""
    await club.play(ANN, "new")
    await club.play(BO, "join")
    assert await club.refused(BO, "settings view=more") == "refusal.until_heirs"
    assert await club.refused(ANN, "settings view=everything") == "refusal.option_value"
    await club.play(ANN, "settings view=more")
    await club.play(BO, "leave")
    assert (await header(club)).view is View.MORE
    await club.play(BO, "join")
    await club.play(ANN, "start")
    assert await club.refused(ANN, "settings view=main") == "refusal.already_running"


async def test_a_game_stored_before_there_were_views_shows_the_first(club: Club) -> None:
    """Headers without a view are read, and one with a view comes back as it was."""
    await club.play(ANN, "new")
    table = (await header(club)).to_table()
    del table["view"]
    assert Header.from_table(table).view is View.MAIN
    assert Header.from_table(table | {"view": "rules"}).view is View.RULES
