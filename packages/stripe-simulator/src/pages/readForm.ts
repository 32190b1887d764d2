import type { Context } from "hono";
import { readBody } from "../api/readBody.ts";

const MAX_BODY_BYTES = 20_000;

/** What a form of these pages sent, or null when it is too large. Read it first: then nothing can run in between. */
export async function readForm(c: Context): Promise<{ [name: string]: string } | null> {
  const text = c.req.method === "POST" ? await readBody(c.req.raw, MAX_BODY_BYTES) : "";
  return text === null ? null : Object.fromEntries(new URLSearchParams(text));
}
