import type { SortIsland } from "../../../src/domain/course/island.ts";
import type { IslandReader } from "./islandReader.ts";
import { tableRows } from "./tableRows.ts";

const COLUMNS = ["What", "Where", "Why"];
const MIN_ROWS = 3;
const MAX_ROWS = 10;

/** `:::sort[Title]{into="A | B"}` around a table: the item, its place, and the reason. */
export const readSort: IslandReader = ({ line, attributes, title, table, key, inlineHtml, complain }) => {
  if (!table || !attributes.into) return undefined;
  const places = attributes.into.split("|").map((each) => each.trim());
  if (places.length < 2 || places.includes("") || new Set(places).size < places.length)
    complain(line, 'sort needs two or more different names in into="A | B"');
  const { head, rows } = tableRows(table);
  if (head.join() !== COLUMNS.join()) {
    complain(line, `sort needs the columns ${COLUMNS.join(", ")}`);
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
  return { kind: "sort", id: key, ...(title ? { title } : {}), places, rows: sorted };
};
