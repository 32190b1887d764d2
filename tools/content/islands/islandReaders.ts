import type { PhrasingContent, RootContent, Table } from "mdast";
import type { Island, MarksIsland, SortIsland } from "../../../src/domain/course/island.ts";
import { labFieldId } from "../../../src/domain/course/labState.ts";
import { gradeMarks } from "../../../src/domain/course/marks.ts";
import type { LessonId } from "../../../src/domain/ids.ts";
import { WORKBOOK_FIELD_ID } from "../../../src/entities/workbookField/workbookField.ts";
import type { CourseIndex } from "../courseIndex.ts";
import type { Complain } from "../lesson/lessonContext.ts";
import { plainText } from "../text/plainText.ts";
import { ANSWERED_NAME, editionOf } from "./answered.ts";
import { fieldPrefix, markFieldId } from "./markFieldId.ts";
import { tableRows } from "./tableRows.ts";

/** The block of an island, as passed to the reader for its kind. */
export type IslandBlock = {
  line: number;
  attributes: Record<string, string>;
  /** The text in square brackets, without formatting. */
  title: string | undefined;
  /** What is inside the block, without its title. */
  content: readonly RootContent[];
  /** The block's table, for the kinds that contain one. */
  table: Table | undefined;
  /** Identifies the block within its page. */
  key: string;
  lessonId: LessonId | undefined;
  course: CourseIndex;
  /** On the page of a lab, task or topic. */
  lab: { name: string; data: unknown } | undefined;
  inlineHtml: (cell: { children: PhrasingContent[] } | undefined) => string;
  complain: Complain;
};

/** Reads an island, or reports the errors of its block, except those that `checkBlock` reports. */
export type IslandReader = (block: IslandBlock) => Island | undefined;

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

/** `::lab`: the part of a lab that runs. */
export const readLabIsland: IslandReader = ({ lab, lessonId }) =>
  lab && lessonId ? { kind: "lab", id: labFieldId(lessonId, lab.name), ...lab } : undefined;

const LEAST_POINTS = 4;
const MOST_POINTS = 5;

/** `:::rubric` around a list: the points that the learner marks, each with how to judge it. */
export const readRubric: IslandReader = ({ line, content, lab, lessonId, inlineHtml, complain }) => {
  const [list, ...rest] = content;
  const items = list?.type === "list" && rest.length === 0 ? list.children : [];
  const points = items.flatMap(({ children: [point, how, ...more] }) =>
    point?.type === "paragraph" && how?.type === "paragraph" && more.length === 0
      ? [{ point: plainText(point).trim(), how: inlineHtml(how) }]
      : [],
  );
  if (points.length < items.length || items.length < LEAST_POINTS || items.length > MOST_POINTS) {
    complain(
      line,
      `rubric needs a list of ${LEAST_POINTS} or ${MOST_POINTS} points: a paragraph with the point, and one on how to judge it`,
    );
    return undefined;
  }
  return lab && lessonId
    ? { kind: "lab", id: labFieldId(lessonId, lab.name), name: "rubric", data: { points } }
    : undefined;
};

/** `::done`: the button that marks a topic as done. */
export const readDone: IslandReader = ({ lab, lessonId }) =>
  lab && lessonId ? { kind: "lab", id: labFieldId(lessonId, lab.name), name: "done", data: {} } : undefined;

const SORT_COLUMNS = ["What", "Where", "Why"];
const MIN_ROWS = 3;
const MAX_ROWS = 10;
const MAX_PLACES = 8;

/** `:::sort[Title]{into="A | B"}` around a table: the item, its place, and the reason. */
export const readSort: IslandReader = ({ line, attributes, title, table, key, inlineHtml, complain }) => {
  if (!table || !attributes.into) return undefined;
  const places = attributes.into.split("|").map((each) => each.trim());
  const isNamed = !places.includes("") && new Set(places).size === places.length;
  if (!isNamed || places.length < 2 || places.length > MAX_PLACES)
    complain(line, `sort needs 2 to ${MAX_PLACES} different names in into="A | B"`);
  if (!ANSWERED_NAME.test(key)) complain(line, "the title of sort is too long");
  const { head, rows } = tableRows(table);
  if (head.join() !== SORT_COLUMNS.join()) {
    complain(line, `sort needs the columns ${SORT_COLUMNS.join(", ")}`);
    return undefined;
  }
  if (rows.length < MIN_ROWS || rows.length > MAX_ROWS)
    complain(line, `sort has ${rows.length} rows, needs ${MIN_ROWS} to ${MAX_ROWS}`);

  const sorted = rows.map((row): SortIsland["rows"][number] => {
    const [what = "", where = "", why = ""] = row.words;
    const place = places.indexOf(where);
    if (place < 0) complain(row.line, `Where is "${where}", needs one of ${places.join(", ")}`);
    if (what === "" || why === "") complain(row.line, "a row of sort needs a What and a Why");
    return { what: inlineHtml(row.cells[0]), place, why: inlineHtml(row.cells[2]) };
  });
  const edition = editionOf([places, rows.map(({ words }) => words[0])]);
  return { kind: "sort", id: key, edition, ...(title ? { title } : {}), places, rows: sorted };
};

const MARKS_COLUMNS = ["Criterion", "0", "1–2", "3", "4"];

/** `:::marks[Title]{pass=12 zeros="3, 4, 5"}` around a rubric. `zeros` are the rows in which zero marks mean a fail. */
export const readMarks: IslandReader = (block) => {
  const { line, attributes, title, table, key, lessonId, inlineHtml, complain } = block;
  if (!table || !lessonId) return undefined;
  const { head, rows } = tableRows(table);
  if (head.join().replaceAll("-", "–") !== MARKS_COLUMNS.join()) {
    complain(line, `marks needs the columns ${MARKS_COLUMNS.join(", ")}`);
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
    if (row.words.length < MARKS_COLUMNS.length || row.words.includes(""))
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
