-- Owners are told of every change in how their account is got into. Hosted Supabase could send some of these mails itself
-- ([auth.email.notification]): that stays off, or they would come twice, in two sets of words.

create function private.tell_owner(p_kind text, p_user uuid, p_recipient text, p_data jsonb) returns void
  language sql volatile set search_path = ''
  as $$
    insert into public.mail_queue (kind, dedupe_key, recipient, data)
    select p_kind, p_kind || ':' || pg_catalog.gen_random_uuid(), p_recipient,
      p_data || pg_catalog.jsonb_build_object('user_id', p_user, 'at', private.iso(pg_catalog.now()))
    where p_recipient <> ''
      -- Anybody can make an account of somebody else's address and change it all day long.
      and 5 > (
        select count(*) from public.mail_queue
        where kind = p_kind and recipient = p_recipient and created_at > pg_catalog.now() - interval '1 hour'
      )
  $$;
comment on function private.tell_owner is
  'Queues a mail about a change of the account, five of a kind an hour at most. Nothing where it has no address.';

create function private.tell_password_changed() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: it runs as the auth server's role, which has no rights on public tables.
  as $$
  begin
    perform private.tell_owner('password_changed', id, email, '{}') from auth.users
    -- A temporary password comes by a mail of its own.
    where id = new.id and not coalesce((raw_app_meta_data ->> 'must_change_password')::boolean, false);
    return null;
  end;
  $$;
comment on function private.tell_password_changed is 'Tells the owner that the password is another one.';

-- At the end: the service sets a temporary password first, and then the mark that says so.
create constraint trigger tell_password_changed after update of encrypted_password on auth.users
  deferrable initially deferred
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function private.tell_password_changed();

create function private.tell_email_changed() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: as tell_password_changed.
  as $$
  begin
    perform private.tell_owner('email_changed', new.id, old.email, '{}');
    return null;
  end;
  $$;
comment on function private.tell_email_changed is 'Tells the address that opened the account before.';

create trigger tell_email_changed after update of email on auth.users
  for each row when (old.email is distinct from new.email and old.last_sign_in_at is not null)
  execute function private.tell_email_changed();

alter table public.recovery_codes add column used_at timestamptz;
comment on column public.recovery_codes.used_at is
  'When one of the set was used. The set is spent once the factors are gone, so that a crash can be tried again.';

create function private.tell_second_factor_changed() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: as tell_password_changed.
  as $$
  declare
    v_factor auth.mfa_factors := case when tg_op = 'DELETE' then old else new end;
  begin
    if tg_op = 'DELETE' and exists (
      select from public.recovery_codes
      where user_id = old.user_id and used_at > pg_catalog.now() - interval '10 minutes'
    ) then
      -- The mail about the recovery code tells of it.
      return null;
    end if;
    perform private.tell_owner(
      case tg_op when 'DELETE' then 'second_factor_removed' else 'second_factor_added' end,
      id, email, pg_catalog.jsonb_build_object('factor_type', v_factor.factor_type)
    ) from auth.users where id = v_factor.user_id;
    return null;
  end;
  $$;
comment on function private.tell_second_factor_changed is 'Tells the owner of a second factor that has come or gone.';

create trigger tell_second_factor_added after update of status on auth.mfa_factors
  for each row when (new.status = 'verified' and old.status <> 'verified')
  execute function private.tell_second_factor_changed();
create trigger tell_second_factor_removed after delete on auth.mfa_factors
  for each row when (old.status = 'verified')
  execute function private.tell_second_factor_changed();

create function private.tell_recovery_codes_made() returns trigger
  language plpgsql security definer set search_path = ''
  -- Definer: as tell_password_changed.
  as $$
  begin
    -- With the first of ten: those before them are deleted.
    if 1 = (select count(*) from public.recovery_codes where user_id = new.user_id) then
      perform private.tell_owner('recovery_codes_made', id, email, '{}') from auth.users where id = new.user_id;
    end if;
    return null;
  end;
  $$;
comment on function private.tell_recovery_codes_made is 'Tells the owner that there are new recovery codes.';

create trigger tell_recovery_codes_made after insert on public.recovery_codes
  for each row execute function private.tell_recovery_codes_made();

-- ---------------------------------------------------------------- the use of a recovery code

drop function public.is_recovery_code(uuid, text);

create function public.use_recovery_code(p_user uuid, p_code text) returns boolean
  language plpgsql volatile security definer set search_path = ''
  -- Definer: as create_recovery_codes.
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
  'True when this is a code of that person which still works; then the mail that says so is queued, once. The caller removes the factors and spends the codes.';

create or replace function public.spend_recovery_codes(p_user uuid) returns void
  language sql volatile security definer set search_path = ''
  -- Definer: as create_recovery_codes.
  as $$
    delete from public.recovery_codes where user_id = p_user;
  $$;
comment on function public.spend_recovery_codes is 'Ends all codes of a person after one was used.';

revoke execute on function
  private.tell_owner(text, uuid, text, jsonb),
  private.tell_password_changed(),
  private.tell_email_changed(),
  private.tell_second_factor_changed(),
  private.tell_recovery_codes_made(),
  public.use_recovery_code(uuid, text)
from public, anon, authenticated, service_role;
grant execute on function public.use_recovery_code(uuid, text) to service_role;
