-- Buying places for a team, and what an order means for its team.

create function private.place_team(p_team jsonb, p_owner uuid, p_tier text) returns uuid
language plpgsql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
declare
  v_id uuid;
  v_seats constant integer := (p_team ->> 'seats')::integer;
begin
  if p_team ->> 'id' is not null then
    select id into v_id from public.teams
    where id = (p_team ->> 'id')::uuid and owner_id = p_owner and tier = p_tier and ended_at is null
    for no key update;
    return v_id;
  end if;
  if v_seats < 2 then
    raise exception 'a team begins with two places' using errcode = '22023';
  end if;
  insert into public.teams (name, tier, owner_id)
  values (private.clean_line(p_team ->> 'name'), p_tier, p_owner) returning id into v_id;
  return v_id;
end $$;
comment on function private.place_team(jsonb, uuid, text) is
  'The team of an order: { id } of one that the buyer owns, or { name } of a new one. Null when the buyer owns no such team.';

create function public.create_team_order(p_order jsonb, p_team jsonb, p_invoice jsonb default null) returns jsonb
language plpgsql volatile security definer
-- Definer: no role may write teams and invoices.
set search_path = '' as $$
declare
  v_asked public.orders := jsonb_populate_record(null::public.orders, p_order);
  v_team uuid;
  v_order uuid;
begin
  -- 1. An invoice is sent, and its places work, before anything is paid. So it goes to an address that the buyer has
  --    proved, and each buyer has one at a time. A request whose response was lost therefore sends no second one.
  if p_invoice is not null then
    perform pg_advisory_xact_lock(hashtextextended('team invoice:' || v_asked.user_id, 0));
    if not exists (
      select from auth.users
      where id = v_asked.user_id and private.email_key(email) = private.email_key(v_asked.email)
        and private.has_proven_address(id)
    ) then return '{"refused": "not_proven"}'; end if;
    if exists (
      select from public.orders as mine join public.order_invoices as its on its.order_id = mine.id
      where mine.user_id = v_asked.user_id and mine.team_id is not null and its.ended_at is null
    ) then return '{"refused": "invoiced"}'; end if;
  end if;

  -- 2. The team, the order and its invoice.
  v_team := private.place_team(p_team, v_asked.user_id, v_asked.tier);
  if v_team is null then return '{"refused": "not_found"}'; end if;
  -- Nobody could use what is bought, and it would not open the places. It does if only places are missing.
  if exists (
    select from public.teams where id = v_team and paused_at is not null and private.team_pauses_at(teams) is not null
  ) then return '{"refused": "paused"}'; end if;
  v_order := (public.create_order(p_order, null) ->> 'order_id')::uuid;
  update public.orders set
    team_id = v_team, seats = (p_team ->> 'seats')::smallint, purchase_order = coalesce(v_asked.purchase_order, '')
  where id = v_order;
  if p_invoice is not null then
    insert into public.order_invoices (order_id, days_until_due, billing)
    values (v_order, (p_invoice ->> 'days_until_due')::smallint, p_invoice -> 'billing');
  end if;
  return jsonb_build_object('order_id', v_order, 'team_id', v_team);
end $$;
comment on function public.create_team_order(jsonb, jsonb, jsonb) is
  'Stores an order for places: p_order as for create_order, with purchase_order; p_team { id of a team that the buyer owns, or name, and seats }; p_invoice { days_until_due, billing } for an order that is paid by invoice. Returns { order_id, team_id }, or { refused }: not_found (the buyer owns no such team), paused (it waits for another payment), not_proven (an invoice goes to the proven address of the buyer''s account only) or invoiced (an invoice of the buyer is not paid yet).';

create function private.queue_team_mail(p_kind text, p_key text, p_user uuid, p_data jsonb) returns void
language sql volatile security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
  insert into public.mail_queue (kind, dedupe_key, recipient, data)
  select p_kind, p_kind || ':' || p_key, email, p_data || jsonb_build_object('user_id', id)
  from auth.users where id = p_user and email <> ''
  on conflict (dedupe_key) do nothing
