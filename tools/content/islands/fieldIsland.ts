import { WORKBOOK_FIELD_ID } from "../../../src/entities/workbookField/workbookField.ts";
import type { IslandReader } from "./islandReader.ts";
import { fieldPrefix } from "./markFieldId.ts";

const DEFAULT_LINES = 3;

/** `::field{id="l03-prompt" label="…" hint="…" lines=5}`: a text field whose content is stored. */
export const readField: IslandReader = ({ line, attributes, lessonId, complain }) => {
  const { id, label, hint, lines } = attributes;
  if (!id || !label) return undefined;
  const prefix = lessonId ? fieldPrefix(lessonId) : "";
  if (!WORKBOOK_FIELD_ID.test(id) || !id.startsWith(prefix))
    complain(line, `the field ${id} must be named ${prefix}…, in lower case and with hyphens`);
  return { kind: "field", id, label, ...(hint ? { hint } : {}), lines: Number(lines ?? DEFAULT_LINES) };
};
