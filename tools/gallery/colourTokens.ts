type Theme = "light" | "dark";
export type ColourToken = { name: string } & Record<Theme, string>;
type Pair = { front: string; ground: string };

/** The colours as tokens.css writes them: six-digit hex, light and dark. */
export function parseColours(css: string): ColourToken[] {
  return [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
    ([, name = "", light = "", dark = ""]) => ({ name, light, dark }),
  );
}

/** Relative luminance by the formula of WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two hex colours, 1 to 21. */
export function contrast(first: string, second: string): number {
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const GROUNDS = ["paper", "surface", "sunken"];
const SOFT = ["note-soft", "done-soft", "highlight-soft", "danger-soft"];
const on = (grounds: string[], fronts: string[]): Pair[] =>
  fronts.flatMap((front) => grounds.map((ground) => ({ front, ground })));

/** WCAG 2.2, 1.4.3: text of any size. */
export const TEXT_RATIO = 4.5;
export const TEXT_PAIRS: readonly Pair[] = [
  ...on(GROUNDS, ["ink", "muted", "accent", "link", "done", "danger", "note", "highlight-ink"]),
  ...on(SOFT, ["ink", "muted", "link", "accent"]),
  ...on(["note-soft"], ["note"]),
  ...on(["done-soft"], ["done"]),
  ...on(["highlight-soft"], ["highlight-ink"]),
  ...on(["danger-soft"], ["danger"]),
  ...on(["action", "action-strong"], ["on-action"]),
  ...on(["ink"], ["paper"]),
];

/** WCAG 2.2, 1.4.11: the borders of controls, focus and state. */
export const SHAPE_RATIO = 3;
export const SHAPE_PAIRS: readonly Pair[] = [
  ...on(GROUNDS, ["edge", "focus", "action", "note", "danger"]),
  ...on(SOFT, ["focus", "note"]),
  ...on(["line"], ["done"]),
  ...on(["link"], ["surface"]),
];
