import type { SupabaseClient } from "@supabase/supabase-js";
import type { z } from "zod";
import { Refusal } from "./http/refusal.ts";

export type Admin = SupabaseClient;

/** An unexpected database error: a bug or an outage, returned as 500. */
export class DatabaseError extends Error {
  readonly code: string;
  constructor(what: string, error: { code?: string; message: string }) {
    super(`${what}: ${error.message}`);
    this.name = "DatabaseError";
    this.code = error.code ?? "unknown";
  }
}

/** What the embedded server answers. */
const BUSY = "The server is busy. Please try again.";

/**
 * Calls a Postgres function as the service role and checks what it returns. Throws DatabaseError, or a 503 Refusal when
 * the embedded database has too many requests of this caller.
 */
export async function callDatabase<S extends z.ZodType>(
  admin: Admin,
  name: string,
  args: Record<string, unknown>,
  reply: S,
): Promise<z.output<S>> {
  const { data, error, status } = await admin.rpc(name, args);
  if (status === 503 && error?.message === BUSY) {
    throw new Refusal(503, "busy", BUSY, { "retry-after": "2" });
  }
  if (error) throw new DatabaseError(name, error);
  return reply.parse(data);
}
