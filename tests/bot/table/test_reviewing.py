"""Looking back at a game: piece by piece, once for all who want it, kept, gone on with after a restart."""

import asyncio
from dataclasses import replace

import pytest

from bot.painter import Live, NotPainted, Painted, Progress
from bot.scene import Picture, PictureKind
from bot.texts import Texts
from bot.thinking.minds import NoThought, ThinkingHere
from bot.thinking.reviewing import KEPT, Reviewing, verdict
from core import Action, Choose, GameRecord, TakeBack
from core.opponents.levels import PLAYERS
from core.opponents.review import Judged, Review
from core.sets.abbey_mayor.actions import MoveWagon, WagonHome
from tests.bot.table.club import Club

TEXTS = Texts.load()
BAG = ("base/U", "base/V", "base/E", "base/D", "base/W", "base/K", "base/J", "base/B", "base/E", "base/V")


class Sketches:
    """A painter that keeps what it is asked for."""

    def __init__(self) -> None:
        self.wanted: list[Picture] = []

    async def paint(
        self,
        picture: Picture,
        profile: str,
        language: str,
        progress: Progress | None = None,
        *,
        live: Live | None = None,
    ) -> Painted:
        """A picture of nothing."""
        assert (profile, language, live, progress) == ("web", "en", None, None)
        self.wanted.append(picture)
        return Painted(b"", "review.png", "image/png", "")


class Counting(ThinkingHere):
    """Counts how often it is asked, and can be made to fail after some pieces."""

    def __init__(self, most: int = 10**6) -> None:
        self.asked: list[int] = []
        self.most = most

    async def review(self, record: str, start: int) -> tuple[tuple[Judged, ...], int]:
        """See Thinking: one decision at a time."""
        if len(self.asked) >= self.most:
            raise NoThought
        self.asked.append(start)
        await asyncio.sleep(0)
        found, after = await super().review(record, start)
        # As if there was time for one decision alone.
        return (found[:1], found[0].number + len(found[0].done)) if len(found) > 1 else (found, after)


def game() -> GameRecord:
    """A short game between even and gentle."""
    record = GameRecord(("Ann", "@gentle-1"), bag=BAG)
    position, actions = record.replay(), list[str]()
    while not position.over:
        action = PLAYERS[("even", "gentle")[position.seat]].choose(position)
        actions.append(str(action))
        position.play(action)
    return record.with_actions(tuple(actions))


def wanted() -> Picture:
    """The picture of a look back, of Ann's turns."""
    record = game()
    return Picture(PictureKind.REVIEW, record.replay(), record.players, record=record, seats=(0,))


async def test_it_is_found_out_piece_by_piece_and_said(club: Club) -> None:
    """Who waits is told how far it is; the picture gets all of it, and the text says it in every language."""
    sketches, minds, told = Sketches(), Counting(), list[tuple[int, int]]()
    picture = wanted()
    reviewing = Reviewing(sketches, minds, club.store.reviews)
    painted = await reviewing.paint(picture, "web", "en", lambda done, parts: told.append((done, parts)))
    (drawn,) = sketches.wanted
    review = drawn.review
    assert review is not None
    numbers = [judged.number for judged in review.judged]
    assert numbers == sorted(numbers)
    assert len(minds.asked) >= len(review.judged) > 5
    assert len(review.expected) == len(picture.position.laid)
    assert told == sorted(told)
    assert told[-1] == (len(game().actions), len(game().actions))
    keys = [phrase.key for phrase in painted.said]
    assert keys[:2] == ["review.accuracy", "review.accuracy"]
    assert keys[-1] == "review.explained"
    for language in TEXTS.languages:
        for phrase in painted.said:
            assert "{" not in TEXTS.say(phrase, language)


async def test_it_is_kept(club: Club) -> None:
    """Another process has nothing to find out, and shows the same."""
    first, again, idle = Sketches(), Sketches(), Counting(0)
    await Reviewing(first, Counting(), club.store.reviews).paint(wanted(), "web", "en")
    await Reviewing(again, idle, club.store.reviews).paint(wanted(), "web", "en")
    assert again.wanted[0].review == first.wanted[0].review
    assert idle.asked == []


async def test_many_who_want_it_wait_for_the_same(club: Club) -> None:
    """Nothing is found out twice; all get the picture."""
    sketches, minds = Sketches(), Counting()
    reviewing = Reviewing(sketches, minds, club.store.reviews)
    await asyncio.gather(*(reviewing.paint(wanted(), "web", "en") for _ in range(4)))
    assert len(sketches.wanted) == 4
    assert len(minds.asked) == len(set(minds.asked))


