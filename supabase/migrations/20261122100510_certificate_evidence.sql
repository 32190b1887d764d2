-- What a certificate rests on: the quizzes that were graded here, and an order that is paid up.

create function private.quizzes_passed(p_user uuid, p_course text) returns integer
  language sql stable set search_path = ''
  as $$
    select count(distinct lesson_id)::integer from public.quiz_attempts
    where user_id = p_user and course_id = p_course and passed
  $$;
comment on function private.quizzes_passed is
  'How many lessons'' quizzes the learner has passed by an attempt that was graded here. Never by course_progress.';

-- ---------------------------------------------------------------- orders that are paid up

create function private.paid_up_orders(p_user uuid, p_course text) returns setof uuid
  language sql stable set search_path = ''
  as $$
    select each.id from public.orders as each join private.order_statuses as states on states.status = each.status
    where each.user_id = p_user and each.course_id = p_course and states.effect = 'active'
      and (
        each.plan = 'full'
        -- Nothing is charged for a plan with a code of 100 %.
        or each.total_pence = 0
        or 3 = (select count(*) from public.order_payments where order_id = each.id and paid_at is not null)
      )
      -- A second purchase is refunded while the first gives access (claim_second_purchase).
      and not exists (
        select from public.orders as earlier join private.order_statuses as theirs on theirs.status = earlier.status
        where earlier.id = each.second_purchase_of and theirs.effect = 'active'
      )
  $$;
comment on function private.paid_up_orders is
  'The learner''s orders that give access and have no payment to come. A certificate needs one.';

create function private.last_payment_due(p_user uuid, p_course text) returns timestamptz
  language sql stable set search_path = ''
  as $$
    select min(coalesce(
      (select due_at from public.order_payments where order_id = plan.id and number = 3),
      -- paymentDates of src/domain/instalments.ts: the same day of the month, in UTC, or the month's last.
      (coalesce(
        (select due_at from public.order_payments where order_id = plan.id and number = 1), plan.paid_at
      ) at time zone 'UTC' + interval '2 months') at time zone 'UTC'
    ))
    from public.orders as plan join private.order_statuses as states on states.status = plan.status
    where plan.user_id = p_user and plan.course_id = p_course and plan.plan = 'installment'
      and states.effect = 'active'
  $$;
comment on function private.last_payment_due is
  'When the last payment of the learner''s running plan is due; of several plans, the one that ends first.';

create table private.certificate_orders (
  certificate_id uuid not null references public.certificates on delete cascade,
  order_id uuid not null references public.orders on delete cascade,
  primary key (certificate_id, order_id)
);
create index certificate_orders_order_id on private.certificate_orders (order_id);
comment on table private.certificate_orders is
  'The orders that a certificate was issued for. They outlive the account, so that money which goes back later ends a certificate that its holder kept.';
alter table private.certificate_orders enable row level security;
revoke all on private.certificate_orders from public, anon, authenticated, service_role;

insert into private.certificate_orders (certificate_id, order_id)
select mine.id, each.id from public.certificates as mine
join public.orders as each on each.user_id = mine.user_id and each.course_id = mine.course_id
join private.order_statuses as states on states.status = each.status
where mine.revoked_at is null and states.effect in ('active', 'paused');

-- ---------------------------------------------------------------- issuing

create or replace function private.judge_certificate(p_user uuid, p_course text, p_name text) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
  declare
    v_valid public.certificates;
    v_missing text[];
  begin
    select * into v_valid from public.certificates
      where user_id = p_user and course_id = p_course and revoked_at is null;
    if v_valid.holder_name = p_name then return private.issued_json(v_valid); end if;

    if not private.is_entitled(p_user, p_course) or exists (
      select from public.certificates
      where user_id = p_user and course_id = p_course and revoked_reason = 'withdrawn'
    ) then
      return pg_catalog.jsonb_build_object('outcome', 'not_entitled');
    end if;

    if v_valid.id is not null and private.has_corrected_name(p_user, p_course) then
      return pg_catalog.jsonb_build_object('outcome', 'already_corrected');
    end if;

    v_missing := private.missing_lessons(p_user, p_course);
    if v_missing <> '{}' then
      return pg_catalog.jsonb_build_object('outcome', 'incomplete', 'missing', v_missing);
    end if;

    -- Correcting the name of a valid certificate costs nothing anew.
    if v_valid.id is null and not exists (select from private.paid_up_orders(p_user, p_course)) then
      return pg_catalog.jsonb_build_object(
        'outcome', 'plan_running', 'last_due_at', private.iso(private.last_payment_due(p_user, p_course)));
    end if;
    return pg_catalog.jsonb_build_object(
      'outcome', 'ready', 'quizzes_passed', private.quizzes_passed(p_user, p_course));
  end;
  $$;

