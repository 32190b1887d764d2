-- Creates orders, and checks for earlier purchases.

create function public.create_order(p_order jsonb, p_student_id_ref_hash text) returns jsonb
language plpgsql security invoker
set search_path = '' as $$
declare
  v_asked public.orders := jsonb_populate_record(null::public.orders, p_order);
  v_student_id public.student_ids;
  v_id uuid := gen_random_uuid();
begin
  -- 1. Take the reference before the order exists. If the order fails, the exception rolls this back.
  if p_student_id_ref_hash is not null then
    select * into v_student_id from public.student_ids
    where ref_hash = p_student_id_ref_hash and order_id is null and uploaded_at > now() - interval '24 hours'
    for update;
    if not found then return jsonb_build_object('outcome', 'student_id_invalid'); end if;
  end if;

  -- 2. The order: columns that a client or a caller may not choose keep their defaults.
  insert into public.orders (
    id, course_id, tier, plan, price_id, subtotal_pence, discount_pence, vat_pence, total_pence, discount_code,
    promotion_code_id, email, first_name, last_name, phone, country, organization, user_id, claim_token_hash,
    terms_accepted_at, immediate_supply_consent_at, reminder_consent_at, first_purchase_only
  ) values (
    v_id, v_asked.course_id, v_asked.tier, v_asked.plan, v_asked.price_id, v_asked.subtotal_pence,
    v_asked.discount_pence, v_asked.vat_pence, v_asked.total_pence, coalesce(v_asked.discount_code, ''),
    v_asked.promotion_code_id, v_asked.email, v_asked.first_name, v_asked.last_name, v_asked.phone,
    v_asked.country, coalesce(v_student_id.university, v_asked.organization), v_asked.user_id,
    v_asked.claim_token_hash,
    case when (p_order ->> 'terms_accepted')::boolean then now() end,
    case when (p_order ->> 'immediate_supply')::boolean then now() end,
    case when (p_order ->> 'reminder_consent')::boolean then now() end,
    coalesce(v_asked.first_purchase_only, false)
  );

  -- 3. The reference now belongs to this order.
  if v_student_id.id is not null then
    update public.student_ids set order_id = v_id where id = v_student_id.id;
  end if;
  return jsonb_build_object('outcome', 'created', 'order_id', v_id);
end $$;
comment on function public.create_order(jsonb, text) is
  'Stores an order and takes the student ID reference in one transaction: created with order_id, or student_id_invalid.';

create function public.abandon_order(p_order uuid) returns void
language plpgsql security invoker
set search_path = '' as $$
begin
  update public.orders set status = 'expired' where id = p_order and status in ('created', 'open');
  if found then
    update public.student_ids set order_id = null where order_id = p_order;
  end if;
end $$;
comment on function public.abandon_order(uuid) is
  'Expires an order that could not be offered for payment, and frees its student ID reference.';

create function public.has_paid_tier(p_user uuid, p_course text, p_tier text) returns boolean
language sql stable security definer
-- Definer: no role may read the table of states.
set search_path = '' as $$
  select exists (
    select from public.orders as each join private.order_statuses as states on states.status = each.status
    where each.user_id = p_user and each.course_id = p_course and each.tier = p_tier and states.effect = 'active'
      and each.team_id is null
  ) or exists (
    -- By a place in a team.
    select from public.course_enrollments
    where user_id = p_user and course_id = p_course and tier = p_tier and status = 'active'
  )
$$;
comment on function public.has_paid_tier(uuid, text, text) is
  'True when an order or a place of this tier gives the person access now.';

create function public.has_purchased(p_email text, p_user uuid) returns boolean
language sql stable security definer
-- Definer: calls private functions.
set search_path = '' as $$
  select exists (
    select from public.orders
    where paid_at is not null and private.email_key(email) = private.email_key(p_email) and team_id is null
  ) or exists (
    select from public.orders
    where paid_at is not null and user_id in (p_user, public.find_user_id_by_email(p_email)) and team_id is null
  )
$$;
comment on function public.has_purchased(text, uuid) is
  'True when an order for one learner was ever paid with this email address, however it is spelled, by its account or by the given one.';

grant execute on function
  public.create_order(jsonb, text),
  public.abandon_order(uuid),
  public.has_paid_tier(uuid, text, text),
  public.has_purchased(text, uuid)
to service_role;
