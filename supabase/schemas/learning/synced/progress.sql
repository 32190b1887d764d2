-- Progress in lessons. Every value is merged monotonically: `or` for completed, the earliest completed_at, the highest
-- quiz_score; attempts and achievements are sets. So devices may write in any order and any number of times, with the
-- plain calls of spec §7 or through sync_push, and all replicas converge.
--
-- The values that devices report are limited to plausible ones: no lesson is completed before the enrolment or in the
-- future, and quiz scores are computed from the attempts graded here.

create function private.study_start(p_user uuid, p_course text, p_lesson text) returns timestamptz
  language sql stable set search_path = ''
  return coalesce(
    case when not private.is_preview(p_course, p_lesson) then (
      select started_at from public.course_enrollments where user_id = p_user and course_id = p_course
    ) end,
    (select created_at from auth.users where id = p_user)
  );
comment on function private.study_start is
  'The earliest time at which the learner can have worked on the lesson: the start of the enrolment, or the creation of the account for the preview.';

create function private.study_time(p_user uuid, p_course text, p_lesson text, p_time timestamptz) returns timestamptz
  language sql stable
  return case when p_time is not null then
    pg_catalog.date_trunc(
      'milliseconds',
      greatest(private.study_start(p_user, p_course, p_lesson), private.clamp_client_time(p_time))
    )
  end;
comment on function private.study_time is
  'A time that a device claims for work on a lesson, clamped between study_start and now. Null stays null.';

create function private.may_record_lesson(p_user uuid, p_course text, p_lesson text, p_at timestamptz)
  returns boolean
  language sql stable
  return private.is_preview(p_course, p_lesson)
    or private.is_entitled(p_user, p_course)
    or coalesce(private.was_entitled_at(p_user, p_course, p_at), false);
comment on function private.may_record_lesson is
  'Anyone may record work on the preview. Other lessons need access now or, for work done offline, at the time it was done.';

-- Definer, and only for the caller: policies run with the learner's rights.
create function private.caller_may_record_lesson(p_course text, p_lesson text, p_at timestamptz)
  returns boolean
  language sql stable security definer set search_path = ''
  as $$ select private.may_record_lesson(auth.uid(), p_course, p_lesson, p_at); $$;

create table public.course_progress (
  user_id uuid not null references auth.users (id) on delete cascade,
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  module_id text not null,
  lesson_id text not null,
  completed boolean not null default false,
  completed_at timestamptz,
  quiz_score integer check (quiz_score between 0 and 100),
  rev bigint not null,
  primary key (user_id, course_id, lesson_id),
  unique (user_id, rev),
  foreign key (course_id, lesson_id) references private.course_outline,
  check (completed_at is not null or not completed)
);
comment on table public.course_progress is
  'One row per learner and lesson: the join of everything that their devices reported.';
comment on column public.course_progress.quiz_score is 'Best score so far, as a whole percentage.';
comment on column public.course_progress.rev is
  'The learner''s revision at the last real change; the cursor of sync_pull.';
-- For the foreign key: without it, deleting a lesson of the outline by hand scans this table.
create index course_progress_outline on public.course_progress (course_id, lesson_id);

alter table public.course_progress enable row level security;
grant select on public.course_progress to authenticated, service_role;
grant insert (
  user_id, course_id, module_id, lesson_id, completed, completed_at, quiz_score
) on public.course_progress to authenticated;
grant update (
  user_id, course_id, module_id, lesson_id, completed, completed_at, quiz_score
) on public.course_progress to authenticated;

create policy "learners read their own progress" on public.course_progress
  for select to authenticated using (user_id = (select auth.uid()));
create policy "learners add progress in lessons they have" on public.course_progress
  for insert to authenticated with check (
    user_id = (select auth.uid())
    and private.caller_may_record_lesson(course_id, lesson_id, completed_at)
  );
create policy "learners raise progress in lessons they have" on public.course_progress
  for update to authenticated using (user_id = (select auth.uid())) with check (
    user_id = (select auth.uid())
    and private.caller_may_record_lesson(course_id, lesson_id, completed_at)
  );
create policy "a full session only" on public.course_progress as restrictive
  for all to authenticated using ((select private.require_full_session()));

