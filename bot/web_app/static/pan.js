// Fingers, wheel and mouse on a surface that pans and zooms. Nothing happens when a finger lands; a tap is one that
// has stayed where it was and is up again soon, with no other beside it.

const SLACK = 8;
const SOON = 500;
const TWICE = 350;

export class Pan {
  #surface;
  #calls;
  #fingers = new Map();
  #travelled = 0;
  #alone = true;
  #landed = 0;
  #last = { at: 0, x: 0, y: 0 };

  /**
   * `onMove(dx, dy)` pans, `onZoom(factor, x, y)` zooms around a point of the window, `onTap(x, y, twice)` is a tap.
   */
  constructor(surface, calls) {
    this.#surface = surface;
    this.#calls = calls;
    surface.addEventListener("pointerdown", (event) => this.#down(event));
    surface.addEventListener("pointermove", (event) => this.#move(event));
    surface.addEventListener("pointerup", (event) => this.#up(event, true));
    surface.addEventListener("pointercancel", (event) => this.#up(event, false));
    surface.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  /** Whether what is going on, or was last, is no tap: what is clicked at its end is not meant. */
  get dragged() {
    return !this.#alone || this.#travelled > SLACK;
  }

  #down(event) {
    if (event.button !== 0) return;
    if (this.#fingers.size === 0) {
      this.#travelled = 0;
      this.#alone = true;
      this.#landed = event.timeStamp;
    } else {
      this.#alone = false;
    }
    this.#fingers.set(event.pointerId, event);
    // What lies upon the surface gets its click.
    if (!event.target.closest("button, video")) this.#surface.setPointerCapture(event.pointerId);
  }

  #move(event) {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
    this.#travelled += Math.hypot(dx, dy);
    const other = [...this.#fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
    this.#fingers.set(event.pointerId, event);
    if (other) {
      this.#calls.onMove(dx / 2, dy / 2);
      const factor = apart(event, other) / Math.max(1, apart(before, other));
      this.#calls.onZoom(factor, (event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2);
    } else if (this.#travelled > SLACK) {
      this.#surface.setPointerCapture(event.pointerId);
      this.#calls.onMove(dx, dy);
    }
  }

  #up(event, lifted) {
    if (!this.#fingers.delete(event.pointerId) || !lifted) return;
    const soon = event.pointerType === "mouse" || event.timeStamp - this.#landed < SOON;
    if (this.dragged || !soon) return;
    const { clientX: x, clientY: y, timeStamp: at } = event;
    const twice = at - this.#last.at < TWICE && Math.hypot(x - this.#last.x, y - this.#last.y) < 24;
    this.#last = { at: twice ? 0 : at, x, y };
    this.#calls.onTap(x, y, twice);
  }

  #wheel(event) {
    event.preventDefault();
    this.#calls.onZoom(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  }
}

const apart = (a, b) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
