import type { Context } from "hono";
import { AuthError } from "./authError.ts";

export async function readJson(c: Context): Promise<unknown> {
  try {
    return await c.req.json();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new AuthError(400, "bad_json", `Could not parse request body as JSON: ${error.message}`);
  }
}
