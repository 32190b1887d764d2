-- The queue of all emails that the academy sends. functions/_shared/mail writes and delivers them.
--
-- functions/_shared/mail/kinds.ts lists the kinds and rejects any other. The table checks only their format, so that
-- a new kind needs no migration.

create table public.mail_queue (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z][a-z_]{0,39}$'),
  -- The same email cannot be queued twice.
  dedupe_key text not null unique,
  recipient text not null,
  order_id uuid references public.orders on delete cascade,
  -- Data that the text needs and the order does not contain. Never a password: that is created at delivery.
  data jsonb not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'sent', 'skipped', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  lease_id uuid,
  leased_until timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  contact_message_id uuid references public.contact_messages on delete cascade,
  constraint mail_queue_contact_check check (
    (kind in ('contact_message', 'contact_acknowledgement', 'contact_answer')) = (contact_message_id is not null)
  )
);
comment on table public.mail_queue is
  'Every email that the academy sends. deliver-mail sends each at least once: neither a crash nor a mail server that is down loses one.';
create index mail_queue_due on public.mail_queue (next_attempt_at) where status = 'queued';
create index mail_queue_order_id on public.mail_queue (order_id);
create index mail_queue_contact_message_id on public.mail_queue (contact_message_id);
create index mail_queue_mailbox on public.mail_queue (kind, private.mailbox_key(recipient), created_at);

alter table public.mail_queue enable row level security;
grant insert, select on public.mail_queue to service_role;

create function public.claim_mail(p_lease_seconds integer) returns jsonb
language plpgsql security definer
-- Definer: the service role may queue and read emails, but only this and finish_mail change their state.
set search_path = '' as $$
declare
  v_mail public.mail_queue;
begin
  update public.mail_queue set
    lease_id = gen_random_uuid(),
    leased_until = now() + make_interval(secs => p_lease_seconds),
    attempts = attempts + 1
  where id = (
    select id from public.mail_queue
    where status = 'queued' and next_attempt_at <= now() and (leased_until is null or leased_until < now())
    -- Five hundred invitations may be waiting. Nobody needs them as soon as a receipt or a password.
    order by kind = 'team_invitation', next_attempt_at, created_at
    limit 1
    for update skip locked
  )
  returning * into v_mail;
  if v_mail.id is null then return null; end if;
  return to_jsonb(v_mail);
end $$;
comment on function public.claim_mail(integer) is
  'Leases the email that has been due longest, invitations to teams last, to one worker and returns its row, or null. After the lease ends it can be claimed again.';

create function public.finish_mail(p_id uuid, p_lease uuid, p_outcome text, p_error text) returns text
language plpgsql security definer
-- Definer: same reason as claim_mail.
set search_path = '' as $$
declare
  c_max_attempts constant integer := 20;
  c_longest_wait constant interval := interval '1 hour';
  v_status text;
begin
  if p_outcome not in ('sent', 'skipped', 'retry') then
    raise exception 'unknown outcome %', p_outcome using errcode = '22023';
  end if;
  update public.mail_queue set
    status = case
      when p_outcome <> 'retry' then p_outcome
      when attempts >= c_max_attempts then 'failed'
      else 'queued'
    end,
    finished_at = case when p_outcome <> 'retry' or attempts >= c_max_attempts then now() end,
    -- 15 s, 30 s, 1 min … 1 h: twenty attempts span about twelve hours.
    next_attempt_at = now() + least(c_longest_wait, interval '15 seconds' * power(2, least(attempts, 12) - 1)),
    lease_id = null,
    leased_until = null,
    last_error = p_error
  where id = p_id and lease_id = p_lease and status = 'queued'
  returning status into v_status;
  return v_status;
end $$;
comment on function public.finish_mail(uuid, uuid, text, text) is
  'Ends a lease as sent, skipped or retry, and returns the new status: failed after the last attempt, null when the lease was lost.';

