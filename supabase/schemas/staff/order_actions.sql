-- What staff do to an order. The server function staff-order calls these after it has checked the caller.

create function public.staff_resend_credentials(p_actor uuid, p_order uuid) returns text
  language plpgsql security definer set search_path = ''
  -- Definer: calls private functions.
  as $$
  declare
    v_order public.orders;
    v_refusal text;
  begin
    select * into v_order from public.orders where id = p_order for no key update;
    if not found then return 'not_found'; end if;
    v_refusal := private.resend_refusal(v_order);
    if v_refusal is not null then return v_refusal; end if;
    -- A repeat, or another member of staff with the same idea: each email would replace the password in the one before.
    if v_order.credentials_resent_at > pg_catalog.now() - interval '5 minutes' then return 'sent_before'; end if;
    update public.orders set credentials_resent_at = pg_catalog.now() where id = p_order;
    perform private.queue_account_mail(v_order, 'resent:' || private.iso(pg_catalog.now()));
    perform private.record_staff_action(p_actor, 'credentials_resent', 'order', p_order::text, '', '{}');
    return 'sent';
  end;
  $$;
comment on function public.staff_resend_credentials is
  'Queues the email with the sign-in details again: sent, sent_before (within five minutes), not_found, or the refusal.';

create function public.staff_may_correct_email(p_order uuid, p_email text, p_seen_email text) returns text
  language plpgsql stable security definer set search_path = ''
  -- Definer: calls private functions.
  as $$
  declare
    v_order public.orders;
  begin
    select * into v_order from public.orders where id = p_order;
    if not found then return 'not_found'; end if;
    -- The same correction again: its response was lost.
    if private.email_key(v_order.email) = private.email_key(p_email) then return 'corrected'; end if;
    if private.email_key(v_order.email) <> private.email_key(p_seen_email) then return 'changed'; end if;
    return coalesce(private.correction_refusal(v_order), 'possible');
  end;
  $$;
comment on function public.staff_may_correct_email is
  'Whether staff can move an order from the address they see to another: possible, corrected (it has this address), changed (it has a third one), not_found, or the refusal.';

create function public.staff_correct_email(
  p_actor uuid, p_order uuid, p_email text, p_seen_email text, p_user uuid, p_reason text
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: calls private functions.
  as $$
  declare
    v_order public.orders;
    v_outcome text;
  begin
    select * into v_order from public.orders where id = p_order for no key update;
    v_outcome := public.staff_may_correct_email(p_order, p_email, p_seen_email);
    if v_outcome = 'possible' and v_order.user_id = p_user then v_outcome := 'same_account'; end if;
    if v_outcome = 'possible' then
      perform private.move_guest_order(v_order, p_email, p_user, 'corrected:' || private.iso(pg_catalog.now()));
      perform private.record_staff_action(p_actor, 'email_corrected', 'order', p_order::text, p_reason,
        pg_catalog.jsonb_build_object('from_account', v_order.user_id, 'to_account', p_user));
      v_outcome := 'corrected';
    end if;
    return pg_catalog.jsonb_build_object('outcome', v_outcome, 'unused_accounts', private.unused_accounts_of(p_order));
  end;
  $$;
comment on function public.staff_correct_email is
  'Moves a guest''s order to another address and account: { outcome, unused_accounts }, as staff_may_correct_email, or same_account.';

create table private.staff_refunds (
  -- Made by the browser for one attempt, so that a repeat is recognised. The provider's refunds have it as metadata.
  id uuid primary key,
  order_id uuid not null references public.orders on delete cascade,
  amount_pence integer not null check (amount_pence > 0),
  -- How much of each payment: [{ payment_id, payment_intent_id, amount_pence }]. Fixed, so that a repeat asks for the same.
  parts jsonb not null,
  created_at timestamptz not null default pg_catalog.now(),
  finished_at timestamptz,
  refunded_pence integer not null default 0 check (refunded_pence between 0 and amount_pence),
  -- The provider's code for why it refused the rest.
  problem text
);
comment on table private.staff_refunds is
  'Refunds that staff asked for. The row is written before the provider is called, and open until its answer is known.';
create unique index staff_refunds_one_open on private.staff_refunds (order_id) where finished_at is null;
create index staff_refunds_order_id on private.staff_refunds (order_id);

alter table private.staff_refunds enable row level security;

create function private.refund_parts(p_order uuid, p_amount_pence integer) returns jsonb
  language sql stable set search_path = ''
  as $$
    -- The newest payment first: cards expire, and providers limit how old a refunded payment may be.
    with payments as (
      select id, payment_intent_id, number, amount_pence - refunded_pence as left_pence,
        coalesce(pg_catalog.sum(amount_pence - refunded_pence) over (
          order by number desc rows between unbounded preceding and 1 preceding), 0) as before_pence
      from public.order_payments
      where order_id = p_order and paid_at is not null and payment_intent_id is not null
    )
    select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('payment_id', id,
        'payment_intent_id', payment_intent_id, 'amount_pence', least(left_pence, p_amount_pence - before_pence))
      order by number desc), '[]')
    from payments where left_pence > 0 and before_pence < p_amount_pence
  $$;
