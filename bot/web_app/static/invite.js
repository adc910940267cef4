// Others are asked in: by the room's address, to be copied or sent, and as a pattern that a phone reads.

import { find, texts } from "./dom.js";

export class Invitation {
  #dialog;
  #address;
  #toast;

  constructor(dialog, button, toast) {
    this.#dialog = dialog;
    this.#toast = toast;
    this.#address = find("input", dialog);
    button.addEventListener("click", () => this.#open());
    find(".close", dialog).addEventListener("click", () => dialog.close());
    find(".copy", dialog).addEventListener("click", () => this.#copy());
    const share = find(".share", dialog);
    share.hidden = !navigator.share;
    share.addEventListener("click", () => navigator.share({ url: this.#address.value }).catch(() => {}));
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }

  #open() {
    const code = find("img", this.#dialog);
    code.src = code.dataset.from;
    this.#dialog.showModal();
  }

  async #copy() {
    this.#address.select();
    try {
      // On a plain http page there is no clipboard, but for what is selected.
      if (navigator.clipboard) await navigator.clipboard.writeText(this.#address.value);
      else if (!document.execCommand("copy")) return;
      this.#toast.show(texts.copied);
    } catch {
      this.#toast.show(this.#address.value);
    }
  }
}
