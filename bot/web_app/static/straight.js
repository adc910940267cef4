// Straight to a game against Bastide: in a room where nobody plays, what one would tap for it, one after the other.

const STEPS = ["new opponents=1", "start"];

export class Straight {
  #act;
  #steps;

  /** `act(choice, scene)` does what a tap does, and says whether it is done now. */
  constructor(act) {
    this.#act = act;
    this.#steps = new URLSearchParams(location.search).has("against") ? [...STEPS] : [];
    // Whoever loads the page anew, or passes its address on, means the room.
    if (this.wanted) history.replaceState(null, "", location.pathname);
  }

  /** Whether something is to be done yet. */
  get wanted() {
    return this.#steps.length > 0;
  }

  /** Go on, if the scene offers how. */
  goOn(scene) {
    const choice = scene.rows.flat().find(({ command }) => command === this.#steps[0]);
    if (choice && this.#act(choice, scene)) this.#steps.shift();
  }

  /** Leave it at that. */
  stop() {
    this.#steps = [];
  }
}
