-- What whoever made an order can still mend from the same browser, and the one reminder of an order that was left.

-- ---------------------------------------------------------------- claims

create index orders_claim_token_hash on public.orders (claim_token_hash);

alter table public.orders add column made_signed_in boolean not null default false;
comment on column public.orders.made_signed_in is
  'True when a signed-in learner made the order: it is that account''s, whatever address the form had.';

create function private.note_signed_in_buyer() returns trigger
language plpgsql security invoker
set search_path = '' as $$
begin
  new.made_signed_in := new.user_id is not null;
  return new;
end $$;
revoke all on function private.note_signed_in_buyer() from public;
create trigger note_signed_in_buyer
  before insert on public.orders
  for each row execute function private.note_signed_in_buyer();

create function private.is_claimable(p_order public.orders) returns boolean
language sql stable security definer
-- Definer: asks for people who may not read the tables it looks into.
set search_path = '' as $$
  select p_order.paid_at is not null and not p_order.made_signed_in
    and exists (
      select from private.order_statuses where status = p_order.status and effect in ('active', 'paused')
    )
    and exists (
      select from auth.users
      where id = p_order.user_id and (last_sign_in_at is null or last_sign_in_at < p_order.paid_at)
    )
$$;
comment on function private.is_claimable(public.orders) is
  'True for a guest''s paid order while nobody has signed in to its account since.';

-- Mails of this order that have not gone out are taken back, so that the last password mailed is the one that holds.
create function private.queue_account_mail(p_order public.orders, p_occasion text) returns void
language plpgsql security definer
-- Definer: reads auth.users.
set search_path = '' as $$
declare
  v_email text;
  v_is_new boolean;
begin
  select email, coalesce(raw_app_meta_data ->> 'made_for_order' = p_order.id::text, false)
  into strict v_email, v_is_new
  from auth.users where id = p_order.user_id;
  update public.mail_queue set status = 'skipped', finished_at = now()
  where order_id = p_order.id and status = 'queued' and kind in ('credentials', 'attached');
  insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data)
  select kind, kind || ':' || p_order.id || ':' || p_occasion, v_email, p_order.id,
    jsonb_build_object('user_id', p_order.user_id)
  from (select case when v_is_new then 'credentials' else 'attached' end as kind) as chosen
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
  if v_order.credentials_resent_at is not null or not private.is_claimable(v_order) then return false; end if;
  update public.orders set credentials_resent_at = now() where id = p_order;
  perform private.queue_account_mail(v_order, 'resent');
  return true;
end $$;
comment on function public.resend_credentials(uuid) is
  'Queues the mail with the way in once more. False when that was done before, or somebody has signed in since the payment.';

create function public.may_correct_order_email(p_order uuid, p_email text) returns boolean
language sql stable security definer
-- Definer: calls private functions.
set search_path = '' as $$
  select coalesce(bool_or(
    case when email_corrected_at is null
      then private.is_claimable(each) and private.email_key(email) <> private.email_key(p_email)
      -- The same correction once more: its answer was lost on the way.
      else private.email_key(email) = private.email_key(p_email)
    end
  ), false)
  from public.orders as each where id = p_order
$$;
comment on function public.may_correct_order_email(uuid, text) is
  'True when the order''s e-mail address can become this one, or has been corrected to it.';

create function public.correct_order_email(p_order uuid, p_email text, p_user uuid) returns jsonb
language plpgsql security definer
-- Definer: reads auth.users, calls private functions and fills a profile.
set search_path = '' as $$
declare
  v_order public.orders;
  v_is_corrected boolean := false;
