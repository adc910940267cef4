// How a page comes in. A room knows people by a cookie; at a board they show what brought them here.

import { launchedBy, Telegram } from "./embed_telegram.js";

const KEY = "bastide-pass";

/** What a page asks of an app around it, where there is none. */
const ALONE = { guard() {}, haptic() {} };

export class Entry {
  #proof;

  /** `theme` is the page's, which an app around it may change. */
  constructor(kind, room, theme) {
    this.isBoard = kind === "board";
    // Relative, since an address may lead here by any path; but absolute in the end, as some phones want it.
    const address = new URL(this.isBoard ? "socket" : `/r/${room}/socket`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.hash = address.search = "";
    this.address = address.href;
    const brought = this.isBoard ? location.hash : "";
    const launch = this.isBoard ? launchedBy(brought) : null;
    this.#proof = this.isBoard ? this.#shownFirst(brought.slice(1), launch) : {};
    // Nobody else should come in by what a history keeps.
    if (brought) history.replaceState(null, "", location.pathname);
    /** The app around the page. */
    this.embed = launch ? new Telegram(launch, theme) : ALONE;
  }

  /** What is shown at the door. */
  get shown() {
    return this.#proof;
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

  #shownFirst(ticket, launch) {
    if (launch?.proof) return { door: "telegram", proof: launch.proof };
    return ticket && !launch ? { door: "link", proof: ticket } : { door: "pass", proof: this.#kept() };
  }

  #kept() {
    try {
      return sessionStorage.getItem(KEY) ?? "";
    } catch {
      return "";
    }
  }
}
