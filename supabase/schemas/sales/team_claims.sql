-- What a learner does with an invitation or a link. Nothing is claimed without a proven address, or by opening a link.

create function private.my_proven_key() returns text
language plpgsql stable security definer
-- Definer: reads the auth server's tables.
set search_path = '' as $$
begin
  perform private.require_full_session();
  return (select private.email_key(email) from auth.users where id = auth.uid() and private.has_proven_address(id));
end $$;
comment on function private.my_proven_key() is 'private.email_key of the caller''s address. Null unless it is proven.';

create function public.my_seats() returns jsonb
language plpgsql stable security definer
-- Definer: no role of the API may read the tables.
set search_path = '' as $$
declare
  v_key constant text := private.my_proven_key();
begin
  perform private.require_full_session();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', mine.id, 'team', team.name, 'tier', team.tier, 'is_claimed', mine.claimed_at is not null,
      'claimed_at', private.iso(mine.claimed_at), 'is_paused', team.paused_at is not null
    ) order by mine.invited_at desc, mine.id), '[]')
    from public.team_seats as mine join public.teams as team on team.id = mine.team_id
    where mine.ended_at is null and team.ended_at is null and (
      mine.user_id = (select auth.uid()) or mine.claimed_at is null and private.email_key(mine.email) = v_key)
  );
end $$;
comment on function public.my_seats() is
  'The caller''s places, and the invitations that wait for the caller''s proven address.';

create function private.claim_refusal(p_team public.teams, p_user uuid) returns text
language plpgsql volatile security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
declare
  c_tiers constant text[] := array['student', 'ngo', 'professional'];
begin
  if p_team.ended_at is not null then return 'expired'; end if;
  if p_team.paused_at is not null then return 'paused'; end if;
  -- The lock of recompute_enrollment: two places claimed at the same moment must not both be used.
  perform pg_advisory_xact_lock(hashtextextended('enrollment:' || p_user::text || ':' || p_team.course_id, 0));
  if exists (
    select from public.course_enrollments
    where user_id = p_user and course_id = p_team.course_id and status = 'active'
      and array_position(c_tiers, tier) >= array_position(c_tiers, p_team.tier)
  ) then return 'has_own'; end if;
  if private.team_capacity(p_team.id) <= (
    select count(*) from public.team_seats where team_id = p_team.id and claimed_at is not null and ended_at is null
  ) then return 'full'; end if;
  return null;
end $$;
comment on function private.claim_refusal(public.teams, uuid) is
  'Why a person cannot take a place in the team now: expired, paused, has_own (the course by another order or place) or full. Null when they can.';

create function public.claim_seat(p_seat uuid) returns text
language plpgsql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
declare
  v_user constant uuid := auth.uid();
  v_key constant text := private.my_proven_key();
  v_team public.teams;
  v_seat public.team_seats;
  v_refusal text;
begin
  perform private.require_full_session();
  if v_key is null then return 'not_proven'; end if;
  -- 1. The team first, as everywhere.
  select team.* into v_team from public.teams as team join public.team_seats as its on its.team_id = team.id
  where its.id = p_seat for no key update of team;
  select * into v_seat from public.team_seats
  where id = p_seat and ended_at is null and (user_id = v_user or user_id is null and private.email_key(email) = v_key)
  for no key update;
  if not found then return 'not_found'; end if;
  if v_seat.user_id = v_user then return 'claimed'; end if;

  -- 2. Only now is anything used.
  v_refusal := private.claim_refusal(v_team, v_user);
  if v_refusal is not null then return v_refusal; end if;
  update public.team_seats set user_id = v_user, claimed_at = now() where id = p_seat;
  perform private.recompute_enrollment(v_user, v_team.course_id);
  return 'claimed';
end $$;
comment on function public.claim_seat(uuid) is
  'Takes the place of an invitation to the caller''s proven address: claimed (also for a repeat), has_own, not_found, full, expired, paused or not_proven.';

create function public.join_team(p_key text) returns text
language plpgsql volatile security definer
-- Definer: no role may write the tables.
set search_path = '' as $$
declare
  v_user constant uuid := auth.uid();
  v_key constant text := private.my_proven_key();
  v_team public.teams;
  v_seat public.team_seats;
  v_refusal text;
begin
  perform private.require_full_session();
  if v_key is null then return 'not_proven'; end if;
  select * into v_team from public.teams where link_key = p_key for no key update;
  if not found then return 'not_found'; end if;

  -- 1. A person who is in the team already, by a place or an invitation, needs no place of the link.
  select * into v_seat from public.team_seats
  where team_id = v_team.id and ended_at is null and (user_id = v_user or user_id is null and private.email_key(email) = v_key)
  order by user_id nulls last limit 1;
  if found then return public.claim_seat(v_seat.id); end if;

  -- 2. Nor does the link bring back a person whom the owner removed.
  if exists (
    select from public.team_seats
    where team_id = v_team.id and end_reason in ('removed', 'withdrawn') and (user_id = v_user or private.email_key(email) = v_key)
  ) then return 'removed'; end if;
  if v_team.link_ends_at <= now() then return 'expired'; end if;
  v_refusal := private.claim_refusal(v_team, v_user);
  if v_refusal is not null then return v_refusal; end if;
  if v_team.link_used >= v_team.link_limit or private.free_seats(v_team) <= 0 then return 'full'; end if;

  update public.teams set link_used = link_used + 1 where id = v_team.id;
  insert into public.team_seats (team_id, email, user_id, claimed_at)
  select v_team.id, email, id, now() from auth.users where id = v_user;
  perform private.recompute_enrollment(v_user, v_team.course_id);
  return 'claimed';
end $$;
comment on function public.join_team(text) is
  'Takes a place with the link of a team: as claim_seat, or removed for a person whom the owner removed.';

create function public.leave_team(p_seat uuid) returns text
language plpgsql volatile security definer
-- Definer: calls private functions.
set search_path = '' as $$
declare
  v_key constant text := private.my_proven_key();
  v_seat public.team_seats;
begin
  perform private.require_full_session();
  perform from public.teams where id = (select team_id from public.team_seats where id = p_seat) for no key update;
  select * into v_seat from public.team_seats
  where id = p_seat and ended_at is null and (
    user_id = auth.uid() or user_id is null and private.email_key(email) = v_key)
  for no key update;
  if not found then return 'not_found'; end if;
  perform private.finish_seat(v_seat, case when v_seat.claimed_at is null then 'declined' else 'left' end);
  return 'done';
end $$;
comment on function public.leave_team(uuid) is
  'Gives back the caller''s place, or declines an invitation to the caller''s proven address: done or not_found.';

create function public.team_of_link(p_key text) returns jsonb
language plpgsql stable security definer
-- Definer: no role of the API may read the tables.
set search_path = '' as $$
begin
  -- Anyone with the link may ask, but not halfway through signing in.
  if auth.uid() is not null then perform private.require_full_session(); end if;
  return (
    select jsonb_build_object('team', name, 'tier', tier, 'refusal', case
      when link_ends_at <= now() then 'expired'
      when paused_at is not null then 'paused'
      when link_used >= link_limit or private.free_seats(teams) <= 0 then 'full' end)
    from public.teams where link_key = p_key
  );
end $$;
comment on function public.team_of_link(text) is
  'The team of a link: { team, tier, refusal }, or null for a link that does not work. The refusal is for people who are new to the team: expired, paused, full or null.';

grant execute on function
  public.my_seats(),
  public.claim_seat(uuid),
  public.join_team(text),
  public.leave_team(uuid)
to authenticated;
grant execute on function public.team_of_link(text) to anon, authenticated;
