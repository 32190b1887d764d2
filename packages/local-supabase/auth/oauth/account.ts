import { AuthError } from "../authError.ts";
import type { Sql } from "../sql.ts";
import type { Person, ProviderName } from "./providers.ts";

/**
 * Returns the account of a user whom a provider has identified; creates one if there is none. Finds a returning user by
 * the provider's id, even if their address has changed. Uses an existing account with the same address only if the
 * address is verified on both sides: this function checks the provider's side, and the project's trigger on
 * `auth.identities` checks the account's. Throws AuthError.
 */
export async function accountOf(sql: Sql, provider: ProviderName, person: Person): Promise<string> {
  const known = await knownAccount(sql, provider, person);
  if (known) return known;
  const { email } = person;
  if (!email)
    throw new AuthError(500, "unexpected_failure", "Error getting user email from external provider");
  if (!person.isEmailVerified) {
    const message = `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`;
    throw new AuthError(422, "provider_email_needs_verification", message);
  }
  const { rows } = await sql.query<{ id: string }>("select id from auth.users where lower(email) = $1", [
    email,
  ]);
  const userId = rows[0]?.id ?? (await makeAccount(sql, provider, person, email));
  await addIdentity(sql, { userId, provider, person, email });
  return userId;
}

async function knownAccount(sql: Sql, provider: ProviderName, person: Person): Promise<string | null> {
  const { rows } = await sql.query<{ user_id: string }>(
    `update auth.identities set identity_data = identity_data || $3::jsonb, last_sign_in_at = now(), updated_at = now()
     where provider = $1 and provider_id = $2 returning user_id`,
    [provider, person.id, dataOf(person)],
  );
  return rows[0]?.user_id ?? null;
}

/** Sets no password, so that there is none to guess. */
async function makeAccount(sql: Sql, provider: ProviderName, person: Person, email: string): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     values (gen_random_uuid(), 'authenticated', 'authenticated', $1, now(), $2, $3) returning id`,
    [email, { provider, providers: [provider] }, dataOf(person)],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("auth.users returned no row for a new account");
  return id;
}

async function addIdentity(
  sql: Sql,
  added: { userId: string; provider: ProviderName; person: Person; email: string },
): Promise<void> {
  const { userId, provider, person } = added;
  await sql.query(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at)
     values (gen_random_uuid(), $1, $2, $3, $4, now())`,
    [provider, person.id, userId, dataOf(person)],
  );
  await sql.query(
    `update auth.users set updated_at = now(), raw_app_meta_data = raw_app_meta_data || jsonb_build_object('providers', (
       select jsonb_agg(provider order by created_at) from auth.identities where user_id = $1
     )) where id = $1`,
    [userId],
  );
}

/** The claims that GoTrue stores, except the picture, which no page shows. */
function dataOf(person: Person): Record<string, unknown> {
  return {
    iss: person.issuer,
    sub: person.id,
    provider_id: person.id,
    name: person.name,
    full_name: person.name,
    ...(person.email ? { email: person.email } : {}),
    email_verified: person.isEmailVerified,
    phone_verified: false,
  };
}
