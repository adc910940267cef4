// The picture over the whole screen, to zoom and pan: two fingers, a wheel, a double tap, or the keys + - 0 and arrows.

import { find } from "./dom.js";
import { Pan } from "./pan.js";
import { PictureFrame } from "./picture.js";

const CLOSEST = 8;
const STEP = 1.5;

export class Viewer {
  #dialog;
  #pane;
  #sheet;
  #frame;
  #scale = 1;
  #x = 0;
  #y = 0;
  #pan;

  constructor(dialog) {
    this.#dialog = dialog;
    this.#pane = find(".pane", dialog);
    this.#sheet = find(".sheet", dialog);
    this.#frame = new PictureFrame(this.#sheet, { onTap: () => {} });
    this.#pan = new Pan(this.#pane, {
      onMove: (dx, dy) => this.#place(this.#scale, this.#x + dx, this.#y + dy),
      onZoom: (factor, x, y) => this.#zoom(factor, x, y),
      onTap: (x, y, twice) => twice && this.#zoom(this.#scale > 1.2 ? 1 / CLOSEST : 2.5, x, y),
    });
    dialog.addEventListener("keydown", (event) => this.#key(event));
    dialog.addEventListener("click", (event) => this.#button(event.target.dataset?.zoom));
  }

  get open() {
    return this.#dialog.open;
  }

  /** Show a picture, at first whole. */
  async show(picture, offered, press) {
    if (!this.open) {
      this.#place(1, 0, 0);
      this.#dialog.showModal();
    }
    await this.#frame.show(picture, offered, (command) => {
      if (this.#pan.dragged) return;
      this.close();
      press(command);
    });
  }

  close() {
    this.#dialog.close();
  }

  #place(scale, x, y) {
    this.#scale = Math.min(CLOSEST, Math.max(1, scale));
    const edge = (size) => (size * (this.#scale - 1)) / 2;
    this.#x = clamp(x, edge(this.#pane.clientWidth));
    this.#y = clamp(y, edge(this.#pane.clientHeight));
    this.#sheet.style.transform = `translate(${this.#x}px, ${this.#y}px) scale(${this.#scale})`;
  }

  // Keeps the point (clientX, clientY) of the picture where it is.
  #zoom(factor, clientX, clientY) {
    const box = this.#pane.getBoundingClientRect();
    const [dx, dy] = [clientX - box.left - box.width / 2, clientY - box.top - box.height / 2];
    const real = Math.min(CLOSEST, Math.max(1, this.#scale * factor)) / this.#scale;
    this.#place(this.#scale * real, dx - (dx - this.#x) * real, dy - (dy - this.#y) * real);
  }

  #zoomMiddle(factor) {
    const box = this.#pane.getBoundingClientRect();
    this.#zoom(factor, box.left + box.width / 2, box.top + box.height / 2);
  }

  #key(event) {
    const far = 80;
    const moves = { ArrowLeft: [far, 0], ArrowRight: [-far, 0], ArrowUp: [0, far], ArrowDown: [0, -far] };
    if (moves[event.key]) this.#place(this.#scale, this.#x + moves[event.key][0], this.#y + moves[event.key][1]);
    else if (event.key === "+" || event.key === "=") this.#zoomMiddle(STEP);
    else if (event.key === "-") this.#zoomMiddle(1 / STEP);
    else if (event.key === "0") this.#place(1, 0, 0);
    else return;
    event.preventDefault();
  }

  #button(what) {
    if (what === "in") this.#zoomMiddle(STEP);
    if (what === "out") this.#zoomMiddle(1 / STEP);
    if (what === "close") this.close();
  }
}

const clamp = (value, edge) => Math.min(edge, Math.max(-edge, value));
