// The board that one touches. A touch only shows what would be; nothing is done before ✓.

import { barButton, shortOf } from "./bar.js";
import { isDark } from "./colours.js";
import { find, make, texts } from "./dom.js";
import { Edges, middle } from "./edges.js";
import { lettersFor, nearestArea, nearestSpot, nextPoint } from "./hit.js";
import { imageFrom, isThere, showPart } from "./images.js";
import { Latest } from "./latest.js";
import * as layers from "./layers.js";
import { fillStrip } from "./strip.js";
import { ASIDE, UNIT, View } from "./view.js";

const FINGER = 50;
const GHOST = 72;
const TILE = 260;

export class Board {
  #section;
  #frame;
  #world;
  #over;
  #bar;
  #view;
  #edges;
  #act;
  #onGone;
  #onGhost;
  #scene = null;
  #images = {};
  #letters = [];
  #chosen = null;
  #sent = false;
  #drawn = ""; // the game and version of the board that lies there
  #latest;

  /**
   * `act(command, scene)` does something; `onGone()` is called when a picture cannot be fetched, `onGhost(lies)` when
   * something is shown that would be done.
   */
  constructor(section, { act, onGone, onGhost }) {
    this.#onGhost = onGhost;
    this.#section = section;
    this.#act = act;
    this.#onGone = onGone;
    this.#frame = find(".board", section);
    this.#world = find(".world", section);
    this.#over = find(".over", section);
    this.#bar = find(".bar", section);
    this.#latest = new Latest(this.#over);
    this.#view = new View(this.#frame, this.#world, {
      onTap: (point, twice) => this.#tap(point, twice),
      onChange: () => this.#pointOut(),
      onResize: () => this.#scene?.picture?.plan && this.#look(),
      onStep: (way) => this.#step(way),
      onPress: (enter) => this.#chosen && (enter ? this.#confirm() : this.#next()),
    });
    this.#edges = new Edges(find(".edges", section), find(".zoom", section), this.#view);
    find(".zoom", section).addEventListener("click", (event) => this.#zoom(event.target.closest("button")?.dataset.zoom));
    find(".hand", section).addEventListener("click", (event) => this.#hold(event.target.closest("button")));
    section.addEventListener("keydown", (event) => event.key === "Escape" && this.#chosen && this.#choose(null));
  }

  hide() {
    this.#section.hidden = true;
    this.#scene = null;
    this.#drawn = "";
    this.#sent = false;
    this.#chosen = null;
    this.#onGhost(false);
  }

  /** Show a scene; what somebody was about to do stays, as long as it can be done. */
  async show(scene) {
    const kept = this.#kept(scene);
    this.#section.hidden = false;
    this.#scene = scene;
    this.#sent = false;
    this.#chosen = null;
    fillStrip(find(".strip", this.#section), scene);
    const { picture } = scene;
    const note = find(".note", this.#section);
    note.textContent = picture?.failed ?? picture?.late ?? "";
    if (picture?.plan && (await this.#arrived(picture))) {
      if (this.#scene !== scene) return;
      // A picture may come long after its words: what is new is what has not been drawn yet.
      const drawn = `${scene.game} ${scene.version}`;
      const fresh = drawn !== this.#drawn;
      this.#drawn = drawn;
      this.#lay(picture, fresh);
      this.#chosen = kept;
      this.#draw();
      if (fresh) this.#latest.tell(scene, this.#images.bare);
    } else if (this.#scene === scene) {
      this.#draw();
    }
  }

  /** What was confirmed has been refused, or is done. */
  settle() {
    if (!this.#sent) return;
    this.#sent = false;
    this.#draw();
  }

  get #offer() {
    return this.#scene?.picture?.plan ? this.#scene.board.offer : null;
  }

  get #outlines() {
    return this.#scene.picture.plan.outlines;
  }

  #kept(scene) {
    const [before, chosen] = [this.#scene, this.#chosen];
    const same = chosen && !this.#sent && before.game === scene.game && before.turn === scene.turn;
    const alike = (part) => JSON.stringify([before.board.offer?.[part], before.picture?.looks?.boxes]) === JSON.stringify([scene.board.offer?.[part], scene.picture?.looks?.boxes]);
    return same && ["placements", "areas", "held"].every(alike) ? chosen : null;
  }

  // The board waits for no sprites, and when the page is opened it does not share a slow line with them.
  async #arrived(picture) {
    const before = Object.values(this.#images);
    const fetch = (src) => before.find((image) => image.dataset.from === src) ?? imageFrom(src);
    const later = before.length ? null : picture.looks?.src;
    const found = {};
    for (const [name, src] of Object.entries({ bare: picture.src, near: picture.near?.src, looks: picture.looks?.src })) {
      if (src && src !== later) found[name] = fetch(src);
    }
    const gone = () => this.#gone(picture);
    try {
      await Promise.all([found.bare, found.near].map((image) => image?.decode()));
    } catch {
      return gone();
    }
    if (this.#scene?.picture !== picture) return true;
    if (later) found.looks = fetch(later);
    this.#images = found;
    if (found.looks && !isThere(found.looks)) found.looks.decode().then(() => this.#scene?.picture === picture && this.#draw(), gone);
    return true;
  }

  #gone(picture) {
    if (this.#scene?.picture !== picture) return false;
    find(".note", this.#section).textContent = texts.picture_gone;
    this.#onGone();
    return false;
  }

  // The sprites, as soon as they are there.
  get #looked() {
    const { looks } = this.#images;
    return looks && isThere(looks) ? looks : null;
  }

  // Lays the pictures where their cells are, and looks at what matters now.
  #lay({ alt, plan, near }, fresh) {
    const { bare, near: close } = this.#images;
    const placed = [[bare, plan.grid], ...(close ? [[close, near.plan.grid]] : [])];
    for (const [image, [left, top, columns, rows]] of placed) {
      Object.assign(image.style, { left: `${left * UNIT}px`, top: `${top * UNIT}px`, width: `${columns * UNIT}px`, height: `${rows * UNIT}px` });
    }
    bare.alt = alt;
    find(".pictures", this.#section).replaceChildren(...placed.map(([image]) => image));
    const [left, top, columns, rows] = plan.grid;
    this.#over.setAttribute("viewBox", plan.grid.join(" "));
    Object.assign(this.#over.style, { left: `${left * UNIT}px`, top: `${top * UNIT}px`, width: `${columns * UNIT}px`, height: `${rows * UNIT}px` });
    this.#frame.style.background = plan.ground;
    this.#section.classList.toggle("dim", isDark(plan.ground));
    this.#view.grid = plan.grid;
    const first = this.#latest.game !== this.#scene.game;
    this.#frame.classList.toggle("gliding", !first);
    if (first) this.#view.whole();
    this.#letters = lettersFor(plan.outlines.map(({ at }) => at));
    if (fresh) this.#look();
  }

  #look() {
    const { placements, areas } = this.#offer ?? { placements: [], areas: [] };
    const last = this.#scene.board.laid.at(-1)?.slice(1) ?? [0, 0];
    if (areas.length && this.#scene.picture.near) {
      const room = Math.min(this.#frame.clientWidth, this.#frame.clientHeight);
      return this.#visit(last, Math.max(TILE, room * 0.62));
    }
    const cells = this.#cells;
    this.#view.back();
    if (!this.#showsWhatMatters(cells)) this.#view.letGo();
    this.#view.keepWhole();
    if (cells.some((cell) => this.#edges.hides(cell))) this.#view.keepWhole(true);
    if (cells.length && this.#view.size < FINGER) {
      const away = (cell) => Math.hypot(cell[0] - last[0], cell[1] - last[1]);
      const near = cells.reduce((a, b) => (away(b) < away(a) ? b : a));
      this.#view.visitPart([(last[0] + near[0] + 1) / 2, (last[1] + near[1] + 1) / 2], FINGER);
    }
  }

  // Whether all that is new is seen, and something that can be touched.
  #showsWhatMatters(cells) {
    const sees = (cell) => this.#view.sees(cell);
    return this.#scene.board.laid.every((one) => sees(one.slice(1))) && (!cells.length || cells.some(sees));
  }

  // A cell from near, clear of the buttons if there is room for that.
  #visit([x, y], size) {
    const beside = Math.max(0, (this.#frame.clientWidth - size) / 2);
    const aside = Math.min(beside, Math.max(0, ASIDE - beside));
    this.#view.visit(middle([x + aside / size, y]), size);
  }

  #tap([x, y], twice) {
    const offer = this.#offer;
    if (this.#sent || !this.#scene?.picture?.plan) return;
    if (offer?.placements.length) this.#tapSpot(offer.placements, [x, y], twice);
    else if (offer?.areas.length) this.#tapArea(offer.areas, [x, y], twice);
    else if (twice) this.#zoomAt([x, y]);
  }

  #tapSpot(placements, point, twice) {
    const { size } = this.#view;
    const { best, doubtful } = nearestSpot(placements, point, size);
    if (doubtful) return this.#view.closer(point, Math.max(size * 1.8, FINGER));
    if (best < 0) return this.#chosen ? this.#choose(null) : twice && this.#zoomAt(point);
    if (this.#chosen?.spot === best) return this.#next();
    this.#chooseSpot(best);
  }

  #chooseSpot(spot) {
    this.#choose({ spot, look: 0 });
    this.#frame.classList.add("gliding");
    this.#view.atLeast(GHOST, middle(this.#offer.placements[spot]));
  }

  #tapArea(areas, point, twice) {
    const { size } = this.#view;
    const best = nearestArea(this.#letters, point, size, this.#over);
    if (best < 0) return this.#chosen ? this.#choose(null) : twice && this.#zoomAt(point);
    const { cell } = areas[best];
    const alone = areas.filter((area) => area.cell.join() === cell.join()).length === 1;
    if (size < TILE - 1) {
      this.#frame.classList.add("gliding");
      this.#visit(cell, TILE);
      if (!alone) return undefined;
    }
    if (this.#chosen?.area === best) return this.#next();
    return this.#choose({ area: best, look: 0 });
  }

  // By keys: the next spot that way, or the next area, from what is chosen or else from what is looked at.
  #step(way) {
    const { placements = [], areas = [] } = (!this.#sent && this.#offer) || {};
    const points = placements.length ? placements.map(middle) : this.#letters.slice(0, areas.length);
    const next = nextPoint(points, points[this.#chosen?.spot ?? this.#chosen?.area] ?? this.#view.middle, way);
    if (next < 0) return;
    if (!placements.length) {
      if (this.#view.size < TILE - 1 || !this.#view.sees(areas[next].cell)) this.#visit(areas[next].cell, TILE);
      return this.#choose({ area: next, look: 0 });
    }
    this.#chooseSpot(next);
    // Where the buttons are it would not be seen.
    if (this.#view.box(placements[next])[2] > this.#view.room[0] - ASIDE) this.#view.glideTo(points[next]);
  }

  #zoomAt(point) {
    this.#frame.classList.add("gliding");
    if (this.#view.size > 90) this.#view.whole();
    else this.#view.closer(point, this.#view.size * 2.5);
  }

  #zoom(what) {
    this.#frame.classList.add("gliding");
    if (what === "all") this.#view.whole();
    else if (what) this.#view.zoom(what === "in");
  }

  #hold(button) {
    if (button && !this.#sent) this.#choose({ held: Number(button.dataset.held), look: 0 });
  }

  // What the chosen place can still be: turns of a tile, kinds of figures.
  get #looks() {
    const { spot, area, held } = this.#chosen;
    if (held !== undefined) return [this.#offer.held[held][1]];
    if (area !== undefined) return this.#offer.areas[area].uses.map(([command]) => command);
    return this.#offer.placements[spot][2].map((turn) => `place ${spot + 1} ${turn * 90}`);
  }

  #next() {
    if (this.#sent) return;
    this.#choose({ ...this.#chosen, look: (this.#chosen.look + 1) % this.#looks.length });
  }

  #choose(chosen) {
    this.#chosen = chosen;
    this.#draw();
  }

  #confirm() {
    if (this.#sent || !this.#chosen) return;
    // Whoever wants to be asked about each move has been asked by this.
    if (this.#act(`${this.#looks[this.#chosen.look]} yes`, this.#scene) === false) return;
    this.#sent = true;
    this.#draw();
  }

  #draw() {
    const offer = this.#offer;
    const { spot, area, look } = this.#chosen ?? {};
    const parts = { spots: [], outlines: [], frames: this.#scene.picture?.plan ? layers.frames(this.#scene.board.laid) : null, ghost: [] };
    if (offer) {
      parts.spots = layers.spots(offer.placements).filter((_, i) => i !== spot);
      parts.outlines = layers.areas(offer.areas, this.#outlines, this.#letters, area ?? -1);
      const { boxes } = this.#scene.picture.looks ?? {};
      const image = this.#looked;
      if (spot !== undefined) {
        const [x, y, turns] = offer.placements[spot];
        parts.ghost = layers.ghostTile(image, boxes?.[`${x},${y} ${turns[look]}`], [x, y], turns, look);
      } else if (area !== undefined) {
        const { cell, where, uses } = offer.areas[area];
        const figure = uses[look][1];
        if (figure && image) parts.ghost = layers.ghostFigure(image, boxes[`${figure} ${cell} ${where}`], this.#outlines[area].at);
      }
    }
    for (const [name, drawn] of Object.entries(parts)) if (drawn) find(`.${name}`, this.#over).replaceChildren(...drawn);
    const decides = this.#scene.standing.findIndex((seat) => seat.decides);
    this.#over.setAttribute("class", `over seat-${decides}`);
    this.#section.classList.toggle("sent", this.#sent);
    this.#onGhost(Boolean(this.#chosen) && !this.#sent);
    this.#drawHand();
    this.#drawBar();
    this.#pointOut();
  }

  #drawHand() {
    const held = this.#offer?.held ?? [];
    const hand = find(".hand", this.#section);
    hand.hidden = !held.length;
    hand.replaceChildren(
      ...held.map(([tile, command], i) => {
        const button = make("button", { type: "button", className: tile ? "held" : "held back" });
        button.dataset.held = i;
        button.setAttribute("aria-pressed", `${this.#chosen?.held === i}`);
        button.setAttribute("aria-label", this.#labelOf(command));
        if (tile && this.#looked) showPart(button, this.#looked, this.#scene.picture.looks.boxes[tile]);
        return button;
      }),
    );
  }

  // The tile that is to be laid, whoever lays it.
  #inHand() {
    const { tile } = this.#scene.board;
    const { boxes } = this.#scene.picture?.looks ?? {};
    if (!tile || !boxes?.[tile] || !this.#looked) return [];
    const shown = make("span", { className: "in-hand" });
    showPart(shown, this.#looked, boxes[tile]);
    return [shown];
  }

  #labelOf(command) {
    return this.#scene.rows.flat().find((choice) => choice.command === command)?.label ?? texts.lay;
  }

  #drawBar() {
    if (!this.#chosen) {
      const { placements = [], areas = [], held = [] } = this.#offer ?? {};
      const here = new Set([
        ...placements.map((_, i) => `place ${i + 1}`),
        ...areas.flatMap(({ uses }) => uses.map(([command]) => command)),
        ...held.map(([, command]) => command),
      ]);
      const others = this.#scene.rows.flat().filter(({ command }) => !here.has(command));
      const about = areas.length && (this.#scene.picture.near ? texts.tap_area : texts.tap_outlined);
      const said = placements.length ? texts.tap_spot : about || (held.length && texts.tap_tile);
      const hint = make("p", { className: "hint" }, said || "");
      const buttons = others.map(({ label, command, style }) => this.#button(style, shortOf(label), () => this.#act(command, this.#scene), label));
      this.#bar.replaceChildren(...this.#inHand(), ...(said ? [hint] : []), ...buttons);
      // What can be done is seen; what it is about is said below, too.
      if (this.#bar.scrollWidth > this.#bar.clientWidth) hint.remove();
      return;
    }
    const looks = this.#looks;
    const cancel = this.#button("cancel", "✕", () => this.#choose(null), texts.not_here);
    const turn = looks.length > 1 ? [this.#button("next", `⟳ ${this.#chosen.look + 1}/${looks.length}`, () => this.#next(), texts.next_look)] : [];
    const label = this.#chosen.spot === undefined ? this.#labelOf(looks[this.#chosen.look]) : texts.lay;
    this.#bar.replaceChildren(cancel, ...turn, this.#button("main confirm", `✓ ${label}`, () => this.#confirm()));
  }

  #button(style, label, press, name) {
    return barButton(style, label, press, { name, disabled: this.#sent });
  }

  get #cells() {
    const { placements = [], areas = [] } = this.#offer ?? {};
    return [...placements, ...areas.map(({ cell }) => cell)];
  }

  #pointOut() {
    this.#edges?.show(this.#cells);
  }
}
