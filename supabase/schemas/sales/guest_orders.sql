-- Actions that a guest can take after ordering, in the same browser, and the single reminder of an abandoned order.

create function private.is_claimable(p_order public.orders) returns boolean
language sql stable security definer
-- Definer: its callers may not read the tables it reads.
set search_path = '' as $$
  select p_order.paid_at is not null and not p_order.made_signed_in and p_order.anonymised_at is null
    and exists (
      select from private.order_statuses where status = p_order.status and effect in ('active', 'paused')
    )
    and (
      p_order.user_id is null
      or exists (
        select from auth.users
        where id = p_order.user_id and (last_sign_in_at is null or last_sign_in_at < p_order.paid_at)
      )
    )
$$;
comment on function private.is_claimable(public.orders) is
  'True for a guest''s paid order that has no account yet, or one that nobody has signed in to since the payment.';

-- Cancels the order's queued emails about the account first, so that the last password sent is the valid one.
create function private.queue_account_mail(p_order public.orders, p_occasion text) returns void
language plpgsql security definer
-- Definer: reads auth.users.
set search_path = '' as $$
declare
  v_email text := p_order.email;
  v_kind text := 'claim';
begin
  if p_order.user_id is not null then
    -- An unused account gets a new temporary password, whichever order it was created for.
    select email, case
      when last_sign_in_at is null and coalesce((raw_app_meta_data ->> 'must_change_password')::boolean, false)
      then 'credentials' else 'attached' end
    into strict v_email, v_kind
    from auth.users where id = p_order.user_id;
  end if;
  update public.mail_queue set status = 'skipped', finished_at = now()
  where order_id = p_order.id and status = 'queued' and kind in ('credentials', 'attached', 'claim');
  insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data)
  values (
    v_kind, v_kind || ':' || p_order.id || ':' || p_occasion, v_email, p_order.id,
    case when p_order.user_id is null then '{}'::jsonb else jsonb_build_object('user_id', p_order.user_id) end
  )
  on conflict (dedupe_key) do nothing;
end $$;

create function public.resend_credentials(p_order uuid) returns boolean
language plpgsql security definer
-- Definer: calls private functions.
set search_path = '' as $$
declare
  v_order public.orders;
begin
  select * into strict v_order from public.orders where id = p_order for update;
  -- Once a day: a temporary password ends after 14 days, so its owner may need another.
  if v_order.credentials_resent_at > now() - interval '1 day' or not private.is_claimable(v_order) then
    return false;
  end if;
  update public.orders set credentials_resent_at = now() where id = p_order;
  perform private.queue_account_mail(v_order, 'resent:' || private.iso(now()));
  return true;
end $$;
comment on function public.resend_credentials(uuid) is
  'Queues the email with the credentials again, once a day. False when it is too early, or when someone has signed in since the payment.';

create function public.may_correct_order_email(p_order uuid, p_email text) returns boolean
language sql stable security definer
-- Definer: calls private functions.
set search_path = '' as $$
  select coalesce(bool_or(
    case when email_corrected_at is null
      then private.is_claimable(each) and private.email_key(email) <> private.email_key(p_email)
      -- The same correction again: its response was lost.
      else private.email_key(email) = private.email_key(p_email)
    end
  ), false)
  from public.orders as each where id = p_order
$$;
comment on function public.may_correct_order_email(uuid, text) is
  'True when the order''s email address can be corrected to this one, or already was.';

create function private.move_guest_order(p_order public.orders, p_email text, p_user uuid, p_occasion text) returns void
language plpgsql security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
declare
  -- Steps 2 and 3 queue these anew.
  c_own_mails constant text[] := '{credentials, attached, claim, student_id_refused, student_id_paused}';
  v_order public.orders;
  v_refused_kind text;
begin
  -- 1. The order moves to the right account, or waits until the right address is proven. The trigger on orders ends
  --    the enrolment of the other account.
  update public.orders set
    email = p_email, email_corrected_at = now(),
    user_id = case when private.is_owners_account(p_user) then p_user end
  where id = p_order.id returning * into v_order;
  v_refused_kind := case when v_order.status = 'id_refused' then 'student_id_paused' else 'student_id_refused' end;

  -- 2. The credentials, and every other email about the purchase: what was sent to the other address, if it still matters,
  --    and all that is queued. A first correction must not hide an email from the second.
  perform private.queue_account_mail(v_order, p_occasion);
  insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data)
  select kind, split_part(dedupe_key, ':corrected', 1) || ':' || p_occasion, p_email, order_id, data
  from public.mail_queue
  where order_id = v_order.id
    -- The rule "address of a mail" also erases the data. These two have none.
    and (recipient <> '' or dedupe_key in ('receipt:' || v_order.id, 'plan_schedule:' || v_order.id))
    and case
      when kind in ('receipt', 'plan_schedule', 'refund') then dedupe_key not like '%:corrected%'
      else status = 'queued' and kind <> all (c_own_mails)
    end
  on conflict (dedupe_key) do nothing;
  update public.mail_queue set status = 'skipped', finished_at = now()
  where order_id = v_order.id and status = 'queued' and recipient not in (p_email, '')
    and kind not in ('credentials', 'attached', 'claim');

  -- 3. A refused student ID: its links at the other address end, and the right address gets one.
  update private.student_id_decisions set key_hashes = '{}' where order_id = v_order.id;
  perform private.queue_plan_mail(
    v_order, v_refused_kind, v_refused_kind || ':' || student_id || ':' || p_occasion,
    jsonb_build_object('student_id', student_id, 'reason', reason)
  )
  from private.student_id_decisions as mine
  where order_id = v_order.id and decision = 'refused' and private.is_last_decision(mine)
    -- Staff may have restored access in spite of the refusal.
    and coalesce(v_order.restored_at < mine.decided_at, true);

  -- 4. The profile of an account that was created for this order.
  update public.profiles set
    first_name = coalesce(nullif(first_name, ''), v_order.first_name),
    last_name = coalesce(nullif(last_name, ''), v_order.last_name),
    organization = coalesce(nullif(organization, ''), nullif(v_order.organization, ''), organization),
    phone = coalesce(nullif(phone, ''), nullif(v_order.phone, ''), phone),
    country = coalesce(nullif(country, ''), nullif(v_order.country, ''), country)
  where id = p_user and exists (
    select from auth.users where id = p_user and raw_app_meta_data ->> 'made_for_order' = v_order.id::text
  );
