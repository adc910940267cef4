// The line to the server: opens itself again and again, and sends once more what was not acknowledged.
// Every tap has a key of its own, so that one that arrives twice still makes one move.

const QUICKEST = 400;
const SLOWEST = 10_000;
const PATIENCE = 6_000;
/** The code of a closing after which it is of no use to come again. */
export const TURNED_AWAY = 4403;

export class Connection {
  #address;
  #greet;
  #onMessage;
  #onState;
  #socket = null;
  #begun;
  #wait = QUICKEST;
  #timer = 0;
  #deadline = 0;
  #unanswered = new Map();
  state = "new";

  /**
   * `greet()` makes the first message of each connection; `onState` gets "open" or the code of a closing, which
   * is the `state` from then on. `begun` is a line that opens already, if there is one.
   */
  constructor(address, { greet, onMessage, onState, begun }) {
    this.#address = address;
    this.#begun = begun;
    this.#greet = greet;
    this.#onMessage = onMessage;
    this.#onState = (state) => onState((this.state = state));
    addEventListener("online", () => this.#check());
    addEventListener("pageshow", () => this.#check());
    document.addEventListener("visibilitychange", () => document.hidden || this.#check());
  }

  /** Open the line, which stays open from then on. */
  open() {
    this.#open();
  }

  /** Whether something that was asked has not been answered yet. */
  get busy() {
    return this.#unanswered.size > 0;
  }

  /** Ask for something; a button brings the game and version that it was shown with, a command perhaps a file. */
  ask(command, game = "", version = null, file = undefined) {
    const message = { type: "do", once: uniqueKey(), command, game, version, file };
    this.#unanswered.set(message.once, message);
    this.tell(message);
  }

  /** Say something now, if the line is open. */
  tell(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Begin anew, to be shown everything again. */
  greetAgain() {
    this.tell(this.#greet());
  }

  #open() {
    clearTimeout(this.#timer);
    // The server waits for nobody who says nothing.
    const begun = this.#begun?.readyState <= WebSocket.OPEN ? this.#begun : null;
    const socket = begun ?? new WebSocket(this.#address);
    this.#begun = null;
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(this.#greet()));
    if (socket.readyState === WebSocket.OPEN) socket.onopen();
    socket.onmessage = (event) => this.#socket === socket && this.#receive(JSON.parse(event.data));
    socket.onclose = (event) => this.#socket === socket && this.#lost(event.code);
  }

  #receive(message) {
    clearTimeout(this.#deadline);
    if (message.type === "welcome") {
      this.#wait = QUICKEST;
      this.#onState("open");
      for (const waiting of this.#unanswered.values()) this.tell(waiting);
    }
    if (message.type === "done" || message.type === "refusal") this.#unanswered.delete(message.once);
    this.#onMessage(message);
  }

  #lost(code) {
    clearTimeout(this.#deadline);
    this.#onState(code);
    if (code === TURNED_AWAY) return; // it would be no other the next time
    this.#timer = setTimeout(() => this.#open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, SLOWEST);
  }

  // A phone that wakes up may hold a dead line that looks open: ask, and open a new one if nothing comes.
  #check() {
    if (!this.#socket) return;
    if (this.#socket.readyState === WebSocket.OPEN) {
      this.tell({ type: "ping" });
      clearTimeout(this.#deadline);
      this.#deadline = setTimeout(() => this.#reopen(), PATIENCE);
    } else if (this.#socket.readyState !== WebSocket.CONNECTING && this.state !== TURNED_AWAY) {
      this.#reopen();
    }
  }

  #reopen() {
    const old = this.#socket;
    this.#open();
    old.close();
  }
}

// crypto.randomUUID exists on secure pages only, and a table in the living room is plain http.
function uniqueKey() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(16).padStart(8, "0")).join("-");
}
