import type { Element } from "hast";
import { element, words } from "../text/element.ts";

export const MAX_VIEWS = 5;
const MIN_VIEWS = 2;

/** A drawing that shows one of several views, chosen by the reader. */
export type Views = { question: string; views: { name: string; says: string }[] };

/** The views of `::drawing{ask="…" views="A | B" says="… | …"}`, or what is wrong with them. */
export function readViews(attributes: Record<string, string>): Views | { fault: string } {
  const parts = (value = "") => value.split("|").map((each) => each.trim());
  const names = parts(attributes.views);
  const says = parts(attributes.says);
  if (names.length < MIN_VIEWS || names.length > MAX_VIEWS)
    return { fault: `drawing has ${names.length} views, needs ${MIN_VIEWS} to ${MAX_VIEWS}` };
  if (says.length !== names.length || says.includes("") || names.includes(""))
    return { fault: 'drawing needs a name and a sentence for each view: views="A | B" says="… | …"' };
  return {
    question: attributes.ask ?? "",
    views: names.map((name, index) => ({ name, says: says[index] ?? "" })),
  };
}

/**
 * The drawing above the choice of its view and what that view says. Radio buttons and the style sheet show the parts of the drawing
 * with the class `view-1` and so on, so it works without scripts.
 */
export function renderViews(key: string, svg: Element, caption: string, { question, views }: Views): Element {
  return element("figure", { className: ["drawing", "drawing-views"] }, [
    svg,
    element("fieldset", {}, [
      element("legend", {}, [words(question)]),
      ...views.map(({ name }, index) =>
        element("label", { className: ["chip"] }, [
          element(
            "input",
            {
              type: "radio",
              name: key,
              className: ["covering-input", `show-${index + 1}`],
              ...(index === 0 ? { checked: true } : {}),
            },
            [],
          ),
          words(name),
        ]),
      ),
    ]),
    element(
      "div",
      { className: ["drawing-says"], "aria-live": "polite" },
      views.map(({ name, says }, index) =>
        element("p", { className: [`view-${index + 1}`] }, [
          element("strong", {}, [words(`${name}: `)]),
          words(says),
        ]),
      ),
    ),
    element("figcaption", {}, [words(caption)]),
  ]);
}
