-- The server says "not enrolled" in words. An empty list can come from anywhere (a proxy, a half-started server, a
-- lost policy), so a device must be able to tell it from an answer: a paying learner was locked out by one.

alter table public.course_enrollments add column started_at timestamptz not null default now();
comment on column public.course_enrollments.started_at is
  'When the learner first had access to the course. It never changes: granted_at starts again with each return of access.';

update public.course_enrollments as mine set started_at = least(mine.granted_at, (
  select min(paid_at) from public.orders where user_id = mine.user_id and course_id = mine.course_id
));

create function private.caller_registered_at() returns timestamptz
language sql stable security definer
-- Definer, and only about the caller: the view below runs its functions with the rights of the learner.
set search_path = '' as $$
  select created_at from auth.users where id = auth.uid()
$$;
comment on function private.caller_registered_at() is 'When the asking learner''s account was created.';
revoke all on function private.caller_registered_at() from public, anon, authenticated, service_role;
grant execute on function private.caller_registered_at() to authenticated;

-- Runs as its owner, past the policy on enrolments, so that a paused learner can be told why: hence its own filter.
create or replace view public.enrollment_status with (security_invoker = false, security_barrier = true) as
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
  where caller.id is not null;
comment on view public.enrollment_status is
  'Exactly one row for a signed-in caller: their own enrolment in any state with its reason, or the status "none".';
revoke all on table public.enrollment_status from public, anon, authenticated, service_role;
grant select on table public.enrollment_status to authenticated;

create function private.refuse_write() returns trigger
language plpgsql
set search_path = '' as $$
begin
  raise exception 'enrollment_status is read only' using errcode = 'insufficient_privilege';
end $$;
comment on function private.refuse_write() is
  'Makes a write to a view a matter of privileges. Without it Postgres answers such a write with an error of its own, which counts as a fault of the server.';
revoke all on function private.refuse_write() from public, anon, authenticated, service_role;

create trigger refuse_write instead of insert or update or delete on public.enrollment_status
  for each row execute function private.refuse_write();
