// One of six emoji, shown to everyone on the page for a moment: it takes no room, makes no sound and is kept nowhere.

import { find, make } from "./dom.js";

const LASTS = 3_200;
const MOST = 8;
const STEP = 34;

export class Reactions {
  #button;
  #tray;
  #air;
  #status;

  /** `send(emoji)` is called with what the reader chooses. */
  constructor(send) {
    [this.#button, this.#tray, this.#air, this.#status] = ["#react", "#reactions", "#air", "#reacted"].map((id) => find(id));
    this.#button.addEventListener("click", () => (this.#tray.hidden ? this.#open() : this.#close()));
    this.#tray.addEventListener("click", (event) => {
      const chosen = event.target.closest("button");
      if (!chosen) return;
      this.#close();
      send(chosen.textContent);
    });
    document.addEventListener("keydown", (event) => event.key === "Escape" && !this.#tray.hidden && this.#close());
    for (const kind of ["pointerdown", "focusin"]) document.addEventListener(kind, (event) => this.#outside(event.target) && this.#hide());
  }

  /** Show somebody's reaction at their seat among `seats`, else where all others are shown, with the name. */
  show({ seat, name, emoji }, seats) {
    const known = [...this.#tray.children].find((button) => button.textContent === emoji);
    if (!known || document.hidden) return;
    this.#status.textContent = `${name}: ${known.getAttribute("aria-label")}`;
    if (this.#air.children.length === MOST) this.#air.firstChild.remove();
    const floating = this.#atSeat(seats, seat, emoji) ?? this.#amongOthers(name, emoji);
    this.#air.append(floating);
    setTimeout(() => floating.remove(), LASTS);
  }

  #open() {
    this.#tray.hidden = false;
    this.#button.setAttribute("aria-expanded", "true");
    find("button", this.#tray).focus({ preventScroll: true });
  }

  #close() {
    this.#hide();
    this.#button.focus({ preventScroll: true });
  }

  #hide() {
    this.#tray.hidden = true;
    this.#button.setAttribute("aria-expanded", "false");
  }

  #outside(target) {
    return !this.#tray.hidden && !this.#tray.contains(target) && !this.#button.contains(target);
  }

  // Beside the name on the board, if that can be seen.
  #atSeat(seats, number, emoji) {
    const seat = number === null ? null : seats.children[number];
    if (!seat?.offsetParent) return null;
    const { right, bottom } = seat.getBoundingClientRect();
    return bottom > 0 ? placed(make("span", { className: "reaction" }, emoji), right - 36, bottom - 20) : null;
  }

  // With the name below the head of the page, one under the other.
  #amongOthers(name, emoji) {
    const table = find("#table .field");
    const { left, top } = (table.offsetParent ? table : find("main")).getBoundingClientRect();
    const taken = [...this.#air.children].map((other) => other.dataset.line);
    const line = [...Array(MOST).keys()].find((free) => !taken.includes(`${free}`));
    const floating = make("span", { className: "reaction named" }, emoji, make("bdi", {}, name));
    floating.dataset.line = line;
    return placed(floating, Math.max(left, 0) + 10, Math.max(top, 0) + 10 + line * STEP);
  }
}

function placed(element, left, top) {
  Object.assign(element.style, { left: `${left}px`, top: `${top}px` });
  return element;
}
