import { ASK_FORMS } from "../../../src/domain/course/island.ts";
import { element, words } from "../text/element.ts";
import { askingSummary, type BlockKind, fold, frame, MINUTES } from "./blockKind.ts";

const FIELD_IDS = /^l(0[1-9]|1[01])-[a-z0-9]+(-[a-z0-9]+)*(\s*,\s*l(0[1-9]|1[01])-[a-z0-9]+(-[a-z0-9]+)*)*$/;

/** The interactive blocks. The reader of each (`readIslands.ts`) checks its content. */
const ISLAND_BLOCKS: Record<string, BlockKind> = {
  ask: {
    form: "container",
    label: "forbidden",
    attributes: {
      id: { rule: "required" },
      question: { rule: "required" },
      as: { rule: "required", values: ASK_FORMS },
    },
    only: ["lesson", "lab"],
  },
  sort: {
    form: "container",
    label: "optional",
    attributes: { into: { rule: "required" }, minutes: MINUTES },
    oneTable: true,
  },
  marks: {
    form: "container",
    label: "optional",
    attributes: {
      pass: { rule: "required", values: /^[1-9]\d?$/ },
      zeros: { rule: "optional", values: /^[1-9](\s*,\s*[1-9])*$/ },
    },
    only: ["sheet"],
    oneTable: true,
  },
  field: {
    form: "leaf",
    label: "forbidden",
    attributes: {
      id: { rule: "required" },
      label: { rule: "required" },
      hint: { rule: "optional" },
      lines: { rule: "optional", values: /^([1-9]|1[0-2])$/ },
    },
  },
  lab: { form: "leaf", label: "forbidden", attributes: {}, only: ["lab"] },
  rubric: { form: "container", label: "forbidden", attributes: {}, only: ["lab"] },
  done: { form: "leaf", label: "forbidden", attributes: {}, only: ["lab"] },
  workbook: {
    form: "leaf",
    label: "forbidden",
    attributes: { from: { rule: "required", values: FIELD_IDS } },
  },
};

const AUDIENCES: Record<string, string> = {
  student: "If you are a student",
  ngo: "If you work for a charity or NGO",
  professional: "If you work in a business",
};

/** Every block an author may use. A new kind is one entry here and one row in `content/README.md`. */
export const BLOCKS: Record<string, BlockKind> = {
  warmup: frame("warmup", "Warm-up"),
  recall: frame("recall", "Recall"),
  case: frame("case", "Case"),
  care: frame("care", "Take care"),
  example: frame("example", "Worked example"),
  activity: frame("activity", "Activity"),
  reflection: frame("reflection", "Reflection"),
  note: frame("note", "Note"),
  source: frame("source", "Where this comes from"),
  dates: { ...frame("dates", "Dates"), oneTable: true },

  definition: {
    form: "container",
    label: "forbidden",
    attributes: { term: { rule: "required" } },
    render: ({ attributes, body }) =>
      element("dl", { className: ["definition"] }, [
        element("dt", {}, [element("dfn", {}, [words(attributes.term ?? "")])]),
        element("dd", {}, body),
      ]),
  },
  turn: {
    form: "container",
    label: "forbidden",
    attributes: { ask: { rule: "required" } },
    within: "example",
    render: ({ attributes, body, key }) =>
      fold("fold turn", key, askingSummary("Your turn", attributes.ask ?? ""), [
        element("p", { className: ["fold-ours"] }, [words("One way to do it")]),
        ...body,
      ]),
  },
  reveal: {
    form: "container",
    label: "required",
    attributes: {},
    render: ({ label, body, key }) =>
      fold("fold reveal", key, [element("span", { className: ["fold-title"] }, label?.content ?? [])], body),
  },
  variant: {
    form: "container",
    label: "forbidden",
    attributes: { for: { rule: "required", values: Object.keys(AUDIENCES) } },
    render: ({ attributes, body, key }) => {
      const audience = attributes.for ?? "";
      const title = element("span", { className: ["fold-title"] }, [words(AUDIENCES[audience] ?? "")]);
      return fold(`fold variant variant-${audience}`, key, [title], body);
    },
  },
  specimen: {
    form: "container",
    label: "required",
    attributes: {},
    render: ({ label, body }) =>
      element("figure", { className: ["specimen"] }, [
        element("figcaption", {}, label?.content ?? []),
        element("blockquote", {}, body),
      ]),
  },

  copy: {
    form: "container",
    label: "required",
    attributes: {},
    only: ["lab"],
    // The page adds the button, which copies what `copy-words` contains (CopyButtons.tsx).
    render: ({ label, body }) =>
      element("section", { className: ["block", "block-copy"] }, [
        element("h3", { className: ["block-title"], id: label?.id }, label?.content ?? []),
        element("div", { className: ["copy-words"] }, body),
        element("div", { className: ["copy-place"] }, []),
      ]),
  },
  drawing: {
    form: "leaf",
    label: "required",
    attributes: {
      file: { rule: "required" },
      ask: { rule: "required" },
      views: { rule: "required" },
      says: { rule: "required" },
    },
    only: ["lesson", "lab"],
  },
  step: { form: "leaf", label: "optional", attributes: {}, only: ["lesson"] },
  ...ISLAND_BLOCKS,
};
