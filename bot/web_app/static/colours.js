// What a colour is like.

const DARK = 110;

/** Whether a ground of this colour, such as #1d1f21, is dark. */
export function isDark(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return 0.3 * red + 0.6 * green + 0.1 * blue < DARK;
}
