-- What learners write and the server only keeps: texts of the workbook, places, notes, the plan, days and answers. One
-- row for each thing, whatever its kind (docs/decisions/0082).

create view private.study_kinds as select * from (values
  -- keeps: whether the later or the earlier stamp counts. greatest, least: fields of which the greatest number or text, or
  -- the least text, is kept, whichever copy has it. is_counted: whether a row counts towards the limits. max_bytes: of a content.
  -- Each kind also has a function private.check_<kind>, in a file of its own in kinds/.
  ('workbook', 'fieldId', 'latest', '{}'::text[], '{}'::text[], true, 26000),
  ('place', 'lessonId', 'latest', '{furthest}', '{}'::text[], false, 300),
  ('note', 'id', 'first', '{}'::text[], '{}'::text[], true, 34000),
  ('plan', 'name', 'latest', '{}'::text[], '{}'::text[], true, 300),
  ('day', 'day', 'first', '{}'::text[], '{}'::text[], true, 300),
  ('answer', 'questionId', 'latest', '{tries,recall,given}', '{first}', true, 600)
) as kinds (kind, key_field, keeps, greatest, least, is_counted, max_bytes);
comment on view private.study_kinds is 'One line for each kind of row in study_rows. A device knows the same rules from src/entities.';

create function private.stamp_time(p_stamp uuid) returns timestamptz
  language sql immutable parallel safe
  -- The first 48 bits of a UUIDv7 are milliseconds since 1970 (RFC 9562, 5.7).
  return pg_catalog.to_timestamp(
    ('x' || pg_catalog.left(pg_catalog.replace(p_stamp::text, '-', ''), 12))::bit(48)::bigint / 1000.0);
comment on function private.stamp_time is 'When a row with this stamp was written.';

create table public.study_rows (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  key text not null check (pg_catalog.char_length(key) <= 100),
  content jsonb not null check (pg_catalog.jsonb_typeof(content) = 'object'),
  stamp uuid not null,
  written_at timestamptz not null generated always as (private.stamp_time(stamp)) stored,
  begun_at timestamptz not null,
  rev bigint not null,
  primary key (user_id, kind, key),
  unique (user_id, rev)
);
comment on table public.study_rows is
  'What learners write while they study, from all devices, by kind and key. Written within sync_push only.';
comment on column public.study_rows.content is 'Has the fields that the check of its kind requires, and any others that a newer app has sent.';
comment on column public.study_rows.stamp is 'A UUIDv7: when the content was written, by the device''s estimate of the server''s time.';
comment on column public.study_rows.begun_at is
  'The earliest of these times: about when the learner began. For the course''s figures; devices do not receive it.';
-- For the course's figures, which read one kind of all learners.
create index study_rows_kind on public.study_rows (kind, key);

alter table public.study_rows enable row level security;
grant select on public.study_rows to authenticated, service_role;

create policy "learners read their own rows" on public.study_rows
  for select to authenticated using (user_id = (select auth.uid()));
create policy "a full session only" on public.study_rows as restrictive
  for all to authenticated using ((select private.require_full_session()));

create function private.keep_extremes(p_content jsonb, p_other jsonb, p_greatest text[], p_least text[]) returns jsonb
  language sql immutable parallel safe set search_path = ''
  as $$
    -- Without nulls: neither copy may have a field that was added later.
    select p_content
      || pg_catalog.jsonb_strip_nulls(coalesce((select pg_catalog.jsonb_object_agg(field,
        case pg_catalog.jsonb_typeof(coalesce(p_content -> field, p_other -> field))
          when 'number' then pg_catalog.to_jsonb(greatest((p_content ->> field)::numeric, (p_other ->> field)::numeric))
          else pg_catalog.to_jsonb(greatest((p_content ->> field) collate "C", (p_other ->> field) collate "C")) end)
        from pg_catalog.unnest(p_greatest) as field), '{}'))
      || pg_catalog.jsonb_strip_nulls(coalesce((select pg_catalog.jsonb_object_agg(field,
        least((p_content ->> field) collate "C", (p_other ->> field) collate "C")) from pg_catalog.unnest(p_least) as field), '{}'))
  $$;
comment on function private.keep_extremes is
  'The content, with the greater of both numbers or texts in some fields and the lesser of both texts in others. Texts are compared by their bytes.';

create function private.join_study_row(p_user uuid, p_row jsonb, p_limit timestamptz) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    v_kind private.study_kinds;
    v_key text := private.json_text(p_row -> 'key');
    v_content jsonb := p_row -> 'content';
    v_stamp uuid := private.json_stamp(p_row -> 'stamp');
    v_written_at timestamptz := private.stamp_time(v_stamp);
    -- Not before any device can have worked.
    v_begun_at timestamptz := greatest(v_written_at, private.earliest_client_time());
    v_lesson text;
    v_known public.study_rows;
    v_wins boolean;
  begin
    -- 1. Well formed? A check returns the lesson to which the learner needs access, '' for none, and null if it is invalid.
    select * into v_kind from private.study_kinds where kind = p_row ->> 'kind';
    if not found then return 'unknown_kind'; end if;
    if v_stamp is null or pg_catalog.jsonb_typeof(v_content) is distinct from 'object'
      or (private.json_text(v_content -> v_kind.key_field) = v_key) is not true then
      return 'invalid';
    end if;
    if pg_catalog.octet_length(v_content::text) > v_kind.max_bytes then return 'too_large'; end if;
    execute pg_catalog.format('select private.%I($1)', 'check_' || v_kind.kind) into v_lesson using v_content;
    if v_lesson is null then return 'invalid'; end if;

    -- 2. Does it change anything? The join of src/entities/row.ts. The caller holds the clock, so no other write can interfere.
    select * into v_known from public.study_rows where user_id = p_user and kind = v_kind.kind and key = v_key;
    if found then
      v_wins := case v_kind.keeps when 'latest' then v_stamp > v_known.stamp else v_stamp < v_known.stamp end;
      v_content := case when v_wins
        then private.keep_extremes(v_content, v_known.content, v_kind.greatest, v_kind.least)
        else private.keep_extremes(v_known.content, v_content, v_kind.greatest, v_kind.least) end;
      if not v_wins and v_content = v_known.content then return null; end if;
    end if;

    -- 3. Allowed?
    if v_written_at > p_limit then return 'clock'; end if;
    if v_lesson <> '' and private.may_record_lesson(p_user, 'ai-fluency-30-days', v_lesson, v_written_at) is not true then
      return 'not_entitled';
    end if;
    if v_kind.is_counted then
      perform private.count_change(p_user, case when v_known.kind is null then 1 else 0 end,
        pg_catalog.octet_length(v_content::text) - coalesce(pg_catalog.octet_length(v_known.content::text), 0),
        v_lesson = '' and v_content -> 'deleted' = 'true');
    end if;

    -- 4. Store it.
    if v_known.kind is null then
      insert into public.study_rows (user_id, kind, key, content, stamp, begun_at, rev)
      values (p_user, v_kind.kind, v_key, v_content, v_stamp, v_begun_at, private.next_rev(p_user));
    else
      update public.study_rows set content = v_content, stamp = case when v_wins then v_stamp else stamp end,
        begun_at = least(begun_at, v_begun_at), rev = private.next_rev(p_user)
        where user_id = p_user and kind = v_kind.kind and key = v_key;
    end if;
    update public.sync_clock set latest_stamp = v_written_at where user_id = p_user and latest_stamp < v_written_at;
    return null;
  end;
  $$;
comment on function private.join_study_row is
  'Joins a sent row into the stored one. Null if the server has it now, else the code of the refusal. AC001 has the code as its message.';
