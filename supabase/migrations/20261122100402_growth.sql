-- What anonymous callers can have stored: bounded by day, and removed soon when nothing came of it. The caps by person and
-- network address are in functions/_shared/rateLimit.ts, counted in public.rate_limits. Why: docs/decisions/0037.

-- ---------------------------------------------------------------- unpaid orders

create index orders_unpaid_mailbox on public.orders (private.mailbox_key(email), created_at) where paid_at is null;

create function private.limit_unpaid_orders() returns trigger
language plpgsql security definer
-- Definer: counts rows for callers that may not read them.
set search_path = '' as $$
declare
  c_most constant integer := 100;
  v_mailbox constant text := private.mailbox_key(new.email);
begin
  -- Two orders at the same time must not both take the last place.
  perform pg_advisory_xact_lock(hashtextextended('unpaid orders:' || v_mailbox, 0));
  if c_most <= (
    select count(*) from public.orders
    where paid_at is null and private.mailbox_key(email) = v_mailbox and created_at > now() - interval '1 day'
  ) then
    -- PostgREST answers PT429 with the HTTP status 429.
    raise exception 'this mailbox has % unpaid orders of one day', c_most using errcode = 'PT429';
  end if;
  return new;
end $$;
comment on function private.limit_unpaid_orders() is
  'A guest makes no order for a mailbox, aliases included, that has 100 unpaid ones of one day.';
revoke all on function private.limit_unpaid_orders() from public, anon, authenticated, service_role;
-- A signed-in buyer has a cap of their own, and must not be kept out by orders that strangers make with the same address.
create trigger limit_unpaid_orders
  before insert on public.orders
  for each row when (new.user_id is null) execute function private.limit_unpaid_orders();

-- ---------------------------------------------------------------- what nothing came of

-- Late payments and the limit of one reminder in 30 days look back no further than this.
update private.retention_rules set keeps = interval '30 days' where name = 'unpaid order';
insert into private.retention_rules (name, keeps, statement) values ('student ID never used', interval '2 days', null);

-- As in 20261121180000_privacy, with the rule for uploads that no order was made with: their reference ends after 24 hours.
create or replace function public.due_student_ids(p_limit integer) returns jsonb
language sql stable security definer
-- Definer: reads private.retention_rules.
set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'path', path)), '[]') from (
    select mine.id, mine.path from public.student_ids as mine
    where reviewed_at < now() - (select keeps from private.retention_rules where name = 'student ID, after review')
      or uploaded_at < now() - (select keeps from private.retention_rules where name = 'student ID, after upload')
      or (
        order_id is null
        and uploaded_at < now() - (select keeps from private.retention_rules where name = 'student ID never used')
      )
      or (
        uploaded_at < now() - (select keeps from private.retention_rules where name = 'student ID without an order')
        and not exists (select from public.orders where id = mine.order_id and paid_at is not null)
      )
    order by uploaded_at
    limit p_limit
  ) as due
$$;
revoke all on function public.due_student_ids(integer) from public, anon, authenticated, service_role;
grant execute on function public.due_student_ids(integer) to service_role;
