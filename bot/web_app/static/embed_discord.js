// Discord around the page: it tells whose page this is, by a code that is of use to our server alone.
// These are the few messages that are needed of what Discord's own kit for such pages can say.

const ORIGINS = ["discord.com", "canary.discord.com", "ptb.discord.com", "discordapp.com"].map((name) => ["https", name].join("://"));
const HANDSHAKE = 0;
const FRAME = 1;
const PATIENCE = 20_000;

/** What Discord has opened the page with, or null where nobody of that kind has. */
export function launchedWithin(search, application) {
  const query = new URLSearchParams(search);
  const launch = { application, instance: query.get("instance_id"), frame: query.get("frame_id") };
  return window.parent !== window && Object.values(launch).every(Boolean) ? launch : null;
}

export class Discord {
  #launch;
  #parent;
  #origin;
  #waiting = new Map();

  constructor(launch) {
    this.#launch = launch;
    // In a window of its own Discord stands behind the one that opened it.
    this.#parent = window.parent.opener ?? window.parent;
    this.#origin = new Promise((resolve) => this.#waiting.set("READY", { resolve }));
    addEventListener("message", (event) => this.#hear(event));
    const { application, frame } = launch;
    this.#parent.postMessage([HANDSHAKE, { v: 1, encoding: "json", client_id: application, frame_id: frame }], "*");
  }

  /** What is shown at the door: a new code, after whoever looks has agreed once; an empty one if Discord gives none. */
  async proof() {
    const { application: client_id, instance: instance_id } = this.#launch;
    const args = { client_id, response_type: "code", state: unique(), prompt: "none", scope: ["identify"] };
    const { code } = await this.#ask("AUTHORIZE", args).catch(() => ({ code: "" }));
    return { code, instance_id };
  }

  /** Nothing is lost here by leaving: what lies on the board is not done. */
  guard() {}

  /** Discord lets no phone be felt. */
  haptic() {}

  async #ask(cmd, args) {
    const origin = await within(PATIENCE, this.#origin);
    const nonce = unique();
    const answer = new Promise((resolve, reject) => this.#waiting.set(nonce, { resolve, reject }));
    this.#parent.postMessage([FRAME, { cmd, args, nonce }], origin);
    return answer;
  }

  #hear({ data, origin, source }) {
    if (source !== this.#parent || !ORIGINS.includes(origin) || !Array.isArray(data) || data[0] !== FRAME) return;
    const { cmd, evt, nonce, data: told } = data[1] ?? {};
    const name = cmd === "DISPATCH" ? evt : nonce;
    const waiting = this.#waiting.get(name);
    this.#waiting.delete(name);
    if (cmd === "DISPATCH") waiting?.resolve(origin);
    else if (evt === "ERROR") waiting?.reject(new Error(told?.message));
    else waiting?.resolve(told);
  }
}

function within(milliseconds, promise) {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("late")), milliseconds));
  return Promise.race([promise, late]);
}

function unique() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(16).padStart(8, "0")).join("");
}
