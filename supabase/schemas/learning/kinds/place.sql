-- Where a learner stopped reading each lesson. The furthest step never goes down.

create function private.check_place(p_content jsonb) returns text
  language plpgsql stable set search_path = ''
  as $$
  declare
    v_max_steps constant bigint := 60; -- MAX_STEPS of src/entities/lessonPlace/lessonPlace.ts
    v_step bigint := private.json_integer(p_content -> 'step', 1, v_max_steps);
    v_lesson text := private.json_text(p_content -> 'lessonId');
  begin
    if private.module_of('ai-fluency-30-days', v_lesson) is null
      or v_step is null
      or private.json_integer(p_content -> 'part', 0, 10000) is null -- MAX_PART
      or private.json_share(p_content -> 'share') is null
      or private.json_integer(p_content -> 'furthest', v_step, v_max_steps) is null then
      return null;
    end if;
    return v_lesson;
  end;
  $$;
comment on function private.check_place is
  'A place: step from 1, part (the index of a top-level block in the text of the step), share of that block above the line being read, furthest step.';

create view private.lesson_places as
  select user_id, 'ai-fluency-30-days' as course_id, key as lesson_id, (content -> 'step')::integer as step,
    (content -> 'furthest')::integer as furthest, written_at, begun_at
  from public.study_rows where kind = 'place';
comment on view private.lesson_places is 'The places with columns, for reminders and figures.';