create function private.takes_another_mail(
  p_kind text, p_recipient text, p_an_hour integer default 1, p_a_day integer default 3
) returns boolean
language plpgsql volatile security definer
-- Definer: counts rows for callers that may not read them.
set search_path = '' as $$
declare
  v_mailbox constant text := private.mailbox_key(p_recipient);
  v_last_hour integer;
  v_last_day integer;
begin
  -- Two concurrent messages must not both count zero.
  perform pg_advisory_xact_lock(hashtextextended('mail:' || p_kind || ':' || v_mailbox, 0));
  select count(*) filter (where created_at > now() - interval '1 hour'), count(*)
  into v_last_hour, v_last_day
  from public.mail_queue
  where kind = p_kind and private.mailbox_key(recipient) = v_mailbox and created_at > now() - interval '1 day';
  return v_last_hour < p_an_hour and v_last_day < p_a_day;
end $$;
comment on function private.takes_another_mail is
  'True while fewer emails of this kind were queued for the mailbox in the past hour and day: normally one and three. For emails that anyone can trigger to any address.';

create function private.limit_alias_mails() returns trigger
  language plpgsql security definer
  -- Definer: counts rows that the writer may not read.
  set search_path = ''
  as $$
  declare
    v_max_per_day constant integer := 20;
    v_mailbox constant text := pg_catalog.regexp_replace(pg_catalog.lower(new.recipient), '\+.*(@[^@]*)$', '\1');
  begin
    if v_max_per_day <= (
      select pg_catalog.count(*) from public.mail_queue
      where created_at > pg_catalog.now() - interval '1 day' and order_id is null and contact_message_id is null
        and pg_catalog.regexp_replace(pg_catalog.lower(recipient), '\+.*(@[^@]*)$', '\1') = v_mailbox
    ) then
      return null;
    end if;
    return new;
  end;
  $$;
comment on function private.limit_alias_mails is
  'Drops an email about an account when its mailbox, counting all +aliases, got 20 in a day.';

-- Anyone can create accounts with aliases of another person's mailbox. Emails to the plain address are never dropped, so
-- that an attacker cannot exhaust the limit and suppress notices that the owner of the mailbox needs.
create trigger limit_alias_mails before insert on public.mail_queue
  for each row when (new.recipient like '%+%@%' and new.order_id is null and new.contact_message_id is null)
  execute function private.limit_alias_mails();

create function private.limit_free_order_mails() returns trigger
  language plpgsql security definer
  -- Definer: counts rows that the writer may not read.
  set search_path = ''
  as $$
  declare
    v_max_per_day constant integer := 10;
  begin
    if exists (select from public.orders where id = new.order_id and total_pence = 0) and v_max_per_day <= (
      select pg_catalog.count(*) from public.mail_queue as earlier
      join public.orders as free on free.id = earlier.order_id and free.total_pence = 0
      where earlier.kind in ('attached', 'receipt') and earlier.created_at > pg_catalog.now() - interval '1 day'
        and private.mailbox_key(earlier.recipient) = private.mailbox_key(new.recipient)
    ) then
      return null;
    end if;
    return new;
  end;
  $$;
comment on function private.limit_free_order_mails is
  'Drops a receipt of a free order, and the notice that it was added to an account, when the mailbox got 10 of them in a day. Anyone with such a code can enter any address.';

create trigger limit_free_order_mails before insert on public.mail_queue
  -- Never what the buyer needs in order to sign in or to decide something.
  for each row when (new.order_id is not null and new.kind in ('attached', 'receipt'))
  execute function private.limit_free_order_mails();

create function public.name_at(p_email text) returns text
language sql stable security definer
-- Definer: reads the auth server's tables. Only the service role may call it.
set search_path = '' as $$
  select first_name from public.profiles
  where id = public.find_user_id_by_email(p_email) and private.has_proven_address(id)
$$;
comment on function public.name_at(text) is
  'The first name in the profile of the account with this address, or null unless its owner has proved the address. For greetings.';

grant execute on function
  public.claim_mail(integer),
  public.finish_mail(uuid, uuid, text, text),
  public.name_at(text)
to service_role;
