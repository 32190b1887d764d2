import type { MarksIsland } from "../../../src/domain/course/island.ts";
import { gradeMarks } from "../../../src/domain/course/marks.ts";
import type { IslandReader } from "./islandReader.ts";
import { markFieldId } from "./markFieldId.ts";
import { tableRows } from "./tableRows.ts";

const COLUMNS = ["Criterion", "0", "1–2", "3", "4"];

/** `:::marks[Title]{pass=12 zeros="3, 4, 5"}` around a rubric. `zeros` are the rows in which zero marks mean a fail. */
export const readMarks: IslandReader = (block) => {
  const { line, attributes, title, table, key, lessonId, inlineHtml, complain } = block;
  if (!table || !lessonId) return undefined;
  const { head, rows } = tableRows(table);
  if (head.join().replaceAll("-", "–") !== COLUMNS.join()) {
    complain(line, `marks needs the columns ${COLUMNS.join(", ")}`);
    return undefined;
  }
  const passMarks = Number(attributes.pass);
  const { most } = gradeMarks(
    rows.map(() => ({ marks: null, needed: false })),
    passMarks,
  );
  if (passMarks > most)
    complain(line, `marks has pass=${passMarks}, more than its ${rows.length} rows can earn`);
  const needed = new Set((attributes.zeros ?? "").split(",").filter(Boolean).map(Number));
  if ([...needed].some((row) => row > rows.length))
    complain(line, "marks names a row in zeros that does not exist");

  const marked = rows.map((row, index): MarksIsland["rows"][number] => {
    if (row.words.length < COLUMNS.length || row.words.includes(""))
      complain(row.line, "a row of marks has an empty cell");
    const [, none, some, secure, strong] = row.cells;
    return {
      fieldId: markFieldId(lessonId, index),
      criterion: row.words[0] ?? "",
      needed: needed.has(index + 1),
      levels: [inlineHtml(none), inlineHtml(some), inlineHtml(secure), inlineHtml(strong)],
    };
  });
  return { kind: "marks", id: key, ...(title ? { title } : {}), passMarks, rows: marked };
};
