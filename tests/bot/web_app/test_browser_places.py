"""Where things lie upon the board that one touches, by the page's own scripts: none hides what is touched."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import pytest
from playwright.async_api import Browser, expect

from tests.bot.web_app.browser import PHONE, Visitor, box_of, visiting

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

FOUND: Final = """async () => {
  const [edges, hit] = await Promise.all(["edges", "hit"].map((name) => import(`/static/${name}.js`)));
  const room = [390, 384];
  const zoom = [338, 8, 382, 152];
  const spot = [0, 160, 50, 210];
  const row = Array.from({ length: 8 }, (_, i) => [0, i * 50, 44, i * 50 + 44]);
  const near = [[0.1, 0.1], [0.1, 0.2], [0.1, 0.1], [0.8, 0.8]];
  return {
    free: edges.placeOf("left", room, [], []),
    aside: edges.placeOf("left", room, [spot], []),
    below: edges.placeOf("right", [390, 200], [], [zoom]),
    corner: edges.placeOf("up", [120, 384], [], [[6, 6, 50, 50]]),
    between: edges.placeOf("left", room, row, []),
    page: edges.whither([[9.5, 2.5], [10.5, 3.5], [30.5, 2.5]], [1, 0], [4, 4], [8, 8]),
    corners: edges.whither([[9.5, 20.5]], [1, 0], [4, 4], [8, 8]),
    above: edges.whither([[2.5, -3.5], [2.5, -20.5]], [0, -1], [4, 4], [8, 8]),
    ahead: edges.whither([[-20.5, 9.5], [4.5, 20.5]], [0, 1], [4, 4], [8, 8]),
    letters: hit.lettersFor(near),
    near,
  };
}"""

PLATES: Final = """async () => {
  const { won } = await import("/static/layers.js");
  document.querySelector("#table").hidden = false;
  const [world, floating] = [".world", ".floating"].map((name) => document.querySelector(name));
  return [60, 340].map((size) => {
    world.style.setProperty("--px", 1 / size);
    world.style.transform = `scale(${size / 100})`;
    Object.assign(floating.ownerSVGElement.style, { width: "300px", height: "300px" });
    floating.ownerSVGElement.setAttribute("viewBox", "0 0 3 3");
    floating.replaceChildren(...won([[0, 12, 1.5, 1.5]]));
    return floating.querySelector("rect").getBoundingClientRect().height;
  });
}"""
"""How high the plate with the points is, seen from afar and from near."""
TOUCH: Final = 44

SEATS: Final = """async (names) => {
  const { fillStrip } = await import("/static/strip.js");
  document.body.classList.add("playing", "touched", "crowd");
  document.body.classList.toggle("many", names.length > 4);
  document.querySelector("#table").hidden = false;
  const strip = document.querySelector(".strip");
  const standing = names.map((name) => ({ name, points: 112, meeples: 7, decides: true }));
  fillStrip(strip, { standing, board: { tiles: 144 } });
  const seats = [...strip.querySelectorAll(".name")].map((name) => {
    const words = new Range();
    words.selectNodeContents(name);
    const [shown, whole] = [name.getBoundingClientRect(), words.getBoundingClientRect()];
    return [whole.width - shown.width, whole.height - shown.height, whole.left - shown.left];
  });
  return [seats, document.querySelector(".field").offsetHeight];
}"""
"""How far each name goes beyond its room, across and down, and where its words begin; the board's height."""
NAMES: Final = {
    "opponents": (
        "אבג",
        *(f"⚙ {level}" for level in ("Vyrovnaný", "Vyrovnaný 2", "Łagodny 3", "Mírný", "Sharp 2")),
    ),
    "people": ("אבג", "Bartholomew the Great 3", "Maximilian Fürchtegott", "Božena Němcová", "Ann", "Bo"),
    "three": ("אבג", "⚙ Vyrovnaný 2", "Bartholomew the Great"),
}


