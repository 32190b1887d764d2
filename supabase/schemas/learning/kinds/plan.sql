-- The first day of the learner's study plan. The later choice counts.

create function private.check_plan(p_content jsonb) returns text
  language sql stable set search_path = ''
  return case
    when private.json_text(p_content -> 'name') = 'start'
      and private.json_day(p_content -> 'firstDay') >= '2025-01-01'
      and private.json_day(p_content -> 'firstDay') < (pg_catalog.now() + interval '2 years')::date
      then ''
  end;
comment on function private.check_plan is 'The plan''s first day, in the learner''s time zone.';
