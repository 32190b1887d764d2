-- Entitlement to the course: computed from all orders of a person and their places in teams, and read by the person's devices.

create table public.course_enrollments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  course_id text not null,
  -- The highest tier among the orders and places that determine the status.
  tier text not null check (tier in ('student', 'ngo', 'professional')),
  status text not null check (status in ('active', 'paused', 'revoked')),
  -- The state of the order that determines the status, or one that stands for a place.
  reason text not null references private.order_statuses,
  granted_at timestamptz not null default now(),
  ended_at timestamptz,
  started_at timestamptz not null default now(),
  unique (user_id, course_id),
  check ((status = 'active') = (ended_at is null))
);
comment on table public.course_enrollments is
  'Computed from all orders and places of a person by private.recompute_enrollment; nothing else writes it.';
comment on column public.course_enrollments.started_at is
  'When the learner first had access to the course. It never changes, while granted_at is set each time access returns.';

alter table public.course_enrollments enable row level security;
grant select on public.course_enrollments to authenticated, service_role;

create policy "owners read their enrolment while it gives access" on public.course_enrollments
  for select to authenticated using (user_id = (select auth.uid()) and status = 'active');
create policy "a full session only" on public.course_enrollments as restrictive
  for all to authenticated using ((select private.require_full_session()));

create function private.recompute_enrollment(p_user uuid, p_course text) returns void
language plpgsql security definer
-- Definer: no role may write the table.
set search_path = '' as $$
declare
  -- Best effect first: any order or place that gives access wins over one that was refunded.
  c_effects constant text[] := array['active', 'paused', 'revoked'];
  c_tiers constant text[] := array['student', 'ngo', 'professional'];
  v_tier text;
  v_status text;
  v_reason text;
begin
  if p_user is null then return; end if;

  -- Two orders of one person may change concurrently: the second must see what the first committed.
  perform pg_advisory_xact_lock(hashtextextended('enrollment:' || p_user::text || ':' || p_course, 0));

  select tier, effect, status into v_tier, v_status, v_reason from (
    select each.tier, states.effect, each.status, true as is_own, each.paid_at as since
    from public.orders as each join private.order_statuses as states on states.status = each.status
    where each.user_id = p_user and each.course_id = p_course and states.effect <> 'none' and each.team_id is null
    union all
    select tier, effect, status, false, claimed_at from private.seats_of(p_user, p_course)
  ) as reasons
  order by array_position(c_effects, effect), array_position(c_tiers, tier) desc, is_own desc, since desc
  limit 1;

  if not found then
    -- Every order was moved to another account (its address was corrected): this enrolment ends.
    update public.course_enrollments set status = 'revoked', reason = 'revoked', ended_at = coalesce(ended_at, now())
    where user_id = p_user and course_id = p_course;
    return;
  end if;

  insert into public.course_enrollments as mine (user_id, course_id, tier, status, reason, ended_at)
  values (p_user, p_course, v_tier, v_status, v_reason, case when v_status = 'active' then null else now() end)
  on conflict (user_id, course_id) do update set
    tier = excluded.tier,
    status = excluded.status,
    reason = excluded.reason,
    granted_at = case
      when excluded.status = 'active' and mine.status <> 'active' then now() else mine.granted_at
    end,
    ended_at = case
      when excluded.status = 'active' then null else coalesce(mine.ended_at, now())
    end;
end $$;

create function private.recompute_after_order() returns trigger
language plpgsql security definer
-- Definer: same reason as recompute_enrollment.
set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.user_id is distinct from new.user_id then
    -- An account that is being deleted has no enrolment to compute.
    if exists (select from auth.users where id = old.user_id) then
      perform private.recompute_enrollment(old.user_id, old.course_id);
    end if;
  end if;
  perform private.recompute_enrollment(new.user_id, new.course_id);
  return null;
end $$;

