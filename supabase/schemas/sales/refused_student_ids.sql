-- What a learner whose student ID was refused can choose, and what happens without a choice.

create function public.add_student_id_key(p_student_id uuid, p_key_hash text) returns timestamptz
language sql security definer
-- Definer: no role may write the table.
set search_path = '' as $$
  update private.student_id_decisions as mine set key_hashes = key_hashes || p_key_hash
  where student_id = p_student_id and decision = 'refused' and private.is_last_decision(mine)
    and coalesce(choice, '') not in ('another', 'refund')
    and exists (
      select from public.orders where id = mine.order_id and status in ('paid', 'past_due', 'paused', 'disputed', 'id_refused')
    )
  returning choose_until
$$;
comment on function public.add_student_id_key(uuid, text) is
  'Adds the hash of an emailed link''s key to a refusal. Returns until when access continues, or null if nothing is left to choose.';

create function private.refusal_of(p_key_hash text) returns private.student_id_decisions
language sql stable security definer
-- Definer: called only by the functions below.
set search_path = '' as $$
  select mine.* from private.student_id_decisions as mine join public.orders as its on its.id = mine.order_id
  where key_hashes @> array[p_key_hash] and private.is_last_decision(mine)
    and its.status in ('paid', 'past_due', 'paused', 'disputed', 'id_refused')
$$;

create function public.student_id_choice(p_key_hash text) returns jsonb
language sql stable security definer
-- Definer: no role may read the table.
set search_path = '' as $$
  select jsonb_build_object(
    'reason', mine.reason, 'until', mine.choose_until, 'choice', mine.choice, 'university', its.organization,
    'is_paused', its.status = 'id_refused'
  )
  from private.refusal_of(p_key_hash) as mine join public.orders as its on its.id = mine.order_id
$$;
comment on function public.student_id_choice(text) is
  'What the holder of an emailed key can choose: { reason, until, choice, university, is_paused }, or null for a key that is unknown or no longer needed.';

create function public.choose_after_refusal(p_key_hash text, p_choice text, p_ref_hash text) returns jsonb
language plpgsql security definer
-- Definer: no role may write the table.
set search_path = '' as $$
declare
  v_refusal private.student_id_decisions;
  v_order public.orders;
  v_new public.student_ids;
begin
  -- 1. One at a time per refusal. Another ID or a refund is final; a difference that was not paid is not.
  perform from private.student_id_decisions where key_hashes @> array[p_key_hash] for update;
  v_refusal := private.refusal_of(p_key_hash);
  if v_refusal.student_id is null then return jsonb_build_object('outcome', 'gone'); end if;
  if v_refusal.choice in ('another', 'refund') then
    return jsonb_build_object('outcome', 'chosen_before', 'order_id', v_refusal.order_id);
  end if;
  select * into strict v_order from public.orders where id = v_refusal.order_id for no key update;
  if p_choice = 'refund' and v_order.status = 'disputed' then
    return jsonb_build_object('outcome', 'disputed');
  end if;

  -- 2. Another ID takes the place of the refused one and waits for staff.
  if p_choice = 'another' then
    select * into v_new from public.student_ids
    where ref_hash = p_ref_hash and order_id is null and reviewed_at is null and uploaded_at > now() - interval '24 hours'
    for update;
    if not found then return jsonb_build_object('outcome', 'student_id_invalid'); end if;
    update public.student_ids set order_id = null where order_id = v_order.id;
    update public.student_ids set order_id = v_order.id where id = v_new.id;
    update public.orders set organization = v_new.university where id = v_order.id;
    insert into public.mail_queue (kind, dedupe_key, recipient, order_id)
    values ('student_order', 'student_order:' || v_order.id || ':' || v_new.id, '', v_order.id);
  end if;
  update private.student_id_decisions set choice = p_choice, chosen_at = now()
  where student_id = v_refusal.student_id;
  return jsonb_build_object('outcome', 'chosen', 'order_id', v_order.id);
