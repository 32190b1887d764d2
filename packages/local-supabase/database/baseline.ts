/**
 * The roles, schemas and grants of every hosted Supabase database before its first migration. Runs once, in a new data
 * folder; afterwards only migrations change the grants.
 */
export const BASELINE_SQL = `
create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;
create role authenticator nologin noinherit;
grant anon, authenticated, service_role to authenticator;
create role supabase_auth_admin nologin;
create role supabase_storage_admin nologin;

create schema extensions;
grant usage on schema extensions to anon, authenticated, service_role;
create extension pgcrypto schema extensions;

create schema auth;
grant usage on schema auth to anon, authenticated, service_role, supabase_auth_admin;
-- Also for those that a later version adds, after migrations may have taken this right away by default.
alter default privileges in schema auth grant execute on functions to public;

create schema storage;
grant usage on schema storage to anon, authenticated, service_role;
alter default privileges in schema storage grant all on tables to anon, authenticated, service_role;
alter default privileges in schema storage grant all on functions to anon, authenticated, service_role;
alter default privileges in schema storage grant all on sequences to anon, authenticated, service_role;

grant usage on schema public to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
`;

/** As hosted Supabase defines them: they read the setting of a single claim if it exists, otherwise the whole token. */
export const AUTH_HELPERS_SQL = `
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')
  )::uuid
$$;
create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role')
  )::text
$$;
create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email')
  )::text
$$;
create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;
`;

/** The search path that hosted Supabase sets for its roles. */
export const SESSION_SQL = `set search_path = "$user", public, extensions;`;
