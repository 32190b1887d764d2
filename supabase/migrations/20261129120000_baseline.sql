-- The files of supabase/schemas at the first release, in the order of supabase/config.toml.

-- Bodies may refer to objects that are created further down.
set local check_function_bodies = off;

-- The schema for helpers, statement timeouts, and the validation of times that devices report.
--
-- Only the service role has usage on the schema. Policies, triggers and constraints store resolved references to its
-- functions, so their callers need no usage on it.
--
-- Every function sets an empty search_path, except eight that the sync calls for each op or row. The planner can inline
-- only functions without settings: inlined, private.json_uuid takes 8 µs instead of 40, may_record_lesson 15 instead of
-- 90. They are safe without one, because their standard SQL body (`return …`) resolves names when the function is
-- created. tests/database/linter.test.ts lists them.

create schema private;
comment on schema private is 'Helpers of policies, triggers and the exposed functions. Never exposed by the API.';
revoke all on schema private from public;
grant usage on schema private to service_role;

-- Nobody may use a table, a view or a function of ours unless a grant says so. By default Postgres lets everyone call a new
-- function, and a hosted project also gives the roles of the API everything that is created in the schema public.
alter default privileges revoke all on functions from public;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;

-- Limits how long one request may keep the database busy. A filter with a regular expression (PostgREST's `match`) can
-- take minutes. The embedded server rejects such filters and ends stuck statements (docs/decisions/0042); a hosted
-- project relies on these limits, which PostgREST applies with the role of each request.
--
-- Only our functions and the publication of the course act as service_role. How long some of their statements take depends
-- on the amount of data: exporting or deleting an account, finding payments to reconcile. Without a limit of its own the
-- role would have the 8 seconds of the role authenticator (https://supabase.com/docs/guides/database/postgres/timeouts).
do $$
begin
  alter role anon set statement_timeout = '3s';
  alter role authenticated set statement_timeout = '8s';
  alter role service_role set statement_timeout = '30s';
exception when insufficient_privilege then
  -- A project whose owner may not change these roles has limits of 3, 8 and 8 seconds by default.
  raise warning 'statement_timeout of anon, authenticated and service_role is left as it is: %', sqlerrm;
end $$;
-- PostgREST reads role settings only at startup and on this notification.
notify pgrst, 'reload config';

create function private.earliest_client_time() returns timestamptz
  language sql immutable parallel safe set search_path = ''
  return timestamptz '2025-01-01T00:00:00Z';
comment on function private.earliest_client_time is
  'No device did any work before it.';

create function private.clamp_client_time(p_time timestamptz) returns timestamptz
  language sql stable parallel safe
  -- Truncated to milliseconds, so that a time compares equal after a round trip through JSON.
  return case when p_time is not null then
    pg_catalog.date_trunc(
      'milliseconds',
      greatest(private.earliest_client_time(), least(p_time, pg_catalog.now()))
    )
  end;
comment on function private.clamp_client_time is
  'A time that a device claims, clamped between the earliest possible one and now. Null stays null.';

create function private.iso(p_time timestamptz) returns text
  language sql stable parallel safe
  return pg_catalog.to_char(p_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
comment on function private.iso is 'ISO 8601 in UTC with milliseconds: the form of Date.prototype.toISOString.';

-- Compares email addresses in different spellings, and finds the account that has an address.

create function private.email_key(p_email text) returns text
language sql immutable security invoker
set search_path = '' as $$
  select lower(normalize(btrim(p_email), nfc))
$$;
comment on function private.email_key(text) is
  'Equal for two spellings of one address, whatever the case or the Unicode composition of its characters.';

-- For limits on emails that anyone can have sent to another person's address (docs/decisions/0037).
create function private.mailbox_key(p_email text) returns text
language sql immutable security invoker
set search_path = '' as $$
  select case
    -- Gmail ignores dots, and has two names.
    when key ~ '@(gmail|googlemail)\.com$' then replace(pg_catalog.split_part(key, '@', 1), '.', '') || '@gmail.com'
    else key end
  from (
    select pg_catalog.regexp_replace(
      lower(pg_catalog.normalize(pg_catalog.btrim(p_email), 'NFC')), '\+.*(@[^@]*)$', '\1'
    ) as key
  ) as plain
$$;
comment on function private.mailbox_key(text) is
  'Equal for all addresses that reach the same mailbox: email_key without what follows a plus sign, and for Gmail without dots.';

create function private.is_email_address(p_email text) returns boolean
language sql immutable
set search_path = '' as $$
  select length(p_email) <= 255 and p_email !~ '[^\x21-\x7e]' and p_email ~*
    '^(?!\.)(?!.*\.\.)[\w.!#$%&''*+/=?^`{|}~-]{0,63}[\w!#$%&''*+/=?^`{|}~-]@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$'
$$;
comment on function private.is_email_address(text) is 'The rule of emailAddress in src/domain/email.ts.';

create function public.find_user_id_by_email(p_email text) returns uuid
language sql stable security definer
-- Definer: the API's roles cannot read auth.users. Only the service role may call it, because the answer reveals
-- whether an address has an account.
set search_path = '' as $$
  select id from auth.users where private.email_key(email) = private.email_key(p_email) order by created_at limit 1
$$;
comment on function public.find_user_id_by_email(text) is
  'The account of an email address, however it is spelled, or null.';

create function public.remove_unconfirmed_account(p_email text) returns boolean
language plpgsql security definer
-- Definer: the API's roles cannot change auth.users. Only the service role may call it.
set search_path = '' as $$
begin
  delete from auth.users
  where lower(email) = lower(p_email)
    and email_confirmed_at is null and phone_confirmed_at is null and last_sign_in_at is null and invited_at is null;
  return found;
end $$;
comment on function public.remove_unconfirmed_account(text) is
  'Deletes the account of an address that was requested at the auth server itself and that nobody has been able to use. Returns false if there is none.';

grant execute on function
  private.email_key(text),
  private.mailbox_key(text),
  public.find_user_id_by_email(text),
  public.remove_unconfirmed_account(text)
to service_role;

-- One line of text as people type and paste it. The same result as cleanLine in src/domain/text/typedText.ts, for texts that
-- reach the database without a form.

create function private.clean_line(p_text text) returns text
language plpgsql immutable strict security invoker
set search_path = '' as $$
declare
  -- Default_Ignorable_Code_Point of Unicode without joiners, variation selectors and tags; annotation marks.
  c_never constant text := '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E001F\U000E0080-\U000E00FF\U000E01F0-\U000E0FFF]';
  c_spaces constant text := '[\u0001-\u0020\u007F-\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000]+';
  -- A European letter or sign needs no selector after it, nor does a joiner.
  c_plain constant text := '(^|[\u0020-\u0022\u0024-\u0029\u002B-\u002F\u003A-\u00A8\u00AA-\u00AD\u00AF-\u052F\u180E\u200C\u200D])';
  c_selectors constant text := '[\u180B-\u180D\u180F\uFE00-\uFE0F\U000E0100-\U000E01EF]+';
  c_joiners constant text := '[\u180E\u200C\u200D]+';
  -- After a virama, older Malayalam and Bengali spelling needs a joiner at the end of a word.
  c_virama constant text := '[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA]';
  -- No field holds as much. A text of megabytes must not keep the database busy before it is rejected.
  v_text text := pg_catalog.left(p_text, 2000);
begin
  v_text := pg_catalog.normalize(pg_catalog.regexp_replace(v_text, c_never, '', 'g'), 'NFC');
  v_text := pg_catalog.regexp_replace(v_text, c_plain || c_selectors, '\1', 'g');
  if v_text !~ '\U0001F3F4[\U000E0020-\U000E007E]' then
    v_text := pg_catalog.regexp_replace(v_text, '[\U000E0020-\U000E007F]', '', 'g');
  end if;
  v_text := pg_catalog.regexp_replace(v_text, c_spaces, ' ', 'g');
  v_text := pg_catalog.regexp_replace(v_text, '(^|[\u0020-\u052F])' || c_joiners, '\1', 'g');
  v_text := pg_catalog.regexp_replace(v_text, '(?<!' || c_virama || ')' || c_joiners || '(?= |$)', '', 'g');
  return pg_catalog.btrim(pg_catalog.normalize(v_text, 'NFC'));
end $$;
comment on function private.clean_line(text) is
  'The text on one line, trimmed and composed, without invisible characters other than those that its language needs.';

-- Request counters for the rate limits of the server functions (functions/_shared/http/rateLimit.ts).

create table public.rate_limits (
  key text primary key,
  window_start timestamptz not null,
  count integer not null
);
comment on table public.rate_limits is 'Requests per key in its current window. Rows of past windows are deleted.';
comment on column public.rate_limits.key is
  'SHA-256 of the limit''s name and of the network address or sender that it applies to. Neither is stored in plain text.';
create index rate_limits_window_start on public.rate_limits (window_start);

alter table public.rate_limits enable row level security;

create function public.take_rate_limit(p_key text, p_limit integer, p_window_seconds integer) returns integer
language plpgsql security definer
-- Definer: no role may write the table, so a stray write cannot lift a limit.
set search_path = '' as $$
declare
  v_window constant interval := make_interval(secs => p_window_seconds);
  v_row public.rate_limits;
begin
  insert into public.rate_limits as mine (key, window_start, count) values (p_key, now(), 1)
  on conflict (key) do update set
    window_start = case when mine.window_start <= now() - v_window then now() else mine.window_start end,
    count = case when mine.window_start <= now() - v_window then 1 else mine.count + 1 end
  returning * into v_row;

  if v_row.count = 1 then
    -- Not those that another request is about to count: two such deletions would wait for each other.
    delete from public.rate_limits where key in (
      select key from public.rate_limits where window_start < now() - interval '1 day' for update skip locked
    );
  end if;
  if v_row.count <= p_limit then return 0; end if;
  return greatest(1, ceil(extract(epoch from v_row.window_start + v_window - now())))::integer;
end $$;
comment on function public.take_rate_limit(text, integer, integer) is
  'Counts one request. Returns 0 when it is allowed, else the seconds to wait.';

create function public.rate_limit_wait(p_key text, p_limit integer, p_window_seconds integer) returns integer
language sql stable security definer
-- Definer: no role may read the table.
set search_path = '' as $$
  select coalesce((
    select greatest(1, ceil(extract(epoch from window_start + make_interval(secs => p_window_seconds) - now())))::integer
    from public.rate_limits
    where key = p_key and count >= p_limit and window_start > now() - make_interval(secs => p_window_seconds)
  ), 0)
$$;
comment on function public.rate_limit_wait(text, integer, integer) is
  'What take_rate_limit would return, without counting: for requests of which only some outcomes count.';

-- Definer: learners may not count requests.
create function private.limit_own_writes() returns trigger
language plpgsql security definer
set search_path = '' as $$
declare
  c_most constant integer := 300;
  c_seconds constant integer := 900;
  v_key constant text := pg_catalog.encode(pg_catalog.sha256(('own writes ' || auth.uid()::text)::bytea), 'hex');
begin
  if auth.uid() is null then return null; end if;
  -- Without counting first: what is refused must not write anything.
  if public.rate_limit_wait(v_key, c_most, c_seconds) > 0 then
    raise exception 'Too many changes. Please wait a few minutes and try again.' using errcode = 'PT429';
  end if;
  perform public.take_rate_limit(v_key, c_most, c_seconds);
  return null;
end $$;
comment on function private.limit_own_writes() is
  'Limits a learner''s direct writes to a table: each leaves an old row in the files of the database until it is cleaned up. An upsert counts twice.';

grant execute on function
  public.take_rate_limit(text, integer, integer),
  public.rate_limit_wait(text, integer, integer)
to service_role;

-- A session that has not passed the second factor, or still uses an emailed temporary password, cannot read or write
-- personal data (docs/decisions/0040). Neither can a banned account.

-- Definer: the API's roles cannot read the auth server's tables.
create function private.require_full_session() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    v_is_raised boolean;
    v_has_factor boolean;
    v_must_change boolean;
  begin
    -- Read from the rows and not from the token, which can outlive its session, a ban or a change of the account by up
    -- to an hour.
    select s.aal::text = 'aal2',
        exists (select from auth.mfa_factors where user_id = u.id and status = 'verified'),
        u.raw_app_meta_data -> 'must_change_password' = 'true'
      into v_is_raised, v_has_factor, v_must_change
      from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid()
        and (u.banned_until is null or u.banned_until <= now());

    -- An error, never an empty result, which a device would take for an account without courses. src/sync/exchange/request.ts
    -- reads the hints. A banned account cannot renew its token, so it gets the hint of an ended session.
    if not found then
      raise exception 'this session has ended' using errcode = 'insufficient_privilege', hint = 'session_ended';
    end if;
    if v_has_factor and v_is_raised is not true then
      raise exception 'this session has not passed the second factor'
        using errcode = 'insufficient_privilege', hint = 'second_factor_needed';
    end if;
    if v_must_change then
      raise exception 'the temporary password has to be changed first'
        using errcode = 'insufficient_privilege', hint = 'password_change_needed';
    end if;
    return true;
  end;
  $$;
comment on function private.require_full_session is
  'True for a live session that has passed the second factor, if the account has one, and has no temporary password. Otherwise an error (42501) whose hint says what is missing.';

grant execute on function
  private.require_full_session()
to authenticated;

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

-- Names and contact details of learners, for the checkout forms and the certificate (spec §3).
create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  first_name text not null default '' check (pg_catalog.char_length(first_name) <= 100),
  last_name text not null default '' check (pg_catalog.char_length(last_name) <= 100),
  email text not null default '' check (pg_catalog.char_length(email) <= 255),
  organization text check (pg_catalog.char_length(organization) <= 200),
  phone text check (pg_catalog.char_length(phone) <= 20),
  country text check (pg_catalog.char_length(country) <= 100)
);
comment on table public.profiles is
  'One row per account, created at sign-up. Contact details for forms and certificates.';
comment on column public.profiles.email is 'Contact address. Starts as the account''s email; never used to sign in.';
comment on column public.profiles.organization is
  'The university, company or organisation, whichever the buyer''s tier asks for.';

alter table public.profiles enable row level security;
grant select on public.profiles to authenticated, service_role;
grant update (
  first_name, last_name, email, organization, phone, country
) on public.profiles to authenticated, service_role;

create policy "learners read their own profile" on public.profiles
  for select to authenticated using (id = (select auth.uid()));
create policy "learners update their own profile" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy "a full session only" on public.profiles as restrictive
  for all to authenticated using ((select private.require_full_session()));

-- Definer: it runs as the auth server's role, which has no rights on public tables.
create function private.create_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_data constant jsonb := coalesce(new.raw_user_meta_data, '{}');
    -- Sign-in providers supply a single name. Its last word is taken as the family name; users can correct it.
    v_name constant text := pg_catalog.btrim(coalesce(v_data ->> 'full_name', ''));
    v_given constant text := coalesce(v_data ->> 'first_name', pg_catalog.regexp_replace(v_name, '\s+\S+$', ''));
    v_family constant text := coalesce(v_data ->> 'last_name', pg_catalog.substring(v_name, '\s(\S+)$'), '');
  begin
    -- Truncated rather than rejected: a long name must not make a sign-up (or a paid order) fail.
    insert into public.profiles (id, first_name, last_name, email)
    values (
      new.id,
      pg_catalog.left(v_given, 100),
      pg_catalog.left(v_family, 100),
      case when new.email ~ '[^\x21-\x7e]' then '' else pg_catalog.left(coalesce(new.email, ''), 255) end
    );
    return new;
  end;
  $$;
comment on function private.create_profile is 'Creates the profile of a new account from its sign-up metadata.';

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

-- Names come from forms, but also from sign-in providers and from callers of the API. Definer: none of them may call
-- private functions.
create function private.clean_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    new.first_name := private.clean_line(new.first_name);
    new.last_name := private.clean_line(new.last_name);
    new.organization := private.clean_line(new.organization);
    new.phone := private.clean_line(new.phone);
    new.country := private.clean_line(new.country);
    if new.email ~ '[^\x21-\x7e]' and (tg_op = 'INSERT' or new.email is distinct from old.email) then
      raise exception 'an email address is stored in ASCII' using errcode = 'check_violation';
    end if;
    return new;
  end;
  $$;
comment on function private.clean_profile is
  'Removes invisible characters from what is written to a profile, and rejects an email address that is not in ASCII.';

create trigger limit_own_writes before update on public.profiles
  -- Not for functions that run as their owner, such as sync_push.
  for each statement when (current_user = 'authenticated') execute function private.limit_own_writes();
create trigger clean_profile before insert or update on public.profiles
  for each row execute function private.clean_profile();

create function private.limit_user_metadata() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if pg_catalog.octet_length(new.raw_user_meta_data::text) > 8192
      and (tg_op = 'INSERT' or new.raw_user_meta_data is distinct from old.raw_user_meta_data) then
      raise exception 'user metadata must be at most 8 KB' using errcode = 'program_limit_exceeded';
    end if;
    return new;
  end;
  $$;
comment on function private.limit_user_metadata is
  'Rejects user metadata above 8 KB: every access token carries it, and every request carries a token.';

create trigger limit_user_metadata before insert or update of raw_user_meta_data on auth.users
  for each row execute function private.limit_user_metadata();

-- Accounts in the order in which they were created, and by address, for lists of the staff console. The auth server's table
-- has no index for either, and on a hosted project only the auth server may add one.

create table private.accounts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- private.email_key of the account's address, or empty.
  email_key text not null,
  created_at timestamptz not null
);
comment on table private.accounts is 'A row per account, maintained by a trigger. Only for finding accounts: auth.users is authoritative.';
-- Each search is a range of one index, so that it stays fast however many accounts there are.
create index accounts_newest on private.accounts (created_at desc, user_id desc);
create index accounts_email_prefix on private.accounts (email_key text_pattern_ops);

alter table private.accounts enable row level security;

create function private.list_account() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: it runs as the auth server's role, which has no rights on private tables.
  as $$
  begin
    insert into private.accounts (user_id, email_key, created_at)
    values (new.id, coalesce(private.email_key(new.email), ''), coalesce(new.created_at, pg_catalog.now()))
    on conflict (user_id) do update set email_key = excluded.email_key;
    return null;
  end;
  $$;
comment on function private.list_account is 'Maintains private.accounts.';

create trigger list_account after insert or update of email on auth.users
  for each row execute function private.list_account();

-- A guest's temporary password was sent by email, so the account is marked `must_change_password` in its app metadata,
-- which only the service role can write. A trigger clears the mark when the password actually changes: a client
-- could call a function for this without changing anything.
create function private.clear_must_change_password() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.raw_app_meta_data := new.raw_app_meta_data - 'must_change_password';
    return new;
  end;
  $$;
comment on function private.clear_must_change_password is 'A new password clears the mark must_change_password.';

-- Coalesced: end_temporary_password stores '', which hosted Supabase replaces by null at the next change of the account.
create trigger clear_must_change_password before update on auth.users
  for each row when (coalesce(old.encrypted_password, '') <> coalesce(new.encrypted_password, ''))
  execute function private.clear_must_change_password();

-- A temporary password expires after 14 days (docs/decisions/0036). Called by private.retention_rules.
create function private.end_temporary_password(p_user uuid) returns uuid
language plpgsql security definer
-- Definer: writes auth.users.
set search_path = '' as $$
begin
  update auth.users set encrypted_password = '' where id = p_user;
  -- The trigger above has cleared the mark, but the owner has not chosen a password: set the mark again.
  update auth.users set
    raw_app_meta_data = (raw_app_meta_data - 'temporary_password_set_at') || '{"must_change_password": true}'
  where id = p_user;
  return p_user;
end $$;
comment on function private.end_temporary_password(uuid) is
  'Ends a temporary password. The account remains: its owner gets a new password from the success page or through "forgotten password".';

-- The outline of the course: its lessons, their modules and order, and which of them the certificate requires.
--
-- Publishing the course fills the table (tools/content/publish/publishCourse.ts), so adding a lesson needs no migration. These
-- files contain no lesson ids; functions and foreign keys refer to the table.

create table private.course_outline (
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  lesson_id text not null check (lesson_id ~ '^[1-9][0-9]?$'),
  module_id text not null check (module_id ~ '^[1-9][0-9]?$'),
  position integer not null check (position > 0),
  is_preview boolean not null,
  is_required boolean not null default true,
  capstone_fields text[] not null default '{}',
  primary key (course_id, lesson_id)
);
comment on table private.course_outline is
  'Every lesson that the course has or had. Rows are never deleted, because the work of learners refers to them. Only publish_outline writes it.';
comment on column private.course_outline.position is 'The place in the course, from 1.';
comment on column private.course_outline.is_preview is
  'Anyone may read the lesson and record work on it without an enrolment.';
comment on column private.course_outline.is_required is
  'The certificate needs the lesson: true while the lesson is part of the course, false after it has been removed.';
comment on column private.course_outline.capstone_fields is
  'The workbook fields that the capstone consists or consisted of, in the one lesson that has them. Ids are never removed, so that a hand-in made offline is still accepted after a later version has renamed a field.';

alter table private.course_outline enable row level security;

create function public.publish_outline(p_course text, p_lessons jsonb) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: no role may write the table.
  as $$
  begin
    if pg_catalog.jsonb_array_length(p_lessons) = 0 then
      raise exception 'an outline has lessons' using errcode = 'invalid_parameter_value';
    end if;

    insert into private.course_outline as mine (course_id, lesson_id, module_id, position, is_preview, capstone_fields)
    select p_course, each.value ->> 'lesson_id', each.value ->> 'module_id', each.ordinality,
      (each.value ->> 'is_preview')::boolean,
      array(select pg_catalog.jsonb_array_elements_text(coalesce(each.value -> 'capstone_fields', '[]')))
    from pg_catalog.jsonb_array_elements(p_lessons) with ordinality as each (value, ordinality)
    on conflict (course_id, lesson_id) do update
      set module_id = excluded.module_id, position = excluded.position, is_preview = excluded.is_preview,
        is_required = true,
        capstone_fields = array(
          select pg_catalog.unnest(mine.capstone_fields) union select pg_catalog.unnest(excluded.capstone_fields))
      where (mine.module_id, mine.position, mine.is_preview, mine.is_required)
        is distinct from (excluded.module_id, excluded.position, excluded.is_preview, true)
        or not mine.capstone_fields @> excluded.capstone_fields;

    update private.course_outline set is_required = false
    where course_id = p_course and is_required
      and lesson_id not in (select value ->> 'lesson_id' from pg_catalog.jsonb_array_elements(p_lessons));
  end;
  $$;
comment on function public.publish_outline is
  'Replaces the outline of a course by these lessons, in this order: [{ lesson_id, module_id, is_preview, capstone_fields }].';

create function private.module_of(p_course text, p_lesson text) returns text
  language plpgsql stable set search_path = ''
  as $$
  begin
    return (select module_id from private.course_outline where course_id = p_course and lesson_id = p_lesson);
  end;
  $$;
comment on function private.module_of is 'The module of a lesson, or null when the course has no such lesson.';

create function private.is_preview(p_course text, p_lesson text) returns boolean
  language plpgsql stable set search_path = ''
  as $$
  begin
    return coalesce(
      (select is_preview from private.course_outline where course_id = p_course and lesson_id = p_lesson), false);
  end;
  $$;
comment on function private.is_preview is 'True when anyone may read the lesson and record work on it.';

create function private.require_outline(p_course text) returns void
  language plpgsql stable set search_path = ''
  as $$
  begin
    if not exists (select from private.course_outline where course_id = p_course) then
      -- A code that makes devices retry (private.is_worth_retrying).
      raise exception 'the course % has not been published yet', p_course
        using errcode = 'object_not_in_prerequisite_state';
    end if;
  end;
  $$;
comment on function private.require_outline is
  'Without an outline every lesson would be unknown and none required, so everything that depends on it fails until the course is published.';

create function private.capstone_lesson(p_course text) returns private.course_outline
  language plpgsql stable set search_path = ''
  as $$
  declare
    v_lesson private.course_outline;
  begin
    select * into v_lesson from private.course_outline where course_id = p_course and capstone_fields <> '{}';
    if not found then
      -- The code of require_outline.
      raise exception 'the capstone of the course % has not been published yet', p_course
        using errcode = 'object_not_in_prerequisite_state';
    end if;
    return v_lesson;
  end;
  $$;
comment on function private.capstone_lesson is
  'The lesson in which the capstone is written, or an error that makes devices retry.';

grant execute on function
  public.publish_outline(text, jsonb)
to service_role;

-- The states of an order and the transitions allowed between them.

create table private.order_statuses (
  status text primary key,
  -- The effect of an order in this state on its owner's enrolment.
  effect text not null check (effect in ('none', 'active', 'paused', 'revoked'))
);
comment on table private.order_statuses is
  'Every state an order can be in, and its effect on the enrolment. A new state is a new row here.';

alter table private.order_statuses enable row level security;

insert into private.order_statuses (status, effect) values
  ('created', 'none'),
  ('open', 'none'),
  -- Staff opened it, and the buyer has an invoice to pay.
  ('invoiced', 'none'),
  ('expired', 'none'),
  ('paid', 'active'),
  -- A monthly payment failed. Access continues during the grace period.
  ('past_due', 'active'),
  -- The grace period ended without the payment. Access is suspended until it is made; progress is kept.
  ('paused', 'paused'),
  -- The buyer disputes the payment. Access continues unless the dispute is lost.
  ('disputed', 'active'),
  -- Staff refused the buyer's student ID, and its 14 days are over. Progress is kept.
  ('id_refused', 'paused'),
  -- Staff ended the access without a refund. They can restore it; certificates stay (docs/decisions/0071).
  ('ended', 'revoked'),
  ('refunded', 'revoked'),
  ('revoked', 'revoked'),
  -- Not of orders: reasons of an enrolment by a place in a team (docs/decisions/0089). The team is unpaid; the place ended.
  ('seat_paused', 'paused'),
  ('seat_ended', 'revoked');

create table private.order_transitions (
  from_status text not null references private.order_statuses,
  to_status text not null references private.order_statuses,
  primary key (from_status, to_status)
);
comment on table private.order_transitions is
  'The allowed changes of an order''s state. Any other change is an error.';

alter table private.order_transitions enable row level security;

insert into private.order_transitions (from_status, to_status) values
  ('created', 'open'),
  ('created', 'expired'),
  -- The webhook event or success page may arrive before the session's id was stored, or after the expiry was recorded.
  ('created', 'paid'),
  ('open', 'paid'),
  ('open', 'expired'),
  ('created', 'invoiced'),
  ('invoiced', 'paid'),
  ('invoiced', 'expired'),
  ('expired', 'paid'),
  ('paid', 'past_due'),
  -- A plan can be ended manually at the provider, even if no payment has failed.
  ('paid', 'paused'),
  ('paid', 'disputed'),
  ('paid', 'id_refused'),
  ('paid', 'ended'),
  ('paid', 'refunded'),
  ('paid', 'revoked'),
  ('past_due', 'paid'),
  ('past_due', 'paused'),
  ('past_due', 'ended'),
  ('past_due', 'refunded'),
  ('past_due', 'revoked'),
  ('paused', 'paid'),
  -- Staff extended the access of a plan whose grace period was over.
  ('paused', 'past_due'),
  ('paused', 'ended'),
  ('paused', 'refunded'),
  ('paused', 'revoked'),
  ('disputed', 'paid'),
  ('disputed', 'ended'),
  ('disputed', 'refunded'),
  ('disputed', 'revoked'),
  ('id_refused', 'paid'),
  ('id_refused', 'ended'),
  ('id_refused', 'refunded'),
  ('id_refused', 'revoked'),
  ('ended', 'paid'),
  ('ended', 'disputed'),
  ('ended', 'refunded'),
  ('ended', 'revoked');

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

-- Orders: one row per attempt to buy.

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  status text not null default 'created' references private.order_statuses,
  course_id text not null default 'ai-fluency-30-days',
  tier text not null check (tier in ('student', 'ngo', 'professional')),
  plan text not null check (plan in ('full', 'installment')),
  price_id text not null check (length(price_id) between 1 and 255),
  -- Amounts in pence: the list price, the discount, VAT on the rest, and the amount charged.
  subtotal_pence integer not null check (subtotal_pence >= 0),
  discount_pence integer not null default 0 check (discount_pence between 0 and subtotal_pence),
  vat_pence integer not null check (vat_pence >= 0),
  total_pence integer not null,
  currency text not null default 'gbp' check (currency = 'gbp'),
  email text not null check (email !~ '[^\x21-\x7e]'),
  first_name text not null,
  last_name text not null,
  phone text not null default '' check (length(phone) <= 20),
  country text not null default '' check (length(country) <= 100),
  -- The university of a student, otherwise the organisation or company.
  organization text not null default '' check (length(organization) <= 200),
  -- An organisation's own number for what it buys, as entered on the provider's payment page.
  purchase_order text not null default '' check (length(purchase_order) <= 255),
  -- Set when the order is created if the buyer is signed in, otherwise when the order is paid.
  user_id uuid references auth.users on delete set null,
  claim_token_hash text not null check (claim_token_hash ~ '^[0-9a-f]{64}$'),
  checkout_session_id text unique,
  payment_intent_id text unique,
  terms_accepted_at timestamptz,
  immediate_supply_consent_at timestamptz,
  reminder_consent_at timestamptz,
  paid_at timestamptz,
  -- The payment provider's ids.
  customer_id text check (length(customer_id) between 1 and 255),
  subscription_id text unique check (length(subscription_id) between 1 and 255),
  schedule_id text unique check (length(schedule_id) between 1 and 255),
  promotion_code_id text check (length(promotion_code_id) between 1 and 255),
  -- As the buyer typed it, in plain characters.
  discount_code text not null default '' check (length(discount_code) <= 50),
  grace_until timestamptz,
  -- When the last of the three payments was made, or the plan was ended without it.
  plan_ended_at timestamptz,
  reminder_sent_at timestamptz,
  email_corrected_at timestamptz,
  credentials_resent_at timestamptz,
  -- When reconcile-payments last queried the provider about the order.
  checked_at timestamptz,
  second_purchase_of uuid references public.orders on delete set null,
  refund_tried_at timestamptz,
  made_signed_in boolean not null default false,
  anonymised_at timestamptz,
  is_owner_proven boolean not null default false,
  extended_until timestamptz,
  restored_at timestamptz,
  first_purchase_only boolean not null default false,
  -- How many places the order buys for a team. Such an order gives its buyer no access.
  seats smallint not null default 1,
  team_id uuid references public.teams on delete restrict,
  constraint orders_team_check check (
    case when team_id is null then seats = 1
      else seats >= 1 and seats <= 500 and plan = 'full' and tier <> 'student' and discount_code = '' end
  ),
  check (total_pence = subtotal_pence - discount_pence + vat_pence),
  constraint orders_person_check check (
    case when anonymised_at is null
      then length(email) >= 3 and length(email) <= 255
        and length(first_name) >= 1 and length(first_name) <= 100
        and length(last_name) >= 1 and length(last_name) <= 100
      else email = '' and first_name = '' and last_name = '' and phone = ''
    end
  )
);
comment on table public.orders is
  'One row per attempt to buy, written before the payment provider is called. The sale belongs to this row, not to the buyer''s account.';
comment on column public.orders.total_pence is
  'What is charged: once for a full payment, each month for a plan of three. The other amounts are its parts.';
comment on column public.orders.claim_token_hash is
  'SHA-256 of the token in the buyer''s browser, which proves who made a guest order. The token itself is not stored.';
comment on column public.orders.grace_until is
  'Set while the order is past_due: 14 days after the first failure, when access is paused.';
comment on column public.orders.extended_until is
  'The time until which staff have extended access, even if a payment is overdue or a student ID was refused.';
comment on column public.orders.restored_at is
  'When staff restored access that they had ended. The outstanding instalments of a cancelled plan are not collected, so the order counts as paid up.';
comment on column public.orders.second_purchase_of is
  'The order that already gave the owner the same tier when this one was paid or attached. reconcile-payments refunds this one, unless the other has ended by then.';
comment on column public.orders.first_purchase_only is
  'True if its discount code is for a first purchase. It is a second purchase after any other order of the owner.';
comment on column public.orders.refund_tried_at is
  'When reconcile-payments last checked whether this second purchase is to be refunded.';
comment on column public.orders.made_signed_in is
  'True when a signed-in learner made the order. It belongs to that account, whatever address was entered in the form.';
comment on column public.orders.anonymised_at is
  'When the personal data was removed from the sale. What was sold, for how much, when, and to which country or organisation stays, as tax law requires.';
comment on column public.orders.is_owner_proven is
  'True when the account is known to be the buyer''s: they bought while signed in, or proved the order''s address. Otherwise the account sees nothing about the buyer.';
create index orders_user_id on public.orders (user_id);
create index orders_team_id on public.orders (team_id);
create index orders_customer_id on public.orders (customer_id);
create index orders_grace_until on public.orders (grace_until) where status = 'past_due';
create index orders_paid_email on public.orders (private.email_key(email)) where paid_at is not null;
create index orders_unpaid on public.orders (created_at) where paid_at is null;
create index orders_plans on public.orders (checked_at) where plan = 'installment' and paid_at is not null;
create index orders_second_purchase_of on public.orders (second_purchase_of) where second_purchase_of is not null;
-- The first index is for corrections from the buyer's browser, the second for the reminder of an abandoned order.
create index orders_claim_token_hash on public.orders (claim_token_hash);
create index orders_reminder_due on public.orders (created_at)
  where reminder_consent_at is not null and reminder_sent_at is null and paid_at is null;
-- Paid orders that belong to no account yet, because no account has proved their address. They wait until the owner of the address
-- opens an emailed link (docs/decisions/0035).
create index orders_waiting on public.orders (private.email_key(email))
  where user_id is null and paid_at is not null and anonymised_at is null;

alter table public.orders enable row level security;
grant insert, select, update on public.orders to service_role;
grant select (
  id, created_at, status, course_id, tier, plan, subtotal_pence, discount_pence, vat_pence, total_pence, currency,
  paid_at, discount_code, grace_until, plan_ended_at, restored_at, seats, team_id
) on public.orders to authenticated;

create policy "owners read their orders" on public.orders
  for select to authenticated using (user_id = (select auth.uid()));
create policy "a full session only" on public.orders as restrictive
  for all to authenticated using ((select private.require_full_session()));

create function private.check_order_transition() returns trigger
language plpgsql security definer
-- Definer: no role may read the table of transitions.
set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'created' then
      raise exception 'a new order starts as created, not as %', new.status using errcode = '23514';
    end if;
    return new;
  end if;
  if new.id <> old.id then
    raise exception 'an order keeps its id' using errcode = '23514';
  end if;
  if new.status <> old.status and not exists (
    select from private.order_transitions as allowed
    where allowed.from_status = old.status and allowed.to_status = new.status
  ) then
    raise exception 'an order cannot go from % to %', old.status, new.status using errcode = '23514';
  end if;
  return new;
end $$;

create trigger check_order_transition
  before insert or update on public.orders
  for each row execute function private.check_order_transition();

create function private.note_signed_in_buyer() returns trigger
language plpgsql security invoker
set search_path = '' as $$
begin
  new.made_signed_in := new.user_id is not null;
  return new;
end $$;

create trigger note_signed_in_buyer
  before insert on public.orders
  for each row execute function private.note_signed_in_buyer();

create function private.note_owner_proof() returns trigger
language plpgsql security definer
-- Definer: calls a private function.
set search_path = '' as $$
begin
  new.is_owner_proven := new.user_id is not null
    and (new.made_signed_in or private.is_owners_account(new.user_id));
  return new;
end $$;
comment on function private.note_owner_proof() is
  'Records whether the account that gets an order is known to be the buyer''s.';

-- Named to run after note_signed_in_buyer: triggers run in alphabetical order.
create trigger note_who_owns_it before insert or update of user_id on public.orders
  for each row execute function private.note_owner_proof();

-- Student ID files, and the notification that asks staff to check them.

create table public.student_ids (
  id uuid primary key default gen_random_uuid(),
  -- SHA-256 of the one-time reference that upload-student-id returned.
  ref_hash text not null unique check (ref_hash ~ '^[0-9a-f]{64}$'),
  path text not null unique,
  content_type text not null
    check (content_type in ('image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic', 'application/pdf')),
  bytes integer not null check (bytes > 0 and bytes < 5 * 1024 * 1024),
  university text not null check (length(university) between 1 and 200),
  order_id uuid unique references public.orders on delete set null,
  uploaded_at timestamptz not null default now(),
  -- When staff decided about it (private.student_id_decisions). The file is deleted immediately afterwards.
  reviewed_at timestamptz
);
comment on table public.student_ids is
  'A student ID file in the private bucket student-ids. Its reference works for one order, within 24 hours.';

create index student_ids_waiting on public.student_ids (uploaded_at, id) where order_id is not null and reviewed_at is null;

alter table public.student_ids enable row level security;
grant insert, select, update, delete on public.student_ids to service_role;

-- The bucket for the files. The plain Postgres of some tests has no storage service.
do $$
begin
  if to_regclass('storage.buckets') is not null then
    insert into storage.buckets (id, name, public, file_size_limit)
    values ('student-ids', 'student-ids', false, 5 * 1024 * 1024)
    on conflict (id) do nothing;
  end if;
end $$;

-- A valid image file proves nothing about the buyer, so staff check the student ID of each paid student order.
create function private.announce_student_order() returns trigger
language plpgsql security definer
-- Definer: queues an email, whichever role marks the order as paid.
set search_path = '' as $$
begin
  -- The recipient is the staff's mailbox, a setting of the functions, so no address is stored here.
  insert into public.mail_queue (kind, dedupe_key, recipient, order_id)
  select 'student_order', 'student_order:' || new.id, '', new.id from public.student_ids where order_id = new.id
  on conflict (dedupe_key) do nothing;
  return null;
end $$;
comment on function private.announce_student_order() is
  'Queues one email to the staff for each paid student order, so that a person checks the student ID.';

create trigger announce_student_order
  after update of paid_at on public.orders
  for each row when (new.tier = 'student' and old.paid_at is null and new.paid_at is not null)
  execute function private.announce_student_order();

create function public.due_student_ids(p_limit integer) returns jsonb
language sql stable security definer
-- Definer: reads private.retention_rules.
set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'path', path)), '[]') from (
    select mine.id, mine.path from public.student_ids as mine
    where reviewed_at is not null
      or uploaded_at < now() - (select keeps from private.retention_rules where name = 'student ID, after upload')
      or (
        order_id is null
        and uploaded_at < now() - (select keeps from private.retention_rules where name = 'student ID never used')
      )
      or (
        uploaded_at < now() - (select keeps from private.retention_rules where name = 'student ID without an order')
        and not exists (select from public.orders where id = mine.order_id and paid_at is not null)
      )
    order by uploaded_at
    limit p_limit
  ) as due
$$;
comment on function public.due_student_ids(integer) is
  'Student IDs whose retention has ended: [{ id, path }]. The caller removes the file, then the row.';

grant execute on function
  public.due_student_ids(integer)
to service_role;

-- Entitlement to the course: computed from all orders of a person and their places in teams, and read by the person's devices.

create table public.course_enrollments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  course_id text not null,
  -- The highest tier among the orders and places that determine the status.
  tier text not null check (tier in ('student', 'ngo', 'professional')),
  status text not null check (status in ('active', 'paused', 'revoked')),
  -- The state of the order that determines the status, or one that stands for a place.
  reason text not null references private.order_statuses,
  granted_at timestamptz not null default now(),
  ended_at timestamptz,
  started_at timestamptz not null default now(),
  unique (user_id, course_id),
  check ((status = 'active') = (ended_at is null))
);
comment on table public.course_enrollments is
  'Computed from all orders and places of a person by private.recompute_enrollment; nothing else writes it.';
comment on column public.course_enrollments.started_at is
  'When the learner first had access to the course. It never changes, while granted_at is set each time access returns.';

alter table public.course_enrollments enable row level security;
grant select on public.course_enrollments to authenticated, service_role;

create policy "owners read their enrolment while it gives access" on public.course_enrollments
  for select to authenticated using (user_id = (select auth.uid()) and status = 'active');
create policy "a full session only" on public.course_enrollments as restrictive
  for all to authenticated using ((select private.require_full_session()));

create function private.recompute_enrollment(p_user uuid, p_course text) returns void
language plpgsql security definer
-- Definer: no role may write the table.
set search_path = '' as $$
declare
  -- Best effect first: any order or place that gives access wins over one that was refunded.
  c_effects constant text[] := array['active', 'paused', 'revoked'];
  c_tiers constant text[] := array['student', 'ngo', 'professional'];
  v_tier text;
  v_status text;
  v_reason text;
begin
  if p_user is null then return; end if;

  -- Two orders of one person may change concurrently: the second must see what the first committed.
  perform pg_advisory_xact_lock(hashtextextended('enrollment:' || p_user::text || ':' || p_course, 0));

  select tier, effect, status into v_tier, v_status, v_reason from (
    select each.tier, states.effect, each.status, true as is_own, each.paid_at as since
    from public.orders as each join private.order_statuses as states on states.status = each.status
    where each.user_id = p_user and each.course_id = p_course and states.effect <> 'none' and each.team_id is null
    union all
    select tier, effect, status, false, claimed_at from private.seats_of(p_user, p_course)
  ) as reasons
  order by array_position(c_effects, effect), array_position(c_tiers, tier) desc, is_own desc, since desc
  limit 1;

  if not found then
    -- Every order was moved to another account (its address was corrected): this enrolment ends.
    update public.course_enrollments set status = 'revoked', reason = 'revoked', ended_at = coalesce(ended_at, now())
    where user_id = p_user and course_id = p_course;
    return;
  end if;

  insert into public.course_enrollments as mine (user_id, course_id, tier, status, reason, ended_at)
  values (p_user, p_course, v_tier, v_status, v_reason, case when v_status = 'active' then null else now() end)
  on conflict (user_id, course_id) do update set
    tier = excluded.tier,
    status = excluded.status,
    reason = excluded.reason,
    granted_at = case
      when excluded.status = 'active' and mine.status <> 'active' then now() else mine.granted_at
    end,
    ended_at = case
      when excluded.status = 'active' then null else coalesce(mine.ended_at, now())
    end;
end $$;

create function private.recompute_after_order() returns trigger
language plpgsql security definer
-- Definer: same reason as recompute_enrollment.
set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.user_id is distinct from new.user_id then
    -- An account that is being deleted has no enrolment to compute.
    if exists (select from auth.users where id = old.user_id) then
      perform private.recompute_enrollment(old.user_id, old.course_id);
    end if;
  end if;
  perform private.recompute_enrollment(new.user_id, new.course_id);
  return null;
end $$;

create trigger recompute_enrollment
  after insert or update of status, user_id, tier, course_id on public.orders
  for each row execute function private.recompute_after_order();

create function private.is_entitled(p_user uuid, p_course text) returns boolean
language sql stable security definer
-- Definer: policies call it for learners who may not read the whole table.
set search_path = '' as $$
  select exists (
    select from public.course_enrollments
    where user_id = p_user and course_id = p_course and status = 'active'
  )
$$;
comment on function private.is_entitled(uuid, text) is 'True while the person may study the course.';

create function private.was_entitled_at(p_user uuid, p_course text, p_at timestamptz) returns boolean
language sql stable security definer
-- Definer: same reason as is_entitled.
set search_path = '' as $$
  select exists (
    select from public.course_enrollments
    where user_id = p_user and course_id = p_course and (status = 'active' or ended_at > p_at)
  )
$$;
comment on function private.was_entitled_at(uuid, text, timestamptz) is
  'True when entitled now or at the given time: work done offline before access ended counts.';

create function private.serves_organisations(p_tier text) returns boolean
  language sql immutable parallel safe set search_path = ''
  return p_tier in ('ngo', 'professional');
comment on function private.serves_organisations is
  'Plans with a reviewed capstone, the resource library and the advanced modules. The same rule as servesOrganisations in src/domain/sales/plans.ts.';

-- Definer: entitlement depends on tables that a learner cannot read.
create function private.caller_is_entitled(p_course text, p_audience text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.course_enrollments
      where user_id = auth.uid() and course_id = p_course and status = 'active'
        and (p_audience = 'everyone' or private.serves_organisations(tier)));
  $$;
comment on function private.caller_is_entitled is
  'True when the caller has access now to what the course has for everyone or for organisations.';

create function private.caller_registered_at() returns timestamptz
language sql stable security definer
-- Definer, and only for the caller: the view below calls its functions with the learner's rights.
set search_path = '' as $$
  select created_at from auth.users where id = auth.uid()
$$;
comment on function private.caller_registered_at() is 'When the caller''s account was created.';

-- Reports "not enrolled" explicitly. An empty list can have other causes (a proxy, a half-started server, a missing
-- policy) and once locked out a paying learner.
--
-- The view runs as its owner, so that a paused learner can read the reason despite the policy above. Policies do not
-- apply to it, so it filters its rows itself.
create view public.enrollment_status with (security_invoker = false, security_barrier = true) as
  select
    coalesce(mine.course_id, 'ai-fluency-30-days') as course_id, -- COURSE_ID of src/domain/ids.ts
    mine.tier,
    coalesce(mine.status, 'none') as status,
    coalesce(mine.reason, 'none') as reason,
    mine.granted_at,
    mine.ended_at,
    caller.id as user_id,
    private.caller_registered_at() as registered_at,
    mine.started_at as enrolled_at,
    now() as answered_at
  from (select auth.uid() as id) as caller
  left join public.course_enrollments as mine
    on mine.user_id = caller.id and mine.course_id = 'ai-fluency-30-days'
  where caller.id is not null and (select private.require_full_session());
comment on view public.enrollment_status is
  'Exactly one row for a signed-in caller: their own enrolment in any state with its reason, or the status "none".';

grant select on public.enrollment_status to authenticated;

create function private.refuse_write() returns trigger
language plpgsql
set search_path = '' as $$
begin
  raise exception 'enrollment_status is read only' using errcode = 'insufficient_privilege';
end $$;
comment on function private.refuse_write() is
  'Rejects a write to the view as a missing privilege. Postgres'' own error would count as a server fault.';

create trigger refuse_write instead of insert or update or delete on public.enrollment_status
  for each row execute function private.refuse_write();

grant execute on function
  private.is_entitled(uuid, text),
  private.was_entitled_at(uuid, text, timestamptz)
to anon, authenticated, service_role;
grant execute on function
  private.caller_is_entitled(text, text),
  private.caller_registered_at()
to authenticated;

-- Creates orders, and checks for earlier purchases.

create function public.create_order(p_order jsonb, p_student_id_ref_hash text) returns jsonb
language plpgsql security invoker
set search_path = '' as $$
declare
  v_asked public.orders := jsonb_populate_record(null::public.orders, p_order);
  v_student_id public.student_ids;
  v_id uuid := gen_random_uuid();
begin
  -- 1. Take the reference before the order exists. If the order fails, the exception rolls this back.
  if p_student_id_ref_hash is not null then
    select * into v_student_id from public.student_ids
    where ref_hash = p_student_id_ref_hash and order_id is null and uploaded_at > now() - interval '24 hours'
    for update;
    if not found then return jsonb_build_object('outcome', 'student_id_invalid'); end if;
  end if;

  -- 2. The order: columns that a client or a caller may not choose keep their defaults.
  insert into public.orders (
    id, course_id, tier, plan, price_id, subtotal_pence, discount_pence, vat_pence, total_pence, discount_code,
    promotion_code_id, email, first_name, last_name, phone, country, organization, user_id, claim_token_hash,
    terms_accepted_at, immediate_supply_consent_at, reminder_consent_at, first_purchase_only
  ) values (
    v_id, v_asked.course_id, v_asked.tier, v_asked.plan, v_asked.price_id, v_asked.subtotal_pence,
    v_asked.discount_pence, v_asked.vat_pence, v_asked.total_pence, coalesce(v_asked.discount_code, ''),
    v_asked.promotion_code_id, v_asked.email, v_asked.first_name, v_asked.last_name, v_asked.phone,
    v_asked.country, coalesce(v_student_id.university, v_asked.organization), v_asked.user_id,
    v_asked.claim_token_hash,
    case when (p_order ->> 'terms_accepted')::boolean then now() end,
    case when (p_order ->> 'immediate_supply')::boolean then now() end,
    case when (p_order ->> 'reminder_consent')::boolean then now() end,
    coalesce(v_asked.first_purchase_only, false)
  );

  -- 3. The reference now belongs to this order.
  if v_student_id.id is not null then
    update public.student_ids set order_id = v_id where id = v_student_id.id;
  end if;
  return jsonb_build_object('outcome', 'created', 'order_id', v_id);
end $$;
comment on function public.create_order(jsonb, text) is
  'Stores an order and takes the student ID reference in one transaction: created with order_id, or student_id_invalid.';

create function public.abandon_order(p_order uuid) returns void
language plpgsql security invoker
set search_path = '' as $$
begin
  update public.orders set status = 'expired' where id = p_order and status in ('created', 'open');
  if found then
    update public.student_ids set order_id = null where order_id = p_order;
  end if;
end $$;
comment on function public.abandon_order(uuid) is
  'Expires an order that could not be offered for payment, and frees its student ID reference.';

create function public.has_paid_tier(p_user uuid, p_course text, p_tier text) returns boolean
language sql stable security definer
-- Definer: no role may read the table of states.
set search_path = '' as $$
  select exists (
    select from public.orders as each join private.order_statuses as states on states.status = each.status
    where each.user_id = p_user and each.course_id = p_course and each.tier = p_tier and states.effect = 'active'
      and each.team_id is null
  ) or exists (
    -- By a place in a team.
    select from public.course_enrollments
    where user_id = p_user and course_id = p_course and tier = p_tier and status = 'active'
  )
$$;
comment on function public.has_paid_tier(uuid, text, text) is
  'True when an order or a place of this tier gives the person access now.';

create function public.has_purchased(p_email text, p_user uuid) returns boolean
language sql stable security definer
-- Definer: calls private functions.
set search_path = '' as $$
  select exists (
    select from public.orders
    where paid_at is not null and private.email_key(email) = private.email_key(p_email) and team_id is null
  ) or exists (
    select from public.orders
    where paid_at is not null and user_id in (p_user, public.find_user_id_by_email(p_email)) and team_id is null
  )
$$;
comment on function public.has_purchased(text, uuid) is
  'True when an order for one learner was ever paid with this email address, however it is spelled, by its account or by the given one.';

grant execute on function
  public.create_order(jsonb, text),
  public.abandon_order(uuid),
  public.has_paid_tier(uuid, text, text),
  public.has_purchased(text, uuid)
to service_role;

-- Messages from the contact page. The service role stores them; staff read and answer them (staff/messages.sql).

create table public.contact_messages (
  id uuid primary key default pg_catalog.gen_random_uuid(),
  name text not null check (pg_catalog.char_length(name) between 1 and 100),
  email text not null check (pg_catalog.char_length(email) >= 3 and pg_catalog.char_length(email) <= 255 and email !~ '[^\x21-\x7e]'),
  subject text not null check (pg_catalog.char_length(subject) between 1 and 200),
  message text not null check (pg_catalog.char_length(message) between 1 and 2000),
  created_at timestamptz not null default pg_catalog.now(),
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  assigned_to uuid references auth.users (id) on delete set null
);
comment on table public.contact_messages is
  'Messages from the contact form, stored so that none is lost when an email fails.';
comment on column public.contact_messages.assigned_to is 'The member of staff who takes care of it.';
create index contact_messages_created_at on public.contact_messages (created_at, id);
create index contact_messages_by_state on public.contact_messages (state, created_at desc, id desc);
create index contact_messages_assigned_to on public.contact_messages (assigned_to);

alter table public.contact_messages enable row level security;
grant insert, select on public.contact_messages to service_role;

create table private.contact_answers (
  -- Created by the browser, so that an answer that is sent again is recognised.
  id uuid primary key,
  message_id uuid not null references public.contact_messages (id) on delete cascade,
  author_id uuid references auth.users (id) on delete set null,
  body text not null check (pg_catalog.char_length(body) >= 1 and pg_catalog.char_length(body) <= 5000),
  created_at timestamptz not null default pg_catalog.now()
);
comment on table private.contact_answers is
  'What staff answered by email to messages from the contact form. Deleted with the message.';
comment on column private.contact_answers.author_id is 'Null once that account is deleted.';
create index contact_answers_message_id on private.contact_answers (message_id);
create index contact_answers_author_id on private.contact_answers (author_id);

alter table private.contact_answers enable row level security;

-- Acknowledgements are limited, since anyone can trigger one to any address. The message itself is always recorded.
create function public.record_contact_message(
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
    -- The sender retries when a response was lost. A different text with the same id is not a repeat and must not be
    -- lost.
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
  'Stores a message and queues the email to the provider, and the acknowledgement unless the sender''s mailbox is over its limit. Returns stored, repeated (it was stored before) or taken (the id belongs to another text).';

grant execute on function
  public.record_contact_message(uuid, text, text, text, text, text)
to service_role;

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

-- Payments for orders, and the payment provider's events about them.

create function private.owns_order(p_order uuid) returns boolean
language sql stable security definer
-- Definer: a policy calls it for learners, who may not read the owner of an order.
set search_path = '' as $$
  select exists (
    select from public.orders where id = p_order and user_id = (select auth.uid()) and is_owner_proven
  )
$$;
comment on function private.owns_order(uuid) is
  'True when the order is the caller''s own and the caller is known to be its buyer.';

create table public.stripe_events (
  id text primary key check (length(id) between 1 and 255),
  type text not null,
  received_at timestamptz not null default now(),
  -- Null until the event has been handled; the provider resends it until then.
  processed_at timestamptz,
  tried_at timestamptz not null default now()
);
comment on table public.stripe_events is 'Every event received from the payment provider. Each takes effect once.';
comment on column public.stripe_events.tried_at is
  'The last attempt to handle it. Failed events are retried in the order of this time.';

alter table public.stripe_events enable row level security;
grant insert, select, update on public.stripe_events to service_role;

create table public.order_payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders on delete cascade,
  -- 1 for a full payment; 1 to 3 for a plan.
  number smallint not null check (number between 1 and 3),
  -- The provider's invoice, and the number on it. Null for a full payment until the provider has issued it.
  invoice_number text check (length(invoice_number) between 1 and 255),
  invoice_id text unique check (length(invoice_id) between 1 and 255),
  payment_intent_id text unique check (length(payment_intent_id) between 1 and 255),
  amount_pence integer not null check (amount_pence >= 0),
  refunded_pence integer not null default 0 check (refunded_pence between 0 and amount_pence),
  due_at timestamptz not null,
  paid_at timestamptz,
  -- The time of the first failure, and the number of failures.
  failed_at timestamptz,
  failures integer not null default 0 check (failures >= 0),
  -- The provider's page on which this invoice can be paid while it is open.
  invoice_url text check (length(invoice_url) between 1 and 2000),
  unique (order_id, number)
);
comment on table public.order_payments is
  'What was charged for an order: one row for a full payment, up to three for a plan. A paid row stays paid.';
comment on column public.order_payments.failed_at is
  'When the first attempt to charge failed. It stays when a later attempt succeeds.';

alter table public.order_payments enable row level security;
grant insert, select, update on public.order_payments to service_role;
grant select (
  id, order_id, number, invoice_number, amount_pence, refunded_pence, due_at, paid_at, failed_at
) on public.order_payments to authenticated;

create policy "owners read the payments of their orders" on public.order_payments
  for select to authenticated using (private.owns_order(order_id));
create policy "a full session only" on public.order_payments as restrictive
  for all to authenticated using ((select private.require_full_session()));

create function public.record_order_payment(
  p_order uuid, p_session text, p_user uuid, p_payment_intent text, p_invoice jsonb
) returns boolean
language plpgsql security definer
-- Definer: reads auth.users, queues emails and fills a profile in one transaction.
set search_path = '' as $$
declare
  v_order public.orders;
  v_user uuid;
  v_account_email text;
  v_made_by_this_order boolean;
begin
  -- 1. One at a time per order: webhook, success page and their retries all call this.
  select * into v_order from public.orders where id = p_order for update;
  if not found then
    raise exception 'there is no such order' using errcode = 'P0002';
  end if;
  if v_order.checkout_session_id is distinct from p_session and v_order.checkout_session_id is not null then
    raise exception 'the order belongs to another checkout session' using errcode = '22023';
  end if;
  if v_order.paid_at is not null then return false; end if;

  -- 2. The owner: the signed-in buyer, or the account with the order's address. An account that never proved its
  --    address gets nothing: the order waits for the owner of the address.
  v_user := case when v_order.user_id is not null or private.is_owners_account(p_user) then p_user end;

  -- 3. The payment. The trigger on orders computes the enrolment from it. The payments of a plan are written by
  --    record_plan.
  update public.orders set
    status = 'paid', paid_at = now(), user_id = v_user, checkout_session_id = p_session,
    payment_intent_id = p_payment_intent
  where id = p_order;
  if v_order.plan = 'full' then
    insert into public.order_payments (
      order_id, number, payment_intent_id, invoice_id, invoice_number, amount_pence, due_at, paid_at
    ) values (
      p_order, 1, p_payment_intent, p_invoice ->> 'id', p_invoice ->> 'number', v_order.total_pence, now(), now()
    );
  end if;

  -- 4. The emails. Whether the account is new is read from the account itself, so that a crash between creating it and
  --    this call changes nothing.
  select email, coalesce(raw_app_meta_data ->> 'made_for_order' = p_order::text, false)
  into strict v_account_email, v_made_by_this_order
  from auth.users where id = p_user;

  insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data)
  select kind, kind || ':' || p_order, recipient, p_order, data from (values
    (
      case when v_user is null then 'claim' when v_made_by_this_order then 'credentials' else 'attached' end,
      case when v_user is null then v_order.email else v_account_email end,
      case when v_user is null then '{}'::jsonb else jsonb_build_object('user_id', v_user) end
    ),
    ('receipt', v_order.email, '{}')
  ) as mails (kind, recipient, data)
  -- The owner of a team gets team_ready instead, from the trigger on orders.
  where v_order.team_id is null or kind <> 'attached'
  on conflict (dedupe_key) do nothing;
  if v_user is null then return true; end if;

  -- 5. Earlier orders of the address that still wait: their link was never opened, and the account has since been
  --    deleted.
  if v_order.user_id is null then perform private.attach_waiting_orders(v_user); end if;

  -- 6. The profile: empty fields are filled, nothing is overwritten. Not when a guest's order went to an account that
  --    existed before: its owner need not be the buyer, and must not learn who the buyer is.
  update public.profiles set
    first_name = coalesce(nullif(first_name, ''), v_order.first_name),
    last_name = coalesce(nullif(last_name, ''), v_order.last_name),
    organization = coalesce(nullif(organization, ''), nullif(v_order.organization, ''), organization),
    phone = coalesce(nullif(phone, ''), nullif(v_order.phone, ''), phone),
    country = coalesce(nullif(country, ''), nullif(v_order.country, ''), country)
  where id = v_user and (v_made_by_this_order or v_order.user_id is not null);
  return true;
end $$;
comment on function public.record_order_payment(uuid, text, uuid, text, jsonb) is
  'The only function that grants access for an order: marks it as paid, enrols its owner, or opens the places of a team (or makes it wait for the owner of its address), queues the emails and fills the profile, exactly once. `p_invoice` is the provider''s invoice of a full payment as { id, number }, or null if there is none yet. False when this was done before.';

create function private.is_unfinished_plan(p_order public.orders) returns boolean
language sql stable security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
  select p_order.plan = 'installment' and p_order.status in ('paid', 'past_due', 'paused', 'disputed', 'id_refused')
    and p_order.restored_at is null
    and 3 > (select count(*) from public.order_payments where order_id = p_order.id and paid_at is not null)
$$;
comment on function private.is_unfinished_plan(public.orders) is
  'True for a plan with payments outstanding, whether they will still be made or were stopped.';

create function public.plan_replaced_at(p_order uuid) returns timestamptz
-- PL/pgSQL, because private.is_claimable is created later.
language plpgsql stable security definer
-- Definer: calls private functions.
set search_path = '' as $$
begin
  return (
    select min(greatest(other.paid_at, other.restored_at)) from public.orders as mine
    join public.orders as other
      on other.user_id = mine.user_id and other.course_id = mine.course_id and other.tier = mine.tier
    join private.order_statuses as states on states.status = other.status
    where mine.id = p_order and mine.plan = 'installment' and mine.status in ('paused', 'id_refused')
      and other.id <> mine.id and other.second_purchase_of is null
      and states.effect = 'active' and other.status <> 'disputed' and other.team_id is null
      -- A guest who mistyped the address may still move it to another account, and notices that within two weeks.
      -- Not once a certificate was earned with it: then the account is the right one.
      and (
        not private.is_claimable(other) or other.paid_at < now() - interval '14 days'
        or exists (select from private.certificate_orders where order_id = other.id)
      )
  );
end $$;
comment on function public.plan_replaced_at(uuid) is
  'When the order was paid or restored that gives the owner of a paused plan the same tier for good (docs/decisions/0015). Null for a plan that no other order replaces.';

create function public.claim_orders_to_reconcile(p_limit integer) returns jsonb
language sql security definer
-- Definer: same reason as record_plan.
set search_path = '' as $$
  with due as (
    select id from public.orders, lateral (
      select case
        -- It may have been paid and the event lost: checked often while the order is new, then every hour.
        when paid_at is null then least(interval '1 hour', greatest(interval '55 seconds', (now() - created_at) / 10))
        when schedule_id is null and plan_ended_at is null then interval '55 seconds'
        when status = 'past_due' and grace_until <= now() then interval '55 seconds'
        -- Another order gives the same tier: the plan has to end before its next payment.
        when status in ('paused', 'id_refused') and plan_ended_at is null
          and public.plan_replaced_at(id) is not null then interval '55 seconds'
        else interval '6 hours'
      end as pause
    ) as look
    where (
      (paid_at is null and status in ('created', 'open', 'expired') and created_at > now() - interval '7 days')
      -- A bank transfer may be late: also after the invoice is void, when the money is sent back.
      or (paid_at is null and id in (
        select order_id from public.order_invoices where ended_at is null or ended_at > now() - interval '30 days'))
      or (
        -- A plan that continues, whose outstanding payment can still be made, or that has to be paused.
        plan = 'installment' and paid_at is not null
        and (
          plan_ended_at is null
          or status = 'past_due'
          or (status = 'paused' and plan_ended_at > now() - interval '60 days')
          -- It ended unpaid while another state took precedence, such as a refused student ID.
          -- Not is_unfinished_plan, which costs more to call: this is computed for every completed plan.
          or (
            status = 'paid' and restored_at is null
            and 3 > (select count(*) from public.order_payments where order_id = orders.id and paid_at is not null)
          )
        )
      )
    ) and coalesce(checked_at + look.pause <= now(), true)
    -- The longest overdue first, so that a flood of new orders delays the others only by its own length.
    order by coalesce(checked_at + look.pause, created_at)
    limit p_limit
    for update of orders skip locked
  ), claimed as (
    update public.orders as mine set checked_at = now() from due where mine.id = due.id
    returning mine.id, mine.paid_at
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'is_paid', paid_at is not null)), '[]') from claimed
$$;
comment on function public.claim_orders_to_reconcile(integer) is
  'The orders to compare with the payment provider now, each claimed by one caller: [{ id, is_paid }].';

grant execute on function
  private.owns_order(uuid)
to authenticated;
grant execute on function
  public.record_order_payment(uuid, text, uuid, text, jsonb),
  public.plan_replaced_at(uuid),
  public.claim_orders_to_reconcile(integer)
to service_role;

-- Plans of three monthly payments: recording the provider's reports, and their effect on access.

create function private.queue_plan_mail(p_order public.orders, p_kind text, p_key text, p_data jsonb) returns void
language sql security definer
-- Definer: called only by the functions below.
set search_path = '' as $$
  insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data)
  -- After the account's deletion the order has no address.
  select p_kind, p_key, p_order.email, p_order.id, p_data where p_order.email <> ''
  on conflict (dedupe_key) do nothing
$$;

create function private.extended_key(p_order public.orders, p_key text) returns text
language sql stable
set search_path = '' as $$
  select p_key || coalesce(':' || private.iso(p_order.extended_until), '')
$$;
comment on function private.extended_key(public.orders, text) is
  'The dedupe_key of an email that is sent again when access pauses after staff extended it.';

create function private.plan_ended_early(p_order public.orders) returns boolean
language sql stable security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
  select p_order.plan_ended_at is not null and 3 > (
    select count(*) from public.order_payments where order_id = p_order.id and (paid_at is not null or failures > 0)
  )
$$;
comment on function private.plan_ended_early(public.orders) is
  'True for a plan that the provider ended before it asked for all payments: paying an open one no longer completes it.';

create function public.record_plan(p_order uuid, p_plan jsonb) returns text
language plpgsql security definer
-- Definer: changes payments, state and emails in one transaction.
set search_path = '' as $$
declare
  c_grace constant interval := interval '14 days';
  c_payments constant integer := 3;
  v_order public.orders;
  v_owed public.order_payments;
  v_last_paid public.order_payments;
  v_paid integer;
  v_status text;
begin
  -- 1. One at a time per order. Each caller passes what the provider reported a moment ago, and the reports may arrive
  --    out of order. "No key", so that an order that refers to this one can be paid meanwhile.
  select * into v_order from public.orders where id = p_order for no key update;
  if not found then
    raise exception 'there is no such order' using errcode = 'P0002';
  end if;
  if v_order.plan <> 'installment' or v_order.paid_at is null then
    raise exception 'the order is no plan that was begun' using errcode = '22023';
  end if;
  if v_order.subscription_id <> p_plan ->> 'subscription_id' then
    raise exception 'the order belongs to another subscription' using errcode = '22023';
  end if;

  -- 2. The payments. A paid row is never changed.
  insert into public.order_payments as mine (
    order_id, number, invoice_id, invoice_number, payment_intent_id, invoice_url, amount_pence, due_at, paid_at, failed_at,
    failures
  )
  select p_order, each.number, each.invoice_id, each.invoice_number, each.payment_intent_id, each.invoice_url, each.amount_pence,
    each.due_at, each.paid_at, each.failed_at, each.failures
  from jsonb_to_recordset(p_plan -> 'payments') as each (
    number smallint, invoice_id text, invoice_number text, payment_intent_id text, invoice_url text, amount_pence integer,
    due_at timestamptz, paid_at timestamptz, failed_at timestamptz, failures integer
  )
  on conflict (order_id, number) do update set
    invoice_number = coalesce(excluded.invoice_number, mine.invoice_number),
    payment_intent_id = coalesce(excluded.payment_intent_id, mine.payment_intent_id),
    invoice_url = coalesce(excluded.invoice_url, mine.invoice_url),
    amount_pence = excluded.amount_pence,
    paid_at = excluded.paid_at,
    failed_at = coalesce(mine.failed_at, excluded.failed_at),
    failures = greatest(mine.failures, excluded.failures)
  where mine.paid_at is null;

  select count(*) into v_paid from public.order_payments
  where order_id = p_order and paid_at is not null
    -- A payment that was given back, because another order had replaced the plan, does not complete it later.
    and not (
      (v_order.status = 'paused' or v_order.extended_until is not null) and amount_pence > 0 and refunded_pence >= amount_pence
      and exists (
        select from public.orders as other
        where other.user_id = v_order.user_id and other.course_id = v_order.course_id and other.tier = v_order.tier
          and other.id <> p_order and other.team_id is null and other.paid_at <= order_payments.paid_at
      )
    );
  select * into v_last_paid from public.order_payments
  where order_id = p_order and paid_at is not null order by paid_at desc, number desc limit 1;
  select * into v_owed from public.order_payments
  where order_id = p_order and paid_at is null and failures > 0 order by number limit 1;

  update public.orders set
    -- Not for an anonymised order.
    customer_id = case when v_order.email <> '' then p_plan ->> 'customer_id' end,
    subscription_id = p_plan ->> 'subscription_id',
    schedule_id = coalesce(schedule_id, p_plan ->> 'schedule_id'),
    plan_ended_at = coalesce(
      plan_ended_at,
      case when v_paid = c_payments then v_last_paid.paid_at end,
      (p_plan ->> 'ended_at')::timestamptz
    )
  where id = p_order
  returning * into v_order;

  -- 3. The receipts of the later payments, and the dates of all. A free plan needs no email.
  perform private.queue_plan_mail(
    v_order, 'receipt', 'receipt:' || p_order || ':' || number, jsonb_build_object('number', number)
  )
  from public.order_payments
  where order_id = p_order and number > 1 and paid_at is not null and amount_pence > 0;
  if v_order.total_pence > 0 then
    perform private.queue_plan_mail(v_order, 'plan_schedule', 'plan_schedule:' || p_order, '{}');
  end if;

  -- 4. The state. Disputes and refunds take precedence; record_dispute and record_refund handle them.
  v_status := case
    when v_order.status not in ('paid', 'past_due', 'paused') then v_order.status
    -- What was collected since is refunded (syncPlan), by the next check if the plan has been replaced since this one began.
    when v_order.status = 'paused'
      and ((p_plan ->> 'is_replaced')::boolean or public.plan_replaced_at(p_order) is not null) then 'paused'
    when v_order.restored_at is not null then 'paid'
    when v_owed.id is not null then
      case when v_order.status = 'paid' then 'past_due' else v_order.status end
    when v_paid < c_payments and v_order.plan_ended_at is not null then
      case when v_order.status <> 'paused' and v_order.extended_until > now() then v_order.status else 'paused' end
    else 'paid'
  end;
  if v_status = 'past_due' and v_order.status = 'paid' and v_owed.failed_at + c_grace > now()
    and not private.plan_ended_early(v_order) then
    -- If the grace period is already over (a dispute took longer) or the plan is, pause_overdue sends the email.
    perform private.queue_plan_mail(
      v_order, 'payment_failed', 'payment_failed:' || p_order || ':' || v_owed.number,
      jsonb_build_object('number', v_owed.number, 'is_reminder', false)
    );
  elsif v_status = 'paid' and v_order.status <> 'paid' then
    perform private.queue_plan_mail(
      v_order, 'recovered', 'recovered:' || p_order || ':' || v_last_paid.number,
      jsonb_build_object('number', v_last_paid.number)
    );
  end if;
  if v_status = 'paused' and v_order.plan_ended_at is not null then
    perform private.queue_plan_mail(
      v_order, 'access_ended', private.extended_key(v_order, 'access_ended:' || p_order), '{}'
    );
  end if;
  -- At every check: the order may have regained access in any way, and the later one may have been paid at the same moment.
  if v_status = 'paid' then perform private.mark_later_purchases(v_order); end if;
  update public.orders set
    status = v_status,
    grace_until = case v_status
      when 'paid' then null
      when 'past_due' then coalesce(grace_until, greatest(v_owed.failed_at + c_grace, extended_until))
      else grace_until
    end
  where id = p_order and (status <> v_status or (v_status = 'past_due' and grace_until is null));
  return v_status;
end $$;
comment on function public.record_plan(uuid, jsonb) is
  'Stores what the provider reports of a plan (payments, schedule, end) and applies the resulting state and emails. Reports may arrive in any order and repeatedly. Returns the order''s state.';

create function public.pause_overdue(p_order uuid) returns boolean
language plpgsql security definer
-- Definer: same reason as record_plan.
set search_path = '' as $$
declare
  v_order public.orders;
begin
  -- A plan that the provider ended after the grace period is overdue by the provider's clock. An extension by staff counts by ours.
  update public.orders set status = 'paused'
  where id = p_order and status = 'past_due'
    and grace_until <= greatest(now(), case when extended_until is null then plan_ended_at end)
  returning * into v_order;
  if not found then return false; end if;
  if v_order.plan_ended_at is null then
    perform private.queue_plan_mail(
      v_order, 'access_paused', private.extended_key(v_order, 'access_paused:' || p_order || ':' || number),
      jsonb_build_object('number', number)
    )
    from public.order_payments
    where order_id = p_order and paid_at is null and failures > 0 order by number limit 1;
  else
    perform private.queue_plan_mail(
      v_order, 'access_ended', private.extended_key(v_order, 'access_ended:' || p_order), '{}'
    );
  end if;
  return true;
end $$;
comment on function public.pause_overdue(uuid) is
  'Pauses the access of an order whose grace period is over, and queues the email. True when it did so.';

create function public.remind_overdue() returns integer
language plpgsql security definer
-- Definer: same reason as record_plan.
set search_path = '' as $$
declare
  c_before_end constant interval := interval '7 days';
  v_count integer;
begin
  insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data)
  select distinct on (each.id)
    'payment_failed', 'payment_failed:' || each.id || ':' || owed.number || ':reminder', each.email, each.id,
    jsonb_build_object('number', owed.number, 'is_reminder', true)
  from public.orders as each join public.order_payments as owed on owed.order_id = each.id
  where each.status = 'past_due' and each.grace_until between now() and now() + c_before_end
    and owed.paid_at is null and owed.failures > 0 and not private.plan_ended_early(each)
  order by each.id, owed.number
  on conflict (dedupe_key) do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end $$;
comment on function public.remind_overdue() is
  'Queues one reminder for each outstanding payment, a week before access would pause. Returns how many.';

grant execute on function
  public.record_plan(uuid, jsonb),
  public.pause_overdue(uuid),
  public.remind_overdue()
to service_role;

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

-- Refunds, their credit notes and disputes, as the payment provider reports them.

create table private.order_disputes (
  -- The provider's id.
  id text primary key check (length(id) between 1 and 255),
  order_id uuid not null references public.orders on delete cascade,
  status text not null check (status in ('open', 'won', 'lost')),
  opened_at timestamptz not null default now(),
  closed_at timestamptz
);
comment on table private.order_disputes is
  'Payments that a buyer''s bank disputes. A decided dispute stays decided, whatever event arrives later.';
create index order_disputes_order_id on private.order_disputes (order_id);

alter table private.order_disputes enable row level security;

create table public.credit_notes (
  -- The provider's ids: of the credit note, and of the refund that it is for.
  id text primary key check (length(id) between 1 and 255),
  refund_id text not null unique check (length(refund_id) between 1 and 255),
  payment_id uuid not null references public.order_payments on delete cascade,
  number text not null check (length(number) between 1 and 255),
  amount_pence integer not null check (amount_pence > 0),
  -- The VAT in the amount.
  vat_pence integer not null check (vat_pence between 0 and amount_pence),
  created_at timestamptz not null
);
comment on table public.credit_notes is
  'The provider''s credit notes: one for each refund of a payment that has an invoice.';
create index credit_notes_payment_id on public.credit_notes (payment_id);

alter table public.credit_notes enable row level security;
grant insert, select, update on public.credit_notes to service_role;
grant select (id, payment_id, number, amount_pence, created_at) on public.credit_notes to authenticated;

create policy "owners read the credit notes of their orders" on public.credit_notes
  for select to authenticated using (
    exists (select from public.order_payments as mine where mine.id = payment_id)
  );
create policy "a full session only" on public.credit_notes as restrictive
  for all to authenticated using ((select private.require_full_session()));

create function public.record_refund(p_payment_intent text, p_refunded_pence integer) returns jsonb
language plpgsql security definer
-- Definer: reads private tables, and changes the state and queues the email in one transaction.
set search_path = '' as $$
declare
  v_order public.orders;
  v_payment public.order_payments;
  v_now_pence integer;
  v_paid_pence integer;
  v_refunded_pence integer;
begin
  -- 1. One at a time per order ("no key", so that another order can refer to this one meanwhile). A payment that was
  --    never recorded cannot be refunded.
  select mine.* into v_order from public.orders as mine
  join public.order_payments as each on each.order_id = mine.id
  where each.payment_intent_id = p_payment_intent and each.paid_at is not null
  for no key update of mine;
  if not found then return jsonb_build_object('outcome', 'unknown'); end if;

  -- 2. The amount, which only grows: a late event may report less than is already known.
  select * into strict v_payment from public.order_payments where payment_intent_id = p_payment_intent;
  v_now_pence := least(p_refunded_pence, v_payment.amount_pence) - v_payment.refunded_pence;
  if v_now_pence <= 0 then
    return jsonb_build_object('outcome', 'repeat', 'order_id', v_order.id, 'status', v_order.status, 'subscription_id', v_order.subscription_id);
  end if;
  update public.order_payments set refunded_pence = refunded_pence + v_now_pence where id = v_payment.id;

  -- 3. Everything paid has been refunded: the order ends. The trigger on orders computes access from all of them.
  select sum(amount_pence), sum(refunded_pence) into v_paid_pence, v_refunded_pence
  from public.order_payments where order_id = v_order.id and paid_at is not null;
  if v_refunded_pence = v_paid_pence then
    update public.orders set status = 'refunded'
    where id = v_order.id and status in ('paid', 'past_due', 'paused', 'disputed', 'id_refused', 'ended');
  end if;
  select * into strict v_order from public.orders where id = v_order.id;

  -- 4. The email: one for each step of the amount. After the account's deletion the order has no address.
  insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data)
  select
    'refund', 'refund:' || v_payment.id || ':' || (v_payment.refunded_pence + v_now_pence), v_order.email, v_order.id,
    jsonb_build_object(
      'payment_id', v_payment.id,
      'payment_refunded_pence', v_payment.refunded_pence + v_now_pence,
      'now_pence', v_now_pence,
      'refunded_pence', v_refunded_pence,
      'paid_pence', v_paid_pence,
      'is_second_purchase', v_order.second_purchase_of is not null,
      'has_access', case when v_order.team_id is null then private.is_entitled(v_order.user_id, v_order.course_id)
        else private.team_capacity(v_order.team_id) > 0 end
    )
  where v_order.email <> ''
  on conflict (dedupe_key) do nothing;
  return jsonb_build_object(
    'outcome', case when v_refunded_pence = v_paid_pence then 'full' else 'partial' end,
    'order_id', v_order.id, 'status', v_order.status, 'subscription_id', v_order.subscription_id
  );
end $$;
comment on function public.record_refund(text, integer) is
  'Records how much of a payment has been refunded in total. A full refund of all payments ends the order.';

create function public.record_dispute(p_payment_intent text, p_dispute text, p_status text) returns jsonb
language plpgsql security definer
-- Definer: no role may write the table.
set search_path = '' as $$
declare
  v_order public.orders;
  v_is_lost boolean;
  v_is_open boolean;
begin
  select mine.* into v_order from public.orders as mine
  join public.order_payments as each on each.order_id = mine.id
  where each.payment_intent_id = p_payment_intent and each.paid_at is not null
  for no key update of mine;
  if not found then return jsonb_build_object('outcome', 'unknown'); end if;

  insert into private.order_disputes as mine (id, order_id, status, closed_at)
  values (p_dispute, v_order.id, p_status, case when p_status <> 'open' then now() end)
  on conflict (id) do update set status = excluded.status, closed_at = excluded.closed_at
  where mine.status = 'open' and excluded.status <> 'open';

  select coalesce(bool_or(status = 'lost'), false), coalesce(bool_or(status = 'open'), false)
  into v_is_lost, v_is_open
  from private.order_disputes where order_id = v_order.id;

  if v_is_lost then
    update public.orders set status = 'revoked'
    where id = v_order.id and status in ('paid', 'past_due', 'paused', 'disputed', 'id_refused', 'ended');
  elsif v_is_open then
    -- A plan in arrears keeps its grace period, and a dispute does not give a paused one access.
    update public.orders set status = 'disputed' where id = v_order.id and status = 'paid';
  else
    -- Only a paid order becomes disputed. The caller then runs record_plan for what the plan missed meanwhile.
    update public.orders set status = 'paid' where id = v_order.id and status = 'disputed';
  end if;

  select * into v_order from public.orders where id = v_order.id;
  return jsonb_build_object('outcome', 'recorded', 'order_id', v_order.id, 'status', v_order.status, 'subscription_id', v_order.subscription_id);
end $$;
comment on function public.record_dispute(text, text, text) is
  'Records a dispute as open, won or lost. Access stays while it is open, ends when it is lost, and is unchanged when it is won.';

grant execute on function
  public.record_refund(text, integer),
  public.record_dispute(text, text, text)
to service_role;

-- Second purchases: orders for a course to which the buyer already has access. reconcile-payments refunds them.

create function private.lock_purchases(p_order public.orders) returns void
language sql volatile security definer
-- Definer: called only by the functions below.
set search_path = '' as $$
  -- The lock of recompute_enrollment: of two concurrent changes, the second sees what the first committed.
  select pg_advisory_xact_lock(hashtextextended('enrollment:' || p_order.user_id::text || ':' || p_order.course_id, 0))
$$;

create function private.purchase_before(p_order public.orders) returns uuid
language sql stable security definer
-- Definer: called only by the functions below.
set search_path = '' as $$
  select each.id from public.orders as each join private.order_statuses as states on states.status = each.status
  where each.user_id = p_order.user_id and each.course_id = p_order.course_id
    and (each.tier = p_order.tier or (p_order.first_purchase_only and each.paid_at <= p_order.paid_at))
    and each.id <> p_order.id and each.second_purchase_of is null and states.effect = 'active' and each.team_id is null
  -- A disputed order is less certain to last.
  order by each.status = 'disputed', each.paid_at
  limit 1
$$;
comment on function private.purchase_before(public.orders) is
  'Another order that gives the same person the same tier, or any tier if this one has a code for a first purchase, and is not itself a second purchase, or null.';

create function private.mark_later_purchases(p_order public.orders) returns void
-- PL/pgSQL, because some of the functions that it calls are created later.
language plpgsql volatile security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
begin
  -- Access that staff have only extended ends again, and the learner would be left without any.
  if (private.last_refusal(p_order.id)).student_id is not null
    or (p_order.plan_ended_at is not null and private.is_unfinished_plan(p_order)) then
    return;
  end if;
  update public.orders set second_purchase_of = p_order.id
  where user_id = p_order.user_id and course_id = p_order.course_id and tier = p_order.tier
    and paid_at > p_order.paid_at and id <> p_order.id and second_purchase_of is null
    and status in (select each.status from private.order_statuses as each where each.effect = 'active')
    -- If staff have restored either of the two, they decided about both.
    and team_id is null and restored_at is null and p_order.restored_at is null and p_order.second_purchase_of is null;
end $$;
comment on function private.mark_later_purchases(public.orders) is
  'Marks the orders that were paid while this one gave no access. It gives access again, so they are second purchases.';

create function private.mark_second_purchase() returns trigger
language plpgsql security definer
-- Definer: calls private functions.
set search_path = '' as $$
begin
  perform private.lock_purchases(new);
  new.second_purchase_of := private.purchase_before(new);
  return new;
end $$;

create trigger mark_second_purchase
  before update on public.orders
  for each row when (
    new.paid_at is not null and new.user_id is not null and new.team_id is null
    -- Deleting the account leaves the mark as it is: the refund is still owed.
    and (old.paid_at is null or old.user_id is distinct from new.user_id)
  )
  execute function private.mark_second_purchase();

create function public.claim_second_purchase() returns jsonb
language plpgsql security definer
-- Definer: calls private functions.
set search_path = '' as $$
declare
  v_order public.orders;
begin
  -- 1. The one checked longest ago, so that one that always fails does not hold up the others.
  update public.orders set refund_tried_at = now() where id = (
    select id from public.orders as mine
    where second_purchase_of is not null and restored_at is null and status in ('paid', 'past_due')
      and coalesce(refund_tried_at <= now() - interval '55 seconds', true)
      and exists (
        select from public.order_payments
        where order_id = mine.id and paid_at is not null and payment_intent_id is not null
          and refunded_pence < amount_pence
      )
    order by refund_tried_at nulls first, paid_at
    limit 1
    for no key update skip locked
  ) returning * into v_order;
  if not found then return null; end if;

  -- 2. The earlier order may have been refunded since, or belong to another account: then this one stays.
  if v_order.user_id is not null then
    perform private.lock_purchases(v_order);
    v_order.second_purchase_of := private.purchase_before(v_order);
    update public.orders set second_purchase_of = v_order.second_purchase_of where id = v_order.id;
    -- While the other payment is disputed, nothing is decided.
    if not exists (
      select from public.orders where id = v_order.second_purchase_of and status <> 'disputed'
    ) then
      return jsonb_build_object('id', v_order.id, 'payments', '[]'::jsonb);
    end if;
  end if;

  return jsonb_build_object('id', v_order.id, 'payments', (
    select jsonb_agg(
      jsonb_build_object('id', id, 'payment_intent_id', payment_intent_id, 'amount_pence', amount_pence)
      order by number
    )
    from public.order_payments
    where order_id = v_order.id and paid_at is not null and payment_intent_id is not null
      and refunded_pence < amount_pence
  ));
end $$;
comment on function public.claim_second_purchase() is
  'The next second purchase to check, claimed by one caller at most once a minute: { id, payments } with the payments to refund now, none if it stays. Null when there is none.';

grant execute on function
  public.claim_second_purchase()
to service_role;

-- Orders that staff open and the buyer pays by invoice (docs/decisions/0086). The provider's invoice decides what is owed;
-- a row here says how far it got.

create table public.order_invoices (
  order_id uuid primary key references public.orders on delete cascade,
  created_at timestamptz not null default now(),
  days_until_due smallint not null check (days_until_due between 1 and 90),
  -- What only the invoice needs: address and VAT number. Emptied as soon as the provider has sent the invoice.
  billing jsonb not null,
  -- The provider's id, number and page of the invoice.
  invoice_id text unique check (length(invoice_id) between 1 and 255),
  invoice_number text check (length(invoice_number) between 1 and 255),
  invoice_url text check (length(invoice_url) between 1 and 2000),
  status text not null default 'draft' check (status in ('draft', 'open', 'paid', 'void', 'uncollectible')),
  due_at timestamptz,
  sent_at timestamptz,
  paid_pence integer not null default 0 check (paid_pence >= 0),
  balance_pence integer not null default 0 check (balance_pence >= 0),
  ended_at timestamptz
);
comment on table public.order_invoices is
  'One row for each order that is paid by invoice: what the provider says about the invoice.';
comment on column public.order_invoices.balance_pence is
  'What the buyer has transferred and the provider has not used: a part, while the invoice is open, as it is only ever paid as a whole. Afterwards too much, which is sent back.';
comment on column public.order_invoices.ended_at is
  'When the order stopped waiting for the payment, because the invoice was paid, void or given up.';
create index order_invoices_waiting on public.order_invoices (created_at) where ended_at is null;

alter table public.order_invoices enable row level security;
grant select on public.order_invoices to service_role;

create function public.staff_open_invoice(p_actor uuid, p_order jsonb, p_invoice jsonb, p_reason text) returns text
language plpgsql security definer
-- Definer: calls private functions, and writes the order and the record in one transaction.
set search_path = '' as $$
declare
  v_asked public.orders := jsonb_populate_record(null::public.orders, p_order);
  v_invoice public.order_invoices := jsonb_populate_record(null::public.order_invoices, p_invoice);
  v_order public.orders;
  v_owner uuid;
begin
  -- 1. One at a time for each address: two members of staff may answer the same email.
  perform pg_advisory_xact_lock(hashtextextended('invoice:' || private.email_key(v_asked.email), 0));

  -- 2. A repeat, whose response was lost, continues what the first one stored.
  select mine.* into v_order from public.orders as mine
  join public.order_invoices as its on its.order_id = mine.id where mine.id = v_asked.id;
  if found then
    return case
      when v_order.email = v_asked.email and v_order.tier = v_asked.tier and v_order.total_pence = v_asked.total_pence
        and v_order.seats = coalesce((p_order -> 'team' ->> 'seats')::smallint, 1)
        then 'opened'
      else 'changed' end;
  end if;

  -- 3. Places for a team. An owner who is not known yet is when the invoice is paid.
  if p_order ? 'team' then
    v_owner := public.find_user_id_by_email(v_asked.email);
    v_asked.team_id := private.place_team(
      p_order -> 'team', case when private.has_proven_address(v_owner) then v_owner end, v_asked.tier);
    v_asked.seats := (p_order -> 'team' ->> 'seats')::smallint;
  -- Otherwise the payment would be refunded as a second purchase.
  elsif exists (
    select from public.orders as each join private.order_statuses as states on states.status = each.status
    where states.effect = 'active' and each.team_id is null
      and each.tier = v_asked.tier and each.course_id = v_asked.course_id and (
      private.email_key(each.email) = private.email_key(v_asked.email)
      or each.user_id = public.find_user_id_by_email(v_asked.email))
  ) then return 'enrolled';
  elsif exists (
    select from public.orders as each join public.order_invoices as its on its.order_id = each.id
    where its.ended_at is null and each.team_id is null and each.tier = v_asked.tier
      and private.email_key(each.email) = private.email_key(v_asked.email)
  ) then return 'invoiced'; end if;

  insert into public.orders (
    id, course_id, tier, plan, price_id, subtotal_pence, discount_pence, vat_pence, total_pence, discount_code,
    promotion_code_id, first_purchase_only, email, first_name, last_name, country, organization, purchase_order,
    claim_token_hash, seats, team_id
  ) values (
    v_asked.id, v_asked.course_id, v_asked.tier, 'full', v_asked.price_id, v_asked.subtotal_pence,
    v_asked.discount_pence, v_asked.vat_pence, v_asked.total_pence, v_asked.discount_code, v_asked.promotion_code_id,
    v_asked.first_purchase_only, v_asked.email, v_asked.first_name, v_asked.last_name, v_asked.country,
    v_asked.organization, v_asked.purchase_order,
    -- Nobody has the token: no browser of a buyer placed the order.
    encode(sha256(gen_random_uuid()::text::bytea), 'hex'), coalesce(v_asked.seats, 1), v_asked.team_id
  );
  insert into public.order_invoices (order_id, days_until_due, billing)
  values (v_asked.id, v_invoice.days_until_due, v_invoice.billing);
  perform private.record_staff_action(p_actor, 'invoice_opened', 'order', v_asked.id::text, p_reason,
    jsonb_build_object('amount_pence', v_asked.total_pence, 'list_pence', p_invoice -> 'list_pence',
      'days_until_due', v_invoice.days_until_due, 'terms_sent', p_invoice -> 'terms_sent'));
  return 'opened';
end $$;
comment on function public.staff_open_invoice(uuid, jsonb, jsonb, text) is
  'Stores an order to be paid by invoice, under the id that the browser made: opened (also for a repeat), changed (the id belongs to an order with other details), enrolled (this address has the course), or invoiced (it has an invoice that is not paid). With team { name, seats } in p_order, the order buys places and neither of the last two applies.';

create function public.staff_act_on_invoice(p_actor uuid, p_order uuid, p_attempt uuid, p_action text, p_reason text)
returns text
language plpgsql security definer
-- Definer: calls private functions.
set search_path = '' as $$
declare
  v_invoice public.order_invoices;
begin
  perform from public.orders where id = p_order for no key update;
  select * into v_invoice from public.order_invoices where order_id = p_order;
  if not found then return 'not_found'; end if;
  -- Its response was lost. The provider knows the attempt as well, so that the repeat has no second effect there.
  if private.was_attempted(p_order, p_attempt) then return 'possible'; end if;
  if v_invoice.ended_at is not null then return 'invoice_ended'; end if;
  perform private.record_staff_action(
    p_actor, case p_action when 'invoice_sent' then 'invoice_sent' else 'invoice_voided' end, 'order', p_order::text, p_reason,
    jsonb_build_object('attempt', p_attempt));
  return 'possible';
end $$;
comment on function public.staff_act_on_invoice(uuid, uuid, uuid, text, text) is
  'Records that staff send or void an invoice, before the provider is asked: possible, not_found or invoice_ended.';

create function public.record_invoice(p_order uuid, p_invoice jsonb) returns text
language plpgsql security definer
-- Definer: service_role only reads the table, so that every change of an invoice goes through here.
set search_path = '' as $$
declare
  v_seen constant public.order_invoices := jsonb_populate_record(null::public.order_invoices, p_invoice);
  v_order public.orders;
  v_mine public.order_invoices;
begin
  -- 1. One at a time per order. The provider's answers may arrive in another order than it gave them, so what is final
  --    stays, and what is missing in an answer stays as it is.
  select * into strict v_order from public.orders where id = p_order for no key update;
  update public.order_invoices as mine set
    invoice_id = coalesce(mine.invoice_id, v_seen.invoice_id),
    invoice_number = coalesce(v_seen.invoice_number, mine.invoice_number),
    invoice_url = coalesce(v_seen.invoice_url, mine.invoice_url),
    status = case when mine.status in ('paid', 'void') then mine.status else coalesce(v_seen.status, mine.status) end,
    due_at = coalesce(v_seen.due_at, mine.due_at),
    sent_at = coalesce(mine.sent_at, v_seen.sent_at),
    paid_pence = greatest(mine.paid_pence, v_seen.paid_pence),
    balance_pence = coalesce(v_seen.balance_pence, mine.balance_pence)
  where order_id = p_order returning * into strict v_mine;

  -- 2. Nothing more to wait for. A payment that arrives in spite of it still counts: the states allow it.
  update public.order_invoices set
    ended_at = case when v_mine.status in ('paid', 'void', 'uncollectible') then coalesce(ended_at, now()) end,
    billing = case when v_mine.sent_at is not null or v_mine.status not in ('draft', 'open') then '{}' else billing end
  where order_id = p_order;
  update public.orders set
    customer_id = coalesce(customer_id, p_invoice ->> 'customer_id'),
    status = case
      when v_mine.status in ('void', 'uncollectible') and status in ('created', 'invoiced') then 'expired'
      when v_mine.status = 'open' and status = 'created' then 'invoiced'
      else status end
  where id = p_order returning status into v_order.status;
  return v_order.status;
end $$;
comment on function public.record_invoice(uuid, jsonb) is
  'Records what the provider says about an order''s invoice, in the columns of order_invoices, and customer_id. The order waits for an open invoice and expires with a void one. Returns the order''s state.';

create function private.note_customer_of_deleted_order() returns trigger
language plpgsql security definer
-- Definer: the rules that delete orders may not write the table.
set search_path = '' as $$
begin
  insert into private.customers_to_delete (customer_id) values (old.customer_id) on conflict (customer_id) do nothing;
  return old;
end $$;

-- An order by invoice has a customer at the provider although it was never paid.
create trigger note_customer before delete on public.orders
  for each row when (old.customer_id is not null) execute function private.note_customer_of_deleted_order();

grant execute on function
  public.staff_open_invoice(uuid, jsonb, jsonb, text),
  public.staff_act_on_invoice(uuid, uuid, uuid, text, text),
  public.record_invoice(uuid, jsonb)
to service_role;

-- Student IDs: what staff decide about them. sales/refused_student_ids.sql has what follows from a refusal.

create table private.student_id_decisions (
  -- The id of the row in public.student_ids, which is deleted together with the file.
  student_id uuid primary key,
  order_id uuid not null references public.orders on delete cascade,
  uploaded_at timestamptz not null,
  decision text not null check (decision in ('approved', 'refused')),
  -- REFUSAL_REASONS of src/domain/sales/studentIdDecision.ts. Empty when approved.
  reason text not null check (reason in ('', 'unreadable', 'expired', 'other_name', 'other_institution', 'no_student_id')),
  decided_at timestamptz not null default now(),
  -- No foreign key: the decision outlives the account of the member of staff.
  decided_by uuid,
  choose_until timestamptz,
  choice text check (choice in ('another', 'difference', 'refund')),
  chosen_at timestamptz,
  -- SHA-256 of the keys in the emailed links. Each email has its own.
  key_hashes text[] not null default '{}',
  check ((decision = 'refused') = (reason <> '')),
  check ((decision = 'refused') = (choose_until is not null)),
  check ((choice is null) = (chosen_at is null))
);
comment on table private.student_id_decisions is
  'One row per student ID that staff decided about, once. After a refusal, the learner''s choice: another ID, the difference to another price, or a refund.';
create index student_id_decisions_order_id on private.student_id_decisions (order_id, decided_at);
create index student_id_decisions_decided_at on private.student_id_decisions (decided_at desc, student_id);
create index student_id_decisions_keys on private.student_id_decisions using gin (key_hashes);
create index student_id_decisions_refused on private.student_id_decisions (choose_until) where decision = 'refused';

alter table private.student_id_decisions enable row level security;

create function private.is_last_decision(p_decision private.student_id_decisions) returns boolean
language sql stable security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
  select not exists (
    select from private.student_id_decisions
    where order_id = p_decision.order_id and decided_at > p_decision.decided_at
  )
$$;
comment on function private.is_last_decision(private.student_id_decisions) is
  'True unless staff have since decided about another ID for the same order.';

create function public.open_student_id(p_actor uuid, p_student_id uuid) returns jsonb
language plpgsql security definer
-- Definer: records the action.
set search_path = '' as $$
declare
  v_file public.student_ids;
begin
  select * into v_file from public.student_ids
  where id = p_student_id and order_id is not null and reviewed_at is null;
  if not found then return null; end if;
  perform private.record_staff_action(
    p_actor, 'student_id_opened', 'order', v_file.order_id::text, '', jsonb_build_object('student_id', p_student_id)
  );
  return jsonb_build_object('path', v_file.path, 'content_type', v_file.content_type);
end $$;
comment on function public.open_student_id(uuid, uuid) is
  'Where the file of a student ID is stored: { path, content_type }, or null if it is gone or decided. Records who opened it.';

create function public.decide_student_id(
  p_actor uuid, p_student_id uuid, p_decision text, p_reason text, p_note text
) returns jsonb
language plpgsql security definer
-- Definer: changes the order, queues the email and records the action in one transaction.
set search_path = '' as $$
declare
  c_choose constant interval := interval '14 days';
  v_file public.student_ids;
  v_order public.orders;
  v_made private.student_id_decisions;
begin
  -- 1. One at a time per ID: the second of two decisions waits here, and then finds the first one.
  select * into v_file from public.student_ids where id = p_student_id for update;
  select * into v_made from private.student_id_decisions where student_id = p_student_id;
  if v_made.student_id is not null then
    return jsonb_build_object(
      'outcome', 'decided_before', 'decision', v_made.decision, 'decided_at', v_made.decided_at,
      'decided_by', coalesce((select email from auth.users where id = v_made.decided_by), '')
    );
  end if;
  select * into v_order from public.orders where id = v_file.order_id and paid_at is not null for no key update;
  if not found then return jsonb_build_object('outcome', 'gone'); end if;
  if v_order.status not in ('paid', 'past_due', 'paused', 'disputed', 'id_refused') then
    return jsonb_build_object('outcome', 'order_ended');
  end if;

  -- 2. The decision. From now on the file is due for deletion.
  insert into private.student_id_decisions (
    student_id, order_id, uploaded_at, decision, reason, decided_at, decided_by, choose_until
  ) values (
    p_student_id, v_order.id, v_file.uploaded_at, p_decision, case when p_decision = 'refused' then p_reason else '' end,
    -- Later than any earlier decision about the same order, even within one transaction.
    clock_timestamp(), p_actor, case when p_decision = 'refused' then greatest(now() + c_choose, v_order.extended_until) end
  ) returning * into v_made;
  update public.student_ids set reviewed_at = now() where id = p_student_id;
  perform private.record_staff_action(
    p_actor, 'student_id_' || p_decision, 'order', v_order.id::text, p_note,
    jsonb_build_object('student_id', p_student_id, 'reason', v_made.reason)
  );

  -- 3. Its effect. The first approval changes nothing for the learner, so it needs no email.
  if p_decision = 'refused' then
    perform private.queue_plan_mail(
      v_order, 'student_id_refused', 'student_id_refused:' || p_student_id,
      jsonb_build_object('student_id', p_student_id, 'reason', v_made.reason)
    );
  else
    -- record_plan decides about a plan that is not paid up.
    if v_order.status in ('id_refused', 'paid') and not private.is_unfinished_plan(v_order) then
      perform private.mark_later_purchases(v_order);
    end if;
    update public.orders set status = 'paid' where id = v_order.id and status = 'id_refused';
    perform private.queue_plan_mail(v_order, 'student_id_accepted', 'student_id_accepted:' || p_student_id, '{}')
    where exists (
      select from private.student_id_decisions where order_id = v_order.id and decision = 'refused'
    );
  end if;
  return jsonb_build_object(
    'outcome', 'decided', 'decision', p_decision, 'decided_at', v_made.decided_at,
    'decided_by', coalesce((select email from auth.users where id = p_actor), ''),
    'file', jsonb_build_object('id', v_file.id, 'path', v_file.path),
    'subscription_id', v_order.subscription_id
  );
end $$;
comment on function public.decide_student_id(uuid, uuid, text, text, text) is
  'Approves or refuses a student ID, once: { outcome, decision, decided_at, decided_by, file, subscription_id }. A second decision changes nothing and returns the first (decided_before).';

create function public.staff_student_ids(p_search text, p_filter text, p_before text, p_limit integer) returns jsonb
language plpgsql stable security definer
-- Definer: staff may not read the tables.
set search_path = ''
-- A single query plan for all searches could not use any index.
set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_limit constant integer := least(greatest(coalesce(p_limit, 50), 1), 100);
  v_search constant text := lower(trim(coalesce(p_search, '')));
  v_found uuid[];
  v_at timestamptz;
  v_id uuid;
  v_rows jsonb;
begin
  perform private.require_staff();
  v_at := nullif(split_part(coalesce(p_before, ''), ' ', 1), '');
  v_id := nullif(split_part(coalesce(p_before, ''), ' ', 2), '');
  -- One row more than asked for says whether there are more.
  if p_filter = 'decided' then
    -- There can be many decisions, so a search compares beginnings only, which is a range of an index.
    if v_search <> '' then v_found := array(select private.orders_like(v_search)); end if;
    select jsonb_agg(to_jsonb(each) order by each.at desc, each.id desc) into v_rows from (
      select mine.student_id as id, mine.decided_at as at, mine.decision, mine.reason, mine.choice, mine.uploaded_at,
        its.first_name || ' ' || its.last_name as name, its.email, its.organization as university
      from private.student_id_decisions as mine join public.orders as its on its.id = mine.order_id
      where (v_at is null or (mine.decided_at, mine.student_id) < (v_at, v_id))
        and (v_search = '' or mine.order_id = any (v_found))
      order by mine.decided_at desc, mine.student_id desc
      limit v_limit + 1
    ) as each;
  else
    select jsonb_agg(to_jsonb(each) order by each.at, each.id) into v_rows from (
      select mine.id, mine.uploaded_at as at, null as decision, '' as reason, null as choice, mine.uploaded_at,
        its.first_name || ' ' || its.last_name as name, its.email, its.organization as university
      from public.student_ids as mine join public.orders as its on its.id = mine.order_id
      where mine.reviewed_at is null and its.paid_at is not null and its.status in ('paid', 'past_due', 'paused', 'disputed', 'id_refused')
        and (v_at is null or (mine.uploaded_at, mine.id) > (v_at, v_id))
        and (v_search = '' or strpos(lower(its.first_name || ' ' || its.last_name), v_search) > 0
          or strpos(lower(its.email), v_search) > 0 or strpos(lower(its.organization), v_search) > 0
          or v_search in (its.id::text, pg_catalog.left(its.id::text, 8)))
      order by mine.uploaded_at, mine.id
      limit v_limit + 1
    ) as each;
  end if;
  v_rows := coalesce(v_rows, '[]');
  return jsonb_build_object(
    'rows', case when jsonb_array_length(v_rows) > v_limit then v_rows - v_limit else v_rows end,
    'next', case when jsonb_array_length(v_rows) > v_limit then
      (v_rows -> (v_limit - 1) ->> 'at') || ' ' || (v_rows -> (v_limit - 1) ->> 'id') end
  );
end $$;
comment on function public.staff_student_ids(text, text, text, integer) is
  'Student IDs of paid orders that nobody has decided about, oldest first, or with the filter "decided" the decisions, newest first: { rows, next }. The search is part of a name, address or institution (among the decisions, its beginning) or an order''s id.';

create function public.staff_student_id(p_id uuid) returns jsonb
language plpgsql stable security definer
-- Definer: staff may not read the tables.
set search_path = '' as $$
declare
  v_file public.student_ids;
  v_made private.student_id_decisions;
  v_order public.orders;
begin
  perform private.require_staff();
  select * into v_file from public.student_ids where id = p_id and reviewed_at is null;
  select * into v_made from private.student_id_decisions where student_id = p_id;
  select * into v_order from public.orders
  where id = coalesce(v_made.order_id, v_file.order_id) and paid_at is not null;
  if not found then return null; end if;
  return jsonb_build_object(
    'id', p_id,
    'uploaded_at', coalesce(v_made.uploaded_at, v_file.uploaded_at),
    'content_type', case when v_made.student_id is null then v_file.content_type end,
    'decision', v_made.decision, 'reason', coalesce(v_made.reason, ''), 'decided_at', v_made.decided_at,
    'decided_by', coalesce((select email from auth.users where id = v_made.decided_by), ''),
    'choose_until', v_made.choose_until, 'choice', v_made.choice,
    'refused_before', (
      select count(*) from private.student_id_decisions
      where order_id = v_order.id and decision = 'refused' and student_id <> p_id
    ),
    'order', jsonb_build_object(
      'id', v_order.id, 'status', v_order.status, 'name', v_order.first_name || ' ' || v_order.last_name,
      'email', v_order.email, 'university', v_order.organization, 'country', v_order.country,
      'paid_at', v_order.paid_at, 'total_pence', v_order.total_pence
    ),
    'timeline', private.staff_timeline('order', v_order.id::text)
  );
end $$;
comment on function public.staff_student_id(uuid) is
  'One student ID with its order, its decision and the order''s timeline, or null.';

grant execute on function
  public.open_student_id(uuid, uuid),
  public.decide_student_id(uuid, uuid, text, text, text)
to service_role;
grant execute on function
  public.staff_student_ids(text, text, text, integer),
  public.staff_student_id(uuid)
to authenticated;

-- What a learner whose student ID was refused can choose, and what happens without a choice.

create function public.add_student_id_key(p_student_id uuid, p_key_hash text) returns timestamptz
language sql security definer
-- Definer: no role may write the table.
set search_path = '' as $$
  update private.student_id_decisions as mine set key_hashes = key_hashes || p_key_hash
  where student_id = p_student_id and decision = 'refused' and private.is_last_decision(mine)
    and coalesce(choice, '') not in ('another', 'refund')
    and exists (
      select from public.orders where id = mine.order_id and status in ('paid', 'past_due', 'paused', 'disputed', 'id_refused')
    )
  returning choose_until
$$;
comment on function public.add_student_id_key(uuid, text) is
  'Adds the hash of an emailed link''s key to a refusal. Returns until when access continues, or null if nothing is left to choose.';

create function private.refusal_of(p_key_hash text) returns private.student_id_decisions
language sql stable security definer
-- Definer: called only by the functions below.
set search_path = '' as $$
  select mine.* from private.student_id_decisions as mine join public.orders as its on its.id = mine.order_id
  where key_hashes @> array[p_key_hash] and private.is_last_decision(mine)
    and its.status in ('paid', 'past_due', 'paused', 'disputed', 'id_refused')
$$;

create function public.student_id_choice(p_key_hash text) returns jsonb
language sql stable security definer
-- Definer: no role may read the table.
set search_path = '' as $$
  select jsonb_build_object(
    'reason', mine.reason, 'until', mine.choose_until, 'choice', mine.choice, 'university', its.organization,
    'is_paused', its.status = 'id_refused'
  )
  from private.refusal_of(p_key_hash) as mine join public.orders as its on its.id = mine.order_id
$$;
comment on function public.student_id_choice(text) is
  'What the holder of an emailed key can choose: { reason, until, choice, university, is_paused }, or null for a key that is unknown or no longer needed.';

create function public.choose_after_refusal(p_key_hash text, p_choice text, p_ref_hash text) returns jsonb
language plpgsql security definer
-- Definer: no role may write the table.
set search_path = '' as $$
declare
  v_refusal private.student_id_decisions;
  v_order public.orders;
  v_new public.student_ids;
begin
  -- 1. One at a time per refusal. Another ID or a refund is final; a difference that was not paid is not.
  perform from private.student_id_decisions where key_hashes @> array[p_key_hash] for update;
  v_refusal := private.refusal_of(p_key_hash);
  if v_refusal.student_id is null then return jsonb_build_object('outcome', 'gone'); end if;
  if v_refusal.choice in ('another', 'refund') then
    return jsonb_build_object('outcome', 'chosen_before', 'order_id', v_refusal.order_id);
  end if;
  select * into strict v_order from public.orders where id = v_refusal.order_id for no key update;
  if p_choice = 'refund' and v_order.status = 'disputed' then
    return jsonb_build_object('outcome', 'disputed');
  end if;

  -- 2. Another ID takes the place of the refused one and waits for staff.
  if p_choice = 'another' then
    select * into v_new from public.student_ids
    where ref_hash = p_ref_hash and order_id is null and reviewed_at is null and uploaded_at > now() - interval '24 hours'
    for update;
    if not found then return jsonb_build_object('outcome', 'student_id_invalid'); end if;
    update public.student_ids set order_id = null where order_id = v_order.id;
    update public.student_ids set order_id = v_order.id where id = v_new.id;
    update public.orders set organization = v_new.university where id = v_order.id;
    insert into public.mail_queue (kind, dedupe_key, recipient, order_id)
    values ('student_order', 'student_order:' || v_order.id || ':' || v_new.id, '', v_order.id);
  end if;
  update private.student_id_decisions set choice = p_choice, chosen_at = now()
  where student_id = v_refusal.student_id;
  return jsonb_build_object('outcome', 'chosen', 'order_id', v_order.id);
end $$;
comment on function public.choose_after_refusal(text, text, text) is
  'Records what a learner chose after a refusal: { outcome, order_id } with chosen, chosen_before (final), student_id_invalid, disputed (no refund now) or gone.';

create function public.refused_orders_to_refund(p_order uuid, p_limit integer) returns jsonb
language plpgsql security definer
-- Definer: no role may read the table.
set search_path = '' as $$
declare
  v_orders uuid[];
begin
  -- Another price was paid: the student price is refunded, so that in total the learner pays the difference. It was
  -- promised, so it does not matter whether staff have ended the access since.
  select array_agg(id) into v_orders from (
    select its.id from private.student_id_decisions as mine join public.orders as its on its.id = mine.order_id
    where mine.decision = 'refused' and mine.choice in ('refund', 'difference') and private.is_last_decision(mine)
      and its.status in ('paid', 'past_due', 'paused', 'id_refused', 'ended') and (p_order is null or its.id = p_order)
      -- The provider refuses it during a dispute, which does not show in an order that staff have ended.
      and not exists (select from private.order_disputes where order_id = its.id and status = 'open')
      and (mine.choice = 'refund' or exists (
        select from public.orders as other join private.order_statuses as states on states.status = other.status
        where other.user_id = its.user_id and other.course_id = its.course_id and other.tier <> 'student'
          and other.status <> 'disputed' and states.effect = 'active' and other.team_id is null
      ))
    -- In any order, so that one that always fails does not hold up the others.
    order by random()
    limit p_limit
  ) as due;

  -- Nothing was paid for it: a code covered the whole price.
  update public.orders as its set status = 'refunded'
  where id = any (v_orders) and not exists (
    select from public.order_payments where order_id = its.id and refunded_pence < amount_pence
  );
  return coalesce((
    select jsonb_agg(jsonb_build_object('order_id', order_id, 'id', id, 'payment_intent_id', payment_intent_id, 'amount_pence', amount_pence))
    from public.order_payments
    where order_id = any (v_orders) and paid_at is not null and payment_intent_id is not null
      and refunded_pence < amount_pence
  ), '[]');
end $$;
comment on function public.refused_orders_to_refund(uuid, integer) is
  'The payments to refund after a refused student ID, of one order or of all: [{ order_id, id, payment_intent_id, amount_pence }].';

create function public.pause_refused_orders() returns integer
language plpgsql security definer
-- Definer: changes the state and queues the email in one transaction.
set search_path = '' as $$
declare
  v_order public.orders;
  v_refusal private.student_id_decisions;
  v_count integer := 0;
begin
  for v_refusal in
    select * from private.student_id_decisions as mine
    where decision = 'refused' and choose_until <= now() and choice is distinct from 'another'
      and private.is_last_decision(mine)
      and exists (
        select from public.orders where id = mine.order_id and status = 'paid'
          -- Restoring access is a decision by staff, like an approval.
          and coalesce(restored_at < mine.decided_at, true)
      )
    limit 500
  loop
    update public.orders set status = 'id_refused' where id = v_refusal.order_id and status = 'paid'
    returning * into v_order;
    continue when not found;
    v_count := v_count + 1;
    perform private.queue_plan_mail(
      v_order, 'student_id_paused', private.extended_key(v_order, 'student_id_paused:' || v_refusal.student_id),
      jsonb_build_object('student_id', v_refusal.student_id, 'reason', v_refusal.reason)
    );
  end loop;
  return v_count;
end $$;
comment on function public.pause_refused_orders() is
  'Pauses the access of orders whose student ID was refused 14 days ago and whose buyer has not sent another. Returns how many.';

grant execute on function
  public.add_student_id_key(uuid, text),
  public.student_id_choice(text),
  public.choose_after_refusal(text, text, text),
  public.refused_orders_to_refund(uuid, integer),
  public.pause_refused_orders()
to service_role;

-- Actions that a guest can take after ordering, in the same browser, and the single reminder of an abandoned order.

create function private.is_claimable(p_order public.orders) returns boolean
language sql stable security definer
-- Definer: its callers may not read the tables it reads.
set search_path = '' as $$
  select p_order.paid_at is not null and not p_order.made_signed_in and p_order.anonymised_at is null
    and exists (
      select from private.order_statuses where status = p_order.status and effect in ('active', 'paused')
    )
    and (
      p_order.user_id is null
      or exists (
        select from auth.users
        where id = p_order.user_id and (last_sign_in_at is null or last_sign_in_at < p_order.paid_at)
      )
    )
$$;
comment on function private.is_claimable(public.orders) is
  'True for a guest''s paid order that has no account yet, or one that nobody has signed in to since the payment.';

-- Cancels the order's queued emails about the account first, so that the last password sent is the valid one.
create function private.queue_account_mail(p_order public.orders, p_occasion text) returns void
language plpgsql security definer
-- Definer: reads auth.users.
set search_path = '' as $$
declare
  v_email text := p_order.email;
  v_kind text := 'claim';
begin
  if p_order.user_id is not null then
    -- An unused account gets a new temporary password, whichever order it was created for.
    select email, case
      when last_sign_in_at is null and coalesce((raw_app_meta_data ->> 'must_change_password')::boolean, false)
      then 'credentials' else 'attached' end
    into strict v_email, v_kind
    from auth.users where id = p_order.user_id;
  end if;
  update public.mail_queue set status = 'skipped', finished_at = now()
  where order_id = p_order.id and status = 'queued' and kind in ('credentials', 'attached', 'claim');
  insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data)
  values (
    v_kind, v_kind || ':' || p_order.id || ':' || p_occasion, v_email, p_order.id,
    case when p_order.user_id is null then '{}'::jsonb else jsonb_build_object('user_id', p_order.user_id) end
  )
  on conflict (dedupe_key) do nothing;
end $$;

create function public.resend_credentials(p_order uuid) returns boolean
language plpgsql security definer
-- Definer: calls private functions.
set search_path = '' as $$
declare
  v_order public.orders;
begin
  select * into strict v_order from public.orders where id = p_order for update;
  -- Once a day: a temporary password ends after 14 days, so its owner may need another.
  if v_order.credentials_resent_at > now() - interval '1 day' or not private.is_claimable(v_order) then
    return false;
  end if;
  update public.orders set credentials_resent_at = now() where id = p_order;
  perform private.queue_account_mail(v_order, 'resent:' || private.iso(now()));
  return true;
end $$;
comment on function public.resend_credentials(uuid) is
  'Queues the email with the credentials again, once a day. False when it is too early, or when someone has signed in since the payment.';

create function public.may_correct_order_email(p_order uuid, p_email text) returns boolean
language sql stable security definer
-- Definer: calls private functions.
set search_path = '' as $$
  select coalesce(bool_or(
    case when email_corrected_at is null
      then private.is_claimable(each) and private.email_key(email) <> private.email_key(p_email)
      -- The same correction again: its response was lost.
      else private.email_key(email) = private.email_key(p_email)
    end
  ), false)
  from public.orders as each where id = p_order
$$;
comment on function public.may_correct_order_email(uuid, text) is
  'True when the order''s email address can be corrected to this one, or already was.';

create function private.move_guest_order(p_order public.orders, p_email text, p_user uuid, p_occasion text) returns void
language plpgsql security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
declare
  -- Steps 2 and 3 queue these anew.
  c_own_mails constant text[] := '{credentials, attached, claim, student_id_refused, student_id_paused}';
  v_order public.orders;
  v_refused_kind text;
begin
  -- 1. The order moves to the right account, or waits until the right address is proven. The trigger on orders ends
  --    the enrolment of the other account.
  update public.orders set
    email = p_email, email_corrected_at = now(),
    user_id = case when private.is_owners_account(p_user) then p_user end
  where id = p_order.id returning * into v_order;
  v_refused_kind := case when v_order.status = 'id_refused' then 'student_id_paused' else 'student_id_refused' end;

  -- 2. The credentials, and every other email about the purchase: what was sent to the other address, if it still matters,
  --    and all that is queued. A first correction must not hide an email from the second.
  perform private.queue_account_mail(v_order, p_occasion);
  insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data)
  select kind, split_part(dedupe_key, ':corrected', 1) || ':' || p_occasion, p_email, order_id, data
  from public.mail_queue
  where order_id = v_order.id
    -- The rule "address of a mail" also erases the data. These two have none.
    and (recipient <> '' or dedupe_key in ('receipt:' || v_order.id, 'plan_schedule:' || v_order.id))
    and case
      when kind in ('receipt', 'plan_schedule', 'refund') then dedupe_key not like '%:corrected%'
      else status = 'queued' and kind <> all (c_own_mails)
    end
  on conflict (dedupe_key) do nothing;
  update public.mail_queue set status = 'skipped', finished_at = now()
  where order_id = v_order.id and status = 'queued' and recipient not in (p_email, '')
    and kind not in ('credentials', 'attached', 'claim');

  -- 3. A refused student ID: its links at the other address end, and the right address gets one.
  update private.student_id_decisions set key_hashes = '{}' where order_id = v_order.id;
  perform private.queue_plan_mail(
    v_order, v_refused_kind, v_refused_kind || ':' || student_id || ':' || p_occasion,
    jsonb_build_object('student_id', student_id, 'reason', reason)
  )
  from private.student_id_decisions as mine
  where order_id = v_order.id and decision = 'refused' and private.is_last_decision(mine)
    -- Staff may have restored access in spite of the refusal.
    and coalesce(v_order.restored_at < mine.decided_at, true);

  -- 4. The profile of an account that was created for this order.
  update public.profiles set
    first_name = coalesce(nullif(first_name, ''), v_order.first_name),
    last_name = coalesce(nullif(last_name, ''), v_order.last_name),
    organization = coalesce(nullif(organization, ''), nullif(v_order.organization, ''), organization),
    phone = coalesce(nullif(phone, ''), nullif(v_order.phone, ''), phone),
    country = coalesce(nullif(country, ''), nullif(v_order.country, ''), country)
  where id = p_user and exists (
    select from auth.users where id = p_user and raw_app_meta_data ->> 'made_for_order' = v_order.id::text
  );
end $$;
comment on function private.move_guest_order(public.orders, text, uuid, text) is
  'Moves a guest''s order to another address and account, with its emails. The occasion begins with "corrected" and is different each time.';

create function private.unused_accounts_of(p_order uuid) returns jsonb
language sql stable security definer
-- Definer: reads auth.users.
set search_path = '' as $$
  select coalesce(jsonb_agg(each.id), '[]') from auth.users as each
  where each.raw_app_meta_data ->> 'made_for_order' = p_order::text and each.last_sign_in_at is null
    and not exists (select from public.orders where user_id = each.id)
$$;
comment on function private.unused_accounts_of(uuid) is
  'Unused accounts that were created for this order and no longer own it.';

create function public.correct_order_email(p_order uuid, p_email text, p_user uuid) returns jsonb
language plpgsql security definer
-- Definer: calls private functions.
set search_path = '' as $$
declare
  v_order public.orders;
  v_is_corrected boolean := false;
begin
  -- One at a time per order ("no key", so that another order can refer to this one meanwhile), and once.
  select * into strict v_order from public.orders where id = p_order for no key update;
  if v_order.email_corrected_at is not null then
    v_is_corrected := private.email_key(v_order.email) = private.email_key(p_email);
  elsif private.is_claimable(v_order) and v_order.user_id is distinct from p_user then
    v_is_corrected := true;
    perform private.move_guest_order(v_order, p_email, p_user, 'corrected');
  end if;
  return jsonb_build_object('is_corrected', v_is_corrected, 'unused_accounts', private.unused_accounts_of(p_order));
end $$;
comment on function public.correct_order_email(uuid, text, uuid) is
  'Moves a guest''s order to another address and account, once. Returns is_corrected, and unused_accounts for the caller to delete.';

-- Sent only to confirmed addresses: the buyer was signed in to the account with the order's address (docs/decisions/0037).
create function public.queue_reminders(p_limit integer) returns integer
language plpgsql security definer
-- Definer: calls private functions.
set search_path = '' as $$
declare
  v_count integer;
begin
  with newest as (
    -- Only the newest order of each mailbox: a newer one means that the buyer tried again.
    select distinct on (private.mailbox_key(email))
      id, email, user_id, made_signed_in, status, created_at, reminder_consent_at, reminder_sent_at,
      checkout_session_id
    from public.orders where created_at > now() - interval '7 days' and email <> '' and team_id is null
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
  'Queues one reminder for each order abandoned for a day by a signed-in learner with a confirmed address who agreed to a reminder and has never bought.';

grant execute on function
  public.resend_credentials(uuid),
  public.may_correct_order_email(uuid, text),
  public.correct_order_email(uuid, text, uuid),
  public.queue_reminders(integer)
to service_role;

-- The published lessons, in the form that devices install. tools/content publishes them.
--
-- A lesson with sheets or tasks for organisations has two rows: the second contains the whole lesson with them, so that a
-- device installs one pack of a lesson, whichever it may read.

create table public.lessons (
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  lesson_id text not null,
  version integer not null check (version > 0),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes > 0),
  is_preview boolean not null default false,
  audience text not null default 'everyone' check (audience in ('everyone', 'organisations')),
  pack jsonb not null,
  published_at timestamptz not null default pg_catalog.now(),
  primary key (course_id, lesson_id, audience),
  foreign key (course_id, lesson_id) references private.course_outline,
  check (audience = 'everyone' or not is_preview),
  check (pack ->> 'lessonId' = lesson_id and pack ->> 'courseId' = course_id)
);
comment on table public.lessons is
  'Published lessons. The outline is public and built into the client; these bodies are for enrolled learners.';
comment on column public.lessons.hash is
  'SHA-256 of the canonical JSON of the pack, in hex. The installer checks it.';
comment on column public.lessons.bytes is
  'Length of that JSON in UTF-8, so that a device can announce the size of a download.';
comment on column public.lessons.audience is
  'Who may read the row: every learner, or those whose plan is for organisations (private.serves_organisations).';
comment on column public.lessons.pack is 'lessonPackSchema of src/domain/course/pack.ts.';

alter table public.lessons enable row level security;
grant select on public.lessons to anon, authenticated;
grant insert, select, update on public.lessons to service_role;

create policy "everyone reads the preview" on public.lessons
  for select to anon using (is_preview);
create policy "learners read the preview and the courses they have" on public.lessons
  for select to authenticated using (is_preview or private.caller_is_entitled(course_id, audience));
-- Anyone may read the preview, but which other lessons are readable reveals what the account has bought.
create policy "a full session only" on public.lessons as restrictive
  for all to authenticated using (is_preview or (select private.require_full_session()));

-- Definer: no role may read the outline.
create function private.check_lesson_module() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if private.module_of(new.course_id, new.lesson_id) is distinct from new.pack ->> 'moduleId' then
      raise exception 'the outline has no lesson % in module %', new.lesson_id, new.pack ->> 'moduleId'
        using errcode = 'check_violation';
    end if;
    return new;
  end;
  $$;
comment on function private.check_lesson_module is
  'A lesson is published after the outline, and in the module that the outline names.';

create trigger check_lesson_module before insert or update on public.lessons
  for each row execute function private.check_lesson_module();

-- The revision counter of each learner, and what limits the growth of their rows.
--
-- Every change to a synced row takes the next revision while it holds a lock on the learner's clock row. Revisions
-- therefore become visible in ascending order, and a cursor cannot skip one that is not visible yet. Timestamps and
-- sequences as cursors lose rows under concurrent writers (tests/sync measures it).

create table public.sync_clock (
  user_id uuid primary key references auth.users (id) on delete cascade,
  rev bigint not null default 0 check (rev >= 0),
  epoch uuid not null default pg_catalog.gen_random_uuid(),
  latest_stamp timestamptz not null default '-infinity',
  row_count integer not null default 0,
  bytes bigint not null default 0,
  day date not null default '-infinity',
  day_changes integer not null default 0
);
comment on table public.sync_clock is 'The last revision given to a learner''s rows. Its row lock serialises their writes.';
comment on column public.sync_clock.epoch is
  'A new value tells devices that the server lost history: they pull from the start and push what it lost.';
comment on column public.sync_clock.latest_stamp is
  'The time of the latest stamp of this learner. Stamps up to it are accepted even if the server''s clock was set back.';
comment on column public.sync_clock.row_count is 'Rows that sync_push has added and not removed, without places.';
comment on column public.sync_clock.bytes is 'The size of the contents in study_rows, without places.';
comment on column public.sync_clock.day_changes is 'Changes by sync_push on `day` (UTC), not counting places.';

alter table public.sync_clock enable row level security;

create function private.lock_clock(p_user uuid) returns public.sync_clock
  language plpgsql set search_path = ''
  as $$
  declare
    v_clock public.sync_clock;
  begin
    select * into v_clock from public.sync_clock where user_id = p_user for update;
    if found then return v_clock; end if;

    insert into public.sync_clock (user_id) values (p_user) on conflict (user_id) do nothing;
    select * into strict v_clock from public.sync_clock where user_id = p_user for update;
    return v_clock;
  end;
  $$;
comment on function private.lock_clock is
  'The learner''s clock, created when missing and locked until the transaction ends.';

create function private.next_rev(p_user uuid) returns bigint
  language plpgsql set search_path = ''
  as $$
  declare
    v_rev bigint;
  begin
    insert into public.sync_clock as clock (user_id, rev) values (p_user, 1)
    on conflict (user_id) do update set rev = clock.rev + 1
    returning rev into v_rev;
    return v_rev;
  end;
  $$;
comment on function private.next_rev is
  'Takes the learner''s next revision, holding the clock until the transaction ends.';

-- Definer: the triggers of direct writes call it, and learners have no rights on the clock.
create function private.lock_own_clock() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if auth.uid() is not null then perform private.lock_clock(auth.uid()); end if;
    return null;
  end;
  $$;
comment on function private.lock_own_clock is
  'Locks the clock before any statement on synced rows. Clock first, rows second everywhere, so that no two writers can deadlock.';

-- Definer: the service role has no other right on the clocks.
create function private.begin_new_epoch() returns void
  language sql security definer set search_path = ''
  as $$ update public.sync_clock set epoch = pg_catalog.gen_random_uuid() where true; $$;
comment on function private.begin_new_epoch is
  'Run by the operator after restoring a backup: every device pulls from cursor 0 and pushes again what the server lost.';

create function private.count_change(
  p_user uuid, p_rows integer, p_bytes integer, p_is_deletion boolean default false
) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    v_max_per_day constant integer := 5000; -- a device that pushes everything again sends a few hundred
    v_max_rows constant integer := 50000;
    v_max_bytes constant integer := 8000000;
    -- A learner at a limit can still delete and shorten: a deletion is a small row, and what adds nothing is always accepted.
    v_part constant numeric := case when p_is_deletion then 1.1 else 1 end;
    v_today constant date := (pg_catalog.now() at time zone 'UTC')::date;
    v_clock public.sync_clock := private.lock_clock(p_user);
  begin
    if p_rows > 0 and v_clock.row_count + p_rows > v_max_rows * v_part
      or p_bytes > 0 and v_clock.bytes + p_bytes > v_max_bytes * v_part then
      raise exception 'too_many' using errcode = 'AC001';
    end if;
    if v_clock.day = v_today and v_clock.day_changes >= v_max_per_day * v_part then
      raise exception 'too_many_today' using errcode = 'AC001';
    end if;
    update public.sync_clock
      set row_count = row_count + p_rows, bytes = bytes + p_bytes, day = v_today,
        day_changes = case when day = v_today then day_changes + 1 else 1 end
      where user_id = p_user;
  end;
  $$;
comment on function private.count_change is
  'Counts one change by sync_push. Above the limits of decision 0043 it raises AC001, with the code of the refusal as message.';

grant execute on function
  private.begin_new_epoch()
to service_role;

-- Strict parsers for the messages of the sync engine: each function returns null for any other format.
-- src/entities/messages.ts has the same rules for devices.

create function private.json_text(p_value jsonb) returns text
  language sql immutable parallel safe
  return case when pg_catalog.jsonb_typeof(p_value) = 'string' then p_value #>> '{}' end;

create function private.json_integer(p_value jsonb, p_min bigint, p_max bigint) returns bigint
  language sql immutable parallel safe
  return case
    when pg_catalog.jsonb_typeof(p_value) <> 'number' then null
    when p_value::numeric >= p_min and p_value::numeric <= p_max and p_value::numeric = pg_catalog.trunc(p_value::numeric)
      then p_value::numeric::bigint
  end;

create function private.json_uuid(p_value jsonb) returns uuid
  language sql immutable parallel safe
  -- RFC 9562 as zod's uuid() implements it: a known version and variant, or all zeros, or all ones.
  return case
    when private.json_text(p_value) ~* '^([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|0{8}-0{4}-0{4}-0{4}-0{12}|f{8}-f{4}-f{4}-f{4}-f{12})$'
    then private.json_text(p_value)::uuid
  end;

create function private.json_stamp(p_value jsonb) returns uuid
  language sql immutable parallel safe
  return case
    when private.json_text(p_value) ~ '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$'
    then private.json_text(p_value)::uuid
  end;
comment on function private.json_stamp is
  'A UUIDv7 in lower case, so that devices, which compare stamps as text, order them as the database does; or null.';

create function private.json_instant(p_value jsonb) returns timestamptz
  language plpgsql stable parallel safe set search_path = ''
  as $$
  declare
    v_date constant text := '(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29'
      || '|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])))';
    v_time constant text := '(?:[01]\d|2[0-3]):[0-5]\d';
    v_text text := private.json_text(p_value);
    v_parts text[] := pg_catalog.regexp_match(
      v_text,
      '^(' || v_date || 'T' || v_time || ':[0-5]\d)(\.\d+)?(?:Z|([+-])(' || v_time || '))$'
    );
    v_local timestamp;
    v_offset interval := '0';
  begin
    if v_parts is null then return null; end if;

    -- ISO 8601 has a year 0 and Postgres has none. A clock that far off is clamped anyway.
    if pg_catalog.left(v_text, 4) = '0000' then return private.earliest_client_time(); end if;

    -- Digits beyond milliseconds are cut off, not rounded, as Date does.
    v_local := (v_parts[1] || pg_catalog.left(coalesce(v_parts[2], ''), 4))::timestamp;
    -- The offset is applied by hand: ISO allows up to 23:59, Postgres only up to 15:59.
    if v_parts[3] is not null then v_offset := (v_parts[3] || v_parts[4])::interval; end if;
    return (v_local - v_offset) at time zone 'UTC';
  end;
  $$;
comment on function private.json_instant is
  'An ISO 8601 time with Z or an offset; null when it is malformed or no such date exists (z.iso.datetime).';

create function private.json_day(p_value jsonb) returns date
  language sql stable parallel safe set search_path = ''
  return case
    when private.json_instant(pg_catalog.to_jsonb(private.json_text(p_value) || 'T00:00:00Z')) is not null
      then private.json_text(p_value)::date
  end;
comment on function private.json_day is 'A calendar day, YYYY-MM-DD, or null.';

create function private.json_share(p_value jsonb) returns numeric
  language sql immutable parallel safe
  return case
    when pg_catalog.jsonb_typeof(p_value) <> 'number' then null
    when p_value::numeric >= 0 and p_value::numeric <= 1 and p_value::numeric = pg_catalog.round(p_value::numeric, 3)
      then p_value::numeric
  end;
comment on function private.json_share is 'A number from 0 to 1 in thousandths, or null.';

create function private.json_answers(p_value jsonb) returns integer[]
  language plpgsql immutable parallel safe set search_path = ''
  as $$
  declare
    v_answers integer[];
  begin
    if pg_catalog.jsonb_typeof(p_value) is distinct from 'array' then return null; end if;
    if pg_catalog.jsonb_array_length(p_value) <> 5 then return null; end if;
    select pg_catalog.array_agg(private.json_integer(answer.value, 0, 3)::integer order by answer.ordinality)
      into v_answers
      from pg_catalog.jsonb_array_elements(p_value) with ordinality as answer (value, ordinality);
    if pg_catalog.array_position(v_answers, null) is not null then return null; end if;
    return v_answers;
  end;
  $$;
comment on function private.json_answers is 'Five option indexes from 0 to 3, or null.';

create function private.json_anchor(p_value jsonb) returns jsonb
  language sql immutable parallel safe
  return case
    when pg_catalog.char_length(private.json_text(p_value -> 'quote')) >= 1
      and pg_catalog.char_length(private.json_text(p_value -> 'quote')) <= 1000 -- MAX_QUOTE_CHARACTERS
      and pg_catalog.char_length(private.json_text(p_value -> 'prefix')) <= 64 -- CONTEXT_CHARACTERS
      and pg_catalog.char_length(private.json_text(p_value -> 'suffix')) <= 64
      then pg_catalog.jsonb_build_object(
        'quote', p_value -> 'quote', 'prefix', p_value -> 'prefix', 'suffix', p_value -> 'suffix')
  end;
comment on function private.json_anchor is 'A quotation with its context, or null.';

create function private.is_worth_retrying(p_sqlstate text) returns boolean
  language sql immutable parallel safe set search_path = ''
  -- Appendix A of the PostgreSQL manual: connection, transaction state (a read-only replica), rollback
  -- (serialization, deadlock), resources, locks, operator intervention, system and internal errors.
  return pg_catalog.left(p_sqlstate, 2) in ('08', '25', '40', '53', '55', '57', '58', 'XX');

-- Achievements: a set that only grows.

create function private.may_record_achievement(p_user uuid, p_type text) returns boolean
  language sql stable set search_path = ''
  -- Achievements that cannot be earned in the preview require access at some time; the call of spec §7 does not say when.
  return p_type = 'first_lesson'
    or private.is_entitled(p_user, 'ai-fluency-30-days')
    or private.was_entitled_at(p_user, 'ai-fluency-30-days', private.earliest_client_time());
comment on function private.may_record_achievement is 'True when the learner could have earned the achievement.';

create function private.caller_may_record_achievement(p_type text) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select private.may_record_achievement(auth.uid(), p_type); $$;

create table public.user_achievements (
  user_id uuid not null references auth.users (id) on delete cascade,
  achievement_type text not null check (achievement_type in ('first_lesson', '5_lessons', 'course_complete')),
  achievement_name text not null,
  rev bigint not null,
  primary key (user_id, achievement_type),
  unique (user_id, rev)
);
comment on table public.user_achievements is
  'Achievements earned. Their names come from the specification, whatever a client sends.';

alter table public.user_achievements enable row level security;
grant select on public.user_achievements to authenticated, service_role;
grant insert (user_id, achievement_type, achievement_name) on public.user_achievements to authenticated;
grant update (user_id, achievement_type, achievement_name) on public.user_achievements to authenticated;

create policy "learners read their own achievements" on public.user_achievements
  for select to authenticated using (user_id = (select auth.uid()));
create policy "learners add achievements they can have earned" on public.user_achievements
  for insert to authenticated with check (
    user_id = (select auth.uid()) and private.caller_may_record_achievement(achievement_type)
  );
create policy "learners repeat achievements they have" on public.user_achievements
  for update to authenticated using (user_id = (select auth.uid())) with check (
    user_id = (select auth.uid())
  );
create policy "a full session only" on public.user_achievements as restrictive
  for all to authenticated using ((select private.require_full_session()));

-- Definer: the revision comes from the clock, on which learners have no rights.
create function private.join_achievement() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_row_rev bigint;
  begin
    if auth.uid() <> new.user_id then
      raise exception 'achievements are written by their own learner' using errcode = 'insufficient_privilege';
    end if;
    if tg_op = 'UPDATE' then
      if (new.user_id, new.achievement_type) is distinct from (old.user_id, old.achievement_type) then
        raise exception 'the key of an achievement never changes' using errcode = 'invalid_parameter_value';
      end if;
      return old;
    end if;

    if auth.uid() is null then perform private.lock_clock(new.user_id); end if;
    new.achievement_name := case new.achievement_type
      when 'first_lesson' then 'First Lesson Complete'
      when '5_lessons' then '5 Lessons Completed'
      when 'course_complete' then 'Course Complete'
    end;
    select rev into v_row_rev from public.user_achievements
      where (user_id, achievement_type) = (new.user_id, new.achievement_type);
    new.rev := coalesce(v_row_rev, private.next_rev(new.user_id));
    return new;
  end;
  $$;
comment on function private.join_achievement is 'Stores an achievement once; earning it again changes nothing.';

create trigger limit_own_writes before insert or update on public.user_achievements
  -- Not for functions that run as their owner, such as sync_push.
  for each statement when (current_user = 'authenticated') execute function private.limit_own_writes();
create trigger lock_own_clock before insert or update on public.user_achievements
  for each statement execute function private.lock_own_clock();

create trigger join_achievement before insert or update on public.user_achievements
  for each row execute function private.join_achievement();

create function private.apply_achievement(p_user uuid, p_content jsonb) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    v_type text := private.json_text(p_content -> 'type');
  begin
    if (v_type in ('first_lesson', '5_lessons', 'course_complete')) is not true then return 'invalid'; end if;
    if exists (select from public.user_achievements where user_id = p_user and achievement_type = v_type) then
      return null;
    end if;
    if private.may_record_achievement(p_user, v_type) is not true then return 'not_entitled'; end if;
    perform private.count_change(p_user, 1, 0);

    -- The caller holds the clock, so no row can appear in between.
    insert into public.user_achievements (user_id, achievement_type) values (p_user, v_type);
    return null;
  end;
  $$;

grant execute on function
  private.caller_may_record_achievement(text)
to authenticated;

-- The capstone: frozen copies that learners hand in, and the reviews of them. Hand-ins are a set. At most two count for a
-- learner: one for each attempt, and the second only after a review of the first that is not a pass.

create table public.capstone_hand_ins (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  attempt integer not null check (attempt in (1, 2)),
  texts jsonb not null,
  handed_in_at timestamptz not null,
  received_at timestamptz not null default pg_catalog.now(),
  rev bigint not null,
  unique (user_id, course_id, attempt),
  unique (user_id, rev)
);
comment on table public.capstone_hand_ins is
  'Capstones as they were handed in. Only sync_push adds one, and no text ever changes.';
comment on column public.capstone_hand_ins.id is 'Created on the device.';
comment on column public.capstone_hand_ins.texts is 'The text of each section that was not empty, by workbook field.';
comment on column public.capstone_hand_ins.handed_in_at is
  'The device''s time, not before the enrolment and not after the time of arrival.';
comment on column public.capstone_hand_ins.rev is 'A review gives the row a new revision, so devices pull it with the row.';

alter table public.capstone_hand_ins enable row level security;
grant select on public.capstone_hand_ins to authenticated, service_role;

create policy "learners read their own hand-ins" on public.capstone_hand_ins
  for select to authenticated using (user_id = (select auth.uid()));
create policy "a full session only" on public.capstone_hand_ins as restrictive
  for all to authenticated using ((select private.require_full_session()));

create function private.capstone_passes(p_scores integer[], p_has_sources boolean, p_has_diligence boolean)
  returns boolean
  language sql immutable parallel safe set search_path = ''
  return p_has_sources and p_has_diligence
    and p_scores[1] + p_scores[2] + p_scores[3] + p_scores[4] + p_scores[5] >= 12
    and p_scores[3] > 0 and p_scores[4] > 0 and p_scores[5] > 0;
comment on function private.capstone_passes is 'The same rule as capstonePasses in src/domain/course/capstone.ts.';

create table public.capstone_reviews (
  hand_in_id uuid primary key references public.capstone_hand_ins (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  reviewer_id uuid references auth.users (id) on delete set null,
  scores integer[] not null check (
    pg_catalog.cardinality(scores) = 5 and pg_catalog.array_position(scores, null) is null
    and 0 <= all (scores) and 4 >= all (scores)),
  comments text[] not null check (
    pg_catalog.cardinality(comments) = 5 and pg_catalog.array_position(comments, null) is null
    and pg_catalog.char_length(pg_catalog.array_to_string(comments, '')) <= 10000),
  overall text not null check (pg_catalog.char_length(overall) <= 4000),
  has_sources boolean not null,
  has_diligence boolean not null,
  passed boolean not null generated always as (private.capstone_passes(scores, has_sources, has_diligence)) stored,
  reviewed_at timestamptz not null default pg_catalog.now()
);
comment on table public.capstone_reviews is
  'What a reviewer answered. Only review_capstone adds one, and none ever changes.';
comment on column public.capstone_reviews.user_id is 'The learner whose hand-in it is.';
comment on column public.capstone_reviews.reviewer_id is 'Not shown to the learner. Null once that account is deleted.';
comment on column public.capstone_reviews.scores is 'Points for each row of the rubric, in its order.';
-- For the policy and the deletion of accounts.
create index capstone_reviews_user on public.capstone_reviews (user_id);
create index capstone_reviews_reviewer on public.capstone_reviews (reviewer_id);

alter table public.capstone_reviews enable row level security;
grant select on public.capstone_reviews to service_role;
grant select (hand_in_id, user_id, scores, comments, overall, has_sources, has_diligence, passed, reviewed_at)
  on public.capstone_reviews to authenticated;

create policy "learners read the reviews of their own hand-ins" on public.capstone_reviews
  for select to authenticated using (user_id = (select auth.uid()));
create policy "a full session only" on public.capstone_reviews as restrictive
  for all to authenticated using ((select private.require_full_session()));

create function private.json_capstone(p_value jsonb, p_fields text[]) returns jsonb
  language plpgsql immutable parallel safe set search_path = ''
  as $$
  begin
    if pg_catalog.jsonb_typeof(p_value) is distinct from 'object' then return null; end if;
    if exists (
      select from pg_catalog.jsonb_each(p_value)
      where key <> all (p_fields)
        or (pg_catalog.char_length(private.json_text(value)) <= 4000) is not true) then -- MAX_FIELD_CHARACTERS
      return null;
    end if;
    -- One text at least. \S is not used, because it depends on the locale; U+FEFF and others count as text here.
    if not exists (
      select from pg_catalog.jsonb_each_text(p_value) where pg_catalog.btrim(value, E' \t\n\v\f\r') <> '') then
      return null;
    end if;
    return p_value;
  end;
  $$;
comment on function private.json_capstone is
  'The texts of a hand-in by workbook field, or null unless at least one has text and all are among these fields.';

create function private.apply_capstone(p_user uuid, p_content jsonb) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    v_id uuid := private.json_uuid(p_content -> 'id');
    v_course constant text := 'ai-fluency-30-days';
    v_attempt bigint := private.json_integer(p_content -> 'attempt', 1, 2);
    v_lesson private.course_outline;
    v_texts jsonb;
    v_handed_in_at timestamptz := private.clamp_client_time(private.json_instant(p_content -> 'handedInAt'));
    v_known public.capstone_hand_ins;
  begin
    -- 1. Well formed?
    if v_id is null or v_attempt is null or v_handed_in_at is null then
      return 'invalid';
    end if;
    v_lesson := private.capstone_lesson(v_course);
    v_texts := private.json_capstone(p_content -> 'texts', v_lesson.capstone_fields);
    if v_texts is null then return 'invalid'; end if;

    -- 2. Known? It may arrive again, unchanged; its first time counts.
    select * into v_known from public.capstone_hand_ins where id = v_id;
    if found then
      return case when (v_known.user_id, v_known.attempt, v_known.texts)
        is distinct from (p_user, v_attempt::integer, v_texts) then 'invalid' end;
    end if;

    -- 3. Another device was first? Accepted without effect, as a text that lost to a later one: the learner still has
    -- it in the workbook. The rule of handInsOf in src/entities/capstone/capstone.ts.
    if exists (
      select from public.capstone_hand_ins
      where user_id = p_user and course_id = v_course and attempt = v_attempt) then
      return null;
    end if;

    -- 4. Allowed?
    if private.may_record_lesson(p_user, v_course, v_lesson.lesson_id, v_handed_in_at) is not true then
      return 'not_entitled';
    end if;
    if v_attempt = 2 and not exists (
      select from public.capstone_hand_ins as first
        join public.capstone_reviews as review on review.hand_in_id = first.id
      where first.user_id = p_user and first.course_id = v_course and first.attempt = 1 and not review.passed) then
      return 'not_reviewed';
    end if;
    perform private.count_change(p_user, 1, 0);

    insert into public.capstone_hand_ins (id, user_id, course_id, attempt, texts, handed_in_at, rev)
    values (v_id, p_user, v_course, v_attempt, v_texts,
      private.study_time(p_user, v_course, v_lesson.lesson_id, v_handed_in_at), private.next_rev(p_user));
    return null;
  end;
  $$;

-- Definer: no role may write the tables. It acts only for a reviewer and never on the reviewer's own work.
create function public.review_capstone(
  p_hand_in uuid, p_scores integer[], p_comments text[], p_overall text, p_has_sources boolean, p_has_diligence boolean
) returns boolean
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_reviewer uuid := private.require_reviewer();
    v_learner uuid;
    v_attempt integer;
    v_done public.capstone_reviews;
    v_passed boolean;
  begin
    select user_id, attempt into v_learner, v_attempt from private.reviewable_capstones
      where id = p_hand_in and user_id <> v_reviewer;
    if not found then
      raise exception 'There is no capstone to review at this address.' using hint = 'not_found';
    end if;

    -- Clock first, rows second, as in every writer.
    perform private.lock_clock(v_learner);
    select * into v_done from public.capstone_reviews where hand_in_id = p_hand_in;
    if found then
      -- The same review again: the first answer was lost.
      if (v_done.reviewer_id, v_done.scores, v_done.comments, v_done.overall, v_done.has_sources, v_done.has_diligence)
        = (v_reviewer, p_scores, p_comments, p_overall, p_has_sources, p_has_diligence) then
        return v_done.passed;
      end if;
      raise exception 'This capstone has already been reviewed. A review cannot be changed.' using hint = 'reviewed';
    end if;
    if exists (
      select from private.capstone_second_opinions where hand_in_id = p_hand_in and reviewer_id = v_reviewer) then
      raise exception 'You asked for a second opinion, so another reviewer has to send the review.'
        using hint = 'second_opinion_asked';
    end if;
    insert into public.capstone_reviews
      (hand_in_id, user_id, reviewer_id, scores, comments, overall, has_sources, has_diligence)
    values (p_hand_in, v_learner, v_reviewer, p_scores, p_comments, p_overall, p_has_sources, p_has_diligence)
    returning passed into v_passed;
    update public.capstone_hand_ins set rev = private.next_rev(v_learner) where id = p_hand_in;
    perform private.record_staff_action(v_reviewer, 'capstone_reviewed', 'capstone', p_hand_in::text, '',
      pg_catalog.jsonb_build_object('passed', v_passed));
    -- Not in a trigger: reviews that are moved to another installation were announced before.
    insert into public.mail_queue (kind, dedupe_key, recipient, data)
    select 'capstone_reviewed', 'capstone_reviewed:' || p_hand_in, email, pg_catalog.jsonb_build_object(
      'user_id', id, 'passed', v_passed, 'may_hand_in_again', not v_passed and v_attempt = 1)
    from auth.users where id = v_learner and email <> '';
    return v_passed;
  end;
  $$;
comment on function public.review_capstone is
  'Answers a hand-in, once, queues an email to the learner, and returns whether it passed. For reviewers and staff with a second factor, except the one who asked for a second opinion.';

grant execute on function
  public.review_capstone(uuid, integer[], text[], text, boolean, boolean)
to authenticated;

-- Progress in lessons. Every value is merged monotonically: `or` for completed, the earliest completed_at, the highest
-- quiz_score; attempts and achievements are sets. So devices may write in any order and any number of times, with the
-- plain calls of spec §7 or through sync_push, and all replicas converge.
--
-- The values that devices report are limited to plausible ones: no lesson is completed before the enrolment or in the
-- future, and quiz scores are computed from the attempts graded here.

create function private.study_start(p_user uuid, p_course text, p_lesson text) returns timestamptz
  language sql stable set search_path = ''
  return coalesce(
    case when not private.is_preview(p_course, p_lesson) then (
      select started_at from public.course_enrollments where user_id = p_user and course_id = p_course
    ) end,
    (select created_at from auth.users where id = p_user)
  );
comment on function private.study_start is
  'The earliest time at which the learner can have worked on the lesson: the start of the enrolment, or the creation of the account for the preview.';

create function private.study_time(p_user uuid, p_course text, p_lesson text, p_time timestamptz) returns timestamptz
  language sql stable
  return case when p_time is not null then
    pg_catalog.date_trunc(
      'milliseconds',
      greatest(private.study_start(p_user, p_course, p_lesson), private.clamp_client_time(p_time))
    )
  end;
comment on function private.study_time is
  'A time that a device claims for work on a lesson, clamped between study_start and now. Null stays null.';

create function private.may_record_lesson(p_user uuid, p_course text, p_lesson text, p_at timestamptz)
  returns boolean
  language sql stable
  return private.is_preview(p_course, p_lesson)
    or private.is_entitled(p_user, p_course)
    or coalesce(private.was_entitled_at(p_user, p_course, p_at), false);
comment on function private.may_record_lesson is
  'Anyone may record work on the preview. Other lessons need access now or, for work done offline, at the time it was done.';

-- Definer, and only for the caller: policies run with the learner's rights.
create function private.caller_may_record_lesson(p_course text, p_lesson text, p_at timestamptz)
  returns boolean
  language sql stable security definer set search_path = ''
  as $$ select private.may_record_lesson(auth.uid(), p_course, p_lesson, p_at); $$;

create table public.course_progress (
  user_id uuid not null references auth.users (id) on delete cascade,
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  module_id text not null,
  lesson_id text not null,
  completed boolean not null default false,
  completed_at timestamptz,
  quiz_score integer check (quiz_score between 0 and 100),
  rev bigint not null,
  primary key (user_id, course_id, lesson_id),
  unique (user_id, rev),
  foreign key (course_id, lesson_id) references private.course_outline,
  check (completed_at is not null or not completed)
);
comment on table public.course_progress is
  'One row per learner and lesson: the join of everything that their devices reported.';
comment on column public.course_progress.quiz_score is 'Best score so far, as a whole percentage.';
comment on column public.course_progress.rev is
  'The learner''s revision at the last real change; the cursor of sync_pull.';
-- For the foreign key: without it, deleting a lesson of the outline by hand scans this table.
create index course_progress_outline on public.course_progress (course_id, lesson_id);

alter table public.course_progress enable row level security;
grant select on public.course_progress to authenticated, service_role;
grant insert (
  user_id, course_id, module_id, lesson_id, completed, completed_at, quiz_score
) on public.course_progress to authenticated;
grant update (
  user_id, course_id, module_id, lesson_id, completed, completed_at, quiz_score
) on public.course_progress to authenticated;

create policy "learners read their own progress" on public.course_progress
  for select to authenticated using (user_id = (select auth.uid()));
create policy "learners add progress in lessons they have" on public.course_progress
  for insert to authenticated with check (
    user_id = (select auth.uid())
    and private.caller_may_record_lesson(course_id, lesson_id, completed_at)
  );
create policy "learners raise progress in lessons they have" on public.course_progress
  for update to authenticated using (user_id = (select auth.uid())) with check (
    user_id = (select auth.uid())
    and private.caller_may_record_lesson(course_id, lesson_id, completed_at)
  );
create policy "a full session only" on public.course_progress as restrictive
  for all to authenticated using ((select private.require_full_session()));

-- Definer: the revision comes from the clock, on which learners have no rights.
create function private.join_progress() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_row_rev bigint;
  begin
    -- This runs before row-level security: nobody may advance another learner's clock.
    if auth.uid() <> new.user_id then
      raise exception 'progress is written by its own learner' using errcode = 'insufficient_privilege';
    end if;
    -- A learner's statement has already locked the clock (lock_own_clock); an administrator's has not.
    if auth.uid() is null then perform private.lock_clock(new.user_id); end if;

    new.completed_at := private.study_time(new.user_id, new.course_id, new.lesson_id, new.completed_at);
    -- The call of spec §7 that sets a score is accepted, but stores the best graded attempt. A value that is not a
    -- percentage is left to the check constraint.
    if new.quiz_score between 0 and 100 then
      select max(score) into new.quiz_score from public.quiz_attempts
        where user_id = new.user_id and course_id = new.course_id and lesson_id = new.lesson_id;
    end if;

    if tg_op = 'INSERT' then
      -- Checked here and not by a foreign key: a lesson may move to another module, and old rows stay as they are.
      if (private.module_of(new.course_id, new.lesson_id) = new.module_id) is not true then
        raise exception 'the outline has no lesson % in module %', new.lesson_id, new.module_id
          using errcode = 'check_violation';
      end if;
      if new.completed then
        new.completed_at := coalesce(new.completed_at, private.clamp_client_time(pg_catalog.now()));
      end if;
      -- An upsert of an existing row runs this trigger first as an insert and then as an update, which takes the revision.
      select rev into v_row_rev from public.course_progress
        where (user_id, course_id, lesson_id) = (new.user_id, new.course_id, new.lesson_id);
      new.rev := coalesce(v_row_rev, private.next_rev(new.user_id));
      return new;
    end if;

    if (new.user_id, new.course_id, new.module_id, new.lesson_id)
      is distinct from (old.user_id, old.course_id, old.module_id, old.lesson_id) then
      raise exception 'the key of a progress row never changes' using errcode = 'invalid_parameter_value';
    end if;

    -- The rule of joinProgress in src/entities/progress/progress.ts; least and greatest ignore nulls.
    new.completed := old.completed or new.completed;
    new.completed_at := least(old.completed_at, new.completed_at);
    new.quiz_score := greatest(old.quiz_score, new.quiz_score);
    if new.completed then
      new.completed_at := coalesce(new.completed_at, private.clamp_client_time(pg_catalog.now()));
    end if;

    if (new.completed, new.completed_at, new.quiz_score)
      is not distinct from (old.completed, old.completed_at, old.quiz_score) then
      return old;
    end if;
    new.rev := private.next_rev(new.user_id);
    return new;
  end;
  $$;
comment on function private.join_progress is
  'Joins every write into the row and gives each real change a revision. Scores come only from graded attempts.';

create trigger limit_own_writes before insert or update on public.course_progress
  -- Not for functions that run as their owner, such as sync_push.
  for each statement when (current_user = 'authenticated') execute function private.limit_own_writes();
create trigger lock_own_clock before insert or update on public.course_progress
  for each statement execute function private.lock_own_clock();

create trigger join_progress before insert or update on public.course_progress
  for each row execute function private.join_progress();

create function private.raise_progress(
  p_user uuid, p_course text, p_lesson text, p_completed boolean, p_completed_at timestamptz, p_score integer
) returns void
  language plpgsql set search_path = ''
  as $$
  begin
    -- Two statements instead of an upsert: the caller holds the clock, so no row can appear in between, and the join
    -- trigger runs once instead of twice.
    update public.course_progress
      set completed = p_completed, completed_at = p_completed_at, quiz_score = p_score
      where user_id = p_user and course_id = p_course and lesson_id = p_lesson;
    if found then return; end if;

    insert into public.course_progress
      (user_id, course_id, module_id, lesson_id, completed, completed_at, quiz_score)
    values
      (p_user, p_course, private.module_of(p_course, p_lesson), p_lesson, p_completed, p_completed_at, p_score);
  end;
  $$;
comment on function private.raise_progress is
  'Writes what a device reported to the learner''s progress; private.join_progress joins it into the row.';

-- Joins one row. Like every apply_ function it returns null when the server has the row now, else the code of the refusal.
-- A row that would change nothing is accepted without asking for access or limits: it may have arrived before. Any other
-- is counted before it is written, because what a limit refuses later stays in the database's files until a vacuum.
create function private.apply_progress(p_user uuid, p_content jsonb) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    v_course constant text := 'ai-fluency-30-days';
    v_lesson text := private.json_text(p_content -> 'lessonId');
    v_completed_at timestamptz := private.clamp_client_time(private.json_instant(p_content -> 'completedAt'));
  begin
    if v_completed_at is null or p_content -> 'completed' is distinct from 'true'
      or private.module_of(v_course, v_lesson) is null then
      return 'invalid';
    end if;
    if exists (
      select from public.course_progress
      where user_id = p_user and course_id = v_course and lesson_id = v_lesson and completed
        and completed_at <= greatest(v_completed_at, private.study_start(p_user, v_course, v_lesson))) then
      return null;
    end if;
    if private.may_record_lesson(p_user, v_course, v_lesson, v_completed_at) is not true then
      return 'not_entitled';
    end if;

    perform private.count_change(p_user, case when exists (
      select from public.course_progress where user_id = p_user and course_id = v_course and lesson_id = v_lesson
    ) then 0 else 1 end, 0);
    perform private.raise_progress(p_user, v_course, v_lesson, true, v_completed_at, null);
    return null;
  end;
  $$;

grant execute on function
  private.caller_may_record_lesson(text, text, timestamptz)
to authenticated;

-- Quiz attempts, graded here with the answer key of the quiz version that the learner answered.

create table public.lesson_answer_keys (
  course_id text not null,
  lesson_id text not null,
  version integer not null,
  answers integer[] not null check (pg_catalog.cardinality(answers) = 5),
  primary key (course_id, lesson_id, version)
);
comment on table public.lesson_answer_keys is
  'Correct answers of every published version: an attempt made offline is graded against the version that it answered.';

alter table public.lesson_answer_keys enable row level security;

create table public.quiz_attempts (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  lesson_id text not null,
  lesson_version integer not null check (lesson_version > 0),
  answers integer[] not null check (pg_catalog.cardinality(answers) = 5),
  score integer not null check (score between 0 and 100),
  passed boolean not null,
  taken_at timestamptz not null,
  received_at timestamptz not null default pg_catalog.now(),
  rev bigint not null,
  unique (user_id, rev),
  foreign key (course_id, lesson_id) references private.course_outline
);
comment on table public.quiz_attempts is
  'Every submitted quiz, graded here. Only sync_push writes it, and no row ever changes.';
comment on column public.quiz_attempts.id is 'Created on the device.';
comment on column public.quiz_attempts.answers is 'Chosen option per question, as indexes in the author''s order.';
-- For the best score of a lesson.
create index quiz_attempts_lesson on public.quiz_attempts (user_id, course_id, lesson_id, score);
-- sync_push finds a row in private.synced_rows, whose keys are texts.
create index quiz_attempts_key on public.quiz_attempts (user_id, (id::text));
-- For the first attempts of all learners, which staff/course.sql reads from this index alone. It also serves the foreign key:
-- without it, deleting a lesson of the outline by hand scans this table.
create index quiz_attempts_firsts on public.quiz_attempts (course_id, lesson_id, user_id, taken_at, id)
  include (lesson_version, answers);

alter table public.quiz_attempts enable row level security;
grant select on public.quiz_attempts to authenticated, service_role;

create policy "learners read their own attempts" on public.quiz_attempts
  for select to authenticated using (user_id = (select auth.uid()));
create policy "a full session only" on public.quiz_attempts as restrictive
  for all to authenticated using ((select private.require_full_session()));

-- Definer: the publisher's role has no rights on the answer keys.
create function private.keep_answer_key() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_answers integer[];
  begin
    if tg_op = 'UPDATE' and new.hash <> old.hash and new.version <= old.version then
      raise exception 'lesson % changed, so its version must rise above %', new.lesson_id, old.version
        using errcode = 'invalid_parameter_value';
    end if;

    select pg_catalog.array_agg((question.value ->> 'correctAnswer')::integer order by question.ordinality)
      into v_answers
      from pg_catalog.jsonb_array_elements(new.pack #> '{quiz,questions}')
        with ordinality as question (value, ordinality);

    insert into public.lesson_answer_keys as kept (course_id, lesson_id, version, answers)
    values (new.course_id, new.lesson_id, new.version, v_answers)
    on conflict (course_id, lesson_id, version) do nothing;

    if not exists (
      select from public.lesson_answer_keys as kept
      where (kept.course_id, kept.lesson_id, kept.version) = (new.course_id, new.lesson_id, new.version)
        and kept.answers = v_answers
    ) then
      raise exception 'version % of lesson % was published with other answers', new.version, new.lesson_id
        using errcode = 'invalid_parameter_value';
    end if;
    return null;
  end;
  $$;
comment on function private.keep_answer_key is
  'Stores the answers of each published version; the answers of a version never change.';

create trigger keep_answer_key after insert or update on public.lessons
  for each row execute function private.keep_answer_key();

create function private.grade_percent(p_answers integer[], p_key integer[]) returns integer
  language plpgsql immutable parallel safe set search_path = ''
  as $$
  declare
    v_correct integer := 0;
  begin
    for v_index in 1 .. pg_catalog.cardinality(p_key) loop
      if p_answers[v_index] = p_key[v_index] then v_correct := v_correct + 1; end if;
    end loop;
    return pg_catalog.round(100.0 * v_correct / pg_catalog.cardinality(p_key));
  end;
  $$;
comment on function private.grade_percent is 'The same rule as gradeQuiz in src/domain/course/quiz.ts.';

create function private.apply_attempt(p_user uuid, p_content jsonb) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    v_max_safe_integer constant bigint := 9007199254740991;
    v_pass_mark_percent constant integer := 80;
    v_id uuid := private.json_uuid(p_content -> 'id');
    v_course constant text := 'ai-fluency-30-days';
    v_lesson text := private.json_text(p_content -> 'lessonId');
    v_version bigint := private.json_integer(p_content -> 'lessonVersion', 1, v_max_safe_integer);
    v_answers integer[] := private.json_answers(p_content -> 'answers');
    v_taken_at timestamptz := private.clamp_client_time(private.json_instant(p_content -> 'takenAt'));
    v_key integer[];
    v_score integer;
    v_passed boolean;
    v_known public.quiz_attempts;
  begin
    -- 1. Well formed?
    if v_id is null or v_version is null or v_answers is null or v_taken_at is null
      or private.module_of(v_course, v_lesson) is null then
      return 'invalid';
    end if;

    -- 2. Known? It may arrive again, unchanged; its first time counts.
    select * into v_known from public.quiz_attempts where id = v_id;
    if found then
      return case when (v_known.user_id, v_known.course_id, v_known.lesson_id, v_known.lesson_version, v_known.answers)
        is distinct from (p_user, v_course, v_lesson, v_version, v_answers) then 'invalid' end;
    end if;

    -- 3. Allowed?
    if private.may_record_lesson(p_user, v_course, v_lesson, v_taken_at) is not true then
      return 'not_entitled';
    end if;
    v_taken_at := private.study_time(p_user, v_course, v_lesson, v_taken_at);

    -- 4. Grade against the version that the learner answered.
    select answers into v_key from public.lesson_answer_keys
      where course_id = v_course and lesson_id = v_lesson and version = v_version;
    if not found then return 'unknown_version'; end if;
    v_score := private.grade_percent(v_answers, v_key);
    v_passed := v_score >= v_pass_mark_percent;

    perform private.count_change(p_user, 1, 0);

    -- 5. Store the attempt, and join the result into the learner's progress in the same transaction.
    insert into public.quiz_attempts
      (id, user_id, course_id, lesson_id, lesson_version, answers, score, passed, taken_at, rev)
    values
      (v_id, p_user, v_course, v_lesson, v_version, v_answers, v_score, v_passed, v_taken_at,
        private.next_rev(p_user));
    perform private.raise_progress(
      p_user, v_course, v_lesson, v_passed, case when v_passed then v_taken_at end, v_score);
    return null;
  end;
  $$;

-- What learners write and the server only keeps: texts of the workbook, places, notes, the plan, days and answers. One
-- row for each thing, whatever its kind (docs/decisions/0082).

create view private.study_kinds as select * from (values
  -- keeps: whether the later or the earlier stamp counts. greatest, least: fields of which the greatest number or text, or
  -- the least text, is kept, whichever copy has it. is_counted: whether a row counts towards the limits. max_bytes: of a content.
  -- Each kind also has a function private.check_<kind>, in a file of its own in kinds/.
  ('workbook', 'fieldId', 'latest', '{}'::text[], '{}'::text[], true, 26000),
  ('place', 'lessonId', 'latest', '{furthest}', '{}'::text[], false, 300),
  ('note', 'id', 'first', '{}'::text[], '{}'::text[], true, 34000),
  ('plan', 'name', 'latest', '{}'::text[], '{}'::text[], true, 300),
  ('day', 'day', 'first', '{}'::text[], '{}'::text[], true, 300),
  ('answer', 'questionId', 'latest', '{tries,recall,given}', '{first}', true, 600)
) as kinds (kind, key_field, keeps, greatest, least, is_counted, max_bytes);
comment on view private.study_kinds is 'One line for each kind of row in study_rows. A device knows the same rules from src/entities.';

create function private.stamp_time(p_stamp uuid) returns timestamptz
  language sql immutable parallel safe
  -- The first 48 bits of a UUIDv7 are milliseconds since 1970 (RFC 9562, 5.7).
  return pg_catalog.to_timestamp(
    ('x' || pg_catalog.left(pg_catalog.replace(p_stamp::text, '-', ''), 12))::bit(48)::bigint / 1000.0);
comment on function private.stamp_time is 'When a row with this stamp was written.';

create table public.study_rows (
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  key text not null check (pg_catalog.char_length(key) <= 100),
  content jsonb not null check (pg_catalog.jsonb_typeof(content) = 'object'),
  stamp uuid not null,
  written_at timestamptz not null generated always as (private.stamp_time(stamp)) stored,
  begun_at timestamptz not null,
  rev bigint not null,
  primary key (user_id, kind, key),
  unique (user_id, rev)
);
comment on table public.study_rows is
  'What learners write while they study, from all devices, by kind and key. Written within sync_push only.';
comment on column public.study_rows.content is 'Has the fields that the check of its kind requires, and any others that a newer app has sent.';
comment on column public.study_rows.stamp is 'A UUIDv7: when the content was written, by the device''s estimate of the server''s time.';
comment on column public.study_rows.begun_at is
  'The earliest of these times: about when the learner began. For the course''s figures; devices do not receive it.';
-- For the course's figures, which read one kind of all learners.
create index study_rows_kind on public.study_rows (kind, key);

alter table public.study_rows enable row level security;
grant select on public.study_rows to authenticated, service_role;

create policy "learners read their own rows" on public.study_rows
  for select to authenticated using (user_id = (select auth.uid()));
create policy "a full session only" on public.study_rows as restrictive
  for all to authenticated using ((select private.require_full_session()));

create function private.keep_extremes(p_content jsonb, p_other jsonb, p_greatest text[], p_least text[]) returns jsonb
  language sql immutable parallel safe set search_path = ''
  as $$
    -- Without nulls: neither copy may have a field that was added later.
    select p_content
      || pg_catalog.jsonb_strip_nulls(coalesce((select pg_catalog.jsonb_object_agg(field,
        case pg_catalog.jsonb_typeof(coalesce(p_content -> field, p_other -> field))
          when 'number' then pg_catalog.to_jsonb(greatest((p_content ->> field)::numeric, (p_other ->> field)::numeric))
          else pg_catalog.to_jsonb(greatest((p_content ->> field) collate "C", (p_other ->> field) collate "C")) end)
        from pg_catalog.unnest(p_greatest) as field), '{}'))
      || pg_catalog.jsonb_strip_nulls(coalesce((select pg_catalog.jsonb_object_agg(field,
        least((p_content ->> field) collate "C", (p_other ->> field) collate "C")) from pg_catalog.unnest(p_least) as field), '{}'))
  $$;
comment on function private.keep_extremes is
  'The content, with the greater of both numbers or texts in some fields and the lesser of both texts in others. Texts are compared by their bytes.';

create function private.join_study_row(p_user uuid, p_row jsonb, p_limit timestamptz) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    v_kind private.study_kinds;
    v_key text := private.json_text(p_row -> 'key');
    v_content jsonb := p_row -> 'content';
    v_stamp uuid := private.json_stamp(p_row -> 'stamp');
    v_written_at timestamptz := private.stamp_time(v_stamp);
    -- Not before any device can have worked.
    v_begun_at timestamptz := greatest(v_written_at, private.earliest_client_time());
    v_lesson text;
    v_known public.study_rows;
    v_wins boolean;
  begin
    -- 1. Well formed? A check returns the lesson to which the learner needs access, '' for none, and null if it is invalid.
    select * into v_kind from private.study_kinds where kind = p_row ->> 'kind';
    if not found then return 'unknown_kind'; end if;
    if v_stamp is null or pg_catalog.jsonb_typeof(v_content) is distinct from 'object'
      or (private.json_text(v_content -> v_kind.key_field) = v_key) is not true then
      return 'invalid';
    end if;
    if pg_catalog.octet_length(v_content::text) > v_kind.max_bytes then return 'too_large'; end if;
    execute pg_catalog.format('select private.%I($1)', 'check_' || v_kind.kind) into v_lesson using v_content;
    if v_lesson is null then return 'invalid'; end if;

    -- 2. Does it change anything? The join of src/entities/row.ts. The caller holds the clock, so no other write can interfere.
    select * into v_known from public.study_rows where user_id = p_user and kind = v_kind.kind and key = v_key;
    if found then
      v_wins := case v_kind.keeps when 'latest' then v_stamp > v_known.stamp else v_stamp < v_known.stamp end;
      v_content := case when v_wins
        then private.keep_extremes(v_content, v_known.content, v_kind.greatest, v_kind.least)
        else private.keep_extremes(v_known.content, v_content, v_kind.greatest, v_kind.least) end;
      if not v_wins and v_content = v_known.content then return null; end if;
    end if;

    -- 3. Allowed?
    if v_written_at > p_limit then return 'clock'; end if;
    if v_lesson <> '' and private.may_record_lesson(p_user, 'ai-fluency-30-days', v_lesson, v_written_at) is not true then
      return 'not_entitled';
    end if;
    if v_kind.is_counted then
      perform private.count_change(p_user, case when v_known.kind is null then 1 else 0 end,
        pg_catalog.octet_length(v_content::text) - coalesce(pg_catalog.octet_length(v_known.content::text), 0),
        v_lesson = '' and v_content -> 'deleted' = 'true');
    end if;

    -- 4. Store it.
    if v_known.kind is null then
      insert into public.study_rows (user_id, kind, key, content, stamp, begun_at, rev)
      values (p_user, v_kind.kind, v_key, v_content, v_stamp, v_begun_at, private.next_rev(p_user));
    else
      update public.study_rows set content = v_content, stamp = case when v_wins then v_stamp else stamp end,
        begun_at = least(begun_at, v_begun_at), rev = private.next_rev(p_user)
        where user_id = p_user and kind = v_kind.kind and key = v_key;
    end if;
    update public.sync_clock set latest_stamp = v_written_at where user_id = p_user and latest_stamp < v_written_at;
    return null;
  end;
  $$;
comment on function private.join_study_row is
  'Joins a sent row into the stored one. Null if the server has it now, else the code of the refusal. AC001 has the code as its message.';

-- Answers in the texts of lessons and in reviews, and the wrong answers of quizzes, which come back after some days; and sorted cards.
-- One row for each question: the first answer stays, tries are counted, and the later of two answers that decided when the question
-- comes back does so, whichever copy was written later.

create function private.check_answer(p_content jsonb) returns text
  language plpgsql stable set search_path = ''
  as $$
  declare
    c_stamp constant text := '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
    v_question text := private.json_text(p_content -> 'questionId');
    v_lesson text := pg_catalog.split_part(v_question, '/', 2);
  begin
    if (v_question ~ '^(quiz|review|text)/[1-9][0-9]?/[a-z0-9-]{1,40}$') is not true
      or private.module_of('ai-fluency-30-days', v_lesson) is null
      -- The stamp of the first answer and the chosen option: the lesser of two is the earlier.
      or (private.json_text(p_content -> 'first') ~ '^[0-9a-f-]{36} (none|[0-9])$') is not true
      or private.json_integer(p_content -> 'tries', 0, 1000) is null
      or (p_content -> 'recall' is null or (
        private.json_text(p_content -> 'recall') ~ ('^' || c_stamp || ' [0-3] (never|[0-9-]{10})$')
        and (pg_catalog.split_part(p_content ->> 'recall', ' ', 3) = 'never' or private.json_day(
          pg_catalog.to_jsonb(pg_catalog.split_part(p_content ->> 'recall', ' ', 3))) is not null))) is not true
      -- What is chosen so far in a text, and how often that was checked (src/domain/course/ask.ts and sort.ts).
      or (p_content -> 'given' is null or private.json_text(p_content -> 'given')
        ~ ('^(-|' || c_stamp || ') ' || c_stamp || ' [0-9a-z]{1,8} [0-2] [0-7]?(\.[0-7]?){0,9}\+?$')) is not true then
      return null;
    end if;
    return v_lesson;
  end;
  $$;
comment on function private.check_answer is
  'An answer: {questionId, first, tries, recall?, given?}. recall: a stamp, the number of right answers on due days since the last wrong one, and the local day on which the question comes back, or never.';

-- The days on which a learner studied: a set. A day is a row of its own, written by the device that did the work, since only
-- that device knows the learner's time zone at that moment.

create function private.check_day(p_content jsonb) returns text
  language sql stable set search_path = ''
  return case
    when private.json_day(p_content -> 'day') >= '2025-01-01'
      -- The day of the earliest time zone may be tomorrow.
      and private.json_day(p_content -> 'day') <= (pg_catalog.now() at time zone 'UTC' + interval '14 hours')::date
      then ''
  end;
comment on function private.check_day is 'A local day of study that is not in the future anywhere.';

-- Notes and highlights. A note is a set of immutable versions: a write adds one and a deletion adds one without content. The
-- newest twenty versions of each note are kept.

create function private.check_note(p_content jsonb) returns text
  language plpgsql stable set search_path = ''
  as $$
  declare
    v_max_safe_integer constant bigint := 9007199254740991;
    v_lesson text := private.json_text(p_content -> 'lessonId');
    v_anchor jsonb := private.json_anchor(p_content -> 'anchor');
    v_body text := private.json_text(p_content -> 'body');
  begin
    -- A highlight has an anchor and a colour, a note on the whole lesson has neither; a deletion has nothing.
    if private.json_uuid(p_content -> 'id') is null or private.json_uuid(p_content -> 'noteId') is null
      or private.json_integer(p_content -> 'lessonVersion', 1, v_max_safe_integer) is null
      or private.module_of('ai-fluency-30-days', v_lesson) is null
      or (pg_catalog.char_length(v_body) <= 4000) is not true -- MAX_NOTE_CHARACTERS
      or (case when v_anchor is null
        then p_content -> 'anchor' = 'null' and p_content -> 'colour' = 'null'
        else private.json_text(p_content -> 'colour') in ('ochre', 'indigo', 'forest') end) is not true
      or (p_content -> 'deleted' = pg_catalog.to_jsonb(v_anchor is null and v_body = '')) is not true then
      return null;
    end if;
    -- A deletion needs no access: learners may always delete what they wrote.
    return case when p_content -> 'deleted' = 'true' then '' else v_lesson end;
  end;
  $$;
comment on function private.check_note is 'One version of a note: {id, noteId, lessonId, lessonVersion, anchor, colour, body, deleted}.';

create view private.lesson_notes as
  select user_id, key as id, content ->> 'noteId' as note_id, content ->> 'lessonId' as lesson_id,
    content -> 'deleted' = 'true' as deleted, stamp
  from public.study_rows where kind = 'note';
comment on view private.lesson_notes is 'The versions of notes with columns.';
-- For the limits below, which look for the versions of one note or of one lesson.
create index study_rows_notes on public.study_rows (user_id, (content ->> 'lessonId'), (content ->> 'noteId'))
  where kind = 'note';

create function private.limit_notes() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    v_max_notes constant integer := 500; -- MAX_NOTES_PER_LESSON of src/entities/note/note.ts, including deleted ones
  begin
    if v_max_notes <= (
      select pg_catalog.count(distinct content ->> 'noteId') from public.study_rows
      where user_id = new.user_id and kind = 'note' and content ->> 'lessonId' = new.content ->> 'lessonId'
        and content ->> 'noteId' <> new.content ->> 'noteId') then
      raise exception 'too_many' using errcode = 'AC001';
    end if;
    return new;
  end;
  $$;
comment on function private.limit_notes is
  'Limits the notes on a lesson. It runs before the row is written, so refused rows do not fill the database''s files.';

create function private.prune_notes() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    v_kept_versions constant integer := 20; -- KEPT_VERSIONS
  begin
    with pruned as (
      delete from public.study_rows where (user_id, kind) = (new.user_id, 'note') and key in (
        select key from public.study_rows
        where user_id = new.user_id and kind = 'note' and content ->> 'lessonId' = new.content ->> 'lessonId'
          and content ->> 'noteId' = new.content ->> 'noteId'
        order by stamp desc
        offset v_kept_versions)
      returning content
    )
    update public.sync_clock as clock set row_count = clock.row_count - lost.rows, bytes = clock.bytes - lost.bytes
    from (
      select pg_catalog.count(*) as rows, pg_catalog.sum(pg_catalog.octet_length(content::text)) as bytes from pruned
    ) as lost
    where clock.user_id = new.user_id and lost.rows > 0;
    return null;
  end;
  $$;
comment on function private.prune_notes is
  'Removes all but the newest versions of a note. A version that is older than these is stored and removed at once.';

create trigger limit_notes before insert on public.study_rows
  for each row when (new.kind = 'note') execute function private.limit_notes();
create trigger prune_notes after insert on public.study_rows
  for each row when (new.kind = 'note') execute function private.prune_notes();

-- Where a learner stopped reading each lesson. The furthest step never goes down.

create function private.check_place(p_content jsonb) returns text
  language plpgsql stable set search_path = ''
  as $$
  declare
    v_max_steps constant bigint := 60; -- MAX_STEPS of src/entities/lessonPlace/lessonPlace.ts
    v_step bigint := private.json_integer(p_content -> 'step', 1, v_max_steps);
    v_lesson text := private.json_text(p_content -> 'lessonId');
  begin
    if private.module_of('ai-fluency-30-days', v_lesson) is null
      or v_step is null
      or private.json_integer(p_content -> 'part', 0, 10000) is null -- MAX_PART
      or private.json_share(p_content -> 'share') is null
      or private.json_integer(p_content -> 'furthest', v_step, v_max_steps) is null then
      return null;
    end if;
    return v_lesson;
  end;
  $$;
comment on function private.check_place is
  'A place: step from 1, part (the index of a top-level block in the text of the step), share of that block above the line being read, furthest step.';

create view private.lesson_places as
  select user_id, 'ai-fluency-30-days' as course_id, key as lesson_id, (content -> 'step')::integer as step,
    (content -> 'furthest')::integer as furthest, written_at, begun_at
  from public.study_rows where kind = 'place';
comment on view private.lesson_places is 'The places with columns, for reminders and figures.';

-- The first day of the learner's study plan. The later choice counts.

create function private.check_plan(p_content jsonb) returns text
  language sql stable set search_path = ''
  return case
    when private.json_text(p_content -> 'name') = 'start'
      and private.json_day(p_content -> 'firstDay') >= '2025-01-01'
      and private.json_day(p_content -> 'firstDay') < (pg_catalog.now() + interval '2 years')::date
      then ''
  end;
comment on function private.check_plan is 'The plan''s first day, in the learner''s time zone.';

-- The text that learners write in the fields of the workbook. The later text of a field counts.

-- Writes to other fields are rejected, so that an account cannot fill the disk (docs/decisions/0043).
create table private.workbook_field_ids (
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  field_id text not null check (field_id ~ '^l[0-9]{2}-[a-z0-9-]{1,40}$'),
  primary key (course_id, field_id)
);
comment on table private.workbook_field_ids is
  'Every field that a published lesson has or had. Ids are never removed, so that a text written offline is still accepted after a later version has renamed its field.';

alter table private.workbook_field_ids enable row level security;

create function private.field_ids_of(p_pack jsonb) returns setof text
  language sql immutable parallel safe set search_path = ''
  as $$
    -- Islands are in the lesson, its sheets and its labs, so the search covers every depth (src/domain/course/island.ts).
    select distinct id #>> '{}' from (
      select pg_catalog.jsonb_path_query(p_pack, 'strict $.** ? (@.kind == "field" || @.kind == "lab").id', silent => true)
      union all
      select pg_catalog.jsonb_path_query(p_pack, 'strict $.** ? (@.kind == "marks").rows[*].fieldId', silent => true)
    ) as found (id)
    where id #>> '{}' ~ '^l[0-9]{2}-[a-z0-9-]{1,40}$'
  $$;
comment on function private.field_ids_of is 'The workbook fields of a lesson pack.';

-- Definer: the publisher's role has no rights on the table.
create function private.keep_field_ids() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into private.workbook_field_ids (course_id, field_id)
    select new.course_id, id from private.field_ids_of(new.pack) as id
    on conflict do nothing;
    return null;
  end;
  $$;
comment on function private.keep_field_ids is 'Stores the fields of every published version of a lesson.';

create trigger keep_field_ids after insert or update of pack on public.lessons
  for each row execute function private.keep_field_ids();

create function private.check_workbook(p_content jsonb) returns text
  language plpgsql stable set search_path = ''
  as $$
  declare
    v_field text := private.json_text(p_content -> 'fieldId');
    v_lesson text := pg_catalog.ltrim(pg_catalog.substr(v_field, 2, 2), '0');
  begin
    if (v_field ~ '^l[0-9]{2}-[a-z0-9-]{1,40}$') is not true
      or private.module_of('ai-fluency-30-days', v_lesson) is null
      or (pg_catalog.char_length(private.json_text(p_content -> 'value')) <= 4000) is not true then -- MAX_FIELD_CHARACTERS
      return null;
    end if;
    if not exists (select from private.workbook_field_ids where field_id = v_field) then
      raise exception 'unknown_field' using errcode = 'AC001';
    end if;
    return v_lesson;
  end;
  $$;
comment on function private.check_workbook is 'The text of a field that the course has or had.';

create view private.workbook_fields as
  select user_id, key as field_id, content ->> 'value' as value, written_at
  from public.study_rows where kind = 'workbook';
comment on view private.workbook_fields is 'The texts with columns, for reminders and figures.';

-- When each signed-in device last synced, and how much work it still had then, for the staff console.

create table private.device_syncs (
  session_id uuid primary key references auth.sessions (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  synced_at timestamptz not null default pg_catalog.now(),
  unsent integer check (unsent >= 0 and unsent <= 10000),
  refused integer check (refused >= 0 and refused <= 10000)
);
comment on table private.device_syncs is
  'The last pull of each session. A session identifies a device, and the row is deleted with it.';
comment on column private.device_syncs.unsent is
  'Changes that the device reported as not sent yet. Null if its version of the app does not report them.';
comment on column private.device_syncs.refused is
  'Changes that the device has parked, because the server rejected them several times. Null as for unsent.';
create index device_syncs_user_id on private.device_syncs (user_id);
create index device_syncs_waiting on private.device_syncs (user_id) where unsent > 0 or refused > 0;

alter table private.device_syncs enable row level security;

create function private.note_sync(p_user uuid, p_unsent integer, p_refused integer) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    c_most constant integer := 10000;
    v_session constant uuid := (auth.jwt() ->> 'session_id')::uuid;
    -- Bounded rather than rejected: a wrong count must not stop the sync. Null stays null.
    v_unsent constant integer := case when p_unsent is not null then least(greatest(p_unsent, 0), c_most) end;
    v_refused constant integer := case when p_refused is not null then least(greatest(p_refused, 0), c_most) end;
  begin
    -- A device pulls several times in a row. Most of these pulls write nothing.
    if exists (
      select from private.device_syncs
      where session_id = v_session and synced_at > pg_catalog.now() - interval '1 minute'
        and unsent is not distinct from v_unsent and refused is not distinct from v_refused
    ) then
      return;
    end if;
    insert into private.device_syncs (session_id, user_id, unsent, refused)
    values (v_session, p_user, v_unsent, v_refused)
    on conflict (session_id) do update set
      synced_at = excluded.synced_at, unsent = excluded.unsent, refused = excluded.refused;
  end;
  $$;
comment on function private.note_sync is 'Records that the caller''s device has just synced, to the minute.';

-- The two calls of the sync, sync_pull and sync_push (src/entities/messages.ts, docs/decisions/0082). sync_push locks the
-- learner's clock and calls handle_row for each row, which calls the function that joins a row of this kind.

-- Every row that the sync returns, in the form in which devices store it. Kinds whose content the server reads or changes
-- have tables of their own; their fields that only the server writes are named in src/entities.
create view private.synced_rows as
  select user_id, kind, key, content, stamp, rev from public.study_rows
  union all
  select user_id, 'progress', lesson_id, pg_catalog.jsonb_build_object(
    'lessonId', lesson_id, 'completed', completed, 'completedAt', private.iso(completed_at), 'quizScore', quiz_score),
    null, rev
  from public.course_progress
  union all
  select user_id, 'attempt', id::text, pg_catalog.jsonb_build_object(
    'id', id, 'lessonId', lesson_id, 'lessonVersion', lesson_version, 'answers', answers,
    'takenAt', private.iso(taken_at), 'score', score, 'passed', passed, 'receivedAt', private.iso(received_at)),
    null, rev
  from public.quiz_attempts
  union all
  select user_id, 'achievement', achievement_type, pg_catalog.jsonb_build_object('type', achievement_type), null, rev
  from public.user_achievements
  union all
  -- A review gives its hand-in a new revision and arrives with it. It does not name the reviewer.
  select h.user_id, 'capstone', h.id::text, pg_catalog.jsonb_build_object(
    'id', h.id, 'attempt', h.attempt, 'texts', h.texts, 'handedInAt', private.iso(h.handed_in_at),
    'receivedAt', private.iso(h.received_at),
    'review', case when r.hand_in_id is not null then pg_catalog.jsonb_build_object(
      'scores', r.scores, 'comments', r.comments, 'overall', r.overall, 'hasSources', r.has_sources,
      'hasDiligence', r.has_diligence, 'passed', r.passed, 'reviewedAt', private.iso(r.reviewed_at)) end),
    null, h.rev
  from public.capstone_hand_ins as h left join public.capstone_reviews as r on r.hand_in_id = h.id;
comment on view private.synced_rows is 'Every row that the sync may return, with its kind, key, content, stamp and revision.';

create function private.require_learner(p_version integer) returns uuid
  language plpgsql stable set search_path = ''
  as $$
  begin
    if p_version is distinct from 1 then -- PROTOCOL_VERSION
      raise exception 'this server knows version 1 of the sync' using errcode = 'invalid_parameter_value';
    end if;
    perform private.require_full_session();
    return auth.uid();
  end;
  $$;
comment on function private.require_learner is
  'The learner whose device syncs. Policies do not apply to definer functions, so they call this to check the session.';

create function private.stamp_limit(p_clock public.sync_clock) returns timestamptz
  language sql stable set search_path = ''
  return greatest(pg_catalog.date_trunc('milliseconds', pg_catalog.now()) + interval '1 minute', p_clock.latest_stamp);
comment on function private.stamp_limit is
  'The latest time of a stamp that is accepted. It includes the learner''s own latest stamp, in case this server''s clock was set back.';

create function private.reply_head(p_clock public.sync_clock) returns jsonb
  language sql stable set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object(
      'user_id', p_clock.user_id, 'epoch', p_clock.epoch, 'rev', p_clock.rev,
      'time', pg_catalog.trunc(extract(epoch from pg_catalog.now()) * 1000),
      'limit', pg_catalog.trunc(extract(epoch from private.stamp_limit(p_clock)) * 1000),
      'registered_at', private.iso((select created_at from auth.users where id = p_clock.user_id)),
      'enrolled_at', (
        select private.iso(started_at) from public.course_enrollments
        where user_id = p_clock.user_id and course_id = 'ai-fluency-30-days'))
  $$;
comment on function private.reply_head is 'The fields with which both replies begin.';

create function private.handle_row(p_user uuid, p_row jsonb, p_limit timestamptz) returns text
  language plpgsql set search_path = ''
  as $$
  declare
    v_kind text := private.json_text(p_row -> 'kind');
    v_content jsonb := p_row -> 'content';
    v_code text;
  begin
    -- A sub-transaction, so that an error in this row does not affect the others.
    begin
      if v_kind in ('progress', 'attempt', 'achievement', 'capstone') and (private.json_text(v_content -> case v_kind
          when 'progress' then 'lessonId' when 'achievement' then 'type' else 'id' end)
        = private.json_text(p_row -> 'key')) is not true then
        return 'invalid';
      end if;
      v_code := case v_kind
        when 'progress' then private.apply_progress(p_user, v_content)
        when 'attempt' then private.apply_attempt(p_user, v_content)
        when 'achievement' then private.apply_achievement(p_user, v_content)
        when 'capstone' then private.apply_capstone(p_user, v_content)
        else private.join_study_row(p_user, p_row, p_limit)
      end;
    exception
      -- A limit was reached: the message is the code of the refusal.
      when sqlstate 'AC001' then v_code := sqlerrm;
      when others then
        if private.is_worth_retrying(sqlstate) then raise; end if;
        raise log 'sync_push: a row of kind % failed with %', v_kind, sqlstate;
        v_code := 'invalid';
    end;
    return v_code;
  end;
  $$;
comment on function private.handle_row is
  'Joins one row. Null if the server has it now, else the code of the refusal. A refused row changes no data.';

create table private.refusals (
  code text primary key,
  -- In UTC.
  day date not null,
  count integer not null
);
comment on table private.refusals is
  'How many rows sync_push refused on the last day on which it refused any, by code. Names no learner.';

alter table private.refusals enable row level security;

create function private.count_refusals(p_answers jsonb) returns void
  language sql set search_path = ''
  as $$
    insert into private.refusals as mine (code, day, count)
    select code, (pg_catalog.now() at time zone 'UTC')::date, pg_catalog.count(*)
    from pg_catalog.jsonb_to_recordset(p_answers) as answers (code text)
    where code is not null
    group by code
    -- Two pushes must not wait for each other.
    order by code
    on conflict (code) do update set day = excluded.day,
      count = excluded.count + case when mine.day = excluded.day then mine.count else 0 end;
  $$;
comment on function private.count_refusals is 'Counts the refused rows in the answers to a push.';

-- Definer: it writes the clock and the learner's rows, which a learner may not write directly, and reads the answer keys, which a learner may not read. It acts
-- only for auth.uid() and takes no user id.
create function public.sync_push(version integer, rows jsonb) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_max_rows constant integer := 100; -- MAX_ROWS_PER_PUSH
    v_user uuid := private.require_learner(version);
    v_clock public.sync_clock;
    v_row jsonb;
    v_code text;
    v_mine private.synced_rows;
    v_answers jsonb := '[]';
    v_rows jsonb := '[]';
  begin
    if pg_catalog.jsonb_typeof(rows) is distinct from 'array' then
      raise exception 'rows must be an array' using errcode = 'invalid_parameter_value';
    end if;
    if pg_catalog.jsonb_array_length(rows) > v_max_rows then
      raise exception 'at most % rows at once', v_max_rows using errcode = 'invalid_parameter_value';
    end if;

    -- Without an outline every lesson would be unknown, so the push fails, and devices try again.
    perform private.require_outline('ai-fluency-30-days');
    v_clock := private.lock_clock(v_user);
    for v_row in select value from pg_catalog.jsonb_array_elements(rows) loop
      v_code := private.handle_row(v_user, v_row, private.stamp_limit(v_clock));
      v_answers := v_answers || pg_catalog.jsonb_build_object(
        'kind', coalesce(private.json_text(v_row -> 'kind'), ''), 'key', coalesce(private.json_text(v_row -> 'key'), ''),
        'code', v_code);
      if v_code is null then
        select * into v_mine from private.synced_rows
          where user_id = v_user and kind = v_row ->> 'kind' and key = v_row ->> 'key';
        -- The row goes back if the join differs from what was sent. Devices leave out what only the server writes.
        if found and (pg_catalog.jsonb_strip_nulls(v_mine.content), v_mine.stamp::text)
          is distinct from (pg_catalog.jsonb_strip_nulls(v_row -> 'content'), v_row ->> 'stamp') then
          v_rows := v_rows || private.row_in_reply(v_mine);
        end if;
      end if;
    end loop;
    -- Last, because its rows are locked until the end of the transaction, and all learners share them.
    perform private.count_refusals(v_answers);
    select * into v_clock from public.sync_clock where user_id = v_user;
    return private.reply_head(v_clock) || pg_catalog.jsonb_build_object('answers', v_answers, 'rows', v_rows);
  end;
  $$;
comment on function public.sync_push is
  'Joins up to 100 rows. Returns one answer for each, in order, and the rows that differ here from what was sent (pushReply).';

create function private.row_in_reply(p_row private.synced_rows) returns jsonb
  language sql immutable parallel safe set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object('kind', p_row.kind, 'key', p_row.key, 'content', p_row.content, 'rev', p_row.rev)
      || case when p_row.stamp is not null then pg_catalog.jsonb_build_object('stamp', p_row.stamp) else '{}' end
  $$;

create function private.sync_page(p_user uuid, p_cursor bigint, p_max_rows integer) returns jsonb
  language sql stable set search_path = ''
  as $$
    -- One statement, hence one snapshot: the clock matches the rows below.
    with clock as (
      select mine as whole, rev from public.sync_clock as mine where user_id = p_user
    ), page as (
      select mine as whole, rev from private.synced_rows as mine
      where user_id = p_user and rev > p_cursor
      order by rev
      limit p_max_rows + 1
    ), bound as (
      -- Every revision is on at most one row, so a page may end after any row.
      select
        pg_catalog.count(*) > p_max_rows as has_more,
        case
          when pg_catalog.count(*) > p_max_rows then (pg_catalog.array_agg(rev order by rev))[p_max_rows]
          else (select rev from clock)
        end as upto
      from page
    )
    select private.reply_head((select whole from clock)) || pg_catalog.jsonb_build_object(
      'cursor', bound.upto,
      'has_more', bound.has_more,
      'rows', coalesce((
        select pg_catalog.jsonb_agg(private.row_in_reply(whole) order by rev) from page where rev <= bound.upto), '[]')
    )
    from bound;
  $$;

-- Definer: it creates or renews the caller's clock. It acts only for auth.uid().
create function public.sync_pull(
  version integer, epoch uuid, cursor bigint, seen bigint, max_rows integer, unsent integer, refused integer
) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_most_rows constant integer := 1000; -- MAX_ROWS_PER_PULL
    v_user uuid := private.require_learner(version);
    v_from bigint := cursor;
    -- A device may have pushed since it last pulled.
    v_seen bigint := greatest(cursor, seen);
    v_epoch uuid := epoch;
    v_limit integer := greatest(1, least(coalesce(max_rows, v_most_rows), v_most_rows));
    v_clock public.sync_clock;
  begin
    if v_from is null or v_from < 0 then
      raise exception 'the cursor must not be negative' using errcode = 'invalid_parameter_value';
    end if;

    select * into v_clock from public.sync_clock where user_id = v_user;
    if not found or v_seen > v_clock.rev then
      v_clock := private.lock_clock(v_user);
      -- The device has seen revisions that this database does not have: a backup was restored. Another device that still
      -- names the old epoch is not the first to notice, and begins none.
      if v_seen > v_clock.rev and v_clock.epoch = coalesce(v_epoch, v_clock.epoch) then
        update public.sync_clock set epoch = pg_catalog.gen_random_uuid() where user_id = v_user;
        v_from := 0;
      end if;
    end if;
    perform private.note_sync(v_user, unsent, refused);
    return private.sync_page(v_user, v_from, v_limit);
  end;
  $$;
comment on function public.sync_pull is
  'The caller''s rows after the cursor, in order of revision (pullReply). unsent and refused count the rows that the device still has.';

grant execute on function
  public.sync_push(integer, jsonb),
  public.sync_pull(integer, uuid, bigint, bigint, integer, integer, integer)
to authenticated;

-- The queue of capstones for reviewers. Their texts are all that reviewers see of a learner. review_capstone
-- (learning/synced/capstone.sql) sends the review.

create table private.capstone_second_opinions (
  hand_in_id uuid primary key references public.capstone_hand_ins (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  reviewer_id uuid references auth.users (id) on delete set null,
  reason text not null check (pg_catalog.char_length(reason) >= 1 and pg_catalog.char_length(reason) <= 500),
  asked_at timestamptz not null default pg_catalog.now()
);
comment on table private.capstone_second_opinions is
  'Hand-ins for which a reviewer wants another reviewer to decide. The one who asked may not send the review.';
comment on column private.capstone_second_opinions.user_id is 'The learner whose hand-in it is.';
comment on column private.capstone_second_opinions.reviewer_id is
  'Who asked. Null once that account is deleted: then anyone may send the review.';
create index capstone_second_opinions_user on private.capstone_second_opinions (user_id);
create index capstone_second_opinions_reviewer on private.capstone_second_opinions (reviewer_id);

alter table private.capstone_second_opinions enable row level security;

create view private.reviewable_capstones with (security_invoker = true) as
  select hand_in.id, hand_in.user_id, hand_in.course_id, hand_in.attempt, hand_in.texts, hand_in.handed_in_at,
    hand_in.received_at, review.reviewed_at, review.passed, opinion.reason as opinion_reason,
    opinion.asked_at as opinion_asked_at, opinion.reviewer_id as opinion_reviewer_id
  from public.capstone_hand_ins as hand_in
    left join public.capstone_reviews as review on review.hand_in_id = hand_in.id
    left join private.capstone_second_opinions as opinion on opinion.hand_in_id = hand_in.id
  where review.hand_in_id is not null or exists (
    select from public.course_enrollments as mine
    where mine.user_id = hand_in.user_id and mine.course_id = hand_in.course_id
      and private.serves_organisations(mine.tier));
comment on view private.reviewable_capstones is
  'Hand-ins that have a review, or whose learner''s plan includes one.';

create function private.staff_email(p_user uuid) returns text
  language sql stable set search_path = ''
  as $$ select coalesce((select email from auth.users where id = p_user), '') $$;
comment on function private.staff_email is 'The address of a member of staff. Empty once the account is deleted.';

create function private.second_opinion(p_mine private.reviewable_capstones, p_reviewer uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select case when p_mine.opinion_asked_at is not null then pg_catalog.jsonb_build_object(
      'asked_at', p_mine.opinion_asked_at, 'reason', p_mine.opinion_reason,
      'asked_by', private.staff_email(p_mine.opinion_reviewer_id),
      'is_mine', coalesce(p_mine.opinion_reviewer_id = p_reviewer, false)) end
  $$;
comment on function private.second_opinion is
  'The request for a second opinion as reviewers see it: { asked_at, reason, asked_by, is_mine }, or null.';

create function public.staff_capstones(p_search text, p_filter text, p_before text, p_limit integer) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: no role may read other learners' hand-ins.
  as $$
  declare
    v_reviewer uuid := private.require_reviewer();
    v_limit constant integer := least(greatest(coalesce(p_limit, 50), 1), 100);
    v_is_reviewed constant boolean := coalesce(p_filter, '') = 'reviewed';
    v_search constant text := pg_catalog.lower(pg_catalog.btrim(coalesce(p_search, '')));
    v_after_place numeric := pg_catalog.split_part(nullif(p_before, ''), '/', 1)::numeric;
    v_after_id uuid := pg_catalog.split_part(nullif(p_before, ''), '/', 2)::uuid;
  begin
    return (
      with fitting as (
        -- What waits is listed from the oldest, what is done from the newest.
        select mine.id, case when v_is_reviewed then - extract(epoch from mine.reviewed_at)
            else extract(epoch from mine.handed_in_at) end as place, mine as whole
        from private.reviewable_capstones as mine
        where (mine.reviewed_at is not null) = v_is_reviewed and mine.user_id <> v_reviewer
          and (coalesce(p_filter, '') <> 'second_opinion' or mine.opinion_asked_at is not null)
          and pg_catalog.starts_with(mine.id::text, v_search)
      ), page as (
        select * from fitting where p_before is null or (place, id) > (v_after_place, v_after_id)
        order by place, id limit v_limit + 1
      ), kept as (
        select * from page order by place, id limit v_limit
      )
      select pg_catalog.jsonb_build_object(
        'rows', coalesce((
          select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
            'id', id, 'attempt', (whole).attempt, 'handed_in_at', (whole).handed_in_at,
            'reviewed_at', (whole).reviewed_at, 'passed', (whole).passed,
            'second_opinion', private.second_opinion(whole, v_reviewer)) order by place, id)
          from kept), '[]'),
        'next', case when (select pg_catalog.count(*) from page) > v_limit then (
          select place || '/' || id from kept order by place desc, id desc limit 1) end));
  end;
  $$;
comment on function public.staff_capstones is
  'Capstones that wait for a review, or with the filter reviewed those that have one: { rows, next }. Without who handed them in, and never the caller''s own. The search is the beginning of an id.';

create function private.capstone_review(p_hand_in uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object(
      'scores', scores, 'comments', comments, 'overall', overall, 'has_sources', has_sources,
      'has_diligence', has_diligence, 'passed', passed, 'reviewed_at', reviewed_at,
      'reviewer', private.staff_email(reviewer_id))
    from public.capstone_reviews where hand_in_id = p_hand_in
  $$;
comment on function private.capstone_review is 'The review of a hand-in as reviewers see it, or null.';

create function public.staff_capstone(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: no role may read other learners' hand-ins.
  as $$
  declare
    v_reviewer uuid := private.require_reviewer();
    v_mine private.reviewable_capstones;
  begin
    select * into v_mine from private.reviewable_capstones where id = p_id and user_id <> v_reviewer;
    if not found then
      raise exception 'There is no capstone to review at this address.' using hint = 'not_found';
    end if;
    return pg_catalog.jsonb_build_object(
      'id', v_mine.id, 'attempt', v_mine.attempt, 'texts', v_mine.texts, 'handed_in_at', v_mine.handed_in_at,
      'review', private.capstone_review(v_mine.id),
      'second_opinion', private.second_opinion(v_mine, v_reviewer),
      'previous', (
        select pg_catalog.jsonb_build_object(
          'texts', texts, 'handed_in_at', handed_in_at, 'review', private.capstone_review(id))
        from public.capstone_hand_ins
        where user_id = v_mine.user_id and course_id = v_mine.course_id and attempt = v_mine.attempt - 1));
  end;
  $$;
comment on function public.staff_capstone is
  'One hand-in for its reviewer: the texts by workbook field, the review if there is one, a request for a second opinion, and the previous attempt. Nothing else about the learner.';

create function private.lock_open_capstone(p_id uuid, p_reviewer uuid) returns uuid
  language plpgsql set search_path = ''
  as $$
  declare
    v_learner uuid;
  begin
    select user_id into v_learner from private.reviewable_capstones where id = p_id and user_id <> p_reviewer;
    if not found then
      raise exception 'There is no capstone to review at this address.' using hint = 'not_found';
    end if;
    -- The lock that review_capstone takes too.
    perform private.lock_clock(v_learner);
    if exists (select from public.capstone_reviews where hand_in_id = p_id) then
      raise exception 'This capstone has been reviewed in the meantime.' using hint = 'reviewed';
    end if;
    return v_learner;
  end;
  $$;
comment on function private.lock_open_capstone is
  'The learner of a hand-in that waits for a review, locked against a review by another reviewer. Otherwise an error.';

create function public.staff_ask_second_opinion(p_id uuid, p_reason text) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: no role may write the table.
  as $$
  declare
    v_reviewer uuid := private.require_reviewer();
    v_learner uuid := private.lock_open_capstone(p_id, v_reviewer);
    v_reason constant text := pg_catalog.btrim(coalesce(p_reason, ''), E' \t\n\r');
    v_asked_by uuid;
  begin
    if pg_catalog.char_length(v_reason) = 0 or pg_catalog.char_length(v_reason) > 500 then
      raise exception 'Give a reason of at most 500 characters.' using hint = 'bad_reason';
    end if;
    insert into private.capstone_second_opinions (hand_in_id, user_id, reviewer_id, reason)
    values (p_id, v_learner, v_reviewer, v_reason) on conflict do nothing;
    if not found then
      select reviewer_id into v_asked_by from private.capstone_second_opinions where hand_in_id = p_id;
      -- The same person again: the first answer was lost.
      if v_asked_by = v_reviewer then return; end if;
      raise exception 'Another reviewer has already asked for a second opinion. You can send the review.'
        using hint = 'already_asked';
    end if;
    -- Without the reason, which may repeat what the learner wrote and goes with the hand-in.
    perform private.record_staff_action(v_reviewer, 'second_opinion_asked', 'capstone', p_id::text, '', '{}');
  end;
  $$;
comment on function public.staff_ask_second_opinion is
  'Leaves a hand-in to another reviewer. From then on the caller cannot send its review.';

create function public.staff_withdraw_second_opinion(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: no role may write the table.
  as $$
  declare
    v_reviewer uuid := private.require_reviewer();
  begin
    perform private.lock_open_capstone(p_id, v_reviewer);
    delete from private.capstone_second_opinions where hand_in_id = p_id and reviewer_id = v_reviewer;
    if found then
      perform private.record_staff_action(v_reviewer, 'second_opinion_withdrawn', 'capstone', p_id::text, '', '{}');
    end if;
  end;
  $$;
comment on function public.staff_withdraw_second_opinion is
  'Takes back the caller''s own request for a second opinion, so that the caller can send the review after all.';

grant execute on function
  public.staff_capstones(text, text, text, integer),
  public.staff_capstone(uuid),
  public.staff_ask_second_opinion(uuid, text),
  public.staff_withdraw_second_opinion(uuid)
to authenticated;

-- The inbox of the contact form: staff read the messages, answer them by email, assign and close them.

create function public.staff_messages(p_search text, p_filter text, p_before text, p_limit integer) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- A single query plan for all filters could not use any index.
  set plan_cache_mode = 'force_custom_plan'
  -- Definer: no role of the API but the server may read the table.
  as $$
  declare
    v_staff uuid := private.require_staff();
    v_limit constant integer := least(greatest(coalesce(p_limit, 50), 1), 100);
    v_filter constant text := coalesce(nullif(p_filter, ''), 'open');
    v_search constant text := pg_catalog.lower(pg_catalog.btrim(coalesce(p_search, '')));
    v_before_at timestamptz := pg_catalog.split_part(nullif(p_before, ''), '/', 1)::timestamptz;
    v_before_id uuid := pg_catalog.split_part(nullif(p_before, ''), '/', 2)::uuid;
  begin
    return (
      with page as (
        select id, name, email, subject, state, created_at, assigned_to from public.contact_messages
        where case v_filter when 'mine' then assigned_to = v_staff and state <> 'closed' else state = v_filter end
          and (v_before_at is null or (created_at, id) < (v_before_at, v_before_id))
          and pg_catalog.strpos(pg_catalog.lower(name || ' ' || email || ' ' || subject), v_search) > 0
        order by created_at desc, id desc limit v_limit + 1
      ), kept as (
        select * from page order by created_at desc, id desc limit v_limit
      )
      select pg_catalog.jsonb_build_object(
        'rows', coalesce((
          select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
            'id', id, 'name', name, 'email', email, 'subject', subject, 'state', state, 'created_at', created_at,
            'assigned_to', case when assigned_to is not null then private.staff_email(assigned_to) end,
            'is_mine', coalesce(assigned_to = v_staff, false)) order by created_at desc, id desc)
          from kept), '[]'),
        'next', case when (select pg_catalog.count(*) from page) > v_limit then (
          select created_at || '/' || id from kept order by created_at, id limit 1) end));
  end;
  $$;
comment on function public.staff_messages is
  'Messages from the contact form, newest first: { rows, next }. The filter is a state (open if it is empty) or mine. The search covers name, address and subject.';

create function public.staff_message(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: same reason as staff_messages.
  as $$
  declare
    v_staff uuid := private.require_staff();
    v_mine public.contact_messages;
  begin
    select * into v_mine from public.contact_messages where id = p_id;
    if not found then
      raise exception 'This message does not exist. Messages are deleted after 180 days.' using hint = 'not_found';
    end if;
    return pg_catalog.jsonb_build_object(
      'id', v_mine.id, 'name', v_mine.name, 'email', v_mine.email, 'subject', v_mine.subject,
      'message', v_mine.message, 'created_at', v_mine.created_at, 'state', v_mine.state,
      'assigned_to', v_mine.assigned_to,
      'answers', (
        select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'id', answer.id, 'at', answer.created_at, 'author', private.staff_email(answer.author_id),
          'body', answer.body, 'mail', coalesce(mail.status, 'queued')) order by answer.created_at, answer.id), '[]')
        from private.contact_answers as answer
          left join public.mail_queue as mail on mail.dedupe_key = 'contact_answer:' || answer.id
        where answer.message_id = v_mine.id),
      'colleagues', (
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'id', id, 'email', email, 'is_me', id = v_staff) order by email)
        from auth.users where raw_app_meta_data ->> 'role' = 'staff'));
  end;
  $$;
comment on function public.staff_message is
  'One message with its answers, whether their emails were sent, and the staff to whom it can be assigned.';

create function private.lock_message(p_id uuid) returns public.contact_messages
  language plpgsql set search_path = ''
  as $$
  declare
    v_mine public.contact_messages;
  begin
    select * into v_mine from public.contact_messages where id = p_id for update;
    if not found then
      raise exception 'This message does not exist. Messages are deleted after 180 days.' using hint = 'not_found';
    end if;
    return v_mine;
  end;
  $$;
comment on function private.lock_message is 'A message, locked until the transaction ends. Otherwise an error.';

create function public.staff_assign_message(p_id uuid, p_to uuid) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: no role may change the table.
  as $$
  declare
    v_staff uuid := private.require_staff();
    v_mine public.contact_messages := private.lock_message(p_id);
  begin
    if p_to is not null and not exists (
      select from auth.users where id = p_to and raw_app_meta_data ->> 'role' = 'staff') then
      raise exception 'This person is not a member of staff any more.' using hint = 'not_a_colleague';
    end if;
    if v_mine.assigned_to is not distinct from p_to then return; end if;
    update public.contact_messages set assigned_to = p_to where id = p_id;
    perform private.record_staff_action(v_staff, 'message_assigned', 'message', p_id::text, '',
      pg_catalog.jsonb_build_object('from', v_mine.assigned_to, 'to', p_to));
  end;
  $$;
comment on function public.staff_assign_message is 'Assigns a message to a member of staff, or to nobody (null).';

create function public.staff_close_message(p_id uuid) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: no role may change the table.
  as $$
  declare
    v_staff uuid := private.require_staff();
    v_mine public.contact_messages := private.lock_message(p_id);
  begin
    if v_mine.state = 'closed' then return; end if;
    update public.contact_messages set state = 'closed' where id = p_id;
    perform private.record_staff_action(v_staff, 'message_closed', 'message', p_id::text, '',
      pg_catalog.jsonb_build_object('from', v_mine.state));
  end;
  $$;
comment on function public.staff_close_message is 'Closes a message, with or without an answer. Answering it opens it again.';

create function private.clean_answer(p_text text) returns text
  language sql immutable parallel safe set search_path = ''
  -- Control characters except tab and line feed, and those that change the direction of the text that follows.
  as $$
    select pg_catalog.btrim(pg_catalog.regexp_replace(
      pg_catalog.replace(coalesce(p_text, ''), E'\r\n', E'\n'),
      '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]', '', 'g'), E' \t\n')
  $$;
comment on function private.clean_answer is 'The text of an answer without control characters and surrounding blanks.';

create function public.staff_answer_message(p_id uuid, p_answer_id uuid, p_text text, p_answers_seen integer) returns void
  language plpgsql security definer set search_path = ''
  -- Definer: no role may write the tables.
  as $$
  declare
    v_staff uuid := private.require_staff();
    v_mine public.contact_messages := private.lock_message(p_id);
    v_body constant text := private.clean_answer(p_text);
  begin
    if v_body = '' or pg_catalog.char_length(v_body) > 5000 then
      raise exception 'Write an answer of at most 5,000 characters.' using hint = 'bad_text';
    end if;
    if exists (select from private.contact_answers where id = p_answer_id) then
      -- The same answer again: the first reply was lost.
      if exists (
        select from private.contact_answers
        where id = p_answer_id and (message_id, author_id, body) = (p_id, v_staff, v_body)) then
        return;
      end if;
      raise exception 'Your first version of this answer was sent. Reload the page.' using hint = 'sent_before';
    end if;
    if p_answers_seen is distinct from (
      select pg_catalog.count(*) from private.contact_answers where message_id = p_id) then
      raise exception 'A colleague has answered in the meantime, and your answer was not sent. Reload the page to read theirs.'
        using hint = 'answered_meanwhile';
    end if;
    insert into private.contact_answers (id, message_id, author_id, body) values (p_answer_id, p_id, v_staff, v_body);
    update public.contact_messages set state = 'answered', assigned_to = coalesce(assigned_to, v_staff) where id = p_id;
    insert into public.mail_queue (kind, dedupe_key, recipient, contact_message_id, data)
    values ('contact_answer', 'contact_answer:' || p_answer_id, v_mine.email, p_id,
      pg_catalog.jsonb_build_object('answer_id', p_answer_id));
    perform private.record_staff_action(v_staff, 'message_answered', 'message', p_id::text, '',
      pg_catalog.jsonb_build_object('answer_id', p_answer_id));
  end;
  $$;
comment on function public.staff_answer_message is
  'Stores an answer and queues its email to the address that the sender gave. Refused if there are other answers than the number that the author has seen. The same id and text again have no effect.';

create function public.contact_answer(p_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
  -- Definer: no role may read the table.
  as $$
    select pg_catalog.jsonb_build_object('body', answer.body, 'sent_at', message.created_at)
    from private.contact_answers as answer join public.contact_messages as message on message.id = answer.message_id
    where answer.id = p_id
  $$;
comment on function public.contact_answer is
  'The text of an answer, and when the message that it answers was sent, for its email. Null once they are deleted.';

grant execute on function
  public.staff_messages(text, text, text, integer),
  public.staff_message(uuid),
  public.staff_assign_message(uuid, uuid),
  public.staff_close_message(uuid),
  public.staff_answer_message(uuid, uuid, text, integer)
to authenticated;
grant execute on function public.contact_answer(uuid) to service_role;

-- Certificates of completion and of a reviewed capstone: the tables, and the functions with which anyone can verify a certificate.

create table private.certificate_statuses (
  status_index integer primary key check (status_index between 0 and 131071),
  revoked_at timestamptz
);
comment on table private.certificate_statuses is
  'Places on the public status list. They outlive the account: a revoked place stays revoked, and no place is used twice.';
comment on column private.certificate_statuses.status_index is
  'A bit of the list, which has the minimum length of Bitstring Status List 1.0.';

alter table private.certificate_statuses enable row level security;

-- Issued by a server function. Correcting the name issues a new certificate and revokes the old one.
create table public.certificates (
  id uuid primary key default pg_catalog.gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  holder_name text not null check (pg_catalog.char_length(holder_name) between 1 and 200),
  issued_at timestamptz not null default pg_catalog.now(),
  credential text not null,
  revoked_at timestamptz,
  revoked_reason text check (revoked_reason in ('name_corrected', 'refunded', 'revoked', 'withdrawn')),
  status_index integer not null unique references private.certificate_statuses,
  kind text not null default 'completion' check (kind in ('completion', 'capstone')),
  check ((revoked_at is null) = (revoked_reason is null))
);
comment on table public.certificates is
  'At most one valid certificate of each kind per learner and course, and the revoked ones before it.';
comment on column public.certificates.user_id is
  'Null when the account was deleted and its owner wanted the certificate to stay valid.';
comment on column public.certificates.holder_name is
  'As the learner confirmed it, in Unicode''s composed form (NFC).';
comment on column public.certificates.credential is 'The signed credential as it was issued.';
comment on column public.certificates.revoked_reason is
  'name_corrected; refunded; revoked (a dispute was lost or a plan ended unpaid); withdrawn (by hand or with the account, and no new one is issued).';
comment on column public.certificates.status_index is 'Its place on the public status list.';
comment on column public.certificates.kind is
  'completion: all lessons were completed. capstone: a reviewer read the capstone, and it passed.';
create unique index certificates_one_valid on public.certificates (user_id, course_id, kind) where revoked_at is null;
create index certificates_user_id on public.certificates (user_id);

alter table public.certificates enable row level security;
grant select on public.certificates to authenticated, service_role;

create policy "learners read their own certificates" on public.certificates
  for select to authenticated using (user_id = (select auth.uid()));
create policy "a full session only" on public.certificates as restrictive
  for all to authenticated using ((select private.require_full_session()));

create table private.certificate_names (
  user_id uuid not null references auth.users (id) on delete cascade,
  course_id text not null check (course_id = 'ai-fluency-30-days'),
  holder_name text not null check (pg_catalog.char_length(holder_name) between 1 and 200),
  confirmed_at timestamptz not null default pg_catalog.now(),
  next_id uuid,
  next_index integer references private.certificate_statuses,
  kind text not null default 'completion' check (kind in ('completion', 'capstone')),
  primary key (user_id, course_id, kind),
  check ((next_id is null) = (next_index is null))
);
comment on table private.certificate_names is
  'The name that a learner confirmed for the certificate of a kind. issue-missed-certificates uses it for learners who finish later.';
comment on column private.certificate_names.next_id is
  'Id of the certificate that is being signed, so that concurrent calls, or a call after a crash, create the same one.';
create index certificate_names_next_index on private.certificate_names (next_index);

alter table private.certificate_names enable row level security;

create table private.certificate_keys (
  public_key text primary key check (public_key like 'z6Mk%'),
  first_used_at timestamptz not null default pg_catalog.now()
);
comment on table private.certificate_keys is
  'Every public key that a certificate was signed with. All are published, so that old certificates stay valid.';

alter table private.certificate_keys enable row level security;

create table private.certificate_orders (
  certificate_id uuid not null references public.certificates on delete cascade,
  order_id uuid not null references public.orders on delete cascade,
  primary key (certificate_id, order_id)
);
comment on table private.certificate_orders is
  'The orders that a certificate was issued for. They outlive the account, so that a later refund revokes a certificate that its holder kept.';
create index certificate_orders_order_id on private.certificate_orders (order_id);

alter table private.certificate_orders enable row level security;

create function private.lock_certificate(p_user uuid, p_course text) returns void
  language sql set search_path = ''
  as $$
    -- The lock of recompute_enrollment: a refund and the issue of a certificate for one learner never run concurrently.
    select pg_catalog.pg_advisory_xact_lock(
      pg_catalog.hashtextextended('enrollment:' || p_user::text || ':' || p_course, 0));
  $$;

-- Definer: no role may read the table.
create function public.certificate_keys() returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(pg_catalog.jsonb_agg(public_key order by first_used_at, public_key), '[]')
    from private.certificate_keys;
  $$;
comment on function public.certificate_keys is 'Every public key that verifies certificates, oldest first.';

-- Definer: no role may read the table.
create function public.revoked_certificates() returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(pg_catalog.jsonb_agg(status_index order by status_index), '[]')
    from private.certificate_statuses where revoked_at is not null;
  $$;
comment on function public.revoked_certificates is 'The places of the status list that are revoked.';

grant execute on function
  public.certificate_keys(),
  public.revoked_certificates()
to service_role;

-- The conditions for a certificate: all lessons completed or the capstone passed, and an order paid in full. Graded quizzes
-- or the reviewer's points are its evidence.

create function private.missing_lessons(p_user uuid, p_course text) returns text[]
  language sql stable set search_path = ''
  as $$
    select coalesce(pg_catalog.array_agg(lesson.lesson_id order by lesson.position), '{}')
    from private.course_outline as lesson
    where lesson.course_id = p_course and lesson.is_required and not exists (
      select from public.course_progress as mine
      where mine.user_id = p_user and mine.course_id = p_course and mine.lesson_id = lesson.lesson_id and mine.completed
    );
  $$;
comment on function private.missing_lessons is
  'The lessons that the learner still has to complete for the certificate, in course order.';

create function private.quizzes_passed(p_user uuid, p_course text) returns integer
  language sql stable set search_path = ''
  as $$
    select count(distinct lesson_id)::integer from public.quiz_attempts
    where user_id = p_user and course_id = p_course and passed
  $$;
comment on function private.quizzes_passed is
  'The number of lessons whose quiz the learner passed in an attempt graded here. It never reads course_progress.';

create function private.passed_review(p_user uuid, p_course text) returns jsonb
  language sql stable set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object(
      'marks', (select pg_catalog.sum(score) from pg_catalog.unnest(review.scores) as score),
      'reviewed_at', private.iso(review.reviewed_at))
    from public.capstone_reviews as review join public.capstone_hand_ins as mine on mine.id = review.hand_in_id
    where mine.user_id = p_user and mine.course_id = p_course and review.passed
    -- One at most: a second attempt needs a review of the first that is not a pass.
    order by mine.attempt desc limit 1
  $$;
comment on function private.passed_review is
  'The points and the time of the review with which the learner''s capstone passed, or null.';

create function private.paid_up_orders(p_user uuid, p_course text) returns setof uuid
  language sql stable set search_path = ''
  as $$
    select each.id from public.orders as each join private.order_statuses as states on states.status = each.status
    where each.id in (
        select id from public.orders where user_id = p_user and team_id is null
        union all
        select theirs.id from public.team_seats as mine join public.orders as theirs on theirs.team_id = mine.team_id
        where mine.user_id = p_user and mine.ended_at is null
      )
      and each.course_id = p_course and states.effect = 'active'
      and (
        each.plan = 'full'
        -- A plan with a discount of 100 % charges nothing.
        or each.total_pence = 0
        or each.restored_at is not null
        or 3 = (select count(*) from public.order_payments where order_id = each.id and paid_at is not null)
      )
      -- A second purchase is refunded while the first gives access (claim_second_purchase).
      and not exists (
        select from public.orders as earlier join private.order_statuses as theirs on theirs.status = earlier.status
        where earlier.id = each.second_purchase_of and theirs.effect = 'active'
      )
  $$;
comment on function private.paid_up_orders is
  'The orders of the learner and of their teams that give access and have no outstanding payment. A certificate needs one.';

create function private.last_payment_due(p_user uuid, p_course text) returns timestamptz
  language sql stable set search_path = ''
  as $$
    select min(coalesce(
      (select due_at from public.order_payments where order_id = plan.id and number = 3),
      -- paymentDates of src/domain/sales/instalments.ts: the same day of the month, in UTC, or the month's last.
      (coalesce(
        (select due_at from public.order_payments where order_id = plan.id and number = 1), plan.paid_at
      ) at time zone 'UTC' + interval '2 months') at time zone 'UTC'
    ))
    from public.orders as plan join private.order_statuses as states on states.status = plan.status
    where plan.user_id = p_user and plan.course_id = p_course and plan.plan = 'installment'
      and states.effect = 'active'
  $$;
comment on function private.last_payment_due is
  'When the last payment of the learner''s plan is due. With several plans, the one that ends first counts.';

create function private.has_corrected_name(p_user uuid, p_course text, p_kind text) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (
      select from public.certificates
      where user_id = p_user and course_id = p_course and kind = p_kind and revoked_reason = 'name_corrected'
    );
  $$;

-- Issuing a certificate in three steps: prepare it, sign it in a server function, and store it if the conditions still hold.

create function private.issued_json(p_row public.certificates) returns jsonb
  language sql stable set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object(
      'outcome', 'issued',
      'can_correct', not private.has_corrected_name(p_row.user_id, p_row.course_id, p_row.kind),
      'certificate', pg_catalog.jsonb_build_object(
        'id', p_row.id, 'holder_name', p_row.holder_name, 'issued_at', private.iso(p_row.issued_at),
        'credential', p_row.credential));
  $$;

create function private.judge_certificate(
  p_user uuid, p_course text, p_name text, p_kind text, p_replaces uuid
) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
  declare
    v_valid public.certificates;
    v_missing text[];
    v_review jsonb;
  begin
    select * into v_valid from public.certificates
      where user_id = p_user and course_id = p_course and kind = p_kind and revoked_at is null;
    if v_valid.holder_name = p_name then return private.issued_json(v_valid); end if;

    if (p_replaces is not null and v_valid.id is null) or exists (
      select from public.certificates
      where user_id = p_user and course_id = p_course and kind = p_kind and revoked_reason = 'withdrawn'
    ) then
      return pg_catalog.jsonb_build_object('outcome', 'revoked');
    end if;
    if p_replaces <> v_valid.id then return pg_catalog.jsonb_build_object('outcome', 'changed_meanwhile'); end if;
    if not private.is_entitled(p_user, p_course) then
      return pg_catalog.jsonb_build_object('outcome', 'not_entitled');
    end if;

    -- Staff may correct it any number of times.
    if p_replaces is null and v_valid.id is not null and private.has_corrected_name(p_user, p_course, p_kind) then
      return pg_catalog.jsonb_build_object('outcome', 'already_corrected');
    end if;

    if p_kind = 'capstone' then
      v_review := private.passed_review(p_user, p_course);
      if v_review is null then return pg_catalog.jsonb_build_object('outcome', 'not_passed'); end if;
    else
      perform private.require_outline(p_course);
      v_missing := private.missing_lessons(p_user, p_course);
      if v_missing <> '{}' then
        return pg_catalog.jsonb_build_object('outcome', 'incomplete', 'missing', v_missing);
      end if;
    end if;

    -- Correcting the name of a valid certificate needs no further payment.
    if v_valid.id is null and not exists (select from private.paid_up_orders(p_user, p_course)) then
      return pg_catalog.jsonb_build_object(
        'outcome', 'plan_running', 'last_due_at', private.iso(private.last_payment_due(p_user, p_course)));
    end if;
    return pg_catalog.jsonb_build_object('outcome', 'ready', 'kind', p_kind) || case p_kind
      when 'capstone' then v_review
      else pg_catalog.jsonb_build_object('quizzes_passed', private.quizzes_passed(p_user, p_course)) end;
  end;
  $$;
comment on function private.judge_certificate is
  'Whether a certificate in this name may be issued now, decided only from the server''s own rows. Called before it is signed and again when it is stored. p_replaces is the certificate whose name staff correct, or null.';

-- Definer: no role may write the tables.
create function public.prepare_certificate(
  p_user uuid, p_course text, p_name text default null, p_kind text default 'completion', p_replaces uuid default null
) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_mine private.certificate_names;
    v_verdict jsonb;
  begin
    perform private.lock_certificate(p_user, p_course);
    select * into v_mine from private.certificate_names
      where user_id = p_user and course_id = p_course and kind = p_kind;
    v_mine.holder_name := coalesce(p_name, v_mine.holder_name);

    v_verdict := private.judge_certificate(p_user, p_course, v_mine.holder_name, p_kind, p_replaces);
    if v_verdict ->> 'outcome' not in ('ready', 'incomplete', 'plan_running') then return v_verdict; end if;

    insert into private.certificate_names as mine (user_id, course_id, holder_name, kind)
      values (p_user, p_course, v_mine.holder_name, p_kind)
      on conflict (user_id, course_id, kind) do update
        set holder_name = excluded.holder_name, confirmed_at = pg_catalog.now()
        where mine.holder_name <> excluded.holder_name;
    if v_verdict ->> 'outcome' <> 'ready' then return v_verdict; end if;

    if v_mine.next_id is null then
      v_mine.next_id := pg_catalog.gen_random_uuid();
      -- Random, so that a place reveals neither when nor to whom it was issued (Bitstring Status List 1.0, §5.1).
      loop
        insert into private.certificate_statuses (status_index)
          values (pg_catalog.floor(pg_catalog.random() * 131072)::integer)
          on conflict do nothing
          returning status_index into v_mine.next_index;
        exit when found;
      end loop;
      update private.certificate_names set next_id = v_mine.next_id, next_index = v_mine.next_index
        where user_id = p_user and course_id = p_course and kind = p_kind;
    end if;
    return v_verdict || pg_catalog.jsonb_build_object(
      'id', v_mine.next_id, 'status_index', v_mine.next_index, 'holder_name', v_mine.holder_name);
  end;
  $$;
comment on function public.prepare_certificate is
  'Stores the confirmed name and returns the contents of the certificate to sign, or why there is none. Without a name, uses the one confirmed earlier.';

create function private.link_certificate(p_certificate uuid, p_user uuid, p_course text) returns void
  language sql set search_path = ''
  as $$
    insert into private.certificate_orders (certificate_id, order_id)
    select p_certificate, private.paid_up_orders(p_user, p_course)
    union
    -- A certificate may also have been issued for a plan that is still being paid, or by a team that the learner has left.
    select p_certificate, each.id
    from public.certificates as theirs join private.certificate_orders as other on other.certificate_id = theirs.id
    join public.orders as each on each.id = other.order_id
    join private.order_statuses as states on states.status = each.status
    where theirs.user_id = p_user and each.course_id = p_course and states.effect <> 'none'
      and (each.user_id = p_user or each.team_id is not null)
    on conflict do nothing
  $$;
comment on function private.link_certificate is
  'Records the orders that a certificate was issued for: those paid up, and those of the certificate that it replaces.';

-- Definer: no role may write the tables.
create function public.issue_certificate(
  p_user uuid, p_course text, p_id uuid, p_name text, p_issued_at timestamptz, p_credential text, p_public_key text,
  p_kind text default 'completion', p_replaces uuid default null, p_actor uuid default null, p_reason text default null
) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
  declare
    v_verdict jsonb;
    v_index integer;
    v_row public.certificates;
  begin
    perform private.lock_certificate(p_user, p_course);
    -- 1. Another call was faster: its certificate counts, whatever name it has. Staff who asked for another name must
    -- learn of it, so their request is judged below.
    select * into v_row from public.certificates where id = p_id and user_id = p_user and revoked_at is null;
    if found and (p_replaces is null or v_row.holder_name = p_name) then return private.issued_json(v_row); end if;

    -- 2. The conditions may have changed while it was signed.
    v_verdict := private.judge_certificate(p_user, p_course, p_name, p_kind, p_replaces);
    if v_verdict ->> 'outcome' <> 'ready' then return v_verdict; end if;

    -- 3. Use the place that was reserved for this certificate.
    select next_index into strict v_index from private.certificate_names
      where user_id = p_user and course_id = p_course and kind = p_kind and next_id = p_id;
    -- A concurrent call may have stored another name.
    update private.certificate_names set next_id = null, next_index = null, holder_name = p_name
      where user_id = p_user and course_id = p_course and kind = p_kind;

    update public.certificates set revoked_at = pg_catalog.now(), revoked_reason = 'name_corrected'
      where user_id = p_user and course_id = p_course and kind = p_kind and revoked_at is null;
    insert into private.certificate_keys (public_key) values (p_public_key) on conflict do nothing;
    insert into public.certificates (id, user_id, course_id, holder_name, issued_at, credential, status_index, kind)
      values (p_id, p_user, p_course, p_name, p_issued_at, p_credential, v_index, p_kind)
      returning * into v_row;
    perform private.link_certificate(p_id, p_user, p_course);
    if p_replaces is not null then
      perform private.record_staff_action(p_actor, 'certificate_name_corrected', 'certificate', p_replaces::text, p_reason,
        pg_catalog.jsonb_build_object('kind', p_kind));
    end if;
    return private.issued_json(v_row);
  end;
  $$;
comment on function public.issue_certificate is
  'Stores a signed certificate, unless another call has stored it or the learner may no longer have one. A corrected name revokes the previous certificate. With p_replaces, records that p_actor corrected its name.';

-- Definer: no role may read private.certificate_names.
create function public.missed_certificates(p_limit integer) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    -- Materialized: the other conditions are expensive, and most learners with a name have their certificate.
    with without_certificate as materialized (
      select user_id, course_id, kind from private.certificate_names as mine
      where not exists (
        select from public.certificates as each
        where each.user_id = mine.user_id and each.course_id = mine.course_id and each.kind = mine.kind
          and (each.revoked_at is null or each.revoked_reason = 'withdrawn'))
    )
    select coalesce(pg_catalog.jsonb_agg(missed), '[]') from (
      select mine.user_id, mine.course_id, mine.kind from without_certificate as mine
      where private.is_entitled(mine.user_id, mine.course_id)
        and exists (select from private.paid_up_orders(mine.user_id, mine.course_id))
        and case mine.kind
          when 'capstone' then private.passed_review(mine.user_id, mine.course_id) is not null
          else private.missing_lessons(mine.user_id, mine.course_id) = '{}' end
      -- In random order, so that one that always fails does not hold up the others.
      order by pg_catalog.random()
      limit p_limit
    ) as missed;
  $$;
comment on function public.missed_certificates is
  'Learners who paid for the course, confirmed their name for a kind of certificate and fulfil its conditions, but have none.';

grant execute on function
  public.prepare_certificate(uuid, text, text, text, uuid),
  public.issue_certificate(uuid, text, uuid, text, timestamptz, text, text, text, uuid, uuid, text),
  public.missed_certificates(integer)
to service_role;

-- Revoking certificates: after a full refund or a lost dispute, when a plan ends unpaid, or when the account is deleted.

-- Definer: no role may write the status list.
create function private.note_revocation() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update private.certificate_statuses set revoked_at = new.revoked_at where status_index = new.status_index;
    return null;
  end;
  $$;

create trigger note_revocation
  after update on public.certificates
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function private.note_revocation();

create function private.keep_revoked() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    raise exception 'a revoked certificate stays revoked' using errcode = '23514';
  end;
  $$;
comment on function private.keep_revoked is
  'A bit of the status list with the purpose "revocation" is never cleared.';

create trigger keep_revoked
  before update on public.certificates
  for each row when (old.revoked_at is not null) execute function private.keep_revoked();

-- Definer: no role may write certificates.
create function private.end_certificate(p_user uuid, p_course text) returns void
  language sql security definer set search_path = ''
  as $$
    update public.certificates as each
      set revoked_at = pg_catalog.now(),
        revoked_reason = case mine.reason when 'refunded' then 'refunded' else 'revoked' end
      from public.course_enrollments as mine
      where mine.user_id = p_user and mine.course_id = p_course
        and each.user_id = p_user and each.course_id = p_course and each.revoked_at is null
        -- Losing a place in a team does not take back what the team paid for. revoke_certificates follows its orders.
        and mine.reason not in ('seat_paused', 'seat_ended')
        -- Ending access does not take back what was paid for and earned, and it can be undone.
        and not exists (
          select from private.certificate_orders as its join public.orders as paid on paid.id = its.order_id
          where its.certificate_id = each.id
            and (paid.status = 'ended' or paid.team_id is not null and private.counts_for_team(paid)))
        and (
          mine.status = 'revoked'
          -- A plan that may continue, or whose last payment is just being recorded, keeps the certificate, and so does a
          -- student who can still send another ID.
          or mine.status = 'paused' and not exists (
            select from public.orders as plan
            where plan.user_id = p_user and plan.course_id = p_course
              and (plan.status = 'id_refused' or plan.status = 'paused'
                and (plan.plan_ended_at is null or 3 = (
                  select pg_catalog.count(*) from public.order_payments
                  where order_id = plan.id and paid_at is not null))))
        );
  $$;
comment on function private.end_certificate is
  'Revokes the certificates after a full refund, a lost dispute or a plan that ended unpaid. A pause keeps them, and so does access that staff ended.';

-- Definer: calls a private function.
create function private.end_certificate_after_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.end_certificate(new.user_id, new.course_id);
    return null;
  end;
  $$;

create trigger end_certificate
  after update on public.course_enrollments
  for each row when (new.status <> 'active') execute function private.end_certificate_after_change();

create trigger end_certificate
  after update of plan_ended_at on public.orders
  for each row when (old.plan_ended_at is null and new.plan_ended_at is not null)
  execute function private.end_certificate_after_change();

-- A certificate is revoked with the order that it was issued for, even after its account was deleted.
create function private.rests_on_an_order(p_certificate public.certificates) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (
      select from private.certificate_orders as mine
      join public.orders as each on each.id = mine.order_id
      join private.order_statuses as states on states.status = each.status
      where mine.certificate_id = p_certificate.id
        -- A payment may still end a pause (end_certificate).
        and (states.effect = 'active' or each.status = 'ended' or states.effect = 'paused' and each.plan_ended_at is null)
    ) or exists (select from private.paid_up_orders(p_certificate.user_id, p_certificate.course_id))
  $$;
comment on function private.rests_on_an_order is
  'True while one of the certificate''s orders gives access, or its learner has another order that is paid up.';

-- Definer: no role may write certificates.
create function private.end_certificates_of_order() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- Without an account no certificate can be issued at this moment, so no lock is needed.
    if new.user_id is not null then perform private.lock_certificate(new.user_id, new.course_id); end if;
    update public.certificates as each
      set revoked_at = pg_catalog.now(),
        revoked_reason = case new.status when 'refunded' then 'refunded' else 'revoked' end
      from private.certificate_orders as mine
      where mine.order_id = new.id and each.id = mine.certificate_id and each.revoked_at is null
        and not private.rests_on_an_order(each);
    return null;
  end;
  $$;
comment on function private.end_certificates_of_order is
  'Revokes the certificates of an order that was refunded or revoked, even when the account was deleted.';

-- Named to run after recompute_enrollment: triggers run in alphabetical order.
create trigger revoke_certificates
  after update of status on public.orders
  for each row when (old.status <> new.status and new.status in ('refunded', 'revoked'))
  execute function private.end_certificates_of_order();

-- Definer: no role may write certificates and their orders.
create function private.link_kept_certificate() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.link_certificate(old.id, old.user_id, old.course_id);
    return null;
  end;
  $$;
comment on function private.link_kept_certificate is
  'Links a certificate that outlives its account to all of its learner''s orders, including those made after it was issued.';

create trigger link_kept_certificate
  after update of user_id on public.certificates
  for each row when (old.user_id is not null and new.user_id is null and new.revoked_at is null)
  execute function private.link_kept_certificate();

-- Orders in the staff console: the list with its search. order_page.sql has the page of one order, order_actions.sql what staff do.

create function private.name_key(p_name text) returns text
  language sql immutable set search_path = ''
  as $$ select pg_catalog.lower(pg_catalog.normalize(pg_catalog.btrim(p_name), 'NFC')) $$;
comment on function private.name_key is 'Equal for two spellings of one name, whatever the case or the Unicode composition.';

-- Each search is a range of one index, so that it stays fast however many orders there are.
create index orders_newest on public.orders (created_at desc, id desc);
create index orders_by_status on public.orders (status, created_at desc, id desc);
create index orders_email_prefix on public.orders (private.email_key(email) text_pattern_ops);
create index orders_last_name_prefix on public.orders (private.name_key(last_name) text_pattern_ops);
create index orders_name_prefix on public.orders (private.name_key(first_name || ' ' || last_name) text_pattern_ops);
create index orders_organization_prefix on public.orders (private.name_key(organization) text_pattern_ops)
  where organization <> '';
create index order_payments_refunded on public.order_payments (order_id) where refunded_pence > 0;

create function private.staff_orders_sql(p_search text, p_filter text, p_is_first boolean) returns text
  language plpgsql immutable set search_path = ''
  as $$
  declare
    -- text_pattern_ops compares bytes, so a prefix is a range. Unlike a pattern, the text may contain % and _.
    c_email constant text := 'private.email_key(email) ~>=~ $2 and private.email_key(email) ~<~ $3';
    v_found text := case
      when p_search = '' then 'true'
      when p_search ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then 'o.id = $1::uuid'
      when p_search ~ '^cs_' then 'o.checkout_session_id = $1'
      when p_search ~ '^in_' then 'o.id in (
        select order_id from public.order_payments where invoice_id = $1
        union select order_id from public.order_invoices where invoice_id = $1)'
      when p_search ~ '^pi_' then 'o.id in (
        select id from public.orders where payment_intent_id = $1
        union select order_id from public.order_payments where payment_intent_id = $1)'
      when p_search like '%@%' then 'o.id in (select id from public.orders where ' || c_email || ')'
      else 'o.id in (
        select id from public.orders where ' || c_email || '
        union select id from public.orders
          where private.name_key(last_name) ~>=~ $2 and private.name_key(last_name) ~<~ $3
        union select id from public.orders where private.name_key(first_name || '' '' || last_name) ~>=~ $2
          and private.name_key(first_name || '' '' || last_name) ~<~ $3' || case
          -- An order number (src/domain/ids.ts), the beginning of the id. Names and addresses may look like one.
          when p_search ~* '^[0-9a-f]{8}$' then '
        union select id from public.orders where id between ($1 || ''-0000-0000-0000-000000000000'')::uuid
          and ($1 || ''-ffff-ffff-ffff-ffffffffffff'')::uuid'
          else '' end || ')'
    end;
    v_kept text := case p_filter
      when 'paid' then 'o.status = ''paid'''
      when 'attention' then '(o.status in (''past_due'', ''paused'', ''disputed'')
        or o.id in (select order_id from private.staff_refunds where finished_at is null)
        or o.id in (
          select order_id from public.order_invoices
          where balance_pence > 0 or (ended_at is null and (due_at < pg_catalog.now() or paid_pence > 0 or sent_at is null))))'
      when 'refunded' then '(o.status = ''refunded'' or o.id in (
        select order_id from public.order_payments where refunded_pence > 0))'
      when 'unpaid' then 'o.status in (''created'', ''open'', ''invoiced'', ''expired'')'
      else 'true'
    end;
  begin
    return 'select o.* from public.orders as o where ' || v_found || ' and ' || v_kept
      || case when p_is_first then '' else ' and (o.created_at, o.id) < ($4, $5)' end
      || ' order by o.created_at desc, o.id desc limit $6';
  end;
  $$;
comment on function private.staff_orders_sql is
  'The statement that finds a page of orders. It contains no part of the search itself, only the form of condition that the search needs.';

create function private.orders_like(p_search text) returns setof uuid
  language plpgsql stable set search_path = ''
  as $$
  declare
    v_key constant text := private.name_key(p_search);
    v_end constant text := v_key || pg_catalog.chr(1114111);
    -- Null unless the search looks like an order number.
    v_number constant text := pg_catalog.substring(p_search, '^[0-9a-fA-F]{8}$');
  begin
    if p_search ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
      return next p_search::uuid;
      return;
    end if;
    return query
      select id from public.orders where private.email_key(email) ~>=~ v_key and private.email_key(email) ~<~ v_end
      union
      select id from public.orders
      where private.name_key(last_name) ~>=~ v_key and private.name_key(last_name) ~<~ v_end
      union
      select id from public.orders
      where private.name_key(first_name || ' ' || last_name) ~>=~ v_key
        and private.name_key(first_name || ' ' || last_name) ~<~ v_end
      union
      select id from public.orders
      where id between (v_number || '-0000-0000-0000-000000000000')::uuid
        and (v_number || '-ffff-ffff-ffff-ffffffffffff')::uuid
      union
      select id from public.orders
      where organization <> '' and private.name_key(organization) ~>=~ v_key
        and private.name_key(organization) ~<~ v_end;
  end;
  $$;
comment on function private.orders_like is
  'The orders with this id or number, or whose address, name or organisation begins with this text. For the list of student IDs.';

create function private.order_money(p_order uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object(
      'paid_pence', coalesce(pg_catalog.sum(amount_pence), 0),
      'refunded_pence', coalesce(pg_catalog.sum(refunded_pence), 0),
      'refundable_pence', coalesce(
        pg_catalog.sum(amount_pence - refunded_pence) filter (where payment_intent_id is not null), 0))
    from public.order_payments where order_id = p_order and paid_at is not null
  $$;
comment on function private.order_money is 'What was paid for an order, what was refunded of it, and what still can be.';

create function public.staff_orders(p_search text, p_filter text, p_before text, p_limit integer) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: staff read orders only through this.
  as $$
  declare
    v_search constant text := pg_catalog.btrim(coalesce(p_search, ''));
    v_key constant text := private.name_key(v_search);
    v_limit constant integer := least(greatest(coalesce(p_limit, 50), 1), 100);
    v_orders public.orders[];
    v_last public.orders;
  begin
    perform private.require_staff();
    execute 'select pg_catalog.array_agg(found) from ('
        || private.staff_orders_sql(v_search, p_filter, p_before is null) || ') as found'
      into v_orders
      using v_search, v_key, v_key || pg_catalog.chr(1114111),
        pg_catalog.split_part(p_before, '_', 1)::timestamptz, pg_catalog.split_part(p_before, '_', 2)::uuid, v_limit + 1;
    if pg_catalog.cardinality(v_orders) > v_limit then v_last := v_orders[v_limit]; end if;
    return pg_catalog.jsonb_build_object(
      'rows', coalesce((
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
            'id', o.id, 'created_at', o.created_at, 'status', o.status, 'email', o.email,
            'name', pg_catalog.btrim(o.first_name || ' ' || o.last_name), 'tier', o.tier, 'plan', o.plan,
            'total_pence', o.total_pence, 'seats', o.seats) || private.order_money(o.id) order by o.created_at desc, o.id desc)
        from pg_catalog.unnest(v_orders[1:v_limit]) as o), '[]'),
      'next', case when v_last.id is not null
        then (pg_catalog.to_jsonb(v_last.created_at) #>> '{}') || '_' || v_last.id end);
  end;
  $$;
comment on function public.staff_orders is
  'Orders, newest first: { rows, next }. next is the p_before of the next page, or null. The search is the start of an email address or name, an order number, or a whole id (order, checkout session, payment, invoice); the filter is paid, attention, refunded, unpaid or empty.';

grant execute on function public.staff_orders(text, text, text, integer) to authenticated;
-- Indexes call it with the rights of the writer.
grant execute on function private.name_key(text) to service_role;

-- What staff do to an order. The server function staff-order calls these after it has checked the caller.

create function public.staff_resend_credentials(p_actor uuid, p_order uuid) returns text
  language plpgsql security definer set search_path = ''
  -- Definer: calls private functions.
  as $$
  declare
    v_order public.orders;
    v_refusal text;
  begin
    select * into v_order from public.orders where id = p_order for no key update;
    if not found then return 'not_found'; end if;
    v_refusal := private.resend_refusal(v_order);
    if v_refusal is not null then return v_refusal; end if;
    -- A repeat, or another member of staff with the same idea: each email would replace the password in the one before.
    if v_order.credentials_resent_at > pg_catalog.now() - interval '5 minutes' then return 'sent_before'; end if;
    update public.orders set credentials_resent_at = pg_catalog.now() where id = p_order;
    perform private.queue_account_mail(v_order, 'resent:' || private.iso(pg_catalog.now()));
    perform private.record_staff_action(p_actor, 'credentials_resent', 'order', p_order::text, '', '{}');
    return 'sent';
  end;
  $$;
comment on function public.staff_resend_credentials is
  'Queues the email with the sign-in details again: sent, sent_before (within five minutes), not_found, or the refusal.';

create function public.staff_may_correct_email(p_order uuid, p_email text, p_seen_email text) returns text
  language plpgsql stable security definer set search_path = ''
  -- Definer: calls private functions.
  as $$
  declare
    v_order public.orders;
  begin
    select * into v_order from public.orders where id = p_order;
    if not found then return 'not_found'; end if;
    -- The same correction again: its response was lost.
    if private.email_key(v_order.email) = private.email_key(p_email) then return 'corrected'; end if;
    if private.email_key(v_order.email) <> private.email_key(p_seen_email) then return 'changed'; end if;
    return coalesce(private.correction_refusal(v_order), 'possible');
  end;
  $$;
comment on function public.staff_may_correct_email is
  'Whether staff can move an order from the address they see to another: possible, corrected (it has this address), changed (it has a third one), not_found, or the refusal.';

create function public.staff_correct_email(
  p_actor uuid, p_order uuid, p_email text, p_seen_email text, p_user uuid, p_reason text
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: calls private functions.
  as $$
  declare
    v_order public.orders;
    v_outcome text;
  begin
    select * into v_order from public.orders where id = p_order for no key update;
    v_outcome := public.staff_may_correct_email(p_order, p_email, p_seen_email);
    if v_outcome = 'possible' and v_order.user_id = p_user then v_outcome := 'same_account'; end if;
    if v_outcome = 'possible' then
      perform private.move_guest_order(v_order, p_email, p_user, 'corrected:' || private.iso(pg_catalog.now()));
      perform private.record_staff_action(p_actor, 'email_corrected', 'order', p_order::text, p_reason,
        pg_catalog.jsonb_build_object('from_account', v_order.user_id, 'to_account', p_user));
      v_outcome := 'corrected';
    end if;
    return pg_catalog.jsonb_build_object('outcome', v_outcome, 'unused_accounts', private.unused_accounts_of(p_order));
  end;
  $$;
comment on function public.staff_correct_email is
  'Moves a guest''s order to another address and account: { outcome, unused_accounts }, as staff_may_correct_email, or same_account.';

create table private.staff_refunds (
  -- Made by the browser for one attempt, so that a repeat is recognised. The provider's refunds have it as metadata.
  id uuid primary key,
  order_id uuid not null references public.orders on delete cascade,
  amount_pence integer not null check (amount_pence > 0),
  -- How much of each payment: [{ payment_id, payment_intent_id, amount_pence }]. Fixed, so that a repeat asks for the same.
  parts jsonb not null,
  created_at timestamptz not null default pg_catalog.now(),
  finished_at timestamptz,
  refunded_pence integer not null default 0 check (refunded_pence between 0 and amount_pence),
  -- The provider's code for why it refused the rest.
  problem text
);
comment on table private.staff_refunds is
  'Refunds that staff asked for. The row is written before the provider is called, and open until its answer is known.';
create unique index staff_refunds_one_open on private.staff_refunds (order_id) where finished_at is null;
create index staff_refunds_order_id on private.staff_refunds (order_id);

alter table private.staff_refunds enable row level security;

create function private.refund_parts(p_order uuid, p_amount_pence integer) returns jsonb
  language sql stable set search_path = ''
  as $$
    -- The newest payment first: cards expire, and providers limit how old a refunded payment may be.
    with payments as (
      select id, payment_intent_id, number, amount_pence - refunded_pence as left_pence,
        coalesce(pg_catalog.sum(amount_pence - refunded_pence) over (
          order by number desc rows between unbounded preceding and 1 preceding), 0) as before_pence
      from public.order_payments
      where order_id = p_order and paid_at is not null and payment_intent_id is not null
    )
    select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('payment_id', id,
        'payment_intent_id', payment_intent_id, 'amount_pence', least(left_pence, p_amount_pence - before_pence))
      order by number desc), '[]')
    from payments where left_pence > 0 and before_pence < p_amount_pence
  $$;
comment on function private.refund_parts is 'How an amount is divided between the payments of an order.';

create function public.claim_staff_refund(
  p_actor uuid, p_id uuid, p_order uuid, p_amount_pence integer, p_seen_refunded_pence integer, p_reason text
) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: writes a private table.
  as $$
  declare
    v_order public.orders;
    v_refund private.staff_refunds;
    v_money jsonb;
    v_refusal text;
  begin
    -- 1. One at a time per order, in the same way as record_refund.
    select * into v_order from public.orders where id = p_order for no key update;
    if not found then return pg_catalog.jsonb_build_object('outcome', 'not_found'); end if;

    -- 2. A repeat continues the first attempt.
    select * into v_refund from private.staff_refunds where id = p_id;
    if found then
      if v_refund.order_id <> p_order or v_refund.amount_pence <> p_amount_pence then
        return pg_catalog.jsonb_build_object('outcome', 'changed');
      end if;
      return pg_catalog.to_jsonb(v_refund) || pg_catalog.jsonb_build_object('outcome', 'claimed');
    end if;

    -- 3. What is asked for must fit what the member of staff saw.
    v_refusal := private.refund_refusal(v_order);
    v_money := private.order_money(p_order);
    if v_refusal is null and (v_money ->> 'refunded_pence')::integer is distinct from p_seen_refunded_pence then
      v_refusal := 'changed';
    elsif v_refusal is null and p_amount_pence > (v_money ->> 'refundable_pence')::integer then
      v_refusal := 'too_much';
    end if;
    if v_refusal is not null then return pg_catalog.jsonb_build_object('outcome', v_refusal); end if;

    insert into private.staff_refunds (id, order_id, amount_pence, parts)
    values (p_id, p_order, p_amount_pence, private.refund_parts(p_order, p_amount_pence)) returning * into v_refund;
    perform private.record_staff_action(p_actor, 'refund_started', 'order', p_order::text, p_reason,
      pg_catalog.jsonb_build_object('amount_pence', p_amount_pence, 'refund', p_id));
    return pg_catalog.to_jsonb(v_refund) || pg_catalog.jsonb_build_object('outcome', 'claimed');
  end;
  $$;
comment on function public.claim_staff_refund is
  'Writes down a refund before the provider is called: { outcome: claimed } with the row, the same one for a repeat. Otherwise the outcome is not_found, running (another one is open), changed (the order is not as it was seen), too_much, or the refusal.';

create function public.open_staff_refund(p_id uuid, p_order uuid) returns jsonb
  language sql stable security definer set search_path = ''
  -- Definer: no role may read the table.
  as $$ select pg_catalog.to_jsonb(r) from private.staff_refunds as r where id = p_id and order_id = p_order $$;
comment on function public.open_staff_refund is 'A refund of this order that staff asked for, to finish it after a crash, or null.';

create function public.finish_staff_refund(p_actor uuid, p_id uuid, p_refunded_pence integer, p_problem text)
  returns void
  language plpgsql security definer set search_path = ''
  -- Definer: writes a private table.
  as $$
  declare
    v_refund private.staff_refunds;
  begin
    update private.staff_refunds
    set finished_at = pg_catalog.now(), refunded_pence = p_refunded_pence, problem = p_problem
    where id = p_id and finished_at is null returning * into v_refund;
    if not found then return; end if;
    perform private.record_staff_action(p_actor,
      case when p_problem is null then 'order_refunded' else 'refund_refused' end, 'order', v_refund.order_id::text, '',
      pg_catalog.jsonb_build_object('amount_pence', p_refunded_pence, 'refund', p_id)
        || case when p_problem is null then '{}' else pg_catalog.jsonb_build_object('problem', p_problem) end);
  end;
  $$;
comment on function public.finish_staff_refund is
  'Closes a refund with what the provider answered. Only the first call has an effect.';

grant execute on function
  public.staff_resend_credentials(uuid, uuid),
  public.staff_may_correct_email(uuid, text, text),
  public.staff_correct_email(uuid, uuid, text, text, uuid, text),
  public.claim_staff_refund(uuid, uuid, uuid, integer, integer, text),
  public.open_staff_refund(uuid, uuid),
  public.finish_staff_refund(uuid, uuid, integer, text)
to service_role;

-- Access that staff extend, end or restore. Refunds and lost disputes end access by themselves (sales/refunds.sql).

create function private.last_refusal(p_order uuid) returns private.student_id_decisions
  language sql stable set search_path = ''
  as $$
    select mine.* from private.student_id_decisions as mine
    where mine.order_id = p_order and mine.decision = 'refused' and private.is_last_decision(mine)
  $$;
comment on function private.last_refusal is 'The refusal of a student ID that no later decision has replaced, or null.';

create function private.access_pauses_at(p_order public.orders) returns timestamptz
  language sql stable set search_path = ''
  as $$
    select case p_order.status
      when 'past_due' then p_order.grace_until
      when 'paid' then (
        select choose_until from private.last_refusal(p_order.id)
        where choice is distinct from 'another' and coalesce(p_order.restored_at < decided_at, true))
    end
  $$;
comment on function private.access_pauses_at is
  'When access pauses by itself, because a payment is overdue or a student ID was refused. Null when it will not.';

create function private.extension_refusal(p_order public.orders) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when p_order.paid_at is null then 'not_paid'
      when p_order.anonymised_at is not null then 'anonymised'
      when p_order.status in ('refunded', 'revoked', 'ended') then 'ended'
      when p_order.status not in ('paused', 'id_refused') and private.access_pauses_at(p_order) is null then 'not_pausing'
    end
  $$;
comment on function private.extension_refusal is
  'Why access cannot be extended: not_paid, anonymised, ended, not_pausing. Null when it can.';

create function private.end_refusal(p_order public.orders) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when p_order.paid_at is null then 'not_paid'
      when p_order.anonymised_at is not null then 'anonymised'
      when p_order.status in ('refunded', 'revoked', 'ended') then 'ended'
      -- It gives its buyer no access. The team ends on its own page.
      when p_order.team_id is not null then 'team'
      when exists (select from private.staff_refunds where order_id = p_order.id and finished_at is null) then 'running'
      -- Between the payment and the plan's first report there is nothing yet that could be cancelled.
      when p_order.plan = 'installment' and p_order.subscription_id is null then 'plan_starting'
    end
  $$;
comment on function private.end_refusal is
  'Why access cannot be ended: not_paid, anonymised, ended, team, running (an unfinished refund), plan_starting. Null when it can.';

create function private.restore_refusal(p_order public.orders) returns text
  language sql immutable set search_path = ''
  as $$
    select case
      when p_order.anonymised_at is not null then 'anonymised'
      when p_order.status <> 'ended' then 'changed'
    end
  $$;
comment on function private.restore_refusal is
  'Why access cannot be restored: anonymised, changed (staff have not ended it). Null when it can.';

create function public.staff_extend_access(p_order uuid, p_until date, p_seen_until timestamptz, p_reason text)
  returns boolean
  language plpgsql security definer set search_path = ''
  -- Definer: no role of the API may write orders and decisions.
  as $$
  declare
    c_days constant integer := 90;
    -- The end of that day in the time zone of the dates in emails.
    v_until constant timestamptz := (p_until + 1)::timestamp at time zone 'Europe/London' - interval '1 second';
    v_actor uuid := private.require_staff();
    v_order public.orders;
    v_refusal text;
  begin
    if pg_catalog.btrim(coalesce(p_reason, '')) = '' then raise exception 'Please give a reason.'; end if;
    if (v_until > pg_catalog.now() and p_until <= (pg_catalog.now() at time zone 'Europe/London')::date + c_days) is not true then
      raise exception 'Choose a day within the next % days.', c_days;
    end if;
    select * into v_order from public.orders where id = p_order for no key update;
    if not found then raise exception 'There is no order with this id.'; end if;
    -- A repeat, or a colleague with the same idea.
    if v_order.extended_until = v_until and private.access_pauses_at(v_order) >= v_until then return false; end if;
    v_refusal := private.extension_refusal(v_order);
    if v_refusal = 'not_pausing' then
      raise exception 'The access of this order is not paused or about to pause, so there is nothing to extend.';
    elsif v_refusal is not null then
      raise exception 'The access of this order cannot be extended. Reload the page to see why.';
    elsif v_order.extended_until is distinct from p_seen_until then
      raise exception 'Someone else has extended this access since you opened the page. Nothing was done. Reload the page and look again.';
    elsif private.access_pauses_at(v_order) >= v_until then
      raise exception 'Access already continues until then. Choose a later day.';
    end if;

    update private.student_id_decisions set choose_until = greatest(choose_until, v_until)
      where student_id = (private.last_refusal(p_order)).student_id;
    update public.orders
      set extended_until = v_until,
        status = case status when 'paused' then 'past_due' when 'id_refused' then 'paid' else status end,
        grace_until = case when status in ('past_due', 'paused') then v_until else grace_until end
      where id = p_order;
    perform private.queue_plan_mail(v_order, 'access_extended', 'access_extended:' || p_order || ':' || private.iso(v_until),
      pg_catalog.jsonb_build_object('until', private.iso(v_until), 'open', case
        when v_order.status not in ('past_due', 'paused') then 'student_id'
        when private.plan_ended_early(v_order) then 'plan_over'
        else 'payment' end));
    perform private.record_staff_action(v_actor, 'access_extended', 'order', p_order::text, p_reason,
      pg_catalog.jsonb_build_object('until', v_until, 'from_status', v_order.status));
    return true;
  end;
  $$;
comment on function public.staff_extend_access is
  'Keeps access until the end of a day although a payment is overdue or a student ID was refused, and emails the learner. False for a repeat.';

create function private.was_attempted(p_order uuid, p_attempt uuid) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (
      select from public.staff_actions
      where subject_kind = 'order' and subject_id = p_order::text and details ->> 'attempt' = p_attempt::text)
  $$;
comment on function private.was_attempted is 'True when this attempt of a browser has had its effect, and its response was lost.';

create function public.staff_may_end_access(p_order uuid, p_attempt uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: calls private functions.
  as $$
  declare
    v_order public.orders;
  begin
    select * into v_order from public.orders where id = p_order;
    if not found then return pg_catalog.jsonb_build_object('outcome', 'not_found', 'subscription_id', null); end if;
    return pg_catalog.jsonb_build_object(
      'outcome', case
        when private.was_attempted(p_order, p_attempt) then 'done'
        else coalesce(private.end_refusal(v_order), 'possible') end,
      'subscription_id', v_order.subscription_id);
  end;
  $$;
comment on function public.staff_may_end_access is
  'Whether staff can end the access of an order: { outcome, subscription_id } with possible, done (by this attempt), not_found or the refusal.';

create function public.staff_end_access(p_actor uuid, p_order uuid, p_attempt uuid, p_cause text, p_note text)
  returns text
  language plpgsql security definer set search_path = ''
  -- Definer: calls private functions.
  as $$
  declare
    v_order public.orders;
    v_outcome text;
  begin
    select * into v_order from public.orders where id = p_order for no key update;
    v_outcome := public.staff_may_end_access(p_order, p_attempt) ->> 'outcome';
    if v_outcome <> 'possible' then return v_outcome; end if;
    update public.orders set status = 'ended', grace_until = null, extended_until = null, restored_at = null
      where id = p_order;
    perform private.queue_plan_mail(v_order, 'access_withdrawn', 'access_withdrawn:' || p_order || ':' || p_attempt,
      pg_catalog.jsonb_build_object('cause', p_cause, 'has_access', private.is_entitled(v_order.user_id, v_order.course_id)));
    perform private.record_staff_action(p_actor, 'access_ended', 'order', p_order::text, p_note,
      pg_catalog.jsonb_build_object('attempt', p_attempt, 'cause', p_cause, 'from_status', v_order.status));
    return 'done';
  end;
  $$;
comment on function public.staff_end_access is
  'Ends the access of an order without a refund, after the caller has cancelled its plan: done (also for a repeat), or as staff_may_end_access.';

create function public.staff_restore_access(p_actor uuid, p_order uuid, p_attempt uuid, p_reason text) returns text
  language plpgsql security definer set search_path = ''
  -- Definer: calls private functions.
  as $$
  declare
    v_order public.orders;
    v_refusal text;
  begin
    select * into v_order from public.orders where id = p_order for no key update;
    if not found then return 'not_found'; end if;
    if private.was_attempted(p_order, p_attempt) then return 'done'; end if;
    v_refusal := private.restore_refusal(v_order);
    if v_refusal is not null then return v_refusal; end if;
    update public.orders
      set restored_at = pg_catalog.now(),
        second_purchase_of = null,
        status = case
          when exists (select from private.order_disputes where order_id = p_order and status = 'open') then 'disputed'
          else 'paid' end
      where id = p_order;
    perform private.queue_plan_mail(v_order, 'access_restored', 'access_restored:' || p_order || ':' || p_attempt,
      pg_catalog.jsonb_build_object('is_plan', v_order.plan = 'installment'));
    perform private.record_staff_action(p_actor, 'access_restored', 'order', p_order::text, p_reason,
      pg_catalog.jsonb_build_object('attempt', p_attempt));
    return 'done';
  end;
  $$;
comment on function public.staff_restore_access is
  'Restores access that staff had ended: done (also for a repeat), not_found or the refusal.';

grant execute on function public.staff_extend_access(uuid, date, timestamptz, text) to authenticated;
grant execute on function
  public.staff_may_end_access(uuid, uuid),
  public.staff_end_access(uuid, uuid, uuid, text, text),
  public.staff_restore_access(uuid, uuid, uuid, text)
to service_role;

-- The staff console's page of one order: what was sold, paid and refunded, who has access and why, and one timeline.

create function private.staff_order_events(p_order public.orders) returns jsonb
  language sql stable set search_path = ''
  as $$
    with events (at, kind, data) as (
      select p_order.created_at, 'ordered', pg_catalog.jsonb_build_object(
        'signed_in', p_order.made_signed_in,
        'by_staff', exists (select from public.order_invoices where order_id = p_order.id))
      union all
      select each.at, each.kind, '{}' from public.order_invoices,
        lateral (values (sent_at, 'invoice_sent'), (case when p_order.paid_at is null then ended_at end, 'invoice_ended')) as each (at, kind)
      where order_id = p_order.id
      union all select p_order.paid_at, 'enrolled', pg_catalog.jsonb_build_object('waits', p_order.user_id is null)
      union all select p_order.plan_ended_at, 'plan_ended', '{}'
      union all
      select each.at, each.kind, pg_catalog.jsonb_build_object(
        'number', number, 'amount_pence', amount_pence, 'payment_intent_id', payment_intent_id, 'failures', failures)
      from public.order_payments,
        lateral (values (failed_at, 'payment_failed'), (paid_at, 'payment_made')) as each (at, kind)
      where order_id = p_order.id
      union all
      select each.at, each.kind, pg_catalog.jsonb_build_object('dispute', id, 'status', status)
      from private.order_disputes,
        lateral (values (opened_at, 'dispute_opened'), (closed_at, 'dispute_closed')) as each (at, kind)
      where order_id = p_order.id
      union all
      -- The amount of a payment says no time, but every refund that the provider reported queued an email.
      select created_at, 'refund_reported', pg_catalog.jsonb_build_object('amount_pence', data -> 'now_pence')
      from public.mail_queue where order_id = p_order.id and kind = 'refund' and dedupe_key not like '%:corrected%'
      union all
      -- Its data may contain what only the recipient may know.
      select created_at, 'mail', pg_catalog.jsonb_build_object(
        'mail', kind, 'status', status, 'recipient', recipient, 'finished_at', finished_at, 'attempts', attempts)
      from public.mail_queue where order_id = p_order.id
      union all
      select each.at, each.kind, '{}' from public.course_enrollments,
        lateral (values (granted_at, 'access_given'), (ended_at, 'access_ended')) as each (at, kind)
      where user_id = p_order.user_id and course_id = p_order.course_id
      union all
      select each.at, each.kind, pg_catalog.jsonb_build_object('certificate', certificates.kind)
      from public.certificates,
        lateral (values (issued_at, 'certificate_issued'), (revoked_at, 'certificate_revoked')) as each (at, kind)
      where user_id = p_order.user_id and course_id = p_order.course_id
      union all
      select (act ->> 'at')::timestamptz, 'staff', act - 'at'
      from pg_catalog.jsonb_array_elements(private.staff_timeline('order', p_order.id::text)) as act
    )
    select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('at', at, 'kind', kind, 'data', data) order by at desc, kind)
    from events where at is not null
  $$;
comment on function private.staff_order_events is
  'Everything known to have happened to an order, newest first: [{ at, kind, data }].';

create function private.resend_refusal(p_order public.orders) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when p_order.paid_at is null then 'not_paid'
      when p_order.anonymised_at is not null then 'anonymised'
      when not exists (
        select from private.order_statuses where status = p_order.status and effect in ('active', 'paused')) then 'ended'
      when exists (
        select from auth.users where id = p_order.user_id
          and (last_sign_in_at is not null or raw_app_meta_data -> 'must_change_password' is distinct from 'true'))
        then 'has_password'
    end
  $$;
comment on function private.resend_refusal is
  'Why the sign-in details of an order cannot be sent again: not_paid, anonymised, ended, has_password. Null when they can.';

create function private.correction_refusal(p_order public.orders) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when p_order.paid_at is null then 'not_paid'
      when p_order.anonymised_at is not null then 'anonymised'
      when p_order.made_signed_in then 'signed_in_buyer'
      when not exists (
        select from private.order_statuses where status = p_order.status and effect in ('active', 'paused')) then 'ended'
      -- A session that began before the payment and was used since then is use as well.
      when not private.is_claimable(p_order) or exists (
        select from auth.sessions where user_id = p_order.user_id and updated_at >= p_order.paid_at) then 'in_use'
    end
  $$;
comment on function private.correction_refusal is
  'Why staff cannot move an order to another email address: not_paid, anonymised, signed_in_buyer, ended, in_use. Null when they can. Unlike the buyer, they can do it more than once.';

create function private.refund_refusal(p_order public.orders) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when p_order.paid_at is null then 'not_paid'
      when exists (select from private.staff_refunds where order_id = p_order.id and finished_at is null) then 'running'
      when exists (
        select from private.order_disputes where order_id = p_order.id and status in ('open', 'lost')) then 'disputed'
      when (private.order_money(p_order.id) ->> 'refundable_pence')::integer = 0 then 'nothing_left'
    end
  $$;
comment on function private.refund_refusal is
  'Why nothing of an order can be refunded now: not_paid, running, disputed, nothing_left. Null when it can.';

create function public.staff_order(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: reads private tables and those of the auth server.
  as $$
  declare
    v_order public.orders;
  begin
    perform private.require_staff();
    select * into v_order from public.orders where id = p_id;
    if not found then return null; end if;
    return pg_catalog.jsonb_build_object(
      'order', (
        select pg_catalog.jsonb_object_agg(key, value) from pg_catalog.jsonb_each(pg_catalog.to_jsonb(v_order))
        where key in ('id', 'created_at', 'status', 'tier', 'plan', 'subtotal_pence', 'discount_pence', 'vat_pence',
          'total_pence', 'discount_code', 'email', 'first_name', 'last_name', 'phone', 'country', 'organization', 'purchase_order',
          'paid_at', 'grace_until', 'plan_ended_at', 'checkout_session_id', 'customer_id', 'subscription_id',
          'second_purchase_of', 'email_corrected_at', 'anonymised_at', 'made_signed_in', 'extended_until', 'restored_at', 'seats')),
      'team', (select pg_catalog.jsonb_build_object('id', id, 'name', name) from public.teams where id = v_order.team_id),
      'access_pauses_at', private.access_pauses_at(v_order),
      'plan_ended_early', private.plan_ended_early(v_order),
      'student_id_refusal', (
        select pg_catalog.jsonb_build_object('choice', choice)
        from private.last_refusal(p_id) where student_id is not null),
      'money', private.order_money(p_id),
      'invoice', (
        select pg_catalog.to_jsonb(its) - 'billing' - 'order_id' from public.order_invoices as its where order_id = p_id),
      'payments', coalesce((
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'number', number, 'amount_pence', amount_pence, 'refunded_pence', refunded_pence, 'due_at', due_at,
          'paid_at', paid_at, 'failed_at', failed_at, 'payment_intent_id', payment_intent_id) order by number)
        from public.order_payments where order_id = p_id), '[]'),
      'account', (
        select pg_catalog.jsonb_build_object('id', id, 'email', email, 'last_sign_in_at', last_sign_in_at,
          'has_own_password', raw_app_meta_data -> 'must_change_password' is distinct from 'true')
        from auth.users where id = v_order.user_id),
      'access', (
        select pg_catalog.jsonb_build_object('status', status, 'reason', reason, 'tier', tier)
        from public.course_enrollments where user_id = v_order.user_id and course_id = v_order.course_id),
      -- These decide whether access ends when this order does.
      'has_seat', exists (select from private.seats_of(v_order.user_id, v_order.course_id) where effect = 'active'),
      'other_orders', coalesce((
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'id', o.id, 'tier', o.tier, 'status', o.status, 'effect', s.effect) order by o.created_at desc)
        from public.orders as o join private.order_statuses as s on s.status = o.status
        where o.user_id = v_order.user_id and o.course_id = v_order.course_id and o.id <> p_id
          and s.effect <> 'none' and o.team_id is null), '[]'),
      'certificates', coalesce((
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'id', id, 'kind', kind, 'issued_at', issued_at, 'revoked_at', revoked_at) order by issued_at desc)
        from public.certificates where user_id = v_order.user_id and course_id = v_order.course_id), '[]'),
      'unfinished_refund', (
        select pg_catalog.jsonb_build_object('id', id, 'amount_pence', amount_pence, 'created_at', created_at)
        from private.staff_refunds where order_id = p_id and finished_at is null),
      'refusals', pg_catalog.jsonb_build_object(
        'resend', private.resend_refusal(v_order), 'correction', private.correction_refusal(v_order),
        'refund', private.refund_refusal(v_order), 'extension', private.extension_refusal(v_order),
        'end', private.end_refusal(v_order), 'restore', private.restore_refusal(v_order)),
      'timeline', private.staff_order_events(v_order));
  end;
  $$;
comment on function public.staff_order is
  'Everything that the page of an order shows, or null if there is none with this id.';

grant execute on function public.staff_order(uuid) to authenticated;

-- Recovery codes, which remove a lost second factor (docs/decisions/0024).

create table public.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table public.recovery_codes is
  'One row per code that still works, stored as its SHA-256. Ten are created at a time. Using one spends them all, because it removes the factors.';
comment on column public.recovery_codes.used_at is
  'When one of the set was used. The set is spent only when the factors are removed, so that a retry works after a crash.';

alter table public.recovery_codes enable row level security;

-- Ignores case, spaces and dashes. Salted with the owner's id.
create function private.recovery_code_hash(p_user uuid, p_code text) returns text
  language sql immutable set search_path = ''
  as $$
    select pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(
      p_user::text || ' ' || pg_catalog.upper(pg_catalog.regexp_replace(p_code, '[\s-]', '', 'g')), 'UTF8')), 'hex');
  $$;
comment on function private.recovery_code_hash is 'The stored form of a recovery code.';

-- Definer: no role may write the table, so a stray write cannot plant a code.
create function public.create_recovery_codes() returns text[]
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    c_count constant integer := 10;
    -- Without I, L, O and U, which are easily misread. 16 of 32 characters: 80 bits.
    c_signs constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    v_user uuid := (select auth.uid());
    v_session uuid := ((select auth.jwt()) ->> 'session_id')::uuid;
    v_bytes bytea;
    v_code text;
    v_codes text[] := '{}';
  begin
    perform private.require_full_session();
    -- The codes outlive this request's token, which may have been stolen. Its session may also have ended or lost
    -- its assurance level since, so the session's row is checked too.
    if (select auth.jwt()) ->> 'aal' is distinct from 'aal2' or not exists (
      select from auth.sessions where id = v_session and user_id = v_user and aal::text = 'aal2'
    ) then
      raise exception 'recovery codes need a session that has passed a second factor' using errcode = '42501';
    end if;
    delete from public.recovery_codes where user_id = v_user;
    for i in 1..c_count loop
      v_bytes := pg_catalog.sha256(
        pg_catalog.uuid_send(pg_catalog.gen_random_uuid()) || pg_catalog.uuid_send(pg_catalog.gen_random_uuid())
      );
      select pg_catalog.string_agg(
        case when n in (4, 8, 12) then '-' else '' end
          || pg_catalog.substr(c_signs, (pg_catalog.get_byte(v_bytes, n) & 31) + 1, 1), '' order by n
      ) into v_code from pg_catalog.generate_series(0, 15) as n;
      insert into public.recovery_codes (user_id, code_hash) values (v_user, private.recovery_code_hash(v_user, v_code));
      v_codes := v_codes || v_code;
    end loop;
    return v_codes;
  end;
  $$;
comment on function public.create_recovery_codes is
  'Creates ten recovery codes for the caller and returns them; they are never shown again. Earlier codes stop working. Requires aal2.';

create function private.void_recovery_codes() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: it runs as the auth server's role, which has no rights on public tables.
  as $$
  begin
    if not exists (
      select from auth.mfa_factors where user_id = new.user_id and status = 'verified' and id <> new.id
    ) then
      delete from public.recovery_codes where user_id = new.user_id;
    end if;
    return null;
  end;
  $$;
comment on function private.void_recovery_codes is
  'Voids codes that were created for removed factors, so that they cannot open an account with a new factor.';

create trigger void_recovery_codes after update of status on auth.mfa_factors
  for each row when (new.status = 'verified' and old.status <> 'verified')
  execute function private.void_recovery_codes();

-- Definer: no role may read the table.
create function public.recovery_codes_left() returns integer
  language sql stable security definer set search_path = ''
  as $$
    select count(*)::integer from public.recovery_codes
    where user_id = (select auth.uid()) and (select private.require_full_session());
  $$;
comment on function public.recovery_codes_left is 'The number of the caller''s recovery codes that still work.';

create function public.spend_recovery_codes(p_user uuid) returns void
  language sql volatile security definer set search_path = ''
  -- Definer: same reason as create_recovery_codes.
  as $$
    delete from public.recovery_codes where user_id = p_user;
  $$;
comment on function public.spend_recovery_codes is 'Spends all codes of an account after one was used.';

create function public.use_recovery_code(p_user uuid, p_code text) returns boolean
  language plpgsql volatile security definer set search_path = ''
  -- Definer: same reason as create_recovery_codes.
  as $$
  declare
    v_hash text := private.recovery_code_hash(p_user, p_code);
  begin
    if not exists (select from public.recovery_codes where user_id = p_user and code_hash = v_hash) then
      return false;
    end if;
    update public.recovery_codes set used_at = now() where user_id = p_user;
    insert into public.mail_queue (kind, dedupe_key, recipient, data)
    select 'recovery_code_used', 'recovery_code_used:' || v_hash, email, pg_catalog.jsonb_build_object('user_id', id)
    from auth.users where id = p_user and email is not null
    on conflict (dedupe_key) do nothing;
    return true;
  end;
  $$;
comment on function public.use_recovery_code is
  'True when the code works for this account. Queues the email about it, once. The caller then removes the factors and spends the codes.';

grant execute on function
  public.create_recovery_codes(),
  public.recovery_codes_left()
to authenticated;
grant execute on function
  public.spend_recovery_codes(uuid),
  public.use_recovery_code(uuid, text)
to service_role;

-- Records whether the owner of an email address controls the account that has it. The function sign-up confirms
-- every address without a check, so neither an account nor its confirmation proves anything (docs/decisions/0035, 0051).

create table private.proven_addresses (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- private.email_key of the address at the time. A change of address invalidates the proof.
  email_key text not null,
  proven_at timestamptz not null default now()
);
comment on table private.proven_addresses is
  'Accounts whose owner opened a link that we emailed to the account''s address.';

alter table private.proven_addresses enable row level security;

-- The same rule decides whether a sign-in provider may open an account. The email identity of an account with a password
-- does not count: an auth server that confirms sign-ups automatically may report it as verified.
create function private.identities_are_proven() returns trigger
language plpgsql security definer
-- Definer: reads the auth server's tables.
set search_path = '' as $$
declare
  -- False for a new account, whose first way to sign in is this identity.
  v_has_other_way constant boolean := exists (
    select from auth.identities where user_id = new.user_id
  ) or exists (
    select from auth.users where id = new.user_id and coalesce(encrypted_password, '') <> ''
  );
begin
  if new.identity_data ->> 'email_verified' is distinct from 'true'
    or not exists (
      select from auth.users
      where id = new.user_id and lower(email) = lower(new.identity_data ->> 'email')
    )
    or (v_has_other_way and not private.is_owners_account(new.user_id))
  then
    raise exception 'identity_not_proven';
  end if;
  return new;
end $$;
comment on function private.identities_are_proven is
  'A sign-in provider may open an existing account only if the provider has verified the account''s address and the owner has proved it.';

create trigger identities_are_proven before insert on auth.identities
  for each row when (new.provider not in ('email', 'phone'))
  execute function private.identities_are_proven();

create function private.has_proven_address(p_user uuid) returns boolean
language sql stable security definer
-- Definer: reads the auth server's tables.
set search_path = '' as $$
  select exists (
    select from auth.users as u
    where id = p_user and (
      (raw_app_meta_data ? 'made_for_order' and last_sign_in_at is not null)
      or exists (
        select from private.proven_addresses as proof
        where proof.user_id = u.id and proof.email_key = private.email_key(u.email)
      )
      or exists (
        select from auth.identities as i
        where i.user_id = u.id and i.provider not in ('email', 'phone')
          and i.identity_data ->> 'email_verified' = 'true'
          and lower(i.identity_data ->> 'email') = lower(u.email)
      )
    )
  )
$$;
comment on function private.has_proven_address(uuid) is
  'True when the account''s owner used a password or link that we emailed to its address, or a sign-in provider verified the address. A sign-up, a session or a reset password proves nothing.';

create function private.is_owners_account(p_user uuid) returns boolean
language sql stable security definer
-- Definer: reads the auth server's tables.
set search_path = '' as $$
  select private.has_proven_address(p_user) or exists (
    -- The account is unused, and its only password was emailed to its address.
    select from auth.users where id = p_user and raw_app_meta_data ? 'made_for_order'
  )
$$;
comment on function private.is_owners_account(uuid) is
  'True when nobody but the owner of the account''s address can be signed in to it. Orders for the address may then be attached to it.';

-- A change of address is confirmed from both mailboxes, but their owners may click a link that they did not ask for. A
-- new address therefore starts unproven, like the address of a new account.
create function private.forget_proof_of_address() returns trigger
language plpgsql security invoker
set search_path = '' as $$
begin
  new.raw_app_meta_data := new.raw_app_meta_data - 'made_for_order';
  return new;
end $$;
comment on function private.forget_proof_of_address() is
  'After a change of address, the email that opened the account proves nothing about the new address.';

create trigger forget_proof_of_address before update of email on auth.users
  for each row when (lower(old.email) is distinct from lower(new.email))
  execute function private.forget_proof_of_address();

-- Definer: calls a private function, and only about the caller.
create function public.is_my_address_proven() returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    perform private.require_full_session();
    return private.has_proven_address((select auth.uid()));
  end;
  $$;
comment on function public.is_my_address_proven() is
  'True when the caller has proved the address of the account.';

grant execute on function
  public.is_my_address_proven()
to authenticated;

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

-- What the owner of a team sees, and nothing else about its people.

create function private.invitation_key(p_seat public.team_seats) returns text
language sql stable
set search_path = '' as $$
  select 'team_invitation:' || p_seat.id || ':' || private.iso(p_seat.invited_at)
$$;
comment on function private.invitation_key(public.team_seats) is 'The dedupe_key of the last email with this invitation.';

create function public.my_teams() returns jsonb
language plpgsql stable security definer
-- Definer: no role of the API may read the tables.
set search_path = '' as $$
begin
  perform private.require_full_session();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', mine.id, 'name', mine.name, 'tier', mine.tier,
      'bought', bought, 'given', given, 'claimed', claimed, 'free', bought - given,
      'is_paused', mine.paused_at is not null, 'is_short', mine.is_short, 'is_ended', mine.ended_at is not null,
      'is_address_proven', private.has_proven_address(mine.owner_id),
      'mails_waiting', mails_waiting,
      'link', case when mine.link_key is not null then jsonb_build_object(
        'key', mine.link_key, 'limit', mine.link_limit, 'used', mine.link_used, 'ends_at', private.iso(mine.link_ends_at)) end,
      'orders', orders
    ) order by mine.created_at desc, mine.id), '[]')
    from public.teams as mine, private.team_capacity(mine.id) as bought, lateral (
      select count(*) as given, count(seat.claimed_at) as claimed, count(*) filter (
        where seat.claimed_at is null and exists (
          select from public.mail_queue where dedupe_key = private.invitation_key(seat) and status = 'queued')
      ) as mails_waiting
      from public.team_seats as seat where seat.team_id = mine.id and seat.ended_at is null
    ) as seats, lateral (
      -- Not those whose payment was never made.
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'created_at', private.iso(created_at), 'seats', orders.seats, 'total_pence', total_pence, 'status', status
      ) order by created_at), '[]') as orders
      from public.orders where team_id = mine.id and status not in ('created', 'open', 'expired')
    ) as bills
    where mine.owner_id = (select auth.uid()) and (orders <> '[]' or given > 0)
  );
end $$;
comment on function public.my_teams() is
  'The teams that the caller owns, newest first. A team that nothing was paid for and nobody is in is not listed.';

create function public.team_seats_page(p_team uuid, p_after text default null, p_limit integer default 50) returns jsonb
language plpgsql stable security definer
-- Definer: same reason as my_teams.
set search_path = '' as $$
declare
  -- The last row of the page before: [has it ended, the key of its address, its id].
  v_after jsonb;
  v_limit constant integer := least(greatest(p_limit, 1), 500);
  v_rows jsonb[];
begin
  perform private.require_full_session();
  if not exists (select from public.teams where id = p_team and owner_id = (select auth.uid())) then return null; end if;
  v_after := p_after;
  select coalesce(array_agg(jsonb_build_object(
    'id', page.id, 'email', page.email, 'name', (
      select nullif(btrim(first_name || ' ' || last_name), '') from public.profiles where id = page.user_id
    ),
    'invited_at', private.iso(page.invited_at), 'mail', case when page.claimed_at is null and page.ended_at is null then (
      select case when status = 'skipped' then 'failed' else status end
      from public.mail_queue where dedupe_key = private.invitation_key(page)
    ) end,
    'claimed_at', private.iso(page.claimed_at), 'ended_at', private.iso(page.ended_at),
    'lessons', study.lessons, 'last_day', study.last_day,
    'certificate_id', certificate.id, 'certificate_at', private.iso(certificate.issued_at),
    'after', jsonb_build_array(page.ended_at is not null, private.email_key(page.email), page.id)
  ) order by page.ended_at is not null, private.email_key(page.email), page.id), '{}') into v_rows
  from (
    select * from public.team_seats
    where team_id = p_team and (v_after is null or (ended_at is not null, private.email_key(email), id)
      > ((v_after ->> 0)::boolean, v_after ->> 1, (v_after ->> 2)::uuid))
    order by ended_at is not null, private.email_key(email), id
    limit v_limit + 1
  ) as page
  -- Nobody is watched after the place has ended.
  left join lateral (
    select (
      select count(*) from public.course_progress where user_id = page.user_id and completed
    ) as lessons, (
      select (last_at at time zone 'UTC')::date from private.study_times(page.user_id)
    ) as last_day
  ) as study on page.user_id is not null and page.ended_at is null
  left join lateral (
    select id, issued_at from public.certificates
    where user_id = page.user_id and revoked_at is null and issued_at <= coalesce(page.ended_at, 'infinity')
    order by kind desc limit 1
  ) as certificate on true;
  return jsonb_build_object(
    'seats', (
      select coalesce(jsonb_agg(case when row ->> 'claimed_at' is null and row ->> 'ended_at' is null and row ->> 'mail' is null
        -- The limit of emails to one mailbox was reached.
        then row - 'after' || '{"mail": "failed"}' else row - 'after' end order by place), '[]')
      from unnest(v_rows[:v_limit]) with ordinality as each (row, place)),
    'next', case when cardinality(v_rows) > v_limit then v_rows[v_limit] ->> 'after' end);
end $$;
comment on function public.team_seats_page(uuid, text, integer) is
  'The people of a team that the caller owns: open rows by address, then those that have ended. Never answers, notes or scores. Null for another person''s team.';

grant execute on function
  public.my_teams(),
  public.team_seats_page(uuid, text, integer)
to authenticated;

-- What the owner of a team does: invites people, ends and moves places, and hands the team over. Each function answers
-- not_found (or null) about a team of another owner.

create function private.owned_team(p_team uuid) returns public.teams
language plpgsql volatile security definer
-- Definer: no role of the API may read the table.
set search_path = '' as $$
declare
  v_team public.teams;
begin
  -- Locked, so that whatever happens in a team happens one after the other.
  select * into v_team from public.teams where id = p_team and owner_id = auth.uid() for no key update;
  return v_team;
end $$;
comment on function private.owned_team(uuid) is 'Locks and returns a team of the caller. Null for any other.';

create function private.take_invitations(p_team public.teams, p_count integer) returns boolean
language sql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
  with counted as (
    update public.teams set invited_on = current_date,
      invited_count = p_count + case when invited_on = current_date then invited_count else 0 end
    where id = p_team.id and p_count + case when invited_on = current_date then invited_count else 0 end
      <= 3 * private.team_capacity(p_team.id) + 20
    returning id
  )
  select exists (select from counted)
$$;
comment on function private.take_invitations(public.teams, integer) is
  'Counts invitations of a team. False when there are too many for one day.';

create function private.queue_invitations(p_seats uuid[]) returns void
language sql volatile security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
  insert into public.mail_queue (kind, dedupe_key, recipient, data, next_attempt_at)
  select 'team_invitation', private.invitation_key(mine), mine.email, jsonb_build_object('seat_id', mine.id),
    -- Two a second, so that a receipt or a password does not wait behind five hundred of them.
    now() + (place - 1) * interval '500 milliseconds'
  from unnest(p_seats) with ordinality as each (id, place) join public.team_seats as mine using (id)
  where private.takes_another_mail('team_invitation', mine.email, 2, 3)
  on conflict (dedupe_key) do nothing
$$;
comment on function private.queue_invitations(uuid[]) is
  'Queues the emails of these invitations, at most three a day for one mailbox.';

create function public.invite_to_team(p_team uuid, p_emails text[], p_send boolean) returns jsonb
language plpgsql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
declare
  v_team public.teams := private.owned_team(p_team);
  v_reply jsonb;
  v_new integer;
  v_seats uuid[];
begin
  perform private.require_full_session();
  if v_team.id is null then return null; end if;
  if cardinality(p_emails) > 5000 then
    raise exception 'Too many addresses.' using errcode = '22023';
  end if;
  with typed as (
    select place, email, private.email_key(email) as key
    from (
      select place, btrim(left(coalesce(email, ''), 300)) as email from unnest(p_emails) with ordinality as each (email, place)
    ) as trimmed
  ), judged as (
    select place, email, case
      when not private.is_email_address(email) then 'invalid'
      when row_number() over (partition by key order by place) > 1 then 'repeated'
      when exists (
        select from public.team_seats where team_id = p_team and private.email_key(team_seats.email) = key and ended_at is null
      ) then 'in_team'
      else 'invited' end as verdict
    from typed
  )
  select jsonb_build_object('invited', '[]'::jsonb, 'in_team', '[]'::jsonb, 'repeated', '[]'::jsonb, 'invalid', '[]'::jsonb)
    || coalesce(jsonb_object_agg(verdict, emails), '{}')
  into v_reply
  from (select verdict, jsonb_agg(email order by place) as emails from judged group by verdict) as lists;

  v_new := jsonb_array_length(v_reply -> 'invited');
  v_reply := v_reply || jsonb_build_object('missing', greatest(0, v_new - greatest(0, private.free_seats(v_team))));
  if p_send is not true or v_new = 0 or v_reply -> 'missing' <> '0' then return v_reply; end if;
  if not private.take_invitations(v_team, v_new) then
    raise exception 'Too many invitations for one day. Please try again tomorrow.' using errcode = 'PT429';
  end if;
  with made as (
    insert into public.team_seats (team_id, email)
    select p_team, email from jsonb_array_elements_text(v_reply -> 'invited') as email
    returning id
  )
  select array_agg(id) into v_seats from made;
  perform private.queue_invitations(v_seats);
  return v_reply;
end $$;
comment on function public.invite_to_team(uuid, text[], boolean) is
  'Sorts addresses into invited, in_team, repeated and invalid, and says how many places are missing. With p_send, invites the first list unless any are missing.';

-- An owner's act on one place. The team is locked before the place, as everywhere.
create function private.owned_seat(p_seat uuid) returns public.team_seats
language plpgsql volatile security definer
-- Definer: no role of the API may read the table.
set search_path = '' as $$
declare
  v_team constant public.teams := private.owned_team((select team_id from public.team_seats where id = p_seat));
  v_seat public.team_seats;
begin
  select * into v_seat from public.team_seats where id = p_seat and team_id = v_team.id for no key update;
  return v_seat;
end $$;

create function public.resend_invitation(p_seat uuid) returns text
language plpgsql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
declare
  v_seat public.team_seats := private.owned_seat(p_seat);
  v_team public.teams;
begin
  perform private.require_full_session();
  if v_seat.id is null or v_seat.claimed_at is not null then return 'not_found'; end if;
  select * into strict v_team from public.teams where id = v_seat.team_id;
  if v_seat.ended_at is not null or v_team.ended_at is not null then return 'ended'; end if;
  if v_team.paused_at is not null then return 'no_places'; end if;
  if v_seat.invited_at > now() - interval '5 minutes' or not private.takes_another_mail('team_invitation', v_seat.email, 2, 3) then
    return 'too_soon';
  end if;
  if not private.take_invitations(v_team, 1) then return 'too_many'; end if;
  update public.team_seats set invited_at = now() where id = p_seat;
  perform private.queue_invitations(array[p_seat]);
  return 'done';
end $$;
comment on function public.resend_invitation(uuid) is
  'Emails an invitation again: done, not_found, ended, no_places (the team is paused), too_soon (five minutes; two an hour and three a day for one mailbox) or too_many (for the team and day).';

create function private.finish_seat(p_seat public.team_seats, p_reason text) returns void
language plpgsql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
begin
  update public.team_seats set ended_at = now(), end_reason = p_reason where id = p_seat.id;
  update public.mail_queue set status = 'skipped', finished_at = now()
  where dedupe_key = private.invitation_key(p_seat) and status = 'queued';
  perform private.recompute_enrollment(p_seat.user_id, team.course_id) from public.teams as team where id = p_seat.team_id;
  if exists (select from public.teams where id = p_seat.team_id and paused_at is not null) then
    perform private.set_team_pause(p_seat.team_id);
  end if;
  if p_reason = 'removed' then
    perform private.queue_team_mail('seat_ended', p_seat.id::text, p_seat.user_id, jsonb_build_object('seat_id', p_seat.id));
  end if;
end $$;
comment on function private.finish_seat(public.team_seats, text) is
  'Ends an invitation or a place. A learner whom the owner removed gets an email.';

create function public.end_seat(p_seat uuid) returns text
language plpgsql volatile security definer
-- Definer: calls private functions.
set search_path = '' as $$
declare
  v_seat public.team_seats := private.owned_seat(p_seat);
begin
  perform private.require_full_session();
  if v_seat.id is null then return 'not_found'; end if;
  if v_seat.ended_at is not null then return 'ended'; end if;
  perform private.finish_seat(v_seat, case when v_seat.claimed_at is null then 'withdrawn' else 'removed' end);
  return 'done';
end $$;
comment on function public.end_seat(uuid) is
  'Withdraws an invitation or ends a place: done, not_found or ended. The learner keeps the certificate and everything written.';

create function public.move_seat(p_seat uuid, p_email text) returns text
language plpgsql volatile security definer
-- Definer: calls private functions.
set search_path = '' as $$
declare
  v_seat public.team_seats := private.owned_seat(p_seat);
  v_email constant text := btrim(coalesce(p_email, ''));
  v_team public.teams;
begin
  perform private.require_full_session();
  if v_seat.id is null then return 'not_found'; end if;
  select * into strict v_team from public.teams where id = v_seat.team_id;
  if v_seat.ended_at is not null or v_team.ended_at is not null then return 'ended'; end if;
  if not private.is_email_address(v_email) then return 'invalid'; end if;
  if exists (
    select from public.team_seats
    where team_id = v_team.id and ended_at is null and private.email_key(email) = private.email_key(v_email)
  ) then return 'in_team'; end if;
  if v_team.paused_at is not null or private.free_seats(v_team) < 0 then return 'no_places'; end if;
  if not private.take_invitations(v_team, 1) then return 'too_many'; end if;
  perform public.end_seat(p_seat);
  insert into public.team_seats (team_id, email) values (v_team.id, v_email) returning id into v_seat.id;
  perform private.queue_invitations(array[v_seat.id]);
  return 'done';
end $$;
comment on function public.move_seat(uuid, text) is
  'Ends a place and invites another person to it: done, not_found, ended, invalid, in_team, no_places (more are given than bought, or the team is paused) or too_many.';

create function public.set_team_link(p_team uuid, p_limit integer, p_ends_at timestamptz) returns text
language plpgsql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
declare
  v_team public.teams := private.owned_team(p_team);
  v_key constant text := case when p_limit is not null then replace(gen_random_uuid()::text, '-', '') end;
begin
  perform private.require_full_session();
  if v_team.id is null or v_team.ended_at is not null then return null; end if;
  if p_limit is not null and (p_limit between 1 and 500 and p_ends_at > now() and p_ends_at <= now() + interval '1 year') is not true then
    raise exception 'Choose a limit from 1 to 500 and an end within a year.' using errcode = '22023';
  end if;
  -- A window that does not show the link yet must not replace it: it may have been shared.
  if p_limit is not null and v_team.link_key is not null then return v_team.link_key; end if;
  update public.teams set link_key = v_key, link_limit = p_limit, link_used = 0,
    link_ends_at = case when p_limit is not null then p_ends_at end
  where id = p_team;
  return v_key;
end $$;
comment on function public.set_team_link(uuid, integer, timestamptz) is
  'Creates the link with which people join, unless there is one, or removes it when the limit is null. Returns its key.';

create function public.hand_over_team(p_team uuid, p_seat uuid) returns text
language plpgsql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
declare
  v_team public.teams := private.owned_team(p_team);
  v_new uuid;
begin
  perform private.require_full_session();
  if v_team.id is null then return 'not_found'; end if;
  select user_id into v_new from public.team_seats
  where id = p_seat and team_id = p_team and user_id is not null and ended_at is null;
  if not found then return 'not_found'; end if;
  if v_new = v_team.owner_id then return 'invalid'; end if;
  perform private.give_team(v_team, v_new);
  return 'done';
end $$;
comment on function public.hand_over_team(uuid, uuid) is
  'Makes a person with a place in the team its owner, and emails both: done, not_found, or invalid for the owner''s own place.';

grant execute on function
  public.invite_to_team(uuid, text[], boolean),
  public.resend_invitation(uuid),
  public.end_seat(uuid),
  public.move_seat(uuid, text),
  public.set_team_link(uuid, integer, timestamptz),
  public.hand_over_team(uuid, uuid)
to authenticated;

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

-- Claiming an account with a link that proves its address: revokes all earlier access and attaches waiting orders.

create function private.attach_waiting_orders(p_user uuid) returns integer
language plpgsql security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
declare
  v_order uuid;
  v_count integer := 0;
begin
  -- One at a time: the second order of a tier must see the first, so that it counts as a second purchase.
  for v_order in
    select id from public.orders
    where user_id is null and paid_at is not null and anonymised_at is null
      and private.email_key(email) = (select private.email_key(email) from auth.users where id = p_user)
    order by paid_at, id
    for no key update
  loop
    update public.orders set user_id = p_user where id = v_order;
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;
comment on function private.attach_waiting_orders(uuid) is
  'Attaches the paid orders that are waiting for the account''s address; the trigger on orders enrols the owner. Returns their number.';

create function private.prove_address(p_user uuid) returns integer
language plpgsql security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
declare
  v_key text;
begin
  update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now())
  where id = p_user returning private.email_key(email) into strict v_key;
  insert into private.proven_addresses as mine (user_id, email_key) values (p_user, v_key)
  on conflict (user_id) do update set email_key = excluded.email_key, proven_at = now();
  -- Orders that were attached only by their address.
  update public.orders set is_owner_proven = true
  where user_id = p_user and not is_owner_proven and private.email_key(email) = v_key;
  delete from private.address_links where private.email_key(email) = v_key;
  return private.attach_waiting_orders(p_user);
end $$;
comment on function private.prove_address(uuid) is
  'Records that the account''s owner proved its address, attaches the orders that are waiting for it and deletes its links. Returns the number of orders.';

-- Everything in the auth schema that refers to an account is a way to sign in or a trace of one: sessions, refresh tokens,
-- factors, identities, one-time tokens, known addresses. Tables that the auth server adds later are included.
create function private.end_all_access(p_user uuid) returns void
language plpgsql security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
declare
  v_table record;
begin
  for v_table in
    select relname as name, format_type(atttypid, atttypmod) as type
    from pg_catalog.pg_attribute join pg_catalog.pg_class on pg_class.oid = attrelid
    where relnamespace = 'auth'::regnamespace and relkind in ('r', 'p') and attname = 'user_id' and not attisdropped
    order by 1
  loop
    execute format(
      'delete from auth.%I where user_id = $1::%s%s', v_table.name, v_table.type,
      case when v_table.name = 'identities' then ' and provider <> ''email''' else '' end
    ) using p_user::text;
  end loop;
  delete from public.recovery_codes where user_id = p_user;
  -- Empty rather than null: the hosted auth server cannot read a null in these columns.
  update auth.users set
    phone = null, phone_confirmed_at = null, phone_change = '', phone_change_token = '',
    confirmation_token = '', recovery_token = '', reauthentication_token = '',
    email_change = '', email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0,
    raw_app_meta_data = (coalesce(raw_app_meta_data, '{}') - 'deletion_due_at')
      || '{"provider": "email", "providers": ["email"]}'
  where id = p_user;
end $$;
comment on function private.end_all_access(uuid) is
  'Ends every session, factor, recovery code, pending change and way to sign in of an account, except its password.';

create function public.begin_address_claim(p_token_hash text) returns jsonb
language plpgsql security definer
-- Definer: reads and writes the auth server's tables.
set search_path = '' as $$
declare
  v_link private.address_links := private.usable_link(p_token_hash);
  v_user uuid;
  v_order public.orders;
  v_deletion public.deletion_requests;
begin
  if v_link.token_hash is null then return null; end if;
  v_user := public.find_user_id_by_email(v_link.email);

  -- 1. No account: the caller creates one.
  if v_user is null then
    select * into v_order from public.orders
    where user_id is null and paid_at is not null and anonymised_at is null
      and private.email_key(email) = private.email_key(v_link.email)
    order by paid_at limit 1;
    -- An invitation to a team brings no name: nobody but its recipient gives one.
    v_order.id := coalesce(v_order.id, private.invitation_for(v_link.email));
    if v_order.id is null then return null; end if;
    return jsonb_build_object(
      'outcome', 'no_account', 'email', v_link.email,
      'order', jsonb_build_object('id', v_order.id,
        'first_name', coalesce(v_order.first_name, ''), 'last_name', coalesce(v_order.last_name, ''))
    );
  end if;

  -- 2. Undo a deletion that someone else requested: it must not delete the claimed account. Once begun, it is final.
  delete from public.deletion_requests
  where user_id = v_user and begun_at is null and not private.is_owners_account(v_user)
  returning * into v_deletion;
  update public.mail_queue set status = 'skipped', finished_at = now()
  where dedupe_key = 'deletion_requested:' || v_deletion.id and status = 'queued';
  if exists (select from public.deletion_requests where user_id = v_user and begun_at is not null) then
    return jsonb_build_object('outcome', 'being_deleted');
  end if;

  -- 3. The owner already controls the account: the link attaches the orders and changes nothing else.
  if private.is_owners_account(v_user) then
    perform private.prove_address(v_user);
    return jsonb_build_object('outcome', 'owned', 'email', v_link.email);
  end if;

  -- 4. Nobody can sign in until the caller has set the owner's password.
  update private.address_links set locked_user_id = v_user, locked_at = now() where token_hash = p_token_hash;
  perform private.end_all_access(v_user);
  update auth.users set encrypted_password = '' where id = v_user;
  return jsonb_build_object('outcome', 'locked', 'email', v_link.email, 'user_id', v_user);
end $$;
comment on function public.begin_address_claim(text) is
  'First half of a claim: locks everyone out of an account whose address is not proven. Returns the outcome (no_account, being_deleted, owned, locked) with what the caller needs; null for a link that does not work. Safe to repeat.';

create function public.finish_address_claim(p_token_hash text, p_user uuid) returns boolean
language plpgsql security definer
-- Definer: same reason as begin_address_claim.
set search_path = '' as $$
declare
  v_link private.address_links := private.usable_link(p_token_hash);
begin
  -- The locked account, or one that the caller created. Anyone may have signed up in between.
  if v_link.token_hash is null or not exists (
    select from auth.users where id = p_user and private.email_key(email) = private.email_key(v_link.email)
  ) or not (v_link.locked_user_id is not distinct from p_user or private.is_owners_account(p_user)) then
    return false;
  end if;
  -- End any access that was gained while the account was being locked.
  perform private.end_all_access(p_user);
  perform private.prove_address(p_user);
  insert into public.mail_queue (kind, dedupe_key, recipient, data)
  values ('account_claimed', 'account_claimed:' || p_token_hash, v_link.email, jsonb_build_object('user_id', p_user))
  on conflict (dedupe_key) do nothing;
  return true;
end $$;
comment on function public.finish_address_claim(text, uuid) is
  'Second half of a claim, after the owner set a password: proves the address, attaches the orders and uses up the link. False when the account is not the locked one; the caller then begins again.';

create function public.confirm_address(p_token_hash text, p_user uuid) returns boolean
language plpgsql security definer
-- Definer: same reason as begin_address_claim.
set search_path = '' as $$
declare
  v_link private.address_links := private.usable_link(p_token_hash);
begin
  if v_link.token_hash is null then return null; end if;
  if not exists (
    select from auth.users where id = p_user and private.email_key(email) = private.email_key(v_link.email)
  ) then
    return false;
  end if;
  perform private.prove_address(p_user);
  return true;
end $$;
comment on function public.confirm_address(text, uuid) is
  'Proves the address of a signed-in user who opened the link; the other ways to sign in keep working. False for another account''s link, null for one that does not work.';

grant execute on function
  public.begin_address_claim(text),
  public.finish_address_claim(text, uuid),
  public.confirm_address(text, uuid)
to service_role;

-- Emails that notify owners of every change to the sign-in methods of their account. Hosted Supabase can send some of
-- them itself ([auth.email.notification]). That stays off, or owners would get two emails with different wording.

create function private.tell_owner(p_kind text, p_user uuid, p_recipient text, p_data jsonb) returns void
  language sql volatile set search_path = ''
  as $$
    insert into public.mail_queue (kind, dedupe_key, recipient, data)
    select p_kind, p_kind || ':' || pg_catalog.gen_random_uuid(), p_recipient,
      p_data || pg_catalog.jsonb_build_object('user_id', p_user, 'at', private.iso(pg_catalog.now()))
    where p_recipient <> ''
      -- Anyone can create an account with another person's address and change it repeatedly.
      and 5 > (
        select count(*) from public.mail_queue
        where kind = p_kind and recipient = p_recipient and created_at > pg_catalog.now() - interval '1 hour'
      )
      -- One email covers everything that a claim changes.
      and not exists (
        select from private.address_links
        where locked_user_id = p_user and locked_at > pg_catalog.now() - interval '10 minutes'
      )
  $$;
comment on function private.tell_owner is
  'Queues an email about a change to the account, at most five of each kind an hour. Does nothing when the account has no address.';

create function private.tell_password_changed() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: it runs as the auth server's role, which has no rights on public tables.
  as $$
  begin
    perform private.tell_owner('password_changed', id, email, '{}') from auth.users
    -- A temporary password has its own email.
    where id = new.id and not coalesce((raw_app_meta_data ->> 'must_change_password')::boolean, false);
    return null;
  end;
  $$;
comment on function private.tell_password_changed is 'Notifies the owner that the password changed.';

-- Deferred: the service sets a temporary password first, and its mark afterwards in the same transaction.
-- Coalesced: hosted Supabase stores '' for a new Google or GitHub user, and null at the next change of the account.
create constraint trigger tell_password_changed after update of encrypted_password on auth.users
  deferrable initially deferred
  for each row when (coalesce(old.encrypted_password, '') <> coalesce(new.encrypted_password, ''))
  execute function private.tell_password_changed();

create function private.tell_email_changed() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: same reason as tell_password_changed.
  as $$
  begin
    perform private.tell_owner('email_changed', new.id, old.email, '{}');
    return null;
  end;
  $$;
comment on function private.tell_email_changed is 'Notifies the previous address of the account.';

create trigger tell_email_changed after update of email on auth.users
  for each row when (old.email is distinct from new.email and old.last_sign_in_at is not null)
  execute function private.tell_email_changed();

create function private.tell_second_factor_changed() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: same reason as tell_password_changed.
  as $$
  declare
    v_factor auth.mfa_factors := case when tg_op = 'DELETE' then old else new end;
  begin
    if tg_op = 'DELETE' and exists (
      select from public.recovery_codes
      where user_id = old.user_id and used_at > pg_catalog.now() - interval '10 minutes'
    ) then
      -- The email about the recovery code covers it.
      return null;
    end if;
    if tg_op = 'DELETE' and exists (
      select from private.factor_removals
      where user_id = old.user_id and confirmed_at is not null and ended_at is null
    ) then
      -- So does the email about a removal by staff.
      return null;
    end if;
    perform private.tell_owner(
      case tg_op when 'DELETE' then 'second_factor_removed' else 'second_factor_added' end,
      id, email, pg_catalog.jsonb_build_object('factor_type', v_factor.factor_type)
    ) from auth.users where id = v_factor.user_id;
    return null;
  end;
  $$;
comment on function private.tell_second_factor_changed is 'Notifies the owner of an added or removed second factor.';

create trigger tell_second_factor_added after update of status on auth.mfa_factors
  for each row when (new.status = 'verified' and old.status <> 'verified')
  execute function private.tell_second_factor_changed();

create trigger tell_second_factor_removed after delete on auth.mfa_factors
  for each row when (old.status = 'verified')
  execute function private.tell_second_factor_changed();

create function private.tell_recovery_codes_made() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: same reason as tell_password_changed.
  as $$
  begin
    -- Once per set: on the first insert, after the earlier codes were deleted.
    if 1 = (select count(*) from public.recovery_codes where user_id = new.user_id) then
      perform private.tell_owner('recovery_codes_made', id, email, '{}') from auth.users where id = new.user_id;
    end if;
    return null;
  end;
  $$;
comment on function private.tell_recovery_codes_made is 'Notifies the owner of new recovery codes.';

create trigger tell_recovery_codes_made after insert on public.recovery_codes
  for each row execute function private.tell_recovery_codes_made();

create function private.tell_provider_joined() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: it runs as the auth server's role, which has no rights on public tables.
  as $$
  begin
    perform private.tell_owner(
      'provider_joined', id, email, pg_catalog.jsonb_build_object('provider', new.provider)
    ) from auth.users as mine
    -- Not for a new account, which has no other way to sign in.
    where id = new.user_id and (
      coalesce(encrypted_password, '') <> ''
      or exists (select from auth.identities as other where other.user_id = mine.id and other.id <> new.id)
    );
    return null;
  end;
  $$;
comment on function private.tell_provider_joined is
  'Notifies the owner that another sign-in provider can now open the account.';

create trigger tell_provider_joined after insert on auth.identities
  for each row when (new.provider not in ('email', 'phone'))
  execute function private.tell_provider_joined();

-- Requests to delete an account, with seven days to undo them (docs/decisions/0025). person_removal.sql has the deletion.

create table public.deletion_requests (
  user_id uuid primary key references auth.users (id) on delete cascade,
  id uuid not null unique default gen_random_uuid(),
  requested_at timestamptz not null default now(),
  due_at timestamptz not null default now() + interval '7 days',
  keeps_certificate boolean not null,
  -- SHA-256 of the keys in the emails with which the request can be undone. Each attempt to send the email adds one.
  link_hashes text[] not null default '{}',
  -- Set when the deletion begins, after which it cannot be undone.
  begun_at timestamptz,
  tried_at timestamptz
);
comment on table public.deletion_requests is
  'Accounts whose owners requested deletion. Undoing the request deletes the row; otherwise it is deleted with the account.';
create index deletion_requests_due_at on public.deletion_requests (due_at);

alter table public.deletion_requests enable row level security;
grant select on public.deletion_requests to service_role;
grant select (
  user_id, requested_at, due_at, keeps_certificate, begun_at
) on public.deletion_requests to authenticated;

create policy "owners see that their account is to be deleted" on public.deletion_requests
  for select to authenticated using (user_id = (select auth.uid()));
create policy "a full session only" on public.deletion_requests as restrictive
  for all to authenticated using ((select private.require_full_session()));

create function public.request_deletion(p_user uuid, p_keeps_certificate boolean) returns text
language plpgsql security definer
-- Definer: no role may write the table. It reads auth.users and queues the email in the same transaction.
set search_path = '' as $$
declare
  v_mine public.deletion_requests;
begin
  insert into public.deletion_requests (user_id, keeps_certificate) values (p_user, p_keeps_certificate)
  on conflict (user_id) do nothing returning * into v_mine;
  if not found then
    -- Requested again: the date stays, the choice may change.
    update public.deletion_requests set keeps_certificate = p_keeps_certificate
    where user_id = p_user and begun_at is null;
    return (select private.iso(due_at) from public.deletion_requests where user_id = p_user);
  end if;
  insert into public.mail_queue (kind, dedupe_key, recipient, data)
  select 'deletion_requested', 'deletion_requested:' || v_mine.id, email, jsonb_build_object('user_id', p_user)
  from auth.users where id = p_user and email is not null;
  return private.iso(v_mine.due_at);
end $$;
comment on function public.request_deletion(uuid, boolean) is
  'Requests the deletion of the account in seven days and queues the email about it. Returns when it is due.';

create function public.add_deletion_link(p_user uuid, p_link_hash text) returns text
language sql security definer
-- Definer: same reason as request_deletion.
set search_path = '' as $$
  update public.deletion_requests set link_hashes = link_hashes || p_link_hash
  where user_id = p_user and begun_at is null
  returning private.iso(due_at)
$$;
comment on function public.add_deletion_link(uuid, text) is
  'Adds a key that can undo the deletion. Returns when it is due; null when there is no request, or it can no longer be undone.';

create function public.keep_account(p_user uuid, p_link_hash text) returns uuid
language plpgsql security definer
-- Definer: same reason as request_deletion.
set search_path = '' as $$
declare
  v_mine public.deletion_requests;
begin
  delete from public.deletion_requests
  where begun_at is null and (user_id = p_user or p_link_hash = any (link_hashes))
  returning * into v_mine;
  if not found then return null; end if;
  update public.mail_queue set status = 'skipped', finished_at = now()
  where dedupe_key = 'deletion_requested:' || v_mine.id and status = 'queued';
  insert into public.mail_queue (kind, dedupe_key, recipient, data)
  select 'deletion_undone', 'deletion_undone:' || v_mine.id, email, jsonb_build_object('user_id', v_mine.user_id)
  from auth.users where id = v_mine.user_id and email is not null;
  return v_mine.user_id;
end $$;
comment on function public.keep_account(uuid, text) is
  'Undoes a deletion that has not begun, for the owner or the bearer of an emailed key. Returns the account''s id; null when there is nothing to undo.';

-- Considers only orders whose owner is proven, so that deleting an account cannot end another buyer's plan or delete
-- that buyer's customer record and files.
create function public.claim_deletions(p_limit integer) returns jsonb
language plpgsql security definer
-- Definer: same reason as request_deletion.
set search_path = '' as $$
declare
  v_users uuid[];
begin
  -- 1. Each is claimed by one caller; a failed one waits before it is tried again.
  with due as (
    select user_id from public.deletion_requests
    where due_at <= now() and coalesce(tried_at <= now() - interval '55 seconds', true)
    order by tried_at nulls first, due_at
    limit p_limit
    for update skip locked
  ), claimed as (
    update public.deletion_requests as mine set begun_at = coalesce(begun_at, now()), tried_at = now()
    from due where mine.user_id = due.user_id returning mine.user_id
  )
  select coalesce(array_agg(user_id), '{}') into v_users from claimed;

  -- 2. End unfinished plans here first, so that later events of the provider change nothing.
  update public.orders set status = 'revoked'
  where user_id = any (v_users) and is_owner_proven and private.is_unfinished_plan(orders);

  -- 3. What the caller has to end or remove elsewhere before the account can be deleted.
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'user_id', each,
      'subscriptions', (
        select coalesce(jsonb_agg(subscription_id), '[]') from public.orders
        where user_id = each and is_owner_proven and subscription_id is not null and status = 'revoked'
      ),
      'customers', (
        select coalesce(jsonb_agg(distinct customer_id), '[]') from public.orders
        -- Without the customer, nobody could transfer the money for an open invoice. It goes with the order, later.
        where user_id = each and is_owner_proven and customer_id is not null and status <> 'invoiced'
      ),
      'student_ids', (
        select coalesce(jsonb_agg(jsonb_build_object('id', mine.id, 'path', mine.path)), '[]')
        from public.student_ids as mine join public.orders as theirs on theirs.id = mine.order_id
        where theirs.user_id = each and theirs.is_owner_proven
      )
    )) from unnest(v_users) as each
  ), '[]');
end $$;
comment on function public.claim_deletions(integer) is
  'Begins the deletions that are due. Returns what must be ended or removed elsewhere first: [{ user_id, subscriptions, customers, student_ids: [{ id, path }] }].';

grant execute on function
  public.request_deletion(uuid, boolean),
  public.add_deletion_link(uuid, text),
  public.keep_account(uuid, text),
  public.claim_deletions(integer)
to service_role;

-- Reminders of the study plan: what each learner chose, and the devices that show notifications (docs/decisions/0062).
-- No role may read or write the tables. The functions set-reminders, stop-reminders and send-reminders use those below.

create table private.reminder_settings (
  user_id uuid primary key references auth.users (id) on delete cascade,
  channel text not null check (channel in ('none', 'push', 'email')),
  -- The chosen local time, in minutes after midnight.
  minute integer not null check (minute >= 0 and minute < 1440),
  -- An IANA name. functions/set-reminders checks it, because Postgres and browsers know different versions of the list.
  time_zone text not null check (length(time_zone) >= 1 and length(time_zone) <= 64),
  -- Day 1 of the plan. Null: the first day of study.
  plan_start date,
  -- When the next reminder is due. functions/_shared/reminders/reminderTime.ts calculates it.
  next_at timestamptz,
  -- The learner's local day of the last reminder.
  last_sent_on date,
  -- In the links of emails that turn the reminders off. It can do nothing else.
  off_key uuid not null unique default gen_random_uuid(),
  changed_at timestamptz not null default now(),
  check ((channel = 'none') = (next_at is null))
);
comment on table private.reminder_settings is
  'How and when each learner wants to be reminded of the study plan. A row exists once a learner has chosen.';
create index reminder_settings_due on private.reminder_settings (next_at) where next_at is not null;

alter table private.reminder_settings enable row level security;

create table private.push_devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- An address at the browser vendor that only the device, the vendor and we know (RFC 8030 §8.3).
  endpoint text not null unique check (endpoint like 'https://%' and length(endpoint) <= 1000),
  -- The keys with which only the device can read a message (RFC 8291), in base64url.
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  created_at timestamptz not null default now(),
  last_success_at timestamptz
);
comment on table private.push_devices is
  'The browsers that show reminders as notifications. A browser belongs to the learner who turned them on there last.';
create index push_devices_user_id on private.push_devices (user_id);
create index push_devices_retention on private.push_devices (coalesce(last_success_at, created_at));

alter table private.push_devices enable row level security;

create function private.end_push_without_device() returns trigger
language plpgsql security definer
-- Definer: no role may write the table.
set search_path = '' as $$
begin
  update private.reminder_settings set channel = 'none', next_at = null
  where user_id = old.user_id and channel = 'push'
    and not exists (select from private.push_devices where user_id = old.user_id);
  return null;
end $$;
comment on function private.end_push_without_device is
  'Turns notifications off when the learner''s last device has gone, so that the settings say what happens.';
create trigger end_push_without_device after delete or update of user_id on private.push_devices
  for each row execute function private.end_push_without_device();

create function public.my_reminders(p_user uuid, p_endpoint text) returns jsonb
language sql stable security definer
-- Definer: no role may read the tables.
set search_path = '' as $$
  select jsonb_build_object(
    'channel', coalesce(mine.channel, 'none'),
    'minute', mine.minute,
    'time_zone', mine.time_zone,
    'plan_start', mine.plan_start,
    'devices', (select count(*) from private.push_devices where user_id = p_user),
    'is_this_device', exists (
      select from private.push_devices where user_id = p_user and endpoint = p_endpoint
    ),
    'is_address_proven', private.has_proven_address(p_user)
  )
  from (select) as one left join private.reminder_settings as mine on mine.user_id = p_user
$$;
comment on function public.my_reminders(uuid, text) is
  'What a learner chose, and whether the device with this address at the browser vendor shows notifications.';

create function public.save_reminders(p_user uuid, p_settings jsonb, p_device jsonb) returns void
language plpgsql volatile security definer
-- Definer: no role may write the tables.
set search_path = '' as $$
declare
  c_max_devices constant integer := 10;
begin
  insert into private.reminder_settings as mine (user_id, channel, minute, time_zone, plan_start, next_at)
  values (
    p_user, p_settings ->> 'channel', (p_settings ->> 'minute')::integer, p_settings ->> 'time_zone',
    (p_settings ->> 'plan_start')::date, (p_settings ->> 'next_at')::timestamptz
  )
  on conflict (user_id) do update set
    channel = excluded.channel, minute = excluded.minute, time_zone = excluded.time_zone,
    plan_start = excluded.plan_start, next_at = excluded.next_at, changed_at = now();

  if p_settings ->> 'channel' <> 'push' then
    delete from private.push_devices where user_id = p_user;
  elsif p_device is not null then
    insert into private.push_devices (user_id, endpoint, p256dh, auth)
    values (p_user, p_device ->> 'endpoint', p_device ->> 'p256dh', p_device ->> 'auth')
    on conflict (endpoint) do update set
      user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, created_at = now();
    delete from private.push_devices where id in (
      select id from private.push_devices where user_id = p_user order by created_at desc offset c_max_devices
    );
  end if;
end $$;
comment on function public.save_reminders(uuid, jsonb, jsonb) is
  'Stores {channel, minute, time_zone, plan_start, next_at} and, for notifications, the device {endpoint, p256dh, auth}. At most ten devices are kept, and none for any other channel.';

create function public.change_push_device(p_endpoint text, p_replacement jsonb) returns boolean
language plpgsql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
begin
  if p_replacement is null then
    delete from private.push_devices where endpoint = p_endpoint;
  else
    update private.push_devices set
      endpoint = p_replacement ->> 'endpoint', p256dh = p_replacement ->> 'p256dh', auth = p_replacement ->> 'auth'
    where endpoint = p_endpoint
      and not exists (select from private.push_devices where endpoint = p_replacement ->> 'endpoint');
  end if;
  return found;
end $$;
comment on function public.change_push_device(text, jsonb) is
  'Deletes a device, or replaces its address and keys with {endpoint, p256dh, auth}. Whoever knows the old address may do so, since only the device, the vendor and we do. False if there is no such device.';

create function public.stop_reminder_mails(p_key uuid) returns boolean
language plpgsql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
begin
  update private.reminder_settings set channel = 'none', next_at = null where off_key = p_key and channel = 'email';
  return exists (select from private.reminder_settings where off_key = p_key);
end $$;
comment on function public.stop_reminder_mails(uuid) is
  'Turns reminders by email off for the owner of the key in an email. False for an unknown key.';

create function public.reminder_mail_key(p_user uuid) returns uuid
language sql stable security definer
-- Definer: no role may read the table.
set search_path = '' as $$
  select off_key from private.reminder_settings where user_id = p_user and channel = 'email'
$$;
comment on function public.reminder_mail_key(uuid) is
  'The key for the links that turn the emails off, or null if the learner no longer wants them.';

create function private.may_remind(p_user uuid, p_channel text) returns boolean
language sql stable security definer
-- Definer: reads the auth server's tables.
set search_path = '' as $$
  select private.is_entitled(p_user, 'ai-fluency-30-days')
    and not exists (select from public.deletion_requests where user_id = p_user)
    and exists (select from auth.users where id = p_user and (banned_until is null or banned_until <= now()))
    and (p_channel <> 'email' or private.has_proven_address(p_user))
$$;
comment on function private.may_remind(uuid, text) is
  'True for a learner with access whose account is not due for deletion. Emails go only to addresses that the learner has proved.';

create function private.study_times(p_user uuid) returns table (first_at timestamptz, last_at timestamptz)
language sql stable
set search_path = '' as $$
  select min(at) filter (where is_work), max(at) from (
    select completed_at, true from public.course_progress where user_id = p_user
    union all select taken_at, true from public.quiz_attempts where user_id = p_user
    -- Devices do not begin the plan with reading either (src/db/study/studyLog.ts).
    union all select greatest(written_at, private.earliest_client_time()), kind <> 'place' from public.study_rows
      where user_id = p_user and kind in ('workbook', 'note', 'place', 'answer')
    union all select handed_in_at, true from public.capstone_hand_ins where user_id = p_user
  ) as study (at, is_work)
$$;
comment on function private.study_times(uuid) is 'When the learner first worked on the course, and last worked on it or read it, as far as it was synced.';

create function public.due_reminders(p_limit integer) returns jsonb
language sql stable security definer
-- Definer: no role may read the settings.
set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'user_id', user_id, 'channel', channel, 'minute', minute, 'time_zone', time_zone, 'plan_start', coalesce((
      select mine.content ->> 'firstDay' from public.study_rows as mine
      where mine.user_id = due.user_id and mine.kind = 'plan'), plan_start::text),
    'due_at', next_at, 'last_sent_on', last_sent_on, 'changed_at', changed_at,
    'may_remind', private.may_remind(user_id, channel), 'first_study_at', first_at, 'last_study_at', last_at,
    'completed', (
      select coalesce(jsonb_agg(jsonb_build_object('lesson_id', lesson_id, 'completed_at', completed_at)), '[]')
      from public.course_progress as mine where mine.user_id = due.user_id and completed
    ),
    -- Only whether a lab was done, which its first line says (src/domain/course/labState.ts). The rest stays here.
    'labs', (
      select coalesce(jsonb_agg(field_id), '[]') from private.workbook_fields as mine
      where mine.user_id = due.user_id and field_id ~ '^l[0-9]{2}-lab-' and value like E'done\n%'
    ),
    'is_handed_in', exists (select from public.capstone_hand_ins as mine where mine.user_id = due.user_id),
    'reviewed', (
      select coalesce(jsonb_agg(key), '[]') from public.study_rows as mine
      where mine.user_id = due.user_id and mine.kind = 'answer' and key like 'review/%'
    ),
    'again_on', (
      select min(nullif(split_part(content ->> 'recall', ' ', 3), 'never')) from public.study_rows as mine
      where mine.user_id = due.user_id and mine.kind = 'answer'
    ),
    'places', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'lesson_id', lesson_id, 'step', step, 'furthest', furthest, 'moved_at', written_at
      )), '[]')
      from private.lesson_places as mine where mine.user_id = due.user_id
    )
  ) order by next_at), '[]')
  from (
    select * from private.reminder_settings where next_at <= now() order by next_at limit p_limit
  ) as due, private.study_times(user_id)
$$;
comment on function public.due_reminders(integer) is
  'The reminders that are due, oldest first, with what decides whether and which step is sent.';

create function public.claim_reminder(
  p_user uuid, p_due_at timestamptz, p_next_at timestamptz, p_day date, p_mail jsonb
) returns jsonb
language plpgsql volatile security definer
-- Definer: no role may write the tables.
set search_path = '' as $$
declare
  v_channel text;
begin
  -- The row lock makes this the only claim: a concurrent one then finds another next_at and last_sent_on.
  update private.reminder_settings set next_at = p_next_at, last_sent_on = coalesce(p_day, last_sent_on)
  where user_id = p_user and next_at = p_due_at
    and (p_day is null or last_sent_on is null or last_sent_on < p_day)
  returning channel into v_channel;
  if not found then return null; end if;

  if p_day is not null and v_channel = 'email' then
    insert into public.mail_queue (kind, dedupe_key, recipient, data)
    select 'study_reminder', 'study_reminder:' || id || ':' || p_day, email,
      p_mail || jsonb_build_object('user_id', id)
    from auth.users where id = p_user and email <> ''
    on conflict (dedupe_key) do nothing;
  end if;
  if p_day is null or v_channel <> 'push' then return '[]'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'endpoint', endpoint, 'p256dh', p256dh, 'auth', auth)), '[]')
    from private.push_devices where user_id = p_user
  );
end $$;
comment on function public.claim_reminder(uuid, timestamptz, timestamptz, date, jsonb) is
  'Takes a due reminder, so that no other run sends it: moves it to p_next_at and, for a reminder of p_day, notes that day. Queues the email, or returns the devices to notify. Null if another run was faster. Without p_day nothing is sent.';

create function public.put_off_reminder(p_user uuid, p_day date, p_at timestamptz) returns void
language sql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
  update private.reminder_settings set next_at = p_at, last_sent_on = p_day - 1
  where user_id = p_user and last_sent_on = p_day and channel = 'push'
$$;
comment on function public.put_off_reminder(uuid, date, timestamptz) is
  'Makes the reminder of a day due again, after no push service accepted it.';

create function public.record_push(p_device uuid, p_is_gone boolean) returns void
language plpgsql volatile security definer
-- Definer: no role may write the table.
set search_path = '' as $$
begin
  if p_is_gone then
    delete from private.push_devices where id = p_device;
  else
    update private.push_devices set last_success_at = now() where id = p_device;
  end if;
end $$;
comment on function public.record_push(uuid, boolean) is
  'Notes that a device''s push service accepted a message, or deletes a device that the service no longer knows.';

grant execute on function
  public.my_reminders(uuid, text),
  public.save_reminders(uuid, jsonb, jsonb),
  public.change_push_device(text, jsonb),
  public.stop_reminder_mails(uuid),
  public.reminder_mail_key(uuid),
  public.due_reminders(integer),
  public.claim_reminder(uuid, timestamptz, timestamptz, date, jsonb),
  public.put_off_reminder(uuid, date, timestamptz),
  public.record_push(uuid, boolean)
to service_role;

-- People who want one email when an announced course opens (docs/decisions/0088). No role may read or write the table.

create table private.course_interests (
  -- In the link of the email. It can only confirm or delete this row.
  key uuid primary key default gen_random_uuid(),
  email text not null check (length(email) >= 3 and length(email) <= 255 and email !~ '[^\x21-\x7e]'),
  -- functions/course-interest checks that the catalogue announces it.
  course_id text not null check (course_id ~ '^[a-z0-9-]{1,60}$'),
  created_at timestamptz not null default now(),
  -- Null until the owner of the address has pressed the button behind the link. Nothing is sent before.
  confirmed_at timestamptz
);
comment on table private.course_interests is
  'Who wants one email when a course opens: one row for each address and course. Deleted when that email is queued.';
create unique index course_interests_address on private.course_interests (private.email_key(email), course_id);
create index course_interests_course on private.course_interests (course_id, confirmed_at);

alter table private.course_interests enable row level security;

create function public.ask_course_interest(p_email text, p_course text) returns void
language plpgsql security definer
-- Definer: no role may write the table.
set search_path = '' as $$
declare
  v_mine private.course_interests;
begin
  insert into private.course_interests as mine (email, course_id) values (p_email, p_course)
  on conflict (private.email_key(email), course_id)
  do update set created_at = now() where mine.confirmed_at is null
  returning * into v_mine;
  -- No row: the address is confirmed already. The limit is one email for each announced course.
  if v_mine.key is null or not private.takes_another_mail('course_interest', v_mine.email, 5, 5) then return; end if;
  insert into public.mail_queue (kind, dedupe_key, recipient, data)
  values ('course_interest', 'course_interest:' || gen_random_uuid(), v_mine.email, jsonb_build_object('key', v_mine.key));
end $$;
comment on function public.ask_course_interest(text, text) is
  'Notes that an address may want to know when a course opens, and queues the email that asks its owner. Neither happens for an address that is confirmed already.';

create function public.unconfirmed_interest(p_key uuid) returns text
language sql stable security definer
-- Definer: no role may read the table.
set search_path = '' as $$
  select course_id from private.course_interests where key = p_key and confirmed_at is null
$$;
comment on function public.unconfirmed_interest(uuid) is
  'The course that the email about this key asks about. Null once it is confirmed or deleted.';

create function public.answer_course_interest(p_key uuid, p_is_wanted boolean) returns boolean
language plpgsql security definer
-- Definer: no role may write the table.
set search_path = '' as $$
begin
  if p_is_wanted then
    update private.course_interests set confirmed_at = coalesce(confirmed_at, now()) where key = p_key;
  else
    delete from private.course_interests where key = p_key;
  end if;
  return found;
end $$;
comment on function public.answer_course_interest(uuid, boolean) is
  'Confirms or deletes the row with the key of an email. False for an unknown key.';

create function public.staff_course_interests() returns jsonb
language plpgsql stable security definer set search_path = ''
-- Definer: same reason.
as $$
begin
  perform private.require_staff();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'course_id', course_id, 'confirmed', confirmed, 'unconfirmed', unconfirmed) order by course_id), '[]')
    from (
      select course_id, count(confirmed_at) as confirmed, count(*) - count(confirmed_at) as unconfirmed
      from private.course_interests group by course_id
    ) as each);
end $$;
comment on function public.staff_course_interests is
  'How many people want to know when each course opens: those who have confirmed their address, and the others.';

create function public.staff_export_course_interests(p_search text, p_filter text, p_from date, p_to date) returns jsonb
language plpgsql security definer set search_path = ''
-- Definer: same reason.
as $$
declare
  c_rows constant integer := 10000;
  v_actor constant uuid := private.require_staff();
  v_rows jsonb;
begin
  select coalesce(jsonb_agg(to_jsonb(one)), '[]') into v_rows from (
    select course_id, email, confirmed_at from private.course_interests
    where confirmed_at >= p_from::timestamp at time zone 'UTC' and confirmed_at < (p_to + 1)::timestamp at time zone 'UTC'
      and coalesce(p_filter, '') in ('', course_id) and strpos(lower(email), lower(btrim(coalesce(p_search, '')))) > 0
    order by confirmed_at desc limit c_rows + 1
  ) as one;
  perform private.record_export(v_actor, 'course_interests', coalesce(p_search, ''), p_filter, p_from, p_to,
    least(jsonb_array_length(v_rows), c_rows));
  return jsonb_build_object('rows', v_rows - c_rows, 'is_complete', jsonb_array_length(v_rows) <= c_rows);
end $$;
comment on function public.staff_export_course_interests is
  'The confirmed addresses, as staff_export_orders returns orders. The filter is a course or empty. Records the export.';

create function public.staff_announce_course(p_course text, p_reason text) returns integer
language plpgsql security definer set search_path = ''
-- Definer: same reason.
as $$
declare
  v_actor constant uuid := private.require_staff();
  v_count integer;
begin
  with told as (
    delete from private.course_interests where course_id = p_course and confirmed_at is not null returning key, email
  )
  insert into public.mail_queue (kind, dedupe_key, recipient, data)
  select 'course_open', 'course_open:' || key, email, jsonb_build_object('course_id', p_course) from told;
  get diagnostics v_count = row_count;
  if v_count > 0 then
    perform private.record_staff_action(v_actor, 'course_announced', 'course', p_course, coalesce(p_reason, ''),
      jsonb_build_object('people', v_count));
  end if;
  return v_count;
end $$;
comment on function public.staff_announce_course is
  'Queues one email to everyone who has confirmed that they want to know when the course opens, and deletes their rows. Returns how many there were.';

grant execute on function
  public.ask_course_interest(text, text),
  public.unconfirmed_interest(uuid),
  public.answer_course_interest(uuid, boolean)
to service_role;
grant execute on function
  public.staff_course_interests(),
  public.staff_export_course_interests(text, text, date, date),
  public.staff_announce_course(text, text)
to authenticated;

-- Removing personal data from records that outlive the account: sales, certificates and the payment provider's customers.

-- Customers to delete at the payment provider as well, because their orders were anonymised: after an account was deleted
-- in any way, or after seven years (docs/decisions/0025).
create table private.customers_to_delete (
  customer_id text primary key check (length(customer_id) between 1 and 255),
  noted_at timestamptz not null default now()
);
comment on table private.customers_to_delete is
  'The provider''s customers of anonymised orders, until delete-due-accounts deletes them there.';

alter table private.customers_to_delete enable row level security;

create function private.anonymise_order(p_order uuid) returns void
language sql volatile security definer
-- Definer: called only by functions that run as their owner.
set search_path = '' as $$
  insert into private.customers_to_delete (customer_id)
  select customer_id from public.orders
  where id = p_order and anonymised_at is null and customer_id is not null
  on conflict (customer_id) do nothing;
  delete from private.student_id_decisions where order_id = p_order;
  update public.order_invoices set billing = '{}', invoice_url = null where order_id = p_order;
  update public.orders set
    email = '', first_name = '', last_name = '', phone = '', customer_id = null,
    -- A student's university is personal data; an organisation is the customer of the sale.
    organization = case when tier = 'student' then '' else organization end,
    claim_token_hash = encode(sha256(gen_random_uuid()::text::bytea), 'hex'),
    anonymised_at = now()
  where id = p_order and anonymised_at is null
$$;
comment on function private.anonymise_order(uuid) is
  'Removes the personal data from a sale, and lists the provider''s customer for deletion.';

-- Runs in the transaction that deletes the account, whether our function or an administrator in a dashboard deletes it.
-- All other tables refer to the account with "on delete cascade".
create function private.forget_person() returns trigger
language plpgsql security definer
-- Definer: it runs as the auth server's role, which has no rights on public tables.
set search_path = '' as $$
declare
  v_request public.deletion_requests;
  v_order public.orders;
begin
  select * into v_request from public.deletion_requests where user_id = old.id;

  -- 1. Orders whose buyer is not known to own this account wait for the owner of their address instead.
  for v_order in
    update public.orders set user_id = null
    where user_id = old.id and paid_at is not null and not is_owner_proven
    returning *
  loop
    perform private.queue_account_mail(v_order, 'detached');
  end loop;

  -- 2. Unfinished plans end. For one that claim_deletions did not see, reconcile-payments cancels the rest.
  update public.orders set status = 'revoked', checked_at = null
  where user_id = old.id and private.is_unfinished_plan(orders);

  -- 3. The certificate is kept, without its account, if the owner chose so. Otherwise it is revoked and deleted.
  if coalesce(v_request.keeps_certificate, false) then
    update public.certificates set user_id = null where user_id = old.id and revoked_at is null;
  end if;
  update public.certificates set revoked_at = now(), revoked_reason = 'withdrawn'
  where user_id = old.id and revoked_at is null;

  -- 4. Emails, queued or sent. The last one contains nothing but its recipient.
  delete from public.mail_queue
  where data ->> 'user_id' = old.id::text
    or order_id in (select id from public.orders where user_id = old.id)
    or (order_id is null and contact_message_id is null and recipient = old.email);
  if v_request.id is not null and old.email is not null then
    insert into public.mail_queue (kind, dedupe_key, recipient)
    values ('account_deleted', 'account_deleted:' || v_request.id, old.email);
  end if;

  -- Orders before teams before places, as everywhere.
  perform from public.orders where user_id = old.id order by id for no key update;
  perform from public.teams where owner_id = old.id order by id for no key update;

  -- 5. Messages, links and orders by the address alone, if the address is proven. Otherwise they belong to the owner of
  --    the address, who may have orders waiting, and not to the person who created the account.
  if v_request.id is not null and private.has_proven_address(old.id) then
    delete from public.contact_messages where private.email_key(email) = private.email_key(old.email);
    delete from private.course_interests where private.email_key(email) = private.email_key(old.email);
    delete from public.team_seats where claimed_at is null and private.email_key(email) = private.email_key(old.email);
    delete from private.address_links where private.email_key(email) = private.email_key(old.email);
    delete from public.orders
    where paid_at is null and user_id is null and created_at < now() - interval '8 days' and status <> 'invoiced'
      and private.email_key(email) = private.email_key(old.email);
  end if;

  -- 6. A team without an owner: those who study go on, and nobody new can come. Staff can name another owner.
  perform private.finish_seat(mine, 'withdrawn') from public.team_seats as mine
  where mine.claimed_at is null and mine.ended_at is null and mine.team_id in (select id from public.teams where owner_id = old.id);
  update public.teams set link_key = null, link_limit = null, link_ends_at = null where owner_id = old.id;

  -- 7. Sales are kept, anonymised. Unpaid orders are deleted once they are no longer compared with the provider
  --    (claim_orders_to_reconcile: 7 days). An invoice can still be paid, and people may study by it.
  update public.student_ids set order_id = null
  where order_id in (select id from public.orders where user_id = old.id);
  delete from public.orders
  where user_id = old.id and paid_at is null and created_at < now() - interval '8 days' and status <> 'invoiced';
  perform private.anonymise_order(id) from public.orders where user_id = old.id and paid_at is not null;

  -- 8. The auth server's log of signing in and out. (It logs the deletion itself later.)
  delete from auth.audit_log_entries where payload ->> 'actor_id' = old.id::text;
  return old;
end $$;
comment on function private.forget_person is 'Removes a person''s data from everything that outlives their account.';

create trigger forget_person before delete on auth.users
  for each row execute function private.forget_person();

create function public.next_customers_to_delete(p_done jsonb, p_limit integer) returns jsonb
language plpgsql security definer
-- Definer: no role may use the table.
set search_path = '' as $$
begin
  delete from private.customers_to_delete where customer_id in (select jsonb_array_elements_text(p_done));
  return coalesce((
    select jsonb_agg(customer_id) from (
      select customer_id from private.customers_to_delete order by noted_at limit p_limit
    ) as next
  ), '[]');
end $$;
comment on function public.next_customers_to_delete(jsonb, integer) is
  'Removes the customers that were deleted at the provider from the list, and returns the ids of the next ones.';

grant execute on function
  public.next_customers_to_delete(jsonb, integer)
to service_role;

-- The export of all data that the database holds about a person (docs/decisions/0025, 0035).

create function private.copy_of_row(p_row jsonb) returns jsonb
language sql immutable security invoker
set search_path = '' as $$
  select jsonb_object_agg(key, value) from jsonb_each(p_row) where key not in ('user_id', 'reviewer_id', 'requested_by', 'confirmed_by') and key !~ '_hash(es)?$'
$$;
comment on function private.copy_of_row(jsonb) is
  'A row as its owner receives it: without hashes, which serve only as keys, and without the staff who reviewed, requested or confirmed it.';

create function private.export_my_data(p_user uuid) returns jsonb
language plpgsql stable security definer
-- Definer: reads tables that no role may read.
set search_path = '' as $$
declare
  v_is_proven constant boolean := private.has_proven_address(p_user);
  v_email text;
  v_orders uuid[];
  v_table record;
  v_rows jsonb;
  v_sections jsonb;
begin
  select email into strict v_email from auth.users where id = p_user;
  -- An order that was attached only by its address reveals nothing about its buyer until the address is proven: the
  -- person who created the account need not be the buyer.
  select coalesce(array_agg(id), '{}') into v_orders from public.orders where user_id = p_user and is_owner_proven;

  -- 1. What belongs to the account without a reference to auth.users in a column user_id.
  v_sections := jsonb_build_object(
    'profiles', (
      select coalesce(jsonb_agg(to_jsonb(mine)), '[]') from public.profiles as mine where id = p_user
    ),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'created_at', created_at, 'refreshed_at', refreshed_at, 'user_agent', user_agent, 'ip', host(ip::inet)
      ) order by created_at), '[]') from auth.sessions where user_id = p_user
    ),
    'sign_ins', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', created_at, 'what', payload ->> 'action', 'ip', ip_address
      ) order by created_at), '[]') from auth.audit_log_entries where payload ->> 'actor_id' = p_user::text
    ),
    'orders', (
      select coalesce(jsonb_agg(
        case when mine.id = any (v_orders) then private.copy_of_row(to_jsonb(mine))
          -- What the account sees anyway: that the order gives access.
          else jsonb_build_object(
            'id', mine.id, 'status', mine.status, 'course_id', mine.course_id, 'tier', mine.tier, 'plan', mine.plan,
            'created_at', mine.created_at, 'paid_at', mine.paid_at
          ) end
        order by mine.created_at
      ), '[]') from public.orders as mine where user_id = p_user
    ),
    'order_payments', (
      select coalesce(jsonb_agg(to_jsonb(mine) order by mine.due_at), '[]')
      from public.order_payments as mine where order_id = any (v_orders)
    ),
    'order_invoices', (
      select coalesce(jsonb_agg(to_jsonb(mine)), '[]')
      from public.order_invoices as mine where order_id = any (v_orders)
    ),
    'credit_notes', (
      select coalesce(jsonb_agg(to_jsonb(mine) order by mine.created_at), '[]')
      from public.credit_notes as mine join public.order_payments as paid on paid.id = mine.payment_id
      where paid.order_id = any (v_orders)
    ),
    'order_disputes', (
      select coalesce(jsonb_agg(to_jsonb(mine)), '[]')
      from private.order_disputes as mine where order_id = any (v_orders)
    ),
    'student_ids', (
      select coalesce(jsonb_agg(private.copy_of_row(to_jsonb(mine)) order by mine.uploaded_at), '[]')
      from public.student_ids as mine where order_id = any (v_orders)
    ),
    'student_id_decisions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'order_id', order_id, 'uploaded_at', uploaded_at, 'decision', decision, 'reason', reason,
        'decided_at', decided_at, 'choose_until', choose_until, 'choice', choice, 'chosen_at', chosen_at
      ) order by decided_at), '[]')
      from private.student_id_decisions where order_id = any (v_orders)
    ),
    'contact_messages', (
      select coalesce(jsonb_agg(to_jsonb(mine) - 'assigned_to' order by mine.created_at), '[]')
      from public.contact_messages as mine
      where v_is_proven and private.email_key(email) = private.email_key(v_email)
    ),
    'contact_answers', (
      select coalesce(jsonb_agg(to_jsonb(answer) - 'author_id' order by answer.created_at), '[]')
      from private.contact_answers as answer join public.contact_messages as mine on mine.id = answer.message_id
      where v_is_proven and private.email_key(mine.email) = private.email_key(v_email)
    ),
    'course_interests', (
      select coalesce(jsonb_agg(to_jsonb(mine) - 'key' order by mine.created_at), '[]')
      from private.course_interests as mine
      where v_is_proven and private.email_key(email) = private.email_key(v_email)
    ),
    -- Without the key of its link. The people in it are in the owner's copy as the owner's page shows them.
    'teams', (
      select coalesce(jsonb_agg(to_jsonb(team) - 'owner_id' - 'link_key' || jsonb_build_object('seats', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'email', email, 'invited_at', invited_at, 'claimed_at', claimed_at, 'ended_at', ended_at
        ) order by invited_at), '[]') from public.team_seats where team_id = team.id
      )) order by team.created_at), '[]') from public.teams as team where owner_id = p_user
    ),
    'team_seats', (
      select coalesce(jsonb_agg(private.copy_of_row(to_jsonb(mine)) order by mine.invited_at), '[]')
      from public.team_seats as mine
      where user_id = p_user
        or v_is_proven and user_id is null and private.email_key(email) = private.email_key(v_email)
    ),
    'mail_queue', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', kind, 'recipient', recipient, 'status', status, 'created_at', created_at, 'finished_at', finished_at
      ) order by created_at), '[]') from public.mail_queue
      where order_id = any (v_orders) or data ->> 'user_id' = p_user::text
        or (order_id is null and contact_message_id is null and recipient = v_email)
    )
  );

  -- 2. Every other table that refers to the account, including tables added later.
  for v_table in
    select pg_namespace.nspname as schema, pg_class.relname as name
    from pg_catalog.pg_constraint
    join pg_catalog.pg_class on pg_class.oid = conrelid
    join pg_catalog.pg_namespace on pg_namespace.oid = pg_class.relnamespace
    join pg_catalog.pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'auth.users'::regclass and attname = 'user_id'
      and pg_namespace.nspname in ('public', 'private') and pg_class.relname not in ('orders', 'team_seats')
    order by 1, 2
  loop
    execute format(
      'select coalesce(jsonb_agg(private.copy_of_row(to_jsonb(mine))), ''[]'') from %I.%I as mine where user_id = $1',
      v_table.schema, v_table.name
    ) into v_rows using p_user;
    v_sections := v_sections || jsonb_build_object(v_table.name, v_rows);
  end loop;
  return jsonb_build_object('isAddressProven', v_is_proven, 'sections', v_sections);
end $$;
comment on function private.export_my_data(uuid) is
  'The sections of export_my_data, except the identities.';

-- The identities are in the auth server's schema, so the loop over our tables does not include them.
create function public.export_my_data(p_user uuid) returns jsonb
language sql stable security definer
-- Definer: reads the auth server's tables and calls a private function.
set search_path = '' as $$
  select jsonb_set(private.export_my_data(p_user), '{sections,identities}', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'provider', provider, 'known_there', identity_data, 'created_at', created_at, 'last_sign_in_at', last_sign_in_at
    ) order by created_at), '[]') from auth.identities where user_id = p_user
  ))
$$;
comment on function public.export_my_data(uuid) is
  'Everything that the database holds about a person, table by table, without values that serve only as keys. tests/privacy/tables.ts records the decision for each table.';

grant execute on function
  public.export_my_data(uuid)
to service_role;

-- Retention periods and the statements that delete or anonymise data. functions/apply-retention runs them every ten minutes.

create table private.retention_rules (
  name text primary key,
  keeps interval not null,
  -- Applies to at most $2 rows from before $1. Null when a file must be deleted as well (due_student_ids).
  statement text
);
comment on table private.retention_rules is
  'How long each kind of data is kept, and the statement that deletes or anonymises it. The privacy policy states the same periods; a test compares the two.';

alter table private.retention_rules enable row level security;

insert into private.retention_rules (name, keeps, statement) values
  -- A student ID that was decided about is deleted immediately.
  ('student ID, after upload', interval '90 days', null),
  ('student ID without an order', interval '7 days', null),
  -- The reference of an upload is valid for 24 hours.
  ('student ID never used', interval '2 days', null),
  -- Each statement locks its rows, so that it cannot remove one that another request has just changed. `= any (array(…))`
  -- applies the limit once; with `in` the planner may repeat the inner query.
  ('contact message', interval '180 days',
   -- Only after the message has been delivered to the provider's mailbox, and no answer is on its way. With its answers.
   $$delete from public.contact_messages where id = any (array(
       select id from public.contact_messages as mine where created_at < $1 and not exists (
         select from public.mail_queue
         where contact_message_id = mine.id
           and (kind = 'contact_message' and status <> 'sent' or kind = 'contact_answer' and status = 'queued'))
       limit $2 for update skip locked))$$),
  -- Late payments and the limit of one reminder in 30 days look back no further than this.
  ('unpaid order', interval '30 days',
   $$delete from public.orders where id = any (array(
       select id from public.orders where paid_at is null and created_at < $1
         -- An invoice that can still be paid, or was ended less than 30 days ago.
         and not exists (
           select from public.order_invoices where order_id = orders.id and coalesce(ended_at >= $1, true))
       limit $2 for update skip locked))$$),
  ('person of a paid order', interval '7 years',
   $$select private.anonymise_order(id) from (
       select id from public.orders where paid_at < $1 and anonymised_at is null
       limit $2 for update skip locked) as due$$),
  -- The row is kept, so that no email is sent twice.
  ('address of a mail', interval '90 days',
   $$update public.mail_queue set recipient = '', data = '{}' where id = any (array(
       select id from public.mail_queue where finished_at < $1 and recipient <> '' limit $2 for update skip locked))$$),
  ('event of the payment provider', interval '90 days',
   $$delete from public.stripe_events where id = any (array(
       select id from public.stripe_events where processed_at is not null and received_at < $1
       limit $2 for update skip locked))$$),
  ('sign-in log', interval '90 days',
   $$delete from auth.audit_log_entries where id = any (array(
       select id from auth.audit_log_entries where created_at < $1 limit $2 for update skip locked))$$),
  ('device without notifications', interval '90 days',
   $$delete from private.push_devices where id = any (array(
       select id from private.push_devices where coalesce(last_success_at, created_at) < $1
       limit $2 for update skip locked))$$),
  ('count against abuse', interval '1 day',
   $$delete from public.rate_limits where key = any (array(
       select key from public.rate_limits where window_start < $1 limit $2 for update skip locked))$$),
  ('link that proves an address', interval '30 days',
   $$delete from private.address_links where token_hash = any (array(
       select token_hash from private.address_links where created_at < $1 limit $2 for update skip locked))$$),
  ('wish to hear of a course, not confirmed', interval '14 days',
   $$delete from private.course_interests where key = any (array(
       select key from private.course_interests where confirmed_at is null and created_at < $1
       limit $2 for update skip locked))$$),
  ('wish to hear of a course', interval '2 years',
   $$delete from private.course_interests where key = any (array(
       select key from private.course_interests where confirmed_at < $1 limit $2 for update skip locked))$$),
  ('team that was never paid for', interval '30 days',
   $$delete from public.teams where id = any (array(
       select id from public.teams as mine where created_at < $1
         and not exists (select from public.orders where team_id = mine.id)
         and not exists (select from public.team_seats where team_id = mine.id and claimed_at is not null)
       limit $2 for update skip locked))$$),
  ('invitation to a team, not accepted', interval '90 days',
   $$delete from public.team_seats where id = any (array(
       select id from public.team_seats where claimed_at is null and coalesce(ended_at, invited_at) < $1
       limit $2 for update skip locked))$$),
  ('place in a team that ended', interval '2 years',
   $$delete from public.team_seats where id = any (array(
       select id from public.team_seats where claimed_at is not null and ended_at < $1
       limit $2 for update skip locked))$$),
  ('temporary password', interval '14 days',
   $$select private.end_temporary_password(id) from (
       select id from auth.users
       where (raw_app_meta_data ->> 'must_change_password')::boolean
         and (raw_app_meta_data ->> 'temporary_password_set_at')::timestamptz < $1
       limit $2 for update skip locked) as due$$);

create function public.retention_rule_names() returns text[]
language sql stable security definer
-- Definer: no role may read private.retention_rules.
set search_path = '' as $$
  select array_agg(name order by name) from private.retention_rules where statement is not null
$$;
comment on function public.retention_rule_names() is 'The rules that apply_retention can apply.';

create table private.retention_runs (
  rule text primary key references private.retention_rules on delete cascade,
  -- When a run last found no more rows.
  finished_at timestamptz not null
);
comment on table private.retention_runs is
  'When each rule was last applied to its end. A rule that fails, or never reaches its end, is noticed by its old time.';

alter table private.retention_runs enable row level security;

create function public.apply_retention(p_rule text) returns jsonb
language plpgsql security definer
-- Definer: no role may delete from these tables.
set search_path = '' as $$
declare
  -- A batch takes a fraction of a second, far below the statement_timeout of any role.
  c_most constant integer := 500;
  v_rule private.retention_rules;
  v_count integer;
begin
  select * into strict v_rule from private.retention_rules where name = p_rule and statement is not null;
  execute v_rule.statement using now() - v_rule.keeps, c_most;
  get diagnostics v_count = row_count;
  if v_count < c_most then
    insert into private.retention_runs (rule, finished_at) values (p_rule, now())
    on conflict (rule) do update set finished_at = excluded.finished_at;
  end if;
  return jsonb_build_object('count', v_count, 'is_full', v_count = c_most);
end $$;
comment on function public.apply_retention(text) is
  'Applies a rule of private.retention_rules to at most 500 rows: {count, is_full}. After a full batch more rows may be left.';

grant execute on function
  public.retention_rule_names(),
  public.apply_retention(text)
to service_role;

-- The functions that run on a timer. A hosted project calls them through pg_cron and pg_net, the embedded server through
-- its own timers (server/jobs.ts). Both read this table.

create table private.jobs (
  -- The name of the function.
  name text primary key,
  -- When pg_cron calls it.
  schedule text not null,
  -- How long the embedded server waits after a run.
  embedded_pause interval not null,
  -- How long pg_net waits for the response: longer than the longest run.
  timeout interval not null,
  -- The job is late when its last successful run is older than this.
  late_after interval not null,
  -- A query that finds a row when there is something to do. Null: the job always runs.
  waiting text
);
comment on table private.jobs is 'The functions that run on a timer, and how often.';

alter table private.jobs enable row level security;

insert into private.jobs (name, schedule, embedded_pause, timeout, late_after, waiting) values
  ('deliver-mail', '* * * * *', interval '2 seconds', interval '2 minutes', interval '10 minutes',
   $$select 1 from public.mail_queue where status = 'queued' and next_attempt_at <= now()$$),
  ('reconcile-payments', '* * * * *', interval '1 minute', interval '2 minutes', interval '15 minutes', null),
  ('issue-missed-certificates', '* * * * *', interval '1 minute', interval '2 minutes', interval '15 minutes',
   $$select 1 where public.missed_certificates(1) <> '[]'$$),
  ('delete-due-accounts', '* * * * *', interval '1 minute', interval '2 minutes', interval '15 minutes',
   $$select 1 from public.deletion_requests where due_at <= now()
     union all select 1 from private.customers_to_delete$$),
  ('send-reminders', '*/5 * * * *', interval '1 minute', interval '2 minutes', interval '30 minutes',
   $$select 1 from private.reminder_settings where next_at <= now()$$),
  ('apply-retention', '*/10 * * * *', interval '10 minutes', interval '2 minutes', interval '1 hour', null),
  -- The embedded server first waits for the longest other pause, so that it has run every other job by then.
  ('watch-operations', '*/5 * * * *', interval '15 minutes', interval '1 minute', interval '30 minutes', null);

create table private.job_runs (
  job text primary key,
  last_success_at timestamptz,
  last_failure_at timestamptz
);
comment on table private.job_runs is 'When each job last ran, with and without success. One row for each job.';

alter table private.job_runs enable row level security;

create function public.record_job_run(p_job text, p_is_success boolean) returns void
language sql volatile security definer
-- Definer: the service role has no access to the tables of jobs.
set search_path = '' as $$
  insert into private.job_runs (job, last_success_at, last_failure_at)
  select name, case when p_is_success then now() end, case when not p_is_success then now() end
  from private.jobs where name = p_job
  on conflict (job) do update set
    last_success_at = coalesce(excluded.last_success_at, job_runs.last_success_at),
    last_failure_at = coalesce(excluded.last_failure_at, job_runs.last_failure_at)
$$;
comment on function public.record_job_run is
  'Called by each job at its end. Does nothing for a name that is not in private.jobs.';

create function public.late_jobs() returns table (job text, last_success_at timestamptz, last_failure_at timestamptz)
language sql stable security definer
-- Definer: as above.
set search_path = '' as $$
  select name, job_runs.last_success_at, job_runs.last_failure_at
  from private.jobs left join private.job_runs on job = name
  where coalesce(job_runs.last_success_at, '-infinity') < now() - late_after
  order by name
$$;
comment on function public.late_jobs is 'The jobs that have not run successfully for too long, or never.';

create function private.call_job(p_job text) returns bigint
language plpgsql volatile
set search_path = '' as $$
declare
  v_job private.jobs;
  v_is_waiting boolean := true;
  v_url text;
  v_key text;
  v_request bigint;
begin
  select * into strict v_job from private.jobs where name = p_job;
  if v_job.waiting is not null then
    execute format('select exists (%s)', v_job.waiting) into v_is_waiting;
  end if;
  if not v_is_waiting then
    perform public.record_job_run(p_job, true);
    return null;
  end if;
  execute $vault$
    select
      max(decrypted_secret) filter (where name = 'functions_url'),
      max(decrypted_secret) filter (where name = 'secret_key')
    from vault.decrypted_secrets
  $vault$ into v_url, v_key;
  if v_url is null or v_key is null then
    raise exception 'the vault needs the secrets functions_url and secret_key';
  end if;
  -- Not a direct call: pg_net is only on hosted projects.
  execute 'select net.http_post(url := $1, headers := $2, timeout_milliseconds := $3)' into v_request
  using v_url || '/' || p_job, jsonb_build_object('apikey', v_key), (extract(epoch from v_job.timeout) * 1000)::integer;
  return v_request;
end $$;
comment on function private.call_job is
  'Calls the function of a job if there is something to do. Returns the id of the request of pg_net, or null.';

create function private.schedule_jobs() returns integer
language plpgsql volatile
set search_path = '' as $$
declare
  v_job private.jobs;
  v_count integer := 0;
begin
  if to_regprocedure('cron.schedule(text, text, text)') is null
    or to_regprocedure('net.http_post(text, jsonb, jsonb, jsonb, integer)') is null
    or to_regclass('vault.decrypted_secrets') is null
  then
    return 0;
  end if;
  for v_job in select * from private.jobs order by name loop
    execute 'select cron.schedule($1, $2, $3)'
    using v_job.name, v_job.schedule, format('select private.call_job(%L)', v_job.name);
    v_count := v_count + 1;
  end loop;
  execute $command$
    select cron.unschedule(jobname) from cron.job
    where command like 'select private.call_job(%' and jobname not in (select name from private.jobs)
  $command$;
  -- pg_cron keeps every run for ever, pg_net its responses for six hours.
  execute 'select cron.schedule($1, $2, $3)'
  using 'forget-job-log', '17 3 * * *',
    $command$delete from cron.job_run_details where end_time < now() - interval '7 days'$command$;
  return v_count;
end $$;
comment on function private.schedule_jobs is
  'Schedules every job with pg_cron, replacing earlier schedules. Returns how many; 0 without pg_cron, pg_net and the vault.';

create function private.reschedule_jobs() returns trigger
language plpgsql
set search_path = '' as $$
begin
  perform private.schedule_jobs();
  return null;
end $$;
comment on function private.reschedule_jobs is 'Keeps the schedule of pg_cron equal to private.jobs.';
create trigger reschedule_jobs after insert or update or delete on private.jobs
  for each statement execute function private.reschedule_jobs();

grant execute on function public.record_job_run(text, boolean), public.late_jobs() to service_role;

-- On a hosted project the extensions are available; elsewhere nothing happens.
do $$
begin
  if (select count(*) from pg_available_extensions where name in ('pg_cron', 'pg_net')) = 2 then
    create extension if not exists pg_cron with schema pg_catalog;
    create extension if not exists pg_net with schema extensions;
  end if;
exception when insufficient_privilege or feature_not_supported or object_not_in_prerequisite_state then
  raise warning 'pg_cron and pg_net are not enabled, so no job is scheduled: %', sqlerrm;
end $$;
select private.schedule_jobs();

-- The figures that the operator watches, for everything that could stop unnoticed. functions/_shared/operations has the
-- thresholds, and docs/alerts.md explains each figure. They are counts, ages in seconds and names of our own objects,
-- and contain no personal data.
--
-- Each figure reads an index or a small table, because functions/health queries them every minute.

create index mail_queue_waiting on public.mail_queue (created_at) where status = 'queued';
create index mail_queue_given_up on public.mail_queue (finished_at) where status = 'failed';
create index stripe_events_received_at on public.stripe_events (received_at);
create index stripe_events_unprocessed on public.stripe_events (received_at) where processed_at is null;
create index orders_paid_at on public.orders (paid_at) where paid_at is not null;
create index sync_clock_day on public.sync_clock (day);

create function private.seconds_since(p_time timestamptz) returns integer
language sql stable
set search_path = '' as $$
  select coalesce(greatest(0, extract(epoch from now() - p_time)), 0)::integer
$$;
comment on function private.seconds_since(timestamptz) is 'Seconds since a time in the past. 0 for null and for the future.';

create function private.mail_figures() returns jsonb
language sql stable
set search_path = '' as $$
  select jsonb_build_object(
    'mail_waiting', (select count(*) from public.mail_queue where status = 'queued'),
    'mail_oldest_seconds',
      private.seconds_since((select min(created_at) from public.mail_queue where status = 'queued')),
    'mail_given_up',
      (select count(*) from public.mail_queue where status = 'failed' and finished_at > now() - interval '1 day')
  )
$$;

create function private.money_figures() returns jsonb
language sql stable
set search_path = '' as $$
  -- Not materialized: each figure reads only the rows that it needs, by an index.
  with paid as not materialized (
    select each.* from public.orders as each join private.order_statuses as states on states.status = each.status
    where each.paid_at is not null and states.effect = 'active' and each.anonymised_at is null
  )
  select jsonb_build_object(
    'events_in_a_day', (select count(*) from public.stripe_events where received_at > now() - interval '1 day'),
    'events_failing', (
      select count(*) from public.stripe_events
      where processed_at is null and received_at < now() - interval '10 minutes'
        and received_at > now() - interval '7 days' -- as long as reconcile-payments tries again
    ),
    'last_event_seconds', private.seconds_since((select max(received_at) from public.stripe_events)),
    'paid_without_event', (
      -- A payment always causes events. With none for a day, the provider does not reach the webhook.
      select count(*) from public.orders
      where paid_at > now() - interval '1 day' and paid_at < now() - interval '10 minutes'
        and not exists (select from public.stripe_events where received_at > now() - interval '1 day')
    ),
    'paid_without_access', (
      select count(*) from paid
      where user_id is not null and team_id is null and paid_at > now() - interval '7 days' and paid_at < now() - interval '10 minutes'
        and not private.is_entitled(user_id, course_id)
    ),
    -- Orders that wait for the owner of their address (docs/decisions/0035).
    'unclaimed', (select count(*) from paid where user_id is null),
    'unclaimed_seconds', private.seconds_since((
      select min(paid_at) from paid where user_id is null and paid_at > now() - interval '30 days'
    )),
    'plans_past_due', (select count(*) from public.orders where status = 'past_due'),
    'plans_not_paused', (
      select count(*) from public.orders where status = 'past_due' and grace_until < now() - interval '1 hour'
    ),
    'plans_without_schedule', (
      -- Without its schedule the provider would charge a plan more than three times.
      select count(*) from paid
      where plan = 'installment' and schedule_id is null and plan_ended_at is null
        and paid_at < now() - interval '1 hour'
    ),
    'second_purchases', (
      select count(*) from paid join public.orders as earlier on earlier.id = paid.second_purchase_of
      where paid.status <> 'disputed' and earlier.status in ('paid', 'past_due')
        and paid.paid_at < now() - interval '1 day'
        and exists (
          select from public.order_payments as mine
          where mine.order_id = paid.id and mine.paid_at is not null and mine.refunded_pence < mine.amount_pence
        )
    ),
    -- Like claim_orders_to_reconcile: these should have been checked an hour ago or earlier.
    'orders_unchecked', (
      select count(*) from public.orders
      where paid_at is null and status in ('created', 'open', 'expired')
        and created_at > now() - interval '7 days' and created_at < now() - interval '2 hours'
        and coalesce(checked_at, created_at) < now() - interval '2 hours'
    ) + (
      select count(*) from public.orders
      where plan = 'installment' and paid_at is not null and plan_ended_at is null
        and coalesce(checked_at, paid_at) < now() - interval '7 hours'
    )
  )
$$;

create function private.learner_figures() returns jsonb
language sql stable
set search_path = '' as $$
  select jsonb_build_object(
    'certificates_missed', (
      select count(*) from jsonb_to_recordset(public.missed_certificates(50)) as missed (user_id uuid, course_id text, kind text)
      join private.certificate_names as mine using (user_id, course_id, kind)
      where mine.confirmed_at < now() - interval '15 minutes' and not exists (
        select from public.course_progress as each
        where each.user_id = mine.user_id and each.course_id = mine.course_id
          and each.completed_at > now() - interval '15 minutes'
      )
    ),
    'deletions_overdue', (
      select count(*) from public.deletion_requests where due_at < now() - interval '1 hour'
    ) + (
      select count(*) from private.customers_to_delete where noted_at < now() - interval '1 day'
    ),
    'retention_late', (
      select coalesce(jsonb_agg(name order by name), '[]') from (
        select name from private.retention_rules left join private.retention_runs on rule = name
        where statement is not null and coalesce(finished_at, '-infinity') < now() - interval '1 day'
        union all
        -- The rules for files have no statement.
        select name from private.retention_rules where name = 'student ID, after upload' and exists (
          select from public.student_ids where uploaded_at < now() - keeps - interval '1 day'
        )
      ) as late
    ),
    -- Normal are a row that was written before the access ended, and one of a device that is ahead of the server's clock.
    'rows_refused', (
      select coalesce(sum(count), 0) from private.refusals
      where day = (now() at time zone 'UTC')::date and code not in ('not_entitled', 'clock')
    ),
    'active_learners', (
      select count(*) from public.sync_clock where day > (now() at time zone 'UTC')::date - 7
    )
  )
$$;

create function private.database_figures() returns jsonb
language sql stable
set search_path = '' as $$
  select jsonb_build_object(
    'database_megabytes', pg_database_size(current_database()) / 1000000,
    'largest_tables', (
      select jsonb_agg(jsonb_build_object('name', name, 'megabytes', bytes / 1000000) order by bytes desc)
      from (
        select oid::regclass::text as name, pg_total_relation_size(oid) as bytes from pg_class
        where relkind = 'r' and relnamespace in (
          select oid from pg_namespace where nspname in ('public', 'private', 'auth', 'storage', 'cron', 'net')
        )
        order by bytes desc limit 5
      ) as tables
    ),
    'connections_percent', (
      select count(*) * 100 / current_setting('max_connections')::integer from pg_stat_activity
      where datid is not null
    )
  )
$$;

create function public.operations() returns jsonb
language sql stable security definer
-- Definer: the service role has no access to some of the tables.
set search_path = '' as $$
  select jsonb_build_object('late_jobs', (select coalesce(jsonb_agg(job order by job), '[]') from public.late_jobs()))
    || private.mail_figures() || private.money_figures() || private.learner_figures() || private.database_figures()
$$;
comment on function public.operations() is
  'The figures that functions/_shared/operations/thresholds.ts compares: counts, ages in seconds and names of our own things.';

create table private.problems (
  code text primary key check (code ~ '^[a-z][a-z_]{0,39}$'),
  started_at timestamptz not null,
  -- Null while the problem lasts.
  ended_at timestamptz,
  -- When the last email about its start was queued.
  announced_at timestamptz
);
comment on table private.problems is
  'The problems that watch-operations has seen: figures above their threshold. One row for each kind.';

alter table private.problems enable row level security;

create function public.record_problems(p_values jsonb) returns jsonb
language plpgsql volatile security definer
-- Definer: only this function writes the table, and it queues the emails in the same transaction.
set search_path = '' as $$
declare
  c_between_mails constant interval := interval '1 day';
  v_started text[];
  v_ended text[];
begin
  -- 1. One at a time: two runs must not both see a problem as new.
  lock table private.problems in share row exclusive mode;

  -- 2. What has started, and what is over.
  with started as (
    insert into private.problems as mine (code, started_at)
    select code, now() from jsonb_object_keys(p_values) as code
    on conflict (code) do update set started_at = now(), ended_at = null where mine.ended_at is not null
    returning code
  )
  select coalesce(array_agg(code order by code), '{}') into v_started from started;
  with ended as (
    update private.problems set ended_at = now() where ended_at is null and not p_values ? code
    returning code
  )
  select coalesce(array_agg(code order by code), '{}') into v_ended from ended;

  -- 3. Its end is mailed only if its start was.
  insert into public.mail_queue (kind, dedupe_key, recipient, data)
  select 'problem_over', 'problem_over:' || code || ':' || private.iso(ended_at), '',
    jsonb_build_object('problem', code, 'at', private.iso(ended_at))
  from private.problems where code = any (v_ended) and announced_at >= started_at;

  -- 4. A start is mailed once, and at most once a day: a problem that comes back sooner is mailed when the day is over, if
  --    it still lasts.
  with announced as (
    update private.problems set announced_at = now()
    where ended_at is null and coalesce(announced_at < started_at and announced_at <= now() - c_between_mails, true)
    returning code, started_at
  )
  insert into public.mail_queue (kind, dedupe_key, recipient, data)
  -- The recipient is a setting of the functions, so no address is stored here.
  select 'problem', 'problem:' || code || ':' || private.iso(now()), '',
    jsonb_build_object('problem', code, 'value', p_values -> code, 'at', private.iso(started_at))
  from announced;

  return jsonb_build_object('started', v_started, 'ended', v_ended);
end $$;
comment on function public.record_problems(jsonb) is
  'Records which problems there are now ({code: value}) and queues the emails to the operator about those that started or ended: { started, ended }.';

grant execute on function public.operations(), public.record_problems(jsonb) to service_role;

-- What the provider states about itself: one row per version, and the newest applies.

create table private.provider_facts (
  version integer primary key check (version > 0),
  facts jsonb not null check (pg_catalog.jsonb_typeof(facts) = 'object' and pg_catalog.length(facts::text) <= 16000),
  saved_at timestamptz not null default pg_catalog.now(),
  -- No foreign key: the version outlives the account.
  saved_by uuid,
  reason text not null check (pg_catalog.char_length(reason) between 1 and 500)
);
comment on table private.provider_facts is
  'The provider''s facts (src/domain/provider/facts.ts), all versions. The newest is public: site, emails, receipts and certificates show it.';
comment on column private.provider_facts.facts is 'Checked by the function staff-settings before it is stored.';

create trigger append_only before update or delete on private.provider_facts
  for each row execute function private.refuse_change();
create trigger append_only_whole before truncate on private.provider_facts
  for each statement execute function private.refuse_change();

create function public.site_facts() returns jsonb
  language sql stable security definer set search_path = ''
  -- Definer: the API's roles cannot read the table.
  as $$
    select pg_catalog.jsonb_build_object('version', version, 'facts', facts)
    from private.provider_facts order by version desc limit 1;
  $$;
comment on function public.site_facts is 'The facts that apply: { version, facts }, or null before the first version. Pages request them without a sign-in.';

create function public.staff_settings() returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: reads the auth server's table.
  as $$
  begin
    perform private.require_staff();
    return coalesce((
      select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'version', v.version, 'facts', v.facts, 'saved_at', private.iso(v.saved_at), 'saved_by', u.email, 'reason', v.reason)
        order by v.version desc)
      from (select * from private.provider_facts order by version desc limit 50) as v
      left join auth.users as u on u.id = v.saved_by), '[]');
  end;
  $$;
comment on function public.staff_settings is
  'The last 50 versions of the provider''s facts, newest first: [{ version, facts, saved_at, saved_by, reason }].';

create function public.save_provider_facts(p_actor uuid, p_based_on integer, p_facts jsonb, p_reason text) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: no role may write the table.
  as $$
  declare
    v_current private.provider_facts;
    v_version integer;
  begin
    -- One at a time, so that nobody overwrites a version that they have not seen.
    lock table private.provider_facts in share row exclusive mode;
    select * into v_current from private.provider_facts order by version desc limit 1;
    v_version := coalesce(v_current.version, 0);
    -- A repeat after a lost reply.
    if v_current.facts = p_facts then return pg_catalog.jsonb_build_object('outcome', 'saved', 'version', v_version); end if;
    if v_version <> p_based_on then return pg_catalog.jsonb_build_object('outcome', 'outdated', 'version', v_version); end if;
    insert into private.provider_facts (version, facts, saved_by, reason)
      values (v_version + 1, p_facts, p_actor, p_reason);
    perform private.record_staff_action(p_actor, 'settings_saved', 'settings', (v_version + 1)::text, p_reason, '{}');
    return pg_catalog.jsonb_build_object('outcome', 'saved', 'version', v_version + 1);
  end;
  $$;
comment on function public.save_provider_facts is
  'Adds a version of the provider''s facts: { outcome: saved or outdated, version }. Outdated if the current version is not the one that the change is based on.';

alter table private.provider_facts enable row level security;
grant execute on function public.site_facts() to anon, service_role;
grant execute on function public.staff_settings() to authenticated;
grant execute on function public.save_provider_facts(uuid, integer, jsonb, text) to service_role;

-- Certificates in the staff console: finding one, its history, correcting its name and revoking it.

create index certificates_issued on public.certificates (issued_at desc, id desc);
create index certificates_revoked on public.certificates (issued_at desc, id desc) where revoked_at is not null;
create index certificates_holder on public.certificates (pg_catalog.lower(holder_name) text_pattern_ops);

create function private.certificate_row(p_row public.certificates) returns jsonb
  language sql stable set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object(
      'id', p_row.id, 'holder_name', p_row.holder_name, 'kind', p_row.kind, 'issued_at', private.iso(p_row.issued_at),
      'revoked_at', private.iso(p_row.revoked_at), 'revoked_reason', p_row.revoked_reason);
  $$;

create function private.found_certificates(p_search text) returns setof uuid
  language plpgsql stable set search_path = ''
  as $$
  begin
    if p_search ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
      return query select id from public.certificates where id = p_search::uuid;
    elsif p_search like '%@%' then
      return query select mine.id from auth.users as u join public.certificates as mine on mine.user_id = u.id
        -- The auth server's index leaves out single sign-on accounts, and the academy has none.
        where u.email = pg_catalog.lower(p_search) and not u.is_sso_user;
    else
      return query select id from public.certificates
        where pg_catalog.lower(holder_name) like
          pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.lower(p_search), '\', '\\'), '%', '\%'), '_', '\_') || '%';
    end if;
  end;
  $$;
comment on function private.found_certificates is
  'The certificates with this number, of the account with this address, or whose holder''s name begins like this.';

create function public.staff_certificates(p_search text, p_filter text, p_before text, p_limit integer) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- A single query plan for all searches could not use any index.
  set plan_cache_mode = 'force_custom_plan'
  -- Definer: reads the rows of all learners.
  as $$
  declare
    v_limit constant integer := least(greatest(p_limit, 1), 100);
    v_search constant text := pg_catalog.btrim(coalesce(p_search, ''));
    v_found uuid[];
    v_at timestamptz;
    v_id uuid;
    v_rows jsonb;
    v_next text;
  begin
    perform private.require_staff();
    if coalesce(p_before, '') <> '' then
      if p_before !~ '^[0-9T:.-]{19,32}Z/[0-9a-f-]{36}$' then
        raise exception 'This page does not exist. Start again from the newest certificate.';
      end if;
      v_at := pg_catalog.split_part(p_before, '/', 1)::timestamptz;
      v_id := pg_catalog.split_part(p_before, '/', 2)::uuid;
    end if;
    if v_search <> '' then v_found := array(select private.found_certificates(v_search)); end if;
    with page as (
      select mine as entry, mine.issued_at, mine.id from public.certificates as mine
      where (v_at is null or (mine.issued_at, mine.id) < (v_at, v_id))
        and (v_search = '' or mine.id = any (v_found))
        and case p_filter when 'valid' then mine.revoked_at is null when 'revoked' then mine.revoked_at is not null else true end
      order by mine.issued_at desc, mine.id desc limit v_limit + 1
    ), numbered as (
      select *, pg_catalog.row_number() over (order by issued_at desc, id desc) as place from page
    )
    select coalesce(pg_catalog.jsonb_agg(private.certificate_row(entry) order by place) filter (where place <= v_limit), '[]'),
      pg_catalog.max(pg_catalog.to_char(issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '/' || id::text)
        filter (where place = v_limit and exists (select from numbered as more where more.place > v_limit))
    into v_rows, v_next from numbered;
    return pg_catalog.jsonb_build_object('rows', v_rows, 'next', v_next);
  end;
  $$;
comment on function public.staff_certificates is
  'Certificates, newest first: { rows, next }. p_search is a number, an address or the beginning of a name; p_filter is valid, revoked or anything else for all; p_before is the next of the page before.';

create function public.staff_certificate(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: reads the rows of all learners.
  as $$
  declare
    v_mine public.certificates;
  begin
    perform private.require_staff();
    select * into v_mine from public.certificates where id = p_id;
    if not found then return null; end if;
    return private.certificate_row(v_mine) || pg_catalog.jsonb_build_object(
      'email', (select email from auth.users where id = v_mine.user_id),
      'history', (
        select pg_catalog.jsonb_agg(private.certificate_row(each) order by each.issued_at desc)
        from public.certificates as each
        where each.id = v_mine.id
          or each.user_id = v_mine.user_id and each.course_id = v_mine.course_id and each.kind = v_mine.kind),
      'acts', private.staff_timeline('certificate', v_mine.id::text));
  end;
  $$;
comment on function public.staff_certificate is
  'One certificate, the account''s address (null without an account), its learner''s certificates of the same kind, and what staff did. Null if there is none.';

create function public.staff_revoke_certificate(p_id uuid, p_cause text, p_reason text) returns boolean
  language plpgsql security definer set search_path = ''
  -- Definer: no role may write certificates.
  as $$
  declare
    v_actor uuid := private.require_staff();
    v_mine public.certificates;
  begin
    if pg_catalog.btrim(coalesce(p_reason, '')) = '' then raise exception 'Please give a reason.'; end if;
    -- REVOCATION_CAUSES of src/domain/staff/causes.ts: the learner reads it.
    if (p_cause in ('not_own_work', 'wrong_person', 'mistake', 'requested')) is not true then
      raise exception 'Please choose a cause.';
    end if;
    select * into v_mine from public.certificates where id = p_id;
    if not found then raise exception 'There is no such certificate.'; end if;
    if v_mine.user_id is not null then perform private.lock_certificate(v_mine.user_id, v_mine.course_id); end if;
    update public.certificates set revoked_at = pg_catalog.now(), revoked_reason = 'withdrawn'
      where id = p_id and revoked_at is null;
    -- Another member of staff was first, or a repeat after a lost reply.
    if not found then return false; end if;
    perform private.record_staff_action(v_actor, 'certificate_revoked', 'certificate', p_id::text, p_reason,
      pg_catalog.jsonb_build_object('kind', v_mine.kind, 'cause', p_cause));
    -- Without an account, the address is no longer known.
    insert into public.mail_queue (kind, dedupe_key, recipient, data)
    select 'certificate_withdrawn', 'certificate_withdrawn:' || p_id, email,
      pg_catalog.jsonb_build_object('user_id', id, 'kind', v_mine.kind, 'cause', p_cause)
    from auth.users where id = v_mine.user_id
    on conflict (dedupe_key) do nothing;
    return true;
  end;
  $$;
comment on function public.staff_revoke_certificate is
  'Revokes a certificate for good, and emails the cause to the learner, who cannot get another one of this kind. The reason is for staff. Returns false if it was revoked before.';

grant execute on function
  public.staff_certificates(text, text, text, integer),
  public.staff_certificate(uuid),
  public.staff_revoke_certificate(uuid, text, text)
to authenticated;

-- What the course does, for the staff console: how far learners get in each lesson, and how each question of the quizzes
-- works. No individual is shown: groups of fewer than ten learners are left out.

create function private.least_group() returns integer
  language sql immutable parallel safe set search_path = ''
  return 10;
comment on function private.least_group is 'A figure about fewer learners than this is not shown.';

create function private.lesson_figures(p_course text) returns table (
  lesson_id text, started bigint, finished bigint, median_minutes integer, stops jsonb
)
  language sql stable set search_path = ''
  as $$
  with places as materialized (
    -- Whole lessons may be read offline, so both times are the device's.
    select mine.lesson_id, mine.furthest,
      case when done.user_id is not null then
        greatest(0, extract(epoch from done.completed_at - mine.begun_at) / 60)::real
      end as minutes
    from private.lesson_places as mine
      left join public.course_progress as done on done.user_id = mine.user_id and done.course_id = mine.course_id
        and done.lesson_id = mine.lesson_id and done.completed
    where mine.course_id = p_course
  ), stopped as materialized (
    select places.lesson_id, places.furthest, pg_catalog.count(*) as learners
    from places where minutes is null group by 1, 2 having pg_catalog.count(*) >= private.least_group()
  )
  select places.lesson_id, pg_catalog.count(*), pg_catalog.count(minutes),
    case when pg_catalog.count(minutes) >= private.least_group() then
      (pg_catalog.percentile_cont(0.5) within group (order by minutes))::integer
    end,
    coalesce((
      select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('step', stopped.furthest, 'learners', stopped.learners)
        order by stopped.furthest)
      from stopped where stopped.lesson_id = places.lesson_id), '[]')
  from places group by places.lesson_id having pg_catalog.count(*) >= private.least_group()
  $$;
comment on function private.lesson_figures is
  'For each lesson that at least ten learners have opened: how many, how many completed it, the median minutes from opening to completion, and the steps beyond which learners who have not completed it did not get.';

create function private.question_figures(p_course text) returns table (
  lesson_id text, number integer, learners bigint, right_share double precision, discrimination double precision,
  chosen jsonb
)
  language sql stable set search_path = ''
  as $$
  -- 1. Each learner's first attempt at the current version of a lesson's quiz, grouped by its answers, because there are far
  --    fewer combinations of answers than learners.
  with firsts as materialized (
    select mine.lesson_id, mine.answers, keys.answers as key, pg_catalog.count(*) as learners
    from (
      select distinct on (tries.lesson_id, tries.user_id) tries.lesson_id, tries.lesson_version, tries.answers
      from public.quiz_attempts as tries
        join public.lessons as now on now.course_id = tries.course_id and now.lesson_id = tries.lesson_id
          and now.audience = 'everyone' and now.version = tries.lesson_version
      where tries.course_id = p_course
      order by tries.lesson_id, tries.user_id, tries.taken_at, tries.id
    ) as mine join public.lesson_answer_keys as keys on keys.course_id = p_course
      and keys.lesson_id = mine.lesson_id and keys.version = mine.lesson_version
    group by 1, 2, 3
  -- 2. One row for each answer, with the number of correct answers to the other questions.
  ), answers as materialized (
    select firsts.lesson_id, each.number::integer as number, each.choice, firsts.learners, each.is_right,
      pg_catalog.sum(each.is_right) over (partition by firsts.lesson_id, firsts.answers) - each.is_right as others_right
    from firsts, lateral (
      select place as number, mine as choice, (mine = correct)::integer as is_right
      from unnest(firsts.answers, firsts.key) with ordinality as pairs (mine, correct, place)
    ) as each
  ), counted as materialized (
    select lesson_id, number, choice, pg_catalog.sum(learners) as learners from answers group by 1, 2, 3
  -- 3. The sums of the point-biserial correlation. is_right is 0 or 1, so it is its own square.
  ), sums as (
    select lesson_id, number, pg_catalog.sum(learners) as n, pg_catalog.sum(learners * is_right) as x,
      pg_catalog.sum(learners * others_right) as y, pg_catalog.sum(learners * is_right * others_right) as xy,
      pg_catalog.sum(learners * others_right * others_right) as yy
    from answers group by 1, 2
  )
  select sums.lesson_id, sums.number, n::bigint, (x / n)::double precision,
    -- Null if everyone, or nobody, was right, here or in all other questions.
    ((n * xy - x * y) / nullif(pg_catalog.sqrt((n * x - x * x) * (n * yy - y * y)), 0))::double precision,
    (select pg_catalog.jsonb_object_agg(counted.choice, counted.learners) from counted
      where counted.lesson_id = sums.lesson_id and counted.number = sums.number)
  from sums where n >= private.least_group()
  $$;
comment on function private.question_figures is
  'For each question that at least ten learners have answered: the share that was right at the first try, the correlation with the other questions of the quiz, and how many chose each option (index in the author''s order).';

create function public.staff_course() returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: counts rows of all learners.
  as $$
  declare
    c_course constant text := 'ai-fluency-30-days';
  begin
    perform private.require_staff();
    return (
      with questions as materialized (
        select * from private.question_figures(c_course)
      )
      select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
        'lesson_id', outline.lesson_id, 'version', now.version,
        'started', coalesce(figures.started, 0), 'finished', coalesce(figures.finished, 0),
        'median_minutes', figures.median_minutes, 'stops', coalesce(figures.stops, '[]'),
        'questions', coalesce((
          select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
            'number', questions.number,
            'question', now.pack #>> array['quiz', 'questions', (questions.number - 1)::text, 'question'],
            'options', now.pack #> array['quiz', 'questions', (questions.number - 1)::text, 'options'],
            'correct', (now.pack #>> array['quiz', 'questions', (questions.number - 1)::text, 'correctAnswer'])::integer,
            'learners', questions.learners, 'right_share', questions.right_share,
            'discrimination', questions.discrimination, 'chosen', questions.chosen) order by questions.number)
          from questions where questions.lesson_id = outline.lesson_id), '[]')
        ) order by outline.position), '[]')
      from private.course_outline as outline
        left join public.lessons as now on now.course_id = outline.course_id and now.lesson_id = outline.lesson_id
          and now.audience = 'everyone'
        left join private.lesson_figures(c_course) as figures on figures.lesson_id = outline.lesson_id
      where outline.course_id = c_course and outline.is_required);
  end;
  $$;
comment on function public.staff_course is
  'Each lesson with its published version, how far learners get, and the figures of its questions. Figures about fewer than ten learners are 0, null or left out.';

grant execute on function public.staff_course() to authenticated;

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

-- Learners in the staff console: finding an account, and what support needs to know about it. Never what a learner wrote.

-- Learners change their own name, and indexes call it with the rights of the writer.
grant execute on function private.name_key(text) to authenticated;
create index profiles_last_name_prefix on public.profiles (private.name_key(last_name) text_pattern_ops);
create index profiles_name_prefix on public.profiles (private.name_key(first_name || ' ' || last_name) text_pattern_ops);

create function private.staff_learners_sql(p_search text, p_filter text, p_is_first boolean) returns text
  language plpgsql immutable set search_path = ''
  as $$
  declare
    -- text_pattern_ops compares bytes, so a prefix is a range. Unlike a pattern, the text may contain % and _.
    c_email constant text := 'select user_id from private.accounts where email_key ~>=~ $2 and email_key ~<~ $3';
    v_found text := case
      when p_search = '' then 'true'
      when p_search ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then 'a.user_id = $1::uuid'
      when p_search like '%@%' then 'a.user_id in (' || c_email || ')'
      else 'a.user_id in (' || c_email || '
        union select id from public.profiles
          where private.name_key(last_name) ~>=~ $2 and private.name_key(last_name) ~<~ $3
        union select id from public.profiles where private.name_key(first_name || '' '' || last_name) ~>=~ $2
          and private.name_key(first_name || '' '' || last_name) ~<~ $3)'
    end;
    v_kept text := case p_filter
      when 'enrolled' then 'exists (
        select from public.course_enrollments as e where e.user_id = a.user_id and e.status = ''active'')'
      when 'waiting' then 'a.user_id in (select user_id from private.device_syncs where unsent > 0 or refused > 0)'
      when 'factor' then 'a.user_id in (select user_id from private.removals_to_confirm())'
      else 'true'
    end;
  begin
    return 'select a.* from private.accounts as a where ' || v_found || ' and ' || v_kept
      || case when p_is_first then '' else ' and (a.created_at, a.user_id) < ($4, $5)' end
      || ' order by a.created_at desc, a.user_id desc limit $6';
  end;
  $$;
comment on function private.staff_learners_sql is
  'The statement that finds a page of accounts. It contains no part of the search itself, only the form of condition that the search needs.';

create function private.lessons_completed(p_user uuid) returns integer
  language sql stable set search_path = ''
  as $$
    select pg_catalog.count(*)::integer
    from public.course_progress as done
      join private.course_outline as outline on outline.course_id = done.course_id and outline.lesson_id = done.lesson_id
    where done.user_id = p_user and done.completed and outline.is_required
  $$;
comment on function private.lessons_completed is 'How many of the course''s current lessons the learner has completed.';

create function private.last_study_day(p_user uuid) returns date
  language sql stable set search_path = ''
  as $$ select nullif(day, '-infinity') from public.sync_clock where user_id = p_user $$;
comment on function private.last_study_day is 'The last day (UTC) on which work of the learner arrived. Null before the first.';

create function private.learner_row(p_mine private.accounts) returns jsonb
  language sql stable set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object(
      'id', u.id, 'email', coalesce(u.email, ''), 'created_at', private.iso(p_mine.created_at),
      'name', (select pg_catalog.btrim(first_name || ' ' || last_name) from public.profiles where id = u.id),
      'role', u.raw_app_meta_data ->> 'role',
      'access', (
        select pg_catalog.jsonb_build_object('tier', tier, 'status', status)
        from public.course_enrollments where user_id = u.id),
      'lessons_completed', private.lessons_completed(u.id),
      'last_study_day', private.last_study_day(u.id),
      'waiting', (
        select coalesce(pg_catalog.sum(coalesce(unsent, 0) + coalesce(refused, 0)), 0) from private.device_syncs where user_id = u.id))
    from auth.users as u where u.id = p_mine.user_id
  $$;

create function public.staff_learners(p_search text, p_filter text, p_before text, p_limit integer) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: staff read accounts only through this.
  as $$
  declare
    v_search constant text := pg_catalog.btrim(coalesce(p_search, ''));
    v_key constant text := private.name_key(v_search);
    v_limit constant integer := least(greatest(coalesce(p_limit, 50), 1), 100);
    v_before constant text := coalesce(p_before, '');
    v_found private.accounts[];
    v_last private.accounts;
  begin
    perform private.require_staff();
    if v_before <> '' and v_before !~ '^[0-9T:.+-]{19,40}_[0-9a-f-]{36}$' then
      raise exception 'This page does not exist. Start again from the newest account.';
    end if;
    execute 'select pg_catalog.array_agg(found) from ('
        || private.staff_learners_sql(v_search, p_filter, v_before = '') || ') as found'
      into v_found
      using v_search, v_key, v_key || pg_catalog.chr(1114111),
        nullif(pg_catalog.split_part(v_before, '_', 1), '')::timestamptz,
        nullif(pg_catalog.split_part(v_before, '_', 2), '')::uuid, v_limit + 1;
    if pg_catalog.cardinality(v_found) > v_limit then v_last := v_found[v_limit]; end if;
    return pg_catalog.jsonb_build_object(
      'rows', coalesce((
        select pg_catalog.jsonb_agg(private.learner_row(a) order by a.created_at desc, a.user_id desc)
        from pg_catalog.unnest(v_found[1:v_limit]) as a), '[]'),
      'next', case when v_last.user_id is not null
        then (pg_catalog.to_jsonb(v_last.created_at) #>> '{}') || '_' || v_last.user_id end);
  end;
  $$;
comment on function public.staff_learners is
  'Accounts, newest first: { rows, next }. next is the p_before of the next page, or null. The search is the start of an email address or name, or a whole id; the filter is enrolled, waiting (work on a device), factor (a second factor to remove) or empty.';

create function private.sign_in_mail(p_user uuid) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when coalesce(email, '') = '' then 'none'
      -- Someone else may have created the account. The link that confirms the address hands it to the owner.
      when not private.is_owners_account(id) then 'confirm'
      when coalesce(encrypted_password, '') = '' and exists (
        select from auth.identities where user_id = u.id and provider not in ('email', 'phone')) then 'provider'
      else 'reset'
    end
    from auth.users as u where id = p_user
  $$;
comment on function private.sign_in_mail is
  'Which email helps the owner of an account to sign in: reset (choose a password), confirm (confirm the address), or neither: provider (signs in with Google or GitHub), none (has no address).';

create function private.learner_sign_in(p_user uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object(
      'has_password', coalesce(u.encrypted_password, '') <> '',
      'must_change_password', coalesce(u.raw_app_meta_data -> 'must_change_password' = 'true', false),
      'providers', (
        select coalesce(pg_catalog.jsonb_agg(provider order by provider), '[]')
        from auth.identities where user_id = p_user and provider not in ('email', 'phone')),
      'factors', (
        select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'type', factor_type, 'added_at', private.iso(created_at)) order by created_at), '[]')
        from auth.mfa_factors where user_id = p_user and status = 'verified'),
      'recovery_codes', (select pg_catalog.count(*) from public.recovery_codes where user_id = p_user),
      'mail', private.sign_in_mail(p_user),
      'removal_refusal', private.removal_refusal(p_user))
    from auth.users as u where u.id = p_user
  $$;

create function private.learner_devices(p_user uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    with devices as (
      select s.id, s.user_agent, s.created_at,
        -- The auth server stores this one without a time zone, in UTC.
        greatest(s.refreshed_at at time zone 'UTC', s.created_at, d.synced_at) as used_at,
        d.synced_at, d.unsent, d.refused
      from auth.sessions as s left join private.device_syncs as d on d.session_id = s.id
      where s.user_id = p_user and (s.not_after is null or s.not_after > pg_catalog.now())
      order by used_at desc limit 50
    )
    select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
      'id', id, 'user_agent', coalesce(user_agent, ''), 'signed_in_at', private.iso(created_at),
      'used_at', private.iso(used_at), 'synced_at', private.iso(synced_at), 'unsent', unsent, 'refused', refused)
      order by used_at desc), '[]')
    from devices
  $$;
comment on function private.learner_devices is 'The sessions of an account, the one used last first, each with its last sync.';

create function private.learner_progress(p_user uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object(
      'lessons_completed', private.lessons_completed(p_user),
      'lessons', (select pg_catalog.count(*) from private.course_outline where is_required),
      'last_study_day', private.last_study_day(p_user),
      'quiz_attempts', (select pg_catalog.count(*) from public.quiz_attempts where user_id = p_user),
      'quizzes_passed', (
        select pg_catalog.count(distinct lesson_id) from public.quiz_attempts where user_id = p_user and passed),
      -- Only how many, for a learner who misses some.
      'notes', (
        select pg_catalog.count(*) from (
          select distinct on (note_id) deleted from private.lesson_notes
          where user_id = p_user order by note_id, stamp desc) as newest
        where not deleted),
      'workbook_fields', (
        select pg_catalog.count(*) from private.workbook_fields where user_id = p_user and value <> ''),
      'capstone', (
        select pg_catalog.jsonb_build_object(
          'attempt', h.attempt, 'handed_in_at', private.iso(h.received_at), 'passed', r.passed,
          'reviewed_at', private.iso(r.reviewed_at))
        from public.capstone_hand_ins as h left join public.capstone_reviews as r on r.hand_in_id = h.id
        where h.user_id = p_user order by h.attempt desc limit 1),
      'certificates', (
        select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'id', id, 'kind', kind, 'issued_at', private.iso(issued_at), 'revoked_at', private.iso(revoked_at))
          order by issued_at desc), '[]')
        from public.certificates where user_id = p_user))
  $$;
comment on function private.learner_progress is 'How far a learner is, in counts and states only.';

create function private.learner_access(p_user uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object(
      'enrolment', (
        select pg_catalog.jsonb_build_object(
          'tier', tier, 'status', status, 'reason', reason, 'started_at', private.iso(started_at),
          'ended_at', private.iso(ended_at))
        from public.course_enrollments where user_id = p_user),
      'orders', (
        select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'id', id, 'status', status, 'tier', tier, 'created_at', private.iso(created_at)) order by created_at desc), '[]')
        from public.orders where user_id = p_user),
      'teams', (
        select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('id', t.id, 'name', t.name, 'role', mine.role)
          order by t.created_at desc, mine.role), '[]')
        from (
          select id as team_id, 'owner' as role from public.teams where owner_id = p_user
          union
          select team_id, case when ended_at is null then 'place' else 'ended' end from public.team_seats where user_id = p_user
        ) as mine join public.teams as t on t.id = mine.team_id))
  $$;

create function private.learner_removal(p_user uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select pg_catalog.jsonb_build_object(
      'id', mine.id, 'state', private.removal_state(mine),
      'requested_at', private.iso(mine.requested_at), 'earliest_at', private.iso(mine.earliest_at),
      'expires_at', private.iso(mine.expires_at), 'ended_at', private.iso(mine.ended_at),
      'requested_by', coalesce(private.staff_email(mine.requested_by), ''),
      'is_mine', mine.requested_by = auth.uid())
    from private.factor_removals as mine where user_id = p_user order by requested_at desc limit 1
  $$;
comment on function private.learner_removal is 'The latest request to remove the second factor, or null.';

create function public.staff_learner(p_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: reads rows of all learners and the auth server's tables.
  as $$
  begin
    perform private.require_staff();
    return (
      select pg_catalog.jsonb_build_object(
        'id', u.id, 'email', coalesce(u.email, ''), 'created_at', private.iso(mine.created_at),
        'name', (select pg_catalog.btrim(first_name || ' ' || last_name) from public.profiles where id = u.id),
        'role', u.raw_app_meta_data ->> 'role',
        'last_sign_in_at', private.iso(u.last_sign_in_at),
        'is_address_confirmed', private.has_proven_address(u.id),
        'is_locked', coalesce(u.banned_until > pg_catalog.now(), false),
        'deletion_due_at', (
          select private.iso(due_at) from public.deletion_requests where user_id = u.id),
        'sign_in', private.learner_sign_in(u.id),
        'devices', private.learner_devices(u.id),
        'progress', private.learner_progress(u.id),
        'removal', private.learner_removal(u.id),
        'acts', private.staff_timeline('learner', u.id::text)) || private.learner_access(u.id)
      from auth.users as u join private.accounts as mine on mine.user_id = u.id where u.id = p_id);
  end;
  $$;
comment on function public.staff_learner is
  'What support needs to know about one account, in states, times and counts. Null if there is none with this id.';

create function public.record_sign_in_mail(p_actor uuid, p_user uuid, p_kind text) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: reads the auth server's tables and queues an email with the record of it.
  as $$
  declare
    v_kind text;
    v_sent timestamptz[];
  begin
    -- Locked, so that two calls for one learner come one after the other.
    perform from auth.users where id = p_user for no key update;
    v_kind := private.sign_in_mail(p_user);
    -- The account has changed since the screen was loaded, or does not exist any more.
    if v_kind is distinct from p_kind or p_kind not in ('reset', 'confirm') then
      return pg_catalog.jsonb_build_object('outcome', coalesce(v_kind, 'not_found'));
    end if;
    v_sent := array(
      select at from public.staff_actions
      where subject_kind = 'learner' and subject_id = p_user::text and action in ('reset_mail_sent', 'confirmation_mail_sent')
        and at > pg_catalog.now() - interval '1 hour'
      order by at desc);
    -- A repeat, or another member of staff with the same idea: each link would replace the one in the email before.
    if v_sent[1] > pg_catalog.now() - interval '5 minutes' then
      return pg_catalog.jsonb_build_object('outcome', 'sent_before');
    end if;
    if pg_catalog.cardinality(v_sent) >= 3 then return pg_catalog.jsonb_build_object('outcome', 'too_many'); end if;
    if v_kind = 'confirm' then perform public.request_address_link(null, p_user); end if;
    perform private.record_staff_action(p_actor, case v_kind when 'reset' then 'reset_mail_sent' else 'confirmation_mail_sent' end,
      'learner', p_user::text, '', '{}');
    return pg_catalog.jsonb_build_object('outcome', 'allowed', 'email', (select email from auth.users where id = p_user));
  end;
  $$;
comment on function public.record_sign_in_mail is
  'Records that staff send a learner an email for signing in, and queues it if it is the one that confirms the address: { outcome: allowed, email }. Otherwise the outcome is sent_before (within five minutes), too_many (three within an hour, for all staff together), the kind that the account needs instead, or not_found.';

grant execute on function
  public.staff_learners(text, text, text, integer),
  public.staff_learner(uuid)
to authenticated;
grant execute on function public.record_sign_in_mail(uuid, uuid, text) to service_role;

-- Teams in the staff console: finding one, its orders and places, and what staff do for it. Never what a learner wrote.

create index teams_newest on public.teams (created_at desc, id desc);
create index teams_name_prefix on public.teams (private.name_key(name) text_pattern_ops);

create function private.teams_to_settle() returns setof uuid
language sql stable set search_path = '' as $$
  select id from public.teams where ended_at is null and (
    -- Without any places, everyone has lost access and nobody has to choose.
    paused_at is not null or private.team_capacity(id) between 1 and private.given_seats(id) - 1)
$$;
comment on function private.teams_to_settle is
  'Teams that are paused, or in which more places are given than bought, so that someone has to pay or to choose.';

create function private.staff_teams_sql(p_search text, p_filter text, p_is_first boolean) returns text
language plpgsql immutable set search_path = '' as $$
declare
  -- text_pattern_ops compares bytes, so a prefix is a range. Unlike a pattern, the text may contain % and _.
  c_email constant text := '
    select id from public.teams where owner_id in (
      select user_id from private.accounts where email_key ~>=~ $2 and email_key ~<~ $3)
    union select team_id from public.orders
      where private.email_key(email) ~>=~ $2 and private.email_key(email) ~<~ $3 and team_id is not null';
  v_found constant text := case
    when p_search = '' then 'true'
    when p_search ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then 't.id = $1::uuid'
    when p_search like '%@%' then 't.id in (' || c_email || ')'
    else 't.id in (' || c_email || '
      union select id from public.teams where private.name_key(name) ~>=~ $2 and private.name_key(name) ~<~ $3)'
  end;
  v_kept constant text := case p_filter
    when 'attention' then 't.id in (select private.teams_to_settle())'
    when 'ended' then 't.ended_at is not null'
    else 'true'
  end;
begin
  return 'select t.* from public.teams as t where ' || v_found || ' and ' || v_kept
    || case when p_is_first then '' else ' and (t.created_at, t.id) < ($4, $5)' end
    || ' order by t.created_at desc, t.id desc limit $6';
end $$;
comment on function private.staff_teams_sql is
  'The statement that finds a page of teams. It contains no part of the search itself, only the form of condition that the search needs.';

create function private.team_summary(p_team public.teams) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', p_team.id, 'created_at', private.iso(p_team.created_at), 'name', p_team.name, 'tier', p_team.tier,
    'owner', (
      select jsonb_build_object('id', id, 'email', coalesce(email, ''), 'is_proven', private.has_proven_address(id))
      from auth.users where id = p_team.owner_id),
    'bought', private.team_capacity(p_team.id),
    'given', private.given_seats(p_team.id),
    'claimed', (
      select count(*) from public.team_seats where team_id = p_team.id and claimed_at is not null and ended_at is null),
    'paused_at', private.iso(p_team.paused_at), 'ended_at', private.iso(p_team.ended_at))
$$;

create function public.staff_teams(p_search text, p_filter text, p_before text, p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = ''
-- Definer: no role may read teams like this.
as $$
declare
  v_search constant text := btrim(coalesce(p_search, ''));
  v_key constant text := private.name_key(v_search);
  v_limit constant integer := least(greatest(coalesce(p_limit, 50), 1), 100);
  v_found public.teams[];
  v_last public.teams;
begin
  perform private.require_staff();
  execute 'select array_agg(found) from (' || private.staff_teams_sql(v_search, p_filter, p_before is null) || ') as found'
    into v_found
    using v_search, v_key, v_key || chr(1114111), split_part(p_before, '_', 1)::timestamptz, split_part(p_before, '_', 2)::uuid,
      v_limit + 1;
  if cardinality(v_found) > v_limit then v_last := v_found[v_limit]; end if;
  return jsonb_build_object(
    'rows', coalesce((
      select jsonb_agg(private.team_summary(t) order by t.created_at desc, t.id desc) from unnest(v_found[1:v_limit]) as t), '[]'),
    'next', case when v_last.id is not null then (to_jsonb(v_last.created_at) #>> '{}') || '_' || v_last.id end);
end $$;
comment on function public.staff_teams is
  'Teams, newest first: { rows, next }. next is the p_before of the next page, or null. The search is the start of the team''s name or of the address of its owner or of a buyer, or a whole id; the filter is attention (someone has to pay or to choose), ended or empty.';

create function public.staff_team(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
-- Definer: reads private tables and those of the auth server.
as $$
begin
  perform private.require_staff();
  return (
    select private.team_summary(mine) || jsonb_build_object(
      'extended_until', private.iso(mine.extended_until),
      'pauses_at', private.iso(private.team_pauses_at(mine)),
      'link', case when mine.link_key is not null then jsonb_build_object(
        'limit', mine.link_limit, 'used', mine.link_used, 'ends_at', private.iso(mine.link_ends_at)) end,
      'orders', coalesce((
        select jsonb_agg(jsonb_build_object(
            'id', bought.id, 'created_at', private.iso(bought.created_at), 'status', bought.status, 'seats', bought.seats,
            'total_pence', bought.total_pence, 'invoice_number', its.invoice_number, 'due_at', private.iso(its.due_at))
            || private.order_money(bought.id) order by bought.created_at desc)
        from public.orders as bought left join public.order_invoices as its on its.order_id = bought.id
        where bought.team_id = p_id), '[]'),
      'acts', private.staff_timeline('team', p_id::text))
    from public.teams as mine where mine.id = p_id);
end $$;
comment on function public.staff_team is
  'Everything that the page of a team shows except its people (staff_team_seats), or null if there is none with this id.';

create function public.staff_team_seats(p_team uuid, p_search text, p_filter text, p_before text, p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = ''
-- Definer: no role may read the places of a team like this.
as $$
declare
  v_key constant text := private.email_key(btrim(coalesce(p_search, '')));
  v_limit constant integer := least(greatest(coalesce(p_limit, 50), 1), 100);
  -- The last row of the page before: [has it ended, the key of its address, its id].
  v_before jsonb;
  v_found public.team_seats[];
  v_last public.team_seats;
begin
  perform private.require_staff();
  v_before := p_before;
  v_found := array(
    select seat from public.team_seats as seat
    where team_id = p_team and starts_with(private.email_key(email), v_key)
      and case p_filter
        when 'claimed' then claimed_at is not null and ended_at is null
        when 'invited' then claimed_at is null and ended_at is null
        when 'ended' then ended_at is not null
        else true end
      and (v_before is null or (ended_at is not null, private.email_key(email), id)
        > ((v_before ->> 0)::boolean, v_before ->> 1, (v_before ->> 2)::uuid))
    order by ended_at is not null, private.email_key(email), id
    limit v_limit + 1);
  if cardinality(v_found) > v_limit then v_last := v_found[v_limit]; end if;
  return jsonb_build_object(
    'rows', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', seat.id, 'email', seat.email, 'user_id', seat.user_id,
        'name', (select nullif(btrim(first_name || ' ' || last_name), '') from public.profiles where id = seat.user_id),
        'invited_at', private.iso(seat.invited_at), 'claimed_at', private.iso(seat.claimed_at),
        'ended_at', private.iso(seat.ended_at), 'end_reason', seat.end_reason,
        'mail', (select status from public.mail_queue where dedupe_key = private.invitation_key(seat))
      ) order by seat.ended_at is not null, private.email_key(seat.email), seat.id)
      from unnest(v_found[1:v_limit]) as seat), '[]'),
    'next', case when v_last.id is not null then
      jsonb_build_array(v_last.ended_at is not null, private.email_key(v_last.email), v_last.id)::text end);
end $$;
comment on function public.staff_team_seats is
  'The people of a team, open rows by address and then those that have ended: { rows, next }. What they have learned is on their own pages. The search is the start of an address; the filter is claimed, invited, ended or empty.';

grant execute on function
  public.staff_teams(text, text, text, integer),
  public.staff_team(uuid),
  public.staff_team_seats(uuid, text, text, text, integer)
to authenticated;

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

-- The first page of the staff console: what there is to do, what was sold, and who is learning.

create function private.staff_work() returns jsonb
  language sql stable set search_path = ''
  as $$
  with money as materialized (select private.money_figures() as figures)
  select pg_catalog.jsonb_build_object(
    'student_ids', (
      select pg_catalog.count(*) from public.student_ids as mine join public.orders as each on each.id = mine.order_id
      where mine.reviewed_at is null and each.paid_at is not null and each.status in ('paid', 'past_due', 'paused', 'disputed', 'id_refused')),
    'messages', (select pg_catalog.count(*) from public.contact_messages where state = 'open'),
    'capstones', (
      select pg_catalog.count(*) from public.capstone_hand_ins as mine
      where not exists (select from public.capstone_reviews where hand_in_id = mine.id)
        and exists (
          select from public.course_enrollments as enrolled
          where enrolled.user_id = mine.user_id and enrolled.course_id = mine.course_id
            and private.serves_organisations(enrolled.tier))),
    'factor_removals', (select pg_catalog.count(*) from private.removals_to_confirm()),
    -- Paid more than ten minutes ago, and the account has no access.
    'stuck_orders', (select figures -> 'paid_without_access' from money),
    -- Paid, and waiting until the owner of the address opens the emailed link.
    'unclaimed_orders', (select figures -> 'unclaimed' from money),
    'failed_payments', (select pg_catalog.count(*) from public.orders where status = 'past_due'),
    'overdue_invoices', (
      select pg_catalog.count(*) from public.order_invoices where ended_at is null and due_at < pg_catalog.now()),
    'unfinished_refunds', (select pg_catalog.count(*) from private.staff_refunds where finished_at is null),
    'disputes', (select pg_catalog.count(*) from private.order_disputes where status = 'open'),
    'teams', (select pg_catalog.count(*) from private.teams_to_settle()),
    -- Nobody has stated who sells, so the checkout refuses real payments.
    'missing_facts', (select case when exists (select from private.provider_facts) then 0 else 1 end),
    -- It refuses them without a VAT number as well.
    'missing_vat_number', (
      select coalesce((
        select case when facts ->> 'vatNumber' is null then 1 else 0 end
        from private.provider_facts order by version desc limit 1), 0)),
    'mails_given_up', private.mail_figures() -> 'mail_given_up',
    -- In a new academy a job has not run because it is not due yet. Nothing records when the database was created, but
    -- nobody opens the console before there is an account.
    'late_jobs', (
      select coalesce(pg_catalog.jsonb_agg(late.job order by late.job), '[]')
      from public.late_jobs() as late join private.jobs as its on its.name = late.job
      where (select pg_catalog.min(created_at) from private.accounts) < pg_catalog.now() - its.late_after)
  )
  $$;
comment on function private.staff_work is 'What there is to do, as counts and names of jobs.';

create function public.staff_waiting() returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: counts rows of all learners.
  as $$
  declare
    v_user uuid := private.require_reviewer();
    v_work jsonb := private.staff_work();
  begin
    if (select raw_app_meta_data ->> 'role' from auth.users where id = v_user) = 'staff' then return v_work; end if;
    return pg_catalog.jsonb_build_object('capstones', v_work -> 'capstones');
  end;
  $$;
comment on function public.staff_waiting is
  'What there is to do, for the navigation of the staff console and its first page. A reviewer gets only the number of capstones.';

create function public.staff_today() returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: counts rows of all learners.
  as $$
  declare
    c_course constant text := 'ai-fluency-30-days';
    c_days constant integer := 30;
  begin
    perform private.require_staff();
    return pg_catalog.jsonb_build_object(
      'sales', (
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'day', days.day, 'payments', coalesce(sold.payments, 0), 'paid_pence', coalesce(sold.paid_pence, 0),
          'refunded_pence', coalesce(sold.refunded_pence, 0)) order by days.day)
        from (
          select ((pg_catalog.now() at time zone 'UTC')::date - place) as day from pg_catalog.generate_series(0, c_days - 1) as place
        ) as days left join (
          select (paid_at at time zone 'UTC')::date as day, pg_catalog.count(*) as payments,
            pg_catalog.sum(amount_pence) as paid_pence, pg_catalog.sum(refunded_pence) as refunded_pence
          from public.order_payments
          where paid_at >= ((pg_catalog.now() at time zone 'UTC')::date - (c_days - 1)) at time zone 'UTC'
          group by 1
        ) as sold on sold.day = days.day),
      'tiers', (
        select pg_catalog.jsonb_object_agg(tiers.tier, coalesce(counted.learners, 0))
        from (values ('student'), ('ngo'), ('professional')) as tiers (tier)
          left join (
            select tier, pg_catalog.count(*) as learners from public.course_enrollments where status = 'active' group by tier
          ) as counted on counted.tier = tiers.tier),
      'active_learners', (
        select pg_catalog.count(*) from public.sync_clock where day > (pg_catalog.now() at time zone 'UTC')::date - 7),
      'active_by_day', (
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'day', days.day, 'learners', (select pg_catalog.count(*) from public.sync_clock where day = days.day))
          order by days.day)
        from (
          select (pg_catalog.now() at time zone 'UTC')::date - place as day from pg_catalog.generate_series(0, 6) as place
        ) as days),
      'cohorts', coalesce((
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          'month', month, 'learners', learners,
          'completed', case when learners >= private.least_group() then completed end) order by month)
        from (
          select pg_catalog.to_char(enrolled.started_at at time zone 'UTC', 'YYYY-MM') as month, pg_catalog.count(*) as learners,
            pg_catalog.count(*) filter (where not exists (
              select from private.course_outline as outline
              where outline.course_id = c_course and outline.is_required and not exists (
                select from public.course_progress as done
                where done.user_id = enrolled.user_id and done.course_id = c_course
                  and done.lesson_id = outline.lesson_id and done.completed))) as completed
          from public.course_enrollments as enrolled
          where enrolled.course_id = c_course and enrolled.started_at > pg_catalog.now() - interval '1 year'
          group by 1
        ) as months), '[]'));
  end;
  $$;
comment on function public.staff_today is
  'Sales of the last 30 days (UTC, with what was refunded of them since), active enrolments by tier, learners active in the last seven days, and completion by month of enrolment (null for fewer than ten learners).';

create index order_payments_paid_at on public.order_payments (paid_at) where paid_at is not null;

grant execute on function public.staff_today(), public.staff_waiting() to authenticated;

-- The record of actions in the staff console. access.sql has the table.

create function private.action_subject(p_kind text, p_id text) returns text
  language plpgsql stable set search_path = ''
  as $$
  declare
    -- As a value of the keys' type, so that their indexes are used.
    v_id constant uuid := case when p_id ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then p_id end;
  begin
    case p_kind
      when 'order' then return (
        select coalesce(nullif(pg_catalog.btrim(first_name || ' ' || last_name), ''), 'Deleted account')
        from public.orders where id = v_id);
      when 'certificate' then return (select holder_name from public.certificates where id = v_id);
      when 'team' then return (select name from public.teams where id = v_id);
      when 'message' then return (select name from public.contact_messages where id = v_id);
      when 'account', 'learner' then return (select email from auth.users where id = v_id);
      else return null;
    end case;
  end;
  $$;
comment on function private.action_subject is
  'What a row of staff_actions is about, as it is named today, or null. The record itself contains no names.';

create function private.actions_about(p_email text) returns table (kind text, id text)
  language sql stable rows 20 set search_path = ''
  as $$
    -- Not auth.users, whose index of addresses is for the auth server's own form of the condition.
    with person as (select user_id as id from private.accounts where email_key = private.email_key(p_email))
    select each.kind, person.id::text from person, lateral (values ('account'), ('learner')) as each (kind)
    union all
    select 'order', id::text from public.orders where user_id in (select id from person)
    union all
    select 'order', id::text from public.orders where private.email_key(email) = private.email_key(p_email)
    union all
    select 'certificate', id::text from public.certificates where user_id in (select id from person)
    union all
    select 'team', id::text from public.teams where owner_id in (select id from person)
  $$;
comment on function private.actions_about is 'The subjects of actions that belong to the person with this address.';

create function private.staff_log_sql(p_search text, p_filter text, p_is_first boolean) returns text
  language plpgsql immutable set search_path = ''
  as $$
  declare
    v_kept text := case when p_filter = '' then '' else ' and subject_kind = $2' end
      || case when p_is_first then '' else ' and (at, id) < ($3, $4)' end || ' order by at desc, id desc limit $5';
    v_found text := case
      when p_search = '' then 'true'
      -- Each lookup reads at most a page from an index, although a few people did almost everything in the record.
      when p_search like '%@%' then 'id = any (array(
        select acts.id from private.accounts as person, lateral (
          select id from public.staff_actions where actor_id = person.user_id' || v_kept || ') as acts
        where person.email_key = private.email_key($1)
        union select acts.id from private.actions_about($1) as about, lateral (
          select id from public.staff_actions where subject_id = about.id and subject_kind = about.kind' || v_kept || ') as acts))'
      else 'subject_id = $1'
    end;
  begin
    return 'select * from public.staff_actions where ' || v_found || v_kept;
  end;
  $$;
comment on function private.staff_log_sql is
  'The statement that finds a page of the record. It contains no part of the search itself, only the form of condition that it needs.';

create function public.staff_log(p_search text, p_filter text, p_before text, p_limit integer) returns jsonb
  language plpgsql stable security definer set search_path = ''
  -- Definer: no role may read the table.
  as $$
  declare
    v_limit constant integer := least(greatest(coalesce(p_limit, 50), 1), 100);
    v_search constant text := pg_catalog.btrim(coalesce(p_search, ''));
    v_acts public.staff_actions[];
    v_last public.staff_actions;
  begin
    perform private.require_staff();
    execute 'select pg_catalog.array_agg(found) from ('
        || private.staff_log_sql(v_search, coalesce(p_filter, ''), p_before is null) || ') as found'
      into v_acts
      using v_search, p_filter, pg_catalog.split_part(p_before, '_', 1)::timestamptz,
        pg_catalog.split_part(p_before, '_', 2)::uuid, v_limit + 1;
    if pg_catalog.cardinality(v_acts) > v_limit then v_last := v_acts[v_limit]; end if;
    return pg_catalog.jsonb_build_object(
      'rows', coalesce((
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
            'id', acts.id, 'at', acts.at, 'action', acts.action, 'subject_kind', acts.subject_kind,
            'subject_id', acts.subject_id, 'about', private.action_subject(acts.subject_kind, acts.subject_id),
            'reason', acts.reason, 'details', acts.details,
            -- Not a join, which would read all accounts.
            'actor', coalesce((select email from auth.users where id = acts.actor_id), ''))
          order by acts.at desc, acts.id desc)
        from pg_catalog.unnest(v_acts[1:v_limit]) as acts), '[]'),
      'next', case when v_last.id is not null
        then (pg_catalog.to_jsonb(v_last.at) #>> '{}') || '_' || v_last.id end);
  end;
  $$;
comment on function public.staff_log is
  'What staff and reviewers did, newest first: { rows, next }. next is the p_before of the next page, or null. The search is the whole address of who acted or of whom it was about, or the id of a subject; the filter is a kind of subject or empty.';

grant execute on function public.staff_log(text, text, text, integer) to authenticated;

-- What staff save as a file: the rows of a list, within a period. Each export is recorded, because the file leaves the academy.

create function private.record_export(p_actor uuid, p_list text, p_search text, p_filter text, p_from date, p_to date, p_rows integer)
  returns void
  language plpgsql set search_path = ''
  as $$
  begin
    -- Not the search itself, which may be a name or an address.
    perform private.record_staff_action(p_actor, 'list_exported', 'list', p_list, '', pg_catalog.jsonb_build_object(
      'rows', p_rows, 'from', p_from, 'to', p_to, 'filter', p_filter, 'was_searched', p_search <> ''));
  end;
  $$;
comment on function private.record_export is 'Records that someone saved rows of a list as a file.';

create function public.staff_export_orders(p_search text, p_filter text, p_from date, p_to date) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: staff read orders only through functions.
  as $$
  declare
    c_rows constant integer := 10000;
    v_actor constant uuid := private.require_staff();
    v_search constant text := pg_catalog.btrim(coalesce(p_search, ''));
    v_key constant text := private.name_key(v_search);
    v_rows jsonb;
  begin
    if (p_from <= p_to) is not true then raise exception 'The first day of the period must not be after its last day.'; end if;
    -- The list's own statement, from its newest row before the end of the period.
    execute 'select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          ''id'', o.id, ''created_at'', o.created_at, ''paid_at'', o.paid_at, ''status'', o.status,
          ''name'', pg_catalog.btrim(o.first_name || '' '' || o.last_name), ''email'', o.email,
          ''organization'', o.organization, ''country'', o.country, ''tier'', o.tier, ''plan'', o.plan,
          ''discount_code'', o.discount_code, ''vat_pence'', o.vat_pence, ''total_pence'', o.total_pence, ''seats'', o.seats)
          || private.order_money(o.id) order by o.created_at desc, o.id desc), ''[]'')
        from (' || private.staff_orders_sql(v_search, p_filter, false) || ') as o
        where o.created_at >= $7::timestamp at time zone ''UTC'''
      into v_rows
      using v_search, v_key, v_key || pg_catalog.chr(1114111), (p_to + 1)::timestamp at time zone 'UTC',
        '00000000-0000-0000-0000-000000000000'::uuid, c_rows + 1, p_from;
    perform private.record_export(v_actor, 'orders', v_search, p_filter, p_from, p_to,
      least(pg_catalog.jsonb_array_length(v_rows), c_rows));
    return pg_catalog.jsonb_build_object(
      'rows', v_rows - c_rows, 'is_complete', pg_catalog.jsonb_array_length(v_rows) <= c_rows);
  end;
  $$;
comment on function public.staff_export_orders is
  'The orders of a list that were placed within a period (days in UTC), newest first and at most 10,000: { rows, is_complete }. Records the export.';

create function public.staff_export_log(p_search text, p_filter text, p_from date, p_to date) returns jsonb
  language plpgsql security definer set search_path = ''
  -- Definer: no role may read the table.
  as $$
  declare
    c_rows constant integer := 10000;
    v_actor constant uuid := private.require_staff();
    v_search constant text := pg_catalog.btrim(coalesce(p_search, ''));
    v_rows jsonb;
  begin
    if (p_from <= p_to) is not true then raise exception 'The first day of the period must not be after its last day.'; end if;
    execute 'select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
          ''at'', acts.at, ''action'', acts.action, ''subject_kind'', acts.subject_kind, ''subject_id'', acts.subject_id,
          ''reason'', acts.reason, ''details'', acts.details, ''actor'', coalesce(who.email, ''''))
          order by acts.at desc, acts.id desc), ''[]'')
        from (' || private.staff_log_sql(v_search, coalesce(p_filter, ''), false) || ') as acts
          left join auth.users as who on who.id = acts.actor_id
        where acts.at >= $6::timestamp at time zone ''UTC'''
      into v_rows
      using v_search, p_filter, (p_to + 1)::timestamp at time zone 'UTC', '00000000-0000-0000-0000-000000000000'::uuid,
        c_rows + 1, p_from;
    perform private.record_export(v_actor, 'record', v_search, p_filter, p_from, p_to,
      least(pg_catalog.jsonb_array_length(v_rows), c_rows));
    return pg_catalog.jsonb_build_object(
      'rows', v_rows - c_rows, 'is_complete', pg_catalog.jsonb_array_length(v_rows) <= c_rows);
  end;
  $$;
comment on function public.staff_export_log is 'The same as staff_export_orders, for the record of actions.';

grant execute on function
  public.staff_export_orders(text, text, date, date),
  public.staff_export_log(text, text, date, date)
to authenticated;