begin
  -- 1. One at a time per order ("no key": another order may come to refer to this one meanwhile), and once.
  select * into strict v_order from public.orders where id = p_order for no key update;
  if v_order.email_corrected_at is not null then
    v_is_corrected := coalesce(v_order.user_id = p_user, false);
  elsif private.is_claimable(v_order) and v_order.user_id <> p_user then
    v_is_corrected := true;

    -- 2. The order goes to the right account; the trigger on orders ends the enrolment of the other.
    update public.orders set email = p_email, user_id = p_user, email_corrected_at = now()
    where id = p_order returning * into v_order;

    -- 3. The way in, and everything about the purchase that went, or was to go, to the other address.
    perform private.queue_account_mail(v_order, 'corrected');
    insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data)
    select kind, dedupe_key || ':corrected', p_email, order_id, data from public.mail_queue
    where order_id = p_order and kind in ('receipt', 'plan_schedule', 'refund')
    on conflict (dedupe_key) do nothing;
    update public.mail_queue set status = 'skipped', finished_at = now()
    where order_id = p_order and status = 'queued' and recipient <> p_email
      and kind in ('receipt', 'plan_schedule', 'refund');

    -- 4. The profile of an account that was made for this order.
    update public.profiles set
      first_name = coalesce(nullif(first_name, ''), v_order.first_name),
      last_name = coalesce(nullif(last_name, ''), v_order.last_name),
      organization = coalesce(nullif(organization, ''), nullif(v_order.organization, ''), organization),
      phone = coalesce(nullif(phone, ''), nullif(v_order.phone, ''), phone),
      country = coalesce(nullif(country, ''), nullif(v_order.country, ''), country)
    where id = p_user and exists (
      select from auth.users where id = p_user and raw_app_meta_data ->> 'made_for_order' = p_order::text
    );
  end if;

  -- 5. Accounts made for this order that it no longer belongs to, and that nobody has ever used.
  return jsonb_build_object(
    'is_corrected', v_is_corrected,
    'unused_accounts', coalesce((
      select jsonb_agg(each.id) from auth.users as each
      where each.raw_app_meta_data ->> 'made_for_order' = p_order::text and each.last_sign_in_at is null
        and not exists (select from public.orders where user_id = each.id)
    ), '[]')
  );
end $$;
comment on function public.correct_order_email(uuid, text, uuid) is
  'Moves a guest''s order to another address and account, once. Returns is_corrected and the unused_accounts that are to be removed.';

-- ---------------------------------------------------------------- orders that were left

create index orders_reminder_due on public.orders (created_at)
  where reminder_consent_at is not null and reminder_sent_at is null and paid_at is null;

create function public.queue_reminders(p_limit integer) returns integer
language plpgsql security definer
-- Definer: calls private functions.
set search_path = '' as $$
declare
  v_count integer;
begin
  with newest as (
    -- The newest attempt of each address; a younger one is not yet given up.
    select distinct on (private.email_key(email))
      id, email, user_id, status, created_at, reminder_consent_at, reminder_sent_at, checkout_session_id
    from public.orders where created_at > now() - interval '7 days'
    order by private.email_key(email), created_at desc
  ), due as (
    select id from newest
    where status in ('open', 'expired') and checkout_session_id is not null
      and reminder_consent_at is not null and reminder_sent_at is null
      and created_at <= now() - interval '24 hours'
      and not public.has_purchased(email, user_id)
      and not exists (
        select from public.orders as earlier
        where private.email_key(earlier.email) = private.email_key(newest.email)
          and earlier.reminder_sent_at > now() - interval '30 days'
      )
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
  'Queues one reminder for each order that was left for a day by somebody who agreed to one and has never bought.';

revoke all on function
  private.is_claimable(public.orders),
  private.queue_account_mail(public.orders, text),
  public.resend_credentials(uuid),
  public.may_correct_order_email(uuid, text),
  public.correct_order_email(uuid, text, uuid),
  public.queue_reminders(integer)
from public, anon, authenticated, service_role;
grant execute on function
  public.resend_credentials(uuid),
  public.may_correct_order_email(uuid, text),
  public.correct_order_email(uuid, text, uuid),
  public.queue_reminders(integer)
to service_role;
