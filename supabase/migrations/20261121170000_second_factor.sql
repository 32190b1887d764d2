-- Second factors: what asks for one, and the codes that help when it is lost (docs/decisions/0024).

-- Security definer: the API's roles cannot read auth.mfa_factors.
create function private.caller_passed_second_factor() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select coalesce((select auth.jwt()) ->> 'aal', 'aal1') = 'aal2' or not exists (
      select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified'
    );
  $$;
comment on function private.caller_passed_second_factor is
  'True when the caller has no verified factor, or a session that has passed one. For restrictive policies on account administration, never on what a device syncs: work done offline must not be lost for want of a code.';

create policy "a second factor guards changes of a profile" on public.profiles as restrictive
  for update to authenticated using (private.caller_passed_second_factor());

-- ---------------------------------------------------------------- recovery codes

create table public.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);
comment on table public.recovery_codes is
  'One row per code that still works, as a SHA-256. Ten are made at a time; using one spends all, since it removes the factors that they are for.';
alter table public.recovery_codes enable row level security;
revoke all on public.recovery_codes from public, anon, authenticated, service_role;

-- A code as it is typed: case, spaces and dashes do not matter. Salted with its owner.
create function private.recovery_code_hash(p_user uuid, p_code text) returns text
  language sql immutable
  as $$
    select pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(
      p_user::text || ' ' || pg_catalog.upper(pg_catalog.regexp_replace(p_code, '[\s-]', '', 'g')), 'UTF8')), 'hex');
  $$;
comment on function private.recovery_code_hash is 'What is kept of a recovery code.';

-- Security definer: the table is granted to nobody, so that no stray write can plant a code.
create function public.create_recovery_codes() returns text[]
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    c_count constant integer := 10;
    -- Without I, L, O and U, which are misread. 16 of 32 signs: 80 bits.
    c_signs constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
    v_user uuid := (select auth.uid());
    v_session uuid := ((select auth.jwt()) ->> 'session_id')::uuid;
    v_bytes bytea;
    v_code text;
    v_codes text[] := '{}';
  begin
    -- Codes outlive the token that asks for them: it may be stolen, and its session may have ended or be an ordinary
    -- one by now, which the token itself does not tell.
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
  'Makes ten new recovery codes for the caller and answers them, the only time that they are ever told. Earlier ones are void. Needs aal2.';

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
  'Ends codes that were made for factors which are gone: whoever has them must not get past a new one.';

create trigger void_recovery_codes after update of status on auth.mfa_factors
  for each row when (new.status = 'verified' and old.status <> 'verified')
  execute function private.void_recovery_codes();

create function public.recovery_codes_left() returns integer
  language sql stable security definer set search_path = ''
  -- Definer: as create_recovery_codes.
  as $$
    select count(*)::integer from public.recovery_codes where user_id = (select auth.uid());
  $$;
comment on function public.recovery_codes_left is 'How many recovery codes of the caller still work.';

create function public.is_recovery_code(p_user uuid, p_code text) returns boolean
  language sql stable security definer set search_path = ''
  -- Definer: as create_recovery_codes.
  as $$
    select exists (
      select from public.recovery_codes
      where user_id = p_user and code_hash = private.recovery_code_hash(p_user, p_code)
    );
  $$;
comment on function public.is_recovery_code is 'True when this is a code of that person which still works.';

create function public.spend_recovery_codes(p_user uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  -- Definer: as create_recovery_codes; and only mails of a known kind are to be queued.
  as $$
  begin
    delete from public.recovery_codes where user_id = p_user;
    if not found then return; end if;
    insert into public.mail_queue (kind, dedupe_key, recipient)
    select 'recovery_code_used', 'recovery_code_used:' || pg_catalog.gen_random_uuid(), email
    from auth.users where id = p_user and email is not null;
  end;
  $$;
comment on function public.spend_recovery_codes is
  'Ends all codes of a person after one was used and queues the mail that says so. Once: a repeat does nothing.';

revoke execute on function
  private.caller_passed_second_factor(),
  private.recovery_code_hash(uuid, text),
  private.void_recovery_codes(),
  public.create_recovery_codes(),
  public.recovery_codes_left(),
  public.is_recovery_code(uuid, text),
  public.spend_recovery_codes(uuid)
from public, anon, authenticated, service_role;
grant execute on function
  private.caller_passed_second_factor(), public.create_recovery_codes(), public.recovery_codes_left()
to authenticated;
grant execute on function public.is_recovery_code(uuid, text), public.spend_recovery_codes(uuid) to service_role;
