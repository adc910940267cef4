// Which part of the board is seen. It is measured in cells, so the board keeps its place and size while it grows.

import { Pan } from "./pan.js";

const LARGEST = 340;
const USUAL = 104;
const STEP = 1.5;
const FAR = 80;
/** CSS pixels at the right where buttons lie upon the board. */
export const ASIDE = 56;
/** CSS pixels of a cell before the board is zoomed. */
export const UNIT = 100;

export class View {
  #frame;
  #world;
  #grid = [-1, -1, 3, 3];
  #onChange;
  #onResize;
  #onStep;
  #onPress;
  #saved = null;
  #moved = false;
  size = USUAL;
  #x = 0;
  #y = 0;

  /**
   * `frame` shows a part of `world`; `onTap(cell, twice)` gets a point in cells, `onChange()` any other part, `onResize()`
   * another frame; of the keys, `onStep(way)` gets a direction and `onPress(enter)` the other large ones.
   */
  constructor(frame, world, { onTap, onChange, onResize, onStep, onPress }) {
    this.#frame = frame;
    this.#world = world;
    this.#onChange = onChange;
    this.#onResize = onResize;
    this.#onStep = onStep;
    this.#onPress = onPress;
    new Pan(frame, {
      onMove: (dx, dy) => this.#byHand(() => this.#place(this.size, this.#x + dx, this.#y + dy)),
      onZoom: (factor, x, y) => this.#byHand(() => this.#zoom(factor, x, y)),
      onTap: (x, y, twice) => onTap(this.#cellAt(x, y), twice),
    });
    frame.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.#resized()).observe(frame);
  }

  /** Where the picture's cells are: left, top, columns, rows. */
  set grid(grid) {
    this.#grid = grid;
  }

  /** Whether a cell is seen whole. */
  sees([x, y]) {
    const [left, top] = [this.#x + x * this.size, this.#y + y * this.size];
    const { clientWidth: width, clientHeight: height } = this.#frame;
    return left >= -1 && top >= -1 && left + this.size <= width + 1 && top + this.size <= height + 1;
  }

  /** Where in the frame a point is. */
  at([x, y]) {
    return [this.#x + x * this.size, this.#y + y * this.size];
  }

  /** Where in the frame a cell is: left, top, right, bottom. */
  box([x, y]) {
    return [...this.at([x, y]), ...this.at([x + 1, y + 1])];
  }

  /** The frame's width and height. */
  get room() {
    return [this.#frame.clientWidth, this.#frame.clientHeight];
  }

  /** How many cells are seen, across and down. */
  get span() {
    return this.room.map((side) => side / this.size);
  }

  /** The point in the middle of what is seen. */
  get middle() {
    const [width, height] = this.room;
    return [(width / 2 - this.#x) / this.size, (height / 2 - this.#y) / this.size];
  }

  /** On which sides of what is seen a point lies: -1, 0 or 1 across and down. */
  side(point) {
    return this.at(point).map((at, i) => (at < 0 ? -1 : at > this.room[i] ? 1 : 0));
  }

  /** Show the whole board, perhaps `clear` of the buttons at the right. */
  whole(clear = false) {
    const margin = clear ? ASIDE : 0;
    const [left, top, columns, rows] = this.#grid;
    const [width, height] = this.room;
    const size = Math.min((width - margin) / columns, height / rows, USUAL);
    this.centre([left + columns / 2 + margin / 2 / size, top + rows / 2], size);
    this.#moved = false;
  }

  /** Show everything, unless somebody has chosen another part or it is seen already, as it is to be. */
  keepWhole(clear = false) {
    const [left, top, columns, rows] = this.#grid;
    const inside = this.sees([left, top]) && this.sees([left + columns - 1, top + rows - 1]);
    if ((!inside || clear) && !this.#moved) this.whole(clear);
  }

  /** A point in the middle, with cells of this size. */
  centre([x, y], size = this.size) {
    const { clientWidth: width, clientHeight: height } = this.#frame;
    this.#place(size, width / 2 - x * size, height / 2 - y * size);
  }

  /** Cells of at least this size; the point stays where it is, if it is seen. */
  atLeast(size, [x, y]) {
    const [across, down] = [this.#x + x * this.size, this.#y + y * this.size];
    const { clientWidth: width, clientHeight: height } = this.#frame;
    const larger = Math.max(size, this.size);
    // Away from the edge, so that all of the cell is there.
    const edge = (at, room) => Math.min(Math.max(at, Math.min(larger * 0.75, room / 2)), room - Math.min(larger * 0.75, room / 2));
    this.#place(larger, edge(across, width) - x * larger, edge(down, height) - y * larger);
  }

  /** Whatever part somebody has chosen, choose for them from now on. */
  letGo() {
    this.#moved = false;
  }

  /** Look at something close, and come back with `back` to what was seen before, whatever was chosen meanwhile. */
  visit(point, size) {
    this.#saved ??= [this.size, this.#x, this.#y, this.#moved];
    this.centre(point, size);
  }

  /** The same, moved so that no emptiness is seen where more of the board could be. */
  visitPart(point, size) {
    this.visit(this.#filled(point, size), size);
  }

  back() {
    if (!this.#saved) return;
    const [size, x, y, moved] = this.#saved;
    this.#saved = null;
    this.#place(size, x, y);
    this.#moved = moved;
  }

  zoom(larger) {
    const box = this.#frame.getBoundingClientRect();
    const factor = larger ? STEP : 1 / STEP;
    this.#byHand(() => this.#zoom(factor, box.left + box.width / 2, box.top + box.height / 2));
  }

  /** Go to a point, so that one sees where that is, and no emptiness where more of the board could be. */
  glideTo(point) {
    this.#frame.classList.add("gliding");
    this.closer(this.#filled(point, this.size), this.size);
  }

  /** Zoom in around a point. */
  closer([x, y], size) {
    this.#moved = true;
    this.centre([x, y], size);
  }

  // What is in the middle when a point is looked at and nothing is seen beyond the board, but for where buttons lie.
  #filled(point, size) {
    return point.map((at, i) => {
      const [first, count, half] = [this.#grid[i], this.#grid[i + 2] + (i ? 0 : ASIDE / size), this.room[i] / size / 2];
      return count < 2 * half ? first + count / 2 : Math.min(Math.max(at, first + half), first + count - half);
    });
  }

  #byHand(change) {
    this.#moved = true;
    this.#frame.classList.remove("gliding");
    change();
  }

  #zoom(factor, clientX, clientY) {
    const [x, y] = this.#cellAt(clientX, clientY);
    const box = this.#frame.getBoundingClientRect();
    const size = this.#bounded(this.size * factor);
    this.#place(size, clientX - box.left - x * size, clientY - box.top - y * size);
  }

  #cellAt(clientX, clientY) {
    const box = this.#frame.getBoundingClientRect();
    return [(clientX - box.left - this.#x) / this.size, (clientY - box.top - this.#y) / this.size];
  }

  #bounded(size) {
    const [, , columns, rows] = this.#grid;
    const whole = Math.min(this.#frame.clientWidth / columns, this.#frame.clientHeight / rows, USUAL);
    return Math.min(LARGEST, Math.max(whole * 0.8, size));
  }

  // Some of the board is always seen.
  #place(size, x, y) {
    this.size = this.#bounded(size);
    const [left, top, columns, rows] = this.#grid;
    this.#x = within(x, left, columns, this.size, this.#frame.clientWidth);
    this.#y = within(y, top, rows, this.size, this.#frame.clientHeight);
    // What is drawn with lines has them equally thick however close it is.
    this.#world.style.setProperty("--px", 1 / this.size);
    this.#world.style.transform = `translate(${this.#x}px, ${this.#y}px) scale(${this.size / UNIT})`;
    this.#onChange();
  }

  #resized() {
    if (!this.#frame.clientWidth) return;
    if (this.#moved || this.#saved) return this.#place(this.size, this.#x, this.#y);
    this.whole();
    this.#onResize();
  }

  #key(event) {
    const moves = { ArrowLeft: [FAR, 0], ArrowRight: [-FAR, 0], ArrowUp: [0, FAR], ArrowDown: [0, -FAR] };
    if (event.target !== this.#frame || event.ctrlKey || event.metaKey || event.altKey) return;
    const [dx, dy] = moves[event.key] ?? [];
    if (dx !== undefined && event.shiftKey) this.#onStep([-dx / FAR, -dy / FAR]);
    else if (dx !== undefined) this.#byHand(() => this.#place(this.size, this.#x + dx, this.#y + dy));
    else if (event.key === "+" || event.key === "=") this.zoom(true);
    else if (event.key === "-") this.zoom(false);
    else if (event.key === "0") this.whole();
    else if (event.key === " " || event.key === "Enter") event.repeat || this.#onPress(event.key === "Enter");
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function within(at, first, count, size, room) {
  const [start, end] = [first * size, (first + count) * size];
  return Math.min(Math.max(at, room / 2 - end), room / 2 - start);
}
