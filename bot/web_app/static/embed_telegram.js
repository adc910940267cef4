// The page inside Telegram: a Mini App. Telegram says in the address who opens it, and the two talk by events:
// a phone or a desktop has an object for them, a browser a frame around the page.

const KEY = "bastide-telegram";
const DARK = 110;

/** What Telegram has written behind the # of an address, and what is kept of it for a reload; null for elsewhere. */
export function launchedBy(hash) {
  const told = new URLSearchParams(hash.slice(1));
  if (!told.has("tgWebAppVersion") && !told.has("tgWebAppData")) return hash.length > 1 ? null : kept();
  const theme = told.get("tgWebAppThemeParams") ?? "";
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ theme }));
  } catch {
    // In some frames nothing can be kept.
  }
  return { proof: told.get("tgWebAppData") ?? "", theme };
}

export class Telegram {
  #theme;
  #guarded = false;
  #insets = { safe: {}, content: {} };

  /** `launch` is what `launchedBy` has found; `theme` is the page's. */
  constructor(launch, theme) {
    this.#theme = theme;
    this.#listen();
    this.#colour(parsed(launch.theme));
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

  #colour({ bg_color: colour }) {
    if (!/^#[0-9a-f]{6}$/i.test(colour ?? "")) return;
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
    this.#theme.set(0.3 * red + 0.6 * green + 0.1 * blue < DARK);
  }
}

function kept() {
  try {
    const told = sessionStorage.getItem(KEY);
    return told && { proof: "", ...parsed(told) };
  } catch {
    return null;
  }
}

function parsed(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

const set = (name, value) => document.documentElement.style.setProperty(name, value);
