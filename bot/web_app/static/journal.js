// What happened so far, a turn each, the latest first.

import { find, make, sentence } from "./dom.js";

export class Journal {
  #section;
  #list;

  constructor(section) {
    this.#section = section;
    this.#list = find("ol", section);
  }

  /** The first `keep` turns are as they were; after them come these. What was taken back is told no more. */
  tell(keep, entries) {
    while (this.#list.children.length > keep) this.#list.firstElementChild.remove();
    for (const { lines } of entries) {
      this.#list.prepend(make("li", {}, ...lines.map((line) => make("p", {}, ...sentence(line)))));
    }
    this.#section.hidden = !this.#list.children.length;
  }
}
