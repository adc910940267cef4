// What Telegram has written in the address of a page that it opens.

import { isDark } from "./colours.js";

const KEY = "bastide-telegram";

/** What stands behind the # of an address, and what is kept of it for a reload; null where Telegram did not write it. */
export function launchedBy(hash) {
  const told = new URLSearchParams(hash.slice(1));
  if (!told.has("tgWebAppVersion") && !told.has("tgWebAppData")) return hash.length > 1 ? null : kept();
  const theme = told.get("tgWebAppThemeParams") ?? "";
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ theme }));
  } catch {
    // In some frames nothing can be kept.
  }
  return { proof: told.get("tgWebAppData") ?? "", theme: parsed(theme) };
}

/** Whether Telegram's theme is dark; undefined where it does not say. */
export function darkIn({ bg_color: colour }) {
  return /^#[0-9a-f]{6}$/i.test(colour ?? "") ? isDark(colour) : undefined;
}

/** What a text of others says, if it is any. */
export function parsed(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

function kept() {
  try {
    const told = sessionStorage.getItem(KEY);
    return told && { proof: "", theme: parsed(parsed(told).theme) };
  } catch {
    return null;
  }
}
