-- Notes and highlights. A note is a set of immutable versions: a write adds one and a deletion adds one without content. The
-- newest twenty versions of each note are kept.

create function private.check_note(p_content jsonb) returns text
  language plpgsql stable set search_path = ''
  as $$
  declare
    v_max_safe_integer constant bigint := 9007199254740991;
    v_lesson text := private.json_text(p_content -> 'lessonId');
    v_anchor jsonb := private.json_anchor(p_content -> 'anchor');
    v_body text := private.json_text(p_content -> 'body');
  begin
    -- A highlight has an anchor and a colour, a note on the whole lesson has neither; a deletion has nothing.
    if private.json_uuid(p_content -> 'id') is null or private.json_uuid(p_content -> 'noteId') is null
      or private.json_integer(p_content -> 'lessonVersion', 1, v_max_safe_integer) is null
      or private.module_of('ai-fluency-30-days', v_lesson) is null
      or (pg_catalog.char_length(v_body) <= 4000) is not true -- MAX_NOTE_CHARACTERS
      or (case when v_anchor is null
        then p_content -> 'anchor' = 'null' and p_content -> 'colour' = 'null'
        else private.json_text(p_content -> 'colour') in ('ochre', 'indigo', 'forest') end) is not true
      or (p_content -> 'deleted' = pg_catalog.to_jsonb(v_anchor is null and v_body = '')) is not true then
      return null;
    end if;
    -- A deletion needs no access: learners may always delete what they wrote.
    return case when p_content -> 'deleted' = 'true' then '' else v_lesson end;
  end;
  $$;
comment on function private.check_note is 'One version of a note: {id, noteId, lessonId, lessonVersion, anchor, colour, body, deleted}.';

create view private.lesson_notes as
  select user_id, key as id, content ->> 'noteId' as note_id, content ->> 'lessonId' as lesson_id,
    content -> 'deleted' = 'true' as deleted, stamp
  from public.study_rows where kind = 'note';
comment on view private.lesson_notes is 'The versions of notes with columns.';
-- For the limits below, which look for the versions of one note or of one lesson.
create index study_rows_notes on public.study_rows (user_id, (content ->> 'lessonId'), (content ->> 'noteId'))
  where kind = 'note';

create function private.limit_notes() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    v_max_notes constant integer := 500; -- MAX_NOTES_PER_LESSON of src/entities/note/note.ts, including deleted ones
  begin
    if v_max_notes <= (
      select pg_catalog.count(distinct content ->> 'noteId') from public.study_rows
      where user_id = new.user_id and kind = 'note' and content ->> 'lessonId' = new.content ->> 'lessonId'
        and content ->> 'noteId' <> new.content ->> 'noteId') then
      raise exception 'too_many' using errcode = 'AC001';
    end if;
    return new;
  end;
  $$;
comment on function private.limit_notes is
  'Limits the notes on a lesson. It runs before the row is written, so refused rows do not fill the database''s files.';

create function private.prune_notes() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    v_kept_versions constant integer := 20; -- KEPT_VERSIONS
  begin
    with pruned as (
      delete from public.study_rows where (user_id, kind) = (new.user_id, 'note') and key in (
        select key from public.study_rows
        where user_id = new.user_id and kind = 'note' and content ->> 'lessonId' = new.content ->> 'lessonId'
          and content ->> 'noteId' = new.content ->> 'noteId'
        order by stamp desc
        offset v_kept_versions)
      returning content
    )
    update public.sync_clock as clock set row_count = clock.row_count - lost.rows, bytes = clock.bytes - lost.bytes
    from (
      select pg_catalog.count(*) as rows, pg_catalog.sum(pg_catalog.octet_length(content::text)) as bytes from pruned
    ) as lost
    where clock.user_id = new.user_id and lost.rows > 0;
    return null;
  end;
  $$;
comment on function private.prune_notes is
  'Removes all but the newest versions of a note. A version that is older than these is stored and removed at once.';

create trigger limit_notes before insert on public.study_rows
  for each row when (new.kind = 'note') execute function private.limit_notes();
create trigger prune_notes after insert on public.study_rows
  for each row when (new.kind = 'note') execute function private.prune_notes();
