// Notices on this device when it is one's turn: a button asks for them, and nothing else does.

import { find, texts } from "./dom.js";

const WORKER = "/worker.js";
const KEY = "bastide-notices";
const PATIENCE = 20_000;

export class Notices {
  #element;
  #button;
  #sound;
  #tell;
  #toast;
  #isBoard;
  #state = { on: false, sound: false, told: false, tag: "" };
  #scene = null;
  #waiting = null;
  #again = false;

  /** `tell` says something to the server, if the line is open. */
  constructor(element, { tell, toast, isBoard }) {
    this.#element = element;
    this.#tell = tell;
    this.#toast = toast;
    this.#isBoard = isBoard;
    this.#button = find("button", element);
    this.#sound = find("input", element);
    this.#button.addEventListener("click", () => this.#once(() => (this.#state.on ? this.#stop() : this.#start())));
    this.#sound.addEventListener("change", () => this.#once(() => this.#start()));
    document.addEventListener("visibilitychange", () => this.#look());
  }

  /** The line is open: ask how things stand. Who looks at a page is told nowhere else, so every page asks. */
  async come() {
    this.#again = true;
    this.#ask({ endpoint: (await subscribed())?.endpoint ?? "" });
  }

  /** What the server says. */
  hear(message) {
    if (message.key) return void this.#waiting?.(message.key);
    this.#state = message;
    this.#sound.checked = message.sound;
    const lost = this.#again && !message.on && this.#wanted && able() && Notification.permission === "granted";
    this.#again = false;
    // Browsers change addresses, and services forget them: whoever has asked for notices has them again.
    if (lost) this.#once(() => this.#start(true));
    this.show();
    this.#look();
  }

  /** The page shows this now. */
  shows(scene) {
    this.#scene = scene;
    this.#look();
  }

  /** Show what can be done here, if anything. */
  show() {
    const state = this.#kind();
    const button = { on: texts.notice_stop, off: texts.notice_me }[state];
    const said = { on: texts.notice_on, denied: texts.notice_denied, install: texts.notice_install }[state];
    this.#element.hidden = !state;
    this.#button.hidden = !button;
    this.#button.textContent = button ?? "";
    find("label", this.#element).hidden = state !== "on";
    find(".hint", this.#element).textContent = said ?? "";
  }

  #kind() {
    // Within an app there is nothing to be asked for; it has notices of its own.
    if (window !== top || !isSecureContext) return "";
    // An iPhone lets pages do it that stand on its home screen; a chat's board cannot.
    if (!able()) return navigator.standalone === false && !this.#isBoard ? "install" : "";
    if (Notification.permission === "denied") return "denied";
    return this.#state.on ? "on" : "off";
  }

  async #start(anew = false) {
    if ((await Notification.requestPermission()) !== "granted") return;
    const key = await this.#key();
    await navigator.serviceWorker.register(WORKER, { updateViaCache: "none" });
    const { pushManager } = await inTime(navigator.serviceWorker.ready);
    const old = await pushManager.getSubscription();
    if (old && (anew || !isKey(old.options.applicationServerKey, key))) await old.unsubscribe();
    const device = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
    this.#want(true);
    this.#ask({ device: device.toJSON(), sound: this.#sound.checked });
  }

  async #stop() {
    const device = await subscribed();
    this.#want(false);
    this.#ask({ endpoint: device?.endpoint ?? "", off: true });
    await device?.unsubscribe();
  }

  #ask(what) {
    this.#tell({ type: "notices", ...what });
  }

  #key() {
    return inTime(
      new Promise((resolve) => {
        this.#waiting = resolve;
        this.#ask({ key: true });
      }),
    );
  }

  // One thing after the other; what a browser does not manage is said in one sentence.
  async #once(work) {
    this.#button.disabled = this.#sound.disabled = true;
    try {
      await work();
    } catch {
      this.#sound.checked = this.#state.sound;
      this.#toast.show(texts.notice_failed);
    } finally {
      this.#button.disabled = this.#sound.disabled = false;
      this.show();
    }
  }

  // A notice has done its work when the page is looked at, or the turn is over. What was seen is told nowhere else.
  #look() {
    const seen = !document.hidden;
    if (!this.#scene || !this.#state.tag) return;
    if (seen || !this.#scene.yours) void withdraw(this.#state.tag);
    const { game, version, yours } = this.#scene;
    if (seen && yours && this.#state.told) this.#tell({ type: "seen", game, version });
  }

  get #wanted() {
    return !this.#isBoard && localStorage.getItem(KEY) === "yes";
  }

  #want(wanted) {
    if (this.#isBoard) return;
    if (wanted) localStorage.setItem(KEY, "yes");
    else localStorage.removeItem(KEY);
  }
}

const able = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

async function registered() {
  try {
    return await navigator.serviceWorker?.getRegistration();
  } catch {
    return undefined; // in some frames there is no storage
  }
}

async function subscribed() {
  return (await registered())?.pushManager?.getSubscription().catch(() => null);
}

async function withdraw(tag) {
  const notices = await (await registered())?.getNotifications?.({ tag });
  for (const notice of notices ?? []) notice.close();
}

function inTime(promise) {
  return Promise.race([promise, new Promise((_, reject) => setTimeout(() => reject(new Error("too late")), PATIENCE))]);
}

function bytesOf(key) {
  return Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}

function isKey(buffer, key) {
  return Boolean(buffer) && String(new Uint8Array(buffer)) === String(bytesOf(key));
}
