import type { Element, ElementContent } from "hast";
import { element, words } from "./element.ts";

type BlockParts = {
  attributes: Record<string, string>;
  /** The text in square brackets after the name, and the id made from it. */
  label: { id: string; content: ElementContent[] } | null;
  body: ElementContent[];
  /** Names this block within its page, the same at every compilation while its words stay. */
  key: string;
};

type Rule = "required" | "optional" | "forbidden";

export type BlockKind = {
  /** A leaf is one line with two colons and has no body. */
  form: "container" | "leaf";
  label: Rule;
  /** Known attributes; the values allowed, or any text. */
  attributes: Record<string, { rule: "required" | "optional"; values?: readonly string[] | RegExp }>;
  /** The only block that may directly contain it. */
  within?: string;
  /** Stands in sheets alone, not in the text of a lesson. */
  sheetOnly?: true;
  /** Holds exactly one table and nothing else. */
  oneTable?: true;
  /** Absent for islands, which the page draws itself. */
  render?(parts: BlockParts): Element;
};

export const MINUTES = { rule: "optional", values: /^[1-9]\d?$/ } as const;

/** A framed part of the lesson: a small line saying what it is, a heading, then the text. */
export function frame(name: string, kindText: string): BlockKind {
  return {
    form: "container",
    label: "optional",
    attributes: { minutes: MINUTES },
    render: ({ attributes, label, body }) => {
      const minutes = attributes.minutes ? ` · ${attributes.minutes} min` : "";
      const kind = element("p", { className: ["block-kind"] }, [words(`${kindText}${minutes}`)]);
      const title = label ? [element("h3", { className: ["block-title"], id: label.id }, label.content)] : [];
      return element("section", { className: ["block", `block-${name}`] }, [kind, ...title, ...body]);
    },
  };
}

/**
 * Something folded away that the reader opens: native `<details>`, so it needs no script and works by keyboard.
 * `key` is how the device remembers that it is open.
 */
export function fold(
  className: string,
  key: string,
  summary: ElementContent[],
  body: ElementContent[],
): Element {
  return element("details", { className: className.split(" "), "data-fold": key }, [
    element("summary", {}, summary),
    element("div", { className: ["fold-body"] }, body),
  ]);
}

/** The two lines of a fold that asks something. */
export function askingSummary(kind: string, question: string): ElementContent[] {
  return [
    element("span", { className: ["fold-kind"] }, [words(kind)]),
    words(" "),
    element("span", { className: ["fold-title"] }, [words(question)]),
  ];
}
