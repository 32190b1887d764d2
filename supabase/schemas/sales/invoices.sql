-- Orders that staff open and the buyer pays by invoice (docs/decisions/0086). The provider's invoice decides what is owed;
-- a row here says how far it got.

create table public.order_invoices (
  order_id uuid primary key references public.orders on delete cascade,
  created_at timestamptz not null default now(),
  days_until_due smallint not null check (days_until_due between 1 and 90),
  -- What only the invoice needs: address and VAT number. Emptied as soon as the provider has sent the invoice.
  billing jsonb not null,
  -- The provider's id, number and page of the invoice.
  invoice_id text unique check (length(invoice_id) between 1 and 255),
  invoice_number text check (length(invoice_number) between 1 and 255),
  invoice_url text check (length(invoice_url) between 1 and 2000),
  status text not null default 'draft' check (status in ('draft', 'open', 'paid', 'void', 'uncollectible')),
  due_at timestamptz,
  sent_at timestamptz,
  paid_pence integer not null default 0 check (paid_pence >= 0),
  balance_pence integer not null default 0 check (balance_pence >= 0),
  ended_at timestamptz
);
comment on table public.order_invoices is
  'One row for each order that is paid by invoice: what the provider says about the invoice.';
comment on column public.order_invoices.balance_pence is
  'What the buyer has transferred and the provider has not used: a part, while the invoice is open, as it is only ever paid as a whole. Afterwards too much, which is sent back.';
comment on column public.order_invoices.ended_at is
  'When the order stopped waiting for the payment, because the invoice was paid, void or given up.';
create index order_invoices_waiting on public.order_invoices (created_at) where ended_at is null;

alter table public.order_invoices enable row level security;
grant select on public.order_invoices to service_role;

create function public.staff_open_invoice(p_actor uuid, p_order jsonb, p_invoice jsonb, p_reason text) returns text
language plpgsql security definer
-- Definer: calls private functions, and writes the order and the record in one transaction.
set search_path = '' as $$
declare
  v_asked public.orders := jsonb_populate_record(null::public.orders, p_order);
  v_invoice public.order_invoices := jsonb_populate_record(null::public.order_invoices, p_invoice);
  v_order public.orders;
  v_owner uuid;
begin
  -- 1. One at a time for each address: two members of staff may answer the same email.
  perform pg_advisory_xact_lock(hashtextextended('invoice:' || private.email_key(v_asked.email), 0));

  -- 2. A repeat, whose response was lost, continues what the first one stored.
  select mine.* into v_order from public.orders as mine
  join public.order_invoices as its on its.order_id = mine.id where mine.id = v_asked.id;
  if found then
    return case
      when v_order.email = v_asked.email and v_order.tier = v_asked.tier and v_order.total_pence = v_asked.total_pence
        and v_order.seats = coalesce((p_order -> 'team' ->> 'seats')::smallint, 1)
        then 'opened'
      else 'changed' end;
  end if;

  -- 3. Places for a team. An owner who is not known yet is when the invoice is paid.
  if p_order ? 'team' then
    v_owner := public.find_user_id_by_email(v_asked.email);
    v_asked.team_id := private.place_team(
      p_order -> 'team', case when private.has_proven_address(v_owner) then v_owner end, v_asked.tier);
    v_asked.seats := (p_order -> 'team' ->> 'seats')::smallint;
  -- Otherwise the payment would be refunded as a second purchase.
  elsif exists (
    select from public.orders as each join private.order_statuses as states on states.status = each.status
    where states.effect = 'active' and each.team_id is null
      and each.tier = v_asked.tier and each.course_id = v_asked.course_id and (
      private.email_key(each.email) = private.email_key(v_asked.email)
      or each.user_id = public.find_user_id_by_email(v_asked.email))
  ) then return 'enrolled';
  elsif exists (
    select from public.orders as each join public.order_invoices as its on its.order_id = each.id
    where its.ended_at is null and each.team_id is null and each.tier = v_asked.tier
      and private.email_key(each.email) = private.email_key(v_asked.email)
  ) then return 'invoiced'; end if;

  insert into public.orders (
    id, course_id, tier, plan, price_id, subtotal_pence, discount_pence, vat_pence, total_pence, discount_code,
    promotion_code_id, first_purchase_only, email, first_name, last_name, country, organization, purchase_order,
    claim_token_hash, seats, team_id
  ) values (
    v_asked.id, v_asked.course_id, v_asked.tier, 'full', v_asked.price_id, v_asked.subtotal_pence,
    v_asked.discount_pence, v_asked.vat_pence, v_asked.total_pence, v_asked.discount_code, v_asked.promotion_code_id,
    v_asked.first_purchase_only, v_asked.email, v_asked.first_name, v_asked.last_name, v_asked.country,
    v_asked.organization, v_asked.purchase_order,
    -- Nobody has the token: no browser of a buyer placed the order.
    encode(sha256(gen_random_uuid()::text::bytea), 'hex'), coalesce(v_asked.seats, 1), v_asked.team_id
  );
  insert into public.order_invoices (order_id, days_until_due, billing)
  values (v_asked.id, v_invoice.days_until_due, v_invoice.billing);
  perform private.record_staff_action(p_actor, 'invoice_opened', 'order', v_asked.id::text, p_reason,
    jsonb_build_object('amount_pence', v_asked.total_pence, 'list_pence', p_invoice -> 'list_pence',
      'days_until_due', v_invoice.days_until_due, 'terms_sent', p_invoice -> 'terms_sent'));
  return 'opened';
