"""People in sentences: the nameless in the reader's language, right-to-left names within themselves."""

import pytest

from bot.discord_app.page import DiscordStyle
from bot.people import nameless
from bot.scene import Phrase, Who
from bot.telegram_app.places import Places
from bot.telegram_app.style import HtmlStyle, plain
from bot.texts import Texts
from bot.texts.style import PLAIN, TextStyle
from bot.web_app.wire import WebStyle

FSI, PDI = "\u2068", "\u2069"
STYLES: tuple[TextStyle, ...] = (PLAIN, DiscordStyle(), HtmlStyle(Places()), WebStyle())


@pytest.fixture(scope="module")
def texts() -> Texts:
    """The real catalogues."""
    return Texts.load()


def entry(who: Who) -> Phrase:
    """A player beside their points, as in the standings."""
    points = Phrase.of("count.points", count=12)
    return Phrase.of("standings.entry", who=who, points=points)


@pytest.mark.parametrize(("language", "name"), [("en", "Player 2"), ("pl", "Gracz 2"), ("cs", "Hráč 2")])
@pytest.mark.parametrize("style", STYLES)
def test_the_nameless_are_named_in_the_readers_language(
    texts: Texts, language: str, name: str, style: TextStyle
) -> None:
    """Whoever has no visible name is a player with a number, also among others."""
    who = Who(nameless(2), "elsewhere:1")
    assert texts.say(entry(who), language, style).startswith(f"{name} ")
    assert name in texts.say(Phrase.of("over.ended", who=who), language, style)
    assert texts.name(nameless(2), language) == name
    assert texts.name("Ann", language) == "Ann"


def test_a_mention_of_somebody_without_a_visible_name_says_who(texts: Texts) -> None:
    """Discord shows its own name of them, of which nothing is seen; Telegram shows ours."""
    who = Who(nameless(2), "discord:1", mention=True)
    assert texts.person(who, "en", DiscordStyle()) == "<@1> (Player 2)"
    who = Who(nameless(2), "telegram:1", mention=True)
    assert texts.person(who, "cs", HtmlStyle(Places())) == '<a href="tg://user?id=1">Hráč 2</a>'
    assert texts.person(Who("Ann", "discord:1", mention=True), "en", DiscordStyle()) == "<@1>"


@pytest.mark.parametrize("name", ["דוד", "محمد", "Anna דוד", "دوم 12"])
@pytest.mark.parametrize("style", STYLES)
def test_names_from_right_to_left_stay_within_themselves(texts: Texts, name: str, style: TextStyle) -> None:
    """The points beside such a name stay behind it, wherever the name comes from."""
    written = texts.say(entry(Who(name)), "en", style)
    assert written == f"{FSI}{name}{PDI} {texts.say(Phrase.of('count.points', count=12), 'en', style)}"
    foreign = texts.say(Phrase.of("alt.turn", player=name), "en", style)
    assert f"{FSI}{name}{PDI}" in foreign


@pytest.mark.parametrize("style", STYLES)
def test_other_names_are_written_as_they_are(texts: Texts, style: TextStyle) -> None:
    """Nothing is put around a name that runs as the sentence does."""
    for name in ("Ann", "Божена", "山田", "12"):
        assert texts.say(entry(Who(name)), "en", style).startswith(f"{name} ")


def test_markup_in_such_a_name_comes_to_nothing(texts: Texts) -> None:
    """Isolates stand around what was escaped, and around mentions."""
    assert texts.person(Who("*דוד*"), "en", DiscordStyle()) == rf"{FSI}\*דוד\*{PDI}"
    html = HtmlStyle(Places())
    assert texts.person(Who("<b>דוד"), "en", html) == f"{FSI}&lt;b&gt;דוד{PDI}"
    mention = texts.person(Who("דוד", "telegram:1", mention=True), "en", html)
    assert mention == f'{FSI}<a href="tg://user?id=1">דוד</a>{PDI}'
    assert plain(mention) == f"{FSI}דוד{PDI}"
    assert texts.person(Who("דוד", "discord:1", mention=True), "en", DiscordStyle()) == f"{FSI}<@1>{PDI}"


def test_among_many_players_opponents_are_called_by_how_well_they_play(texts: Texts) -> None:
    """Where six names stand side by side there is no room for more; two have it, and sentences too."""
    many = ("@even-1", "Ann", "@sharp-2")
    assert texts.names(many, "en") == ("⚙ Even", "Ann", "⚙ Sharp 2")
    assert texts.names(many, "pl") == ("⚙ Równy", "Ann", "⚙ Ostry 2")
    assert texts.names(many, "cs") == ("⚙ Vyrovnaný", "Ann", "⚙ Ostrý 2")
    assert texts.names(many[:2], "en") == ("⚙ Bastide (even)", "Ann")
    assert texts.person(Who("@even-1", short=True), "en", PLAIN) == "⚙ Even"
    assert texts.person(Who("@even-1"), "en", PLAIN) == "⚙ Bastide (even)"
