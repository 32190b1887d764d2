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
    -- Whole lessons may be read offline, so both times are the device's.
    select mine.lesson_id, mine.furthest,
      case when done.user_id is not null then
        greatest(0, extract(epoch from done.completed_at - mine.begun_at) / 60)::real
      end as minutes
    from private.lesson_places as mine
      left join public.course_progress as done on done.user_id = mine.user_id and done.course_id = mine.course_id
        and done.lesson_id = mine.lesson_id and done.completed
    where mine.course_id = p_course
  ), stopped as materialized (
    select places.lesson_id, places.furthest, pg_catalog.count(*) as learners
    from places where minutes is null group by 1, 2 having pg_catalog.count(*) >= private.least_group()
  )
  select places.lesson_id, pg_catalog.count(*), pg_catalog.count(minutes),
    case when pg_catalog.count(minutes) >= private.least_group() then
      (pg_catalog.percentile_cont(0.5) within group (order by minutes))::integer
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
  -- 1. Each learner's first attempt at the current version of a lesson's quiz, grouped by its answers, because there are far
  --    fewer combinations of answers than learners.
  with firsts as materialized (
    select mine.lesson_id, mine.answers, keys.answers as key, pg_catalog.count(*) as learners
    from (
      select distinct on (tries.lesson_id, tries.user_id) tries.lesson_id, tries.lesson_version, tries.answers
      from public.quiz_attempts as tries
        join public.lessons as now on now.course_id = tries.course_id and now.lesson_id = tries.lesson_id
          and now.audience = 'everyone' and now.version = tries.lesson_version
      where tries.course_id = p_course
      order by tries.lesson_id, tries.user_id, tries.taken_at, tries.id
    ) as mine join public.lesson_answer_keys as keys on keys.course_id = p_course
      and keys.lesson_id = mine.lesson_id and keys.version = mine.lesson_version
    group by 1, 2, 3
  -- 2. One row for each answer, with the number of correct answers to the other questions.
  ), answers as materialized (
    select firsts.lesson_id, each.number::integer as number, each.choice, firsts.learners, each.is_right,
      pg_catalog.sum(each.is_right) over (partition by firsts.lesson_id, firsts.answers) - each.is_right as others_right
    from firsts, lateral (
      select place as number, mine as choice, (mine = correct)::integer as is_right
      from unnest(firsts.answers, firsts.key) with ordinality as pairs (mine, correct, place)
    ) as each
  ), counted as materialized (
    select lesson_id, number, choice, pg_catalog.sum(learners) as learners from answers group by 1, 2, 3
  -- 3. The sums of the point-biserial correlation. is_right is 0 or 1, so it is its own square.
  ), sums as (
    select lesson_id, number, pg_catalog.sum(learners) as n, pg_catalog.sum(learners * is_right) as x,
      pg_catalog.sum(learners * others_right) as y, pg_catalog.sum(learners * is_right * others_right) as xy,
      pg_catalog.sum(learners * others_right * others_right) as yy
    from answers group by 1, 2
  )
  select sums.lesson_id, sums.number, n::bigint, (x / n)::double precision,
    -- Null if everyone, or nobody, was right, here or in all other questions.
    ((n * xy - x * y) / nullif(pg_catalog.sqrt((n * x - x * x) * (n * yy - y * y)), 0))::double precision,
    (select pg_catalog.jsonb_object_agg(counted.choice, counted.learners) from counted
      where counted.lesson_id = sums.lesson_id and counted.number = sums.number)
  from sums where n >= private.least_group()
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
          and now.audience = 'everyone'
        left join private.lesson_figures(c_course) as figures on figures.lesson_id = outline.lesson_id
      where outline.course_id = c_course and outline.is_required);
  end;
  $$;
comment on function public.staff_course is
  'Each lesson with its published version, how far learners get, and the figures of its questions. Figures about fewer than ten learners are 0, null or left out.';

grant execute on function public.staff_course() to authenticated;
