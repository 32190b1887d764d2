import type { IslandReader } from "./islandReader.ts";

/** `::workbook{from="l03-case, l03-prompt"}`: shows the learner's text of these fields, from any lesson. */
export const readWorkbook: IslandReader = ({ line, attributes, course, key, complain }) => {
  const ids = (attributes.from ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);
  const fields = ids.flatMap((id) => {
    const field = course.fields.get(id);
    if (!field) complain(line, `workbook names the field ${id}, which no lesson has`);
    return field ? [{ id, ...field }] : [];
  });
  return fields.length > 0 ? { kind: "workbook", id: key, fields } : undefined;
};
