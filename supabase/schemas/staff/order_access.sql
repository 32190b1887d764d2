-- Access that staff extend, end or restore. Refunds and lost disputes end access by themselves (sales/refunds.sql).

create function private.last_refusal(p_order uuid) returns private.student_id_decisions
  language sql stable set search_path = ''
  as $$
    select mine.* from private.student_id_decisions as mine
    where mine.order_id = p_order and mine.decision = 'refused' and private.is_last_decision(mine)
  $$;
comment on function private.last_refusal is 'The refusal of a student ID that no later decision has replaced, or null.';

create function private.access_pauses_at(p_order public.orders) returns timestamptz
  language sql stable set search_path = ''
  as $$
    select case p_order.status
      when 'past_due' then p_order.grace_until
      when 'paid' then (
        select choose_until from private.last_refusal(p_order.id)
        where choice is distinct from 'another' and coalesce(p_order.restored_at < decided_at, true))
    end
  $$;
comment on function private.access_pauses_at is
  'When access pauses by itself, because a payment is overdue or a student ID was refused. Null when it will not.';

create function private.extension_refusal(p_order public.orders) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when p_order.paid_at is null then 'not_paid'
      when p_order.anonymised_at is not null then 'anonymised'
      when p_order.status in ('refunded', 'revoked', 'ended') then 'ended'
      when p_order.status not in ('paused', 'id_refused') and private.access_pauses_at(p_order) is null then 'not_pausing'
    end
  $$;
comment on function private.extension_refusal is
  'Why access cannot be extended: not_paid, anonymised, ended, not_pausing. Null when it can.';

create function private.end_refusal(p_order public.orders) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when p_order.paid_at is null then 'not_paid'
      when p_order.anonymised_at is not null then 'anonymised'
      when p_order.status in ('refunded', 'revoked', 'ended') then 'ended'
      -- It gives its buyer no access. The team ends on its own page.
      when p_order.team_id is not null then 'team'
      when exists (select from private.staff_refunds where order_id = p_order.id and finished_at is null) then 'running'
      -- Between the payment and the plan's first report there is nothing yet that could be cancelled.
      when p_order.plan = 'installment' and p_order.subscription_id is null then 'plan_starting'
    end
  $$;
comment on function private.end_refusal is
  'Why access cannot be ended: not_paid, anonymised, ended, team, running (an unfinished refund), plan_starting. Null when it can.';

create function private.restore_refusal(p_order public.orders) returns text
  language sql immutable set search_path = ''
  as $$
    select case
      when p_order.anonymised_at is not null then 'anonymised'
      when p_order.status <> 'ended' then 'changed'
    end
  $$;
comment on function private.restore_refusal is
  'Why access cannot be restored: anonymised, changed (staff have not ended it). Null when it can.';

create function public.staff_extend_access(p_order uuid, p_until date, p_seen_until timestamptz, p_reason text)
  returns boolean
  language plpgsql security definer set search_path = ''
  -- Definer: no role of the API may write orders and decisions.
  as $$
  declare
    c_days constant integer := 90;
    -- The end of that day in the time zone of the dates in emails.
    v_until constant timestamptz := (p_until + 1)::timestamp at time zone 'Europe/London' - interval '1 second';
    v_actor uuid := private.require_staff();
    v_order public.orders;
    v_refusal text;
  begin
    if pg_catalog.btrim(coalesce(p_reason, '')) = '' then raise exception 'Please give a reason.'; end if;
    if (v_until > pg_catalog.now() and p_until <= (pg_catalog.now() at time zone 'Europe/London')::date + c_days) is not true then
      raise exception 'Choose a day within the next % days.', c_days;
    end if;
    select * into v_order from public.orders where id = p_order for no key update;
    if not found then raise exception 'There is no order with this id.'; end if;
    -- A repeat, or a colleague with the same idea.
    if v_order.extended_until = v_until and private.access_pauses_at(v_order) >= v_until then return false; end if;
    v_refusal := private.extension_refusal(v_order);
    if v_refusal = 'not_pausing' then
      raise exception 'The access of this order is not paused or about to pause, so there is nothing to extend.';
    elsif v_refusal is not null then
      raise exception 'The access of this order cannot be extended. Reload the page to see why.';
    elsif v_order.extended_until is distinct from p_seen_until then
      raise exception 'Someone else has extended this access since you opened the page. Nothing was done. Reload the page and look again.';
    elsif private.access_pauses_at(v_order) >= v_until then
      raise exception 'Access already continues until then. Choose a later day.';
    end if;

    update private.student_id_decisions set choose_until = greatest(choose_until, v_until)
      where student_id = (private.last_refusal(p_order)).student_id;
    update public.orders
      set extended_until = v_until,
        status = case status when 'paused' then 'past_due' when 'id_refused' then 'paid' else status end,
        grace_until = case when status in ('past_due', 'paused') then v_until else grace_until end
      where id = p_order;
    perform private.queue_plan_mail(v_order, 'access_extended', 'access_extended:' || p_order || ':' || private.iso(v_until),
      pg_catalog.jsonb_build_object('until', private.iso(v_until), 'open', case
        when v_order.status not in ('past_due', 'paused') then 'student_id'
        when private.plan_ended_early(v_order) then 'plan_over'
        else 'payment' end));
    perform private.record_staff_action(v_actor, 'access_extended', 'order', p_order::text, p_reason,
      pg_catalog.jsonb_build_object('until', v_until, 'from_status', v_order.status));
    return true;
  end;
  $$;