end $$;
comment on function public.choose_after_refusal(text, text, text) is
  'Records what a learner chose after a refusal: { outcome, order_id } with chosen, chosen_before (final), student_id_invalid, disputed (no refund now) or gone.';

create function public.refused_orders_to_refund(p_order uuid, p_limit integer) returns jsonb
language plpgsql security definer
-- Definer: no role may read the table.
set search_path = '' as $$
declare
  v_orders uuid[];
begin
  -- Another price was paid: the student price is refunded, so that in total the learner pays the difference. It was
  -- promised, so it does not matter whether staff have ended the access since.
  select array_agg(id) into v_orders from (
    select its.id from private.student_id_decisions as mine join public.orders as its on its.id = mine.order_id
    where mine.decision = 'refused' and mine.choice in ('refund', 'difference') and private.is_last_decision(mine)
      and its.status in ('paid', 'past_due', 'paused', 'id_refused', 'ended') and (p_order is null or its.id = p_order)
      -- The provider refuses it during a dispute, which does not show in an order that staff have ended.
      and not exists (select from private.order_disputes where order_id = its.id and status = 'open')
      and (mine.choice = 'refund' or exists (
        select from public.orders as other join private.order_statuses as states on states.status = other.status
        where other.user_id = its.user_id and other.course_id = its.course_id and other.tier <> 'student'
          and other.status <> 'disputed' and states.effect = 'active' and other.team_id is null
      ))
    -- In any order, so that one that always fails does not hold up the others.
    order by random()
    limit p_limit
  ) as due;

  -- Nothing was paid for it: a code covered the whole price.
  update public.orders as its set status = 'refunded'
  where id = any (v_orders) and not exists (
    select from public.order_payments where order_id = its.id and refunded_pence < amount_pence
  );
  return coalesce((
    select jsonb_agg(jsonb_build_object('order_id', order_id, 'id', id, 'payment_intent_id', payment_intent_id, 'amount_pence', amount_pence))
    from public.order_payments
    where order_id = any (v_orders) and paid_at is not null and payment_intent_id is not null
      and refunded_pence < amount_pence
  ), '[]');
end $$;
comment on function public.refused_orders_to_refund(uuid, integer) is
  'The payments to refund after a refused student ID, of one order or of all: [{ order_id, id, payment_intent_id, amount_pence }].';

create function public.pause_refused_orders() returns integer
language plpgsql security definer
-- Definer: changes the state and queues the email in one transaction.
set search_path = '' as $$
declare
  v_order public.orders;
  v_refusal private.student_id_decisions;
  v_count integer := 0;
begin
  for v_refusal in
    select * from private.student_id_decisions as mine
    where decision = 'refused' and choose_until <= now() and choice is distinct from 'another'
      and private.is_last_decision(mine)
      and exists (
        select from public.orders where id = mine.order_id and status = 'paid'
          -- Restoring access is a decision by staff, like an approval.
          and coalesce(restored_at < mine.decided_at, true)
      )
    limit 500
  loop
    update public.orders set status = 'id_refused' where id = v_refusal.order_id and status = 'paid'
    returning * into v_order;
    continue when not found;
    v_count := v_count + 1;
    perform private.queue_plan_mail(
      v_order, 'student_id_paused', private.extended_key(v_order, 'student_id_paused:' || v_refusal.student_id),
      jsonb_build_object('student_id', v_refusal.student_id, 'reason', v_refusal.reason)
    );
  end loop;
  return v_count;
end $$;
comment on function public.pause_refused_orders() is
  'Pauses the access of orders whose student ID was refused 14 days ago and whose buyer has not sent another. Returns how many.';

grant execute on function
  public.add_student_id_key(uuid, text),
  public.student_id_choice(text),
  public.choose_after_refusal(text, text, text),
  public.refused_orders_to_refund(uuid, integer),
  public.pause_refused_orders()
to service_role;
