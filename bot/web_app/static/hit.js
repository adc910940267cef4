// What a finger on the board means. Sizes are CSS pixels of a cell, points are in cells.

const REACH = 0.75;
const FINGER = 28;
const ALIKE = 10;
const UNCLEAR = 36;
const BADGE = 22;
const BESIDE = 0.25;
const LETTER = 0.165;
const ROUNDS = 40;

/** The spot that is meant: `best` is its number or -1; `doubtful` if it might as well be another one. */
export function nearestSpot(placements, [x, y], size) {
  const found = placements
    .map(([left, top], i) => ({ i, away: Math.hypot(left + 0.5 - x, top + 0.5 - y) * size, inside: Math.floor(x) === left && Math.floor(y) === top }))
    .sort((a, b) => b.inside - a.inside || a.away - b.away);
  const [first, second] = found;
  if (!first || first.away > Math.max(REACH * size, FINGER)) return { best: -1, doubtful: false };
  const close = second && second.away - first.away < ALIKE;
  return { best: first.i, doubtful: Boolean(close && size < UNCLEAR) };
}

/** The next of these points in a direction, -1 where none lies there; one that is aside is twice as far. */
export function nextPoint(points, [x, y], [across, down]) {
  const far = points.map((point) => {
    const [dx, dy] = [point[0] - x, point[1] - y];
    const ahead = dx * across + dy * down;
    return ahead > 0.01 ? ahead + 2 * Math.abs(dx * down - dy * across) : Infinity;
  });
  const least = Math.min(...far);
  return least < Infinity ? far.indexOf(least) : -1;
}

/** Where letters that belong at these points stand, so that each can be read and touched: near by, and upon no other. */
export function lettersFor(points) {
  const places = points.map((point) => [...point]);
  for (let round = 0; round < ROUNDS; round++) {
    let moved = false;
    for (let i = 1; i < places.length; i++) {
      for (let j = 0; j < i; j++) {
        const [across, down] = [places[i][0] - places[j][0], places[i][1] - places[j][1]];
        const away = Math.hypot(across, down);
        if (away >= LETTER) continue;
        // Letters of one point part sideways.
        const [x, y] = away > 0.001 ? [across / away, down / away] : [1, 0];
        const step = (LETTER - away) / 2 + 0.001;
        places[i] = [places[i][0] + x * step, places[i][1] + y * step];
        places[j] = [places[j][0] - x * step, places[j][1] - y * step];
        moved = true;
      }
    }
    if (!moved) break;
  }
  return places;
}

/** The area that is meant, or -1: whose letter is under the finger, else which lies there, else the next one. */
export function nearestArea(letters, [x, y], size, svg) {
  const away = letters.map((at) => Math.hypot(at[0] - x, at[1] - y));
  const best = away.indexOf(Math.min(...away));
  if (away[best] * size < BADGE) return best;
  const point = Object.assign(svg.createSVGPoint(), { x, y });
  const paths = [...svg.querySelectorAll(".outlines path")];
  const inside = paths.filter((path) => path.isPointInFill(point));
  // A monastery lies in a field, and a corner upon whatever meets there: the smaller one is meant.
  if (inside.length) return paths.indexOf(inside.reduce((a, b) => (extent(b) < extent(a) ? b : a)));
  return away[best] <= BESIDE ? best : -1;
}

function extent(path) {
  const { width, height } = path.getBBox();
  return width * height;
}
