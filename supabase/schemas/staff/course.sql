-- What the course does, for the staff console: how far learners get in each lesson, and how each question of the quizzes
-- works. No individual is shown: groups of fewer than ten learners are left out.

create function private.least_group() returns integer
  language sql immutable parallel safe set search_path = ''
  return 10;
comment on function private.least_group is 'A figure about fewer learners than this is not shown.';

create function private.lesson_figures(p_course text) returns table (
  lesson_id text, started bigint, finished bigint, median_minutes integer, stops jsonb
)
  language sql stable set search_path = ''
  as $$
  with places as materialized (
    select mine.lesson_id, mine.user_id, mine.furthest, mine.begun_at, done.completed_at
    from public.lesson_places as mine
      left join public.course_progress as done on done.user_id = mine.user_id and done.course_id = mine.course_id
        and done.lesson_id = mine.lesson_id and done.completed
    where mine.course_id = p_course
  ), stopped as (
    select places.lesson_id, places.furthest, pg_catalog.count(*) as learners
    from places where completed_at is null group by 1, 2 having pg_catalog.count(*) >= private.least_group()
  )
  select places.lesson_id, pg_catalog.count(*), pg_catalog.count(completed_at),
    -- Whole lessons may be read offline, so both times are the device's.
    case when pg_catalog.count(completed_at) >= private.least_group() then
      (pg_catalog.percentile_cont(0.5) within group (
        order by greatest(0, extract(epoch from completed_at - begun_at) / 60)::double precision)
        filter (where completed_at is not null))::integer
    end,
    coalesce((
      select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('step', stopped.furthest, 'learners', stopped.learners)
        order by stopped.furthest)
      from stopped where stopped.lesson_id = places.lesson_id), '[]')
  from places group by places.lesson_id having pg_catalog.count(*) >= private.least_group()
  $$;
comment on function private.lesson_figures is
  'For each lesson that at least ten learners have opened: how many, how many completed it, the median minutes from opening to completion, and the steps beyond which learners who have not completed it did not get.';

create function private.question_figures(p_course text) returns table (
  lesson_id text, number integer, learners bigint, right_share double precision, discrimination double precision,
  chosen jsonb
)
  language sql stable set search_path = ''
  as $$
  -- 1. Each learner's first attempt at the current version of a lesson's quiz.
  with firsts as materialized (
    select distinct on (tries.user_id, tries.lesson_id) tries.lesson_id, tries.answers, keys.answers as key
    from public.quiz_attempts as tries
      join public.lessons as now on now.course_id = tries.course_id and now.lesson_id = tries.lesson_id
        and now.version = tries.lesson_version
      join public.lesson_answer_keys as keys on keys.course_id = tries.course_id
        and keys.lesson_id = tries.lesson_id and keys.version = tries.lesson_version
    where tries.course_id = p_course
    order by tries.user_id, tries.lesson_id, tries.taken_at, tries.id
  -- 2. One row for each answer, with the number of correct answers to the other questions.
  ), answers as (
    select firsts.lesson_id, each.number::integer as number, each.choice, each.choice = firsts.key[each.number] as is_right,
      (select pg_catalog.count(*) from unnest(firsts.answers, firsts.key) with ordinality as other (mine, correct, place)
        where other.mine = other.correct and other.place <> each.number) as others_right
    from firsts, unnest(firsts.answers) with ordinality as each (choice, number)
  ), counted as (
    select answers.lesson_id, answers.number, answers.choice, pg_catalog.count(*) as learners from answers group by 1, 2, 3
  )
  select answers.lesson_id, answers.number, pg_catalog.count(*),
    pg_catalog.avg(answers.is_right::integer)::double precision,
    -- Point-biserial correlation. Null if everyone, or nobody, was right.
    pg_catalog.corr(answers.is_right::integer, answers.others_right),
    (select pg_catalog.jsonb_object_agg(counted.choice, counted.learners) from counted
      where counted.lesson_id = answers.lesson_id and counted.number = answers.number)
  from answers group by answers.lesson_id, answers.number having pg_catalog.count(*) >= private.least_group()
  $$;
comment on function private.question_figures is
  'For each question that at least ten learners have answered: the share that was right at the first try, the correlation with the other questions of the quiz, and how many chose each option (index in the author''s order).';

create function public.staff_course() returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: counts rows of all learners.
  as $$
  declare
    c_course constant text := 'ai-fluency-30-days';
  begin
    perform private.require_staff();
    return (
      with questions as materialized (
        select * from private.question_figures(c_course)
      )
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'lesson_id', outline.lesson_id, 'version', now.version,
        'started', coalesce(figures.started, 0), 'finished', coalesce(figures.finished, 0),
        'median_minutes', figures.median_minutes, 'stops', coalesce(figures.stops, '[]'),
        'questions', coalesce((
          select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
            'number', questions.number,
            'question', now.pack #>> array['quiz', 'questions', (questions.number - 1)::text, 'question'],
            'options', now.pack #> array['quiz', 'questions', (questions.number - 1)::text, 'options'],
            'correct', (now.pack #>> array['quiz', 'questions', (questions.number - 1)::text, 'correctAnswer'])::integer,
            'learners', questions.learners, 'right_share', questions.right_share,
            'discrimination', questions.discrimination, 'chosen', questions.chosen) order by questions.number)
          from questions where questions.lesson_id = outline.lesson_id), '[]')
        ) order by outline.position), '[]')
      from private.course_outline as outline
        left join public.lessons as now on now.course_id = outline.course_id and now.lesson_id = outline.lesson_id
        left join private.lesson_figures(c_course) as figures on figures.lesson_id = outline.lesson_id
      where outline.course_id = c_course and outline.is_required);
  end;
  $$;
comment on function public.staff_course is
  'Each lesson with its published version, how far learners get, and the figures of its questions. Figures about fewer than ten learners are 0, null or left out.';

revoke all on function
  private.least_group(),
  private.lesson_figures(text),
  private.question_figures(text),
  public.staff_course()
from public, anon, authenticated, service_role;
grant execute on function public.staff_course() to authenticated;
