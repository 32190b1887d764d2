-- The schema for helpers, statement timeouts, and the validation of times that devices report.
--
-- Only the service role has usage on the schema. Policies, triggers and constraints store resolved references to its
-- functions, so their callers need no usage on it.
--
-- Every function sets an empty search_path, except eight that the sync calls for each op or row. The planner can inline
-- only functions without settings: inlined, private.json_uuid takes 8 µs instead of 40, may_record_lesson 15 instead of
-- 90. They are safe without one, because their standard SQL body (`return …`) resolves names when the function is
-- created. tests/database/linter.test.ts lists them.

create schema private;
comment on schema private is 'Helpers of policies, triggers and the exposed functions. Never exposed by the API.';
revoke all on schema private from public;
grant usage on schema private to service_role;

-- Nobody may use a table, a view or a function of ours unless a grant says so. By default Postgres lets everyone call a new
-- function, and a hosted project also gives the roles of the API everything that is created in the schema public.
alter default privileges revoke all on functions from public;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;

-- Limits how long one request may keep the database busy. A filter with a regular expression (PostgREST's `match`) can
-- take minutes. The embedded server rejects such filters and ends stuck statements (docs/decisions/0042); a hosted
-- project relies on these limits, which PostgREST applies with the role of each request.
--
-- Only our functions and the publication of the course act as service_role. How long some of their statements take depends
-- on the amount of data: exporting or deleting an account, finding payments to reconcile. Without a limit of its own the
-- role would have the 8 seconds of the role authenticator (https://supabase.com/docs/guides/database/postgres/timeouts).
do $$
begin
  alter role anon set statement_timeout = '3s';
  alter role authenticated set statement_timeout = '8s';
  alter role service_role set statement_timeout = '30s';
exception when insufficient_privilege then
  -- A project whose owner may not change these roles has limits of 3, 8 and 8 seconds by default.
  raise warning 'statement_timeout of anon, authenticated and service_role is left as it is: %', sqlerrm;
end $$;
-- PostgREST reads role settings only at startup and on this notification.
notify pgrst, 'reload config';

create function private.earliest_client_time() returns timestamptz
  language sql immutable parallel safe set search_path = ''
  return timestamptz '2025-01-01T00:00:00Z';
comment on function private.earliest_client_time is
  'No device did any work before it.';

create function private.clamp_client_time(p_time timestamptz) returns timestamptz
  language sql stable parallel safe
  -- Truncated to milliseconds, so that a time compares equal after a round trip through JSON.
  return case when p_time is not null then
    pg_catalog.date_trunc(
      'milliseconds',
      greatest(private.earliest_client_time(), least(p_time, pg_catalog.now()))
    )
  end;
comment on function private.clamp_client_time is
  'A time that a device claims, clamped between the earliest possible one and now. Null stays null.';

create function private.iso(p_time timestamptz) returns text
  language sql stable parallel safe
  return pg_catalog.to_char(p_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
comment on function private.iso is 'ISO 8601 in UTC with milliseconds: the form of Date.prototype.toISOString.';
