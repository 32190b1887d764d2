-- The schema for helpers, statement timeouts, and the validation of times that devices report.
--
-- Only the service role has usage on the schema. Policies, triggers and constraints store resolved references to its
-- functions, so their callers need no usage on it.
--
-- Functions with a standard SQL body (`return …`) set no search_path: their names are resolved when the function is
-- created, and the planner can inline only functions without settings. sync_push calls them hundreds of times.

create schema private;
comment on schema private is 'Helpers of policies, triggers and the exposed functions. Never exposed by the API.';
revoke all on schema private from public;
grant usage on schema private to service_role;

-- Limits how long one request may keep the database busy. A filter with a regular expression (PostgREST's `match`) can
-- take minutes. The embedded server rejects such filters and ends stuck statements (docs/decisions/0042); a hosted
-- project relies on these limits, which PostgREST applies with the role of each request.
do $$
begin
  alter role anon set statement_timeout = '3s';
  alter role authenticated set statement_timeout = '8s';
exception when insufficient_privilege then
  -- A project whose owner may not change these roles has the same limits by default.
  raise warning 'statement_timeout of anon and authenticated is left as it is: %', sqlerrm;
end $$;
-- PostgREST reads role settings only at startup and on this notification.
notify pgrst, 'reload config';

create function private.earliest_client_time() returns timestamptz
  language sql immutable parallel safe
  return timestamptz '2025-01-01T00:00:00Z';
comment on function private.earliest_client_time is
  'EARLIEST_CLIENT_TIME of src/entities/stamp.ts: no device did any work before it.';

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

revoke all on function
  private.earliest_client_time(),
  private.clamp_client_time(timestamptz),
  private.iso(timestamptz)
from public, anon, authenticated, service_role;
