// How a page comes in. A room knows people by a cookie; at a board they show what brought them here.

import { Arrival, lineTo } from "./arrival.js";
import { Telegram } from "./embed_telegram.js";

/** What a page asks of an app around it, where there is none. */
const ALONE = { guard() {}, haptic() {} };

export class Entry {
  #arrival = null;

  /** `theme` is the page's, which an app around it may change. */
  constructor(kind, room, theme) {
    this.isBoard = kind === "board";
    this.address = lineTo(this.isBoard ? "socket" : `/r/${room}/socket`);
    // It has knocked already, but where others allow no script in the page itself.
    if (this.isBoard) this.#arrival = window.arrival ?? new Arrival();
    const { telegram = null, discord = null } = this.#arrival ?? {};
    // Nobody else should come in by what a history keeps.
    if (this.isBoard && location.hash) history.replaceState(null, "", location.pathname);
    /** The line that was begun before, if any was. */
    this.line = this.#arrival?.line ?? null;
    /** The app around the page. */
    this.embed = discord ?? (telegram ? new Telegram(telegram, theme) : ALONE);
  }

  /** Have something to be shown at the door, if it is not there yet. */
  async arrive() {
    await this.#arrival?.ready();
  }

  /** Whether there is one more way in for whoever was turned away. */
  another() {
    return Boolean(this.#arrival?.another());
  }

  /** What is shown at the door. */
  get shown() {
    return this.#arrival?.shown ?? {};
  }

  /** Come in by this from now on; "" by nothing. */
  keep(pass) {
    this.#arrival?.keep(pass);
  }
}
