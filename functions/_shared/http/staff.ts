import { extractCredentials } from "@supabase/server/core";
import { z } from "zod";
import { callDatabase, DatabaseError } from "../database.ts";
import { claimsOf, requireUser } from "./caller.ts";
import { Refusal } from "./refusal.ts";
import type { Call } from "./serve.ts";

export type StaffRole = "staff" | "reviewer";
export type StaffMember = { userId: string; role: StaffRole; email: string };

const role = z.enum(["staff", "reviewer"]);
const FORBIDDEN = "42501";

/**
 * Returns the staff member who calls. Throws a 401 Refusal for an anonymous caller, and a 403 Refusal unless the account
 * has one of these roles and the session has passed a second factor, both read from the database.
 */
export async function requireStaff(
  call: Call,
  roles: readonly StaffRole[] = ["staff"],
): Promise<StaffMember> {
  const user = await requireUser(call);
  const args = { p_user: user.id, p_session: sessionOf(call.request) };
  const found = await callDatabase(call.admin, "staff_session", args, role).catch((error: unknown) => {
    if (error instanceof DatabaseError && error.code === FORBIDDEN) return null;
    throw error;
  });
  if (!found || !roles.includes(found)) throw new Refusal(403, "not_staff", "Only staff can do this.");
  return { userId: user.id, role: found, email: user.email ?? "" };
}

/** The session of a token that the auth server has accepted. */
function sessionOf(request: Request): string | null {
  const { session_id: session } = claimsOf(extractCredentials(request).token ?? "");
  return typeof session === "string" ? session : null;
}

/** The refusal for what a function in supabase/schemas/staff returned instead of doing what staff asked. */
export function staffRefusals(words: { notFound: string; changed: string; others: Record<string, string> }) {
  return (outcome: string): Refusal => {
    if (outcome === "not_found") return new Refusal(404, "not_found", words.notFound);
    if (outcome === "changed") return new Refusal(409, "changed_meanwhile", words.changed);
    const message = words.others[outcome];
    if (!message) throw new Error(`the database returned an unknown outcome: ${outcome}`);
    return new Refusal(409, "not_possible", message);
  };
}