$$;

create function private.give_team(p_team public.teams, p_owner uuid) returns void
language sql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
  update public.teams set owner_id = p_owner where id = p_team.id;
  select private.queue_team_mail('team_handed_over', p_team.id || ':' || side || ':' || private.iso(now()), person,
    jsonb_build_object('team_id', p_team.id, 'to', side))
  from (values ('old', p_team.owner_id), ('new', p_owner)) as people (side, person)
$$;
comment on function private.give_team(public.teams, uuid) is 'Makes an account the owner of a team, and emails both.';

create function private.team_pauses_at(p_team public.teams) returns timestamptz
language sql stable security definer
-- Definer: reads private tables.
set search_path = '' as $$
  select case when min(due.at) is not null then greatest(min(due.at), p_team.extended_until) end
  from public.orders as mine, lateral (
    select greatest(due_at, sent_at + interval '14 days') as at from public.order_invoices
    where order_id = mine.id and ended_at is null and mine.status = 'invoiced'
    union all
    select opened_at + interval '14 days' from private.order_disputes
    where order_id = mine.id and status = 'open' and mine.status = 'disputed'
  ) as due
  where mine.team_id = p_team.id
$$;
comment on function private.team_pauses_at(public.teams) is
  'When the places pause, or have paused, unless what is missing is paid: 14 days after a dispute, and when an invoice is due or 14 days after it was sent, or when the time that staff gave is over. Null when nothing is missing.';

create function private.set_team_pause(p_team uuid) returns boolean
language plpgsql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
declare
  v_team public.teams;
  v_capacity constant integer := private.team_capacity(p_team);
  v_is_short boolean;
  v_is_unpaid boolean;
begin
  -- It gives no access, so nobody is told of a pause. staff_reopen_team asks again.
  if exists (select from public.teams where id = p_team and ended_at is not null) then return false; end if;
  select
    is_short and (
      select count(*) from public.team_seats where team_id = p_team and claimed_at is not null and ended_at is null
    ) > v_capacity,
    coalesce(private.team_pauses_at(mine) <= now(), false)
  into v_is_short, v_is_unpaid from public.teams as mine where id = p_team;
  update public.teams set is_short = v_is_short where id = p_team and is_short <> v_is_short;
  -- Without any place, everyone's has ended.
  v_is_unpaid := v_is_unpaid or v_is_short and v_capacity > 0;
  update public.teams set paused_at = case when v_is_unpaid then now() end
  where id = p_team and (paused_at is not null) <> v_is_unpaid
  returning * into v_team;
  if v_team.id is null then return false; end if;
  perform private.recompute_team(p_team);
  if v_is_unpaid then
    perform private.queue_team_mail('team_paused', p_team || ':' || private.iso(v_team.paused_at), v_team.owner_id,
      jsonb_build_object('team_id', p_team));
    perform private.queue_team_mail('seat_paused', id || ':' || private.iso(v_team.paused_at), user_id, jsonb_build_object('seat_id', id))
    from public.team_seats where team_id = p_team and user_id is not null and ended_at is null;
  end if;
  return v_is_unpaid;
end $$;
comment on function private.set_team_pause(uuid) is
  'Pauses a team that is unpaid or short of places, with one email to its owner and each learner, and opens one that is not. True when it paused it.';

create function public.pause_unpaid_teams() returns integer
language sql volatile security definer
-- Definer: calls private functions.
set search_path = '' as $$
  select count(*) filter (where private.set_team_pause(id))::integer from (
    select id from public.teams
    where ended_at is null and (paused_at is not null or exists (
      select from public.orders where team_id = teams.id and status in ('invoiced', 'disputed')))
    order by id
    for no key update
  ) as due
