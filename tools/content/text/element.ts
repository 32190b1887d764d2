import type { Element, ElementContent, Properties } from "hast";

/** A hast element. `className` in `properties` becomes `class`. */
export function element(tagName: string, properties: Properties, children: ElementContent[]): Element {
  return { type: "element", tagName, properties, children };
}

export function words(value: string): ElementContent {
  return { type: "text", value };
}