end $$;
comment on function private.move_guest_order(public.orders, text, uuid, text) is
  'Moves a guest''s order to another address and account, with its emails. The occasion begins with "corrected" and is different each time.';

create function private.unused_accounts_of(p_order uuid) returns jsonb
language sql stable security definer
-- Definer: reads auth.users.
set search_path = '' as $$
  select coalesce(jsonb_agg(each.id), '[]') from auth.users as each
  where each.raw_app_meta_data ->> 'made_for_order' = p_order::text and each.last_sign_in_at is null
    and not exists (select from public.orders where user_id = each.id)
$$;
comment on function private.unused_accounts_of(uuid) is
  'Unused accounts that were created for this order and no longer own it.';

create function public.correct_order_email(p_order uuid, p_email text, p_user uuid) returns jsonb
language plpgsql security definer
-- Definer: calls private functions.
set search_path = '' as $$
declare
  v_order public.orders;
  v_is_corrected boolean := false;
begin
  -- One at a time per order ("no key", so that another order can refer to this one meanwhile), and once.
  select * into strict v_order from public.orders where id = p_order for no key update;
  if v_order.email_corrected_at is not null then
    v_is_corrected := private.email_key(v_order.email) = private.email_key(p_email);
  elsif private.is_claimable(v_order) and v_order.user_id is distinct from p_user then
    v_is_corrected := true;
    perform private.move_guest_order(v_order, p_email, p_user, 'corrected');
  end if;
  return jsonb_build_object('is_corrected', v_is_corrected, 'unused_accounts', private.unused_accounts_of(p_order));
end $$;
comment on function public.correct_order_email(uuid, text, uuid) is
  'Moves a guest''s order to another address and account, once. Returns is_corrected, and unused_accounts for the caller to delete.';

-- Sent only to confirmed addresses: the buyer was signed in to the account with the order's address (docs/decisions/0037).
create function public.queue_reminders(p_limit integer) returns integer
language plpgsql security definer
-- Definer: calls private functions.
set search_path = '' as $$
declare
  v_count integer;
begin
  with newest as (
    -- Only the newest order of each mailbox: a newer one means that the buyer tried again.
    select distinct on (private.mailbox_key(email))
      id, email, user_id, made_signed_in, status, created_at, reminder_consent_at, reminder_sent_at,
      checkout_session_id
    from public.orders where created_at > now() - interval '7 days' and email <> '' and team_id is null
    order by private.mailbox_key(email), created_at desc
  ), due as (
    select id from newest
    where status in ('open', 'expired') and checkout_session_id is not null
      and reminder_consent_at is not null and reminder_sent_at is null
      and created_at <= now() - interval '24 hours'
      and made_signed_in and private.has_proven_address(user_id)
      and exists (
        select from auth.users
        where id = newest.user_id and private.email_key(auth.users.email) = private.email_key(newest.email)
      )
      and not public.has_purchased(email, user_id)
      and not exists (
        select from public.orders as earlier
        where private.mailbox_key(earlier.email) = private.mailbox_key(newest.email)
          and earlier.reminder_sent_at > now() - interval '30 days'
      )
      and private.takes_another_mail('reminder', email)
    order by created_at
    limit p_limit
  ), marked as (
    update public.orders set reminder_sent_at = now()
    where id in (select id from due) and reminder_sent_at is null and paid_at is null
    returning id, email
  )
  insert into public.mail_queue (kind, dedupe_key, recipient, order_id)
  select 'reminder', 'reminder:' || id, email, id from marked
  on conflict (dedupe_key) do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end $$;
comment on function public.queue_reminders(integer) is
  'Queues one reminder for each order abandoned for a day by a signed-in learner with a confirmed address who agreed to a reminder and has never bought.';

grant execute on function
  public.resend_credentials(uuid),
  public.may_correct_order_email(uuid, text),
  public.correct_order_email(uuid, text, uuid),
  public.queue_reminders(integer)
to service_role;
