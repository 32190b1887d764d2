-- Mails that anyone can have sent to an address that is not theirs: few of them, and reminders only to confirmed addresses.
-- Why: docs/decisions/0037.

create function private.mailbox_key(p_email text) returns text
language sql immutable security invoker
set search_path = '' as $$
  select pg_catalog.regexp_replace(
    lower(pg_catalog.normalize(pg_catalog.btrim(p_email), 'NFC')), '\+.*(@[^@]*)$', '\1'
  )
$$;
comment on function private.mailbox_key(text) is
  'Equal for every address that reaches one mailbox: as email_key, and without what follows a plus sign.';
-- The indexes on it are kept up to date with the rights of whoever writes the row.
revoke all on function private.mailbox_key(text) from public, anon, authenticated, service_role;
grant execute on function private.mailbox_key(text) to service_role;

create index mail_queue_mailbox on public.mail_queue (kind, private.mailbox_key(recipient), created_at);

create function private.takes_another_mail(p_kind text, p_recipient text) returns boolean
language plpgsql volatile security definer
-- Definer: counts rows for callers that may not read them.
set search_path = '' as $$
declare
  v_mailbox constant text := private.mailbox_key(p_recipient);
  v_last_hour integer;
  v_last_day integer;
begin
  -- Two messages at the same time must not both count none.
  perform pg_advisory_xact_lock(hashtextextended('mail:' || p_kind || ':' || v_mailbox, 0));
  select count(*) filter (where created_at > now() - interval '1 hour'), count(*)
  into v_last_hour, v_last_day
  from public.mail_queue
  where kind = p_kind and private.mailbox_key(recipient) = v_mailbox and created_at > now() - interval '1 day';
  return v_last_hour < 1 and v_last_day < 3;
end $$;
comment on function private.takes_another_mail(text, text) is
  'True while fewer than 1 mail of this kind in an hour and 3 in a day went to the mailbox. For mails that anyone can have sent to any address.';

-- As in 20261121100000_contact_delivery, with a limit on the acknowledgement. The message itself always arrives.
create or replace function public.record_contact_message(
  p_id uuid, p_name text, p_email text, p_subject text, p_message text, p_provider text
) returns text
language plpgsql security definer
-- Definer: calls private functions.
set search_path = '' as $$
begin
  insert into public.contact_messages (id, name, email, subject, message)
  values (p_id, p_name, p_email, p_subject, p_message)
  on conflict (id) do nothing;

  if not found then
    -- An answer that was lost on its way makes the sender try again. Other words under the same id are not a
    -- repeat, and must not be lost as one.
    return case when exists (
      select from public.contact_messages
      where id = p_id and (name, email, subject, message) = (p_name, p_email, p_subject, p_message)
    ) then 'repeated' else 'taken' end;
  end if;

  insert into public.mail_queue (kind, dedupe_key, recipient, contact_message_id)
  values ('contact_message', 'contact_message:' || p_id, p_provider, p_id);
  if private.takes_another_mail('contact_acknowledgement', p_email) then
    insert into public.mail_queue (kind, dedupe_key, recipient, contact_message_id)
    values ('contact_acknowledgement', 'contact_acknowledgement:' || p_id, p_email, p_id);
  end if;
  return 'stored';
end $$;
comment on function public.record_contact_message(uuid, text, text, text, text, text) is
  'Stores a message and queues the mail to the provider, and the acknowledgement unless the sender''s mailbox had its share: stored, repeated when it is there already, or taken when the id has other words.';

-- As in 20261121131000_claims, for confirmed addresses only: the order was made signed in to the account of that address.
create or replace function public.queue_reminders(p_limit integer) returns integer
language plpgsql security definer
-- Definer: calls private functions.
set search_path = '' as $$
declare
  v_count integer;
begin
  with newest as (
    -- The newest attempt of each mailbox; a younger one is not yet given up.
    select distinct on (private.mailbox_key(email))
      id, email, user_id, made_signed_in, status, created_at, reminder_consent_at, reminder_sent_at,
      checkout_session_id
    from public.orders where created_at > now() - interval '7 days' and email <> ''
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
  'Queues one reminder for each order left for a day by a signed-in learner with a confirmed address who agreed to one and has never bought.';

-- Carried out by the server alone, as before.
revoke all on function
  private.takes_another_mail(text, text),
  public.record_contact_message(uuid, text, text, text, text, text),
  public.queue_reminders(integer)
from public, anon, authenticated, service_role;
grant execute on function
  public.record_contact_message(uuid, text, text, text, text, text),
  public.queue_reminders(integer)
to service_role;
