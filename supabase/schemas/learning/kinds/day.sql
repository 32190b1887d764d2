-- The days on which a learner studied: a set. A day is a row of its own, written by the device that did the work, since only
-- that device knows the learner's time zone at that moment.

create function private.check_day(p_content jsonb) returns text
  language sql stable set search_path = ''
  return case
    when private.json_day(p_content -> 'day') >= '2025-01-01'
      -- The day of the earliest time zone may be tomorrow.
      and private.json_day(p_content -> 'day') <= (pg_catalog.now() at time zone 'UTC' + interval '14 hours')::date
      then ''
  end;
comment on function private.check_day is 'A local day of study that is not in the future anywhere.';
