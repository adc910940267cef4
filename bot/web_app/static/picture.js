// A picture in its figure: shown when it has arrived, described, and with the places that can be tapped.

import { find, make, texts } from "./dom.js";

export class PictureFrame {
  #sheet;
  #onGone;
  #shown = "";

  /** `onTap(element)` is called for a tap on the picture itself, `onGone` when it cannot be fetched. */
  constructor(sheet, { onTap, onGone }) {
    this.#sheet = sheet;
    this.#onGone = onGone;
    sheet.addEventListener("click", (event) => event.target.tagName === "IMG" && onTap());
  }

  /** Show a picture; `press(command)` is called for a tap on one of its places, if it is offered. */
  async show(picture, offered, press) {
    this.#sheet.closest("figure")?.toggleAttribute("hidden", picture === null);
    this.#shown = picture?.src ?? "";
    if (picture === null) {
      this.#sheet.replaceChildren();
    } else if (!picture.src) {
      this.#sheet.replaceChildren(make("p", { className: "gone" }, picture.failed ?? picture.late));
    } else {
      this.#sheet.classList.add("waiting");
      for (const target of this.#sheet.querySelectorAll(".target")) target.remove();
      const image = await this.#arrived(picture);
      if (this.#shown !== picture.src) return;
      this.#sheet.replaceChildren(image, ...targets(picture, offered, press));
      this.#sheet.classList.remove("waiting");
    }
  }

  async #arrived(picture) {
    const present = find("img", this.#sheet);
    if (/\.mp4$/.test(picture.src)) return film(picture);
    const image = make("img", { alt: picture.alt, draggable: false });
    image.src = picture.src;
    if (present?.src === image.src) return present;
    try {
      await image.decode();
      image.width = image.naturalWidth;
      image.height = image.naturalHeight;
      return image;
    } catch {
      if (this.#shown === picture.src) this.#onGone?.();
      return make("p", { className: "gone" }, texts.picture_gone);
    }
  }
}

function film(picture) {
  const video = make("video", { src: picture.src, controls: true, autoplay: true, loop: true, muted: true, playsInline: true });
  video.setAttribute("aria-label", picture.alt);
  return video;
}

// For fingers and mice only: the same commands are buttons beside the picture.
function targets(picture, offered, press) {
  return picture.targets
    .filter(([command]) => offered.has(command))
    .map(([command, x, y, width, height]) => {
      const target = make("button", { type: "button", className: "target", tabIndex: -1 });
      target.dataset.command = command;
      target.setAttribute("aria-hidden", "true");
      const place = { left: x + width / 2, top: y + height / 2, width, height };
      for (const [side, part] of Object.entries(place)) target.style[side] = `${part * 100}%`;
      target.addEventListener("click", (event) => press(nearest(target, event).dataset.command));
      return target;
    });
}

// A finger needs more room than a number on a large board has, so targets may overlap: the nearest is meant.
function nearest(target, event) {
  if (!event.detail) return target; // no pointer was there
  const away = (other) => {
    const box = other.getBoundingClientRect();
    return Math.hypot(event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2);
  };
  return [...target.parentElement.querySelectorAll(".target")].reduce((a, b) => (away(b) < away(a) ? b : a));
}
