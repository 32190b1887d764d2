-- The staff console's page of one order: what was sold, paid and refunded, who has access and why, and one timeline.

create function private.staff_order_events(p_order public.orders) returns jsonb
  language sql stable set search_path = ''
  as $$
    with events (at, kind, data) as (
      select p_order.created_at, 'ordered', pg_catalog.jsonb_build_object(
        'signed_in', p_order.made_signed_in,
        'by_staff', exists (select from public.order_invoices where order_id = p_order.id))
      union all
      select each.at, each.kind, '{}' from public.order_invoices,
        lateral (values (sent_at, 'invoice_sent'), (case when p_order.paid_at is null then ended_at end, 'invoice_ended')) as each (at, kind)
      where order_id = p_order.id
      union all select p_order.paid_at, 'enrolled', pg_catalog.jsonb_build_object('waits', p_order.user_id is null)
      union all select p_order.plan_ended_at, 'plan_ended', '{}'
      union all
      select each.at, each.kind, pg_catalog.jsonb_build_object(
        'number', number, 'amount_pence', amount_pence, 'payment_intent_id', payment_intent_id, 'failures', failures)
      from public.order_payments,
        lateral (values (failed_at, 'payment_failed'), (paid_at, 'payment_made')) as each (at, kind)
      where order_id = p_order.id
      union all
      select each.at, each.kind, pg_catalog.jsonb_build_object('dispute', id, 'status', status)
      from private.order_disputes,
        lateral (values (opened_at, 'dispute_opened'), (closed_at, 'dispute_closed')) as each (at, kind)
      where order_id = p_order.id
      union all
      -- The amount of a payment says no time, but every refund that the provider reported queued an email.
      select created_at, 'refund_reported', pg_catalog.jsonb_build_object('amount_pence', data -> 'now_pence')
      from public.mail_queue where order_id = p_order.id and kind = 'refund' and dedupe_key not like '%:corrected%'
      union all
      -- Its data may contain what only the recipient may know.
      select created_at, 'mail', pg_catalog.jsonb_build_object(
        'mail', kind, 'status', status, 'recipient', recipient, 'finished_at', finished_at, 'attempts', attempts)
      from public.mail_queue where order_id = p_order.id
      union all
      select each.at, each.kind, '{}' from public.course_enrollments,
        lateral (values (granted_at, 'access_given'), (ended_at, 'access_ended')) as each (at, kind)
      where user_id = p_order.user_id and course_id = p_order.course_id
      union all
      select each.at, each.kind, pg_catalog.jsonb_build_object('certificate', certificates.kind)
      from public.certificates,
        lateral (values (issued_at, 'certificate_issued'), (revoked_at, 'certificate_revoked')) as each (at, kind)
      where user_id = p_order.user_id and course_id = p_order.course_id
      union all
      select (act ->> 'at')::timestamptz, 'staff', act - 'at'
      from pg_catalog.jsonb_array_elements(private.staff_timeline('order', p_order.id::text)) as act
    )
    select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('at', at, 'kind', kind, 'data', data) order by at desc, kind)
    from events where at is not null
  $$;
comment on function private.staff_order_events is
  'Everything known to have happened to an order, newest first: [{ at, kind, data }].';

create function private.resend_refusal(p_order public.orders) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when p_order.paid_at is null then 'not_paid'
      when p_order.anonymised_at is not null then 'anonymised'
      when not exists (
        select from private.order_statuses where status = p_order.status and effect in ('active', 'paused')) then 'ended'
      when exists (
        select from auth.users where id = p_order.user_id
          and (last_sign_in_at is not null or raw_app_meta_data -> 'must_change_password' is distinct from 'true'))
        then 'has_password'
    end
  $$;
comment on function private.resend_refusal is
  'Why the sign-in details of an order cannot be sent again: not_paid, anonymised, ended, has_password. Null when they can.';

create function private.correction_refusal(p_order public.orders) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when p_order.paid_at is null then 'not_paid'
      when p_order.anonymised_at is not null then 'anonymised'
      when p_order.made_signed_in then 'signed_in_buyer'
      when not exists (
        select from private.order_statuses where status = p_order.status and effect in ('active', 'paused')) then 'ended'
      -- A session that began before the payment and was used since then is use as well.
      when not private.is_claimable(p_order) or exists (
        select from auth.sessions where user_id = p_order.user_id and updated_at >= p_order.paid_at) then 'in_use'
    end
  $$;
comment on function private.correction_refusal is
  'Why staff cannot move an order to another email address: not_paid, anonymised, signed_in_buyer, ended, in_use. Null when they can. Unlike the buyer, they can do it more than once.';

