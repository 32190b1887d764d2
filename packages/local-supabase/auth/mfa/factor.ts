import { z } from "zod";
import { AuthError } from "../authError.ts";
import type { AuthSession } from "../session/session.ts";
import type { Sql } from "../sql.ts";

export type FactorType = "totp" | "phone" | "webauthn";

/** The public part of a passkey, in the format of @simplewebauthn/server but with the key in base64url. */
export type StoredCredential = { id: string; publicKey: string; counter: number; transports: string[] };

export type Factor = {
  id: string;
  user_id: string;
  factor_type: FactorType;
  status: "unverified" | "verified";
  friendly_name: string;
  /** Base32. */
  secret: string | null;
  /** E.164 without the plus sign, as GoTrue stores it. */
  phone: string | null;
  web_authn_credential: StoredCredential | null;
};

const COLUMNS = `id, user_id, factor_type::text, status::text, coalesce(friendly_name, '') as friendly_name, secret, phone,
  web_authn_credential`;

export async function factorsOf(sql: Sql, userId: string): Promise<Factor[]> {
  const { rows } = await sql.query<Factor>(
    `select ${COLUMNS} from auth.mfa_factors where user_id = $1 order by created_at, id`,
    [userId],
  );
  return rows;
}

/** True if the user has a second factor that the session has not passed. */
export async function lacksSecondFactor(sql: Sql, session: AuthSession): Promise<boolean> {
  if (session.isAal2) return false;
  const factors = await factorsOf(sql, session.userId);
  return factors.some((factor) => factor.status === "verified");
}

/** Throws 404 if the factor does not exist or belongs to another user. */
export async function requireFactor(sql: Sql, userId: string, id: string | undefined): Promise<Factor> {
  const parsed = z.uuid().safeParse(id);
  if (!parsed.success) throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
  const { rows } = await sql.query<Factor>(
    `select ${COLUMNS} from auth.mfa_factors where id = $1 and user_id = $2`,
    [parsed.data, userId],
  );
  if (!rows[0]) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
  return rows[0];
}

/**
 * `{"factors": […]}` for the user `u` in responses, or `{}` if there are none, as in GoTrue. Only the response to the
 * enrolment contains the secret.
 */
export const FACTORS_FIELD_SQL = `coalesce((
  select jsonb_build_object('factors', jsonb_agg(jsonb_build_object(
      'id', f.id, 'created_at', f.created_at, 'updated_at', f.updated_at, 'status', f.status,
      'factor_type', f.factor_type, 'phone', coalesce(f.phone, ''), 'last_challenged_at', f.last_challenged_at
    ) || case when coalesce(f.friendly_name, '') = '' then '{}'::jsonb
      else jsonb_build_object('friendly_name', f.friendly_name) end
    order by f.created_at, f.id))
  from auth.mfa_factors f where f.user_id = u.id having count(*) > 0
), '{}')`;

export type FactorsField = { factors?: Record<string, unknown>[] };

/** Returns an empty object for an unknown user too. */
export async function factorsField(sql: Sql, userId: string): Promise<FactorsField> {
  const { rows } = await sql.query<{ field: FactorsField }>(
    `select ${FACTORS_FIELD_SQL} as field from auth.users u where u.id = $1`,
    [userId],
  );
  return rows[0]?.field ?? {};
}

/** Removes a factor and lowers to aal1 the sessions that it had raised. Call it in a transaction. */
export async function removeFactor(sql: Sql, factor: Factor): Promise<void> {
  await sql.query("delete from auth.mfa_factors where id = $1", [factor.id]);
  await sql.query(
    `delete from auth.mfa_amr_claims where authentication_method = $2
       and session_id in (select id from auth.sessions where factor_id = $1)`,
    [factor.id, METHOD_NAMES[factor.factor_type]],
  );
  await sql.query("update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1", [
    factor.id,
  ]);
}

/** The name of each type in the `amr` claim. */
export const METHOD_NAMES: Record<FactorType, string> = {
  totp: "totp",
  phone: "mfa/phone",
  webauthn: "mfa/webauthn",
};
