import type { z } from "zod";
import { type ApiError, badRequest } from "./apiError.ts";

/** Parameters before validation. Stripe's form encoding has only strings and hashes; a list is a hash of indexes. */
export type RawParams = { [name: string]: string | RawParams };

const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;
const MAX_DEPTH = 10;

/**
 * Parses `a[b][0][c]=x` and `a[]=x` as Stripe does. Throws for a name used both as a string and as a hash. Hashes have
 * no prototype, so no name is special.
 */
export function parseForm(text: string): RawParams {
  const root = emptyHash();
  for (const [key, value] of new URLSearchParams(text)) insert(root, key, value);
  return root;
}

function insert(root: RawParams, key: string, value: string): void {
  const match = KEY.exec(key);
  const path = match ? [match[1] ?? "", ...(match[2] ?? "").slice(1, -1).split("][")] : [];
  const segments = match?.[2] ? path : path.slice(0, 1);
  if (segments.length === 0 || segments.length > MAX_DEPTH)
    throw badRequest(`Invalid parameter name: ${key}`);
  let hash = root;
  for (const segment of segments.slice(0, -1)) hash = childHash(hash, segment || nextIndex(hash), key);
  const last = segments.at(-1) || nextIndex(hash);
  if (typeof hash[last] === "object") throw badRequest("Invalid object", { param: key });
  hash[last] = value;
}

function childHash(parent: RawParams, name: string, key: string): RawParams {
  const child = parent[name] ?? emptyHash();
  if (typeof child === "string") throw badRequest("Invalid object", { param: key });
  parent[name] = child;
  return child;
}

function nextIndex(hash: RawParams): string {
  return String(Object.keys(hash).length);
}

function emptyHash(): RawParams {
  // `as`: Object.create is typed any.
  return Object.create(null) as RawParams;
}

/** Parses parameters. Throws the first error in Stripe's words. */
export function parseParams<S extends z.ZodType>(schema: S, raw: RawParams): z.output<S> {
  const result = schema.safeParse(raw);
  if (result.success) return result.data;
  throw firstFault(result.error, raw);
}

function firstFault(error: z.ZodError, raw: RawParams): ApiError {
  const unknown = error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" ? issue.keys.map((key) => bracketed([...issue.path, key])) : [],
  );
  if (unknown.length > 0) {
    const names = unknown.join(", ");
    return badRequest(
      `Received unknown parameter${unknown.length > 1 ? "s" : ""}: ${names}. The payment simulator does not support every parameter of Stripe.`,
      { code: "parameter_unknown", ...(unknown[0] ? { param: unknown[0] } : {}) },
    );
  }
  const issue = error.issues[0];
  if (!issue) return badRequest("Invalid request");
  const param = bracketed(issue.path);
  if (issue.code === "custom") {
    const code: unknown = issue.params?.code;
    return badRequest(issue.message.replaceAll("{param}", param), {
      param,
      ...(typeof code === "string" ? { code } : {}),
    });
  }
  if (at(raw, issue.path) === undefined) {
    return badRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  }
  const expected = issue.code === "invalid_type" ? issue.expected : "object";
  return badRequest(`Invalid ${expected === "record" ? "object" : expected}`, { param });
}

/** Converts `["line_items", 0, "price"]` to "line_items[0][price]". */
function bracketed(path: readonly PropertyKey[]): string {
  const [first, ...rest] = path.map(String);
  return `${first ?? ""}${rest.map((each) => `[${each}]`).join("")}`;
}

function at(raw: RawParams, path: readonly PropertyKey[]): unknown {
  let value: string | RawParams | undefined = raw;
  for (const segment of path) value = typeof value === "object" ? value[String(segment)] : undefined;
  return value;
}
