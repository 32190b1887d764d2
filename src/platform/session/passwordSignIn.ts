import type { AuthTokenResponsePassword, SupabaseClient } from "@supabase/supabase-js";

/**
 * Signs in with the password in composed form (NFC), in which new passwords are stored. If that is wrong, tries it as it was
 * typed: the auth server may have stored an older one like that.
 */
export async function signInWithPassword(
  client: SupabaseClient,
  email: string,
  typed: string,
): Promise<AuthTokenResponsePassword> {
  const password = typed.normalize("NFC");
  const answer = await client.auth.signInWithPassword({ email, password });
  const isWrong = answer.error?.code === "invalid_credentials";
  return isWrong && typed !== password ? client.auth.signInWithPassword({ email, password: typed }) : answer;
}
