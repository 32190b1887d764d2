import { z } from "zod";
import { Refusal } from "./refusal.ts";

// The schemas in src use zod/mini, which has no built-in messages and relies on these.
const ENGLISH = z.locales.en();
z.config(ENGLISH);

const MAX_JSON_DEPTH = 16;
const MAX_JSON_BYTES = 64 * 1024;

/** Reads the body. Throws `tooLarge` as soon as it exceeds `maxBytes`, whatever its headers claim. */
export async function readBytes(request: Request, maxBytes: number, tooLarge: Refusal): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let length = 0;
  // An interrupted body is the caller's or the network's fault, not a bug in our code.
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength;
      if (length > maxBytes) throw tooLarge;
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(400, "bad_request", "The request was interrupted.");
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** Reads and checks a JSON body. Throws a 400 Refusal with the message of the first error. */
export async function readJson<S extends z.core.$ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  const tooLarge = new Refusal(413, "bad_request", "The request is too large.");
  const bytes = await readBytes(request, MAX_JSON_BYTES, tooLarge);
  const result = z.safeParse(schema, parseJson(bytes));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Refusal(400, "bad_request", issue ? textOf(issue) : "The request is not valid.");
}

function parseJson(bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(400, "bad_request", "The request is not valid JSON.");
  }
  if (!holdsStorableText(value, MAX_JSON_DEPTH))
    throw new Refusal(400, "bad_request", "The request contains invalid characters.");
  return value;
}

/**
 * False if any text cannot be stored, or if the body is nested more deeply than any valid one: the recursion must not
 * overflow the stack.
 */
function holdsStorableText(value: unknown, depthLeft: number): boolean {
  if (typeof value === "string") return isStorable(value);
  if (typeof value !== "object" || value === null) return true;
  if (depthLeft === 0) return false;
  return Object.entries(value).every(
    ([key, inner]) => isStorable(key) && holdsStorableText(inner, depthLeft - 1),
  );
}

/** Our own messages (the specification's) are complete; the library's need the name of the field. */
function textOf(issue: z.core.$ZodIssue): string {
  const isOurs =
    issue.code === "too_small" ||
    issue.code === "invalid_format" ||
    issue.code === "custom" ||
    (issue.code === "too_big" && issue.message !== ENGLISH.localeError({ ...issue, input: undefined }));
  return isOurs || issue.path.length === 0 ? issue.message : `${issue.path.join(".")}: ${issue.message}`;
}

/**
 * True for text that Postgres can store: `text` cannot hold NUL, and JSON cannot hold half a surrogate pair. Either
 * would turn a bad request into a 500.
 */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && !/\p{Surrogate}/u.test(text);
}
