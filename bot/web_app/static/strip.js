// The line above the board: who plays, with points and meeples left, and how many tiles are to come.

import { find, make, texts } from "./dom.js";

/** Fill the line for a scene. */
export function fillStrip(strip, { standing, board }) {
  find(".seats", strip).replaceChildren(...standing.map(seatOf));
  const tiles = find(".tiles", strip);
  tiles.textContent = `▦ ${board.tiles}`;
  tiles.setAttribute("aria-label", `${texts.tiles_left} ${board.tiles}`);
}

function seatOf({ name, points, meeples, decides }, i) {
  const left = make("span", { className: "meeples" }, `♟${meeples}`);
  left.setAttribute("role", "img");
  left.setAttribute("aria-label", `${texts.meeples} ${meeples}`);
  const mark = make("i", { className: `mark seat-${i}` });
  // The mark of an opponent stays with its name.
  const known = make("strong", { className: "name", dir: "auto" }, name.replace("⚙ ", "⚙\u00a0"));
  const seat = make("span", { className: decides ? "seat decides" : "seat" }, mark, known, make("span", { className: "points" }, `${points}`), left);
  if (decides) seat.setAttribute("aria-current", "true");
  return seat;
}
