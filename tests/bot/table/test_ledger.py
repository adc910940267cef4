"""The statistics' books agree with the games, whatever was lost on the way."""

import json

from bot.games.ledger import Ledger, rating_in, readable
from bot.games.loading import Games
from bot.people import Channel
from bot.store import Change, Store
from tests.bot.table.club import ANN, BO, CID, Club
from tests.bot.table.playing import finish

PLACES = (Channel("web", ("one",)), Channel("web", ("two",)))


async def played(club: Club, games: int = 4) -> None:
    """Some games in two places, of different people, one after the other."""
    for number in range(games):
        club.channel = PLACES[number % 2]
        people = ((ANN, BO), (BO, CID), (CID, ANN))[number % 3]
        club.clock.pass_by(hours=1)
        await club.begin(people=people)
        await finish(club, people, seed=number)


async def books(store: Store) -> dict[tuple[str, str], str]:
    """All results."""
    return {(str(channel), game): text for channel, game, text in await store.results.everything()}


async def wipe(club: Club) -> None:
    """Lose all results."""
    for channel, game, text in await club.store.results.everything():
        result = readable(text)
        assert result is not None
        await club.store.results.remove(channel, game, people=result.known)


async def test_results_made_anew_are_the_same(club: Club) -> None:
    """From the games alone come the same results and the same ratings as were written game by game."""
    await played(club)
    before = await books(club.store)
    assert len(before) == 4
    await wipe(club)
    assert await books(club.store) == {}
    ledger = Ledger(club.store, Games(club.store))
    assert await ledger.catch_up() == 4
    assert {key: json.loads(text) for key, text in (await books(club.store)).items()} == {
        key: json.loads(text) for key, text in before.items()
    }
    assert await ledger.catch_up() == 0


async def test_a_result_lost_in_a_crash_is_caught_up_with(club: Club) -> None:
    """One missing game is entered at its place in time, and all later ratings follow from it."""
    await played(club)
    before = await books(club.store)
    channel, game, text = min(await club.store.results.everything(), key=lambda entry: entry[2])
    result = readable(text)
    assert result is not None
    await club.store.results.remove(channel, game, people=result.known)
    assert await Ledger(club.store, Games(club.store)).catch_up() == 1
    assert await books(club.store) == before


async def test_damage_spoils_only_itself(club: Club) -> None:
    """A result that cannot be read, and a game that cannot, leave all others as they are."""
    await played(club, 2)
    stored = await club.store.load(PLACES[0])
    assert stored is not None
    await club.store.results.replace(PLACES[0], stored.game, "nonsense")
    await club.store.commit(PLACES[0], stored.game, stored.version, Change(append=("nonsense",)), once="")
    ledger = Ledger(club.store, Games(club.store))
    await ledger.rate_anew()
    assert await ledger.catch_up() == 0
    assert len([text for text in await club.store.results.of_channel(PLACES[1]) if readable(text)]) == 1
    assert rating_in("nonsense", ANN.key) is None


async def test_a_rating_follows_a_person_through_all_places(club: Club) -> None:
    """The second game begins with what was believed after the first, wherever it was."""
    await played(club, 4)
    latest = await club.store.results.latest([ANN.key, BO.key, CID.key])
    assert set(latest) == {ANN.key, BO.key, CID.key}
    texts = [text for *_, text in await club.store.results.of_person(BO.key)]
    sigmas = [rating.sigma for text in texts if (rating := rating_in(text, BO.key)) is not None]
    assert len(sigmas) == 3
    assert sigmas == sorted(sigmas, reverse=True)
