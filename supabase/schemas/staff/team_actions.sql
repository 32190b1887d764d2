-- What staff do for a team. Each act needs a reason, is recorded, and has no second effect when it is repeated.

create function private.team_for_staff(p_team uuid, p_reason text) returns public.teams
language plpgsql volatile security definer set search_path = ''
-- Definer: no role of the API may lock the table.
as $$
declare
  v_team public.teams;
begin
  if btrim(coalesce(p_reason, '')) = '' then raise exception 'Please give a reason.'; end if;
  select * into v_team from public.teams where id = p_team for no key update;
  if not found then raise exception 'There is no team with this id.'; end if;
  return v_team;
end $$;
comment on function private.team_for_staff is 'Locks and returns a team, after the reason was checked.';

create function public.staff_extend_team(p_team uuid, p_until date, p_seen_until timestamptz, p_reason text) returns boolean
language plpgsql volatile security definer set search_path = ''
-- Definer: no role of the API may write the table.
as $$
declare
  c_days constant integer := 90;
  -- The end of that day in the time zone of the dates in emails.
  v_until constant timestamptz := (p_until + 1)::timestamp at time zone 'Europe/London' - interval '1 second';
  v_actor constant uuid := private.require_staff();
  v_team constant public.teams := private.team_for_staff(p_team, p_reason);
begin
  if (v_until > now() and p_until <= (now() at time zone 'Europe/London')::date + c_days) is not true then
    raise exception 'Choose a day within the next % days.', c_days;
  end if;
  -- A repeat, or a colleague with the same idea.
  if v_team.extended_until = v_until and v_team.paused_at is null then return false; end if;
  if v_team.ended_at is not null or private.team_pauses_at(v_team) is null then
    raise exception 'The places of this team are not paused or about to pause, so there is nothing to extend.';
  elsif v_team.extended_until is distinct from p_seen_until then
    raise exception 'Someone else has extended this team since you opened the page. Nothing was done. Reload the page and look again.';
  elsif private.team_pauses_at(v_team) >= v_until then
    raise exception 'The places work until then already. Choose a later day.';
  end if;
  update public.teams set extended_until = v_until where id = p_team;
  perform private.set_team_pause(p_team);
  perform private.record_staff_action(v_actor, 'team_extended', 'team', p_team::text, p_reason,
    jsonb_build_object('until', v_until, 'was_paused', v_team.paused_at is not null));
  return true;
end $$;
comment on function public.staff_extend_team is
  'Keeps the places of a team open until the end of a day although a payment is missing. False for a repeat.';

create function public.staff_end_team(p_team uuid, p_reason text) returns boolean
language plpgsql volatile security definer set search_path = ''
-- Definer: same reason as staff_extend_team.
as $$
declare
  v_actor constant uuid := private.require_staff();
  v_team constant public.teams := private.team_for_staff(p_team, p_reason);
begin
  if v_team.ended_at is not null then return false; end if;
  update public.teams set ended_at = now() where id = p_team;
  perform private.recompute_team(p_team);
  -- Another key than for a place that the owner ends, because the team can end more than once.
  perform private.queue_team_mail('seat_ended', id || ':' || private.iso(now()), user_id, jsonb_build_object('seat_id', id))
  from public.team_seats where team_id = p_team and user_id is not null and ended_at is null;
  perform private.record_staff_action(v_actor, 'team_ended', 'team', p_team::text, p_reason, '{}');
  return true;
end $$;
comment on function public.staff_end_team is
  'Ends all places of a team without a refund, and emails its learners. False for a repeat.';

create function public.staff_reopen_team(p_team uuid, p_reason text) returns boolean
language plpgsql volatile security definer set search_path = ''
-- Definer: same reason as staff_extend_team.
as $$
declare
  v_actor constant uuid := private.require_staff();
  v_team constant public.teams := private.team_for_staff(p_team, p_reason);
begin
  if v_team.ended_at is null then return false; end if;
  update public.teams set ended_at = null where id = p_team;
  -- What happened to its orders meanwhile counts now.
  perform private.set_team_pause(p_team);
  perform private.recompute_team(p_team);
  perform private.record_staff_action(v_actor, 'team_reopened', 'team', p_team::text, p_reason, '{}');
  return true;
end $$;
comment on function public.staff_reopen_team is 'Takes back staff_end_team: everyone has their place again. False for a repeat.';

create function public.staff_end_seat(p_seat uuid, p_reason text) returns boolean
language plpgsql volatile security definer set search_path = ''
-- Definer: same reason as staff_extend_team.
as $$
declare
  v_actor constant uuid := private.require_staff();
  v_seat public.team_seats;
begin
  -- The team first, as everywhere.
  perform private.team_for_staff((select team_id from public.team_seats where id = p_seat), p_reason);
  select * into strict v_seat from public.team_seats where id = p_seat for no key update;
  if v_seat.ended_at is not null then return false; end if;
  perform private.finish_seat(v_seat, case when v_seat.claimed_at is null then 'withdrawn' else 'removed' end);
  perform private.record_staff_action(v_actor, 'team_seat_ended', 'team', v_seat.team_id::text, p_reason,
    jsonb_build_object('seat', p_seat));
  return true;
end $$;
comment on function public.staff_end_seat is
  'Withdraws an invitation or ends a place, as end_seat does for the owner of the team. False for a repeat.';

create function public.staff_hand_over_team(p_team uuid, p_email text, p_seen_owner uuid, p_reason text) returns boolean
language plpgsql volatile security definer set search_path = ''
-- Definer: same reason as staff_extend_team.
as $$
declare
  v_actor constant uuid := private.require_staff();
  v_team constant public.teams := private.team_for_staff(p_team, p_reason);
  v_new constant uuid := public.find_user_id_by_email(btrim(coalesce(p_email, '')));
begin
  if v_new is null or not private.has_proven_address(v_new) then
    raise exception 'No account has this address and has confirmed it. Ask the person to create an account and to open the link in the email first.';
  end if;
  if v_new = v_team.owner_id then return false; end if;
  if v_team.owner_id is distinct from p_seen_owner then
    raise exception 'This team has another owner since you opened the page. Nothing was done. Reload the page and look again.';
  end if;
  perform private.give_team(v_team, v_new);
  perform private.record_staff_action(v_actor, 'team_handed_over', 'team', p_team::text, p_reason,
    jsonb_build_object('from_owner', v_team.owner_id, 'to_owner', v_new));
  return true;
end $$;
comment on function public.staff_hand_over_team is
  'Makes the account with this address, which must be proven, the owner of a team, and emails both. False for a repeat.';

grant execute on function
  public.staff_extend_team(uuid, date, timestamptz, text),
  public.staff_end_team(uuid, text),
  public.staff_reopen_team(uuid, text),
  public.staff_end_seat(uuid, text),
  public.staff_hand_over_team(uuid, text, uuid, text)
to authenticated;
