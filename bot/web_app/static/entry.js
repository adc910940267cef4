// How a page comes in. A room knows people by a cookie; at a board they show what brought them here.

const KEY = "bastide-pass";

export class Entry {
  #proof;

  constructor(kind, room) {
    this.isBoard = kind === "board";
    // Relative, since an address may lead here by any path; but absolute in the end, as some phones want it.
    const address = new URL(this.isBoard ? "socket" : `/r/${room}/socket`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.hash = address.search = "";
    this.address = address.href;
    const ticket = this.isBoard ? location.hash.slice(1) : "";
    // Nobody else should come in by what a history keeps.
    if (ticket) history.replaceState(null, "", location.pathname);
    const kept = this.isBoard && !ticket ? this.#kept() : "";
    this.#proof = ticket ? { door: "link", proof: ticket } : { door: "pass", proof: kept };
  }

  /** What is shown at the door. */
  get shown() {
    return this.isBoard ? this.#proof : {};
  }

  /** Come in by this from now on; "" by nothing. */
  keep(pass) {
    this.#proof = { door: "pass", proof: pass };
    try {
      if (pass) sessionStorage.setItem(KEY, pass);
      else sessionStorage.removeItem(KEY);
    } catch {
      // In some frames nothing can be kept: then the page has it for as long as it is open.
    }
  }

  #kept() {
    try {
      return sessionStorage.getItem(KEY) ?? "";
    } catch {
      return "";
    }
  }
}
