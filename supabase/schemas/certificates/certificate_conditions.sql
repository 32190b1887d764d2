-- The conditions for a certificate: all lessons completed or the capstone passed, and an order paid in full. Graded quizzes
-- or the reviewer's points are its evidence.

create function private.missing_lessons(p_user uuid, p_course text) returns text[]
  language sql stable set search_path = ''
  as $$
    select coalesce(pg_catalog.array_agg(lesson.lesson_id order by lesson.position), '{}')
    from private.course_outline as lesson
    where lesson.course_id = p_course and lesson.is_required and not exists (
      select from public.course_progress as mine
      where mine.user_id = p_user and mine.course_id = p_course and mine.lesson_id = lesson.lesson_id and mine.completed
    );
  $$;
comment on function private.missing_lessons is
  'The lessons that the learner still has to complete for the certificate, in course order.';

create function private.quizzes_passed(p_user uuid, p_course text) returns integer
  language sql stable set search_path = ''
  as $$
    select count(distinct lesson_id)::integer from public.quiz_attempts
    where user_id = p_user and course_id = p_course and passed
  $$;
comment on function private.quizzes_passed is
  'The number of lessons whose quiz the learner passed in an attempt graded here. It never reads course_progress.';

create function private.passed_review(p_user uuid, p_course text) returns jsonb
  language sql stable set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object(
      'marks', (select pg_catalog.sum(score) from pg_catalog.unnest(review.scores) as score),
      'reviewed_at', private.iso(review.reviewed_at))
    from public.capstone_reviews as review join public.capstone_hand_ins as mine on mine.id = review.hand_in_id
    where mine.user_id = p_user and mine.course_id = p_course and review.passed
    -- One at most: a second attempt needs a review of the first that is not a pass.
    order by mine.attempt desc limit 1
  $$;
comment on function private.passed_review is
  'The points and the time of the review with which the learner''s capstone passed, or null.';

create function private.paid_up_orders(p_user uuid, p_course text) returns setof uuid
  language sql stable set search_path = ''
  as $$
    select each.id from public.orders as each join private.order_statuses as states on states.status = each.status
    where each.id in (
        select id from public.orders where user_id = p_user and team_id is null
        union all
        select theirs.id from public.team_seats as mine join public.orders as theirs on theirs.team_id = mine.team_id
        where mine.user_id = p_user and mine.ended_at is null
      )
      and each.course_id = p_course and states.effect = 'active'
      and (
        each.plan = 'full'
        -- A plan with a discount of 100 % charges nothing.
        or each.total_pence = 0
        or each.restored_at is not null
        or 3 = (select count(*) from public.order_payments where order_id = each.id and paid_at is not null)
      )
      -- A second purchase is refunded while the first gives access (claim_second_purchase).
      and not exists (
        select from public.orders as earlier join private.order_statuses as theirs on theirs.status = earlier.status
        where earlier.id = each.second_purchase_of and theirs.effect = 'active'
      )
  $$;
comment on function private.paid_up_orders is
  'The orders of the learner and of their teams that give access and have no outstanding payment. A certificate needs one.';

create function private.last_payment_due(p_user uuid, p_course text) returns timestamptz
  language sql stable set search_path = ''
  as $$
    select min(coalesce(
      (select due_at from public.order_payments where order_id = plan.id and number = 3),
      -- paymentDates of src/domain/sales/instalments.ts: the same day of the month, in UTC, or the month's last.
      (coalesce(
        (select due_at from public.order_payments where order_id = plan.id and number = 1), plan.paid_at
      ) at time zone 'UTC' + interval '2 months') at time zone 'UTC'
    ))
    from public.orders as plan join private.order_statuses as states on states.status = plan.status
    where plan.user_id = p_user and plan.course_id = p_course and plan.plan = 'installment'
      and states.effect = 'active'
  $$;
comment on function private.last_payment_due is
  'When the last payment of the learner''s plan is due. With several plans, the one that ends first counts.';

create function private.has_corrected_name(p_user uuid, p_course text, p_kind text) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (
      select from public.certificates
      where user_id = p_user and course_id = p_course and kind = p_kind and revoked_reason = 'name_corrected'
    );
  $$;
