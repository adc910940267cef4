// Knocks at the door of a board. It stands in the page itself, before all that the page fetches.

import { Arrival } from "./arrival.js";

window.arrival = new Arrival();
