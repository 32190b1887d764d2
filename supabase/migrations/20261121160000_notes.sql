-- Notes and highlights. A note is a set of versions: writing adds one, deleting adds one that says so, and nothing is
-- changed, so order and repetition of delivery do not matter here either. The newest twenty of each note are kept.

create table public.lesson_notes (
  user_id uuid not null references auth.users (id) on delete cascade,
  op_id uuid not null,
  note_id uuid not null,
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  lesson_id text not null check (private.module_of(lesson_id) is not null),
  lesson_version bigint not null check (lesson_version > 0),
  anchor jsonb,
  colour text check (colour in ('ochre', 'indigo', 'forest')),
  body text not null check (pg_catalog.char_length(body) <= 4000),
  deleted boolean not null,
  written_at timestamptz not null,
  received_at timestamptz not null default pg_catalog.now(),
  rev bigint not null,
  primary key (user_id, op_id),
  unique (user_id, rev),
  check ((anchor is null) = (colour is null)),
  check (case when deleted then anchor is null and body = '' else anchor is not null or body <> '' end)
);
create index lesson_notes_note on public.lesson_notes (user_id, course_id, lesson_id, note_id);
comment on table public.lesson_notes is
  'The versions of each learner''s notes and highlights, from whichever device. Written by sync_push alone.';
comment on column public.lesson_notes.op_id is 'The op that brought this version: its name on every device.';
comment on column public.lesson_notes.anchor is
  'The highlighted words and what stood around them: {quote, prefix, suffix}. Null for a note on the whole lesson.';
comment on column public.lesson_notes.deleted is 'This version says that the note was deleted, and holds nothing else.';
comment on column public.lesson_notes.written_at is
  'The device''s time, at most the time of arrival. With op_id it decides which version is the newest.';

alter table public.lesson_notes enable row level security;
revoke all on public.lesson_notes from public, anon, authenticated, service_role;
grant select on public.lesson_notes to authenticated, service_role;

create policy "learners read their own notes" on public.lesson_notes
  for select to authenticated using (user_id = (select auth.uid()));

create function private.json_anchor(p_value jsonb) returns jsonb
  language sql immutable parallel safe
  return case
    when pg_catalog.char_length(private.json_text(p_value -> 'quote')) between 1 and 1000 -- MAX_QUOTE_CHARACTERS
      and pg_catalog.char_length(private.json_text(p_value -> 'prefix')) <= 64 -- CONTEXT_CHARACTERS
      and pg_catalog.char_length(private.json_text(p_value -> 'suffix')) <= 64
      then pg_catalog.jsonb_build_object(
        'quote', p_value -> 'quote', 'prefix', p_value -> 'prefix', 'suffix', p_value -> 'suffix')
  end;
comment on function private.json_anchor is 'A quotation with its surroundings, or null.';

create function private.apply_note(p_user uuid, p_op_id uuid, p_payload jsonb) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    v_max_safe_integer constant bigint := 9007199254740991;
    v_note uuid := private.json_uuid(p_payload -> 'note_id');
    v_course text := private.json_text(p_payload -> 'course_id');
    v_lesson text := private.json_text(p_payload -> 'lesson_id');
    v_version bigint := private.json_integer(p_payload -> 'lesson_version', 1, v_max_safe_integer);
    v_anchor jsonb := private.json_anchor(p_payload -> 'anchor');
    v_colour text := private.json_text(p_payload -> 'colour');
    v_body text := private.json_text(p_payload -> 'body');
    v_deleted boolean := case
      when pg_catalog.jsonb_typeof(p_payload -> 'deleted') = 'boolean' then (p_payload -> 'deleted')::boolean end;
    v_written_at timestamptz := private.clamp_client_time(private.json_instant(p_payload -> 'written_at'));
    v_is_known boolean;
  begin
    -- 1. Well formed? A highlight has an anchor and a colour, a note has neither; what is deleted has nothing.
    if v_note is null or v_version is null or v_deleted is null or v_written_at is null
      or v_course is distinct from 'ai-fluency-30-days'
      or private.module_of(v_lesson) is null
      or (pg_catalog.char_length(v_body) <= 4000) is not true -- MAX_NOTE_CHARACTERS
      or (case when v_anchor is null
        then pg_catalog.jsonb_typeof(p_payload -> 'anchor') = 'null'
          and pg_catalog.jsonb_typeof(p_payload -> 'colour') = 'null'
        else v_colour in ('ochre', 'indigo', 'forest') end) is not true
      or v_deleted is distinct from (v_anchor is null and v_body = '') then
      return 'invalid';
    end if;
    v_is_known := exists (
      select from public.lesson_notes
      where user_id = p_user and course_id = v_course and lesson_id = v_lesson and note_id = v_note);

    -- 2. Allowed? One's own note may always be deleted.
    if (v_deleted and v_is_known) is not true
      and private.may_record_lesson(p_user, v_course, v_lesson, v_written_at) is not true then
      return 'not_entitled';
    end if;

    -- 3. Is there room? MAX_NOTES_PER_LESSON, deleted ones among them.
    if not v_is_known and 500 <= (
      select pg_catalog.count(distinct note_id) from public.lesson_notes
      where user_id = p_user and course_id = v_course and lesson_id = v_lesson) then
      return 'too_many';
    end if;

    -- 4. Add the version, if it is not here, and keep the newest: KEPT_VERSIONS of src/domain/notes.ts.
    if exists (select from public.lesson_notes where user_id = p_user and op_id = p_op_id) then return null; end if;
    insert into public.lesson_notes
      (user_id, op_id, note_id, course_id, lesson_id, lesson_version, anchor, colour, body, deleted, written_at, rev)
    values
      (p_user, p_op_id, v_note, v_course, v_lesson, v_version, v_anchor, v_colour, v_body, v_deleted, v_written_at,
        private.next_rev(p_user));
    delete from public.lesson_notes where user_id = p_user and op_id in (
      select op_id from public.lesson_notes
      where user_id = p_user and course_id = v_course and lesson_id = v_lesson and note_id = v_note
      order by written_at desc, op_id desc
      offset 20);
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
    if v_type not in ('progress', 'attempt', 'achievement', 'workbook', 'note') then return 'unknown_type'; end if;

    v_payload := private.upcast_payload(v_type, v_version, v_payload);
    if v_payload is null then return 'unknown_version'; end if;

    return case v_type
      when 'progress' then private.apply_progress(p_user, v_payload)
      when 'attempt' then private.apply_attempt(p_user, v_payload)
      when 'achievement' then private.apply_achievement(p_user, v_payload)
      when 'workbook' then private.apply_workbook(p_user, private.json_uuid(p_op -> 'op_id'), v_payload)
      when 'note' then private.apply_note(p_user, private.json_uuid(p_op -> 'op_id'), v_payload)
    end;
  end;
  $$;

