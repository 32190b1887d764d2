-- Achievements: a set that only grows.

create function private.may_record_achievement(p_user uuid, p_type text) returns boolean
  language sql stable set search_path = ''
  -- Achievements that cannot be earned in the preview require access at some time; the call of spec §7 does not say when.
  return p_type = 'first_lesson'
    or private.is_entitled(p_user, 'ai-fluency-30-days')
    or private.was_entitled_at(p_user, 'ai-fluency-30-days', private.earliest_client_time());
comment on function private.may_record_achievement is 'True when the learner could have earned the achievement.';

create function private.caller_may_record_achievement(p_type text) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select private.may_record_achievement(auth.uid(), p_type); $$;

create table public.user_achievements (
  user_id uuid not null references auth.users (id) on delete cascade,
  achievement_type text not null check (achievement_type in ('first_lesson', '5_lessons', 'course_complete')),
  achievement_name text not null,
  rev bigint not null,
  primary key (user_id, achievement_type),
  unique (user_id, rev)
);
comment on table public.user_achievements is
  'Achievements earned. Their names come from the specification, whatever a client sends.';

alter table public.user_achievements enable row level security;
grant select on public.user_achievements to authenticated, service_role;
grant insert (user_id, achievement_type, achievement_name) on public.user_achievements to authenticated;
grant update (user_id, achievement_type, achievement_name) on public.user_achievements to authenticated;

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
create policy "a full session only" on public.user_achievements as restrictive
  for all to authenticated using ((select private.require_full_session()));

-- Definer: the revision comes from the clock, on which learners have no rights.
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
comment on function private.join_achievement is 'Stores an achievement once; earning it again changes nothing.';

create trigger limit_own_writes before insert or update on public.user_achievements
  -- Not for functions that run as their owner, such as sync_push.
  for each statement when (current_user = 'authenticated') execute function private.limit_own_writes();
create trigger lock_own_clock before insert or update on public.user_achievements
  for each statement execute function private.lock_own_clock();

create trigger join_achievement before insert or update on public.user_achievements
  for each row execute function private.join_achievement();

create function private.apply_achievement(p_user uuid, p_content jsonb) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    v_type text := private.json_text(p_content -> 'type');
  begin
    if (v_type in ('first_lesson', '5_lessons', 'course_complete')) is not true then return 'invalid'; end if;
    if exists (select from public.user_achievements where user_id = p_user and achievement_type = v_type) then
      return null;
    end if;
    if private.may_record_achievement(p_user, v_type) is not true then return 'not_entitled'; end if;
    perform private.count_change(p_user, 1, 0);

    -- The caller holds the clock, so no row can appear in between.
    insert into public.user_achievements (user_id, achievement_type) values (p_user, v_type);
    return null;
  end;
  $$;

grant execute on function
  private.caller_may_record_achievement(text)
to authenticated;