@asynccontextmanager
async def at_rest(browser: Browser, address: str) -> AsyncIterator[Visitor]:
    """A phone at an address whose first scene is shown.

    Each script changes the page and measures it at once: a scene that comes later changes it back.
    """
    async with visiting(browser, address, PHONE) as visitor:
        await expect(visitor.page.locator("#choices button").first).to_be_visible()
        yield visitor


async def test_nothing_lies_upon_what_is_touched(browser: Browser, real: str) -> None:
    """Arrows make way for spots and buttons and lead on by some cells at once; letters stand side by side."""
    async with at_rest(browser, real) as visitor:
        found: dict[str, Any] = await visitor.page.evaluate(FOUND)
        # What has been won is no larger for being seen from near.
        assert [20 <= high <= TOUCH for high in await visitor.page.evaluate(PLATES)] == [True, True]
    assert found["free"] == [6, 170]
    assert found["aside"][0] == 6
    assert not 160 - 44 < found["aside"][1] < 210
    assert found["below"][1] >= 152 or found["below"] == [340, 150]
    assert found["corner"][0] >= 50
    # Where there is no room an arrow stands between two spots, so that the middle of neither is under it.
    assert all(not found["between"][1] < i * 50 + 22 < found["between"][1] + 44 for i in range(8))
    assert found["page"] == [10, 4]
    assert found["corners"] == [9.5, 20.5]
    assert found["above"] == [4, -3.5]
    # What lies straight ahead comes before what lies nearer but aside: an arrow leads nobody in a circle.
    assert found["ahead"] == [4, 20.5]
    places = found["letters"]
    apart = [
        sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5
        for i, one in enumerate(places)
        for other in places[:i]
    ]
    assert min(apart) > 0.16
    assert places[3] == found["near"][3]
    assert all(
        abs(a - b) < 0.2
        for one, at in zip(places, found["near"], strict=True)
        for a, b in zip(one, at, strict=True)
    )


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
async def test_names_are_read_whole(browser: Browser, real: str, names: tuple[str, ...]) -> None:
    """On a phone too one sees which opponent is which; a name from right to left stands by its mark."""
    async with at_rest(browser, real) as visitor:
        seats, height = await visitor.page.evaluate(SEATS, list(names))
    assert height >= 270
    assert len(seats) == len(names)
    for across, down, begins in seats:
        assert across <= 1
        assert down <= 2
        assert abs(begins) <= 1


BUTTONS: Final = """async () => {
  const { fillChoices } = await import("/static/choices.js");
  document.body.classList.add("playing", "touched");
  const choices = document.querySelector("#choices");
  const row = (labels) => labels.map((label) => ({ label, command: label, style: "plain" }));
  fillChoices(choices, [row(["1", "2", "3", "4", "5", "6"]), row(["Undo"]), row(["Advice"])], () => {});
  const boxes = [...choices.querySelectorAll("button")].map((button) => button.getBoundingClientRect());
  return [Math.min(...boxes.map((box) => box.width)), choices.scrollHeight - choices.clientHeight];
}"""


async def test_a_few_numbers_beside_words_are_wide_enough_and_two_rows_are_seen_whole(
    browser: Browser, real: str
) -> None:
    """Of fewer numbers than make a table of their own each is as wide as a finger, too."""
    async with at_rest(browser, real) as visitor:
        narrowest, hidden = await visitor.page.evaluate(BUTTONS)
    assert narrowest >= TOUCH
    assert hidden <= 0


async def test_the_name_of_a_room_is_read_whole(browser: Browser, real: str) -> None:
    """It is what one tells others; on a phone it takes more than one line if need be."""
    room = real.replace("friday", "dunodo-kazofu-75")
    async with visiting(browser, room, PHONE, language="cs") as visitor:
        await visitor.sit_down("Božena")
        heading = visitor.page.locator("h1")
        await expect(heading).to_have_text("dunodo-kazofu-75")
        assert await heading.evaluate("(e) => e.scrollWidth - e.clientWidth") <= 0
        box = await box_of(heading)
    assert box["height"] <= TOUCH


