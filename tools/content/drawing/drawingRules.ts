const PAINT = [
  "class",
  "fill",
  "fill-opacity",
  "opacity",
  "stroke",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-opacity",
  "stroke-width",
  "transform",
];
const LETTERS = [...PAINT, "x", "y", "dx", "dy", "font-size", "font-style", "font-weight", "text-anchor"];

/** The allowed elements of a drawing with their allowed attributes. All others are rejected. */
export const DRAWING_RULES: Record<string, readonly string[]> = {
  svg: ["xmlns", "viewBox"],
  title: [],
  desc: [],
  g: LETTERS,
  path: [...PAINT, "d"],
  line: [...PAINT, "x1", "y1", "x2", "y2"],
  polyline: [...PAINT, "points"],
  polygon: [...PAINT, "points"],
  rect: [...PAINT, "x", "y", "width", "height", "rx", "ry"],
  circle: [...PAINT, "cx", "cy", "r"],
  ellipse: [...PAINT, "cx", "cy", "rx", "ry"],
  text: LETTERS,
  tspan: LETTERS,
};

/** The classes that `content/README.md` explains. The site's stylesheet colours them for the light and dark themes. */
export const DRAWING_CLASSES = ["d-soft", "d-accent", "d-accent-soft", "d-muted"];

/** On a screen of 320 px a framed drawing is about 240 px wide, so letters of 16 units are 12 px high. */
export const MAX_VIEW_BOX_WIDTH = 320;
export const MIN_FONT_SIZE = 16;
