-- Quiz attempts, graded here with the answer key of the quiz version that the learner answered.

create table public.lesson_answer_keys (
  course_id text not null,
  lesson_id text not null,
  version integer not null,
  answers integer[] not null check (pg_catalog.cardinality(answers) = 5),
  primary key (course_id, lesson_id, version)
);
comment on table public.lesson_answer_keys is
  'Correct answers of every published version: an attempt made offline is graded against the version that it answered.';

alter table public.lesson_answer_keys enable row level security;

create table public.quiz_attempts (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  lesson_id text not null,
  lesson_version integer not null check (lesson_version > 0),
  answers integer[] not null check (pg_catalog.cardinality(answers) = 5),
  score integer not null check (score between 0 and 100),
  passed boolean not null,
  taken_at timestamptz not null,
  received_at timestamptz not null default pg_catalog.now(),
  rev bigint not null,
  unique (user_id, rev),
  foreign key (course_id, lesson_id) references private.course_outline
);
comment on table public.quiz_attempts is
  'Every submitted quiz, graded here. Only sync_push writes it, and no row ever changes.';
comment on column public.quiz_attempts.id is 'Created on the device.';
comment on column public.quiz_attempts.answers is 'Chosen option per question, as indexes in the author''s order.';
-- For the best score of a lesson.
create index quiz_attempts_lesson on public.quiz_attempts (user_id, course_id, lesson_id, score);
-- sync_push finds a row in private.synced_rows, whose keys are texts.
create index quiz_attempts_key on public.quiz_attempts (user_id, (id::text));
-- For the first attempts of all learners, which staff/course.sql reads from this index alone. It also serves the foreign key:
-- without it, deleting a lesson of the outline by hand scans this table.
create index quiz_attempts_firsts on public.quiz_attempts (course_id, lesson_id, user_id, taken_at, id)
  include (lesson_version, answers);

alter table public.quiz_attempts enable row level security;
grant select on public.quiz_attempts to authenticated, service_role;

create policy "learners read their own attempts" on public.quiz_attempts
  for select to authenticated using (user_id = (select auth.uid()));
create policy "a full session only" on public.quiz_attempts as restrictive
  for all to authenticated using ((select private.require_full_session()));

-- Definer: the publisher's role has no rights on the answer keys.
create function private.keep_answer_key() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_answers integer[];
  begin
    if tg_op = 'UPDATE' and new.hash <> old.hash and new.version <= old.version then
      raise exception 'lesson % changed, so its version must rise above %', new.lesson_id, old.version
        using errcode = 'invalid_parameter_value';
    end if;

    select pg_catalog.array_agg((question.value ->> 'correctAnswer')::integer order by question.ordinality)
      into v_answers
      from pg_catalog.jsonb_array_elements(new.pack #> '{quiz,questions}')
        with ordinality as question (value, ordinality);

    insert into public.lesson_answer_keys as kept (course_id, lesson_id, version, answers)
    values (new.course_id, new.lesson_id, new.version, v_answers)
    on conflict (course_id, lesson_id, version) do nothing;

    if not exists (
      select from public.lesson_answer_keys as kept
      where (kept.course_id, kept.lesson_id, kept.version) = (new.course_id, new.lesson_id, new.version)
        and kept.answers = v_answers
    ) then
      raise exception 'version % of lesson % was published with other answers', new.version, new.lesson_id
        using errcode = 'invalid_parameter_value';
    end if;
    return null;
  end;
  $$;
comment on function private.keep_answer_key is
  'Stores the answers of each published version; the answers of a version never change.';

create trigger keep_answer_key after insert or update on public.lessons
  for each row execute function private.keep_answer_key();

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
comment on function private.grade_percent is 'The same rule as gradeQuiz in src/domain/course/quiz.ts.';

create function private.apply_attempt(p_user uuid, p_content jsonb) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    v_max_safe_integer constant bigint := 9007199254740991;
    v_pass_mark_percent constant integer := 80;
    v_id uuid := private.json_uuid(p_content -> 'id');
    v_course constant text := 'ai-fluency-30-days';
    v_lesson text := private.json_text(p_content -> 'lessonId');
    v_version bigint := private.json_integer(p_content -> 'lessonVersion', 1, v_max_safe_integer);
    v_answers integer[] := private.json_answers(p_content -> 'answers');
    v_taken_at timestamptz := private.clamp_client_time(private.json_instant(p_content -> 'takenAt'));
    v_key integer[];
    v_score integer;
    v_passed boolean;
    v_known public.quiz_attempts;
  begin
    -- 1. Well formed?
    if v_id is null or v_version is null or v_answers is null or v_taken_at is null
      or private.module_of(v_course, v_lesson) is null then
      return 'invalid';
    end if;

    -- 2. Known? It may arrive again, unchanged; its first time counts.
    select * into v_known from public.quiz_attempts where id = v_id;
    if found then
      return case when (v_known.user_id, v_known.course_id, v_known.lesson_id, v_known.lesson_version, v_known.answers)
        is distinct from (p_user, v_course, v_lesson, v_version, v_answers) then 'invalid' end;
    end if;

    -- 3. Allowed?
    if private.may_record_lesson(p_user, v_course, v_lesson, v_taken_at) is not true then
      return 'not_entitled';
    end if;
    v_taken_at := private.study_time(p_user, v_course, v_lesson, v_taken_at);

    -- 4. Grade against the version that the learner answered.
    select answers into v_key from public.lesson_answer_keys
      where course_id = v_course and lesson_id = v_lesson and version = v_version;
    if not found then return 'unknown_version'; end if;
    v_score := private.grade_percent(v_answers, v_key);
    v_passed := v_score >= v_pass_mark_percent;

    perform private.count_change(p_user, 1, 0);

    -- 5. Store the attempt, and join the result into the learner's progress in the same transaction.
    insert into public.quiz_attempts
      (id, user_id, course_id, lesson_id, lesson_version, answers, score, passed, taken_at, rev)
    values
      (v_id, p_user, v_course, v_lesson, v_version, v_answers, v_score, v_passed, v_taken_at,
        private.next_rev(p_user));
    perform private.raise_progress(
      p_user, v_course, v_lesson, v_passed, case when v_passed then v_taken_at end, v_score);
    return null;
  end;
  $$;
