// What takes long: a line that says so, and how far it is.

import { find } from "./dom.js";

export class Progress {
  #element;
  #waiting = new Map();

  constructor(element) {
    this.#element = element;
    for (const dialog of document.querySelectorAll("dialog")) {
      dialog.addEventListener("close", () => this.#paint());
    }
  }

  /** How far something is that was asked for under this key. */
  show(key, done, of) {
    this.#waiting.set(key, of ? done / of : 0);
    this.#paint();
  }

  /** It has come, or will not. */
  end(key) {
    if (this.#waiting.delete(key)) this.#paint();
  }

  /** Nothing is on its way any more. */
  clear() {
    this.#waiting.clear();
    this.#paint();
  }

  #paint() {
    this.#element.hidden = this.#waiting.size === 0;
    const share = Math.min(1, ...this.#waiting.values());
    const bar = find("progress", this.#element);
    // Without a value the bar says that something is going on: a picture that does not tell how far it is.
    if (share > 0) bar.value = share;
    else bar.removeAttribute("value");
    // Only what lies inside an open dialog can be seen and heard.
    if (this.#waiting.size) ([...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body).append(this.#element);
  }
}