async def test_many_looks_back_keep_nobody_waiting_longer_than_one(club: Club) -> None:
    """Pieces of different games take turns: one of all is wanted at a time, so that thoughts come between."""

    class Queue(Counting):
        """How many pieces are wanted at the same time."""

        def __init__(self) -> None:
            super().__init__()
            self.wanted = self.longest = 0

        async def review(self, record: str, start: int) -> tuple[tuple[Judged, ...], int]:
            self.wanted += 1
            self.longest = max(self.longest, self.wanted)
            try:
                return await super().review(record, start)
            finally:
                self.wanted -= 1

    minds = Queue()
    reviewing = Reviewing(Sketches(), minds, club.store.reviews)
    whole = wanted()
    assert whole.record is not None
    fewer = replace(whole, record=whole.record.with_actions(whole.record.actions[:-6]))
    first, second = await asyncio.gather(*(reviewing.paint(each, "web", "en") for each in (whole, fewer)))
    assert first.said
    assert second.said
    assert minds.longest == 1


async def test_what_was_found_out_before_a_restart_is_not_lost(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes on where it was, and comes to the same; who waited for the first is told that there is none."""
    monkeypatch.setattr("bot.thinking.reviewing.KEPT_EVERY", 0.0)
    whole, sketches = Sketches(), Sketches()
    await Reviewing(whole, Counting(), _Nowhere()).paint(wanted(), "web", "en")
    first, second = Counting(3), Counting()
    with pytest.raises(NotPainted):
        await Reviewing(sketches, first, club.store.reviews).paint(wanted(), "web", "en")
    await Reviewing(sketches, second, club.store.reviews).paint(wanted(), "web", "en")
    assert sketches.wanted[0].review == whole.wanted[0].review
    assert second.asked[0] > first.asked[-1]


async def test_a_text_that_cannot_be_read_is_found_out_anew(club: Club) -> None:
    """Whoever has written it."""
    picture = wanted()
    sketches, first = Sketches(), Counting()
    notes = _Nowhere("{")
    await Reviewing(sketches, first, notes).paint(picture, "web", "en")
    assert first.asked[0] == 0
    assert notes.put_in


async def test_other_pictures_are_handed_on(club: Club) -> None:
    """A board takes no thought."""
    record, sketches, minds = game(), Sketches(), Counting()
    board = Picture(PictureKind.BOARD, record.replay(), record.players)
    painted = await Reviewing(sketches, minds, club.store.reviews).paint(board, "web", "en")
    assert sketches.wanted == [board]
    assert (painted.said, minds.asked) == ((), [])


class _Nowhere:
    """Keeps nothing, and knows one text."""

    def __init__(self, text: str = "") -> None:
        self.text = text
        self.put_in: list[str] = []

    async def get(self, name: str) -> str:
        """See TimedTexts."""
        assert len(name) == 64
        return self.text

    async def put(self, name: str, text: str, seconds: int) -> None:
        """See TimedTexts."""
        assert (len(name), seconds) == (64, KEPT)
        self.put_in.append(text)

    async def take(self, name: str) -> str:
        """See TimedTexts."""
        raise NotImplementedError(name)

    async def first(self, name: str, seconds: int) -> bool:
        """See TimedTexts."""
        raise NotImplementedError(name, seconds)


def test_the_verdict_names_turns_of_people_alone() -> None:
    """Ann's dearest turns, the dearest first, and none of the computer's; who has won turned nothing here."""
    picture = wanted()
    assert verdict(picture) == ()
    ann = [
        Judged(n, n, 0, ("place 0,1 0", "pass"), ("place 1,0 90", "deploy meeple city@N"), n)
        for n in (1, 2, 3, 4)
    ]
    computer = Judged(9, 9, 1, ("pass",), ("pass",), 9.0, 0.4)
    review = Review((*ann, computer), ((0.0, 0.0), (2.0, 1.0), (5.0, 4.0)), (0,))
    said = verdict(replace(picture, review=review))
    assert [phrase.key for phrase in said] == [
        *["review.accuracy"] * 2, "review.never", *["review.turn"] * 3, "review.explained",
    ]  # fmt: skip
    assert [phrase.args["luck"] for phrase in said[:2]] == ["–", "0"], "no sign where there is nothing"
    assert TEXTS.say(said[3], "en") == (
        "Ann, tile 5: 4 points given away. Played: 0,1 · no figure. Better: 1,0 · meeple (city)."
    )


@pytest.mark.parametrize("language", TEXTS.languages)
@pytest.mark.parametrize(
    "action",
    [TakeBack((1, -6), "sea@N"), Choose("discoverers/full-m"), MoveWagon((3, 2), "city@N"), WagonHome()],
    ids=str,
)
def test_moves_that_only_a_set_has_stand_within_the_sentence(action: Action, language: str) -> None:
    """In a few words: no sentence of advice with a full stop of its own."""
    ann = Judged(1, 1, 0, ("place 0,1 0", str(action)), (str(action),), 2.0)
    review = Review((ann,), ((0.0, 0.0), (2.0, 1.0)), (0,))
    (turn,) = [said for said in verdict(replace(wanted(), review=review)) if said.key == "review.turn"]
    assert TEXTS.say(turn, language).count(".") == 3
