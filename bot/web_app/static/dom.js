// Small helpers: the page's own texts, elements, and sentences with emphasis.

export const texts = JSON.parse(document.getElementById("texts").textContent);

export const find = (selector, within = document) => within.querySelector(selector);

/** An element with properties and children; text is always text, never markup. */
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** A sentence; what stands between the two marks is emphasised. */
export function sentence(text) {
  return text.split(/\x02([^\x03]*)\x03/).map((part, i) => (i % 2 ? make("strong", {}, part) : part));
}

/** Fill an element with sentences, unless it says the same already (a live region repeats nothing then). */
export function fillLines(element, lines) {
  const said = lines.join("\n");
  if (element.dataset.said === said) return;
  element.dataset.said = said;
  element.replaceChildren(...lines.map((line) => make("p", {}, ...sentence(line))));
}

/** An element of a drawing, with attributes and children. */
export function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
