/** Properties that every object inherits: @supabase/lite looks operators up by name and would find these functions. */
const NO_OPERATOR = new Set(Object.getOwnPropertyNames(Object.prototype));

const LOGIC_NAME = /(^|\.)(and|or)$/;
const REGEX_FILTER = /^\s*(not\.)?i?match(\(|\.|$)/;
const REGEX_IN_LOGIC = /[.,(\s]i?match(\([^)]*\))?\./;
const PATTERN_FILTER = /^\s*(not\.)?(i?like|(pl|ph|w)?fts)(\(|\.|$)/;
const PATTERN_IN_LOGIC = /[.,(\s](i?like|(pl|ph|w)?fts)(\([^)]*\))?\./;

/** Far above the needs of our screens and functions; larger queries can take the database seconds. */
const MAX_DEPTH = 16;
const MAX_FILTERS = 100;
const MAX_COLUMNS = 50;
/** Aliases count too, because each one adds the whole column to the response. */
const MAX_OF_ONE_COLUMN = 2;
const MAX_JSON_STEPS = 50;
const MAX_PATTERN_CHARACTERS = 100;

/**
 * The reason to reject a request to `/rest/v1` before it reaches the database, with PostgREST's message where there is one;
 * null for every other request. The embedded Postgres has no statement timeout, so queries that could keep it busy for
 * seconds are rejected here: all regular expressions, and anything else above a size limit. A hosted project has the
 * timeouts of supabase/schemas/base/foundation.sql instead. Parses names and values as @supabase/lite does.
 */
export function refusalOfQuery({ pathname, searchParams }: URL): string | null {
  if (!pathname.startsWith("/rest/v1/")) return null;
  let [filters, patternCharacters, jsonSteps] = [0, 0, 0];
  for (const [name, value] of searchParams) {
    jsonSteps += countOf(name, "->") + countOf(value, "->");
    if (depthOf(value) > MAX_DEPTH) return "The query is nested too deeply.";
    if (name === "select" || name === "columns" || name === "order" || name.endsWith(".order")) {
      if (countOf(value, ",") >= MAX_COLUMNS) return `${name} must name at most ${MAX_COLUMNS} columns.`;
      continue;
    }
    const [operator = ""] = value.replace(/^not\./, "").split(".");
    if (NO_OPERATOR.has(operator)) return `"failed to parse filter (${value})" (line 1, column 1)`;

    const isLogic = LOGIC_NAME.test(name);
    // @supabase/lite also accepts a single condition without parentheses here.
    const logic = `(${value}`;
    if (REGEX_FILTER.test(value) || (isLogic && REGEX_IN_LOGIC.test(logic)))
      return "Regular expressions are not available: use like or ilike.";
    if (PATTERN_FILTER.test(value) || (isLogic && PATTERN_IN_LOGIC.test(logic)))
      patternCharacters += value.length;
    filters += isLogic ? 1 + countOf(value, ",") : 1;
  }
  const selected = searchParams.getAll("select").flatMap(selectedNames);
  if (mostOfOne(selected) > MAX_OF_ONE_COLUMN)
    return `select must name a column at most ${MAX_OF_ONE_COLUMN} times.`;
  if (patternCharacters > MAX_PATTERN_CHARACTERS)
    return `The patterns of like, ilike and full-text search must have at most ${MAX_PATTERN_CHARACTERS} characters.`;
  if (filters > MAX_FILTERS) return `At most ${MAX_FILTERS} filters at once.`;
  if (jsonSteps > MAX_JSON_STEPS) return `At most ${MAX_JSON_STEPS} steps into JSON at once.`;
  return null;
}

/** PostgREST's response to an invalid query. */
export function refuseQuery(message: string): Response {
  return Response.json({ code: "PGRST100", details: null, hint: null, message }, { status: 400 });
}

/** The columns and relations of a `select`, each with its path, as in "orders/order_payments/id". */
function selectedNames(select: string): string[] {
  const names: string[] = [];
  const relations: string[] = [];
  for (const [, part = "", end] of select.replaceAll(/[\s"]/g, "").matchAll(/([^,()]*)([,()]|$)/g)) {
    const path = [...relations, bareName(part)].join("/");
    if (part !== "") names.push(path);
    if (end === "(") relations.push(bareName(part));
    if (end === ")") relations.pop();
  }
  return names;
}

/** The name without alias, JSON path, cast and hint. */
function bareName(part: string): string {
  return part
    .replace(/^\.\.\./, "")
    .replace(/^[^:]*:(?!:)/, "")
    .replace(/(::|->|!|\.).*$/, "");
}

function mostOfOne(names: string[]): number {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}

function depthOf(value: string): number {
  let [depth, deepest] = [0, 0];
  for (const character of value) {
    if (character === "(") deepest = Math.max(deepest, ++depth);
    else if (character === ")") depth--;
  }
  return deepest;
}
