-- Where learners stopped reading, one row per lesson. Of the positions the later move is kept, ordered by (time on the
-- device, op id), and of the furthest steps the greatest, so the order and repetition of delivery do not matter.

create table public.lesson_places (
  user_id uuid not null references auth.users (id) on delete cascade,
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  lesson_id text not null,
  step integer not null check (step >= 1 and step <= 60),
  part integer not null check (part >= 0 and part <= 10000),
  share numeric(4, 3) not null check (share >= 0 and share <= 1),
  furthest integer not null check (furthest <= 60),
  written_at timestamptz not null,
  begun_at timestamptz not null default pg_catalog.now(),
  op_id uuid not null,
  rev bigint not null,
  primary key (user_id, course_id, lesson_id),
  unique (user_id, rev),
  foreign key (course_id, lesson_id) references private.course_outline,
  check (furthest >= step)
);
comment on table public.lesson_places is
  'Where each learner stopped reading a lesson, on any device, and how far they got. Only sync_push writes it.';
comment on column public.lesson_places.step is 'The step of the lesson, from 1.';
comment on column public.lesson_places.part is 'The index of a top-level block in the text of the step, from 0.';
comment on column public.lesson_places.share is 'How much of that block was above the line being read, in thousandths.';
comment on column public.lesson_places.furthest is 'The furthest step that the learner has ever reached. It never goes down.';
comment on column public.lesson_places.written_at is
  'When the learner moved there, by the device''s time, capped at the time of arrival.';
comment on column public.lesson_places.begun_at is
  'The earliest of these times: about when the learner opened the lesson. For the course''s figures; devices do not receive it.';
comment on column public.lesson_places.op_id is
  'The op of that move. It decides between moves with the same time.';
-- For the foreign key: without it, deleting a lesson of the outline by hand scans this table.
create index lesson_places_outline on public.lesson_places (course_id, lesson_id);

alter table public.lesson_places enable row level security;
revoke all on public.lesson_places from public, anon, authenticated, service_role;
grant select on public.lesson_places to authenticated, service_role;

create policy "learners read their own places" on public.lesson_places
  for select to authenticated using (user_id = (select auth.uid()));
create policy "a full session only" on public.lesson_places as restrictive
  for all to authenticated using ((select private.require_full_session()));

create function private.apply_lesson_place(p_user uuid, p_op_id uuid, p_payload jsonb) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    v_max_steps constant bigint := 60; -- MAX_STEPS of src/entities/lessonPlace/lessonPlace.ts
    v_course text := private.json_text(p_payload -> 'course_id');
    v_lesson text := private.json_text(p_payload -> 'lesson_id');
    v_step bigint := private.json_integer(p_payload -> 'step', 1, v_max_steps);
    v_part bigint := private.json_integer(p_payload -> 'part', 0, 10000); -- MAX_PART
    v_share numeric := private.json_share(p_payload -> 'share');
    v_furthest bigint := private.json_integer(p_payload -> 'furthest', v_step, v_max_steps);
    v_claimed_at timestamptz := private.json_instant(p_payload -> 'written_at');
    v_written_at timestamptz := private.clamp_client_time(v_claimed_at);
    v_known public.lesson_places;
    v_is_later boolean;
  begin
    -- 1. Well formed?
    if v_course is distinct from 'ai-fluency-30-days'
      or private.module_of(v_course, v_lesson) is null
      or v_step is null or v_part is null or v_share is null or v_furthest is null
      or v_written_at is null then
      return 'invalid';
    end if;

    -- 2. Known, or lost to a later move? The rule of joinPlace in the same file. The caller holds the clock, so no other
    -- write can interfere.
    select * into v_known from public.lesson_places
      where user_id = p_user and course_id = v_course and lesson_id = v_lesson;
    v_is_later := v_known.lesson_id is null or (v_written_at, p_op_id) > (v_known.written_at, v_known.op_id);
    if not v_is_later and v_furthest <= v_known.furthest then
      -- As with a workbook text: a move that lost because its time was clamped may look like the later one on its device.
      if v_written_at < v_claimed_at and p_op_id <> v_known.op_id then
        update public.lesson_places set rev = private.next_rev(p_user)
          where user_id = p_user and course_id = v_course and lesson_id = v_lesson;
      end if;
      return null;
    end if;

    -- 3. Allowed?
    if private.may_record_lesson(p_user, v_course, v_lesson, v_written_at) is not true then
      return 'not_entitled';
    end if;

    -- 4. The later move, a further step, or both.
    if v_is_later then
      insert into public.lesson_places as known
        (user_id, course_id, lesson_id, step, part, share, furthest, written_at, begun_at, op_id, rev)
      values
        (p_user, v_course, v_lesson, v_step, v_part, v_share, v_furthest, v_written_at, v_written_at, p_op_id,
          private.next_rev(p_user))
      on conflict (user_id, course_id, lesson_id) do update set
        step = excluded.step, part = excluded.part, share = excluded.share,
        furthest = greatest(known.furthest, excluded.furthest),
        written_at = excluded.written_at, op_id = excluded.op_id, rev = excluded.rev;
    else
      update public.lesson_places
        set furthest = v_furthest, begun_at = least(begun_at, v_written_at), rev = private.next_rev(p_user)
        where user_id = p_user and course_id = v_course and lesson_id = v_lesson;
    end if;
    return null;
  end;
  $$;

revoke all on function
  private.apply_lesson_place(uuid, uuid, jsonb)
from public, anon, authenticated, service_role;
