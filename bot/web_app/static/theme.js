// Whether the page is dark: as the browser says, unless an app around the page says otherwise.

import { find } from "./dom.js";

const scheme = matchMedia("(prefers-color-scheme: dark)");

export class Theme {
  #said = null;
  #onChange;

  /** `onChange()` is called when the page turns dark or bright. */
  constructor(onChange) {
    this.#onChange = onChange;
    scheme.addEventListener("change", () => this.#said ?? onChange());
  }

  get dark() {
    return this.#said ?? scheme.matches;
  }

  /** Be dark from now on, or bright, whatever the browser says. */
  set(dark) {
    const changes = dark !== this.dark;
    this.#said = dark;
    find("#dark").media = dark ? "all" : "not all";
    document.documentElement.style.colorScheme = dark ? "dark" : "light";
    if (changes) this.#onChange();
  }
}
