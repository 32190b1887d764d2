-- Second purchases: orders for a course to which the buyer already has access. reconcile-payments refunds them.

create function private.lock_purchases(p_order public.orders) returns void
language sql volatile security definer
-- Definer: called only by the functions below.
set search_path = '' as $$
  -- The lock of recompute_enrollment: of two concurrent changes, the second sees what the first committed.
  select pg_advisory_xact_lock(hashtextextended('enrollment:' || p_order.user_id::text || ':' || p_order.course_id, 0))
$$;

create function private.purchase_before(p_order public.orders) returns uuid
language sql stable security definer
-- Definer: called only by the functions below.
set search_path = '' as $$
  select each.id from public.orders as each join private.order_statuses as states on states.status = each.status
  where each.user_id = p_order.user_id and each.course_id = p_order.course_id
    and (each.tier = p_order.tier or (p_order.first_purchase_only and each.paid_at <= p_order.paid_at))
    and each.id <> p_order.id and each.second_purchase_of is null and states.effect = 'active' and each.team_id is null
  -- A disputed order is less certain to last.
  order by each.status = 'disputed', each.paid_at
  limit 1
$$;
comment on function private.purchase_before(public.orders) is
  'Another order that gives the same person the same tier, or any tier if this one has a code for a first purchase, and is not itself a second purchase, or null.';

create function private.mark_later_purchases(p_order public.orders) returns void
-- PL/pgSQL, because some of the functions that it calls are created later.
language plpgsql volatile security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
begin
  -- Access that staff have only extended ends again, and the learner would be left without any.
  if (private.last_refusal(p_order.id)).student_id is not null
    or (p_order.plan_ended_at is not null and private.is_unfinished_plan(p_order)) then
    return;
  end if;
  update public.orders set second_purchase_of = p_order.id
  where user_id = p_order.user_id and course_id = p_order.course_id and tier = p_order.tier
    and paid_at > p_order.paid_at and id <> p_order.id and second_purchase_of is null
    and status in (select each.status from private.order_statuses as each where each.effect = 'active')
    -- If staff have restored either of the two, they decided about both.
    and team_id is null and restored_at is null and p_order.restored_at is null and p_order.second_purchase_of is null;
end $$;
comment on function private.mark_later_purchases(public.orders) is
  'Marks the orders that were paid while this one gave no access. It gives access again, so they are second purchases.';

create function private.mark_second_purchase() returns trigger
language plpgsql security definer
-- Definer: calls private functions.
set search_path = '' as $$
begin
  perform private.lock_purchases(new);
  new.second_purchase_of := private.purchase_before(new);
  return new;
end $$;

create trigger mark_second_purchase
  before update on public.orders
  for each row when (
    new.paid_at is not null and new.user_id is not null and new.team_id is null
    -- Deleting the account leaves the mark as it is: the refund is still owed.
    and (old.paid_at is null or old.user_id is distinct from new.user_id)
  )
  execute function private.mark_second_purchase();

create function public.claim_second_purchase() returns jsonb
language plpgsql security definer
-- Definer: calls private functions.
set search_path = '' as $$
declare
  v_order public.orders;
begin
  -- 1. The one checked longest ago, so that one that always fails does not hold up the others.
  update public.orders set refund_tried_at = now() where id = (
    select id from public.orders as mine
    where second_purchase_of is not null and restored_at is null and status in ('paid', 'past_due')
      and coalesce(refund_tried_at <= now() - interval '55 seconds', true)
      and exists (
        select from public.order_payments
        where order_id = mine.id and paid_at is not null and payment_intent_id is not null
          and refunded_pence < amount_pence
      )
    order by refund_tried_at nulls first, paid_at
    limit 1
    for no key update skip locked
  ) returning * into v_order;
  if not found then return null; end if;

  -- 2. The earlier order may have been refunded since, or belong to another account: then this one stays.
  if v_order.user_id is not null then
    perform private.lock_purchases(v_order);
    v_order.second_purchase_of := private.purchase_before(v_order);
    update public.orders set second_purchase_of = v_order.second_purchase_of where id = v_order.id;
    -- While the other payment is disputed, nothing is decided.
    if not exists (
      select from public.orders where id = v_order.second_purchase_of and status <> 'disputed'
    ) then
      return jsonb_build_object('id', v_order.id, 'payments', '[]'::jsonb);
    end if;
  end if;

  return jsonb_build_object('id', v_order.id, 'payments', (
    select jsonb_agg(
      jsonb_build_object('id', id, 'payment_intent_id', payment_intent_id, 'amount_pence', amount_pence)
      order by number
    )
    from public.order_payments
    where order_id = v_order.id and paid_at is not null and payment_intent_id is not null
      and refunded_pence < amount_pence
  ));
end $$;
comment on function public.claim_second_purchase() is
  'The next second purchase to check, claimed by one caller at most once a minute: { id, payments } with the payments to refund now, none if it stays. Null when there is none.';

grant execute on function
  public.claim_second_purchase()
to service_role;
