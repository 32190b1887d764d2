-- What a learner's own device claims is kept within what can be true: no lesson is done before the enrolment or in the
-- future, and a quiz score is what the graded attempts come to.

create function private.study_start(p_user uuid, p_course text, p_lesson text) returns timestamptz
  language sql stable
  return coalesce(
    case when p_lesson <> '1' then ( -- PREVIEW_LESSON_ID of src/domain/ids.ts
      select started_at from public.course_enrollments where user_id = p_user and course_id = p_course
    ) end,
    (select created_at from auth.users where id = p_user)
  );
comment on function private.study_start is
  'The earliest time at which the learner can have worked on the lesson: the start of the enrolment; for the preview, which needs none, the creation of the account.';

create function private.study_time(p_user uuid, p_course text, p_lesson text, p_time timestamptz) returns timestamptz
  language sql stable
  return case when p_time is not null then
    pg_catalog.date_trunc(
      'milliseconds',
      greatest(private.study_start(p_user, p_course, p_lesson), private.clamp_client_time(p_time))
    )
  end;
comment on function private.study_time is
  'A time that a device claims for work on a lesson, brought between study_start and now. Null stays null.';

-- For the best score of a lesson.
create index quiz_attempts_lesson on public.quiz_attempts (user_id, course_id, lesson_id, score);

-- Security definer: the revision comes from the clock, on which learners have no rights.
create or replace function private.join_progress() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_row_rev bigint;
  begin
    -- Before row-level security has had its say: nobody may make another learner's clock tick.
    if auth.uid() <> new.user_id then
      raise exception 'progress is written by its own learner' using errcode = 'insufficient_privilege';
    end if;
    -- Learners' statements have locked their clock already (lock_own_clock); an administrator's have not.
    if auth.uid() is null then perform private.lock_clock(new.user_id); end if;

    new.completed_at := private.study_time(new.user_id, new.course_id, new.lesson_id, new.completed_at);
    -- The call of spec §7 that sets a score is accepted, and sets what the attempts graded here come to. What is no
    -- percentage is left to the check constraint.
    if new.quiz_score between 0 and 100 then
      select max(score) into new.quiz_score from public.quiz_attempts
        where user_id = new.user_id and course_id = new.course_id and lesson_id = new.lesson_id;
    end if;

    if tg_op = 'INSERT' then
      if new.completed then
        new.completed_at := coalesce(new.completed_at, private.clamp_client_time(pg_catalog.now()));
      end if;
      -- An upsert of a row that exists comes through here first and then as an update, which takes the revision.
      select rev into v_row_rev from public.course_progress
        where (user_id, course_id, lesson_id) = (new.user_id, new.course_id, new.lesson_id);
      new.rev := coalesce(v_row_rev, private.next_rev(new.user_id));
      return new;
    end if;

    if (new.user_id, new.course_id, new.module_id, new.lesson_id)
      is distinct from (old.user_id, old.course_id, old.module_id, old.lesson_id) then
      raise exception 'the key of a progress row never changes' using errcode = 'invalid_parameter_value';
    end if;

    -- The rule of joinProgress in src/domain/progress.ts; least and greatest pass over nulls.
    new.completed := old.completed or new.completed;
    new.completed_at := least(old.completed_at, new.completed_at);
    new.quiz_score := greatest(old.quiz_score, new.quiz_score);
    if new.completed then
      new.completed_at := coalesce(new.completed_at, private.clamp_client_time(pg_catalog.now()));
    end if;

    if (new.completed, new.completed_at, new.quiz_score)
      is not distinct from (old.completed, old.completed_at, old.quiz_score) then
      return old;
    end if;
    new.rev := private.next_rev(new.user_id);
    return new;
  end;
  $$;
comment on function private.join_progress is
  'Joins a write into the row, whoever writes, and gives every real change a revision. Scores come from graded attempts alone.';

create or replace function private.apply_attempt(p_user uuid, p_payload jsonb) returns text
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
    v_taken_at := private.study_time(p_user, v_course, v_lesson, v_taken_at);

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

revoke execute on function
  private.study_start(uuid, text, text),
  private.study_time(uuid, text, text, timestamptz)
from public, anon, authenticated, service_role;
