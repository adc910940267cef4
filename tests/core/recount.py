"""A whole game counted again, slowly, from its record: for checking the engine.

:class:`Recount` walks the actions with a plain table and works out every score, where each tile could lie
and where each wagon could go. It shares nothing with the engine but the tile files and the record.
"""

from collections import Counter, defaultdict
from collections.abc import Generator

from core import GameRecord
from core.options import complete_options
from tests.core.chance import printed_tiles, shuffle, token
from tests.core.flood import AWAY, TOUCHING, Area, Cell, Segment, entry, neighbours
from tests.core.tally import CLAIMED, FOLLOWERS, Stand, Tally

Steps = Generator[None, str, None]
"""A part of the game: it stops wherever an action is due, and goes on with its text."""

GOODS = {"wine", "grain", "cloth"}
ABBEY = "abbey-mayor/abbey"
REMOVED = {"off": {}, "printed": {2: 1, 3: 2, 4: 3, 5: 1}, "exact": {2: 1, 3: 2, 4: 3, 5: 3}}


class Recount:
    """A game in play. ``could`` is where the tile in hand fits, or the wagon that is due may go."""

    def __init__(self, record: GameRecord) -> None:
        self.record = record
        self.options = complete_options(record.options, record.edition)
        sets = record.sets
        self.tally = Tally(self.options, hills_sheep="hills-sheep" in sets, inns="inns-cathedrals" in sets)
        self.table = self.tally.table
        self.count = len(record.players)
        self.scores = [0] * self.count
        self.playing = set(range(self.count))
        self.abbeys = set(self.playing) if "abbey-mayor" in record.sets else set()
        self.flocks: dict[int, list[int]] = defaultdict(list)
        self.tokens_drawn = 0
        self.goods: dict[Segment, tuple[int, str]] = {}
        self.second = self.owed = False
        self.seat, self.layer = 0, self.count - 1
        self.laid: Cell = (0, 0)
        self.could: set[tuple[Cell, int]] = set()
        self.placed = ""
        self.over = False
        self._set_up()
        self._game = self._play()
        next(self._game, None)

    def act(self, text: str) -> tuple[int, ...]:
        """Take the next action; the scores after it."""
        try:
            self._game.send(text)
        except StopIteration:
            self.over = True
        return tuple(self.scores)

    def _set_up(self) -> None:
        record = self.record
        tile, x, y, degrees = record.start or ("", 0, 0, 0)
        if not tile:
            tile = "discoverers/start" if record.game == "discoverers" else "base/D"
            tile = "river/1" if "river" in record.sets else tile
        self.table.tiles[x, y] = (tile, degrees // 90)
        if record.bag is not None:
            self.bag = list(record.bag)
        else:
            tiles = [name for box in record.sets for name in printed_tiles(box, record.edition)]
            tiles.remove(tile)
            land = [name for name in tiles if not name.startswith("river/")]
            if "river" in record.sets:
                land.remove("base/D")
                between = [name for name in tiles if name not in (*land, "river/2")]
                self.bag = [*shuffle(between, record.seed or "", "river"), "river/2"]
            else:
                self.bag = []
            self.bag += shuffle(land, record.seed or "", "bag")
            if record.game == "discoverers":
                removed = REMOVED[str(self.options["even_turns"])].get(self.count, 0)
                self.bag = self.bag[: len(self.bag) - removed]
        self.hands: list[list[str]] = []
        if self.options["hand"]:
            for _ in range(self.count):
                self.hands.append([self.bag.pop(0) for _ in range(min(2, len(self.bag)))])

    # Turns

    def _play(self) -> Steps:
        while len(self.playing) > 1 and (self.bag or any(self.hands)):
            if self.seat in self.playing and (not self.hands or self.hands[self.seat]):
                text = yield
                yield from self._turn(text)
            else:
                self._pass_on()
        if len(self.playing) == 1:
            return
        if self.abbeys and self.options["abbey_round"]:
            yield from self._abbey_round()
        self._final_scoring()

    def _pass_on(self) -> None:
        self.seat = (self.seat + 1) % self.count

    def _turn(self, text: str) -> Steps:
        """A turn that begins with this action."""
        if text.startswith("resign"):
            self._leave(int(text[7:]))
            return
        if text.startswith("choose"):
            yield from self._lay_chosen(text[7:])
            return
        yield from self._part(text)
        self._pass_on()

    def _part(self, text: str) -> Steps:
        """A turn or the second part of one, and what it leads to."""
        if text == "abbey":
            yield from self._lay_abbey()
        elif text == "draw":
            if tile := self._draw():
                yield from self._lay(tile)
        else:
            assert text == "skip"
        if self.owed:
            self.owed, self.second = False, True
            yield from self._second_part()
        self.second = False

    def _second_part(self) -> Steps:
        """Once more the same seat: with an empty bag it may lay its abbey."""
        if not self.bag:
            if self.seat in self.abbeys and self.table.holes() and (yield) == "abbey":
                yield from self._lay_abbey()
            return
        while self.seat in self.playing and len(self.playing) > 1:
            text = yield
            if not text.startswith("resign"):
                yield from self._part(text)
                return
            self._leave(int(text[7:]))

    def _leave(self, seat: int) -> None:
        self.playing.discard(seat)
        self.tally.figures = [stand for stand in self.tally.figures if stand.seat != seat]
        self.flocks.pop(seat, None)
        if self.hands:
            self.hands[seat] = []

    def _draw(self) -> str:
        while self.bag:
            tile = self.bag.pop(0)
            hills = "hills-sheep" in self.record.sets and self.options["hills"]
            if hills and entry(tile).get("hill") and self.bag:
                self.bag.pop(0)
            if self.table.placements(tile):
                return tile
        return ""

    def _lay_chosen(self, tile: str) -> Steps:
        hand = self.hands[self.seat]
        hand.remove(tile)
        if not self.table.placements(tile):
            if self.bag:
                hand.append(self.bag.pop(0))
            if not hand:
                self._pass_on()
            return
        yield from self._lay(tile)
        self._pass_on()

    def _lay_abbey(self) -> Steps:
        self.abbeys.discard(self.seat)
        self.could = {(hole, 0) for hole in self.table.holes()}
        text = yield
        if text == "skip":
            self.abbeys.add(self.seat)
            return
        yield from self._settle(ABBEY, text)

    def _lay(self, tile: str) -> Steps:
        self.could = self.table.placements(tile)
        while (text := (yield)) == "skip":
            if self.hands:
                self.hands[self.seat].append(tile)
                return
            self.second = False
            self._pass_on()
            while self.seat not in self.playing:
                self._pass_on()
        yield from self._settle(tile, text)

    def _settle(self, tile: str, text: str) -> Steps:
        """Lay the tile, then everything that happens in its turn."""
        _, cell, degrees = text.split()
        x, y = cell.split(",")
        self.laid, self.layer = (int(x), int(y)), self.seat
        self.table.tiles[self.laid] = (tile, int(degrees) // 90)
        if self.hands and self.bag:
            self.hands[self.seat].append(self.bag.pop(0))
        builders = [stand for stand in self.tally.figures if stand[:2] == (self.seat, "builder")]
        extended = any(self.laid in self.table.flood(stand.segment).cells for stand in builders)
        self.owed = extended and not self.second
        text = yield
        self.owed = self.owed and text != "skip"
        self.placed = ""
        if text.startswith("deploy"):
            self._deploy(*text.split()[1:])
        elif text.startswith("score"):
            self._take_back(*text.split()[1:])
        if self.record.game == "carcassonne":
            yield from self._flocks()
            wagons = self._score_completed()
            self._take_goods()
            self._score_barns()
            yield from self._move_wagons(wagons)
            self._dismiss()

    def _deploy(self, figure: str, where: str) -> None:
        kind, _, corner = where.partition("@")
        find = self.table.corner_field if kind == "corner" else self.table.named
        segment = find(self.laid, corner if kind == "corner" else where)
        self.tally.figures.append(Stand(self.seat, figure, segment))
        self.placed = figure
        if figure == "shepherd":
            self._grow(self.table.flood(segment))

    def _take_back(self, cell: str, where: str) -> None:
        x, y = cell.split(",")
        segment = self.table.named((int(x), int(y)), where)
        self.scores[self.seat] += self.tally.taken_back(self.table.flood(segment))
        self.tally.figures.remove(Stand(self.seat, "meeple", segment))

    # Flocks

    def _grow(self, field: Area) -> None:
        on_table = [sheep for flock in self.flocks.values() for sheep in flock]
        listed = self.record.tokens or ()
        if self.tokens_drawn < len(listed):
            drawn = listed[self.tokens_drawn]
            sheep = 0 if drawn == "wolf" else int(drawn)
        else:
            sheep = token(self.record.seed or "", self.tokens_drawn, on_table)
        self.tokens_drawn += 1
        if sheep:
            self.flocks[self.seat].append(sheep)
        else:
            self._send_home(self.tally.standing(field, "shepherd"))

    def _send_home(self, shepherds: list[Stand]) -> None:
        for stand in shepherds:
            self.flocks.pop(stand.seat, None)
            self.tally.figures.remove(stand)

    def _herd(self, field: Area) -> None:
        shepherds = self.tally.standing(field, "shepherd")
        sheep = sum(sum(self.flocks[stand.seat]) for stand in shepherds)
        for stand in shepherds:
            self.scores[stand.seat] += sheep
        self._send_home(shepherds)

    def _flocks(self) -> Steps:
        here = self.table.areas(s for s in self.table.on(self.laid) if self.table.kind(s) == "field")
        own = [f for f in here for s in self.tally.standing(f, "shepherd") if s.seat == self.seat]
        if own and self.placed != "shepherd":
            text = yield
            (self._herd if text == "flock herd" else self._grow)(own[0])
        for stand in [stand for stand in self.tally.figures if stand.figure == "shepherd"]:
            field = self.table.flood(stand.segment)
            if stand in self.tally.figures and not field.open:
                self._herd(field)

    # Scoring

    def _pay(self, area: Area, points: int) -> None:
        for seat in self.tally.majority(area):
            self.scores[seat] += points + self.tally.pig(area, seat)

    def _claimed(self, *kinds: str) -> list[Area]:
        """The areas of these kinds where followers stand."""
        stands = [stand.segment for stand in self.tally.figures if stand.figure in FOLLOWERS]
        return self.table.areas(segment for segment in stands if self.table.kind(segment) in kinds)

    def _score_completed(self) -> list[Stand]:
        """Score all that is complete; the wagons that were there wait."""
        wagons = []
        for area in self._claimed(*CLAIMED):
            if not area.open:
                self._pay(area, self.tally.finished(area))
                followers = self.tally.standing(area, *FOLLOWERS)
                wagons += [stand for stand in followers if stand.figure == "wagon"]
                leave = [stand for stand in followers if stand.figure != "wagon"]
                self.tally.figures = [stand for stand in self.tally.figures if stand not in leave]
        return wagons

    def _take_goods(self) -> None:
        """The goods of cities that are completed now are the seat's."""
        if "traders-builders" not in self.record.sets:
            return
        for segment in self.table.segments():
            for kind in GOODS & self.table.data(segment).keys():
                if segment not in self.goods and not self.table.flood(segment).open:
                    self.goods[segment] = (self.seat, kind)

    def _dismiss(self) -> None:
        """Builders and pigs without a follower of their seat go home."""
        for stand in [stand for stand in self.tally.figures if stand.figure in ("builder", "pig")]:
            followers = self.tally.standing(self.table.flood(stand.segment), *FOLLOWERS)
            if stand.seat not in {other.seat for other in followers}:
                self.tally.figures.remove(stand)

    def _score_barns(self) -> None:
        for field in self._claimed("field"):
            barns = self.tally.standing(field, "barn")
            if barns:
                placed = self.placed == "barn" and self.tally.figures[-1] in barns
                self._pay(field, (3 if placed else 1) * self.table.supplied(field))
                farmers = self.tally.standing(field, *FOLLOWERS)
                self.tally.figures = [stand for stand in self.tally.figures if stand not in farmers]

    def _move_wagons(self, wagons: list[Stand]) -> Steps:
        for wagon in sorted(wagons, key=lambda stand: (stand.seat - self.seat) % self.count):
            self.could = self._destinations(wagon.segment)
            text = (yield) if self.could else "wagon home"
            self.tally.figures.remove(wagon)
            if text != "wagon home":
                _, cell, where = text.split()
                x, y = cell.split(",")
                segment = self.table.named((int(x), int(y)), where)
                self.tally.figures.append(Stand(wagon.seat, "wagon", segment))

    def _destinations(self, home: Segment) -> set[Segment]:
        table = self.table
        if self.options["wagon_move"] == "adjacent":
            reach = {
                s for cell in (home[0], *neighbours(home[0])) if cell in table.tiles for s in table.on(cell)
            }
        else:
            reach = self._connected(table.flood(home))
        return {
            segment
            for segment in reach
            if table.kind(segment) in CLAIMED
            and (area := table.flood(segment)).open
            and not self.tally.standing(area, *FOLLOWERS)
        }

    def _connected(self, scored: Area) -> set[Segment]:
        """What meets a scored area on one of its tiles, or through an abbey."""
        table, found = self.table, set()
        for cell, number in scored.segments:
            tile = table.tiles[cell][0]
            for group in entry(tile).get("meets", ()):
                if number in group:
                    found |= {(cell, other) for other in group}
            for side, (dx, dy) in AWAY.items():
                beside = (cell[0] + dx, cell[1] + dy)
                if beside not in table.tiles:
                    continue
                other = table.tiles[beside][0]
                if other == ABBEY != tile and side in table.ports((cell, number)):
                    found.add((beside, 0))
                if tile == ABBEY != other:
                    found |= {s for s in table.on(beside) if TOUCHING[side] in table.ports(s)}
        return found - scored.segments

    # The end

    def _abbey_round(self) -> Steps:
        first = self.layer + 1
        for step in range(self.count):
            self.seat = (first + step) % self.count
            if self.seat in self.abbeys & self.playing and self.table.holes():
                text = yield
                if text == "abbey":
                    yield from self._lay_abbey()

    def _final_scoring(self) -> None:
        if self.record.game == "discoverers":
            for stand in self.tally.figures:
                self.scores[stand.seat] += self.tally.unfinished(self.table.flood(stand.segment))
            return
        for area in self._claimed(*CLAIMED):
            self._pay(area, self.tally.unfinished(area))
        barns = [stand for stand in self.tally.figures if stand.figure == "barn"]
        for stand in barns:
            self.scores[stand.seat] += 4 * self.table.supplied(self.table.flood(stand.segment))
        for field in self._claimed("field"):
            self._pay(field, 3 * self.table.supplied(field))
        for kind in GOODS:
            held = Counter(seat for seat, good in self.goods.values() if good == kind)
            held = Counter({seat: count for seat, count in held.items() if seat in self.playing})
            for seat in [seat for seat, count in held.items() if count == max(held.values())]:
                self.scores[seat] += 10