create trigger recompute_enrollment
  after insert or update of status, user_id, tier, course_id on public.orders
  for each row execute function private.recompute_after_order();

create function private.is_entitled(p_user uuid, p_course text) returns boolean
language sql stable security definer
-- Definer: policies call it for learners who may not read the whole table.
set search_path = '' as $$
  select exists (
    select from public.course_enrollments
    where user_id = p_user and course_id = p_course and status = 'active'
  )
$$;
comment on function private.is_entitled(uuid, text) is 'True while the person may study the course.';

create function private.was_entitled_at(p_user uuid, p_course text, p_at timestamptz) returns boolean
language sql stable security definer
-- Definer: same reason as is_entitled.
set search_path = '' as $$
  select exists (
    select from public.course_enrollments
    where user_id = p_user and course_id = p_course and (status = 'active' or ended_at > p_at)
  )
$$;
comment on function private.was_entitled_at(uuid, text, timestamptz) is
  'True when entitled now or at the given time: work done offline before access ended counts.';

create function private.serves_organisations(p_tier text) returns boolean
  language sql immutable parallel safe set search_path = ''
  return p_tier in ('ngo', 'professional');
comment on function private.serves_organisations is
  'Plans with a reviewed capstone, the resource library and the advanced modules. The same rule as servesOrganisations in src/domain/sales/plans.ts.';

-- Definer: entitlement depends on tables that a learner cannot read.
create function private.caller_is_entitled(p_course text, p_audience text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.course_enrollments
      where user_id = auth.uid() and course_id = p_course and status = 'active'
        and (p_audience = 'everyone' or private.serves_organisations(tier)));
  $$;
comment on function private.caller_is_entitled is
  'True when the caller has access now to what the course has for everyone or for organisations.';

create function private.caller_registered_at() returns timestamptz
language sql stable security definer
-- Definer, and only for the caller: the view below calls its functions with the learner's rights.
set search_path = '' as $$
  select created_at from auth.users where id = auth.uid()
$$;
comment on function private.caller_registered_at() is 'When the caller''s account was created.';

-- Reports "not enrolled" explicitly. An empty list can have other causes (a proxy, a half-started server, a missing
-- policy) and once locked out a paying learner.
--
-- The view runs as its owner, so that a paused learner can read the reason despite the policy above. Policies do not
-- apply to it, so it filters its rows itself.
create view public.enrollment_status with (security_invoker = false, security_barrier = true) as
  select
    coalesce(mine.course_id, 'ai-fluency-30-days') as course_id, -- COURSE_ID of src/domain/ids.ts
    mine.tier,
    coalesce(mine.status, 'none') as status,
    coalesce(mine.reason, 'none') as reason,
    mine.granted_at,
    mine.ended_at,
    caller.id as user_id,
    private.caller_registered_at() as registered_at,
    mine.started_at as enrolled_at,
    now() as answered_at
  from (select auth.uid() as id) as caller
  left join public.course_enrollments as mine
    on mine.user_id = caller.id and mine.course_id = 'ai-fluency-30-days'
  where caller.id is not null and (select private.require_full_session());
comment on view public.enrollment_status is
  'Exactly one row for a signed-in caller: their own enrolment in any state with its reason, or the status "none".';

grant select on public.enrollment_status to authenticated;

create function private.refuse_write() returns trigger
language plpgsql
set search_path = '' as $$
begin
  raise exception 'enrollment_status is read only' using errcode = 'insufficient_privilege';
end $$;
comment on function private.refuse_write() is
  'Rejects a write to the view as a missing privilege. Postgres'' own error would count as a server fault.';

create trigger refuse_write instead of insert or update or delete on public.enrollment_status
  for each row execute function private.refuse_write();

grant execute on function
  private.is_entitled(uuid, text),
  private.was_entitled_at(uuid, text, timestamptz)
to anon, authenticated, service_role;
grant execute on function
  private.caller_is_entitled(text, text),
  private.caller_registered_at()
to authenticated;