comment on function private.refund_parts is 'How an amount is divided between the payments of an order.';

create function public.claim_staff_refund(
  p_actor uuid, p_id uuid, p_order uuid, p_amount_pence integer, p_seen_refunded_pence integer, p_reason text
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: writes a private table.
  as $$
  declare
    v_order public.orders;
    v_refund private.staff_refunds;
    v_money jsonb;
    v_refusal text;
  begin
    -- 1. One at a time per order, in the same way as record_refund.
    select * into v_order from public.orders where id = p_order for no key update;
    if not found then return pg_catalog.jsonb_build_object('outcome', 'not_found'); end if;

    -- 2. A repeat continues the first attempt.
    select * into v_refund from private.staff_refunds where id = p_id;
    if found then
      if v_refund.order_id <> p_order or v_refund.amount_pence <> p_amount_pence then
        return pg_catalog.jsonb_build_object('outcome', 'changed');
      end if;
      return pg_catalog.to_jsonb(v_refund) || pg_catalog.jsonb_build_object('outcome', 'claimed');
    end if;

    -- 3. What is asked for must fit what the member of staff saw.
    v_refusal := private.refund_refusal(v_order);
    v_money := private.order_money(p_order);
    if v_refusal is null and (v_money ->> 'refunded_pence')::integer is distinct from p_seen_refunded_pence then
      v_refusal := 'changed';
    elsif v_refusal is null and p_amount_pence > (v_money ->> 'refundable_pence')::integer then
      v_refusal := 'too_much';
    end if;
    if v_refusal is not null then return pg_catalog.jsonb_build_object('outcome', v_refusal); end if;

    insert into private.staff_refunds (id, order_id, amount_pence, parts)
    values (p_id, p_order, p_amount_pence, private.refund_parts(p_order, p_amount_pence)) returning * into v_refund;
    perform private.record_staff_action(p_actor, 'refund_started', 'order', p_order::text, p_reason,
      pg_catalog.jsonb_build_object('amount_pence', p_amount_pence, 'refund', p_id));
    return pg_catalog.to_jsonb(v_refund) || pg_catalog.jsonb_build_object('outcome', 'claimed');
  end;
  $$;
comment on function public.claim_staff_refund is
  'Writes down a refund before the provider is called: { outcome: claimed } with the row, the same one for a repeat. Otherwise the outcome is not_found, running (another one is open), changed (the order is not as it was seen), too_much, or the refusal.';

create function public.open_staff_refund(p_id uuid, p_order uuid) returns jsonb
  language sql stable security definer set search_path = ''
  -- Definer: no role may read the table.
  as $$ select pg_catalog.to_jsonb(r) from private.staff_refunds as r where id = p_id and order_id = p_order $$;
comment on function public.open_staff_refund is 'A refund of this order that staff asked for, to finish it after a crash, or null.';

create function public.finish_staff_refund(p_actor uuid, p_id uuid, p_refunded_pence integer, p_problem text)
  returns void
  language plpgsql security definer set search_path = ''
  -- Definer: writes a private table.
  as $$
  declare
    v_refund private.staff_refunds;
  begin
    update private.staff_refunds
    set finished_at = pg_catalog.now(), refunded_pence = p_refunded_pence, problem = p_problem
    where id = p_id and finished_at is null returning * into v_refund;
    if not found then return; end if;
    perform private.record_staff_action(p_actor,
      case when p_problem is null then 'order_refunded' else 'refund_refused' end, 'order', v_refund.order_id::text, '',
      pg_catalog.jsonb_build_object('amount_pence', p_refunded_pence, 'refund', p_id)
        || case when p_problem is null then '{}' else pg_catalog.jsonb_build_object('problem', p_problem) end);
  end;
  $$;
comment on function public.finish_staff_refund is
  'Closes a refund with what the provider answered. Only the first call has an effect.';

grant execute on function
  public.staff_resend_credentials(uuid, uuid),
  public.staff_may_correct_email(uuid, text, text),
  public.staff_correct_email(uuid, uuid, text, text, uuid, text),
  public.claim_staff_refund(uuid, uuid, uuid, integer, integer, text),
  public.open_staff_refund(uuid, uuid),
  public.finish_staff_refund(uuid, uuid, integer, text)
to service_role;
