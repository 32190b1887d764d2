-- The first day of the learner's study plan. The later choice counts.

create function private.json_day(p_value jsonb) returns date
  language sql stable parallel safe set search_path = ''
  return case
    when private.json_instant(pg_catalog.to_jsonb(private.json_text(p_value) || 'T00:00:00Z')) is not null
      then private.json_text(p_value)::date
  end;
comment on function private.json_day is 'A calendar day, YYYY-MM-DD, or null.';

create function private.check_plan(p_content jsonb) returns text
  language sql stable set search_path = ''
  return case
    when private.json_text(p_content -> 'name') = 'start'
      and private.json_day(p_content -> 'firstDay') >= '2025-01-01'
      and private.json_day(p_content -> 'firstDay') < (pg_catalog.now() + interval '2 years')::date
      then ''
  end;
comment on function private.check_plan is 'The plan''s first day, in the learner''s time zone.';

revoke all on function
  private.json_day(jsonb),
  private.check_plan(jsonb)
from public, anon, authenticated, service_role;
