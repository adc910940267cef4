// A room: puts the parts together.

import { Board } from "./board.js";
import { Connection, TURNED_AWAY } from "./connection.js";
import { fillChoices, meantChoice, meantCommand } from "./choices.js";
import { fillLines, find, make, texts } from "./dom.js";
import { Entry } from "./entry.js";
import { Invitation } from "./invite.js";
import { Journal } from "./journal.js";
import { Naming } from "./naming.js";
import { Notices } from "./notices.js";
import { PictureFrame } from "./picture.js";
import { markPresent } from "./presence.js";
import { Progress } from "./progress.js";
import { Reactions } from "./reactions.js";
import { Straight } from "./straight.js";
import { Theme } from "./theme.js";
import { Toast } from "./toast.js";
import { Viewer } from "./viewer.js";
import { speak } from "./words.js";

const { room, kind, notices: offered } = document.body.dataset;
let line = null;
// Pictures come in the colours of the page.
const theme = new Theme(() => line?.greetAgain());
const entry = new Entry(kind, room, theme);
const banner = find("#banner");
const command = find("#command");
const answer = find("#answer");
const toast = new Toast(find("#toast"));
const progress = new Progress(find("#progress"));
const journal = new Journal(find("#log"));
const viewer = new Viewer(find("#viewer"));
const naming = new Naming(find("#naming"), find("#rename"), {
  known: entry.isBoard,
  onName: (name) => line.tell({ type: "name", name }),
});
const reactions = new Reactions(react);
const straight = new Straight((choice, shown) => Boolean(naming.name) && act(choice, shown));
// Where the server tells nobody of turns there is nothing to be asked.
const notices = offered && new Notices(find("#notices"), { tell: (message) => line.tell(message), toast, isBoard: entry.isBoard });
const empty = { game: "", version: null, rows: [], lines: [], picture: null };

let scene = empty;
let answered = empty;
let answerIsDone = false;
let viewed = null;
let present = []; // the seats of those who are here
let bannerTimer = 0;
let turnedAway = ""; // why, if it was
let typedEarly = false; // before what was asked last was answered: it waits for that
let tappedEarly = null; // likewise, on what came meanwhile
let tappedOn = null; // what was shown when that was asked
let greetedAs = ""; // the name that the last greeting gave

const stage = framed(find("#stage"), find("#enlarge"), () => scene);
const board = new Board(find("#table"), {
  act(words, shown) {
    const asked = tap({ command: words }, shown);
    if (asked) entry.embed.haptic("done");
    return asked;
  },
  onGhost: (lies) => entry.embed.guard(lies),
  onGone: () => line.greetAgain(),
});
const answerPicture = framed(find("figure", answer), find(".enlarge", answer), () => answered);

line = new Connection(entry.address, {
  greet: () => ({
    type: "hello",
    ...entry.shown,
    name: (greetedAs = naming.name),
    dark: theme.dark,
    language: document.documentElement.lang,
  }),
  onState: showState,
  onMessage: (message) => (receive[message.type]?.(message), showBusy(), straight.goOn(scene)),
  begun: entry.line,
});
showState("new");
comeIn();
if (!entry.isBoard && !naming.name && (straight.wanted || !naming.watches)) naming.ask();
for (const part of [".home", "h1", "#invite"]) find(part).hidden = entry.isBoard;

