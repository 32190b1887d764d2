import type { Element, ElementContent } from "hast";
import type { ContentError } from "../contentError.ts";
import { MAX_VIEWS } from "./views.ts";

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
const DRAWING_RULES: Record<string, readonly string[]> = {
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

/** Parts of a drawing that only one of its views shows. */
const VIEW_CLASSES = Array.from({ length: MAX_VIEWS }, (_, index) => `view-${index + 1}`);

/** The classes that `content/README.md` explains. The site's stylesheet colours them for the light and dark themes. */
const DRAWING_CLASSES = ["d-soft", "d-accent", "d-accent-soft", "d-muted", ...VIEW_CLASSES];

/** On a screen of 320 px a framed drawing is about 240 px wide, so letters of 16 units are 12 px high. */
const MAX_VIEW_BOX_WIDTH = 320;
const MIN_FONT_SIZE = 16;

const TOKEN = /<!--[\s\S]*?-->|<\/([a-z]+)\s*>|<([a-z]+)((?:\s+[\w:-]+\s*=\s*"[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
const ATTRIBUTE = /([\w:-]+)\s*=\s*"([^"<]*)"/g;
const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/**
 * Reads a hand-written SVG file into a tree of allowed elements and attributes. Only those in `DRAWING_RULES`
 * are accepted, so no drawing can contain a script, a style or a URL.
 */
export function parseDrawing(file: string, source: string): { svg: Element } | { errors: ContentError[] } {
  const errors: ContentError[] = [];
  const root: Element = { type: "element", tagName: "root", properties: {}, children: [] };
  const open: Element[] = [root];
  let offset = 0;
  const complain = (message: string) => {
    errors.push({ file, line: source.slice(0, offset).split("\n").length, message });
  };

  TOKEN.lastIndex = 0;
  while (offset < source.length) {
    const match = TOKEN.exec(source);
    if (!match) {
      complain(
        "this is not plain SVG: only elements, attributes in double quotes, text and comments are read",
      );
      return { errors };
    }
    const [, closing, opening, attributes = "", selfClosing, words] = match;
    const parent = open.at(-1) ?? root;
    if (closing && (parent === root || parent.tagName !== closing)) {
      complain(`</${closing}> has no opening tag`);
      return { errors };
    }
    if (closing) open.pop();
    if (opening) {
      const element = readElement(opening, attributes, complain);
      parent.children.push(element);
      if (!selfClosing) open.push(element);
    }
    if (words) parent.children.push({ type: "text", value: decode(words, complain) });
    offset = TOKEN.lastIndex;
  }

  const svg = root.children.find((each) => each.type === "element");
  if (open.length > 1) complain(`<${open.at(-1)?.tagName}> is never closed`);
  if (svg?.tagName !== "svg") complain("the drawing must be one <svg> element");
  offset = 0;
  for (const name of ["title", "desc"]) {
    if (svg && !hasText(svg.children, name)) complain(`the drawing needs a <${name}>`);
  }
  if (!svg || errors.length > 0) return { errors };
  return { svg };
}

function readElement(name: string, attributes: string, complain: (message: string) => void): Element {
  const rules = DRAWING_RULES[name];
  if (!rules) complain(`<${name}> is not allowed in a drawing`);
  const properties: Record<string, string> = {};
  for (const [, key = "", value = ""] of attributes.matchAll(ATTRIBUTE)) {
    const fault = rules && faultOf(name, rules, key, value);
    if (fault) complain(fault);
    properties[key] = value;
  }
  if (name === "svg") {
    delete properties.xmlns;
    const width = Number(properties.viewBox?.split(/\s+/)[2]);
    if (!(width > 0 && width <= MAX_VIEW_BOX_WIDTH)) {
      complain(`viewBox must be at most ${MAX_VIEW_BOX_WIDTH} wide, to be readable on a small phone`);
    }
  }
  return { type: "element", tagName: name, properties, children: [] };
}

function faultOf(name: string, rules: readonly string[], key: string, value: string): string | undefined {
  if (!rules.includes(key)) return `<${name}> may not have the attribute "${key}"`;
  if (key === "class") {
    const unknown = value.split(/\s+/).find((each) => !DRAWING_CLASSES.includes(each));
    return unknown === undefined
      ? undefined
      : `class "${unknown}" is not one of ${DRAWING_CLASSES.join(", ")}`;
  }
  if ((key === "fill" || key === "stroke") && value !== "none" && value !== "currentColor") {
    return `${key} must be "none" or "currentColor", so that it works in both themes`;
  }
  if (key === "font-size" && !(Number(value) >= MIN_FONT_SIZE))
    return `font-size must be at least ${MIN_FONT_SIZE}`;
  return value.includes("url(") ? `${key} may not point anywhere` : undefined;
}

function decode(words: string, complain: (message: string) => void): string {
  return words.replace(/&[^;\s]*;?/g, (entity) => {
    const plain = ENTITIES[entity];
    if (plain === undefined) complain(`write the character itself for ${entity}`);
    return plain ?? "";
  });
}

function hasText(children: ElementContent[], name: string): boolean {
  const found = children.find((each) => each.type === "element" && each.tagName === name);
  if (found?.type !== "element") return false;
  return found.children.some((each) => each.type === "text" && each.value.trim() !== "");
}

/** Associates title and description with the drawing, so that a screen reader announces one image with a description. */
export function labelDrawing(fileName: string, svg: Element): Element {
  const base = `d-${fileName.replace(/\.svg$/, "").replace(/[^a-z0-9]+/gi, "-")}`;
  const children = svg.children.map((child): Element["children"][number] => {
    const isLabel = child.type === "element" && (child.tagName === "title" || child.tagName === "desc");
    return isLabel
      ? { ...child, properties: { ...child.properties, id: `${base}-${child.tagName}` } }
      : child;
  });
  const role = { role: "img", "aria-labelledby": `${base}-title`, "aria-describedby": `${base}-desc` };
  return { ...svg, properties: { ...svg.properties, ...role }, children };
}
