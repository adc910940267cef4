// How somebody comes to a board: by what the page was opened with, which is shown at the door. That begins before the rest
// of the page has come, so that the board's picture can come beside that, and the line to the server is open by then.

import { Discord, launchedWithin } from "./embed_discord.js";
import { darkIn, launchedBy } from "./launch.js";

const KEY = "bastide-pass";
const PATIENCE = 8_000;

/** Where a line to the server begins. Absolute, as some phones want it, whatever path has led here. */
export function lineTo(path) {
  const address = new URL(path, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.hash = address.search = "";
  return address.href;
}

export class Arrival {
  #key = KEY;
  #again = true;
  #knocked;

  constructor() {
    // Discord's number for us is in the page, if there is one.
    const within = launchedWithin(location.search, document.documentElement.dataset.application);
    /** Discord around the page, or null. */
    this.discord = within && new Discord(within);
    /** What Telegram has opened the page with, or null. */
    this.telegram = within ? null : launchedBy(location.hash);
    // All that Discord opens has the same address, wherever it is.
    if (within) this.#key += `-${within.instance}`;
    /** The line, on which nothing is said yet. */
    this.line = new WebSocket(lineTo("socket"));
    /** What is shown at the door. */
    this.shown = this.#first(within ? "" : location.hash.slice(1));
    this.#knocked = this.#knock();
  }

  /** Have something to be shown at the door, if it is not there yet. */
  async ready() {
    await this.#knocked;
    if (this.discord && !this.shown.proof) await this.#askDiscord();
  }

  /** Whether there is one more way in for whoever was turned away: nothing that is shown is good for ever. */
  another() {
    const again = this.#again && Boolean(this.discord);
    this.#again = false;
    return again;
  }

  /** Come in by this from now on; "" by nothing. */
  keep(pass) {
    this.shown = { door: "pass", proof: pass };
    this.#again ||= Boolean(pass);
    try {
      if (pass) sessionStorage.setItem(this.#key, pass);
      else sessionStorage.removeItem(this.#key);
    } catch {
      // In some frames nothing can be kept: then the page has it for as long as it is open.
    }
  }

  // Whatever is in the way here is in the way of the page's own line as well, which then says so.
  async #knock() {
    if (this.discord && !this.shown.proof && !(await this.#askDiscord())) return;
    const { door, proof } = this.shown;
    if (!proof) return;
    try {
      const headers = { Authorization: `${door} ${proof}` };
      const answer = await fetch("door", { method: "POST", headers, signal: AbortSignal.timeout(PATIENCE) });
      if (answer.ok) return this.#enter(await answer.json());
    } catch {
      // It may be in the way for a moment only.
    }
    if (door !== "discord") return;
    // A code is for once, and one more is enough.
    this.#again = false;
    this.shown = { door, proof: "" };
  }

  #enter({ pass, pictures }) {
    this.keep(pass);
    const dark = darkIn(this.telegram?.theme ?? {}) ?? matchMedia("(prefers-color-scheme: dark)").matches;
    const picture = pictures[dark ? "dark" : "light"];
    if (picture) document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "image", href: picture }));
  }

  async #askDiscord() {
    const shown = await this.discord.proof();
    // Whoever did not agree is not asked at once again; the server has a sentence for them.
    this.#again &&= Boolean(shown.code);
    this.shown = { door: "discord", proof: JSON.stringify(shown) };
    return Boolean(shown.code);
  }

  #first(ticket) {
    if (this.telegram?.proof) return { door: "telegram", proof: this.telegram.proof };
    return ticket && !this.telegram ? { door: "link", proof: ticket } : { door: "pass", proof: this.#kept() };
  }

  #kept() {
    try {
      return sessionStorage.getItem(this.#key) ?? "";
    } catch {
      return "";
    }
  }
}
