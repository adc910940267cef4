// Choices as buttons.

import { make } from "./dom.js";

const MANY = 7;

/** Fill an element with the buttons of a scene; `choose` is called with the choice that was pressed. */
export function fillChoices(element, rows, choose) {
  const hadFocus = element.contains(document.activeElement) && element !== document.activeElement;
  element.replaceChildren(...rows.filter((row) => row.length).map((row) => rowOf(row, choose)));
  if (hadFocus) (element.querySelector("button") ?? element).focus({ preventScroll: true });
}

/** What somebody means who types `12` or `b` while a choice is `place 12` or `deploy b`. */
export function meantChoice(words, rows) {
  const word = words.trim().toLowerCase();
  return rows.flat().find((choice) => choice.command.split(" ")[1] === word) ?? null;
}

/** What somebody types who means a spot, a tile or a letter that is not offered: the command that says so. */
export function meantCommand(words, rows) {
  const word = words.trim();
  const kinds = [/^\d+$/, /^[a-z]$/i].filter((kind) => kind.test(word));
  const alike = rows.flat().find((choice) => kinds.some((kind) => kind.test(choice.command.split(" ")[1] ?? "")));
  return alike ? `${alike.command.split(" ")[0]} ${word}` : words;
}

function rowOf(row, choose) {
  const numbers = row.length >= MANY && row.every((choice) => choice.label.length <= 3);
  const buttons = row.map((choice) => {
    const button = make("button", { type: "button", className: choice.style }, choice.label);
    button.dataset.command = choice.command;
    button.addEventListener("click", () => choose(choice));
    // A key that is held down must not press the button that takes this one's place.
    button.addEventListener("keydown", (event) => event.repeat && event.key !== "Tab" && event.preventDefault());
    return button;
  });
  return make("div", { className: numbers ? "row numbers" : "row" }, ...buttons);
}
