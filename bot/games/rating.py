"""How strong people are: OpenSkill ratings (Weng and Lin, Plackett-Luce) from ranks of finished games."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce

_MODEL: Final = PlackettLuce()
_SCALE: Final = 40


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed about a person's strength: its mean and how uncertain it is."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """One number that grows with strength and with certainty; a newcomer has 0."""
        return round(_SCALE * (self.mu - 3 * self.sigma))


NEWCOMER: Final = Rating(_MODEL.mu, _MODEL.sigma)


def rated(before: Sequence[Rating], ranks: Sequence[int]) -> tuple[Rating, ...]:
    """The ratings after a game in which the players took these ranks (1 is the best; ties share one)."""
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    return tuple(Rating(player.mu, player.sigma) for (player,) in _MODEL.rate(teams, ranks=list(ranks)))
