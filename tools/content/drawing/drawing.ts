import type { Element, ElementContent } from "hast";
import type { ContentError } from "../contentError.ts";
import { DRAWING_CLASSES, DRAWING_RULES, MAX_VIEW_BOX_WIDTH, MIN_FONT_SIZE } from "./drawingRules.ts";

const TOKEN = /<!--[\s\S]*?-->|<\/([a-z]+)\s*>|<([a-z]+)((?:\s+[\w:-]+\s*=\s*"[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
const ATTRIBUTE = /([\w:-]+)\s*=\s*"([^"<]*)"/g;
const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/**
 * Reads a hand-written SVG file into a tree of allowed elements and attributes. Only those listed in `drawingRules.ts`
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
