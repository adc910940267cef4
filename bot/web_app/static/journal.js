// What happened so far: the closing words of each turn, the latest first.

import { find, make, sentence } from "./dom.js";

const LENGTH = 200;

export class Journal {
  #section;
  #list;
  #known = new Set();

  constructor(section) {
    this.#section = section;
    this.#list = find("ol", section);
  }

  /** Add an entry unless it is there already (after a reconnection all of them come again). */
  add({ key, lines }) {
    if (this.#known.has(key) || !lines.length) return;
    this.#known.add(key);
    this.#list.prepend(make("li", {}, ...lines.map((line) => make("p", {}, ...sentence(line)))));
    while (this.#list.children.length > LENGTH) this.#list.lastElementChild.remove();
    this.#section.hidden = false;
  }
}
