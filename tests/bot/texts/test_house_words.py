"""One thing, one word: what the texts call by another word than players do is found here, with the reason."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import pytest

from bot.texts import languages
from bot.texts.catalogues import keys, read_languages

TEXTS: Final = {language: keys(catalogue) for language, catalogue in read_languages().items()}


@dataclass(frozen=True)
class Word:
    """A word (a regular expression) that a text does not use.

    ``instead`` is what is said, and ``but`` matches the keys in which the word means what it should.
    """

    pattern: str
    instead: str
    but: str = "nowhere"


TAKES_BACK: Final = (
    r"command\.score\.description|discord\.about\.score\.where|help\.turn\.(deploy\.back|wagon)|hint\.(take_back|end_discoverers|few_discoverers)"
    r"|prompt\.(take_back|only_take_back|wagon)|choice\.wagon_home|story\.(taken_back|wagon_home)|usage\.score"
    r"|refusal\.nothing_to_take_back|rules\.discoverers\..*|advice\.(take_back|wagon_home)"
)
"""Where a figure is meant."""

WORDS: Final = {
    "en": (
        Word(r"(?<!/)\bplaces?\b", 'a numbered cell is a "spot", a chat is "this chat" or "here"',
             r"discord\.name\.place|discord\.about\.tutorial\.move|forget\.done"),
        Word(r"\bseats?\b", 'what people have at a table is a "turn", an "order", or themselves',
             r"seats\.free|refusal\.(no_free_seat|full|no_such_seat|seat_is_free)|turn\.vacant|vote\.offered"
             r"|choice\.(vote\.replace|rescue_free)|discord\.(about\.rescue\.which|value\.action\.free)"),
        Word(r"(?<!/)\bdeploy", 'a figure is "put"; deploy is only what the command is called',
             r"discord\.name\.deploy"),
        Word(r"\b(take|takes|took|taken|taking)\b(?! over).*\bback\b",
             'a move is "undone"; only figures are taken back', TAKES_BACK),
        Word(r"\b[Ss]a(y|ys|id) /|^Say\b", 'a command is "typed"'),
        Word(r"\b(seeds?|promised)\b", 'what a shuffle follows from is its "key"'),
        Word(r"\bautomatic", 'what plays is "the computer"', r"choice\.theme\.auto"),
        Word(r"\bmanage|\bmoderator", 'whoever manages a chat is an "admin"',
             r"discord\.permission\.manage_threads"),
        Word(r"\bappointment", 'it is a "daily game"'),
        Word(r"\bgather(s|ing|ed)?\b(?! sheep)", "a game waits for players; nobody gathers it",
             r"hint\.shepherd"),
        Word(r"stand(s)? still|\bno clock\b", 'the clock is "stopped", a game has "no time limit"'),
        Word(r"\bhas most\b", 'it is "has the most"'),
        Word(r"not up to you|before its time|neighbours come|\bluck\b|\bfeed\b", "no pictures in words",
             r"replay\.luck|review\.(accuracy|explained)"),
        Word(r"\bplays the abbey", 'an abbey is "laid", as every tile'),
    ),
    "pl": (
        Word(r"\b[Tt]rakt", 'players say "droga"'),
        Word(r"\b[Ff]igur", 'what is put on a tile is a "pionek"'),
        Word(r"\b[Rr]ozstaj", 'players say "skrzyżowanie"'),
        Word(r"\b[Dd]otkn|\b[Dd]otyk", "a button is chosen (wybierz); only a field touches a city",
             r"rules\.fields\.2.*|hint\.farmer|tutorial\.6\.place"),
        Word(r"\b[Ss]pasuj|\b[Ss]pasow|(?<!-)\bPas\b", 'the button is "Pasuj"'),
        Word(r"Edycja Zimowa", "a title has one capital: Edycja zimowa"),
        Word(r"\bskończon", 'a game is "zakończona"'),
        Word(r"\b[Zz]iar(no|na|nem)\b|obietnic", 'what a shuffle follows from is its "klucz"'),
        Word(r"\b[Aa]utomat(?!yczn)", 'an "automat" sells drinks; the "komputer" plays'),
        Word(r"\b[Zz]arządza|\b[Mm]oderator", 'it is an "administrator"',
             r"discord\.permission\.manage_threads"),
        Word(r"\b[Pp]roszę\b", 'we say "ty" and the imperative'),
        Word(r"\b[Ss]przeciw\b|\b[Ww]ezwa|\b[Ss]praw(a|y|ę)\b", "no words from court"),
        Word(r"\b(tego miejsca|tym miejscu|to miejsce)\b", 'a chat is "ten czat"'),
        Word(r"Twoja tura\b", 'it is "Twoja kolej"'),
        Word(r"zagrywa\b|\bukłada płytkę", 'a tile is "kładziona": kładzie'),
        Word(r"toczy się dalej|Kolej ma|podliczono", "a calque: it goes on otherwise"),
        Word(r"\bTekstem\b|\bza niego\b", "what nobody says, or a gender that is not known"),
    ),
    "cs": (
        Word(r"[Pp]řipoj(it|en|il)", 'one joins with "přidat se"'),
        Word(r"\b[Pp]řesk[oa]č|\b[Pp]řeskak", 'only the button is "Přeskočit"; one goes on without a figure',
             r"choice\.pass|discord\.name\.pass|help\.turn\.deploy(\.figure)?"),
        Word(r"Zimní edice", "the box says Zimní krajina"),
        Word(r"\b[Ss]emínk|slibu", 'what a shuffle follows from is its "klíč"'),
        Word(r"\b[Aa]utomat(?!ick)", 'the "počítač" plays'),
        Word(r"\bběžíc|\bskončen", 'a game is "rozehraná" or "dohraná"'),
        Word(r"(?<!každo)(?<!Každo)\bdenní hr", 'a game of every day is "každodenní"'),
        Word(r"[Hh]odiny (stoj|by)|bez hodin\b|[Hh]odiny:", 'time "neběží"; hodiny are hours',
             r"wishes\.quiet"),
        Word(r"(toho|to|tomto) míst(a|o|u|ě)|v místě hry", 'a chat is "tento chat"',
             r"refusal\.illegal\..*"),
        Word(r"\bspravuj|\b[Mm]oderátor", 'it is the "správce chatu"'),
        Word(r"[Vv](zít|ezme|ezmi|zat).* zpět|zpět (vzít|vzat)", 'a move is "vrácen"; only figures are taken',
             TAKES_BACK),
        Word(r"\bvyklád", 'a tile is "přikládána"'),
        Word(r"\bTextem\b|jak to stojí|\bvýše se čeká", "what nobody says"),
        Word(r"[Pp]rosím", 'we say "ty" and the imperative', r"web\..*"),
    ),
}  # fmt: skip


def used(language: str, word: Word) -> Iterator[tuple[str, str]]:
    """The keys and texts in which the word is used."""
    for key, texts in TEXTS[language].items():
        for text in texts:
            if re.search(word.pattern, re.sub(r"\{\w+\}", "…", text)):
                yield key, text


@pytest.mark.parametrize(
    ("language", "word"), [(language, word) for language, words in WORDS.items() for word in words]
)
def test_a_thing_has_one_word(language: str, word: Word) -> None:
    """No text uses the word but where it means what it should."""
    wrong = [f"{key}: {text}" for key, text in used(language, word) if not re.fullmatch(word.but, key)]
    assert wrong == [], word.instead


@pytest.mark.parametrize("language", languages())
def test_every_language_has_its_words(language: str) -> None:
    """A language that comes later needs a list of its own."""
    assert WORDS[language]


@pytest.mark.parametrize(
    ("language", "before"), [("pl", "po|do|od|bez|przed|ciągu"), ("cs", "během|po|do|od|bez|před")]
)
def test_a_span_of_time_stands_where_it_need_not_be_declined(language: str, before: str) -> None:
    """It is said as "3 dny": no preposition that wants "3 dnů" stands before it (`span.after` has)."""
    declined = re.compile(rf"\b({before}) \{{(span|left|more)\}}", re.IGNORECASE)
    wrong = [key for key, texts in TEXTS[language].items() if any(map(declined.search, texts))]
    assert wrong == []
