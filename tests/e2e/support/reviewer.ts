import type { SupabaseClient } from "@supabase/supabase-js";
import { TOTP } from "otpauth";
import { keepOutOfLogs } from "../../support/logWatch.ts";
import { createAccount } from "../../support/server/createAccount.ts";
import type { Backstage } from "./backstage.ts";

const PASSWORD = "a-reviewer-of-capstones";

/** Creates an account with the role of a reviewer, whose session has passed a second factor. */
export async function becomeReviewer(
  { database, visitor }: Backstage,
  email: string,
): Promise<SupabaseClient> {
  const client = visitor();
  keepOutOfLogs(PASSWORD);
  const { user } = await createAccount(database, client, { email, password: PASSWORD });
  const given = await database.auth.admin.updateUserById(user.id, { app_metadata: { role: "reviewer" } });
  if (given.error) throw given.error;
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp" });
  if (error) throw error;
  keepOutOfLogs(data.totp.secret);
  const code = new TOTP({ secret: data.totp.secret }).generate();
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code });
  if (verified.error) throw verified.error;
  return client;
}
