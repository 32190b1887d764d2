-- Removing the lost second factor of a learner: two members of staff check who is asking, at least a day apart, and the
-- learner is notified in between (docs/decisions/0073). functions/staff-learner calls the auth server.

create table private.factor_removals (
  -- Created in the browser of the member of staff, so that a repeated request has no second effect.
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- No foreign keys: the record outlives the accounts of staff.
  requested_by uuid not null,
  requested_at timestamptz not null default pg_catalog.now(),
  earliest_at timestamptz not null default pg_catalog.now() + interval '24 hours',
  expires_at timestamptz not null default pg_catalog.now() + interval '7 days',
  confirmed_by uuid,
  confirmed_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('removed', 'withdrawn', 'factor_used', 'factors_changed', 'expired')),
  check (confirmed_by <> requested_by),
  check ((confirmed_by is null) = (confirmed_at is null)),
  check ((ended_at is null) = (outcome is null))
);
comment on table private.factor_removals is
  'Requests to remove the second factor of a learner. The checks of identity and the reasons are in staff_actions.';
comment on column private.factor_removals.confirmed_at is
  'Set when the second person confirms. Until ended_at is set, the removal at the auth server may be unfinished, and can be repeated.';
comment on column private.factor_removals.outcome is
  'factor_used: the learner passed the second factor meanwhile, so it is not lost. factors_changed: a factor was removed or added meanwhile, with a recovery code for example, so the checks were made for a factor that may be gone.';
create unique index factor_removals_open on private.factor_removals (user_id) where ended_at is null;
create index factor_removals_user_id on private.factor_removals (user_id, requested_at desc);

alter table private.factor_removals enable row level security;

create function private.identity_checks() returns text[]
  language sql immutable set search_path = ''
  as $$ select array['video_call', 'in_person', 'letter'] $$;
comment on function private.identity_checks is 'The same list as IDENTITY_CHECKS in src/domain/staff/learners.ts.';

create function private.has_factor(p_user uuid) returns boolean
  language sql stable set search_path = ''
  as $$ select exists (select from auth.mfa_factors where user_id = p_user and status = 'verified') $$;

create function private.removal_state(p_mine private.factor_removals) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when p_mine.outcome is not null then p_mine.outcome
      when p_mine.confirmed_at is not null then 'confirmed'
      when p_mine.expires_at <= pg_catalog.now() then 'expired'
      when p_mine.earliest_at > pg_catalog.now() then 'waiting'
      else 'ready'
    end
  $$;
comment on function private.removal_state is
  'waiting (the learner can still stop it), ready (a second person can confirm), confirmed (not finished at the auth server), or how it ended: removed, withdrawn, factor_used, factors_changed, expired.';

create function private.removal_refusal(p_user uuid) returns text
  language sql stable set search_path = ''
  as $$
    select case
      -- Otherwise one member of staff could get into the account of another.
      when (select raw_app_meta_data ->> 'role' from auth.users where id = p_user) is not null then 'has_role'
      when not private.has_factor(p_user) then 'no_factor'
      -- The email that warns the learner would go to someone who may not be the learner.
      when not private.has_proven_address(p_user) then 'unconfirmed'
    end
  $$;
comment on function private.removal_refusal is
  'Why the second factor of an account cannot be removed by staff: has_role, no_factor, unconfirmed. Null when it can.';

create function private.check_refusal(p_check text, p_checked_on date, p_reason text) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when (p_check = any (private.identity_checks())) is not true then 'bad_check'
      -- A day ahead of UTC is today in the east.
      when (p_checked_on >= pg_catalog.now()::date - 30 and p_checked_on <= pg_catalog.now()::date + 1) is not true then 'bad_date'
      when pg_catalog.btrim(coalesce(p_reason, '')) = '' then 'no_reason'
    end
  $$;
comment on function private.check_refusal is
  'What a documented check of identity lacks: bad_check, bad_date (older than 30 days, or in the future), no_reason. Null when it is complete.';

