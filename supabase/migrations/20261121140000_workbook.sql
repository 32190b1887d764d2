-- What a learner writes in the fields of the workbook. The last write of a field counts: the greatest by (time on
-- the device, op id), so order and repetition of delivery do not matter here either.

create table public.workbook_fields (
  user_id uuid not null references auth.users (id) on delete cascade,
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  field_id text not null check (field_id ~ '^l(0[1-9]|1[01])-[a-z0-9-]{1,40}$'),
  value text not null check (pg_catalog.char_length(value) <= 4000),
  written_at timestamptz not null,
  op_id uuid not null,
  received_at timestamptz not null default pg_catalog.now(),
  rev bigint not null,
  primary key (user_id, course_id, field_id),
  unique (user_id, rev)
);
comment on table public.workbook_fields is
  'The last text of each field of a learner''s workbook, from whichever device. Written by sync_push alone.';
comment on column public.workbook_fields.field_id is 'lNN-…: NN is the lesson that the field stands in.';
comment on column public.workbook_fields.written_at is 'The device''s time, at most the time of arrival.';
comment on column public.workbook_fields.op_id is 'The op that wrote this text. It decides between writes of one time.';

alter table public.workbook_fields enable row level security;
revoke all on public.workbook_fields from public, anon, authenticated, service_role;
grant select on public.workbook_fields to authenticated, service_role;

create policy "learners read their own workbook" on public.workbook_fields
  for select to authenticated using (user_id = (select auth.uid()));

alter table public.sync_ledger add column written_at timestamptz;
comment on column public.sync_ledger.written_at is
  'The time that a write of the workbook ranks by; told again when the op is sent again.';

create function private.apply_workbook(p_user uuid, p_op_id uuid, p_payload jsonb) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    v_course text := private.json_text(p_payload -> 'course_id');
    v_field text := private.json_text(p_payload -> 'field_id');
    v_value text := private.json_text(p_payload -> 'value');
    v_written_at timestamptz := private.clamp_client_time(private.json_instant(p_payload -> 'written_at'));
    v_known public.workbook_fields;
  begin
    -- 1. Well formed?
    if v_course is distinct from 'ai-fluency-30-days'
      or v_written_at is null
      or (v_field ~ '^l(0[1-9]|1[01])-[a-z0-9-]{1,40}$') is not true
      or (pg_catalog.char_length(v_value) <= 4000) is not true then -- MAX_FIELD_CHARACTERS
      return 'invalid';
    end if;

    -- 2. Allowed? The digits of the id are the lesson's.
    if private.may_record_lesson(
      p_user, v_course, pg_catalog.ltrim(pg_catalog.substr(v_field, 2, 2), '0'), v_written_at) is not true then
      return 'not_entitled';
    end if;

    -- 3. The rule of joinField in src/domain/workbook.ts. The caller holds the clock: no other write is between.
    select * into v_known from public.workbook_fields
      where user_id = p_user and course_id = v_course and field_id = v_field;
    if not found then
      insert into public.workbook_fields (user_id, course_id, field_id, value, written_at, op_id, rev)
      values (p_user, v_course, v_field, v_value, v_written_at, p_op_id, private.next_rev(p_user));
    elsif (v_written_at, p_op_id) > (v_known.written_at, v_known.op_id) then
      update public.workbook_fields
        set value = v_value, written_at = v_written_at, op_id = p_op_id, received_at = pg_catalog.now(),
          rev = private.next_rev(p_user)
        where user_id = p_user and course_id = v_course and field_id = v_field;
    else
      -- What lost because its time was clamped may look like the later one on its device, which then has passed
      -- the winner over: so the winner is sent once more.
      update public.workbook_fields set rev = private.next_rev(p_user)
        where user_id = p_user and course_id = v_course and field_id = v_field;
    end if;
    return null;
  end;
  $$;

create or replace function private.apply_op(p_user uuid, p_op jsonb) returns text
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
    if v_type not in ('progress', 'attempt', 'achievement', 'workbook') then return 'unknown_type'; end if;

    v_payload := private.upcast_payload(v_type, v_version, v_payload);
    if v_payload is null then return 'unknown_version'; end if;

    return case v_type
      when 'progress' then private.apply_progress(p_user, v_payload)
      when 'attempt' then private.apply_attempt(p_user, v_payload)
      when 'achievement' then private.apply_achievement(p_user, v_payload)
      when 'workbook' then private.apply_workbook(p_user, private.json_uuid(p_op -> 'op_id'), v_payload)
    end;
  end;
  $$;

