import type { Element } from "hast";

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
