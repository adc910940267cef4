// Buttons in the bar below the board.

import { make } from "./dom.js";

/** A button of the bar; `name` is what it is called where its label is a sign. */
export function barButton(style, label, press, { name = "", disabled = false }) {
  const button = make("button", { type: "button", className: style, disabled }, label);
  if (name && name !== label) button.setAttribute("aria-label", name);
  button.addEventListener("click", press);
  // A key that is held down must not press what takes this button's place.
  button.addEventListener("keydown", (event) => event.repeat && event.key !== "Tab" && event.preventDefault());
  return button;
}

/** Of "⟳ Turn" the sign is enough beside the board, where room is scarce. */
export const shortOf = (label) => (label.startsWith("⟳ ") ? "⟳" : label);
