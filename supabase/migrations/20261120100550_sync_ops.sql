-- What each op of the sync engine does. Messages: src/domain/protocol.ts, checked here by the same rules.

-- Reading JSON strictly: null for anything that is not exactly of the asked form.

create function private.json_text(p_value jsonb) returns text
  language sql immutable parallel safe
  return case when pg_catalog.jsonb_typeof(p_value) = 'string' then p_value #>> '{}' end;

create function private.json_integer(p_value jsonb, p_min bigint, p_max bigint) returns bigint
  language sql immutable parallel safe
  return case
    when pg_catalog.jsonb_typeof(p_value) <> 'number' then null
    when p_value::numeric between p_min and p_max and p_value::numeric = pg_catalog.trunc(p_value::numeric)
      then p_value::numeric::bigint
  end;

create function private.json_uuid(p_value jsonb) returns uuid
  language sql immutable parallel safe
  -- RFC 9562 as zod's uuid() reads it: a known version and variant, or all zeros, or all ones.
  return case
    when private.json_text(p_value) ~* '^([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|0{8}-0{4}-0{4}-0{4}-0{12}|f{8}-f{4}-f{4}-f{4}-f{12})$'
    then private.json_text(p_value)::uuid
  end;

create function private.json_instant(p_value jsonb) returns timestamptz
  language plpgsql stable parallel safe set search_path = ''
  as $$
  declare
    v_date constant text := '(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29'
      || '|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])))';
    v_time constant text := '(?:[01]\d|2[0-3]):[0-5]\d';
    v_text text := private.json_text(p_value);
    v_parts text[] := pg_catalog.regexp_match(
      v_text,
      '^(' || v_date || 'T' || v_time || ':[0-5]\d)(\.\d+)?(?:Z|([+-])(' || v_time || '))$'
    );
    v_local timestamp;
    v_offset interval := '0';
  begin
    if v_parts is null then return null; end if;

    -- Year 0 is a year in ISO 8601 and none in Postgres. A clock that far off is clamped anyway.
    if pg_catalog.left(v_text, 4) = '0000' then return private.earliest_client_time(); end if;

    -- Digits beyond milliseconds are cut, never rounded: as Date does.
    v_local := (v_parts[1] || pg_catalog.left(coalesce(v_parts[2], ''), 4))::timestamp;
    -- The offset is applied by hand: ISO allows up to 23:59, Postgres only up to 15:59.
    if v_parts[3] is not null then v_offset := (v_parts[3] || v_parts[4])::interval; end if;
    return (v_local - v_offset) at time zone 'UTC';
  end;
  $$;
comment on function private.json_instant is 'An ISO 8601 time with Z or an offset; null when it is malformed or no day of the calendar (z.iso.datetime).';

create function private.raise_progress(
  p_user uuid, p_course text, p_lesson text, p_completed boolean, p_completed_at timestamptz, p_score integer
) returns void
  language plpgsql set search_path = ''
  as $$
  begin
    -- Two statements instead of an upsert: the caller holds the clock, so no row can appear in between, and the
    -- join trigger runs once instead of twice.
    update public.course_progress
      set completed = p_completed, completed_at = p_completed_at, quiz_score = p_score
      where user_id = p_user and course_id = p_course and lesson_id = p_lesson;
    if found then return; end if;

    insert into public.course_progress
      (user_id, course_id, module_id, lesson_id, completed, completed_at, quiz_score)
    values
      (p_user, p_course, private.module_of(p_lesson), p_lesson, p_completed, p_completed_at, p_score);
  end;
  $$;
comment on function private.raise_progress is 'Joins a report into a learner''s progress (private.join_progress does the joining).';

-- One op. Each function below answers null when it was applied, or the code of its refusal.

create function private.apply_progress(p_user uuid, p_payload jsonb) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    v_course text := private.json_text(p_payload -> 'course_id');
    v_module text := private.json_text(p_payload -> 'module_id');
    v_lesson text := private.json_text(p_payload -> 'lesson_id');
    v_completed_at timestamptz := private.clamp_client_time(private.json_instant(p_payload -> 'completed_at'));
  begin
    if v_course is distinct from 'ai-fluency-30-days'
      or v_completed_at is null
      or private.is_known_lesson(v_module, v_lesson) is not true then
      return 'invalid';
    end if;
    if private.may_record_lesson(p_user, v_course, v_lesson, v_completed_at) is not true then
      return 'not_entitled';
    end if;

    perform private.raise_progress(p_user, v_course, v_lesson, true, v_completed_at, null);
    return null;
  end;
  $$;

create function private.json_answers(p_value jsonb) returns integer[]
  language plpgsql immutable parallel safe set search_path = ''
  as $$
  declare
    v_answers integer[];
  begin
    if pg_catalog.jsonb_typeof(p_value) is distinct from 'array' then return null; end if;
    if pg_catalog.jsonb_array_length(p_value) <> 5 then return null; end if;
    select pg_catalog.array_agg(private.json_integer(answer.value, 0, 3)::integer order by answer.ordinality)
      into v_answers
      from pg_catalog.jsonb_array_elements(p_value) with ordinality as answer (value, ordinality);
    if pg_catalog.array_position(v_answers, null) is not null then return null; end if;
    return v_answers;
  end;
  $$;
comment on function private.json_answers is 'Five option indexes from 0 to 3, or null.';