const receive = {
  pass: (message) => entry.keep(message.pass),
  turned(message) {
    turnedAway = message.text;
    entry.keep("");
  },
  welcome(message) {
    // Whoever has given a name since, over a slow line, is called by that.
    if (naming.name === greetedAs) naming.keep(message.name);
    journal.tell(0, message.log);
    progress.clear();
    showScene(message.scene);
    if (notices) notices.come();
  },
  scene: (message) => showScene(message.scene),
  picture(message) {
    if (message.game !== scene.game || message.version !== scene.version) return;
    scene = { ...scene, picture: message.picture };
    showPicture();
  },
  log: (message) => journal.tell(message.keep, message.entries),
  notices: (message) => notices.hear(message),
  speak(message) {
    speak(message);
    if (notices) notices.show();
    naming.keep(naming.name);
    showState(line.state);
  },
  named: (message) => naming.keep(message.name),
  refusal(message) {
    entry.embed.haptic("refused");
    progress.end(message.once);
    board.settle();
    straight.stop();
    tappedEarly = null;
    toast.show(message.text);
  },
  answer(message) {
    progress.end(message.once);
    showAnswer(message.scene);
  },
  progress: (message) => progress.show(message.once, message.done, message.of),
  done() {
    board.settle();
    if (answerIsDone) answer.close();
  },
  reaction: (message) => reactions.show(message, find("#table .seats")),
  people(message) {
    present = message.seats;
    markPresent(find("#table .seats"), present);
    find("#people").textContent = message.names.length ? `${texts.here} ${message.names.join(", ")}` : "";
  },
};

async function comeIn() {
  await entry.arrive();
  line.open();
}

function showScene(next) {
  scene = next;
  if (notices) notices.shows(next);
  fillLines(find("#lines"), next.lines);
  fillChoices(find("#choices"), next.rows, (choice) => tap(choice, next));
  showFile(find("#choices"), next);
  showPicture();
  // On a phone all of a game stays where it is, from scene to scene; it begins at the top, and so does its result.
  const was = document.body.classList.contains("playing");
  const playing = document.body.classList.toggle("playing", Boolean(next.playing && next.picture));
  if (was !== playing) window.scrollTo(0, 0);
  document.body.classList.toggle("touched", Boolean(next.board));
  // There is more news of several others, and less room for each name.
  document.body.classList.toggle("crowd", next.standing.length > 2);
  document.body.classList.toggle("many", next.standing.length > 4);
  find("#news").textContent = next.news;
  for (const part of [find("#lines"), find("#choices")]) part.scrollTop = 0;
  find("#lines").tabIndex = find("#lines").scrollHeight > find("#lines").clientHeight ? 0 : -1;
  document.title = [...(next.yours ? [`● ${texts.your_turn}`, room] : [room, "Bastide"])].filter(Boolean).join(" · ");
}

// A game is shown on a board of its own, everything else as a picture.
function showPicture() {
  stage.show(scene.board ? { ...scene, picture: null } : scene);
  showStanding((!scene.board && scene.standing) || []);
  if (scene.board) board.show(scene);
  else board.hide();
  markPresent(find("#table .seats"), present);
}

// Points and meeples left, where the picture does not tell them.
function showStanding(seats) {
  find("#standing").hidden = !seats.length;
  find("#standing").replaceChildren(...seats.map(seatOf));
}

function seatOf({ name, points, meeples, decides }) {
  const meeple = make("span", {}, "♟");
  meeple.setAttribute("role", "img");
  meeple.setAttribute("aria-label", texts.meeples);
  return make("span", { className: decides ? "seat decides" : "seat" }, make("strong", {}, name), ` ${points} `, meeple, `${meeples}`);
}

function showAnswer(next) {
  answered = next;
  answerIsDone = false;
  fillLines(find(".lines", answer), next.lines);
  fillChoices(find(".choices", answer), next.rows, (choice) => tap(choice, next));
  showFile(find(".choices", answer), next);
  if (!answer.open) {
    // Nobody is to take the picture of another answer for that of this one, which is on its way.
    find(".sheet", answer).replaceChildren();
    answer.showModal();
  }
  answerPicture.show(next);
  answer.scrollTop = 0;
}

function showFile(element, { file, picture }) {
  const name = file?.name ?? picture?.save;
  if (!name) return;
  const link = make("a", { className: "file", download: name }, `⬇ ${name}`);
  link.href = file ? URL.createObjectURL(new Blob([bytesOf(file.content)])) : picture.src;
  element.append(link);
}

function bytesOf(content) {
  return Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
}

// What is new can come before the answer to what has brought it: a tap on it waits for that, and a second tap on what
// was shown before is none. Whether it has been asked for now.
function tap(choice, shown) {
  if (line.busy && shown !== tappedOn) tappedEarly = () => act(choice, shown);
  return act(choice, shown);
}

