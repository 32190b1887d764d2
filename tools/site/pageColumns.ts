import { join } from "node:path";
import { normalizePath, type Plugin, parseAst } from "vite";

const TABLE = "src/app/pages.ts";
const NAME = "PAGES";

/** The columns that the routes need (src/app/routes.tsx). */
const COLUMNS = ["path", "audience", "title", "isPrerendered", "load"];

/**
 * Removes columns that browsers do not need from the page table of the built site. Code that only these columns use is
 * dropped with them. The build that renders the pages keeps all columns.
 */
export function pageColumns(root: string): Plugin {
  const table = normalizePath(join(root, TABLE));
  let isFound = false;
  return {
    name: "academy:page-columns",
    apply: ({ build }, { command }) => command === "build" && !build?.ssr,
    transform(code, id) {
      if (id !== table) return undefined;
      isFound = true;
      return { code: withRouteColumns(code), map: null };
    },
    buildEnd(error) {
      // Without this check, moving the table would silently ship all its columns to the browser.
      if (!error && !isFound) throw new Error(`the site does not import ${TABLE}`);
    },
  };
}

/** Throws when the table is not written as expected, so that no column is shipped unnoticed. */
export function withRouteColumns(code: string): string {
  const dropped = rowsOf(code).flatMap((row) => {
    if (row?.type !== "ObjectExpression") throw new Error(`${TABLE}: a row of ${NAME} is not an object`);
    return row.properties.filter((property) => !COLUMNS.includes(columnOf(property)));
  });
  // From the end, so that the positions of earlier columns stay valid.
  return dropped.reduceRight((rest, { start, end }) => {
    const after = rest.slice(end).replace(/^\s*,/, "");
    return rest.slice(0, start) + after;
  }, code);
}

type Row = ReturnType<typeof rowsOf>[number];
type Property = Extract<Row, { type: "ObjectExpression" }>["properties"][number];

function rowsOf(code: string) {
  for (const statement of parseAst(code, { lang: "ts" }).body) {
    if (statement.type !== "ExportNamedDeclaration") continue;
    if (statement.declaration?.type !== "VariableDeclaration") continue;
    for (const { id, init } of statement.declaration.declarations)
      if (id.type === "Identifier" && id.name === NAME && init?.type === "ArrayExpression")
        return init.elements;
  }
  throw new Error(`${TABLE} has no list ${NAME}`);
}

function columnOf(property: Property): string {
  if (property.type === "Property" && property.key.type === "Identifier") return property.key.name;
  throw new Error(`${TABLE}: a row of ${NAME} contains something other than columns`);
}