create function private.grade_percent(p_answers integer[], p_key integer[]) returns integer
  language plpgsql immutable parallel safe set search_path = ''
  as $$
  declare
    v_correct integer := 0;
  begin
    for v_index in 1 .. pg_catalog.cardinality(p_key) loop
      if p_answers[v_index] = p_key[v_index] then v_correct := v_correct + 1; end if;
    end loop;
    return pg_catalog.round(100.0 * v_correct / pg_catalog.cardinality(p_key));
  end;
  $$;
comment on function private.grade_percent is 'gradeQuiz of src/domain/quiz.ts.';

create function private.apply_attempt(p_user uuid, p_payload jsonb) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    v_max_safe_integer constant bigint := 9007199254740991;
    v_pass_mark_percent constant integer := 80;
    v_id uuid := private.json_uuid(p_payload -> 'id');
    v_course text := private.json_text(p_payload -> 'course_id');
    v_lesson text := private.json_text(p_payload -> 'lesson_id');
    v_version bigint := private.json_integer(p_payload -> 'lesson_version', 1, v_max_safe_integer);
    v_answers integer[] := private.json_answers(p_payload -> 'answers');
    v_taken_at timestamptz := private.clamp_client_time(private.json_instant(p_payload -> 'taken_at'));
    v_key integer[];
    v_score integer;
    v_passed boolean;
    v_known public.quiz_attempts;
  begin
    -- 1. Well formed?
    if v_id is null or v_version is null or v_answers is null or v_taken_at is null
      or v_course is distinct from 'ai-fluency-30-days'
      or private.module_of(v_lesson) is null then
      return 'invalid';
    end if;

    -- 2. Allowed?
    if private.may_record_lesson(p_user, v_course, v_lesson, v_taken_at) is not true then
      return 'not_entitled';
    end if;

    -- 3. Grade by the version that was answered.
    select answers into v_key from public.lesson_answer_keys
      where course_id = v_course and lesson_id = v_lesson and version = v_version;
    if not found then return 'unknown_version'; end if;
    v_score := private.grade_percent(v_answers, v_key);
    v_passed := v_score >= v_pass_mark_percent;

    -- 4. Keep the attempt. One that is here already may come again, unchanged; its first time stands.
    select * into v_known from public.quiz_attempts where id = v_id;
    if not found then
      insert into public.quiz_attempts
        (id, user_id, course_id, lesson_id, lesson_version, answers, score, passed, taken_at, rev)
      values
        (v_id, p_user, v_course, v_lesson, v_version, v_answers, v_score, v_passed, v_taken_at,
          private.next_rev(p_user));
    elsif (v_known.user_id, v_known.course_id, v_known.lesson_id, v_known.lesson_version, v_known.answers)
      is distinct from (p_user, v_course, v_lesson, v_version::integer, v_answers) then
      return 'invalid';
    else
      v_taken_at := v_known.taken_at;
    end if;

    -- 5. Join what it means into the learner's progress.
    perform private.raise_progress(
      p_user, v_course, v_lesson, v_passed, case when v_passed then v_taken_at end, v_score);
    return null;
  end;
  $$;

create function private.apply_achievement(p_user uuid, p_payload jsonb) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    v_type text := private.json_text(p_payload -> 'achievement_type');
  begin
    if (v_type in ('first_lesson', '5_lessons', 'course_complete')) is not true then return 'invalid'; end if;
    if private.may_record_achievement(p_user, v_type) is not true then return 'not_entitled'; end if;

    insert into public.user_achievements (user_id, achievement_type) values (p_user, v_type)
    on conflict (user_id, achievement_type) do nothing;
    return null;
  end;
  $$;

create function private.upcast_payload(p_type text, p_version bigint, p_payload jsonb) returns jsonb
  language sql immutable parallel safe
  -- Devices may come back after years: every version ever shipped gets a branch here that brings it to the
  -- newest form, and no branch is ever removed.
  return case p_version when 1 then p_payload end;
comment on function private.upcast_payload is 'The payload in its newest form, or null for a version that this server does not know yet.';

create function private.apply_op(p_user uuid, p_op jsonb) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    v_max_safe_integer constant bigint := 9007199254740991;
    v_type text := private.json_text(p_op -> 'type');
    v_version bigint := private.json_integer(p_op -> 'v', 1, v_max_safe_integer);
    v_payload jsonb := p_op -> 'payload';
  begin
    if v_type is null or v_version is null
      or private.json_instant(p_op -> 'client_at') is null
      or pg_catalog.jsonb_typeof(v_payload) is distinct from 'object' then
      return 'invalid';
    end if;
    if v_type not in ('progress', 'attempt', 'achievement') then return 'unknown_type'; end if;

    v_payload := private.upcast_payload(v_type, v_version, v_payload);
    if v_payload is null then return 'unknown_version'; end if;

    return case v_type
      when 'progress' then private.apply_progress(p_user, v_payload)
      when 'attempt' then private.apply_attempt(p_user, v_payload)
      when 'achievement' then private.apply_achievement(p_user, v_payload)
    end;
  end;
  $$;

revoke execute on function
  private.json_text(jsonb),
  private.json_integer(jsonb, bigint, bigint),
  private.json_uuid(jsonb),
  private.json_instant(jsonb),
  private.json_answers(jsonb),
  private.grade_percent(integer[], integer[]),
  private.raise_progress(uuid, text, text, boolean, timestamptz, integer),
  private.apply_progress(uuid, jsonb),
  private.apply_attempt(uuid, jsonb),
  private.apply_achievement(uuid, jsonb),
  private.upcast_payload(text, bigint, jsonb),
  private.apply_op(uuid, jsonb)
from public, anon, authenticated, service_role;