end $$;
comment on function public.staff_open_invoice(uuid, jsonb, jsonb, text) is
  'Stores an order to be paid by invoice, under the id that the browser made: opened (also for a repeat), changed (the id belongs to an order with other details), enrolled (this address has the course), or invoiced (it has an invoice that is not paid). With team { name, seats } in p_order, the order buys places and neither of the last two applies.';

create function public.staff_act_on_invoice(p_actor uuid, p_order uuid, p_attempt uuid, p_action text, p_reason text)
returns text
language plpgsql security definer
-- Definer: calls private functions.
set search_path = '' as $$
declare
  v_invoice public.order_invoices;
begin
  perform from public.orders where id = p_order for no key update;
  select * into v_invoice from public.order_invoices where order_id = p_order;
  if not found then return 'not_found'; end if;
  -- Its response was lost. The provider knows the attempt as well, so that the repeat has no second effect there.
  if private.was_attempted(p_order, p_attempt) then return 'possible'; end if;
  if v_invoice.ended_at is not null then return 'invoice_ended'; end if;
  perform private.record_staff_action(
    p_actor, case p_action when 'invoice_sent' then 'invoice_sent' else 'invoice_voided' end, 'order', p_order::text, p_reason,
    jsonb_build_object('attempt', p_attempt));
  return 'possible';
end $$;
comment on function public.staff_act_on_invoice(uuid, uuid, uuid, text, text) is
  'Records that staff send or void an invoice, before the provider is asked: possible, not_found or invoice_ended.';

create function public.record_invoice(p_order uuid, p_invoice jsonb) returns text
language plpgsql security definer
-- Definer: service_role only reads the table, so that every change of an invoice goes through here.
set search_path = '' as $$
declare
  v_seen constant public.order_invoices := jsonb_populate_record(null::public.order_invoices, p_invoice);
  v_order public.orders;
  v_mine public.order_invoices;
begin
  -- 1. One at a time per order. The provider's answers may arrive in another order than it gave them, so what is final
  --    stays, and what is missing in an answer stays as it is.
  select * into strict v_order from public.orders where id = p_order for no key update;
  update public.order_invoices as mine set
    invoice_id = coalesce(mine.invoice_id, v_seen.invoice_id),
    invoice_number = coalesce(v_seen.invoice_number, mine.invoice_number),
    invoice_url = coalesce(v_seen.invoice_url, mine.invoice_url),
    status = case when mine.status in ('paid', 'void') then mine.status else coalesce(v_seen.status, mine.status) end,
    due_at = coalesce(v_seen.due_at, mine.due_at),
    sent_at = coalesce(mine.sent_at, v_seen.sent_at),
    paid_pence = greatest(mine.paid_pence, v_seen.paid_pence),
    balance_pence = coalesce(v_seen.balance_pence, mine.balance_pence)
  where order_id = p_order returning * into strict v_mine;

  -- 2. Nothing more to wait for. A payment that arrives in spite of it still counts: the states allow it.
  update public.order_invoices set
    ended_at = case when v_mine.status in ('paid', 'void', 'uncollectible') then coalesce(ended_at, now()) end,
    billing = case when v_mine.sent_at is not null or v_mine.status not in ('draft', 'open') then '{}' else billing end
  where order_id = p_order;
  update public.orders set
    customer_id = coalesce(customer_id, p_invoice ->> 'customer_id'),
    status = case
      when v_mine.status in ('void', 'uncollectible') and status in ('created', 'invoiced') then 'expired'
      when v_mine.status = 'open' and status = 'created' then 'invoiced'
      else status end
  where id = p_order returning status into v_order.status;
  return v_order.status;
end $$;
comment on function public.record_invoice(uuid, jsonb) is
  'Records what the provider says about an order''s invoice, in the columns of order_invoices, and customer_id. The order waits for an open invoice and expires with a void one. Returns the order''s state.';

create function private.note_customer_of_deleted_order() returns trigger
language plpgsql security definer
-- Definer: the rules that delete orders may not write the table.
set search_path = '' as $$
begin
  insert into private.customers_to_delete (customer_id) values (old.customer_id) on conflict (customer_id) do nothing;
  return old;
end $$;

-- An order by invoice has a customer at the provider although it was never paid.
create trigger note_customer before delete on public.orders
  for each row when (old.customer_id is not null) execute function private.note_customer_of_deleted_order();

grant execute on function
  public.staff_open_invoice(uuid, jsonb, jsonb, text),
  public.staff_act_on_invoice(uuid, uuid, uuid, text, text),
  public.record_invoice(uuid, jsonb)
to service_role;
