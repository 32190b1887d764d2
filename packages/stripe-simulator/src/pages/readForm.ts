import type { Context } from "hono";
import { readBody } from "../api/readBody.ts";

const MAX_BODY_BYTES = 20_000;

/**
 * Returns the submitted form, or null when it is too large. Call it before reading the store, so that no other
 * request runs between reading the store and changing it.
 */
export async function readForm(c: Context): Promise<{ [name: string]: string } | null> {
  const text = c.req.method === "POST" ? await readBody(c.req.raw, MAX_BODY_BYTES) : "";
  return text === null ? null : Object.fromEntries(new URLSearchParams(text));
}
