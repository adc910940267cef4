// The reader's name: asked once, kept in this browser, changed at will.

import { find, texts } from "./dom.js";

const KEY = "bastide-name";
const WATCHES = "bastide-watches";

export class Naming {
  #dialog;
  #button;
  #input;
  #onName;
  #then = null;
  #known;
  name = "";

  /** `onName(name)` is called with each name that the reader gives. Who is `known` already is not asked. */
  constructor(dialog, button, { known, onName }) {
    this.#known = known;
    this.#dialog = dialog;
    this.#button = button;
    this.#input = find("input", dialog);
    this.#onName = onName;
    button.addEventListener("click", () => this.ask());
    find(".watch", dialog).addEventListener("click", () => this.#watch());
    dialog.addEventListener("close", () => (this.#then = null));
    find("form", dialog).addEventListener("submit", (event) => this.#given(event));
    if (known) return;
    addEventListener("storage", (event) => event.key === KEY && event.newValue && this.keep(event.newValue));
    this.keep(localStorage.getItem(KEY) ?? "");
  }

  /** Ask for a name, and do something when there is one. */
  ask(then = null) {
    this.#then = then;
    this.#input.value = this.name;
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#input.select();
  }

  /** Take over the name as the server cleaned it: there is none where nothing of it can be seen. */
  keep(name) {
    this.name = name;
    if (this.#known) return;
    if (name) {
      localStorage.setItem(KEY, name);
      localStorage.removeItem(WATCHES);
    } else localStorage.removeItem(KEY);
    this.#button.hidden = false;
    this.#button.textContent = name || texts.name_missing;
    this.#button.title = texts.name_change;
  }

  /** Whether the reader has said that they only watch, here and until they give a name. */
  get watches() {
    return Boolean(localStorage.getItem(WATCHES));
  }

  #watch() {
    localStorage.setItem(WATCHES, "yes");
    this.#dialog.close();
  }

  #given(event) {
    event.preventDefault();
    const name = this.#input.value.trim();
    if (!name) return;
    const then = this.#then;
    this.keep(name);
    this.#onName(name);
    this.#dialog.close();
    then?.();
  }
}
