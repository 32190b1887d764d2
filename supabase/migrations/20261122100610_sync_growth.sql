-- What one account may make the database keep. Every number here is far above what a learner does in a course, and far
-- below what would fill a disk (docs/decisions/0043).

-- ---------------------------------------------------------------- fields of the workbook

create table private.workbook_field_ids (
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  field_id text not null check (field_id ~ '^l(0[1-9]|1[01])-[a-z0-9-]{1,40}$'),
  primary key (course_id, field_id)
);
comment on table private.workbook_field_ids is
  'Every field that a published lesson has or had. Ids are never removed: what was written offline in a field that a later version renamed is still taken.';
alter table private.workbook_field_ids enable row level security;
revoke all on private.workbook_field_ids from public, anon, authenticated, service_role;

create function private.field_ids_of(p_pack jsonb) returns setof text
  language sql immutable parallel safe set search_path = ''
  as $$
    -- Islands are in the lesson and in its sheets, so they are looked for at every depth (src/domain/island.ts).
    select distinct id #>> '{}' from (
      select pg_catalog.jsonb_path_query(p_pack, 'strict $.** ? (@.kind == "field").id', silent => true)
      union all
      select pg_catalog.jsonb_path_query(p_pack, 'strict $.** ? (@.kind == "marks").rows[*].fieldId', silent => true)
    ) as found (id)
    where id #>> '{}' ~ '^l(0[1-9]|1[01])-[a-z0-9-]{1,40}$'
  $$;
comment on function private.field_ids_of is 'The workbook fields of a lesson pack.';

-- Security definer: the publisher's role has no rights on the table.
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
comment on function private.keep_field_ids is 'Keeps the fields of every version of a lesson that is published.';

create trigger keep_field_ids after insert or update of pack on public.lessons
  for each row execute function private.keep_field_ids();

insert into private.workbook_field_ids (course_id, field_id)
select course_id, id from public.lessons, private.field_ids_of(pack) as id
union
-- The fields of the course on the day of this migration, for work that reaches a server before its first publication.
select 'ai-fluency-30-days', pg_catalog.unnest(array[
     'l01-monday', 'l01-start', 'l01-system', 'l02-check', 'l02-monday', 'l03-case', 'l03-keep', 'l03-monday',
     'l03-prompt', 'l03-score', 'l04-change', 'l04-monday', 'l04-own', 'l04-trace', 'l05-control', 'l05-monday',
     'l05-nist', 'l05-tier', 'l05-uk', 'l06-card', 'l06-diligence', 'l06-map', 'l06-monday', 'l06-rule',
     'l06-time', 'l07-disclosure', 'l07-log', 'l07-monday', 'l08-lenses', 'l08-missed', 'l08-monday', 'l09-change',
     'l09-critic', 'l09-map', 'l09-monday', 'l10-advice', 'l10-against', 'l10-monday', 'l10-trace', 'l11-decision',
     'l11-delegation', 'l11-diligence', 'l11-does', 'l11-harms', 'l11-mark-1', 'l11-mark-2', 'l11-mark-3',
     'l11-mark-4', 'l11-mark-5', 'l11-monday', 'l11-purpose', 'l11-rules', 'l11-trace', 'l11-traditions'
])
on conflict do nothing;

-- As in 20261121140000_workbook, and only for fields that the course has or had.
create or replace function private.apply_workbook(p_user uuid, p_op_id uuid, p_payload jsonb) returns text
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

    -- 3. A field of the course, or one that this learner wrote before there was this rule?
    select * into v_known from public.workbook_fields
      where user_id = p_user and course_id = v_course and field_id = v_field;
    if v_known.field_id is null and not exists (
      select from private.workbook_field_ids where course_id = v_course and field_id = v_field) then
      return 'unknown_field';
    end if;

    -- 4. The rule of joinField in src/domain/workbook.ts. The caller holds the clock: no other write is between.
    if v_known.field_id is null then
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

-- ---------------------------------------------------------------- notes

create function private.limit_notes() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    v_max_bytes constant integer := 5000000; -- MAX_NOTE_BYTES of a person, all kept versions together
  begin
    -- Deleting is always possible. The row of the clock is held, so no other note is added in between.
    if not new.deleted and v_max_bytes < (
      select pg_catalog.sum(pg_catalog.octet_length(body) + coalesce(pg_catalog.pg_column_size(anchor), 0))
      from public.lesson_notes where user_id = new.user_id
    ) then
      raise exception 'too_many' using errcode = 'AC001';
    end if;
    return new;
  end;
  $$;
comment on function private.limit_notes is 'Keeps the notes of one learner below 5 MB. See private.handle_op for AC001.';

create trigger limit_notes before insert on public.lesson_notes
  for each row execute function private.limit_notes();

-- ---------------------------------------------------------------- operations of the sync engine

alter table public.sync_clock
  add column applied_ops bigint not null default 0,
  add column day date not null default '-infinity',
  add column day_ops integer not null default 0;
comment on column public.sync_clock.applied_ops is 'Ops applied for this learner so far: rows of the ledger.';
comment on column public.sync_clock.day_ops is 'Ops applied on `day` (UTC).';

update public.sync_clock as clock
  set applied_ops = (select pg_catalog.count(*) from public.sync_ledger where user_id = clock.user_id);

create function private.count_op(p_user uuid) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    v_max_per_day constant integer := 5000; -- a device that offers everything again sends some hundreds
    v_max constant integer := 50000;
    v_today constant date := (pg_catalog.now() at time zone 'UTC')::date;
    v_clock public.sync_clock := private.lock_clock(p_user);
  begin
    if v_clock.applied_ops >= v_max then raise exception 'too_many' using errcode = 'AC001'; end if;
    if v_clock.day = v_today and v_clock.day_ops >= v_max_per_day then
      raise exception 'too_many_today' using errcode = 'AC001';
    end if;
    update public.sync_clock
      set applied_ops = applied_ops + 1, day = v_today,
        day_ops = case when day = v_today then day_ops + 1 else 1 end
      where user_id = p_user;
  end;
  $$;
comment on function private.count_op is
  'Counts one applied op of a learner. Raises AC001 with the code of the refusal when there is no room for it.';

-- As in 20261121140000_workbook, with a count by day and by person, and a code of its own for what has no room.
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
          perform private.count_op(p_user);
          insert into public.sync_ledger (user_id, op_id, written_at)
          values (p_user, v_op_id, private.clamp_client_time(private.json_instant(p_op #> '{payload,written_at}')))
          returning * into v_entry;
        end if;
      exception
        -- There is no room: the message is the code of the refusal.
        when sqlstate 'AC001' then v_code := sqlerrm;
        when others then
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

revoke execute on function
  private.field_ids_of(jsonb),
  private.keep_field_ids(),
  private.limit_notes(),
  private.count_op(uuid)
from public, anon, authenticated, service_role;
