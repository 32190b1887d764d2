import type { SupabaseClient } from "@supabase/supabase-js";
import { passFactor } from "../rls/people.ts";
import type { TestBackend } from "../support/server/backend.ts";

export type Member = { id: string; email: string; client: SupabaseClient };
export type Role = "staff" | "reviewer" | "author" | null;

/** Someone with this role whose session has passed a second factor. */
export async function signUpMember(backend: TestBackend, role: Role): Promise<Member> {
  const person = await backend.signUp();
  await backend.query(
    `update auth.users set raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || jsonb_build_object('role', $2::text)
     where id = $1`,
    [person.id, role],
  );
  const client = await backend.clientFor(person);
  await passFactor(client);
  return { id: person.id, email: person.email, client };
}

/** What was recorded about a subject, oldest first. */
export function recordOf(backend: TestBackend, subjectId: string) {
  return backend.query<{ actor_id: string; action: string; reason: string; details: object }>(
    "select actor_id, action, reason, details from public.staff_actions where subject_id = $1 order by at",
    [subjectId],
  );
}
