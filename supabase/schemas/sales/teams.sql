-- Teams: people whose places one buyer pays for (docs/decisions/0089). team_seats.sql has the places, team_orders.sql the
-- buying, team_invitations.sql what the owner does and team_claims.sql what a learner does.

create table public.teams (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  name text not null check (length(name) >= 1 and length(name) <= 100 and name = private.clean_line(name)),
  tier text not null check (tier in ('ngo', 'professional')),
  course_id text not null default 'ai-fluency-30-days',
  -- Null until a guest's order is attached to an account, and after the owner's account was deleted.
  owner_id uuid references auth.users on delete set null,
  -- The link with which people join. Null: there is none.
  link_key text unique check (link_key ~ '^[0-9a-f]{32}$'),
  link_limit smallint check (link_limit >= 1 and link_limit <= 500),
  link_used smallint not null default 0 check (link_used >= 0),
  link_ends_at timestamptz,
  paused_at timestamptz,
  is_short boolean not null default false,
  -- Staff gave an unpaid team more time.
  extended_until timestamptz,
  ended_at timestamptz,
  -- The day of the last invitation, and how many were sent on it.
  invited_on date,
  invited_count integer not null default 0,
  check ((link_key is null) = (link_limit is null) and (link_key is null) = (link_ends_at is null))
);
comment on table public.teams is
  'One row per team, created with its first order. The owner may change; the orders stay with the person who paid.';
comment on column public.teams.paused_at is
  'When all places were paused, because a payment is disputed, an invoice overdue, or places are used that were never paid (set_team_pause).';
comment on column public.teams.is_short is
  'Places were lost with a void invoice, a lost dispute or the last refund, so all places pause while more are claimed than there are.';
create index teams_owner_id on public.teams (owner_id);

alter table public.teams enable row level security;
-- For the texts of emails. Owners read my_teams.
grant select on public.teams to service_role;
