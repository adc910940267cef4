// How a page comes in. A room knows people by a cookie; at a board they show what brought them here.

import { Discord, launchedWithin } from "./embed_discord.js";
import { launchedBy, Telegram } from "./embed_telegram.js";

const KEY = "bastide-pass";

/** What a page asks of an app around it, where there is none. */
const ALONE = { guard() {}, haptic() {} };

export class Entry {
  #proof;
  #key = KEY;
  #discord = null;
  #again = true;

  /** `theme` is the page's, which an app around it may change; `application` is Discord's number for us. */
  constructor(kind, room, theme, application) {
    this.isBoard = kind === "board";
    // Relative, since an address may lead here by any path; but absolute in the end, as some phones want it.
    const address = new URL(this.isBoard ? "socket" : `/r/${room}/socket`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.hash = address.search = "";
    this.address = address.href;
    const brought = this.isBoard ? location.hash : "";
    const within = this.isBoard ? launchedWithin(location.search, application) : null;
    const launch = this.isBoard && !within ? launchedBy(brought) : null;
    // All that Discord opens has the same address, wherever it is.
    if (within) this.#key += `-${within.instance}`;
    this.#proof = this.isBoard ? this.#shownFirst(brought.slice(1), launch) : {};
    // Nobody else should come in by what a history keeps.
    if (brought) history.replaceState(null, "", location.pathname);
    /** The app around the page. */
    this.embed = launch ? new Telegram(launch, theme) : ALONE;
    if (within) this.embed = this.#discord = new Discord(within);
  }

  /** Have something to be shown at the door, if it is not there yet. */
  async arrive() {
    const pass = await window.knocked;
    if (pass) this.keep(pass);
    if (!this.#discord || this.#proof.proof) return;
    const shown = await this.#discord.proof();
    // Whoever did not agree is not asked at once again; the server has a sentence for them.
    this.#again &&= Boolean(shown.code);
    this.#proof = { door: "discord", proof: JSON.stringify(shown) };
  }

  /** Whether there is one more way in for whoever was turned away: nothing that is shown is good for ever. */
  another() {
    const again = this.#again && Boolean(this.#discord);
    this.#again = false;
    return again;
  }

  /** What is shown at the door. */
  get shown() {
    return this.#proof;
  }

  /** Come in by this from now on; "" by nothing. */
  keep(pass) {
    this.#proof = { door: "pass", proof: pass };
    this.#again ||= Boolean(pass);
    try {
      if (pass) sessionStorage.setItem(this.#key, pass);
      else sessionStorage.removeItem(this.#key);
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
      return sessionStorage.getItem(this.#key) ?? "";
    } catch {
      return "";
    }
  }
}
