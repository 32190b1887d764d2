/** Properties of every object: @supabase/lite looks up an operator by its name and would find a function. */
const NO_OPERATOR = new Set(Object.getOwnPropertyNames(Object.prototype));

const LOGIC_NAME = /(^|\.)(and|or)$/;
const REGEX_FILTER = /^\s*(not\.)?i?match(\(|\.|$)/;
const REGEX_IN_LOGIC = /[.,(\s]i?match(\([^)]*\))?\./;
const PATTERN_FILTER = /^\s*(not\.)?(i?like|(pl|ph|w)?fts)(\(|\.|$)/;
const PATTERN_IN_LOGIC = /[.,(\s](i?like|(pl|ph|w)?fts)(\([^)]*\))?\./;

/** Far above what any screen or function of ours asks for; what is above them costs the database seconds. */
const MAX_DEPTH = 16;
const MAX_FILTERS = 100;
const MAX_COLUMNS = 50;
/** Aliases included: each of them adds the whole column to the response. */
const MAX_OF_ONE_COLUMN = 2;
const MAX_JSON_STEPS = 50;
const MAX_PATTERN_CHARACTERS = 100;

/**
 * Why a request to `/rest/v1` is refused before it reaches the database, in PostgREST's words where it has some; null
 * for every other request. The embedded Postgres has no timeout for statements, so what could keep it busy for seconds is
 * bounded here: regular expressions are refused, and the size of everything else. A hosted project has the timeouts of
 * supabase/schemas/base/foundation.sql instead. Reads names and values as @supabase/lite does.
 */
export function refusalOfQuery({ pathname, searchParams }: URL): string | null {
  if (!pathname.startsWith("/rest/v1/")) return null;
  let [filters, patternCharacters, jsonSteps] = [0, 0, 0];
  for (const [name, value] of searchParams) {
    jsonSteps += countOf(name, "->") + countOf(value, "->");
    if (depthOf(value) > MAX_DEPTH) return "The query is nested too deep.";
    if (name === "select" || name === "columns" || name === "order" || name.endsWith(".order")) {
      if (countOf(value, ",") >= MAX_COLUMNS) return `${name} must name at most ${MAX_COLUMNS} columns.`;
      continue;
    }
    const [operator = ""] = value.replace(/^not\./, "").split(".");
    if (NO_OPERATOR.has(operator)) return `"failed to parse filter (${value})" (line 1, column 1)`;

    const isLogic = LOGIC_NAME.test(name);
    // @supabase/lite also takes one condition without parentheses there.
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

/** PostgREST's answer to a query that it cannot accept. */
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

/** Without its alias, its path into JSON, its cast and its hint. */
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
