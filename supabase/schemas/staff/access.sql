-- Who may use the staff console, and the record of what they did. Everything that the console reads or changes goes
-- through functions that begin with require_staff or require_reviewer.

-- Definer: the API's roles cannot read the auth server's tables.
create function private.staff_role(p_user uuid, p_session uuid) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_role text;
    v_is_raised boolean;
    v_has_factor boolean;
  begin
    -- Read from the rows: a token can outlive its session, a ban and a role that was taken away.
    select u.raw_app_meta_data ->> 'role', s.aal::text = 'aal2',
        exists (select from auth.mfa_factors where user_id = u.id and status = 'verified')
      into v_role, v_is_raised, v_has_factor
      from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = p_session and s.user_id = p_user and (u.banned_until is null or u.banned_until <= pg_catalog.now());
    if not found then
      raise exception 'this session has ended' using errcode = 'insufficient_privilege', hint = 'session_ended';
    end if;
    if (v_role in ('staff', 'reviewer')) is not true then
      raise exception 'only for staff' using errcode = 'insufficient_privilege', hint = 'not_staff';
    end if;
    if not v_has_factor then
      raise exception 'staff need a second factor'
        using errcode = 'insufficient_privilege', hint = 'second_factor_missing';
    end if;
    if v_is_raised is not true then
      raise exception 'this session has not passed the second factor'
        using errcode = 'insufficient_privilege', hint = 'second_factor_needed';
    end if;
    return v_role;
  end;
  $$;
comment on function private.staff_role is
  'The role of a live session that has passed the second factor: staff or reviewer. Otherwise an error (42501) whose hint says what is missing.';

create function private.require_reviewer() returns uuid
  language plpgsql stable security definer set search_path = ''
  -- Definer: calls a private function.
  as $$
  begin
    perform private.require_full_session();
    perform private.staff_role(auth.uid(), (auth.jwt() ->> 'session_id')::uuid);
    return auth.uid();
  end;
  $$;
comment on function private.require_reviewer is
  'The caller, if the account has the role reviewer or staff and the session has passed the second factor. Otherwise an error.';

create function private.require_staff() returns uuid
  language plpgsql stable security definer set search_path = ''
  -- Definer: calls a private function.
  as $$
  begin
    perform private.require_full_session();
    if private.staff_role(auth.uid(), (auth.jwt() ->> 'session_id')::uuid) <> 'staff' then
      raise exception 'only for staff' using errcode = 'insufficient_privilege', hint = 'not_staff';
    end if;
    return auth.uid();
  end;
  $$;
comment on function private.require_staff is 'The same as require_reviewer, for the role staff only.';

create function public.staff_me() returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: reads the auth server's tables.
  as $$
  declare
    v_user uuid := private.require_reviewer();
  begin
    return (
      select pg_catalog.jsonb_build_object('role', raw_app_meta_data ->> 'role', 'email', email,
        'learns', exists (select from public.course_enrollments where user_id = v_user))
      from auth.users where id = v_user);
  end;
  $$;
comment on function public.staff_me is
  'The caller''s role and email address, and whether they have the course themselves: { role, email, learns }.';

create function public.staff_session(p_user uuid, p_session uuid) returns text
  language sql stable security definer set search_path = ''
  -- Definer: calls a private function.
  return private.staff_role(p_user, p_session);
comment on function public.staff_session is
  'The role of a session, for the server functions of the staff console: staff or reviewer. Otherwise an error like staff_me.';

create table public.staff_actions (
  id uuid primary key default pg_catalog.gen_random_uuid(),
  -- Not the time of the transaction, so that the actions of one transaction keep their order.
  at timestamptz not null default pg_catalog.clock_timestamp(),
  -- No foreign key: the record outlives the account.
  actor_id uuid,
  action text not null check (action ~ '^[a-z][a-z_]{0,39}$'),
  subject_kind text not null check (subject_kind ~ '^[a-z][a-z_]{0,39}$'),
  subject_id text not null check (pg_catalog.char_length(subject_id) between 1 and 255),
  reason text not null default '' check (pg_catalog.char_length(reason) <= 1000),
  details jsonb not null default '{}'
);
comment on table public.staff_actions is
  'What staff and reviewers did, to what, when and why. Rows are only ever added, by the functions that act.';
comment on column public.staff_actions.actor_id is 'The account that acted. Null for the command line.';
comment on column public.staff_actions.details is
  'Ids, amounts and states, never a name, an address or a text of a learner.';
