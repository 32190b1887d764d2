import { isoTimes } from "../isoTimes.ts";
import { FACTORS_FIELD_SQL } from "../mfa/factor.ts";
import type { Sql } from "../sql.ts";

type Json = Record<string, unknown>;

/** The columns of auth.users that responses contain, as JSON. Omits absent times, as GoTrue does. */
const USER_SQL = `
select jsonb_strip_nulls(jsonb_build_object(
    'id', u.id, 'aud', u.aud, 'role', u.role, 'email', coalesce(u.email, ''), 'phone', coalesce(u.phone, ''),
    'email_confirmed_at', u.email_confirmed_at, 'confirmed_at', u.confirmed_at,
    'last_sign_in_at', u.last_sign_in_at, 'banned_until', u.banned_until, 'deleted_at', u.deleted_at,
    'is_anonymous', u.is_anonymous, 'created_at', u.created_at, 'updated_at', u.updated_at
  )) || jsonb_build_object(
    'app_metadata', u.raw_app_meta_data, 'user_metadata', u.raw_user_meta_data,
    'identities', coalesce((
      select jsonb_agg(jsonb_build_object(
        'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
        'provider', i.provider, 'last_sign_in_at', coalesce(i.last_sign_in_at, i.created_at),
        'created_at', i.created_at, 'updated_at', i.updated_at, 'email', i.email
      ) order by i.created_at)
      from auth.identities i where i.user_id = u.id
    ), '[]')
  ) || ${FACTORS_FIELD_SQL} as "user"
from auth.users u`;

export async function optionalUser(sql: Sql, id: string): Promise<Json | null> {
  const { rows } = await sql.query<{ user: Json }>(`${USER_SQL} where u.id = $1`, [id]);
  return rows[0] ? isoTimes(rows[0].user) : null;
}
