-- The text that learners write in the fields of the workbook. The last write to a field wins, ordered by (time on the
-- device, op id), so the order and repetition of delivery do not matter.

create table public.workbook_fields (
  user_id uuid not null references auth.users (id) on delete cascade,
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  field_id text not null check (field_id ~ '^l[0-9]{2}-[a-z0-9-]{1,40}$'),
  value text not null check (pg_catalog.char_length(value) <= 4000),
  written_at timestamptz not null,
  op_id uuid not null,
  received_at timestamptz not null default pg_catalog.now(),
  rev bigint not null,
  primary key (user_id, course_id, field_id),
  unique (user_id, rev)
);
comment on table public.workbook_fields is
  'The last text of each field of a learner''s workbook, from all devices. Only sync_push writes it.';
comment on column public.workbook_fields.field_id is 'lNN-…: NN is the lesson of the field.';
comment on column public.workbook_fields.written_at is 'The device''s time, capped at the time of arrival.';
comment on column public.workbook_fields.op_id is
  'The op that wrote this text. It decides between writes with the same time.';

alter table public.workbook_fields enable row level security;
revoke all on public.workbook_fields from public, anon, authenticated, service_role;
grant select on public.workbook_fields to authenticated, service_role;

create policy "learners read their own workbook" on public.workbook_fields
  for select to authenticated using (user_id = (select auth.uid()));
create policy "a full session only" on public.workbook_fields as restrictive
  for all to authenticated using ((select private.require_full_session()));

-- Writes to other fields are rejected, so that an account cannot fill the disk (docs/decisions/0043).
create table private.workbook_field_ids (
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  field_id text not null check (field_id ~ '^l[0-9]{2}-[a-z0-9-]{1,40}$'),
  primary key (course_id, field_id)
);
comment on table private.workbook_field_ids is
  'Every field that a published lesson has or had. Ids are never removed, so that a text written offline is still accepted after a later version has renamed its field.';

alter table private.workbook_field_ids enable row level security;
revoke all on private.workbook_field_ids from public, anon, authenticated, service_role;

create function private.field_ids_of(p_pack jsonb) returns setof text
  language sql immutable parallel safe set search_path = ''
  as $$
    -- Islands are in the lesson, its sheets and its labs, so the search covers every depth (src/domain/course/island.ts).
    select distinct id #>> '{}' from (
      select pg_catalog.jsonb_path_query(p_pack, 'strict $.** ? (@.kind == "field" || @.kind == "lab").id', silent => true)
      union all
      select pg_catalog.jsonb_path_query(p_pack, 'strict $.** ? (@.kind == "marks").rows[*].fieldId', silent => true)
    ) as found (id)
    where id #>> '{}' ~ '^l[0-9]{2}-[a-z0-9-]{1,40}$'
  $$;
comment on function private.field_ids_of is 'The workbook fields of a lesson pack.';

-- Definer: the publisher's role has no rights on the table.
create function private.keep_field_ids() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into private.workbook_field_ids (course_id, field_id)
    select new.course_id, id from private.field_ids_of(new.pack) as id
    on conflict do nothing;
    return null;
  end;
  $$;
comment on function private.keep_field_ids is 'Stores the fields of every published version of a lesson.';

create trigger keep_field_ids after insert or update of pack on public.lessons
  for each row execute function private.keep_field_ids();

create function private.apply_workbook(p_user uuid, p_op_id uuid, p_payload jsonb) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    v_course text := private.json_text(p_payload -> 'course_id');
    v_field text := private.json_text(p_payload -> 'field_id');
    v_lesson text := pg_catalog.ltrim(pg_catalog.substr(v_field, 2, 2), '0');
    v_value text := private.json_text(p_payload -> 'value');
    v_claimed_at timestamptz := private.json_instant(p_payload -> 'written_at');
    v_written_at timestamptz := private.clamp_client_time(v_claimed_at);
    v_known public.workbook_fields;
  begin
    -- 1. Well formed?
    if v_course is distinct from 'ai-fluency-30-days'
      or v_written_at is null
      or (v_field ~ '^l[0-9]{2}-[a-z0-9-]{1,40}$') is not true
      or private.module_of(v_course, v_lesson) is null
      or (pg_catalog.char_length(v_value) <= 4000) is not true then -- MAX_FIELD_CHARACTERS
      return 'invalid';
    end if;

    -- 2. Known, or lost to a later text? The rule of joinField in src/entities/workbookField/workbookField.ts. The caller
    -- holds the clock, so no other write can interfere.
    select * into v_known from public.workbook_fields
      where user_id = p_user and course_id = v_course and field_id = v_field;
    if (v_written_at, p_op_id) <= (v_known.written_at, v_known.op_id) then
      -- A text that lost because its time was clamped may look like the later one on its device, which then ignores
      -- the winner. A new revision makes every device pull the winner again.
      if v_written_at < v_claimed_at and p_op_id <> v_known.op_id then
        update public.workbook_fields set rev = private.next_rev(p_user)
          where user_id = p_user and course_id = v_course and field_id = v_field;
      end if;
      return null;
    end if;

    -- 3. Allowed?
    if private.may_record_lesson(p_user, v_course, v_lesson, v_written_at) is not true then
      return 'not_entitled';
    end if;

    -- 4. A field that the course has or had?
    if v_known.field_id is null and not exists (
      select from private.workbook_field_ids where course_id = v_course and field_id = v_field) then
      return 'unknown_field';
    end if;

    -- 5. The later text, so it wins.
    if v_known.field_id is null then
      insert into public.workbook_fields (user_id, course_id, field_id, value, written_at, op_id, rev)
      values (p_user, v_course, v_field, v_value, v_written_at, p_op_id, private.next_rev(p_user));
    else
      update public.workbook_fields
        set value = v_value, written_at = v_written_at, op_id = p_op_id, received_at = pg_catalog.now(),
          rev = private.next_rev(p_user)
        where user_id = p_user and course_id = v_course and field_id = v_field;
    end if;
    return null;
  end;
  $$;

revoke all on function
  private.field_ids_of(jsonb),
  private.keep_field_ids(),
  private.apply_workbook(uuid, uuid, jsonb)
from public, anon, authenticated, service_role;
