-- Answers in the texts of lessons and in reviews, and the wrong answers of quizzes, which come back after some days; and sorted cards.
-- One row for each question: the first answer stays, tries are counted, and the later of two answers that decided when the question
-- comes back does so, whichever copy was written later.

create function private.check_answer(p_content jsonb) returns text
  language plpgsql stable set search_path = ''
  as $$
  declare
    c_stamp constant text := '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
    v_question text := private.json_text(p_content -> 'questionId');
    v_lesson text := pg_catalog.split_part(v_question, '/', 2);
  begin
    if (v_question ~ '^(quiz|review|text)/[1-9][0-9]?/[a-z0-9-]{1,40}$') is not true
      or private.module_of('ai-fluency-30-days', v_lesson) is null
      -- The stamp of the first answer and the chosen option: the lesser of two is the earlier.
      or (private.json_text(p_content -> 'first') ~ '^[0-9a-f-]{36} (none|[0-9])$') is not true
      or private.json_integer(p_content -> 'tries', 0, 1000) is null
      or (p_content -> 'recall' is null or (
        private.json_text(p_content -> 'recall') ~ ('^' || c_stamp || ' [0-3] (never|[0-9-]{10})$')
        and (pg_catalog.split_part(p_content ->> 'recall', ' ', 3) = 'never' or private.json_day(
          pg_catalog.to_jsonb(pg_catalog.split_part(p_content ->> 'recall', ' ', 3))) is not null))) is not true
      -- What is chosen so far in a text, and how often that was checked (src/domain/course/ask.ts and sort.ts).
      or (p_content -> 'given' is null or private.json_text(p_content -> 'given')
        ~ ('^(-|' || c_stamp || ') ' || c_stamp || ' [0-9a-z]{1,8} [0-2] [0-7]?(\.[0-7]?){0,9}\+?$')) is not true then
      return null;
    end if;
    return v_lesson;
  end;
  $$;
comment on function private.check_answer is
  'An answer: {questionId, first, tries, recall?, given?}. recall: a stamp, the number of right answers on due days since the last wrong one, and the local day on which the question comes back, or never.';
