// Arrows at the board's edges: they lead to what could be chosen and cannot be touched where it is now.

const WIDE = 44;
const GAP = 6;
const STEP = 4;
const ONWARD = 0.6; // of what is seen: so much farther an arrow leads at once
const WAYS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

export class Edges {
  #arrows;
  #zoom;
  #view;
  #cells = [];

  /** `edges` holds an arrow for each side, `zoom` are the buttons that lie upon the board as well. */
  constructor(edges, zoom, view) {
    this.#arrows = [...edges.children];
    this.#zoom = zoom;
    this.#view = view;
    edges.addEventListener("click", (event) => this.#follow(event.target.closest("button")?.dataset.side));
  }

  /** Lead to these cells from now on, as far as that is needed. */
  show(cells) {
    this.#cells = cells;
    const [room, buttons] = [this.#view.room, boxOf(this.#zoom)];
    const spots = cells.map((cell) => this.#view.box(cell));
    const taken = [buttons];
    for (const arrow of this.#arrows) {
      const { side } = arrow.dataset;
      arrow.hidden = !this.#beyond(side).length;
      if (arrow.hidden) continue;
      const [left, top] = placeOf(side, room, spots, taken);
      Object.assign(arrow.style, { left: `${left}px`, top: `${top}px` });
      taken.push([left, top, left + WIDE, top + WIDE]);
    }
  }

  /** Whether buttons lie upon the middle of a cell. */
  hides(cell) {
    const [left, top, right, bottom] = boxOf(this.#zoom);
    const [x, y] = this.#view.at(middle(cell));
    return left < x && x < right && top < y && y < bottom;
  }

  #beyond(side) {
    const [across, down] = WAYS[side];
    return this.#cells.filter((cell) => {
      const [x, y] = this.#view.side(middle(cell));
      return (across && x === across) || (down && y === down) || (across > 0 && this.hides(cell));
    });
  }

  #follow(side) {
    const beyond = side ? this.#beyond(side).map(middle) : [];
    if (beyond.length) this.#view.glideTo(whither(beyond, WAYS[side], this.#view.middle, this.#view.span));
  }
}

/** The middle of a cell. */
export const middle = ([x, y]) => [x + 0.5, y + 0.5];

/**
 * Where at its side of the `room` an arrow stands: in the middle, or as near to that as it lies upon no button (`taken`),
 * the middle of no spot, and as little of `spots` as can be. All of them are boxes: left, top, right, bottom.
 */
export function placeOf(side, [width, height], spots, taken) {
  const upright = side === "left" || side === "right";
  const far = side === "right" ? width - WIDE - GAP : side === "down" ? height - WIDE - GAP : GAP;
  const most = (upright ? height : width) - WIDE - GAP;
  const usual = (most + GAP) / 2;
  const steps = Array.from({ length: Math.max(1, Math.floor((most - GAP) / STEP) + 1) }, (_, i) => GAP + i * STEP);
  const middles = spots.map(([a, b, c, d]) => [(a + c - 1) / 2, (b + d - 1) / 2, (a + c + 1) / 2, (b + d + 1) / 2]);
  let [best, least] = [null, Infinity];
  for (const along of [usual, ...steps].sort((a, b) => Math.abs(a - usual) - Math.abs(b - usual))) {
    const place = upright ? [far, along] : [along, far];
    const box = [...place, place[0] + WIDE, place[1] + WIDE];
    const covered = (total(taken, box) + total(middles, box)) * 1e4 + total(spots, box);
    if (covered < least) [best, least] = [place, covered];
    if (!covered) break;
  }
  return best;
}

/**
 * What to look at next on the way to the points `beyond`: the first of them, and as many more as are seen with it. Where
 * some lie straight ahead, no others lead aside.
 */
export function whither(beyond, [across, down], [x, y], [wide, high]) {
  const far = (point) => point[0] * across + point[1] * down;
  const isAhead = (point) => (across ? Math.abs(point[1] - y) < high / 2 : Math.abs(point[0] - x) < wide / 2);
  const ahead = beyond.filter(isAhead);
  const led = ahead.length ? ahead : beyond;
  const first = led.reduce((a, b) => (far(b) < far(a) ? b : a));
  const together = led.filter((point) => far(point) <= far(first) + ONWARD * (across ? wide : high));
  const along = ((far(first) + Math.max(...together.map(far))) / 2) * (across + down);
  const [keptX, keptY] = ahead.length ? [x, y] : first;
  return across ? [along, keptY] : [keptX, along];
}

function boxOf({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) {
  return [offsetLeft, offsetTop, offsetLeft + offsetWidth, offsetTop + offsetHeight];
}

function total(boxes, [left, top, right, bottom]) {
  const shared = (a, b, c, d) => Math.max(0, Math.min(b, d) - Math.max(a, c));
  return boxes.reduce((sum, box) => sum + shared(left, right, box[0], box[2]) * shared(top, bottom, box[1], box[3]), 0);
}