comment on function public.staff_extend_access is
  'Keeps access until the end of a day although a payment is overdue or a student ID was refused, and emails the learner. False for a repeat.';

create function private.was_attempted(p_order uuid, p_attempt uuid) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (
      select from public.staff_actions
      where subject_kind = 'order' and subject_id = p_order::text and details ->> 'attempt' = p_attempt::text)
  $$;
comment on function private.was_attempted is 'True when this attempt of a browser has had its effect, and its response was lost.';

create function public.staff_may_end_access(p_order uuid, p_attempt uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: calls private functions.
  as $$
  declare
    v_order public.orders;
  begin
    select * into v_order from public.orders where id = p_order;
    if not found then return pg_catalog.jsonb_build_object('outcome', 'not_found', 'subscription_id', null); end if;
    return pg_catalog.jsonb_build_object(
      'outcome', case
        when private.was_attempted(p_order, p_attempt) then 'done'
        else coalesce(private.end_refusal(v_order), 'possible') end,
      'subscription_id', v_order.subscription_id);
  end;
  $$;
comment on function public.staff_may_end_access is
  'Whether staff can end the access of an order: { outcome, subscription_id } with possible, done (by this attempt), not_found or the refusal.';

create function public.staff_end_access(p_actor uuid, p_order uuid, p_attempt uuid, p_cause text, p_note text)
  returns text
  language plpgsql security definer set search_path = ''
  -- Definer: calls private functions.
  as $$
  declare
    v_order public.orders;
    v_outcome text;
  begin
    select * into v_order from public.orders where id = p_order for no key update;
    v_outcome := public.staff_may_end_access(p_order, p_attempt) ->> 'outcome';
    if v_outcome <> 'possible' then return v_outcome; end if;
    update public.orders set status = 'ended', grace_until = null, extended_until = null, restored_at = null
      where id = p_order;
    perform private.queue_plan_mail(v_order, 'access_withdrawn', 'access_withdrawn:' || p_order || ':' || p_attempt,
      pg_catalog.jsonb_build_object('cause', p_cause, 'has_access', private.is_entitled(v_order.user_id, v_order.course_id)));
    perform private.record_staff_action(p_actor, 'access_ended', 'order', p_order::text, p_note,
      pg_catalog.jsonb_build_object('attempt', p_attempt, 'cause', p_cause, 'from_status', v_order.status));
    return 'done';
  end;
  $$;
comment on function public.staff_end_access is
  'Ends the access of an order without a refund, after the caller has cancelled its plan: done (also for a repeat), or as staff_may_end_access.';

create function public.staff_restore_access(p_actor uuid, p_order uuid, p_attempt uuid, p_reason text) returns text
  language plpgsql security definer set search_path = ''
  -- Definer: calls private functions.
  as $$
  declare
    v_order public.orders;
    v_refusal text;
  begin
    select * into v_order from public.orders where id = p_order for no key update;
    if not found then return 'not_found'; end if;
    if private.was_attempted(p_order, p_attempt) then return 'done'; end if;
    v_refusal := private.restore_refusal(v_order);
    if v_refusal is not null then return v_refusal; end if;
    update public.orders
      set restored_at = pg_catalog.now(),
        second_purchase_of = null,
        status = case
          when exists (select from private.order_disputes where order_id = p_order and status = 'open') then 'disputed'
          else 'paid' end
      where id = p_order;
    perform private.queue_plan_mail(v_order, 'access_restored', 'access_restored:' || p_order || ':' || p_attempt,
      pg_catalog.jsonb_build_object('is_plan', v_order.plan = 'installment'));
    perform private.record_staff_action(p_actor, 'access_restored', 'order', p_order::text, p_reason,
      pg_catalog.jsonb_build_object('attempt', p_attempt));
    return 'done';
  end;
  $$;
comment on function public.staff_restore_access is
  'Restores access that staff had ended: done (also for a repeat), not_found or the refusal.';

grant execute on function public.staff_extend_access(uuid, date, timestamptz, text) to authenticated;
grant execute on function
  public.staff_may_end_access(uuid, uuid),
  public.staff_end_access(uuid, uuid, uuid, text, text),
  public.staff_restore_access(uuid, uuid, uuid, text)
to service_role;
