import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { passFactor } from "../rls/people.ts";
import type { Reply, TestAcademy } from "../support/server/academy.ts";
import { createAccount } from "../support/server/createAccount.ts";

export type Member = {
  id: string;
  email: string;
  token: string;
  client: SupabaseClient;
  call: (name: string, body: unknown) => Promise<Reply>;
};

/** A signed-in account with this role, or none, whose session has passed a second factor. */
export async function signInAs(
  academy: TestAcademy,
  role: "staff" | "reviewer" | null,
  isRaised = true,
): Promise<Member> {
  const email = `${randomUUID()}@mail.example`;
  const client = academy.client();
  const { user } = await createAccount(academy.client(academy.secretKey), client, {
    email,
    password: "correct horse battery",
    firstName: "Sam",
    lastName: "Staff",
  });
  await academy.backend.query(
    "update auth.users set raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || jsonb_build_object('role', $2::text) where id = $1",
    [user.id, role],
  );
  if (isRaised) await passFactor(client);
  const { data } = await client.auth.getSession();
  const token = data.session?.access_token ?? "";
  const headers = { authorization: `Bearer ${token}` };
  return { id: user.id, email, token, client, call: (name, body) => academy.call(name, body, headers) };
}

/** The actions of staff that are recorded about an order, oldest first. */
export async function actsOn(academy: TestAcademy, orderId: string): Promise<string[]> {
  const rows = await academy.backend.query<{ action: string }>(
    "select action from public.staff_actions where subject_kind = 'order' and subject_id = $1 order by at",
    [orderId],
  );
  return rows.map(({ action }) => action);
}
