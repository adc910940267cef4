// A word to the reader alone: read out at once, gone by itself, by a tap or by Escape.

const LONG = 7_000;

export class Toast {
  #element;
  #timer = 0;

  constructor(element) {
    this.#element = element;
    element.addEventListener("click", () => this.hide());
  }

  show(text) {
    // Only what lies inside an open dialog can be seen and heard.
    ([...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body).append(this.#element);
    this.#element.textContent = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.hide(), LONG);
  }

  hide() {
    this.#element.textContent = "";
  }
}