NEWS: Final = """([words, many]) => {
  document.body.classList.add("playing", "touched", "crowd");
  document.body.classList.toggle("many", many);
  const news = document.querySelector("#news");
  news.textContent = words;
  return [news.scrollWidth - news.clientWidth, news.scrollHeight - news.clientHeight];
}"""
"""How far beyond its room the line of news goes, across and down."""


TWO: Final = "⚙ Vyrovnaný 2: družiník (klášter), +12 · ⚙ Vyrovnaný: velký družiník (louka)"
FIVE: Final = (
    "⚙ Mírný: vůz (klášter), +4 · ⚙ Ostrý 2: družiník (klášter), 1 × víno, +21 · Božena: +9 · "
    "⚙ Vyrovnaný 2: družiník (město), +4 · ⚙ Vyrovnaný: družiník (cesta), družiník (město), +9 · "
    "⚙ Ostrý: družiník (cesta)"
)


@pytest.mark.parametrize(("words", "many"), [(TWO, False), (FIVE, True)], ids=("two", "five"))
async def test_what_opponents_did_is_read_whole(browser: Browser, real: str, words: str, many: bool) -> None:
    """On a phone as well: above the board, in the longest of the languages."""
    async with at_rest(browser, real) as visitor:
        across, down = await visitor.page.evaluate(NEWS, [words, many])
    assert across <= 0
    assert down <= 0


BAR: Final = """(labels) => {
  document.querySelector("#table").hidden = false;
  const bar = document.querySelector("#table .bar");
  bar.replaceChildren(...labels.map((label) => {
    const button = document.createElement("button");
    button.textContent = label;
    return button;
  }));
  const beyond = (p) => Math.max(p.scrollWidth - p.clientWidth, p.scrollHeight - p.clientHeight);
  const cut = [...bar.children].map(beyond);
  const narrowest = Math.min(...[...bar.children].map((part) => part.offsetWidth));
  return [bar.scrollWidth - bar.clientWidth, bar.offsetHeight, Math.max(...cut), narrowest];
}"""
"""How far the buttons under the board go beyond it, how high it is, and how much of their words is cut."""


@pytest.mark.parametrize(
    "labels",
    [("Rozšířit · vlk 2/13", "Do salaše · 4", "Vrátit krok"), ("⟳", "Přeskočit", "Vrátit krok", "Rada")],
    ids=("flock", "figure"),
)
async def test_all_that_can_be_done_is_seen_under_the_board(
    browser: Browser, real: str, labels: tuple[str, ...]
) -> None:
    """Long words take two lines before a button leaves the page, and none is cut."""
    async with at_rest(browser, real) as visitor:
        beyond, height, cut, narrowest = await visitor.page.evaluate(BAR, list(labels))
    assert beyond <= 0
    assert height <= 64
    assert cut <= 0
    assert narrowest >= TOUCH


MORE: Final = """([few, many]) => {
  document.body.classList.add("playing", "touched");
  const lines = document.querySelector("#lines");
  const shown = (told) => {
    lines.textContent = told;
    lines.tabIndex = lines.scrollHeight > lines.clientHeight ? 0 : -1;
    lines.scrollTop = lines.scrollHeight;
    const end = new Range();
    end.selectNodeContents(lines);
    const [all, words] = [lines, end].map((each) => each.getBoundingClientRect().bottom);
    return [getComputedStyle(lines).maskImage !== "none", all - words];
  };
  return [shown(few), shown(many)];
}"""
"""Whether the words under the board fade at their end, and how far above it the last of them stand."""


async def test_words_that_go_on_fade(browser: Browser, real: str) -> None:
    """Where more can be read by moving them one sees that, and the last words are not faded when one has."""
    async with at_rest(browser, real) as visitor:
        few, many = await visitor.page.evaluate(MORE, ["It is your turn.", "It is your turn. " * 60])
    assert not few[0]
    assert many[0]
    assert many[1] >= 16
