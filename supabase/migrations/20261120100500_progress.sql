-- What a learner has done. All of it only ever grows: completed is or, completed_at is least, quiz_score is
-- greatest, attempts and achievements are sets. So any device may write in any order, any number of times, with
-- the plain calls of spec §7 or through sync_push, and every replica ends up equal.

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
  -- Written out, not private.is_known_lesson: Postgres plans a constraint again for every statement, and calls in
  -- it would double the cost of a write.
  check (
    (module_id = '1' and lesson_id in ('1', '2', '3'))
    or (module_id = '2' and lesson_id in ('4', '5'))
    or (module_id = '3' and lesson_id in ('6', '7'))
    or (module_id = '4' and lesson_id in ('8', '9', '10', '11'))
  ),
  check (completed_at is not null or not completed)
);
comment on table public.course_progress is 'One row per learner and lesson: the join of everything their devices reported.';
comment on column public.course_progress.quiz_score is 'Best score so far in whole percent.';
comment on column public.course_progress.rev is 'The learner''s revision at the last real change; the cursor of sync_pull.';

create table public.quiz_attempts (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  lesson_id text not null check (lesson_id in ('1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11')),
  lesson_version integer not null check (lesson_version > 0),
  answers integer[] not null check (pg_catalog.cardinality(answers) = 5),
  score integer not null check (score between 0 and 100),
  passed boolean not null,
  taken_at timestamptz not null,
  received_at timestamptz not null default pg_catalog.now(),
  rev bigint not null,
  unique (user_id, rev)
);
comment on table public.quiz_attempts is 'Every submitted quiz, graded here. Written by sync_push alone and never changed.';
comment on column public.quiz_attempts.id is 'Made on the device.';
comment on column public.quiz_attempts.answers is 'Chosen option per question, as indexes in the author''s order.';

create table public.user_achievements (
  user_id uuid not null references auth.users (id) on delete cascade,
  achievement_type text not null check (achievement_type in ('first_lesson', '5_lessons', 'course_complete')),
  achievement_name text not null,
  rev bigint not null,
  primary key (user_id, achievement_type),
  unique (user_id, rev)
);
comment on table public.user_achievements is 'Achievements earned. The names are the spec''s, whatever a client sends.';

-- Security definer: the revision comes from the clock, on which learners have no rights.
create function private.join_progress() returns trigger
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

    new.completed_at := private.clamp_client_time(new.completed_at);

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
comment on function private.join_progress is 'Joins a write into the row, whoever writes, and gives every real change a revision.';

-- Security definer: as above.
create function private.join_achievement() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_row_rev bigint;
  begin
    if auth.uid() <> new.user_id then
      raise exception 'achievements are written by their own learner' using errcode = 'insufficient_privilege';
    end if;
    if tg_op = 'UPDATE' then
      if (new.user_id, new.achievement_type) is distinct from (old.user_id, old.achievement_type) then
        raise exception 'the key of an achievement never changes' using errcode = 'invalid_parameter_value';
      end if;
      return old;
    end if;

    if auth.uid() is null then perform private.lock_clock(new.user_id); end if;
    new.achievement_name := case new.achievement_type
      when 'first_lesson' then 'First Lesson Complete'
      when '5_lessons' then '5 Lessons Completed'
      when 'course_complete' then 'Course Complete'
    end;
    select rev into v_row_rev from public.user_achievements
      where (user_id, achievement_type) = (new.user_id, new.achievement_type);
    new.rev := coalesce(v_row_rev, private.next_rev(new.user_id));
    return new;
  end;
  $$;
comment on function private.join_achievement is 'An achievement is earned once; earning it again changes nothing.';

create trigger lock_own_clock before insert or update on public.course_progress
  for each statement execute function private.lock_own_clock();
create trigger join_progress before insert or update on public.course_progress
  for each row execute function private.join_progress();
create trigger lock_own_clock before insert or update on public.user_achievements
  for each statement execute function private.lock_own_clock();
create trigger join_achievement before insert or update on public.user_achievements
  for each row execute function private.join_achievement();

create function private.may_record_lesson(p_user uuid, p_course text, p_lesson text, p_at timestamptz)
  returns boolean
  language sql stable
  return p_lesson = '1' -- PREVIEW_LESSON_ID of src/domain/ids.ts
    or private.is_entitled(p_user, p_course)
    or coalesce(private.was_entitled_at(p_user, p_course, p_at), false);
comment on function private.may_record_lesson is
  'The preview is everyone''s; other lessons need access now or, for work done offline, at the time it was done.';

create function private.may_record_achievement(p_user uuid, p_type text) returns boolean
  language sql stable
  -- What cannot be earned in the preview needs access at some time; which time is not part of the spec's call.
  return p_type = 'first_lesson'
    or private.is_entitled(p_user, 'ai-fluency-30-days')
    or private.was_entitled_at(p_user, 'ai-fluency-30-days', private.earliest_client_time());
comment on function private.may_record_achievement is 'True when the learner can have earned that achievement.';

-- Security definer, and only about the caller: policies run with the rights of the learner.
create function private.caller_may_record_lesson(p_course text, p_lesson text, p_at timestamptz)
  returns boolean
  language sql stable security definer set search_path = ''
  as $$ select private.may_record_lesson(auth.uid(), p_course, p_lesson, p_at); $$;
create function private.caller_may_record_achievement(p_type text) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select private.may_record_achievement(auth.uid(), p_type); $$;

alter table public.course_progress enable row level security;
alter table public.quiz_attempts enable row level security;
alter table public.user_achievements enable row level security;
revoke all on public.course_progress, public.quiz_attempts, public.user_achievements
  from public, anon, authenticated, service_role;

grant select on public.course_progress, public.quiz_attempts, public.user_achievements
  to authenticated, service_role;
-- The key columns are in the update grants because PostgREST's upsert assigns every column it was sent.
grant insert (user_id, course_id, module_id, lesson_id, completed, completed_at, quiz_score),
  update (user_id, course_id, module_id, lesson_id, completed, completed_at, quiz_score)
  on public.course_progress to authenticated;
grant insert (user_id, achievement_type, achievement_name),
  update (user_id, achievement_type, achievement_name)
  on public.user_achievements to authenticated;

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

create policy "learners read their own attempts" on public.quiz_attempts
  for select to authenticated using (user_id = (select auth.uid()));

create policy "learners read their own achievements" on public.user_achievements
  for select to authenticated using (user_id = (select auth.uid()));
create policy "learners add achievements they can have earned" on public.user_achievements
  for insert to authenticated with check (
    user_id = (select auth.uid()) and private.caller_may_record_achievement(achievement_type)
  );
create policy "learners repeat achievements they have" on public.user_achievements
  for update to authenticated using (user_id = (select auth.uid())) with check (
    user_id = (select auth.uid())
  );

revoke execute on function
  private.join_progress(),
  private.join_achievement(),
  private.may_record_lesson(uuid, text, text, timestamptz),
  private.may_record_achievement(uuid, text),
  private.caller_may_record_lesson(text, text, timestamptz),
  private.caller_may_record_achievement(text)
from public, anon, authenticated, service_role;
grant execute on function
  private.caller_may_record_lesson(text, text, timestamptz),
  private.caller_may_record_achievement(text)
to authenticated;