create function private.refund_refusal(p_order public.orders) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when p_order.paid_at is null then 'not_paid'
      when exists (select from private.staff_refunds where order_id = p_order.id and finished_at is null) then 'running'
      when exists (
        select from private.order_disputes where order_id = p_order.id and status in ('open', 'lost')) then 'disputed'
      when (private.order_money(p_order.id) ->> 'refundable_pence')::integer = 0 then 'nothing_left'
    end
  $$;
comment on function private.refund_refusal is
  'Why nothing of an order can be refunded now: not_paid, running, disputed, nothing_left. Null when it can.';

create function public.staff_order(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: reads private tables and those of the auth server.
  as $$
  declare
    v_order public.orders;
  begin
    perform private.require_staff();
    select * into v_order from public.orders where id = p_id;
    if not found then return null; end if;
    return pg_catalog.jsonb_build_object(
      'order', (
        select pg_catalog.jsonb_object_agg(key, value) from pg_catalog.jsonb_each(pg_catalog.to_jsonb(v_order))
        where key in ('id', 'created_at', 'status', 'tier', 'plan', 'subtotal_pence', 'discount_pence', 'vat_pence',
          'total_pence', 'discount_code', 'email', 'first_name', 'last_name', 'phone', 'country', 'organization', 'purchase_order',
          'paid_at', 'grace_until', 'plan_ended_at', 'checkout_session_id', 'customer_id', 'subscription_id',
          'second_purchase_of', 'email_corrected_at', 'anonymised_at', 'made_signed_in', 'extended_until', 'restored_at', 'seats')),
      'team', (select pg_catalog.jsonb_build_object('id', id, 'name', name) from public.teams where id = v_order.team_id),
      'access_pauses_at', private.access_pauses_at(v_order),
      'plan_ended_early', private.plan_ended_early(v_order),
      'student_id_refusal', (
        select pg_catalog.jsonb_build_object('choice', choice)
        from private.last_refusal(p_id) where student_id is not null),
      'money', private.order_money(p_id),
      'invoice', (
        select pg_catalog.to_jsonb(its) - 'billing' - 'order_id' from public.order_invoices as its where order_id = p_id),
      'payments', coalesce((
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'number', number, 'amount_pence', amount_pence, 'refunded_pence', refunded_pence, 'due_at', due_at,
          'paid_at', paid_at, 'failed_at', failed_at, 'payment_intent_id', payment_intent_id) order by number)
        from public.order_payments where order_id = p_id), '[]'),
      'account', (
        select pg_catalog.jsonb_build_object('id', id, 'email', email, 'last_sign_in_at', last_sign_in_at,
          'has_own_password', raw_app_meta_data -> 'must_change_password' is distinct from 'true')
        from auth.users where id = v_order.user_id),
      'access', (
        select pg_catalog.jsonb_build_object('status', status, 'reason', reason, 'tier', tier)
        from public.course_enrollments where user_id = v_order.user_id and course_id = v_order.course_id),
      -- These decide whether access ends when this order does.
      'has_seat', exists (select from private.seats_of(v_order.user_id, v_order.course_id) where effect = 'active'),
      'other_orders', coalesce((
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'id', o.id, 'tier', o.tier, 'status', o.status, 'effect', s.effect) order by o.created_at desc)
        from public.orders as o join private.order_statuses as s on s.status = o.status
        where o.user_id = v_order.user_id and o.course_id = v_order.course_id and o.id <> p_id
          and s.effect <> 'none' and o.team_id is null), '[]'),
      'certificates', coalesce((
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'id', id, 'kind', kind, 'issued_at', issued_at, 'revoked_at', revoked_at) order by issued_at desc)
        from public.certificates where user_id = v_order.user_id and course_id = v_order.course_id), '[]'),
      'unfinished_refund', (
        select pg_catalog.jsonb_build_object('id', id, 'amount_pence', amount_pence, 'created_at', created_at)
        from private.staff_refunds where order_id = p_id and finished_at is null),
      'refusals', pg_catalog.jsonb_build_object(
        'resend', private.resend_refusal(v_order), 'correction', private.correction_refusal(v_order),
        'refund', private.refund_refusal(v_order), 'extension', private.extension_refusal(v_order),
        'end', private.end_refusal(v_order), 'restore', private.restore_refusal(v_order)),
      'timeline', private.staff_order_events(v_order));
  end;
  $$;
comment on function public.staff_order is
  'Everything that the page of an order shows, or null if there is none with this id.';

grant execute on function public.staff_order(uuid) to authenticated;
