// What is new on the board since it was seen last: tiles slide to their cells, points float up.

import { find } from "./dom.js";
import { arriving, won } from "./layers.js";

const FLOATS = 5_000;

export class Latest {
  #over;
  #seen = { game: "", version: -1, laid: new Set(), won: new Set() };

  /** `over` is what lies upon the board's picture. */
  constructor(over) {
    this.#over = over;
  }

  /** The game that has been seen last. */
  get game() {
    return this.#seen.game;
  }

  /** Tell what a scene has that was not there before; `bare` is its picture. */
  tell({ game, version, board, picture: { plan } }, bare) {
    const [laid, points] = [board.laid, plan.won].map((all) => new Map(all.map((one) => [one.join(), one])));
    const before = this.#seen;
    this.#seen = { game, version, laid: new Set(laid.keys()), won: new Set(points.keys()) };
    if (before.game !== game || before.version > version) return;
    const fresh = (all, known) => [...all].filter(([key]) => !known.has(key)).map(([, one]) => one);
    find(".arrivals", this.#over).replaceChildren(...arriving(fresh(laid, before.laid), bare, plan.grid, plan.ground));
    const floating = won(fresh(points, before.won));
    find(".floating", this.#over).append(...floating);
    setTimeout(() => floating.forEach((plate) => plate.remove()), FLOATS);
  }
}
