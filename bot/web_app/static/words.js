// The page's own words in another language: what stands in the page says by data-say which text it is.

import { texts } from "./dom.js";

const ATTRIBUTES = ["aria-label", "title", "placeholder", "alt"];

/** Say everything anew. `said` are texts by key, `language` is their BCP 47 tag. */
export function speak({ language, texts: said }) {
  document.documentElement.lang = language;
  for (const [key, text] of Object.entries(said)) texts[key.replace(/^web\./, "")] = text;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = said[element.dataset.say];
  for (const attribute of ATTRIBUTES) {
    for (const element of document.querySelectorAll(`[data-say-${attribute}]`)) {
      element.setAttribute(attribute, said[element.getAttribute(`data-say-${attribute}`)]);
    }
  }
}