$$;
comment on function public.pause_unpaid_teams() is
  'Pauses the teams that are unpaid, and opens those that are not any more. Returns how many were paused.';

create function private.follow_team_order() returns trigger
language plpgsql security definer
-- Definer: no role may write the table.
set search_path = '' as $$
declare
  v_team public.teams;
begin
  -- 1. The owner: the first buyer, who may be known later, or another account after the order's address was corrected.
  select * into v_team from public.teams where id = new.team_id for no key update;
  if old.user_id is distinct from new.user_id and v_team.owner_id is not distinct from old.user_id then
    update public.teams set owner_id = new.user_id where id = new.team_id returning * into v_team;
  end if;

  -- 2. The first places can be used. An owner who was told before, or has not bought them, is not thanked for them.
  if private.counts_for_team(new) and (
    not private.counts_for_team(old) or old.user_id is distinct from new.user_id and v_team.owner_id = new.user_id
  ) then
    perform private.queue_team_mail('team_ready', new.team_id || ':' || v_team.owner_id, v_team.owner_id,
      jsonb_build_object('team_id', new.team_id))
    where not exists (
      select from public.orders as other
      where other.team_id = new.team_id and other.id <> new.id and private.counts_for_team(other));
  end if;

  -- 3. Everyone's access, which depends on all orders of the team. One paid place must not open those that are not paid any
  --    more. A refund that leaves places pauses nothing: the owner chooses who goes.
  if private.counts_for_team(old) and (
    private.team_capacity(new.team_id) = 0 or not private.counts_for_team(new) and new.status <> 'refunded'
  ) then
    update public.teams set is_short = true where id = new.team_id;
  end if;
  if old.status <> new.status and not private.set_team_pause(new.team_id) then perform private.recompute_team(new.team_id); end if;

  -- 4. Everyone's place has ended when none is left, as after a full refund.
  if private.counts_for_team(old) and private.team_capacity(new.team_id) = 0 and v_team.ended_at is null then
    perform private.queue_team_mail('seat_ended', id || ':' || private.iso(now()), user_id, jsonb_build_object('seat_id', id))
    from public.team_seats where team_id = new.team_id and user_id is not null and ended_at is null;
  end if;
  return null;
end $$;
comment on function private.follow_team_order() is
  'Gives a team its owner, tells the owner that it is ready, computes the access of its learners, and tells them when no place is left.';

-- Named to run before revoke_certificates: triggers run in alphabetical order.
create trigger follow_team
  after update of status, user_id, team_id on public.orders
  for each row when (new.team_id is not null) execute function private.follow_team_order();

create function public.team_mail_facts(p_team uuid, p_seat uuid) returns jsonb
language sql stable security definer
-- Definer: reads the auth server's tables.
set search_path = '' as $$
  select jsonb_build_object(
    'team', case when private.has_proven_address(team.owner_id) then team.name end,
    'tier', team.tier,
    'places', private.team_capacity(team.id),
    'is_paused', team.paused_at is not null,
    'is_disputed', exists (select from public.orders where team_id = team.id and status = 'disputed'),
    'is_short', team.is_short,
    'is_unpaid', exists (select from public.orders where team_id = team.id and status = 'invoiced'),
    'is_ended', team.ended_at is not null or mine.ended_at is not null or private.team_capacity(team.id) = 0,
    'is_claimed', mine.claimed_at is not null,
    'has_access', private.is_entitled(mine.user_id, team.course_id)
  )
  from public.teams as team left join public.team_seats as mine on mine.id = p_seat
  where team.id = coalesce(p_team, mine.team_id)
$$;
comment on function public.team_mail_facts(uuid, uuid) is
  'What an email about a team, or about one of its places, says. The name is text that the buyer typed: null unless the owner has proved the address of the account.';

grant execute on function
  public.create_team_order(jsonb, jsonb, jsonb),
  public.pause_unpaid_teams(),
  public.team_mail_facts(uuid, uuid)
to service_role;
