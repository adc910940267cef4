// The page inside Telegram: a Mini App. Telegram says in the address who opens it, and the two talk by events:
// a phone or a desktop has an object for them, a browser a frame around the page.

import { darkIn, parsed } from "./launch.js";

export class Telegram {
  #theme;
  #guarded = false;
  #insets = { safe: {}, content: {} };

  /** `launch` is what `launchedBy` has found; `theme` is the page's. */
  constructor(launch, theme) {
    this.#theme = theme;
    this.#listen();
    this.#colour(launch.theme);
    this.#post("web_app_ready");
    this.#post("web_app_expand");
    // Else a board that is drawn down takes the whole app with it.
    this.#post("web_app_setup_swipe_behavior", { allow_vertical_swipe: false });
    for (const what of ["viewport", "safe_area", "content_safe_area", "theme"]) this.#post(`web_app_request_${what}`);
  }

  /** Ask before the app is closed, while something would be lost by that. */
  guard(on) {
    if (on === this.#guarded) return;
    this.#guarded = on;
    this.#post("web_app_setup_closing_behavior", { need_confirmation: on });
  }

  /** Let the phone be felt: "done" or "refused". */
  haptic(kind) {
    const felt = { done: { type: "impact", impact_style: "medium" }, refused: { type: "notification", notification_type: "error" } };
    this.#post("web_app_trigger_haptic_feedback", felt[kind]);
  }

  // Telegram itself decides who may be around the page, so whoever hears this may.
  #post(eventType, eventData = {}) {
    if (window.TelegramWebviewProxy) window.TelegramWebviewProxy.postEvent(eventType, JSON.stringify(eventData));
    else if (parent !== window) parent.postMessage(JSON.stringify({ eventType, eventData }), "*");
  }

  #listen() {
    const receiveEvent = (type, data) => this.#heard(type, data ?? {});
    window.Telegram = { WebView: { receiveEvent } };
    window.TelegramGameProxy = { receiveEvent };
    addEventListener("message", ({ source, data }) => {
      if (source !== parent || source === window) return;
      const { eventType, eventData } = parsed(data);
      if (eventType) receiveEvent(eventType, eventData);
    });
  }

  #heard(type, data) {
    if (type === "theme_changed") this.#colour(data.theme_params ?? {});
    // Heights on the way to where a sheet is drawn would make the board jump.
    if (type === "viewport_changed" && data.is_state_stable && data.height > 0) set("--vh", `${data.height / 100}px`);
    if (type === "safe_area_changed") this.#keepClear("safe", data);
    if (type === "content_safe_area_changed") this.#keepClear("content", data);
  }

  #keepClear(kind, sides) {
    this.#insets[kind] = sides;
    const { safe, content } = this.#insets;
    for (const side of ["top", "right", "bottom", "left"]) {
      set(`--inset-${side}`, `${(Number(safe[side]) || 0) + (Number(content[side]) || 0)}px`);
    }
  }

  #colour(theme) {
    const dark = darkIn(theme);
    if (dark !== undefined) this.#theme.set(dark);
  }
}

const set = (name, value) => document.documentElement.style.setProperty(name, value);