-- What a pull delivers, table by table. A further table is one more part of this view; the page below stays.
create view private.synced_rows as
  select user_id, rev, 'course_progress' as source, pg_catalog.jsonb_build_object(
    'course_id', course_id, 'module_id', module_id, 'lesson_id', lesson_id, 'completed', completed,
    'completed_at', private.iso(completed_at), 'quiz_score', quiz_score, 'rev', rev) as content
  from public.course_progress
  union all
  select user_id, rev, 'quiz_attempts', pg_catalog.jsonb_build_object(
    'id', id, 'course_id', course_id, 'lesson_id', lesson_id, 'lesson_version', lesson_version,
    'answers', answers, 'score', score, 'passed', passed, 'taken_at', private.iso(taken_at),
    'received_at', private.iso(received_at), 'rev', rev)
  from public.quiz_attempts
  union all
  select user_id, rev, 'user_achievements', pg_catalog.jsonb_build_object(
    'achievement_type', achievement_type, 'achievement_name', achievement_name, 'rev', rev)
  from public.user_achievements
  union all
  select user_id, rev, 'workbook_fields', pg_catalog.jsonb_build_object(
    'course_id', course_id, 'field_id', field_id, 'value', value, 'written_at', private.iso(written_at),
    'op_id', op_id, 'rev', rev)
  from public.workbook_fields
  union all
  select user_id, rev, 'lesson_notes', pg_catalog.jsonb_build_object(
    'op_id', op_id, 'note_id', note_id, 'course_id', course_id, 'lesson_id', lesson_id,
    'lesson_version', lesson_version, 'anchor', anchor, 'colour', colour, 'body', body, 'deleted', deleted,
    'written_at', private.iso(written_at), 'rev', rev)
  from public.lesson_notes;
comment on view private.synced_rows is 'Every row that sync_pull may deliver, with its table and as the reply says it.';
revoke all on private.synced_rows from public, anon, authenticated, service_role;

create or replace function private.sync_page(p_user uuid, p_cursor bigint, p_max_rows integer) returns jsonb
  language sql stable set search_path = ''
  as $$
    -- One statement, so one snapshot: the clock and the rows below it belong together.
    with clock as (
      select rev, epoch from public.sync_clock where user_id = p_user
    ), page as (
      select rev, source, content from private.synced_rows
      where user_id = p_user and rev > p_cursor
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
    ), by_source as (
      select source, pg_catalog.jsonb_agg(content order by rev) as contents
      from page where rev <= (select upto from bound)
      group by source
    )
    select pg_catalog.jsonb_build_object(
      'user_id', p_user,
      'epoch', clock.epoch,
      'cursor', bound.upto,
      'has_more', bound.has_more,
      'rows', '{"course_progress": [], "quiz_attempts": [], "user_achievements": [], "workbook_fields": [], "lesson_notes": []}'
        || coalesce((select pg_catalog.jsonb_object_agg(source, contents) from by_source), '{}')
    )
    from clock, bound;
  $$;

revoke execute on function private.json_anchor(jsonb), private.apply_note(uuid, uuid, jsonb)
from public, anon, authenticated, service_role;