create function public.request_factor_removal(
  p_actor uuid, p_id uuid, p_user uuid, p_check text, p_checked_on date, p_reason text
) returns text
  language plpgsql security definer set search_path = ''
  -- Definer: no role may write the table.
  as $$
  declare
    v_email text;
    v_refusal text := private.check_refusal(p_check, p_checked_on, p_reason);
    v_mine private.factor_removals;
  begin
    if v_refusal is not null then return v_refusal; end if;
    -- Locked, so that two requests for one learner come one after the other.
    select email into v_email from auth.users where id = p_user for update;
    if not found then return 'not_found'; end if;
    if exists (select from private.factor_removals where id = p_id and user_id = p_user and requested_by = p_actor) then
      return 'requested';
    end if;
    v_refusal := private.removal_refusal(p_user);
    if v_refusal is not null then return v_refusal; end if;

    update private.factor_removals set ended_at = expires_at, outcome = 'expired'
      where user_id = p_user and ended_at is null and confirmed_at is null and expires_at <= pg_catalog.now();
    insert into private.factor_removals (id, user_id, requested_by) values (p_id, p_user, p_actor)
      on conflict do nothing returning * into v_mine;
    if not found then return 'open_already'; end if;
    insert into public.mail_queue (kind, dedupe_key, recipient, data)
    values ('factor_removal_requested', 'factor_removal_requested:' || p_id, v_email, pg_catalog.jsonb_build_object(
      'user_id', p_user, 'earliest_at', private.iso(v_mine.earliest_at), 'expires_at', private.iso(v_mine.expires_at)));
    perform private.record_staff_action(p_actor, 'factor_removal_requested', 'learner', p_user::text, p_reason,
      pg_catalog.jsonb_build_object('request', p_id, 'check', p_check, 'checked_on', p_checked_on));
    return 'requested';
  end;
  $$;
comment on function public.request_factor_removal is
  'The first of two people requests the removal, and the learner is notified by email. Returns requested, or why not: not_found, open_already, or a refusal of the account or of the check.';

