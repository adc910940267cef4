"""Abbey & Mayor: abbeys, mayors, barns and wagons.

Source: Abbey & Mayor, sections 2 to 5; the order within a turn from the interactions, section 1.
"""

from typing import Final

from core.actions import PASS, Pass, Phase
from core.rules.carcassonne import CLAIMED
from core.rules.turn import allow
from core.ruleset import LINGERING, SPECIALS, Decision, Ruleset, Special
from core.segments import Terrain
from core.sets.abbey_mayor import abbeys, barns, wagons
from core.sets.abbey_mayor.actions import (
    ABBEY_DUE,
    BARN,
    FORMS,
    MAYOR,
    PLAY_ABBEY,
    WAGON,
    WAGON_DUE,
    MoveWagon,
    PlayAbbey,
    WagonHome,
)
from core.sets.abbey_mayor.insight import INSIGHT
from core.sets.row import SetRow
from core.state import State


def install(rules: Ruleset[State]) -> None:
    """Add Abbey & Mayor to a ruleset."""
    rules.figures |= {MAYOR: 1, WAGON: 1, BARN: 1}
    rules.claims_on(MAYOR, Terrain.CITY)
    rules.claims_on(WAGON, *CLAIMED)
    rules.strength[MAYOR] = lambda feature: feature.emblems.bit_count()
    rules.lingering.add(WAGON)
    rules.specials[BARN] = Special(barns.barn_corners, barns.verify_barn, barns.deploy_barn)
    rules.grazing.add(BARN)
    rules.barred.append(barns.barn_bars_followers)
    rules.claims.append(barns.barn_claim)

    rules.placing[abbeys.ABBEY_ID] = abbeys.abbey_placements
    rules.given_back.append(abbeys.give_abbey_back)
    rules.offer(Phase.DRAW, abbeys.offer_abbey)
    rules.decide(Phase.DRAW, PlayAbbey, Decision(abbeys.verify_abbey, abbeys.play_abbey))
    rules.offer(ABBEY_DUE, lambda position: (PLAY_ABBEY, PASS))
    rules.decide(ABBEY_DUE, PlayAbbey, Decision(abbeys.verify_abbey, abbeys.play_abbey))
    rules.decide(ABBEY_DUE, Pass, Decision(allow, abbeys.pass_abbey))
    rules.late_phases.add(ABBEY_DUE)
    rules.late.append(abbeys.late_abbey)
    if rules.options["abbey_round"]:
        rules.rounds.append(abbeys.abbey_round)

    rules.step(30, barns.score_barn_fields, call=SPECIALS)
    rules.step(40, wagons.move_wagons, call=LINGERING)
    rules.offer(WAGON_DUE, wagons.offer_wagon)
    rules.decide(WAGON_DUE, MoveWagon, Decision(wagons.verify_wagon, wagons.play_wagon))
    rules.decide(WAGON_DUE, WagonHome, Decision(allow, wagons.play_wagon_home))
    rules.leaving.append(wagons.forget_wagons)


SET: Final = SetRow(
    rank=20,
    install=install,
    options={"wagon_move": ("connected", "adjacent"), "abbey_round": (True, False)},
    figures=(MAYOR, WAGON, BARN),
    phases=(WAGON_DUE, ABBEY_DUE),
    forms=FORMS,
    reasons=("barn",),
    insight=INSIGHT,
    automatic={Phase.DRAW: abbeys.abbey_or_draw, ABBEY_DUE: abbeys.last_abbey},
)
