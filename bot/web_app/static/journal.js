// What happened so far: the closing words of each turn, the latest first.

import { find, make, sentence } from "./dom.js";

const LENGTH = 200;

export class Journal {
  #section;
  #list;
  #known = new Map();

  constructor(section) {
    this.#section = section;
    this.#list = find("ol", section);
  }

  /**
   * Add an entry unless it is there already (after a reconnection all of them come again). Another one under
   * the same key, of a turn that was taken back and played again, takes its place.
   */
  add({ key, lines }) {
    const said = lines.join("\n");
    const known = this.#known.get(key);
    if (known?.said === said || !lines.length) return;
    known?.item.remove();
    const item = make("li", {}, ...lines.map((line) => make("p", {}, ...sentence(line))));
    this.#known.set(key, { said, item });
    this.#list.prepend(item);
    while (this.#list.children.length > LENGTH) this.#list.lastElementChild.remove();
    this.#section.hidden = false;
  }
}
