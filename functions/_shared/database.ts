import type { SupabaseClient } from "@supabase/supabase-js";
import type { z } from "zod";

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

/** Calls a Postgres function as the service role and checks what it returns. Throws DatabaseError. */
export async function callDatabase<S extends z.ZodType>(
  admin: Admin,
  name: string,
  args: Record<string, unknown>,
  reply: S,
): Promise<z.output<S>> {
  const { data, error } = await admin.rpc(name, args);
  if (error) throw new DatabaseError(name, error);
  return reply.parse(data);
}
