-- Answers in the texts of lessons and in reviews, and the wrong answers of quizzes, which come back after some days. One row for each question: the
-- first answer stays, later tries are counted, and the later one decides when the question comes back.

create function private.check_answer(p_content jsonb) returns text
  language plpgsql stable set search_path = ''
  as $$
  declare
    v_question text := private.json_text(p_content -> 'questionId');
    v_lesson text := pg_catalog.split_part(v_question, '/', 2);
  begin
    if (v_question ~ '^(quiz|review|text)/[1-9][0-9]?/[a-z0-9-]{1,40}$') is not true
      or private.module_of('ai-fluency-30-days', v_lesson) is null
      -- The stamp of the first answer and the chosen option: the lesser of two is the earlier.
      or (private.json_text(p_content -> 'first') ~ '^[0-9a-f-]{36} (none|[0-9])$') is not true
      or private.json_integer(p_content -> 'tries', 0, 1000) is null
      or private.json_integer(p_content -> 'step', 0, 3) is null
      -- What is chosen so far in a question of a text, and how often that was checked (src/domain/course/ask.ts).
      or (p_content -> 'given' is null
        or private.json_text(p_content -> 'given') ~ '^[0-9a-z]{1,8} [0-2] ([0-7](\.[0-7]){0,7})?\+?$') is not true
      or (p_content -> 'dueOn' = 'null' or private.json_day(p_content -> 'dueOn') is not null) is not true then
      return null;
    end if;
    return v_lesson;
  end;
  $$;
comment on function private.check_answer is
  'An answer: {questionId, first, tries, step, dueOn, given?}. step counts the right answers on due days since the last wrong one, and dueOn is the local day on which the question comes back, or null.';
