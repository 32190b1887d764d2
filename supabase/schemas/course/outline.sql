-- The outline of the course: its lessons, their modules and order, and which of them the certificate requires.
--
-- Publishing the course fills the table (tools/content/publish/publishCourse.ts), so adding a lesson needs no migration. These
-- files contain no lesson ids; functions and foreign keys refer to the table.

create table private.course_outline (
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  lesson_id text not null check (lesson_id ~ '^[1-9][0-9]?$'),
  module_id text not null check (module_id ~ '^[1-9][0-9]?$'),
  position integer not null check (position > 0),
  is_preview boolean not null,
  is_required boolean not null default true,
  capstone_fields text[] not null default '{}',
  primary key (course_id, lesson_id)
);
comment on table private.course_outline is
  'Every lesson that the course has or had. Rows are never deleted, because the work of learners refers to them. Only publish_outline writes it.';
comment on column private.course_outline.position is 'The place in the course, from 1.';
comment on column private.course_outline.is_preview is
  'Anyone may read the lesson and record work on it without an enrolment.';
comment on column private.course_outline.is_required is
  'The certificate needs the lesson: true while the lesson is part of the course, false after it has been removed.';
comment on column private.course_outline.capstone_fields is
  'The workbook fields that the capstone consists or consisted of, in the one lesson that has them. Ids are never removed, so that a hand-in made offline is still accepted after a later version has renamed a field.';

alter table private.course_outline enable row level security;

create function public.publish_outline(p_course text, p_lessons jsonb) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: no role may write the table.
  as $$
  begin
    if pg_catalog.jsonb_array_length(p_lessons) = 0 then
      raise exception 'an outline has lessons' using errcode = 'invalid_parameter_value';
    end if;

    insert into private.course_outline as mine (course_id, lesson_id, module_id, position, is_preview, capstone_fields)
    select p_course, each.value ->> 'lesson_id', each.value ->> 'module_id', each.ordinality,
      (each.value ->> 'is_preview')::boolean,
      array(select pg_catalog.jsonb_array_elements_text(coalesce(each.value -> 'capstone_fields', '[]')))
    from pg_catalog.jsonb_array_elements(p_lessons) with ordinality as each (value, ordinality)
    on conflict (course_id, lesson_id) do update
      set module_id = excluded.module_id, position = excluded.position, is_preview = excluded.is_preview,
        is_required = true,
        capstone_fields = array(
          select pg_catalog.unnest(mine.capstone_fields) union select pg_catalog.unnest(excluded.capstone_fields))
      where (mine.module_id, mine.position, mine.is_preview, mine.is_required)
        is distinct from (excluded.module_id, excluded.position, excluded.is_preview, true)
        or not mine.capstone_fields @> excluded.capstone_fields;

    update private.course_outline set is_required = false
    where course_id = p_course and is_required
      and lesson_id not in (select value ->> 'lesson_id' from pg_catalog.jsonb_array_elements(p_lessons));
  end;
  $$;
comment on function public.publish_outline is
  'Replaces the outline of a course by these lessons, in this order: [{ lesson_id, module_id, is_preview, capstone_fields }].';

create function private.module_of(p_course text, p_lesson text) returns text
  language plpgsql stable set search_path = ''
  as $$
  begin
    return (select module_id from private.course_outline where course_id = p_course and lesson_id = p_lesson);
  end;
  $$;
comment on function private.module_of is 'The module of a lesson, or null when the course has no such lesson.';

create function private.is_preview(p_course text, p_lesson text) returns boolean
  language plpgsql stable set search_path = ''
  as $$
  begin
    return coalesce(
      (select is_preview from private.course_outline where course_id = p_course and lesson_id = p_lesson), false);
  end;
  $$;
comment on function private.is_preview is 'True when anyone may read the lesson and record work on it.';

create function private.require_outline(p_course text) returns void
  language plpgsql stable set search_path = ''
  as $$
  begin
    if not exists (select from private.course_outline where course_id = p_course) then
      -- A code that makes devices retry (private.is_worth_retrying).
      raise exception 'the course % has not been published yet', p_course
        using errcode = 'object_not_in_prerequisite_state';
    end if;
  end;
  $$;
comment on function private.require_outline is
  'Without an outline every lesson would be unknown and none required, so everything that depends on it fails until the course is published.';

create function private.capstone_lesson(p_course text) returns private.course_outline
  language plpgsql stable set search_path = ''
  as $$
  declare
    v_lesson private.course_outline;
  begin
    select * into v_lesson from private.course_outline where course_id = p_course and capstone_fields <> '{}';
    if not found then
      -- The code of require_outline.
      raise exception 'the capstone of the course % has not been published yet', p_course
        using errcode = 'object_not_in_prerequisite_state';
    end if;
    return v_lesson;
  end;
  $$;
comment on function private.capstone_lesson is
  'The lesson in which the capstone is written, or an error that makes devices retry.';

grant execute on function
  public.publish_outline(text, jsonb)
to service_role;
