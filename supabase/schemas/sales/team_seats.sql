-- Places in a team. A row is an invitation and, once it has been claimed, a place.

create table public.team_seats (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references public.teams on delete cascade,
  email text not null check (length(email) >= 3 and length(email) <= 255 and email !~ '[^\x21-\x7e]'),
  user_id uuid references auth.users on delete cascade,
  -- When the invitation was last sent. A person who joined by the link never got one.
  invited_at timestamptz not null default now(),
  claimed_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('withdrawn', 'removed', 'declined', 'left')),
  check ((user_id is null) = (claimed_at is null)),
  check ((ended_at is null) = (end_reason is null))
);
comment on table public.team_seats is
  'Invitations to teams and the places that were claimed with them. A row that has ended never comes back: the person needs a new one.';
comment on column public.team_seats.end_reason is
  'withdrawn: the owner took back an invitation. removed: the owner ended a place. declined, left: the person did.';
create unique index team_seats_one_address on public.team_seats (team_id, private.email_key(email)) where ended_at is null;
create unique index team_seats_one_person on public.team_seats (team_id, user_id) where ended_at is null and user_id is not null;
create index team_seats_list on public.team_seats (team_id, (ended_at is not null), private.email_key(email), id);
create index team_seats_user_id on public.team_seats (user_id);
create index team_seats_invited on public.team_seats (private.email_key(email)) where ended_at is null and claimed_at is null;

alter table public.team_seats enable row level security;
-- For the texts of emails.
grant select on public.team_seats to service_role;

create function private.counts_for_team(p_order public.orders) returns boolean
language sql stable security definer
-- Definer: reads the states.
set search_path = '' as $$
  -- The places of an invoice work from the moment it is sent.
  select p_order.status = 'invoiced' or exists (
    select from private.order_statuses where status = p_order.status and effect = 'active')
$$;
comment on function private.counts_for_team(public.orders) is 'True while the places of a team''s order can be used.';

create function private.team_capacity(p_team uuid) returns integer
language sql stable security definer
-- Definer: reads all orders of the team.
set search_path = '' as $$
  -- One penny more than was refunded, almost: a price that is not divisible by the places was rounded.
  select coalesce(sum(
    mine.seats - coalesce(
      (paid.refunded_pence * mine.seats + mine.seats - 1) / nullif(mine.total_pence, 0), 0)
  ), 0)::integer
  from public.orders as mine, lateral (
    select coalesce(sum(refunded_pence), 0) as refunded_pence from public.order_payments where order_id = mine.id
  ) as paid
  where mine.team_id = p_team and private.counts_for_team(mine)
$$;
comment on function private.team_capacity(uuid) is
  'How many places the team has: those of its orders that count, without the refunded ones.';

create function private.given_seats(p_team uuid) returns integer
language sql stable security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
  select count(*)::integer from public.team_seats where team_id = p_team and ended_at is null
$$;
comment on function private.given_seats(uuid) is 'Invitations and places of the team that have not ended.';

create function private.free_seats(p_team public.teams) returns integer
language sql stable security definer
-- Definer: same reason as given_seats.
set search_path = '' as $$
  select case when p_team.ended_at is not null or p_team.paused_at is not null then 0
    else private.team_capacity(p_team.id) - private.given_seats(p_team.id) end
$$;
comment on function private.free_seats(public.teams) is
  'How many places can be given now. Negative when places were refunded that are given.';

create function private.seats_of(p_user uuid, p_course text)
returns table (tier text, effect text, status text, claimed_at timestamptz)
language sql stable security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
  select team.tier, states.effect, states.status, mine.claimed_at
  from public.team_seats as mine join public.teams as team on team.id = mine.team_id
  join private.order_statuses as states on states.status = case
    when mine.ended_at is not null or team.ended_at is not null or private.team_capacity(team.id) = 0 then 'seat_ended'
    when team.paused_at is not null then 'seat_paused'
    else 'paid' end
  where mine.user_id = p_user and team.course_id = p_course
$$;
comment on function private.seats_of(uuid, text) is
  'What the places that a person has claimed mean for the enrolment, as a state of orders.';

create function private.recompute_team(p_team uuid) returns void
language sql volatile security definer
-- Definer: same reason as seats_of.
set search_path = '' as $$
  select private.recompute_enrollment(people.user_id, people.course_id) from (
    select mine.user_id, team.course_id from public.team_seats as mine join public.teams as team on team.id = mine.team_id
    where team.id = p_team and mine.user_id is not null and mine.ended_at is null
    -- In one order, so that two teams with the same people do not wait for each other.
    order by mine.user_id
  ) as people
$$;
comment on function private.recompute_team(uuid) is 'Computes the enrolments of everyone with a place in the team.';