create or replace function private.handle_op(p_user uuid, p_op jsonb) returns jsonb
  language plpgsql set search_path = ''
  as $$
  declare
    v_op_id uuid := private.json_uuid(p_op -> 'op_id');
    v_entry public.sync_ledger;
    v_status text := 'duplicate';
    v_code text;
  begin
    -- An op that cannot be named still gets its place in the list of results.
    if v_op_id is null then
      return pg_catalog.jsonb_build_object(
        'op_id', '00000000-0000-0000-0000-000000000000', 'status', 'rejected', 'code', 'invalid');
    end if;

    select * into v_entry from public.sync_ledger where user_id = p_user and op_id = v_op_id;
    if not found then
      v_status := 'ok';
      -- A sub-transaction: whatever is wrong with this op, the others are not its hostages.
      begin
        v_code := private.apply_op(p_user, p_op);
        if v_code is null then
          insert into public.sync_ledger (user_id, op_id, written_at)
          values (p_user, v_op_id, private.clamp_client_time(private.json_instant(p_op #> '{payload,written_at}')))
          returning * into v_entry;
        end if;
      exception when others then
        if private.is_worth_retrying(sqlstate) then raise; end if;
        raise log 'sync_push: an op of type % failed with %', p_op -> 'type', sqlstate;
        v_code := 'invalid';
      end;
    end if;

    if v_code is not null then
      return pg_catalog.jsonb_build_object('op_id', p_op -> 'op_id', 'status', 'rejected', 'code', v_code);
    end if;
    return pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object(
      'op_id', p_op -> 'op_id', 'status', v_status, 'written_at', private.iso(v_entry.written_at)));
  end;
  $$;

create or replace function private.sync_page(p_user uuid, p_cursor bigint, p_max_rows integer) returns jsonb
  language sql stable set search_path = ''
  as $$
    -- One statement, so one snapshot: the clock and the rows below it belong together.
    with clock as (
      select rev, epoch from public.sync_clock where user_id = p_user
    ), page as (
      select rev from public.course_progress where user_id = p_user and rev > p_cursor
      union all
      select rev from public.quiz_attempts where user_id = p_user and rev > p_cursor
      union all
      select rev from public.user_achievements where user_id = p_user and rev > p_cursor
      union all
      select rev from public.workbook_fields where user_id = p_user and rev > p_cursor
      order by rev
      limit p_max_rows + 1
    ), bound as (
      -- Every revision is on exactly one row, so a page may end after any of them.
      select
        pg_catalog.count(*) > p_max_rows as has_more,
        case
          when pg_catalog.count(*) > p_max_rows then (pg_catalog.array_agg(rev order by rev))[p_max_rows]
          else (select rev from clock)
        end as upto
      from page
    )
    select pg_catalog.jsonb_build_object(
      'user_id', p_user,
      'epoch', clock.epoch,
      'cursor', bound.upto,
      'has_more', bound.has_more,
      'rows', pg_catalog.jsonb_build_object(
        'course_progress', (
          select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
            'course_id', p.course_id, 'module_id', p.module_id, 'lesson_id', p.lesson_id,
            'completed', p.completed, 'completed_at', private.iso(p.completed_at),
            'quiz_score', p.quiz_score, 'rev', p.rev) order by p.rev), '[]')
          from public.course_progress p
          where p.user_id = p_user and p.rev > p_cursor and p.rev <= bound.upto),
        'quiz_attempts', (
          select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
            'id', a.id, 'course_id', a.course_id, 'lesson_id', a.lesson_id,
            'lesson_version', a.lesson_version, 'answers', a.answers, 'score', a.score,
            'passed', a.passed, 'taken_at', private.iso(a.taken_at),
            'received_at', private.iso(a.received_at), 'rev', a.rev) order by a.rev), '[]')
          from public.quiz_attempts a
          where a.user_id = p_user and a.rev > p_cursor and a.rev <= bound.upto),
        'user_achievements', (
          select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
            'achievement_type', u.achievement_type, 'achievement_name', u.achievement_name,
            'rev', u.rev) order by u.rev), '[]')
          from public.user_achievements u
          where u.user_id = p_user and u.rev > p_cursor and u.rev <= bound.upto),
        'workbook_fields', (
          select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
            'course_id', w.course_id, 'field_id', w.field_id, 'value', w.value,
            'written_at', private.iso(w.written_at), 'op_id', w.op_id, 'rev', w.rev) order by w.rev), '[]')
          from public.workbook_fields w
          where w.user_id = p_user and w.rev > p_cursor and w.rev <= bound.upto)
      )
    )
    from clock, bound;
  $$;

revoke execute on function private.apply_workbook(uuid, uuid, jsonb)
from public, anon, authenticated, service_role;
