import type { Session, SupabaseClient, User } from "@supabase/supabase-js";

type Account = { email: string; password: string; firstName?: string; lastName?: string };

/** Creates an account as `functions/sign-up` does, and signs `client` in to it. `admin` has the secret key. */
export async function createAccount(
  admin: SupabaseClient,
  client: SupabaseClient,
  { email, password, firstName, lastName }: Account,
): Promise<{ user: User; session: Session }> {
  const created = await admin.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: firstName ? { first_name: firstName, last_name: lastName } : {},
  });
  if (created.error) throw created.error;
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return data;
}

/** Signs up at the academy at this URL, as its form does. */
export async function signUpAt(url: string, { email, password }: Account): Promise<void> {
  const reply = await fetch(`${url}/functions/v1/sign-up`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ firstName: "Ada", lastName: "Obi", email, password }),
  });
  if (!reply.ok) throw new Error(`sign-up answered ${reply.status}: ${await reply.text()}`);
}
