import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { passFactor } from "../rls/people.ts";
import type { TestAcademy } from "../support/academy.ts";
import { createAccount } from "../support/createAccount.ts";

export type StaffAccount = { id: string; token: string; client: SupabaseClient };

/** A member of staff, signed in with a second factor. */
export async function signUpStaff(academy: TestAcademy, role = "staff"): Promise<StaffAccount> {
  const client = academy.client();
  const { user, session } = await createAccount(academy.client(academy.secretKey), client, {
    email: `${randomUUID()}@staff.example`,
    password: "correct horse battery",
    firstName: "Kim",
    lastName: "Staff",
  });
  await client.auth.setSession(session);
  await academy.backend.query(
    `update auth.users set raw_app_meta_data = raw_app_meta_data || jsonb_build_object('role', $2::text) where id = $1`,
    [user.id, role],
  );
  await passFactor(client);
  const { data } = await client.auth.getSession();
  return { id: user.id, token: data.session?.access_token ?? "", client };
}
