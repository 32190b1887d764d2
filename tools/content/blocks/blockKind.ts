import type { Element, ElementContent } from "hast";
import type { TextContext } from "../lesson/lessonContext.ts";
import { element, words } from "../text/element.ts";

type BlockParts = {
  attributes: Record<string, string>;
  /** The text in square brackets after the block's name, and the id derived from it. */
  label: { id: string; content: ElementContent[] } | null;
  body: ElementContent[];
  /**
   * Identifies this block within its page. The key stays the same across compilations as long as the words do not
   * change.
   */
  key: string;
};

type Rule = "required" | "optional" | "forbidden";

export type BlockKind = {
  /** A leaf is one line with two colons and has no body. */
  form: "container" | "leaf";
  label: Rule;
  /** Known attributes with their allowed values; without `values`, any text is allowed. */
  attributes: Record<string, { rule: "required" | "optional"; values?: readonly string[] | RegExp }>;
  /** The only block that may directly contain it. */
  within?: string;
  /** The only kinds of page that may contain it. */
  only?: readonly TextContext["kind"][];
  /** Must contain exactly one table and nothing else. */
  oneTable?: true;
  /** Absent for islands, which the page renders itself, and for cuts between steps. */
  render?(parts: BlockParts): Element;
};

export const MINUTES = { rule: "optional", values: /^[1-9]\d?$/ } as const;

/** A framed part of the lesson: a small label with its kind, a heading, then the text. */
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
 * Content that is folded until the reader opens it: native `<details>`, so it needs no script and works by keyboard.
 * The device stores under `key` whether it is open.
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

/** The two lines of a folded block that asks a question. */
export function askingSummary(kind: string, question: string): ElementContent[] {
  return [
    element("span", { className: ["fold-kind"] }, [words(kind)]),
    words(" "),
    element("span", { className: ["fold-title"] }, [words(question)]),
  ];
}
