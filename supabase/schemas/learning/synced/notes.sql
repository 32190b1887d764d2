-- Notes and highlights. A note is a set of immutable versions: a write adds one and a deletion adds a tombstone, so the
-- order and repetition of delivery do not matter. The newest twenty versions of each note are kept.

create table public.lesson_notes (
  user_id uuid not null references auth.users (id) on delete cascade,
  op_id uuid not null,
  note_id uuid not null,
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  lesson_id text not null,
  lesson_version bigint not null check (lesson_version > 0),
  anchor jsonb,
  colour text check (colour in ('ochre', 'indigo', 'forest')),
  body text not null check (pg_catalog.char_length(body) <= 4000),
  deleted boolean not null,
  written_at timestamptz not null,
  received_at timestamptz not null default pg_catalog.now(),
  rev bigint not null,
  bytes integer not null generated always as (
    pg_catalog.octet_length(body) + coalesce(pg_catalog.octet_length(anchor::text), 0)
  ) stored,
  primary key (user_id, op_id),
  unique (user_id, rev),
  foreign key (course_id, lesson_id) references private.course_outline,
  check ((anchor is null) = (colour is null)),
  check (case when deleted then anchor is null and body = '' else anchor is not null or body <> '' end)
);
comment on table public.lesson_notes is
  'The versions of each learner''s notes and highlights, from all devices. Only sync_push writes it.';
comment on column public.lesson_notes.op_id is
  'The op that created this version, which identifies it on every device.';
comment on column public.lesson_notes.anchor is
  'The highlighted words with their context: {quote, prefix, suffix}. Null for a note on the whole lesson.';
comment on column public.lesson_notes.bytes is 'The size of the text and its anchor, for private.limit_notes.';
comment on column public.lesson_notes.deleted is 'True when this version marks the note as deleted. It then has no text.';
comment on column public.lesson_notes.written_at is
  'The device''s time, capped at the time of arrival. With op_id it decides which version is the newest.';
create index lesson_notes_note on public.lesson_notes (user_id, course_id, lesson_id, note_id);
-- For the limit on all notes of a learner, which it reads without the table: a learner's notes lie far apart there.
create index lesson_notes_bytes on public.lesson_notes (user_id) include (bytes);
-- For the foreign key: without it, deleting a lesson of the outline by hand scans this table.
create index lesson_notes_outline on public.lesson_notes (course_id, lesson_id);

alter table public.lesson_notes enable row level security;
revoke all on public.lesson_notes from public, anon, authenticated, service_role;
grant select on public.lesson_notes to authenticated, service_role;

create policy "learners read their own notes" on public.lesson_notes
  for select to authenticated using (user_id = (select auth.uid()));
create policy "a full session only" on public.lesson_notes as restrictive
  for all to authenticated using ((select private.require_full_session()));

create function private.apply_note(p_user uuid, p_op_id uuid, p_payload jsonb) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    v_kept_versions constant integer := 20; -- KEPT_VERSIONS of src/entities/note/note.ts
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
    -- 1. Well formed? A highlight has an anchor and a colour, a note has neither; a deletion has nothing.
    if v_note is null or v_version is null or v_deleted is null or v_written_at is null
      or v_course is distinct from 'ai-fluency-30-days'
      or private.module_of(v_course, v_lesson) is null
      or (pg_catalog.char_length(v_body) <= 4000) is not true -- MAX_NOTE_CHARACTERS
      or (case when v_anchor is null
        then pg_catalog.jsonb_typeof(p_payload -> 'anchor') = 'null'
          and pg_catalog.jsonb_typeof(p_payload -> 'colour') = 'null'
        else v_colour in ('ochre', 'indigo', 'forest') end) is not true
      or v_deleted is distinct from (v_anchor is null and v_body = '') then
      return 'invalid';
    end if;

    -- 2. Known, or older than every version that is kept?
    if exists (select from public.lesson_notes where user_id = p_user and op_id = p_op_id)
      or v_kept_versions <= (
        select pg_catalog.count(*) from public.lesson_notes
        where user_id = p_user and course_id = v_course and lesson_id = v_lesson and note_id = v_note
          and (written_at, op_id) > (v_written_at, p_op_id)) then
      return null;
    end if;

    -- 3. Allowed? Learners may always delete their own notes.
    v_is_known := exists (
      select from public.lesson_notes
      where user_id = p_user and course_id = v_course and lesson_id = v_lesson and note_id = v_note);
    if (v_deleted and v_is_known) is not true
      and private.may_record_lesson(p_user, v_course, v_lesson, v_written_at) is not true then
      return 'not_entitled';
    end if;

    -- 4. Within the limit? MAX_NOTES_PER_LESSON, including deleted ones.
    if not v_is_known and 500 <= (
      select pg_catalog.count(distinct note_id) from public.lesson_notes
      where user_id = p_user and course_id = v_course and lesson_id = v_lesson) then
      return 'too_many';
    end if;

    -- 5. Add the version and keep the newest.
    insert into public.lesson_notes
      (user_id, op_id, note_id, course_id, lesson_id, lesson_version, anchor, colour, body, deleted, written_at, rev)
    values
      (p_user, p_op_id, v_note, v_course, v_lesson, v_version, v_anchor, v_colour, v_body, v_deleted, v_written_at,
        private.next_rev(p_user));
    delete from public.lesson_notes where user_id = p_user and op_id in (
      select op_id from public.lesson_notes
      where user_id = p_user and course_id = v_course and lesson_id = v_lesson and note_id = v_note
      order by written_at desc, op_id desc
      offset v_kept_versions);
    return null;
  end;
  $$;

create function private.limit_notes() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    v_max_bytes constant integer := 5000000; -- all kept versions of one learner
  begin
    -- Deleting is always possible. The caller holds the clock, so no other note is added in between.
    if not new.deleted and v_max_bytes < (
      select pg_catalog.sum(bytes) from public.lesson_notes where user_id = new.user_id
    ) then
      raise exception 'too_many' using errcode = 'AC001';
    end if;
    return new;
  end;
  $$;
comment on function private.limit_notes is
  'Limits the notes of one learner to 5 MB. private.handle_op turns AC001 into the code of a refusal.';

create trigger limit_notes before insert on public.lesson_notes
  for each row execute function private.limit_notes();

revoke all on function
  private.apply_note(uuid, uuid, jsonb),
  private.limit_notes()
from public, anon, authenticated, service_role;
