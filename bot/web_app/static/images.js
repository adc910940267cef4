// Pictures that have been fetched, and parts of them.

import { make } from "./dom.js";

/** A picture that is being fetched, and knows by which address. */
export function imageFrom(src) {
  const image = make("img", { alt: "", draggable: false, src });
  image.dataset.from = src;
  return image;
}

/** Whether a picture has come. */
export const isThere = (image) => image.complete && image.naturalWidth > 0;

/** Show a part of a picture, a box in parts of it, as the ground of an element. */
export function showPart(element, image, [left, top, width, height]) {
  const share = (at, part) => (part < 1 ? `${(100 * at) / (1 - part)}%` : "0");
  Object.assign(element.style, {
    backgroundImage: `url("${image.src}")`,
    backgroundSize: `${100 / width}% ${100 / height}%`,
    backgroundPosition: `${share(left, width)} ${share(top, height)}`,
  });
}