create function public.confirm_factor_removal(
  p_actor uuid, p_id uuid, p_check text, p_checked_on date, p_reason text
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: no role may write the table.
  as $$
  declare
    v_mine private.factor_removals;
    v_outcome text;
  begin
    -- In the order of the triggers below: the request first, then the account.
    select * into v_mine from private.factor_removals where id = p_id for update;
    if not found then return pg_catalog.jsonb_build_object('outcome', 'not_found'); end if;
    perform from auth.users where id = v_mine.user_id for update;
    v_outcome := private.removal_state(v_mine);
    if v_outcome = 'ready' then
      v_outcome := case
        when v_mine.requested_by = p_actor then 'same_person'
        else coalesce(
          private.removal_refusal(v_mine.user_id), private.check_refusal(p_check, p_checked_on, p_reason), 'confirmed')
      end;
      if v_outcome = 'confirmed' then
        update private.factor_removals set confirmed_by = p_actor, confirmed_at = pg_catalog.now() where id = p_id;
        perform private.record_staff_action(p_actor, 'factor_removal_confirmed', 'learner', v_mine.user_id::text, p_reason,
          pg_catalog.jsonb_build_object('request', p_id, 'check', p_check, 'checked_on', p_checked_on));
      end if;
    end if;
    return pg_catalog.jsonb_build_object('outcome', v_outcome, 'user_id', v_mine.user_id);
  end;
  $$;
comment on function public.confirm_factor_removal is
  'The second of two people confirms: { outcome, user_id }. After confirmed, the caller removes the factors and calls finish_factor_removal; so does a repeat, until that is done. Any outcome other than confirmed and removed is a refusal.';

create function public.finish_factor_removal(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: writes the auth server's table.
  as $$
  declare
    v_mine private.factor_removals;
  begin
    update private.factor_removals set ended_at = pg_catalog.now(), outcome = 'removed'
      where id = p_id and confirmed_at is not null and ended_at is null
      returning * into v_mine;
    -- The same confirmation twice at the same time: the other one finished first.
    if not found then return; end if;
    delete from public.recovery_codes where user_id = v_mine.user_id;
    delete from auth.sessions where user_id = v_mine.user_id;
    insert into public.mail_queue (kind, dedupe_key, recipient, data)
    select 'factor_removed_by_staff', 'factor_removed_by_staff:' || p_id, email, pg_catalog.jsonb_build_object('user_id', id)
    from auth.users where id = v_mine.user_id and email is not null;
    perform private.record_staff_action(v_mine.confirmed_by, 'factor_removed', 'learner', v_mine.user_id::text, '',
      pg_catalog.jsonb_build_object('request', p_id));
  end;
  $$;
comment on function public.finish_factor_removal is
  'Called after the factors were removed: deletes the recovery codes, ends every session and emails the learner, once.';

create function public.staff_withdraw_factor_removal(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: no role may write the table.
  as $$
  declare
    v_staff uuid := private.require_staff();
    v_mine private.factor_removals;
  begin
    if pg_catalog.btrim(coalesce(p_reason, '')) = '' then raise exception 'Please give a reason.'; end if;
    select * into v_mine from private.factor_removals where id = p_id for update;
    if not found then raise exception 'There is no such request.' using hint = 'not_found'; end if;
    if v_mine.confirmed_at is not null then
      raise exception 'The removal has already been confirmed, so it cannot be withdrawn.' using hint = 'confirmed';
    end if;
    if v_mine.ended_at is not null then return; end if;
    update private.factor_removals set ended_at = pg_catalog.now(), outcome = 'withdrawn' where id = p_id;
    perform private.record_staff_action(v_staff, 'factor_removal_withdrawn', 'learner', v_mine.user_id::text, p_reason,
      pg_catalog.jsonb_build_object('request', p_id));
  end;
  $$;
comment on function public.staff_withdraw_factor_removal is
  'Ends a request that has not been confirmed. Has no effect on one that has ended.';

create function private.stop_factor_removal() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: it runs as the auth server's role, which has no rights on private tables.
  as $$
  begin
    update private.factor_removals set ended_at = pg_catalog.now(), outcome = 'factor_used'
    where ended_at is null and confirmed_at is null and expires_at > pg_catalog.now()
      and user_id = (select user_id from auth.mfa_factors where id = new.factor_id and status = 'verified');
    return null;
  end;
  $$;
comment on function private.stop_factor_removal is
  'A learner who passes the second factor still has it, so an open request to remove it ends. This is how a learner stops one.';

create trigger stop_factor_removal after update of verified_at on auth.mfa_challenges
  for each row when (new.verified_at is not null and old.verified_at is null)
  execute function private.stop_factor_removal();

create function private.end_outdated_removal() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: same reason as stop_factor_removal.
  as $$
  begin
    update private.factor_removals set ended_at = pg_catalog.now(), outcome = 'factors_changed'
    where user_id = old.user_id and ended_at is null
      -- A confirmed removal deletes factors itself. An interrupted one must not be completed on a new factor.
      and case when confirmed_at is null then expires_at > pg_catalog.now() else tg_op = 'UPDATE' end;
    return null;
  end;
  $$;
comment on function private.end_outdated_removal is
  'A request is about the factors that the account had when it was made, so it ends when one is removed or added. Otherwise it would apply to a new factor.';

create trigger end_outdated_removal_after_addition after update of status on auth.mfa_factors
  for each row when (new.status = 'verified' and old.status <> 'verified')
  execute function private.end_outdated_removal();

create trigger end_outdated_removal_after_deletion after delete on auth.mfa_factors
  for each row when (old.status = 'verified')
  execute function private.end_outdated_removal();

create function private.removals_to_confirm() returns setof private.factor_removals
  language sql stable rows 10 set search_path = ''
  as $$
    select * from private.factor_removals as mine
    where ended_at is null and private.removal_state(mine) in ('waiting', 'ready', 'confirmed')
  $$;
comment on function private.removals_to_confirm is 'Requests that wait for a second person, or for the end of an interrupted removal.';

grant execute on function public.staff_withdraw_factor_removal(uuid, text) to authenticated;
grant execute on function
  public.request_factor_removal(uuid, uuid, uuid, text, date, text),
  public.confirm_factor_removal(uuid, uuid, text, date, text),
  public.finish_factor_removal(uuid)
to service_role;
