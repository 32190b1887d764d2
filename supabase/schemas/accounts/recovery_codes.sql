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