-- Definer: the revision comes from the clock, on which learners have no rights.
create function private.join_progress() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_row_rev bigint;
  begin
    -- This runs before row-level security: nobody may advance another learner's clock.
    if auth.uid() <> new.user_id then
      raise exception 'progress is written by its own learner' using errcode = 'insufficient_privilege';
    end if;
    -- A learner's statement has already locked the clock (lock_own_clock); an administrator's has not.
    if auth.uid() is null then perform private.lock_clock(new.user_id); end if;

    new.completed_at := private.study_time(new.user_id, new.course_id, new.lesson_id, new.completed_at);
    -- The call of spec §7 that sets a score is accepted, but stores the best graded attempt. A value that is not a
    -- percentage is left to the check constraint.
    if new.quiz_score between 0 and 100 then
      select max(score) into new.quiz_score from public.quiz_attempts
        where user_id = new.user_id and course_id = new.course_id and lesson_id = new.lesson_id;
    end if;

    if tg_op = 'INSERT' then
      -- Checked here and not by a foreign key: a lesson may move to another module, and old rows stay as they are.
      if (private.module_of(new.course_id, new.lesson_id) = new.module_id) is not true then
        raise exception 'the outline has no lesson % in module %', new.lesson_id, new.module_id
          using errcode = 'check_violation';
      end if;
      if new.completed then
        new.completed_at := coalesce(new.completed_at, private.clamp_client_time(pg_catalog.now()));
      end if;
      -- An upsert of an existing row runs this trigger first as an insert and then as an update, which takes the revision.
      select rev into v_row_rev from public.course_progress
        where (user_id, course_id, lesson_id) = (new.user_id, new.course_id, new.lesson_id);
      new.rev := coalesce(v_row_rev, private.next_rev(new.user_id));
      return new;
    end if;

    if (new.user_id, new.course_id, new.module_id, new.lesson_id)
      is distinct from (old.user_id, old.course_id, old.module_id, old.lesson_id) then
      raise exception 'the key of a progress row never changes' using errcode = 'invalid_parameter_value';
    end if;

    -- The rule of joinProgress in src/entities/progress/progress.ts; least and greatest ignore nulls.
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
  'Joins every write into the row and gives each real change a revision. Scores come only from graded attempts.';

create trigger limit_own_writes before insert or update on public.course_progress
  -- Not for functions that run as their owner, such as sync_push.
  for each statement when (current_user = 'authenticated') execute function private.limit_own_writes();
create trigger lock_own_clock before insert or update on public.course_progress
  for each statement execute function private.lock_own_clock();

create trigger join_progress before insert or update on public.course_progress
  for each row execute function private.join_progress();

create function private.raise_progress(
  p_user uuid, p_course text, p_lesson text, p_completed boolean, p_completed_at timestamptz, p_score integer
) returns void
  language plpgsql set search_path = ''
  as $$
  begin
    -- Two statements instead of an upsert: the caller holds the clock, so no row can appear in between, and the join
    -- trigger runs once instead of twice.
    update public.course_progress
      set completed = p_completed, completed_at = p_completed_at, quiz_score = p_score
      where user_id = p_user and course_id = p_course and lesson_id = p_lesson;
    if found then return; end if;

    insert into public.course_progress
      (user_id, course_id, module_id, lesson_id, completed, completed_at, quiz_score)
    values
      (p_user, p_course, private.module_of(p_course, p_lesson), p_lesson, p_completed, p_completed_at, p_score);
  end;
  $$;
comment on function private.raise_progress is
  'Writes what a device reported to the learner''s progress; private.join_progress joins it into the row.';

-- Joins one row. Like every apply_ function it returns null when the server has the row now, else the code of the refusal.
-- A row that would change nothing is accepted without asking for access or limits: it may have arrived before. Any other
-- is counted before it is written, because what a limit refuses later stays in the database's files until a vacuum.
create function private.apply_progress(p_user uuid, p_content jsonb) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    v_course constant text := 'ai-fluency-30-days';
    v_lesson text := private.json_text(p_content -> 'lessonId');
    v_completed_at timestamptz := private.clamp_client_time(private.json_instant(p_content -> 'completedAt'));
  begin
    if v_completed_at is null or p_content -> 'completed' is distinct from 'true'
      or private.module_of(v_course, v_lesson) is null then
      return 'invalid';
    end if;
    if exists (
      select from public.course_progress
      where user_id = p_user and course_id = v_course and lesson_id = v_lesson and completed
        and completed_at <= greatest(v_completed_at, private.study_start(p_user, v_course, v_lesson))) then
      return null;
    end if;
    if private.may_record_lesson(p_user, v_course, v_lesson, v_completed_at) is not true then
      return 'not_entitled';
    end if;

    perform private.count_change(p_user, case when exists (
      select from public.course_progress where user_id = p_user and course_id = v_course and lesson_id = v_lesson
    ) then 0 else 1 end, 0);
    perform private.raise_progress(p_user, v_course, v_lesson, true, v_completed_at, null);
    return null;
  end;
  $$;

grant execute on function
  private.caller_may_record_lesson(text, text, timestamptz)
to authenticated;
