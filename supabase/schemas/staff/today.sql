-- The first page of the staff console: what there is to do, what was sold, and who is learning.

create function private.staff_work() returns jsonb
  language sql stable set search_path = ''
  as $$
  with money as materialized (select private.money_figures() as figures)
  select pg_catalog.jsonb_build_object(
    'student_ids', (
      select pg_catalog.count(*) from public.student_ids as mine join public.orders as each on each.id = mine.order_id
      where mine.reviewed_at is null and each.paid_at is not null and each.status in ('paid', 'past_due', 'paused', 'disputed', 'id_refused')),
    'messages', (select pg_catalog.count(*) from public.contact_messages where state = 'open'),
    'capstones', (
      select pg_catalog.count(*) from public.capstone_hand_ins as mine
      where not exists (select from public.capstone_reviews where hand_in_id = mine.id)
        and exists (
          select from public.course_enrollments as enrolled
          where enrolled.user_id = mine.user_id and enrolled.course_id = mine.course_id
            and private.serves_organisations(enrolled.tier))),
    'factor_removals', (select pg_catalog.count(*) from private.removals_to_confirm()),
    -- Paid more than ten minutes ago, and the account has no access.
    'stuck_orders', (select figures -> 'paid_without_access' from money),
    -- Paid, and waiting until the owner of the address opens the emailed link.
    'unclaimed_orders', (select figures -> 'unclaimed' from money),
    'failed_payments', (select pg_catalog.count(*) from public.orders where status = 'past_due'),
    'overdue_invoices', (
      select pg_catalog.count(*) from public.order_invoices where ended_at is null and due_at < pg_catalog.now()),
    'unfinished_refunds', (select pg_catalog.count(*) from private.staff_refunds where finished_at is null),
    'disputes', (select pg_catalog.count(*) from private.order_disputes where status = 'open'),
    'teams', (select pg_catalog.count(*) from private.teams_to_settle()),
    -- Nobody has stated who sells, so the checkout refuses real payments.
    'missing_facts', (select case when exists (select from private.provider_facts) then 0 else 1 end),
    -- It refuses them without a VAT number as well.
    'missing_vat_number', (
      select coalesce((
        select case when facts ->> 'vatNumber' is null then 1 else 0 end
        from private.provider_facts order by version desc limit 1), 0)),
    'mails_given_up', private.mail_figures() -> 'mail_given_up',
    -- In a new academy a job has not run because it is not due yet. Nothing records when the database was created, but
    -- nobody opens the console before there is an account.
    'late_jobs', (
      select coalesce(pg_catalog.jsonb_agg(late.job order by late.job), '[]')
      from public.late_jobs() as late join private.jobs as its on its.name = late.job
      where (select pg_catalog.min(created_at) from private.accounts) < pg_catalog.now() - its.late_after)
  )
  $$;
comment on function private.staff_work is 'What there is to do, as counts and names of jobs.';

create function public.staff_waiting() returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: counts rows of all learners.
  as $$
  declare
    v_user uuid := private.require_reviewer();
    v_work jsonb := private.staff_work();
  begin
    if (select raw_app_meta_data ->> 'role' from auth.users where id = v_user) = 'staff' then return v_work; end if;
    return pg_catalog.jsonb_build_object('capstones', v_work -> 'capstones');
  end;
  $$;
comment on function public.staff_waiting is
  'What there is to do, for the navigation of the staff console and its first page. A reviewer gets only the number of capstones.';

create function public.staff_today() returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: counts rows of all learners.
  as $$
  declare
    c_course constant text := 'ai-fluency-30-days';
    c_days constant integer := 30;
  begin
    perform private.require_staff();
    return pg_catalog.jsonb_build_object(
      'sales', (
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'day', days.day, 'payments', coalesce(sold.payments, 0), 'paid_pence', coalesce(sold.paid_pence, 0),
          'refunded_pence', coalesce(sold.refunded_pence, 0)) order by days.day)
        from (
          select ((pg_catalog.now() at time zone 'UTC')::date - place) as day from pg_catalog.generate_series(0, c_days - 1) as place
        ) as days left join (
          select (paid_at at time zone 'UTC')::date as day, pg_catalog.count(*) as payments,
            pg_catalog.sum(amount_pence) as paid_pence, pg_catalog.sum(refunded_pence) as refunded_pence
          from public.order_payments
          where paid_at >= ((pg_catalog.now() at time zone 'UTC')::date - (c_days - 1)) at time zone 'UTC'
          group by 1
        ) as sold on sold.day = days.day),
      'tiers', (
        select pg_catalog.jsonb_object_agg(tiers.tier, coalesce(counted.learners, 0))
        from (values ('student'), ('ngo'), ('professional')) as tiers (tier)
          left join (
            select tier, pg_catalog.count(*) as learners from public.course_enrollments where status = 'active' group by tier
          ) as counted on counted.tier = tiers.tier),
      'active_learners', (
        select pg_catalog.count(*) from public.sync_clock where day > (pg_catalog.now() at time zone 'UTC')::date - 7),
      'active_by_day', (
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'day', days.day, 'learners', (select pg_catalog.count(*) from public.sync_clock where day = days.day))
          order by days.day)
        from (
          select (pg_catalog.now() at time zone 'UTC')::date - place as day from pg_catalog.generate_series(0, 6) as place
        ) as days),
      'cohorts', coalesce((
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'month', month, 'learners', learners,
          'completed', case when learners >= private.least_group() then completed end) order by month)
        from (
          select pg_catalog.to_char(enrolled.started_at at time zone 'UTC', 'YYYY-MM') as month, pg_catalog.count(*) as learners,
            pg_catalog.count(*) filter (where not exists (
              select from private.course_outline as outline
              where outline.course_id = c_course and outline.is_required and not exists (
                select from public.course_progress as done
                where done.user_id = enrolled.user_id and done.course_id = c_course
                  and done.lesson_id = outline.lesson_id and done.completed))) as completed
          from public.course_enrollments as enrolled
          where enrolled.course_id = c_course and enrolled.started_at > pg_catalog.now() - interval '1 year'
          group by 1
        ) as months), '[]'));
  end;
  $$;
comment on function public.staff_today is
  'Sales of the last 30 days (UTC, with what was refunded of them since), active enrolments by tier, learners active in the last seven days, and completion by month of enrolment (null for fewer than ten learners).';

create index order_payments_paid_at on public.order_payments (paid_at) where paid_at is not null;

grant execute on function public.staff_today(), public.staff_waiting() to authenticated;