function act(choice, shown) {
  if (line.busy) return false;
  if (!naming.name) {
    naming.ask(() => act(choice, shown));
    return false;
  }
  toast.hide();
  answerIsDone = shown === answered; // unless another answer comes
  tappedOn = shown;
  line.ask(choice.command, shown.game, shown.version);
  showBusy();
  return true;
}

function ask(words, file) {
  if (!naming.name) return naming.ask(() => ask(words, file));
  toast.hide();
  line.ask(words, "", null, file);
  showBusy();
}

function react(emoji) {
  if (naming.name) line.tell({ type: "react", emoji });
  else naming.ask(() => react(emoji));
}

function framed(figure, button, current) {
  const enlarge = () => {
    viewed = current;
    viewer.show(...contents(current()));
  };
  const frame = new PictureFrame(find(".sheet", figure), { onTap: enlarge, onGone: () => line.greetAgain() });
  button.addEventListener("click", enlarge);
  return {
    show(next) {
      button.hidden = !next.picture?.src;
      frame.show(...contents(next));
      if (viewer.open && viewed === current && next.picture?.src) viewer.show(...contents(next));
    },
  };
}

function contents(shown) {
  const offered = new Map(shown.rows.flat().map((choice) => [choice.command, choice]));
  return [shown.picture, offered, (pressed) => tap(offered.get(pressed), shown)];
}

function showBusy() {
  document.body.classList.toggle("busy", line.busy);
  if (!line.busy) {
    const early = tappedEarly;
    tappedEarly = tappedOn = null;
    early?.();
  }
  if (typedEarly && !line.busy) find("#typed").requestSubmit();
}

function showState(state) {
  clearTimeout(bannerTimer);
  if (state === TURNED_AWAY && entry.another()) return void comeIn();
  document.body.classList.toggle("away", state === TURNED_AWAY);
  const said = { open: "", new: texts.connecting, 4401: texts.no_cookies, [TURNED_AWAY]: turnedAway, 4429: texts.too_many };
  const show = () => {
    banner.textContent = said[state] ?? texts.disconnected;
    banner.hidden = state === "open";
  };
  // A line that is back at once is not worth a word.
  if (state === "open" || !banner.hidden) show();
  else bannerTimer = setTimeout(show, 1_500);
}

find("#typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const words = command.value.trim();
  typedEarly = Boolean(words && line.busy);
  if (!words || line.busy) return;
  command.value = "";
  const choice = meantChoice(words, scene.rows);
  if (choice) act(choice, scene);
  else ask(meantCommand(words, scene.rows));
});

find("#tools").addEventListener("click", (event) => {
  if (event.target.dataset.command) ask(event.target.dataset.command);
});

const record = find("#record");
find("#import").addEventListener("click", () => record.click());
record.addEventListener("change", async () => {
  const [file] = record.files;
  record.value = ""; // so that the same file can be chosen again
  if (file) ask("import", await sendable(file, Number(record.dataset.largest)));
});

// Of a file that is too large, or would be as a message, only its size is told.
async function sendable(file, largest) {
  const text = file.size <= largest ? await file.text() : "";
  const fits = file.size <= largest && new Blob([JSON.stringify(text)]).size <= 2 * largest;
  return fits ? { size: file.size, text } : { size: Math.max(file.size, largest + 1) };
}

find(".close", answer).addEventListener("click", () => answer.close());
answer.addEventListener("click", (event) => event.target === answer && answer.close());

new Invitation(find("#inviting"), find("#invite"), toast);

// Whoever begins to type means the command line: 12 and Enter lays the tile on spot 12.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    toast.hide();
    if (document.activeElement === command) command.value = "";
  }
  const elsewhere = event.target.closest?.("input, dialog");
  if (elsewhere || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (/^[a-z0-9/]$/i.test(event.key)) command.focus();
});

// At a board, what stands behind the # lets people in: a leap within the page leaves nothing there, and another link
// to the page is another way in.
if (entry.isBoard) {
  find(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    find("#choices").focus();
  });
  addEventListener("hashchange", () => location.reload());
}