create index staff_actions_subject on public.staff_actions (subject_id, subject_kind, at);
create index staff_actions_at on public.staff_actions (at desc, id desc);
create index staff_actions_kind on public.staff_actions (subject_kind, at desc, id desc);
create index staff_actions_actor on public.staff_actions (actor_id, at desc, id desc);

alter table public.staff_actions enable row level security;

create function private.refuse_change() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    raise exception 'rows of % are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
  end;
  $$;
comment on function private.refuse_change is 'A trigger that makes a table append-only for every role, its owner included.';

create trigger append_only before update or delete on public.staff_actions
  for each row execute function private.refuse_change();
create trigger append_only_as_a_whole before truncate on public.staff_actions
  for each statement execute function private.refuse_change();

create function private.record_staff_action(
  p_actor uuid, p_action text, p_subject_kind text, p_subject_id text, p_reason text, p_details jsonb
) returns void
  language sql set search_path = ''
  as $$
    insert into public.staff_actions (actor_id, action, subject_kind, subject_id, reason, details)
    values (p_actor, p_action, p_subject_kind, p_subject_id, coalesce(p_reason, ''), coalesce(p_details, '{}'))
  $$;
comment on function private.record_staff_action is
  'Adds a row to staff_actions. The function that acts calls it in the same transaction.';

create function private.staff_timeline(p_subject_kind text, p_subject_id text) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'at', acts.at, 'action', acts.action, 'reason', acts.reason, 'details', acts.details,
        'actor', coalesce(who.email, '')) order by acts.at), '[]')
    from public.staff_actions as acts left join auth.users as who on who.id = acts.actor_id
    where acts.subject_kind = p_subject_kind and acts.subject_id = p_subject_id
  $$;
comment on function private.staff_timeline is
  'What was done to one subject, oldest first: [{ at, action, reason, details, actor }]. The actor is empty for the command line and for deleted accounts.';

create function public.set_staff_role(p_email text, p_role text) returns uuid
  language plpgsql security definer set search_path = ''
  -- Definer: writes the auth server's table, and the mail and the record in the same transaction.
  as $$
  declare
    v_user uuid;
    v_before text;
  begin
    if p_role is not null and p_role not in ('staff', 'reviewer') then
      raise exception 'unknown role %', p_role using errcode = 'invalid_parameter_value';
    end if;
    select id, raw_app_meta_data ->> 'role' into v_user, v_before from auth.users
      where pg_catalog.lower(email) = pg_catalog.lower(p_email) for update;
    if not found then return null; end if;
    -- Anyone can sign up with another person's address and add a second factor of their own. An account that the command
    -- line created has a password that nobody knows.
    if p_role is not null and private.is_owners_account(v_user) is not true and not exists (
      select from auth.users where id = v_user and raw_app_meta_data -> 'invited_as_staff' = 'true') then
      raise exception 'the owner of this address has not confirmed the account' using errcode = 'invalid_parameter_value';
    end if;
    if v_before is not distinct from p_role then return v_user; end if;
    update auth.users set raw_app_meta_data = case
        when p_role is null then raw_app_meta_data - 'role'
        else coalesce(raw_app_meta_data, '{}') || pg_catalog.jsonb_build_object('role', p_role)
      end
    where id = v_user;
    perform private.record_staff_action(null, 'role_changed', 'account', v_user::text, '',
      pg_catalog.jsonb_build_object('from', v_before, 'to', p_role));
    if p_role is not null then
      insert into public.mail_queue (kind, dedupe_key, recipient, data)
      values ('staff_invited', 'staff_invited:' || pg_catalog.gen_random_uuid(), p_email,
        pg_catalog.jsonb_build_object('role', p_role));
    end if;
    return v_user;
  end;
  $$;
comment on function public.set_staff_role is
  'Gives an account a role (staff, reviewer) or takes it away (null), and mails an invitation with the role. Returns the account, or null if there is none with this address.';

create function public.staff_members() returns jsonb
  language sql stable security definer set search_path = ''
  -- Definer: reads the auth server's tables.
  as $$
    select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'email', u.email, 'role', u.raw_app_meta_data ->> 'role',
        'has_factor', exists (select from auth.mfa_factors where user_id = u.id and status = 'verified'))
      order by u.email), '[]')
    from auth.users as u where u.raw_app_meta_data ->> 'role' in ('staff', 'reviewer')
  $$;
comment on function public.staff_members is
  'Everyone with a role, for the command line: [{ email, role, has_factor }].';

grant execute on function public.staff_me() to authenticated;
grant execute on function
  public.staff_session(uuid, uuid), public.set_staff_role(text, text), public.staff_members()
to service_role;