-- Security definer: it writes tables that nobody may write.
create or replace function public.prepare_certificate(p_user uuid, p_course text, p_name text default null)
  returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_mine private.certificate_names;
    v_verdict jsonb;
  begin
    perform private.lock_certificate(p_user, p_course);
    select * into v_mine from private.certificate_names where user_id = p_user and course_id = p_course;
    v_mine.holder_name := coalesce(p_name, v_mine.holder_name);

    v_verdict := private.judge_certificate(p_user, p_course, v_mine.holder_name);
    if v_verdict ->> 'outcome' not in ('ready', 'incomplete', 'plan_running') then return v_verdict; end if;

    insert into private.certificate_names as mine (user_id, course_id, holder_name)
      values (p_user, p_course, v_mine.holder_name)
      on conflict (user_id, course_id) do update
        set holder_name = excluded.holder_name, confirmed_at = pg_catalog.now()
        where mine.holder_name <> excluded.holder_name;
    if v_verdict ->> 'outcome' <> 'ready' then return v_verdict; end if;

    if v_mine.next_id is null then
      v_mine.next_id := pg_catalog.gen_random_uuid();
      -- At random, so that a place tells neither when nor to whom (Bitstring Status List 1.0, §5.1).
      loop
        insert into private.certificate_statuses (status_index)
          values (pg_catalog.floor(pg_catalog.random() * 131072)::integer)
          on conflict do nothing
          returning status_index into v_mine.next_index;
        exit when found;
      end loop;
      update private.certificate_names set next_id = v_mine.next_id, next_index = v_mine.next_index
        where user_id = p_user and course_id = p_course;
    end if;
    return v_verdict || pg_catalog.jsonb_build_object(
      'id', v_mine.next_id, 'status_index', v_mine.next_index, 'holder_name', v_mine.holder_name);
  end;
  $$;

create function private.link_certificate(p_certificate uuid, p_user uuid, p_course text) returns void
  language sql set search_path = ''
  as $$
    insert into private.certificate_orders (certificate_id, order_id)
    select p_certificate, each.id from public.orders as each
    join private.order_statuses as states on states.status = each.status
    where each.user_id = p_user and each.course_id = p_course
      and (
        each.id in (select private.paid_up_orders(p_user, p_course))
        -- A certificate from before this rule may rest on a plan that is still being paid.
        or states.effect <> 'none' and exists (
          select from private.certificate_orders as other join public.certificates as theirs on theirs.id = certificate_id
          where other.order_id = each.id and theirs.user_id = p_user
        )
      )
    on conflict do nothing
  $$;
comment on function private.link_certificate is
  'Notes the orders that a certificate rests on: those paid up, and those of the certificate that it takes the place of.';

-- Security definer: as above.
create or replace function public.issue_certificate(
  p_user uuid, p_course text, p_id uuid, p_name text, p_issued_at timestamptz, p_credential text, p_public_key text
) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_verdict jsonb;
    v_index integer;
    v_row public.certificates;
  begin
    perform private.lock_certificate(p_user, p_course);
    -- 1. Another call was faster: its certificate is the one, whatever its name.
    select * into v_row from public.certificates where id = p_id and user_id = p_user and revoked_at is null;
    if found then return private.issued_json(v_row); end if;

    -- 2. Much may have changed while it was signed.
    v_verdict := private.judge_certificate(p_user, p_course, p_name);
    if v_verdict ->> 'outcome' <> 'ready' then return v_verdict; end if;

    -- 3. What was reserved for this certificate is used up.
    select next_index into strict v_index from private.certificate_names
      where user_id = p_user and course_id = p_course and next_id = p_id;
    update private.certificate_names set next_id = null, next_index = null
      where user_id = p_user and course_id = p_course;

    update public.certificates set revoked_at = pg_catalog.now(), revoked_reason = 'name_corrected'
      where user_id = p_user and course_id = p_course and revoked_at is null;
    insert into private.certificate_keys (public_key) values (p_public_key) on conflict do nothing;
    insert into public.certificates (id, user_id, course_id, holder_name, issued_at, credential, status_index)
      values (p_id, p_user, p_course, p_name, p_issued_at, p_credential, v_index)
      returning * into v_row;
    perform private.link_certificate(p_id, p_user, p_course);
    return private.issued_json(v_row);
  end;
  $$;

-- Security definer: as above.
create or replace function public.missed_certificates(p_limit integer) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(pg_catalog.jsonb_agg(missed), '[]') from (
      select mine.user_id, mine.course_id from private.certificate_names as mine
      where private.is_entitled(mine.user_id, mine.course_id)
        and exists (select from private.paid_up_orders(mine.user_id, mine.course_id))
        and not exists (
          select from public.certificates as each
          where each.user_id = mine.user_id and each.course_id = mine.course_id
            and (each.revoked_at is null or each.revoked_reason = 'withdrawn'))
        and private.missing_lessons(mine.user_id, mine.course_id) = '{}'
      -- In no order: one that cannot be made does not hold up the others for ever.
      order by pg_catalog.random()
      limit p_limit
    ) as missed;
  $$;
comment on function public.missed_certificates is
  'Learners who have finished and paid, may have a certificate and have confirmed their name, and still have none.';

revoke execute on function
  private.quizzes_passed(uuid, text),
  private.paid_up_orders(uuid, text),
  private.last_payment_due(uuid, text),
  private.link_certificate(uuid, uuid, text)
from public, anon, authenticated, service_role;
