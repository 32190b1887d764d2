-- The text that learners write in the fields of the workbook. The later text of a field counts.

-- Writes to other fields are rejected, so that an account cannot fill the disk (docs/decisions/0043).
create table private.workbook_field_ids (
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  field_id text not null check (field_id ~ '^l[0-9]{2}-[a-z0-9-]{1,40}$'),
  primary key (course_id, field_id)
);
comment on table private.workbook_field_ids is
  'Every field that a published lesson has or had. Ids are never removed, so that a text written offline is still accepted after a later version has renamed its field.';

alter table private.workbook_field_ids enable row level security;

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

create function private.check_workbook(p_content jsonb) returns text
  language plpgsql stable set search_path = ''
  as $$
  declare
    v_field text := private.json_text(p_content -> 'fieldId');
    v_lesson text := pg_catalog.ltrim(pg_catalog.substr(v_field, 2, 2), '0');
  begin
    if (v_field ~ '^l[0-9]{2}-[a-z0-9-]{1,40}$') is not true
      or private.module_of('ai-fluency-30-days', v_lesson) is null
      or (pg_catalog.char_length(private.json_text(p_content -> 'value')) <= 4000) is not true then -- MAX_FIELD_CHARACTERS
      return null;
    end if;
    if not exists (select from private.workbook_field_ids where field_id = v_field) then
      raise exception 'unknown_field' using errcode = 'AC001';
    end if;
    return v_lesson;
  end;
  $$;
comment on function private.check_workbook is 'The text of a field that the course has or had.';

create view private.workbook_fields as
  select user_id, key as field_id, content ->> 'value' as value, written_at
  from public.study_rows where kind = 'workbook';
comment on view private.workbook_fields is 'The texts with columns, for reminders and figures.';
