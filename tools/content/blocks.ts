import type { Element, ElementContent } from "hast";
import { element, words } from "./element.ts";

type BlockParts = {
  attributes: Record<string, string>;
  /** What stands in square brackets after the name, and the id made from it. */
  label: { id: string; content: ElementContent[] } | null;
  body: ElementContent[];
};

type Rule = "required" | "optional" | "forbidden";

export type BlockKind = {
  label: Rule;
  /** Known attributes; the values allowed, or any text. */
  attributes: Record<string, { rule: "required" | "optional"; values?: readonly string[] | RegExp }>;
  render(parts: BlockParts): Element;
};

const MINUTES = { rule: "optional", values: /^[1-9]\d?$/ } as const;
const AUDIENCES: Record<string, string> = {
  student: "If you are a student",
  ngo: "If you work for a charity or NGO",
  professional: "If you work in a business",
};

/** A framed part of the lesson: a small line saying what it is, a heading, then the text. */
function frame(name: string, kindText: string): BlockKind {
  return {
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

/** Something folded away that the reader opens: native `<details>`, so it needs no script and works by keyboard. */
function fold(className: string, summary: ElementContent[], body: ElementContent[]): Element {
  return element("details", { className: className.split(" ") }, [
    element("summary", {}, summary),
    element("div", { className: ["fold-body"] }, body),
  ]);
}

/** Every block an author may use. A new kind is one entry here and one paragraph in `content/README.md`. */
export const BLOCKS: Record<string, BlockKind> = {
  warmup: frame("warmup", "Warm-up"),
  recall: frame("recall", "Recall"),
  case: frame("case", "Case"),
  example: frame("example", "Worked example"),
  activity: frame("activity", "Activity"),
  reflection: frame("reflection", "Reflection"),
  note: frame("note", "Note"),
  source: frame("source", "Where this comes from"),

  definition: {
    label: "forbidden",
    attributes: { term: { rule: "required" } },
    render: ({ attributes, body }) =>
      element("dl", { className: ["definition"] }, [
        element("dt", {}, [element("dfn", {}, [words(attributes.term ?? "")])]),
        element("dd", {}, body),
      ]),
  },
  check: {
    label: "forbidden",
    attributes: { question: { rule: "required" } },
    render: ({ attributes, body }) =>
      fold(
        "fold check",
        [
          element("span", { className: ["fold-kind"] }, [words("Check yourself")]),
          words(" "),
          element("span", { className: ["fold-title"] }, [words(attributes.question ?? "")]),
        ],
        body,
      ),
  },
  reveal: {
    label: "required",
    attributes: {},
    render: ({ label, body }) =>
      fold("fold reveal", [element("span", { className: ["fold-title"] }, label?.content ?? [])], body),
  },
  variant: {
    label: "forbidden",
    attributes: { for: { rule: "required", values: Object.keys(AUDIENCES) } },
    render: ({ attributes, body }) => {
      const audience = attributes.for ?? "";
      const title = element("span", { className: ["fold-title"] }, [words(AUDIENCES[audience] ?? "")]);
      return fold(`fold variant variant-${audience}`, [title], body);
    },
  },
  specimen: {
    label: "required",
    attributes: {},
    render: ({ label, body }) =>
      element("figure", { className: ["specimen"] }, [
        element("figcaption", {}, label?.content ?? []),
        element("blockquote", {}, body),
      ]),
  },
};
