import { type BlockKind, MINUTES } from "../blocks/blockKind.ts";

const FIELD_IDS = /^l(0[1-9]|1[01])-[a-z0-9]+(-[a-z0-9]+)*(\s*,\s*l(0[1-9]|1[01])-[a-z0-9]+(-[a-z0-9]+)*)*$/;

/** The interactive blocks. The reader of each (`readIslands.ts`) checks its content. */
export const ISLAND_BLOCKS: Record<string, BlockKind> = {
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
    only: "sheet",
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
  lab: { form: "leaf", label: "forbidden", attributes: {}, only: "lab" },
  workbook: {
    form: "leaf",
    label: "forbidden",
    attributes: { from: { rule: "required", values: FIELD_IDS } },
  },
};
