-- Emailed links that prove ownership of an address (docs/decisions/0035). functions/prove-address uses them.

create table private.address_links (
  -- SHA-256 of the key in the email.
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  email text not null check (length(email) between 3 and 255),
  created_at timestamptz not null default now(),
  -- The account that was locked for the owner of the address, until the new password is set.
  locked_user_id uuid references auth.users (id) on delete set null,
  locked_at timestamptz
);
comment on table private.address_links is
  'Emailed links that prove an address. Each works once, for 30 days; using one removes all links of its address.';
create index address_links_email on private.address_links (private.email_key(email));
create index address_links_locked_user_id on private.address_links (locked_user_id);

alter table private.address_links enable row level security;

create function private.invitation_for(p_email text) returns uuid
language sql stable security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
  select mine.id from public.team_seats as mine join public.teams as team on team.id = mine.team_id
  where mine.ended_at is null and mine.claimed_at is null and team.ended_at is null
    and private.email_key(mine.email) = private.email_key(p_email)
  order by mine.invited_at desc, mine.id limit 1
$$;
comment on function private.invitation_for(text) is 'The newest invitation to a team that waits for the address, or null.';

create function public.add_address_link(p_email text, p_token_hash text) returns text
language plpgsql security definer
-- Definer: no role may write the table.
set search_path = '' as $$
declare
  v_user constant uuid := public.find_user_id_by_email(p_email);
begin
  if not exists (
    select from public.orders
    where user_id is null and paid_at is not null and anonymised_at is null
      and private.email_key(email) = private.email_key(p_email)
  ) and private.invitation_for(p_email) is null and (v_user is null or private.has_proven_address(v_user)) then
    return null;
  end if;
  insert into private.address_links (token_hash, email) values (p_token_hash, p_email);
  return private.iso(now() + (select keeps from private.retention_rules where name = 'link that proves an address'));
end $$;
comment on function public.add_address_link(text, text) is
  'Stores another link for the address. Returns when the link expires; null when there is nothing to prove or claim.';

create function private.usable_link(p_token_hash text) returns private.address_links
language sql volatile security definer
-- Definer: called only by functions that run as their owner. It locks the row, so that a link works once.
set search_path = '' as $$
  select * from private.address_links
  where token_hash = p_token_hash and created_at > now() - (
    select keeps from private.retention_rules where name = 'link that proves an address'
  )
  for update
$$;

create function private.queue_link_mail(
  p_kind text, p_recipient text, p_order uuid, p_data jsonb
) returns void
language sql security definer
-- Definer: called only by the function below.
set search_path = '' as $$
  insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data)
  select p_kind, p_kind || ':' || gen_random_uuid(), p_recipient, p_order, p_data
  -- Anyone can request one, so each address gets at most five an hour. Links in earlier emails still work.
  where 5 > (
    select count(*) from public.mail_queue
    where kind = p_kind and lower(recipient) = lower(p_recipient) and created_at > now() - interval '1 hour'
  )
$$;

create function public.request_address_link(p_email text, p_user uuid) returns void
language plpgsql security definer
-- Definer: reads auth.users and calls private functions.
set search_path = '' as $$
declare
  v_order public.orders;
  v_email text;
  v_seat uuid;
begin
  if p_user is not null then
    select email into v_email from auth.users where id = p_user and not private.has_proven_address(p_user);
    if v_email <> '' then
      perform private.queue_link_mail('confirm_address', v_email, null, jsonb_build_object('user_id', p_user));
    end if;
    return;
  end if;
  select * into v_order from public.orders
  where user_id is null and paid_at is not null and anonymised_at is null
    and private.email_key(email) = private.email_key(p_email)
  order by paid_at desc limit 1;
  if found then
    perform private.queue_link_mail('claim', v_order.email, v_order.id, '{}');
    return;
  end if;
  v_seat := private.invitation_for(p_email);
  perform private.queue_link_mail('team_invitation', email, null, jsonb_build_object('seat_id', v_seat))
  from public.team_seats where id = v_seat;
end $$;
comment on function public.request_address_link(text, uuid) is
  'Queues another email with a link: to the signed-in user''s address or, if nobody is signed in, to the given address if an order or an invitation is waiting for it.';

grant execute on function
  public.add_address_link(text, text),
  public.request_address_link(text, uuid)
to service_role;
