// Who of those who play is here now: a dot at their seat, and a word for whoever does not see it.

import { find, make, texts } from "./dom.js";

/** Mark the seats with these numbers among all that are shown. */
export function markPresent(seats, present) {
  for (const [number, seat] of [...seats.children].entries()) {
    const here = present.includes(number);
    seat.classList.toggle("present", here);
    const said = find(".unseen", seat);
    if (here && !said) seat.append(make("span", { className: "unseen" }, ` ${texts.seat_here}`));
    if (!here) said?.remove();
  }
}
