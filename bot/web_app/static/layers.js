// What lies upon the bare board, drawn in cells: spots, outlines, frames, points, the ghost. None of it decides anything.

import { draw } from "./dom.js";

const FIGURE = 0.44;
const ASIDE = 0.64; // a plate of two digits, and some room
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** The cells where the tile in hand can lie, with the numbers by which they can be typed. */
export function spots(placements) {
  return placements.map(([x, y], i) =>
    draw(
      "g",
      { class: "spot" },
      draw("rect", { x: x + 0.06, y: y + 0.06, width: 0.88, height: 0.88, rx: 0.12 }),
      said(x + 0.5, y + 0.5, `${i + 1}`, 0.3),
    ),
  );
}

/** The segments that can be touched, the chosen one lit up; with the letters of their buttons, which stand at `letters`. */
export function areas(offered, outlines, letters, chosen) {
  const shapes = offered.map((_, i) => draw("path", { class: i === chosen ? "area chosen" : "area", d: outlines[i].path }));
  const badges = offered.map(({ uses }, i) => {
    const [x, y] = letters[i];
    const name = uses[0][0].split(" ")[1].toUpperCase();
    return draw("g", { class: "badge" }, draw("circle", { cx: x, cy: y, r: 0.075 }), said(x, y, name, 0.09));
  });
  return [...shapes, ...badges.filter((_, i) => i !== chosen)];
}

/** The tiles laid since the reader's last turn, framed in the colours of those who laid them. */
export function frames(laid) {
  return laid.flatMap(([seat, x, y]) => [
    draw("rect", { class: "frame under", x: x - 0.02, y: y - 0.02, width: 1.04, height: 1.04, rx: 0.04 }),
    draw("rect", { class: `frame seat-${seat}`, x: x - 0.02, y: y - 0.02, width: 1.04, height: 1.04, rx: 0.04 }),
  ]);
}

/** Points that float up from where they were won. */
export function won(points) {
  return points.map(([seat, count, x, y], i) => {
    const text = `+${count}`;
    const wide = 0.22 + 0.13 * text.length;
    const plate = draw("rect", { x: x - wide / 2, y: y - 0.19, width: wide, height: 0.38, rx: 0.19 });
    const plates = points.slice(0, i).filter((other) => Math.hypot(other[2] - x, other[3] - y) < 0.5).length;
    const group = draw("g", { class: `won seat-${seat}` }, plate, said(x, y, text, 0.26));
    group.style.animationDelay = `${plates * 0.25}s`;
    const moved = draw("g", { class: "plate", transform: `translate(${plates * ASIDE}, 0)` }, group);
    moved.style.transformOrigin = `${x}px ${y}px`;
    return moved;
  });
}

/** Tiles that have just been laid slide to their cells. `image` is the picture of `grid`. */
export function arriving(laid, image, grid, ground) {
  if (calm.matches) return [];
  return laid.map(([, x, y]) => {
    const tile = cut(image, [(x - grid[0]) / grid[2], (y - grid[1]) / grid[3], 1 / grid[2], 1 / grid[3]], { x, y, width: 1, height: 1 });
    const table = draw("rect", { x, y, width: 1, height: 1, fill: ground });
    const group = draw("g", { class: "arriving" }, table, draw("g", { class: "sliding" }, tile));
    group.addEventListener("animationend", () => group.remove());
    return group;
  });
}

/** The tile in hand as it would lie, with the looks it can have; without an image, where that is. */
export function ghostTile(image, box, [x, y], looks, look) {
  const dots = looks.length > 1 ? looks.map((_, i) => draw("circle", { class: i === look ? "dot here" : "dot", cx: x + 0.5 + (i - (looks.length - 1) / 2) * 0.16, cy: y + 0.9, r: 0.05 })) : [];
  return [
    draw("g", { class: "ghost" }, ...(image ? [cut(image, box, { x, y, width: 1, height: 1 })] : [])),
    draw("rect", { class: "ghostly", x, y, width: 1, height: 1 }),
    ...dots,
  ];
}

/** A figure as it would stand. */
export function ghostFigure(image, box, [x, y]) {
  const tall = (FIGURE * box[3] * image.naturalHeight) / (box[2] * image.naturalWidth);
  return [draw("g", { class: "ghost figure" }, cut(image, box, { x: x - FIGURE / 2, y: y - tall / 2, width: FIGURE, height: tall }))];
}

// A part of a picture, given in parts of it.
function cut(image, [left, top, width, height], place) {
  const [wide, tall] = [image.naturalWidth, image.naturalHeight];
  const viewBox = [left * wide, top * tall, width * wide, height * tall].join(" ");
  return draw("svg", { ...place, viewBox, preserveAspectRatio: "none" }, draw("image", { href: image.src, width: wide, height: tall }));
}

function said(x, y, text, size) {
  return draw("text", { x, y, "font-size": size, "text-anchor": "middle", "dominant-baseline": "central" }, text);
}
