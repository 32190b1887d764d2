-- Helpers that several tables share. The schema is not exposed by the API, and only the service role may use it:
-- policies, triggers and constraints name its functions in stored form, so their callers need no usage on it.

create schema private;
comment on schema private is 'Helpers of policies, triggers and the exposed functions. Never exposed by the API.';

revoke all on schema private from public;

-- Functions with a standard SQL body (`return …`) carry no search_path: their names were resolved when they were
-- created, whoever calls them, and without a setting to change the planner can put them in line. sync_push
-- calls them hundreds of times.

create function private.module_of(p_lesson text) returns text
  language sql immutable parallel safe
  return case
    when p_lesson in ('1', '2', '3') then '1'
    when p_lesson in ('4', '5') then '2'
    when p_lesson in ('6', '7') then '3'
    when p_lesson in ('8', '9', '10', '11') then '4'
  end;
comment on function private.module_of is
  'The module of a lesson, or null when there is no such lesson. The same outline as src/domain/course.ts.';

create function private.is_known_lesson(p_module text, p_lesson text) returns boolean
  language sql immutable parallel safe
  return coalesce(private.module_of(p_lesson) = p_module, false);
comment on function private.is_known_lesson is 'True when the lesson is in that module of the outline.';

create function private.earliest_client_time() returns timestamptz
  language sql immutable parallel safe
  return timestamptz '2025-01-01T00:00:00Z';
comment on function private.earliest_client_time is
  'EARLIEST_CLIENT_TIME of src/domain/progress.ts: no device did any work here before it.';

create function private.clamp_client_time(p_time timestamptz) returns timestamptz
  language sql stable parallel safe
  -- Whole milliseconds, so that a time that went through JSON and back compares equal.
  return case when p_time is not null then
    pg_catalog.date_trunc(
      'milliseconds',
      greatest(private.earliest_client_time(), least(p_time, pg_catalog.now()))
    )
  end;
comment on function private.clamp_client_time is
  'A time that a device claims, brought between the earliest possible one and now. Null stays null.';

create function private.iso(p_time timestamptz) returns text
  language sql stable parallel safe
  return pg_catalog.to_char(p_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
comment on function private.iso is 'ISO 8601 in UTC with milliseconds: the form of Date.prototype.toISOString.';

revoke execute on function
  private.module_of(text),
  private.is_known_lesson(text, text),
  private.earliest_client_time(),
  private.clamp_client_time(timestamptz),
  private.iso(timestamptz)
from public, anon, authenticated, service_role;

-- A check constraint runs with the rights of whoever writes the row.
grant execute on function private.module_of(text), private.is_known_lesson(text, text)
  to service_role;
